// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/loss/model/loss_fit.h"
#include "models/engine/loss/model/loss_kernel.h"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>
#include <map>

namespace moe {
namespace {

using Array = Eigen::Array<double, Eigen::Dynamic, 1>;
using Index = Eigen::Index;

/// Share of the prior variance kept on the diagonal of Kmm; a run already explained to this share adds
/// nothing.
constexpr double kJitter = 1e-8;
/// Keeps the factor of I − A⁻¹ real where the data say nearly nothing; far below any variance shown.
constexpr double kFactorJitter = 1e-12;

/// The fitted runs as columns; runs of one group share the group part of the covariance.
struct Data {
    std::vector<LossInput> inputs;
    Array u, v, error, precision; ///< precision: 1/sd²
    std::vector<std::size_t> group;
    std::vector<LossInput> groups; ///< u and v unused
    std::vector<double> shares;
};

void sortUnique(std::vector<double>& values) {
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
}

Data dataOf(const LossSurface& surface, const LossTable* dense, const LossTable* moe) {
    Data data;
    std::vector<LossRow> rows;
    for (const LossTable* table : {dense, moe}) {
        if (table == nullptr) continue;
        const std::vector<LossRow> more = lossRows(*table);
        rows.insert(rows.end(), more.begin(), more.end());
    }
    const auto size = static_cast<Index>(rows.size());
    data.u.resize(size);
    data.v.resize(size);
    data.error.resize(size);
    data.precision.resize(size);
    std::map<std::array<double, 3>, std::size_t> known;
    for (Index i = 0; i < size; ++i) {
        const LossRow& row = rows[static_cast<std::size_t>(i)];
        const LossInput z = lossInputAt(surface, row.at);
        const auto [place, isNew] = known.try_emplace({z[0], z[1], z[2]}, data.groups.size());
        if (isNew) {
            data.groups.push_back(z);
            data.shares.push_back(std::exp(z[2]));
        }
        data.group.push_back(place->second);
        data.inputs.push_back(z);
        data.u(i) = z[3];
        data.v(i) = z[4];
        data.error(i) = row.lnLoss - lnLoss(surface.c, row.at);
        const double sd = runNoise(row.excess);
        data.precision(i) = 1 / (sd * sd);
    }
    sortUnique(data.shares);
    return data;
}

/// K(data, pivot), one exponential per run.
LossVector covarianceColumn(const Data& data, std::size_t pivot) {
    const LossInput& z = data.inputs[pivot];
    std::vector<kernel::GroupPart> parts;
    for (const LossInput& group : data.groups) parts.push_back(kernel::groupPart(group, z));
    const Array a = kernel::kRunRate[3] * (data.u - z[3]).abs();
    const Array b = kernel::kRunRate[4] * (data.v - z[4]).abs();
    const Array run = (1 + a + a.square() / 3) * (1 + b + b.square() / 3) * (-a - b).exp();
    LossVector column(run.size());
    for (Index i = 0; i < run.size(); ++i) {
        const kernel::GroupPart& part = parts[data.group[static_cast<std::size_t>(i)]];
        column(i) = part.constant + part.scale * run(i);
    }
    return column;
}

struct Pivots {
    std::vector<std::size_t> rows;
    LossMatrix covariance; ///< K(data, pivots)
};

/// Greedy: next the run whose value the chosen ones leave least certain.
Pivots pivotsOf(const Data& data, Index most) {
    const auto size = static_cast<Index>(data.inputs.size());
    most = std::min(most, size);
    Pivots found{{}, LossMatrix(size, most)};
    LossMatrix factor(size, most);
    LossVector left = LossVector::Constant(size, kernel::kVariance);
    Index count = 0;
    while (count < most) {
        Index best = 0;
        if (!(left.maxCoeff(&best) > kJitter * kernel::kVariance)) break;
        found.rows.push_back(static_cast<std::size_t>(best));
        found.covariance.col(count) = covarianceColumn(data, found.rows.back());
        factor.col(count) = found.covariance.col(count);
        factor.col(count).noalias() -= factor.leftCols(count) * factor.row(best).head(count).transpose();
        factor.col(count) /= std::sqrt(left(best));
        left -= factor.col(count).cwiseAbs2();
        left(best) = 0;
        ++count;
    }
    found.covariance.conservativeResize(Eigen::NoChange, count);
    return found;
}

/// U upper triangular with W = UUᵀ.
LossMatrix upperFactor(const LossMatrix& w) {
    const LossMatrix reversed = w.reverse();
    const LossMatrix lower = reversed.llt().matrixL();
    return lower.reverse();
}

} // namespace

LossResidual fitLossResidual(const LossSurface& surface, const LossTable* dense, const LossTable* moe,
                             int pivots) {
    const Data data = dataOf(surface, dense, moe);
    const Pivots chosen = pivotsOf(data, pivots);
    const Index m = chosen.covariance.cols();
    LossResidual residual;
    residual.shares = data.shares;
    if (m == 0) return residual;

    LossMatrix kmm(m, m);
    for (Index i = 0; i < m; ++i) {
        const std::size_t row = chosen.rows[static_cast<std::size_t>(i)];
        residual.pivots.push_back(data.inputs[row]);
        kmm.row(i) = chosen.covariance.row(static_cast<Index>(row));
    }
    kmm.diagonal().array() += kJitter * kernel::kVariance;
    const LossMatrix lm = kmm.llt().matrixL();

    LossMatrix phi = chosen.covariance.transpose();
    lm.triangularView<Eigen::Lower>().solveInPlace(phi);
    const LossVector target = phi * (data.error * data.precision).matrix();
    phi.array().rowwise() *= data.precision.sqrt().transpose();
    LossMatrix a = LossMatrix::Identity(m, m);
    a.selfadjointView<Eigen::Lower>().rankUpdate(phi);
    const Eigen::LLT<LossMatrix> solver(a);

    LossVector beta = solver.solve(target);
    lm.triangularView<Eigen::Lower>().transpose().solveInPlace(beta);
    residual.beta.assign(beta.data(), beta.data() + m);

    LossMatrix known = -solver.solve(LossMatrix::Identity(m, m));
    known.diagonal().array() += 1 + kFactorJitter;
    LossMatrix factor = upperFactor(known); // then Lm⁻ᵀU = Rᵀ
    lm.triangularView<Eigen::Lower>().transpose().solveInPlace(factor);
    for (Index i = 0; i < m; ++i)
        for (Index j = 0; j <= i; ++j) residual.factor.push_back(factor(j, i));
    return residual;
}

} // namespace moe
