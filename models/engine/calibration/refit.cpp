// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/calibration/refit.h"

#include "models/engine/shape/setup.h"
#include "models/engine/time/step_time.h"

#include <Eigen/Cholesky>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace moe {
namespace {

/// Scatter of ln(predicted/measured) of runs that the model knows all of: what the 29 runs were left with.
constexpr double kScatter = 0.06;
/// Student's t with four degrees of freedom: a run three scatters off has 0.38 of the pull of a near one.
constexpr double kFreedom = 4;
/// Standard deviations of its prior that a constant's range holds. What a class of GPUs reaches is known from
/// its runs alone; constants that all runs share absorb what the formulas leave out of some, so they are held
/// tighter: of 4, 8 and 16 the last predicts sources best that the fit did not see.
constexpr double kDeviations = 4, kSharedDeviations = 16;
constexpr double kSlopeStep = 1e-4;
constexpr int kMostRounds = 40;
constexpr double kSettled = 1e-5; ///< largest change of a logarithm

double priorDeviation(const StepConstantRow& row) {
    return std::log(row.high / row.low) / (*row.generation ? kDeviations : kSharedDeviations);
}

std::string clusterOf(const MeasuredCase& one) {
    const Scenario& scenario = one.scenario;
    return one.publisher + '|' + one.model + '|' + scenario.gpu.preset + '|' +
           std::to_string(static_cast<int>(scenario.precision.compute));
}

const CaseQuantity* stepQuantity() {
    return findCaseQuantity("step_seconds");
}

/// A point of the search: logarithms of the constants that move.
class Search {
public:
    Search(const StepRuns& runs, const RefitStart& start, const std::vector<bool>& used)
        : m_runs(runs), m_used(used) {
        const auto& rows = stepConstantRows();
        for (std::size_t k = 0; k < rows.size(); ++k) {
            bool felt = false;
            for (std::size_t i = 0; i < runs.size(); ++i) felt = felt || (uses(i) && start.slopes[k][i] != 0);
            if (felt && rows[k].high > rows[k].low) m_moved.push_back(k);
        }
        const auto size = static_cast<Eigen::Index>(m_moved.size());
        m_prior.resize(size), m_low.resize(size), m_high.resize(size), m_stiffness.resize(size);
        for (Eigen::Index j = 0; j < size; ++j) {
            const StepConstantRow& row = rows[m_moved[static_cast<std::size_t>(j)]];
            m_prior(j) = std::log(row.get(kStepConstants));
            m_low(j) = std::log(row.low), m_high(j) = std::log(row.high);
            m_stiffness(j) = 1 / (priorDeviation(row) * priorDeviation(row));
        }
        m_point = m_prior;
        m_residuals = start.residuals;
        m_slopes.resize(static_cast<Eigen::Index>(runs.size()), size);
        for (Eigen::Index j = 0; j < size; ++j)
            m_slopes.col(j) =
                Eigen::Map<const Eigen::VectorXd>(start.slopes[m_moved[static_cast<std::size_t>(j)]].data(),
                                                  static_cast<Eigen::Index>(runs.size()));
    }

    Refit solved() {
        Refit made;
        made.converged = m_moved.empty(); // no run is left to fit to
        double damping = 1e-3, error = objective(m_residuals, m_point);
        for (; made.rounds < kMostRounds && !made.converged; ++made.rounds) {
            if (made.rounds > 0) readSlopes();
            const auto [matrix, gradient] = normalEquations();
            bool better = false;
            while (!better && damping < 1e8) {
                const Eigen::VectorXd next = stepped(matrix, gradient, damping);
                const double moved = (next - m_point).cwiseAbs().maxCoeff();
                std::vector<double> residuals = m_runs.residuals(constantsAt(next));
                const double value = objective(residuals, next);
                better = value <= error;
                damping *= better ? 0.2 : 10;
                if (!better) {
                    made.converged = moved < kSettled;
                    if (made.converged) break;
                    continue;
                }
                made.converged = moved < kSettled || error - value < 1e-7 * error;
                m_point = next;
                m_residuals = std::move(residuals);
                error = value;
            }
            if (!better) break;
        }
        made.constants = constantsAt(m_point);
        made.moved = m_moved;
        made.residuals = m_residuals;
        for (std::size_t i = 0; i < m_runs.size(); ++i) made.runs += uses(i) ? 1 : 0;
        if (m_moved.empty()) return made;
        const Eigen::MatrixXd matrix = normalEquations().first;
        const Eigen::MatrixXd covariance =
            matrix.ldlt().solve(Eigen::MatrixXd::Identity(matrix.rows(), matrix.cols()));
        for (Eigen::Index i = 0; i < covariance.rows(); ++i)
            made.covariance.emplace_back(covariance.col(i).data(), covariance.col(i).data() + i + 1);
        return made;
    }

private:
    static Eigen::Index at(std::size_t index) { return static_cast<Eigen::Index>(index); }
    bool uses(std::size_t run) const { return m_used.empty() || m_used[run]; }

    StepConstants constantsAt(const Eigen::VectorXd& point) const {
        StepConstants constants;
        for (Eigen::Index j = 0; j < point.size(); ++j)
            stepConstantRows()[m_moved[static_cast<std::size_t>(j)]].set(constants, std::exp(point(j)));
        return constants;
    }

    /// Half of −2 ln of the likelihood and the priors.
    double objective(const std::vector<double>& residuals, const Eigen::VectorXd& point) const {
        double sum = 0.5 * (point - m_prior).cwiseAbs2().dot(m_stiffness);
        for (std::size_t i = 0; i < residuals.size(); ++i) {
            const double scaled = residuals[i] / kScatter;
            if (uses(i))
                sum += m_runs.weight(i) * (kFreedom + 1) / 2 * std::log1p(scaled * scaled / kFreedom);
        }
        return sum;
    }

    std::pair<Eigen::MatrixXd, Eigen::VectorXd> normalEquations() const {
        Eigen::MatrixXd matrix = m_stiffness.asDiagonal();
        Eigen::VectorXd gradient = m_stiffness.cwiseProduct(m_point - m_prior);
        for (std::size_t i = 0; i < m_runs.size(); ++i) {
            if (!uses(i)) continue;
            const double scaled = m_residuals[i] / kScatter;
            const double pull =
                m_runs.weight(i) * (kFreedom + 1) / (kFreedom + scaled * scaled) / (kScatter * kScatter);
            const Eigen::VectorXd slope = m_slopes.row(at(i)).transpose();
            matrix.noalias() += pull * slope * slope.transpose();
            gradient += pull * m_residuals[i] * slope;
        }
        return {matrix, gradient};
    }

    /// A constant at the end of its range that wants to go beyond stays there.
    Eigen::VectorXd stepped(const Eigen::MatrixXd& matrix, const Eigen::VectorXd& gradient,
                            double damping) const {
        Eigen::MatrixXd damped = matrix;
        damped.diagonal() *= 1 + damping;
        Eigen::VectorXd downhill = -gradient;
        for (int round = 0; round < 4; ++round) {
            const Eigen::VectorXd next = m_point + damped.ldlt().solve(downhill);
            bool frozen = false;
            for (Eigen::Index j = 0; j < next.size(); ++j) {
                const bool beyond = (next(j) > m_high(j) && m_point(j) >= m_high(j)) ||
                                    (next(j) < m_low(j) && m_point(j) <= m_low(j));
                if (!beyond || downhill(j) == 0) continue;
                damped.row(j).setZero(), damped.col(j).setZero();
                damped(j, j) = 1, downhill(j) = 0;
                frozen = true;
            }
            if (!frozen) return next.cwiseMax(m_low).cwiseMin(m_high);
        }
        return (m_point + damped.ldlt().solve(downhill)).cwiseMax(m_low).cwiseMin(m_high);
    }

    void readSlopes() {
        for (Eigen::Index j = 0; j < m_point.size(); ++j) {
            Eigen::VectorXd shifted = m_point;
            shifted(j) += kSlopeStep;
            const StepConstants constants = constantsAt(shifted);
            for (std::size_t i = 0; i < m_runs.size(); ++i) {
                if (m_slopes(at(i), j) == 0 || !uses(i)) continue; // the run does not know the constant
                m_slopes(at(i), j) = (m_runs.residual(i, constants) - m_residuals[i]) / kSlopeStep;
            }
        }
    }

    const StepRuns& m_runs;
    const std::vector<bool>& m_used;
    std::vector<std::size_t> m_moved;
    Eigen::VectorXd m_prior, m_low, m_high, m_stiffness, m_point;
    std::vector<double> m_residuals;
    Eigen::MatrixXd m_slopes;
};

} // namespace

void inTurn(std::size_t count, const std::function<void(std::size_t)>& work) {
    for (std::size_t i = 0; i < count; ++i) work(i);
}

StepRuns::StepRuns(const std::vector<const MeasuredCase*>& cases, const Catalog& catalog) {
    std::map<std::string, double> clusters;
    for (const MeasuredCase* one : cases) {
        if (!one->scenario.train) continue;
        for (const Measured& measured : one->measured) {
            if (measured.quantity != stepQuantity()) continue;
            m_runs.push_back({one, setupOf(one->scenario, catalog), std::log(measured.value), 1});
            clusters[clusterOf(*one)] += 1;
            break;
        }
    }
    for (Run& run : m_runs) run.weight = 1 / std::sqrt(clusters[clusterOf(*run.of)]);
}

double StepRuns::residual(std::size_t run, const StepConstants& constants) const {
    Setup setup = m_runs[run].setup;
    setup.constants = &constants;
    return std::log(stepTime(stepModel(setup)).step.base) - m_runs[run].measured;
}

std::vector<double> StepRuns::residuals(const StepConstants& constants) const {
    std::vector<double> made(size());
    for (std::size_t i = 0; i < size(); ++i) made[i] = residual(i, constants);
    return made;
}

RefitStart refitStart(const StepRuns& runs, const ForEach& forEach) {
    const auto& rows = stepConstantRows();
    RefitStart start{runs.residuals(kStepConstants), {}};
    start.slopes.assign(rows.size(), std::vector<double>(runs.size()));
    forEach(rows.size(), [&](std::size_t k) {
        StepConstants shifted;
        rows[k].set(shifted, rows[k].get(kStepConstants) * std::exp(kSlopeStep));
        for (std::size_t i = 0; i < runs.size(); ++i)
            start.slopes[k][i] = (runs.residual(i, shifted) - start.residuals[i]) / kSlopeStep;
    });
    return start;
}

Refit refit(const StepRuns& runs, const RefitStart& start, const std::vector<bool>& used) {
    return Search(runs, start, used).solved();
}

std::vector<LeftOutFamily> leaveOut(const StepRuns& runs, const RefitStart& start, const Refit& all,
                                    RunFamily family, const ForEach& forEach) {
    std::vector<LeftOutFamily> families;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const std::string& name = familyOf(runs.of(i), family);
        auto at =
            std::find_if(families.begin(), families.end(), [&](const auto& one) { return one.name == name; });
        if (at == families.end()) at = families.insert(families.end(), LeftOutFamily{name, {}, {}, {}, {}});
        at->runs.push_back(i);
    }
    forEach(families.size(), [&](std::size_t f) {
        LeftOutFamily& one = families[f];
        std::vector<bool> used(runs.size(), true);
        for (std::size_t run : one.runs) used[run] = false;
        const Refit others = refit(runs, start, used);
        one.constants = others.constants;
        for (std::size_t run : one.runs) {
            one.inSample.push_back(std::expm1(all.residuals[run]));
            one.leftOut.push_back(std::expm1(others.residuals[run]));
        }
    });
    return families;
}

} // namespace moe
