// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/loss/model/loss_fit.h"
#include "models/engine/loss/study/loss_study.h"

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <limits>

namespace moe {
namespace {

// Residual of the loss model along learning rate and batch: its lengths, amplitude and noise.
constexpr double kLengthX = 2.094, kLengthB = 2.658, kAmplitude = 0.0244;
constexpr double kNoise = 0.0009, kNoisePerExcess = 0.0764;
constexpr double kPrior = 1;      ///< sd of the quadratic's coefficients: free
constexpr std::size_t kTerms = 6; ///< 1, x, b, x², xb, b²
constexpr int kScan = 49, kZooms = 6;

double matern(double distance, double length) {
    const double a = std::sqrt(5.0) * std::abs(distance) / length;
    return (1 + a + a * a / 3) * std::exp(-a);
}
double kernel(double dx, double db) {
    return kAmplitude * kAmplitude * matern(dx, kLengthX) * matern(db, kLengthB);
}
std::array<double, kTerms> quadratic(double x, double b) {
    return {1, x, b, x * x, x * b, b * b};
}

void widen(Range& range, double value) {
    range.min = std::min(range.min, value);
    range.max = std::max(range.max, value);
}

/// Smallest of f over [range], by scans that close in.
template <class F> double argmin(Range range, F f) {
    const Range bounds = range;
    double at = range.min;
    for (int zoom = 0; zoom < kZooms; ++zoom) {
        double best = std::numeric_limits<double>::infinity();
        const double step = (range.max - range.min) / (kScan - 1);
        for (int i = 0; i < kScan; ++i) {
            const double x = range.min + i * step;
            if (const double value = f(x); value < best) best = value, at = x;
        }
        range = {std::max(bounds.min, at - 2 * step), std::min(bounds.max, at + 2 * step)};
    }
    return at;
}

} // namespace

StudyTruth::StudyTruth(const LossTable& table, const LossGroup& group) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    m_x = m_b = {infinity, -infinity};
    std::vector<double> lnLoss;
    for (const int index : group.runs) {
        const LossRun& run = table.runs[static_cast<std::size_t>(index)];
        const Run point{std::log(run.learningRate / kLossLr), std::log(run.batchTokens() / kLossBatch),
                        runExcess(table, run)};
        if (point.excess > kDivergedExcess) continue;
        widen(m_x, point.x);
        widen(m_b, point.b);
        m_runs.push_back(point);
        lnLoss.push_back(std::log(run.loss));
    }
    m_lnMean = std::log(group.bestLoss);
    const auto size = static_cast<Eigen::Index>(m_runs.size());
    Eigen::MatrixXd covariance(size, size);
    Eigen::VectorXd target(size);
    for (Eigen::Index i = 0; i < size; ++i) {
        const Run& p = m_runs[static_cast<std::size_t>(i)];
        target(i) = lnLoss[static_cast<std::size_t>(i)] - m_lnMean;
        const auto pi = quadratic(p.x, p.b);
        for (Eigen::Index j = 0; j <= i; ++j) {
            const Run& q = m_runs[static_cast<std::size_t>(j)];
            const auto qj = quadratic(q.x, q.b);
            double value = kernel(p.x - q.x, p.b - q.b);
            for (std::size_t k = 0; k < kTerms; ++k) value += kPrior * kPrior * pi[k] * qj[k];
            covariance(i, j) = value;
        }
        covariance(i, i) += std::pow(kNoise + kNoisePerExcess * p.excess, 2);
    }
    const Eigen::VectorXd weights = covariance.selfadjointView<Eigen::Lower>().llt().solve(target);
    m_weights.assign(weights.data(), weights.data() + size);
    m_weights.resize(m_runs.size() + kTerms, 0);
    for (std::size_t i = 0; i < m_runs.size(); ++i) {
        const auto terms = quadratic(m_runs[i].x, m_runs[i].b);
        for (std::size_t k = 0; k < kTerms; ++k)
            m_weights[m_runs.size() + k] += kPrior * kPrior * terms[k] * m_weights[i];
    }
    const auto along = [&](double x) { return argmin(m_b, [&](double b) { return this->lnLoss(x, b); }); };
    const double x = argmin(m_x, [&](double at) { return this->lnLoss(at, along(at)); });
    const double b = along(x);
    m_best = {kLossLr * std::exp(x), kLossBatch * std::exp(b), std::exp(this->lnLoss(x, b))};
}

double StudyTruth::lnLoss(double x, double b) const {
    double value = m_lnMean;
    for (std::size_t i = 0; i < m_runs.size(); ++i)
        value += m_weights[i] * kernel(x - m_runs[i].x, b - m_runs[i].b);
    const auto terms = quadratic(x, b);
    for (std::size_t k = 0; k < kTerms; ++k) value += m_weights[m_runs.size() + k] * terms[k];
    return value;
}

double StudyTruth::loss(double lr, double batchTokens) const {
    return std::exp(lnLoss(std::clamp(std::log(lr / kLossLr), m_x.min, m_x.max),
                           std::clamp(std::log(batchTokens / kLossBatch), m_b.min, m_b.max)));
}

double StudyTruth::bestBatch(double lr) const {
    const double x = std::clamp(std::log(lr / kLossLr), m_x.min, m_x.max);
    return kLossBatch * std::exp(argmin(m_b, [&](double b) { return lnLoss(x, b); }));
}

double StudyTruth::regret(double lr, double batchTokens) const {
    return loss(lr, batchTokens) / m_best.loss - 1;
}

double StudyTruth::measuredRegret(double lr, double batchTokens) const {
    const double x = std::log(lr / kLossLr), b = std::log(batchTokens / kLossBatch);
    const auto nearest = std::min_element(m_runs.begin(), m_runs.end(), [&](const Run& p, const Run& q) {
        return std::hypot(p.x - x, p.b - b) < std::hypot(q.x - x, q.b - b);
    });
    return nearest == m_runs.end() ? 0 : nearest->excess;
}

std::vector<StudyTruth> studyTruths(const LossTable& table) {
    std::vector<StudyTruth> truths;
    for (const LossGroup& group : table.groups) truths.emplace_back(table, group);
    return truths;
}

StudyTruths studyTruths(const StudyTables& tables) {
    StudyTruths truths;
    if (tables.dense != nullptr) truths.dense = studyTruths(*tables.dense);
    if (tables.moe != nullptr) truths.moe = studyTruths(*tables.moe);
    return truths;
}

} // namespace moe
