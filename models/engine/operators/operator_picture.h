// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Times of one measured operator over two columns of its shape, the others held: surface, band, analytic
// model, what was measured, and what else could be asked.

#include "data/operator_table.h"
#include "models/engine/operators/operator_model.h"

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace moe {

/// In place of a column: one line alone.
inline constexpr std::string_view kNoSeries = "none";

/// What is wanted. What is empty, or not there for the GPU and operator, is chosen: the picture says what.
struct OperatorPictureRequest {
    std::string gpu; ///< key of gpus.yaml
    Generation generation = Generation::Other;
    OperatorRates rates; ///< of its data sheet
    std::string op, dtype, load, backend;
    std::string x, series; ///< options of the columns along the lower axis and of line to line
    std::vector<std::pair<std::string, double>> held; ///< option → value
    bool map = false; ///< as many lines as a map needs, and every row that lies in it
};

/// A column of the operator's shape.
struct OperatorAxis {
    const ShapeColumn* column = nullptr;
    std::vector<double> values; ///< what was measured, or lies where measurements do; rising
    double value = 0;           ///< held; one of the values
    bool runs() const { return values.size() > 1 && values.front() > 0; } ///< can be the lower axis
};

struct OperatorSample {
    double x = 0;
    OperatorAnswer answer;
    double analyticUs = 0;
};
/// A measured row of an opened table; else what the surface was fitted to or hangs on.
struct OperatorMark {
    enum class Kind { Row, ExactRow, Knot } kind = Kind::Knot;
    double x = 0, us = 0;
    double fittedUs = 0; ///< what the surface says there
    double value = 0;    ///< of the series' column: the line's, or near it in a map
};
struct OperatorLine {
    double value = 0; ///< of the series' column
    std::vector<OperatorSample> samples;
    std::vector<OperatorMark> marks; ///< by rising x
};

/// Shape of an expert layer that was measured.
struct OperatorLayer {
    std::array<double, 4> key{}; ///< hidden size, expert width, experts per token, experts
    std::string name;            ///< of a preset with this shape; empty: none has it
    friend bool operator==(const OperatorLayer&, const OperatorLayer&) = default;
};

struct OperatorPicture {
    std::string gpu;
    OperatorOp op = OperatorOp::Gemm;
    std::string dtype, load, backend, version; ///< backend: empty without a model
    std::vector<OperatorOp> ops;
    std::vector<std::string> dtypes, loads;
    std::vector<std::pair<std::string, std::string>> kernels; ///< backends and versions of op, dtype and load
    std::vector<OperatorAxis> axes;                           ///< columns of the operator, in its order
    std::size_t x = 0, series = 0;                            ///< in axes; series == x: one line alone
    std::vector<OperatorLayer> layers;                        ///< of the exact rows
    int layer = -1;                                           ///< which of them is held

    std::vector<OperatorLine> lines;
    bool map = false;
    std::string file;      ///< the table that the surface was fitted to
    std::string table;     ///< the opened table whose rows are marked; empty: none is open
    std::string source;    ///< GPU whose surface it is
    bool own = true;       ///< it is this GPU's
    OperatorErrors errors; ///< on held-out rows: of exact rows where the held layer has them
    bool exact = false;
    /// Median of |analytic/time − 1| over marks that are measured, else over samples.
    double analyticError = 0;
};

/// `machines`: all that may be asked, none of them null. `tables`: opened ones.
OperatorPicture operatorPicture(const std::vector<const OperatorMachine*>& machines,
                                const std::vector<std::shared_ptr<const OperatorTable>>& tables,
                                const std::vector<ScenarioPreset>& presets,
                                const OperatorPictureRequest& request);

} // namespace moe
