// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/loss/model/loss_slice.h"

#include "models/engine/loss/model/loss_coordinates.h"
#include "models/engine/loss/model/loss_kernel.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace moe {
namespace {

using Index = Eigen::Index;
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// ln(value/centre) of each value.
LossVector offsets(const std::vector<double>& values, double centre) {
    LossVector result(static_cast<Index>(values.size()));
    for (std::size_t i = 0; i < values.size(); ++i)
        result(static_cast<Index>(i)) = std::log(values[i] / centre);
    return result;
}

/// k(offset − pivot) in coordinate 3 or 4; pivots down, offsets across. e^{−r|u−p|} is the less of
/// e^{ru}·e^{−rp} and e^{−ru}·e^{rp}: an exponential for each offset and each pivot instead of one for each
/// pair.
LossMatrix factors(const LossResidual& residual, const LossVector& at, std::size_t coordinate) {
    const double rate = kernel::kRunRate[coordinate];
    LossVector pivot(static_cast<Index>(residual.pivots.size()));
    for (Index m = 0; m < pivot.size(); ++m)
        pivot(m) = residual.pivots[static_cast<std::size_t>(m)][coordinate];
    const LossVector down = (-rate * pivot.array()).exp(), up = (rate * pivot.array()).exp();
    LossMatrix result(pivot.size(), at.size());
    for (Index i = 0; i < at.size(); ++i) {
        const auto a = (rate * (at(i) - pivot.array())).abs();
        const auto decay = (std::exp(rate * at(i)) * down).cwiseMin(std::exp(-rate * at(i)) * up);
        result.col(i) = (1 + a + a.square() / 3) * decay.array();
    }
    return result;
}

Eigen::Map<const LossVector> mapped(const std::vector<double>& values) {
    return {values.data(), static_cast<Index>(values.size())};
}

std::vector<double> around(double centre, double reach, int steps) {
    std::vector<double> values;
    for (int i = -steps; i <= steps; ++i) values.push_back(centre * std::exp(reach * i / steps));
    return values;
}

} // namespace

LossSlice::LossSlice(const LossModel& model, double params, double tokens, double activeShare,
                     double activeParams)
    : m_model(model),
      m_params(params),
      m_tokens(tokens),
      m_share(activeShare),
      m_active(activeParams),
      m_centre(model.surface.optimum(params, tokens, activeShare)),
      m_place(model.place(params, tokens, activeShare, activeParams)) {
    if (!model.residual) return;
    m_here = pivotsAt({params, tokens});
    m_runs = m_place.given > 0 ? pivotsAt(m_place.runs) : m_here;
}

LossSlice::Pivots LossSlice::pivotsAt(LossSurface::Size size) const {
    Pivots pivots;
    pivots.centre = m_model.surface.optimum(size.params, size.tokens, m_share);
    const LossInput z = lossInput(
        m_model.surface, {size.params, size.tokens, m_share, pivots.centre.lr, pivots.centre.batchTokens});
    for (const LossInput& pivot : m_model.residual->pivots) {
        const kernel::GroupPart part = kernel::groupPart(z, pivot);
        pivots.constant.push_back(part.constant);
        pivots.scale.push_back(part.scale);
    }
    return pivots;
}

/// Each bowl is an outer product less linear terms: e^{pu}·e^{qv} − 1 − pu − qv. Beyond the clamp of φ and
/// outside the fitted runs the general form is used.
std::vector<double> LossSlice::surfaceLoss(const std::vector<double>& lr,
                                           const std::vector<double>& batchTokens, bool narrow) const {
    const LossVector u = offsets(lr, m_centre.lr), v = offsets(batchTokens, m_centre.batchTokens);
    const Index nx = u.size(), ny = v.size();
    RowMatrix excess = RowMatrix::Zero(ny, nx);
    const std::array<LossBowl, 2> bowls = lossBowls(m_model.surface);
    const std::array<Range, 2> slack =
        narrow ? std::array<Range, 2>{} : m_model.surface.slack(m_params, m_tokens);
    for (std::size_t k = 0; k < bowls.size(); ++k) {
        const LossBowl& bowl = bowls[k];
        const LossVector pu = bowl.p * u, qv = bowl.q * v;
        const bool clamped = pu.cwiseAbs().maxCoeff() + qv.cwiseAbs().maxCoeff() > kLossPhiLimit;
        if (clamped || slack[k] != Range{}) {
            for (Index j = 0; j < ny; ++j)
                for (Index i = 0; i < nx; ++i) {
                    const double z = pu(i) + qv(j);
                    excess(j, i) += bowl.scale * lossPhi(z - std::clamp(z, slack[k].min, slack[k].max));
                }
            continue;
        }
        const LossVector eu = pu.array().exp(), ev = qv.array().exp();
        for (Index j = 0; j < ny; ++j)
            excess.row(j).array() += bowl.scale * (ev(j) * eu.array() - pu.array() - (1 + qv(j))).transpose();
    }
    std::vector<double> loss(static_cast<std::size_t>(nx * ny));
    Eigen::Map<RowMatrix> out(loss.data(), ny, nx);
    out = m_centre.loss * excess.array().min(kLossExcessLimit).exp();
    return loss;
}

std::vector<double> LossSlice::loss(const std::vector<double>& lr,
                                    const std::vector<double>& batchTokens) const {
    return lossOf(lr, batchTokens, false);
}

std::vector<double> LossSlice::lossOf(const std::vector<double>& lr, const std::vector<double>& batchTokens,
                                      bool narrow) const {
    std::vector<double> loss = surfaceLoss(lr, batchTokens, narrow);
    const auto bound = [&] {
        for (double& value : loss) value = boundedLoss(value * m_place.experts);
    };
    if (!countsResidual()) {
        bound();
        return loss;
    }
    const LossResidual& residual = *m_model.residual;
    LossMatrix u = factors(residual, offsets(lr, m_runs.centre.lr), 3);
    const LossMatrix v = factors(residual, offsets(batchTokens, m_runs.centre.batchTokens), 4);
    const LossVector weight = mapped(residual.beta).cwiseProduct(mapped(m_runs.scale));
    u.array().colwise() *= weight.array();
    RowMatrix mean(v.cols(), u.cols());
    mean.noalias() = v.transpose() * u;
    const double constant = mapped(residual.beta).dot(mapped(m_runs.constant));
    Eigen::Map<RowMatrix> out(loss.data(), mean.rows(), mean.cols());
    RowMatrix shift = m_place.weight * (mean.array() + constant);
    if (m_place.given > 0) // m_place.shift() of each
        shift.array() *= (-m_place.given / shift.array().abs()).exp();
    out.array() *= shift.array().exp();
    bound();
    return loss;
}

std::vector<double> LossSlice::variance(const std::vector<double>& lr,
                                        const std::vector<double>& batchTokens) const {
    const std::size_t nx = lr.size(), ny = batchTokens.size();
    std::vector<double> excess = surfaceLoss(lr, batchTokens);
    for (double& value : excess) value = std::log(value / m_centre.loss);
    if (!m_model.residual) {
        for (double& value : excess) value = m_model.variance(m_place, m_place.centre, value);
        return excess;
    }
    const LossResidual& residual = *m_model.residual;
    const auto size = static_cast<Index>(m_here.constant.size());
    LossMatrix root = LossMatrix::Zero(size, size); // R with its zeros
    const double* from = residual.factor.data();
    for (Index m = 0; m < size; from += ++m)
        root.row(m).head(m + 1) = Eigen::Map<const LossVector>(from, m + 1);
    const LossMatrix u = factors(residual, offsets(lr, m_centre.lr), 3);
    const LossMatrix v = factors(residual, offsets(batchTokens, m_centre.batchTokens), 4);
    LossMatrix k(size, static_cast<Index>(nx * ny));
    for (std::size_t j = 0; j < ny; ++j) {
        const LossVector scale = mapped(m_here.scale).cwiseProduct(v.col(static_cast<Index>(j)));
        for (std::size_t i = 0; i < nx; ++i)
            k.col(static_cast<Index>(j * nx + i)) =
                mapped(m_here.constant) + scale.cwiseProduct(u.col(static_cast<Index>(i)));
    }
    LossMatrix product(size, k.cols());
    product.noalias() = root.triangularView<Eigen::Lower>() * k;
    const LossVector explained = product.colwise().squaredNorm();
    const double inflation = residual.inflation(m_share);
    std::vector<double> variance;
    variance.reserve(nx * ny);
    for (const double part : explained) {
        const double own = inflation * std::max(0.0, LossResidual::priorVariance() - part);
        variance.push_back(m_model.variance(m_place, own, excess[variance.size()]));
    }
    return variance;
}

bool LossSlice::countsResidual() const {
    constexpr double kMost = 0.4; // leaves less than 1e-4 of ln L of any residual of the runs
    return m_model.residual && !m_runs.constant.empty() && m_place.weight > 0 && m_place.given < kMost;
}

bool LossSlice::optimumInside() const {
    return m_place.trust > 0.5;
}

LossOptimum LossSlice::optimum() const {
    LossOptimum best = m_centre;
    best.loss = loss({best.lr}, {best.batchTokens}).front();
    constexpr double kMost = 0.06; // the same about the best, where residuals are below 0.01
    if (!countsResidual() || m_place.given > kMost) return best;
    constexpr double kReachLr = 1.2, kReachBatch = 1.6; // e-folds, about what the runs span about x*, b*
    constexpr int kSteps = 12, kZooms = 4;
    double reach = 1;
    for (int zoom = 0; zoom < kZooms; ++zoom, reach /= kSteps / 2.0) {
        const std::vector<double> lr = around(best.lr, reach * kReachLr, kSteps);
        const std::vector<double> batch = around(best.batchTokens, reach * kReachBatch, kSteps);
        const std::vector<double> values = lossOf(lr, batch, true);
        const auto at =
            static_cast<std::size_t>(std::min_element(values.begin(), values.end()) - values.begin());
        const std::size_t i = at % lr.size(), j = at / lr.size();
        if (values[at] < best.loss) best = {lr[i], batch[j], values[at]};
    }
    return best;
}

} // namespace moe
