// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a report says of the loss, in nats per token.

#include "models/engine/report/origin.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace moe {

/// Loss over learning rate × batch: `loss[j * lr.size() + i]` at lr[i], batchTokens[j]; both axes log-spaced
/// cell centres.
struct LossMap {
    std::vector<double> lr, batchTokens, loss;
    struct Contour {
        double level = 0; ///< above the best, nats
        bool closed = false;
        std::vector<double> lr, batchTokens;
    };
    std::vector<Contour> contours;
    double best = 0;              ///< smallest loss of the map (at the optimum or a cell)
    std::vector<double> sd;       ///< relative, of the model, without a run's own noise; laid out as `loss`
    std::vector<double> unstable; ///< probability that the run diverges; laid out as `loss`
    std::vector<Contour> unstableBorder; ///< where that is kLossUnstable; `level` is the probability
};

/// Where the predicted loss is within `share` of the optimum's.
struct NearOptimal {
    struct Point {
        double lr = 0, batchTokens = 0;
    };
    double share = 0;
    double lrLow = 0, lrHigh = 0, batchLow = 0, batchHigh = 0; ///< bounds of the polygon
    std::vector<Point> polygon; ///< round the optimum, first point repeated; cut at a factor of 8
};

/// A run of the loaded table that belongs to this scenario's model and token budget.
struct MeasuredPoint {
    double lr = 0, batchTokens = 0, loss = 0;
    bool diverged = false;
};

struct LossOverlays;  // loss_overlays.h
struct ScalingCurves; // scaling.h

/// A recipe fitted to its own runs.
struct RecipeReport {
    std::string method; ///< offset, scale, affine or hierarchical
    int runs = 0;
    double inSampleRms = 0;       ///< relative
    std::optional<double> looRms; ///< of each run from the others; absent with one
};

struct LossReport {
    double value = 0;                ///< at the scenario's lr and batch
    std::optional<double> low, high; ///< central 90 % interval for one measured run
    Origin origin = Origin::Fitted;
    double sd = 0;       ///< relative, of the model at `value`, without a run's own noise
    double unstable = 0; ///< probability that the run diverges
    double optimalLr = 0, optimalBatchTokens = 0, optimalLoss = 0;
    /// The best learning rate is known to such a band where the schedule or the recipe is not the fitted
    /// runs'.
    std::optional<double> optimalLrLow, optimalLrHigh;
    std::optional<double> scheduleGap;           ///< ln of the loss over that of the fitted runs' schedule
    std::optional<RecipeReport> recipe;          ///< absent: the Step Law recipe
    bool optimumInside = false;                  ///< read off the fitted runs, not the closed form
    std::vector<NearOptimal> nearOptimal;        ///< within 0.1 % and 0.25 %
    std::optional<double> lawLr, lawBatchTokens; ///< Step Law, mean of the bootstrap coefficients
    double slopeParams = 0, slopeTokens = 0;
    std::optional<double> slopeActive; ///< MoE: −∂L/∂ln Na at fixed N
    double optimalTokens = 0;          ///< D at which both slopes are equal, at this N
    std::optional<double> optimalTokensLow, optimalTokensHigh; ///< central 90 % of the refits
    bool dataBound = false;                                    ///< more tokens help more than more parameters
    double activeShare = 1;
    std::string group; ///< measured group shown, empty if none matches
    std::vector<MeasuredPoint> measured;
    std::shared_ptr<const LossMap> map; ///< null when the caller asked for numbers only, like the next two
    std::shared_ptr<const LossOverlays> overlays; ///< published laws
    std::shared_ptr<const ScalingCurves> scaling; ///< over model size and tokens
    Message fitOrigin;
};

} // namespace moe
