// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/loss/model/loss_fit.h"

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <utility>

namespace moe {
namespace {

using I = LossIndex;
using Vector = Eigen::Matrix<double, Eigen::Dynamic, 1>;
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic>;

constexpr double kBowlPrior = 0.03; ///< weak: keeps a bowl that the data do not need finite
constexpr double kFloorPrior = 0.5, kFloorMean = -0.175; ///< the floor exp(E) is hardly identified
constexpr std::size_t kFirstBowl = I::C1;
constexpr int kMaxTrials = 200;
constexpr std::size_t kFewestRows = 18;

constexpr std::size_t kFewestRungs = 3; ///< learning rates or batches that show a bowl

struct Variety {
    std::array<bool, 3> slopes{}; ///< n, d, s vary, each apart from the ones before it
    std::size_t groups = 0, rates = 0, batches = 0;
};

/// Values that are told apart: runs within a twentieth of an e-fold count once.
long rung(double logarithm) {
    return std::lround(20 * logarithm);
}

Variety varietyOf(const std::vector<LossRow>& rows) {
    constexpr double kApart = 0.05; // sd in log units that a slope can be read from
    std::set<std::array<long, 3>> groups;
    std::set<long> rates, batches;
    Matrix basis(static_cast<Eigen::Index>(rows.size()), 4);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const LossCoordinates& at = rows[i].at;
        groups.insert({rung(at.n), rung(at.d), rung(at.s)});
        rates.insert(rung(at.x));
        batches.insert(rung(at.b));
        basis.row(static_cast<Eigen::Index>(i)) << 1, at.d, at.n, at.s;
    }
    Variety variety{{}, groups.size(), rates.size(), batches.size()};
    constexpr std::array<std::size_t, 3> kOrder{1, 0, 2};   // tokens before size before sparsity
    for (Eigen::Index j = 0; j < 4 && !rows.empty(); ++j) { // Gram–Schmidt
        for (Eigen::Index k = 0; k < j; ++k) basis.col(j) -= basis.col(k).dot(basis.col(j)) * basis.col(k);
        const double norm = basis.col(j).norm();
        const bool varies = norm > kApart * std::sqrt(static_cast<double>(rows.size()));
        if (varies)
            basis.col(j) /= norm;
        else
            basis.col(j).setZero();
        if (j > 0) variety.slopes[kOrder[static_cast<std::size_t>(j - 1)]] = varies;
    }
    return variety;
}

/// Gauss–Newton normal equations of the robust cost at c, over the free coefficients.
struct Normal {
    Matrix hessian;
    Vector gradient;
};

Normal normalEquations(const LossCoefficients& c, const std::vector<LossRow>& rows,
                       const std::vector<std::size_t>& free) {
    const auto size = static_cast<Eigen::Index>(free.size());
    Matrix jacobian(static_cast<Eigen::Index>(rows.size()), size);
    Vector residual(jacobian.rows());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        LossCoefficients gradient;
        const LossRow& row = rows[i];
        const double e = row.weight * (lnLoss(c, row.at, &gradient) - row.lnLoss);
        const double root = std::pow(1 + e * e / 4, -0.25); // square root of the weight 1/√(1 + e²/4)
        const auto at = static_cast<Eigen::Index>(i);
        residual(at) = root * e;
        for (Eigen::Index j = 0; j < size; ++j)
            jacobian(at, j) = root * row.weight * gradient[free[static_cast<std::size_t>(j)]];
    }
    Normal normal{Matrix::Zero(size, size), jacobian.transpose() * residual};
    normal.hessian.selfadjointView<Eigen::Lower>().rankUpdate(jacobian.transpose());
    for (Eigen::Index j = 0; j < size; ++j) {
        const std::size_t k = free[static_cast<std::size_t>(j)];
        if (k >= kFirstBowl) {
            normal.hessian(j, j) += kBowlPrior * kBowlPrior;
            normal.gradient(j) += kBowlPrior * kBowlPrior * c[k];
        } else if (k == I::E) {
            normal.hessian(j, j) += kFloorPrior * kFloorPrior;
            normal.gradient(j) += kFloorPrior * kFloorPrior * (c[k] - kFloorMean);
        }
    }
    return normal;
}

bool isUsable(const LossRun& run) {
    for (double value : {run.params, run.tokens, run.learningRate, run.batch, run.loss})
        if (!(value > 0) || !std::isfinite(value)) return false;
    return true;
}

void widen(Range& range, double value) {
    range.min = std::min(range.min, value);
    range.max = std::max(range.max, value);
}

LossHull hullOf(const LossTable& table) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    constexpr Range empty{infinity, -infinity};
    LossHull hull{empty, empty, empty, empty, empty, empty};
    for (const LossRun& run : table.runs) {
        if (!(runExcess(table, run) <= kDivergedExcess) || !isUsable(run)) continue;
        const LossGroup& group = table.groups[static_cast<std::size_t>(run.group)];
        widen(hull.params, run.params);
        widen(hull.tokens, run.tokens);
        widen(hull.tokensPerParam, run.tokens / run.params);
        widen(hull.activeShare, activeShare(run.params, run.activeParams, group.sharedParams));
        widen(hull.lr, run.learningRate);
        widen(hull.batchTokens, run.batchTokens());
    }
    return hull;
}

} // namespace

double runExcess(const LossTable& table, const LossRun& run) {
    return run.loss / table.groups[static_cast<std::size_t>(run.group)].bestLoss - 1;
}

std::vector<LossRow> lossRows(const LossTable& table) {
    std::vector<LossRow> rows;
    rows.reserve(table.runs.size());
    for (const LossRun& run : table.runs) {
        const double r = runExcess(table, run);
        if (!(r <= kDivergedExcess) || !isUsable(run)) continue;
        const LossGroup& group = table.groups[static_cast<std::size_t>(run.group)];
        const double share = table.moe ? activeShare(run.params, run.activeParams, group.sharedParams) : 1;
        rows.push_back({lossCoordinates({run.params, run.tokens, share, run.learningRate, run.batchTokens()}),
                        std::log(run.loss), r, 1 / std::hypot(0.0015, 0.15 * r)});
    }
    return rows;
}

double lnLoss(const LossCoefficients& c, const LossCoordinates& at, LossCoefficients* gradient) {
    const double params = std::exp(c[I::A0] + c[I::A1] * (at.n + c[I::Theta] * at.s));
    const double tokens = std::exp(c[I::B0] + c[I::B1] * at.d);
    const double floor = std::exp(c[I::E]), exponent = std::exp(c[I::G]);
    const double lnS = std::log(params + tokens), reducible = std::exp(exponent * lnS);
    const double best = floor + reducible;
    const double u = at.x - (c[I::L0] + c[I::L1] * at.n + c[I::L2] * at.d + c[I::L3] * at.s);
    const double v = at.b - (c[I::M0] + c[I::M1] * at.n + c[I::M2] * at.d + c[I::M3] * at.s);
    double value = std::log(best), du = 0, dv = 0;
    for (std::size_t k = kFirstBowl; k < I::Size; k += 3) {
        const double scale = std::exp(c[k]), z = c[k + 1] * u + c[k + 2] * v;
        const double phi = scale * lossPhi(z);
        value += phi;
        if (gradient == nullptr) continue;
        const double slope = scale * lossPhiSlope(z);
        du += slope * c[k + 1];
        dv += slope * c[k + 2];
        (*gradient)[k] = phi;
        (*gradient)[k + 1] = slope * u;
        (*gradient)[k + 2] = slope * v;
    }
    if (gradient == nullptr) return value;
    LossCoefficients& to = *gradient;
    const double perS = exponent * reducible / (params + tokens) / best; // ∂ ln L*/∂S
    to[I::E] = floor / best;
    to[I::A0] = perS * params;
    to[I::A1] = perS * params * (at.n + c[I::Theta] * at.s);
    to[I::Theta] = perS * params * c[I::A1] * at.s;
    to[I::B0] = perS * tokens;
    to[I::B1] = perS * tokens * at.d;
    to[I::G] = exponent * lnS * reducible / best;
    const std::array<double, 4> basis{1, at.n, at.d, at.s};
    for (std::size_t i = 0; i < basis.size(); ++i) {
        to[I::L0 + i] = -du * basis[i];
        to[I::M0 + i] = -dv * basis[i];
    }
    return value;
}

double lossCost(const LossCoefficients& c, const std::vector<LossRow>& rows) {
    double cost = 0;
    for (const LossRow& row : rows) {
        const double e = row.weight * (lnLoss(c, row.at) - row.lnLoss);
        cost += 8 * (std::sqrt(1 + e * e / 4) - 1);
    }
    for (std::size_t k = kFirstBowl; k < I::Size; ++k) cost += kBowlPrior * kBowlPrior * c[k] * c[k];
    const double floor = kFloorPrior * (c[I::E] - kFloorMean);
    return 0.5 * (cost + floor * floor);
}

LossCoefficients lossStart() {
    return {-0.175, 0.497,  -0.539, 0.5,  0.473, -0.432, -1.109,    // L*
            0,      -0.636, 0.26,   0,    0,     -0.137, 0.614,  0, // x*, b*
            -4.8,   1,      0.35,   -2.4, 0.27,  -0.37};            // bowls
}

LossMask identified(const std::vector<LossRow>& rows) {
    LossMask free{};
    const Variety variety = varietyOf(rows);
    free[I::A0] = !rows.empty();
    free[I::A1] = variety.slopes[0];
    free[I::B1] = variety.slopes[1];
    free[I::Theta] = variety.slopes[2];
    free[I::B0] = variety.groups >= 3 && free[I::B1];
    free[I::G] = variety.groups >= 5 && free[I::B1];
    free[I::E] = variety.groups >= 6 && free[I::B1];
    const bool x = variety.rates >= kFewestRungs, b = variety.batches >= kFewestRungs;
    free[I::L0] = x;
    free[I::M0] = b;
    for (std::size_t k = 0; k < variety.slopes.size(); ++k) {
        free[I::L1 + k] = x && variety.slopes[k];
        free[I::M1 + k] = b && variety.slopes[k];
    }
    for (std::size_t bowl : {I::C1, I::C2}) {
        free[bowl] = x || b;
        free[bowl + 1] = x;
        free[bowl + 2] = b;
    }
    return free;
}

/// Levenberg–Marquardt with Marquardt's scaling; λ starts at 1e-3, × 0.2 after a good step, × 6 after a bad
/// one.
void minimiseLossCost(LossSurface& surface, const std::vector<LossRow>& rows, const LossMask& mask,
                      double enough) {
    std::vector<std::size_t> free;
    for (std::size_t k = 0; k < I::Size; ++k)
        if (mask[k]) free.push_back(k);
    surface.cost = lossCost(surface.c, rows);
    double lambda = 1e-3;
    Normal normal = normalEquations(surface.c, rows, free);
    for (int trial = 0; trial < kMaxTrials && lambda < 1e12; ++trial) {
        Matrix damped = normal.hessian;
        damped.diagonal() *= 1 + lambda;
        const Vector step = damped.selfadjointView<Eigen::Lower>().llt().solve(normal.gradient);
        LossCoefficients next = surface.c;
        for (std::size_t j = 0; j < free.size(); ++j) next[free[j]] -= step(static_cast<Eigen::Index>(j));
        const double cost = lossCost(next, rows);
        if (!(cost < surface.cost)) { // also NaN
            lambda *= 6;
            continue;
        }
        const double gain = surface.cost - cost;
        surface.c = next;
        surface.cost = cost;
        ++surface.iterations;
        if (gain < enough * cost) break;
        lambda *= 0.2;
        normal = normalEquations(surface.c, rows, free);
    }
}

Message originOf(const LossSurface& surface, const std::vector<const char*>& assumed) {
    std::vector<Message> parts{say("fit of %1 runs (%2), Step Law tables", surface.keptRows,
                                   surface.dense && surface.moe ? say("dense + MoE")
                                   : surface.moe                ? say("MoE")
                                                                : say("dense"))};
    for (const char* name : assumed) parts.push_back(say("effect of %1 assumed, not fitted", say(name)));
    return listed(std::move(parts), "; ");
}

Message LossSurface::fitOrigin() const {
    std::vector<const char*> assumed;
    for (const LossEffect& effect : kLossEffects)
        if (origin.find(std::string("effect of ") + effect.name) != std::string::npos)
            assumed.push_back(effect.name);
    Message made = originOf(*this, assumed);
    return toString(made) == origin ? made : Message(origin);
}

Result<LossSurface> fitLossSurface(const LossTable* dense, const LossTable* moe) {
    LossSurface surface;
    surface.c = lossStart();
    std::vector<LossRow> rows;
    std::size_t runs = 0;
    for (const LossTable* table : {dense, moe}) {
        if (table == nullptr || table->runs.empty()) continue;
        const std::vector<LossRow> more = lossRows(*table);
        rows.insert(rows.end(), more.begin(), more.end());
        runs += table->runs.size();
        (table->moe ? surface.moe : surface.dense) = hullOf(*table);
    }
    if (rows.size() < kFewestRows) {
        return Problem{dense != nullptr ? dense->source
                       : moe != nullptr ? moe->source
                                        : "",
                       0,
                       0,
                       "loss surface",
                       say("must have at least %1 runs that did not diverge", kFewestRows),
                       std::to_string(rows.size())};
    }
    const LossMask free = identified(rows);
    minimiseLossCost(surface, rows, free);
    surface.keptRows = static_cast<int>(rows.size());
    surface.divergedRows = static_cast<int>(runs - rows.size());
    std::vector<const char*> assumed;
    for (const LossEffect& effect : kLossEffects)
        if (!free[effect.coefficient]) assumed.push_back(effect.name);
    surface.origin = toString(originOf(surface, assumed));
    return surface;
}

} // namespace moe
