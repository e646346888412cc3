// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The loss model at one model size, token budget and active share, over grids of learning rate × batch. What
// depends on the slice alone is computed once; a grid then costs an outer product and one matrix product.

#include "models/engine/loss/model/loss_model.h"

#include <vector>

namespace moe {

class LossSlice {
public:
    /// The model must outlive the slice.
    /// Without Na that of the published family at this share (LossPoint::activeParams).
    LossSlice(const LossModel& model, double params, double tokens, double activeShare,
              double activeParams = 0);

    /// LossModel::loss on the grid: [j * lr.size() + i] at lr[i], batchTokens[j].
    std::vector<double> loss(const std::vector<double>& lr, const std::vector<double>& batchTokens) const;
    /// Variance of the model (LossPrediction::sd²), same layout.
    std::vector<double> variance(const std::vector<double>& lr, const std::vector<double>& batchTokens) const;

    LossPoint point(double lr, double batchTokens) const {
        return {m_params, m_tokens, m_share, lr, batchTokens, m_active};
    }
    /// Closed form.
    const LossOptimum& centre() const { return m_centre; }
    /// Whether optimum() is read off the residual, which is trusted by more than half here.
    bool optimumInside() const;
    /// LossModel::optimum.
    LossOptimum optimum() const;

private:
    /// `narrow`: without the slack of bowls outside the fitted runs, so that the best has one place there
    /// too.
    std::vector<double> surfaceLoss(const std::vector<double>& lr, const std::vector<double>& batchTokens,
                                    bool narrow = false) const;
    std::vector<double> lossOf(const std::vector<double>& lr, const std::vector<double>& batchTokens,
                               bool narrow) const;

    const LossModel& m_model;
    double m_params, m_tokens, m_share, m_active;
    LossOptimum m_centre; ///< its loss unbounded
    LossPlace m_place;
    /// Covariance with each pivot = constant + scale·k(u)·k(v), u and v from a centre.
    struct Pivots {
        std::vector<double> constant, scale;
        LossOptimum centre;
    };
    bool countsResidual() const; ///< else the closed form says all
    Pivots pivotsAt(LossSurface::Size size) const;
    Pivots m_here, m_runs; ///< of this size, and of m_place.runs
};

} // namespace moe
