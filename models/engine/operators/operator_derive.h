// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Operator models from tables of measured rows. Every fifth row is left out once, to say how far off rows are
// that no fit saw and which grid predicts them best; what is kept is fitted to all of them.

#include "data/operator_table.h"
#include "models/engine/operators/operator_model.h"

#include <vector>

namespace moe {

struct OperatorFile {
    std::string file;   ///< inside the folder: "h100_sxm/gemm-trtllm-1.3.0rc20.csv"
    std::string sha256; ///< of its bytes, hexadecimal
};

/// One model per data type and distribution of tokens; none where the table's operator is not predicted or
/// no row may be used.
std::vector<OperatorModel> deriveOperators(const OperatorTable& table, const MeasuredGpu& gpu,
                                           const OperatorFile& file);

/// Puts together what tables of the same operator, type and backend gave: slices that the first lacks are
/// taken from the others.
void addOperators(std::vector<OperatorModel>& models, std::vector<OperatorModel> more);

/// The column of a shape in the rows of a table, with bytes from elements.
std::optional<OperatorShape> operatorShapeOf(const OperatorTable& table, OperatorOp op,
                                             std::string_view dtype, std::size_t row);

/// "fp8-dispatch": the type of a phase ("alltoall_dispatch") of the all-to-all that sends such values
/// ("fp8"), as tables name both; empty where no such was measured.
std::string exchangeType(std::string_view phase, std::string_view type);

/// A row as it was measured.
struct OperatorPoint {
    OperatorShape shape;
    double us = 0;
};
/// The rows of a table that predictions of this operator, type and distribution of tokens may rest on.
std::vector<OperatorPoint> operatorPoints(const OperatorTable& table, const OperatorWish& wish);

} // namespace moe
