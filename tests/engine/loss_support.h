// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The loss surface as published with its method, and the tables it was fitted on.

#include "models/engine/loss/model/loss_fit.h"
#include "models/engine/loss/model/loss_model.h"
#include "tests/support/registry.h"

#include <array>
#include <optional>

namespace moe::test {

inline constexpr const char* kDenseTable = "data/step-law/dense_lr_bs_loss.csv";
inline constexpr const char* kMoeTable = "data/step-law/moe_lr_bs_loss.csv";
inline constexpr const char* kFitsTable = "data/step-law/1004_fitted_lr_bs_scaling_model_parameters.csv";

/// Coefficients of the fit on all 2438 kept rows, six decimals.
inline constexpr std::array<double, LossSurface::kSize> kReferenceCoefficients{
    .045870,   .004254,  -.494757, .349988,   -.188442, -.464741,  // E a0 a1 θ b0 b1
    -.943512,  -.195432, -.580611, .244522,   -.054643,            // g, l
    -.251493,  -.168182, .585581,  -.089778,                       // m
    -4.823099, 1.075520, .275474,  -1.946435, .191345,  -.300154}; // bowls

inline LossSurface referenceSurface() {
    LossSurface surface;
    surface.c = kReferenceCoefficients;
    surface.origin = "reference coefficients";
    surface.dense = LossHull{
        {2.14663680e8, 1.073741824e9}, {4e9, 1e11}, {18.6, 466}, {1, 1}, {2.44140625e-4, 2.209708691e-2},
        {16 * 2048.0, 2048 * 2048.0}};
    surface.moe = LossHull{{2.150612992e9, 2.156188672e9},
                           {2e9, 2e10},
                           {.9275, 9.3},
                           {.0222, .5455},
                           {1.72633492e-4, 2.76213586e-3},
                           {32 * 2048.0, 512 * 2048.0}};
    return surface;
}

/// The surface alone.
inline LossModel referenceModel() {
    return {referenceSurface(), std::nullopt, {}};
}

inline LossPoint pointOf(const LossTable& table, const LossRun& run) {
    const LossGroup& group = table.groups[static_cast<std::size_t>(run.group)];
    const double share = table.moe ? activeShare(run.params, run.activeParams, group.sharedParams) : 1;
    return {run.params, run.tokens, share, run.learningRate, run.batchTokens()};
}

/// The published tables and the model fitted on them, once for all tests; without tables, `fitted` is empty.
struct PublishedLoss {
    LossTable dense, moe;
    std::optional<LossModel> fitted;
};
const PublishedLoss& publishedLoss();

} // namespace moe::test
