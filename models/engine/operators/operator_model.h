// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Measured operators of GPUs as surfaces, exact rows of known expert layers and bands, and what they answer
// for a shape.

#include "data/units.h"
#include "models/engine/operators/operator_work.h"
#include "models/engine/operators/surface.h"
#include "models/engine/scenario/catalog.h"

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace moe {

/// Four in five held-out rows lie between these factors of the prediction.
struct OperatorBand {
    double below = std::numeric_limits<double>::infinity(); ///< predictions up to this many us
    double low = 1, high = 1;
};

/// |prediction/measurement − 1| on rows that the fit did not see.
struct OperatorErrors {
    std::size_t rows = 0;
    double median = 0, ninety = 0;
};

struct OperatorSlice {
    std::array<double, 2> key{}; ///< operatorSlice()
    Surface surface;
};

/// Rows of expert layers that were measured, as residuals over the surface at each count of tokens.
struct ExactRows {
    static constexpr std::int8_t kAbsent = -128;
    using Key = std::array<double, 6>; ///< h, f, k, e, tp, ep
    struct Group {
        Key key{};
        std::vector<std::int8_t> values; ///< per knot; times `step` = ln of the ratio to the surface
    };
    std::vector<double> tokens; ///< knots, rising
    double step = 0;
    std::vector<Group> groups; ///< by rising key

    const Group* find(const OperatorShape& shape) const;
    /// Logarithm of the ratio to the surface, between the nearest measured counts of tokens; nullopt for
    /// unknown layers.
    struct Found {
        double logFactor = 0;
        bool measured = false; ///< at a measured count
    };
    std::optional<Found> factor(const OperatorShape& shape) const;
    /// What layers near an unknown one say: the logarithm of their ratios, each the more the nearer it is,
    /// fading out where sizes are a quarter apart, so that nothing jumps where a known layer is left.
    struct Near {
        double logFactor = 0;
        double weight = 0; ///< 1 at a known layer, 0 far from all
    };
    Near near(const OperatorShape& shape) const;
    /// The layers that near() hears, for several counts of tokens of one layer.
    struct Neighbour {
        const Group* group = nullptr;
        double apart = 0; ///< sum of the logarithms of ratios
    };
    std::vector<Neighbour> neighbours(const OperatorShape& shape) const;
    Near near(const std::vector<Neighbour>& layers, double tokens) const;

private:
    std::optional<Found> factorOf(const Group& group, double count) const;
};
ExactRows::Key exactKey(const OperatorShape& shape);

/// A measured row that no fit saw, as it cannot be right: its time, what rows of more work take at least, and
/// what other types say of the shape, in microseconds.
struct RejectedRow {
    OperatorShape shape;
    double us = 0, larger = 0, others = 0;
};

/// One operator of one data type, as one backend runs it.
struct OperatorModel {
    OperatorOp op = OperatorOp::Gemm;
    std::string dtype;            ///< "bf16", "bf16/fp8", "combine"
    std::string load;             ///< of experts: "balanced", "pl1.01"; empty otherwise
    std::string backend, version; ///< "trtllm", "1.3.0rc20"
    std::string file, sha256;     ///< the table it was fitted to
    OperatorNumbers numbers;
    std::vector<OperatorSlice> slices; ///< at least one
    ExactRows exact;
    std::vector<OperatorBand> bands, exactBands; ///< by rising `below`
    OperatorErrors errors, exactErrors;
    OperatorErrors analyticErrors; ///< the analytic model's, on all rows; of a derived model, not of a file's
    std::vector<RejectedRow> rejected; ///< of a derived model too
    double spread = 0; ///< > 0: moved to a person's own GPU, whose points scatter so far (logarithm)

    const OperatorSlice& nearest(std::array<double, 2> key) const;
};

/// What a GPU is to the tables: their folder, the name the program has for it, and the rates the surfaces are
/// relative to.
struct MeasuredGpu {
    std::string folder, key;
    Generation generation = Generation::Other;
    OperatorRates rates;
    bool own = false; ///< a person's: moved surfaces, and rates that are asked with
};
/// Rates as the data sheets and aiconfigurator's systems/*.yaml have them, dense.
const std::vector<MeasuredGpu>& measuredGpus();

struct OperatorMachine {
    MeasuredGpu gpu;
    std::vector<OperatorModel> models;
};

enum class OperatorOrigin { Measured, Interpolated, Transferred, Analytic };
const char* operatorOriginText(OperatorOrigin origin);

struct OperatorAnswer {
    double us = 0, low = 0, high = 0; ///< low and high hold four times in five
    OperatorOrigin origin = OperatorOrigin::Analytic;
    double known = 0; ///< of experts: 1 for a measured layer, less for one that is near, 0 far from all
};

/// A model settled on for one operator of one GPU; asking it for a shape is cheap.
struct OperatorTimer {
    OperatorOp op = OperatorOp::Gemm;
    const OperatorModel* model = nullptr; ///< null: the analytic roofline alone
    const OperatorMachine* source = nullptr;
    OperatorRates rates; ///< of the GPU that is asked about
    OperatorNumbers numbers;
    double otherGpu = 0; ///< > 0: the model is another GPU's; half-width of the band, as logarithm

    OperatorAnswer operator()(const OperatorShape& shape) const;
    /// The roofline with constants that hold for no GPU in particular.
    double analyticUs(const OperatorShape& shape) const;

private:
    /// Of an expert layer, never falling with its tokens or the experts of each.
    double risingUs(const OperatorShape& shape, const OperatorSlice& slice) const;
};

/// Half-width, as logarithm, of the band that four in five rows of another GPU lie in.
double otherGpuBand(bool sameGeneration);

/// What is wanted; empty text takes what there is, in the order of operatorBackends().
struct OperatorWish {
    OperatorOp op = OperatorOp::Gemm;
    std::string dtype = "bf16", load, backend;
};
const std::vector<std::string_view>& operatorBackends();

/// The machine's own, or nullptr.
const OperatorModel* operatorModelOf(const OperatorMachine& machine, const OperatorWish& wish);

/// The GPU's own model where there is one; else that of the GPU of its generation whose data sheet is
/// nearest, else of any; without one the analytic roofline. The timer points into `machines`.
OperatorTimer operatorTimer(const std::vector<OperatorMachine>& machines, std::string_view gpu,
                            Generation generation, const OperatorRates& rates, const OperatorWish& wish);

/// The same among machines that lie apart; none of them is null.
OperatorTimer operatorTimer(const std::vector<const OperatorMachine*>& machines, std::string_view gpu,
                            Generation generation, const OperatorRates& rates, const OperatorWish& wish);

OperatorTimer operatorTimer(std::vector<OperatorMachine>&& machines, std::string_view gpu,
                            Generation generation, const OperatorRates& rates,
                            const OperatorWish& wish) = delete;

} // namespace moe
