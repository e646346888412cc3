// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/operators/surface_fit.h"

#include <Eigen/Dense>
#include <Eigen/SparseCholesky>
#include <Eigen/SparseCore>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace moe {
namespace {

constexpr std::size_t kRoofRows = 4000; ///< a roof has four numbers: more rows change nothing
constexpr int kRoofRounds = 80;
constexpr double kRobust = 0.05;     ///< errors beyond count less than their square
constexpr double kSmoothness = 3e-3; ///< of second differences, relative to one row
constexpr double kRidge = 1e-5;
constexpr int kGridRounds = 3;

using RoofVector = Eigen::Vector4d; ///< logarithms of t0, e, u, p

Roof roofOf(const RoofVector& x) {
    return {std::exp(x[0]), std::exp(x[1]), std::exp(x[2]), std::exp(std::clamp(x[3], -0.7, 3.0))};
}

/// Soft L1, as scipy's: 2 f² (sqrt(1 + (r/f)²) − 1).
double softLoss(double error) {
    const double z = error / kRobust;
    return 2 * kRobust * kRobust * (std::sqrt(1 + z * z) - 1);
}

} // namespace

Roof fitRoof(const std::vector<SurfaceRow>& rows, const Roof& from, RoofFit what) {
    std::vector<const SurfaceRow*> used;
    // A golden-ratio stride visits the table evenly, whatever its order.
    const std::size_t count = std::min(rows.size(), kRoofRows);
    for (std::size_t i = 0; i < count; ++i) {
        const double place = std::fmod(static_cast<double>(i) * 0.6180339887498949, 1.0);
        used.push_back(rows.size() > kRoofRows
                           ? &rows[static_cast<std::size_t>(place * static_cast<double>(rows.size()))]
                           : &rows[i]);
    }
    const int free = what == RoofFit::All ? 4 : 3;
    RoofVector x(std::log(std::max(from.start, 1e-3)), std::log(from.compute), std::log(from.memory),
                 std::log(from.blend));
    const auto errorOf = [&](const RoofVector& at, const SurfaceRow& row) {
        return std::log(roofOf(at).us(row.ideal) / row.us);
    };
    const auto lossOf = [&](const RoofVector& at) {
        double sum = 0;
        for (const SurfaceRow* row : used) sum += softLoss(errorOf(at, *row));
        return sum;
    };
    double loss = lossOf(x), damping = 1e-3;
    for (int round = 0; round < kRoofRounds && damping < 1e8; ++round) {
        Eigen::Matrix4d normal = Eigen::Matrix4d::Zero();
        RoofVector gradient = RoofVector::Zero();
        for (const SurfaceRow* row : used) {
            const double error = errorOf(x, *row);
            RoofVector slope = RoofVector::Zero();
            for (int i = 0; i < free; ++i) {
                constexpr double kNudge = 1e-5;
                RoofVector nudged = x;
                nudged[i] += kNudge;
                slope[i] = (errorOf(nudged, *row) - error) / kNudge;
            }
            const double weight = 1 / std::sqrt(1 + error * error / (kRobust * kRobust));
            normal += weight * slope * slope.transpose();
            gradient += weight * error * slope;
        }
        bool better = false;
        while (!better && damping < 1e8) {
            Eigen::Matrix4d damped = normal;
            damped.diagonal() += damping * (normal.diagonal().array() + 1e-9).matrix();
            const RoofVector step = damped.ldlt().solve(gradient);
            RoofVector tried = x;
            tried.head(free) -= step.head(free).cwiseMax(-2).cwiseMin(2);
            const double now = lossOf(tried);
            better = now < loss;
            if (better) {
                const bool done = loss - now < 1e-9 * loss;
                x = tried;
                loss = now;
                damping = std::max(damping / 5, 1e-9);
                if (done) return roofOf(x);
            } else {
                damping *= 4;
            }
        }
    }
    return roofOf(x);
}

void quantise(const std::vector<double>& values, Surface& surface) {
    std::vector<double> sizes(values.size());
    std::transform(values.begin(), values.end(), sizes.begin(), [](double v) { return std::abs(v); });
    std::sort(sizes.begin(), sizes.end());
    const double largest =
        sizes.empty() ? 0 : sizes[static_cast<std::size_t>(0.999 * static_cast<double>(sizes.size() - 1))];
    // Four digits, so that the step a file states is the one that was rounded with.
    const double scale = largest > 0 ? std::pow(10, 4 - std::ceil(std::log10(largest / 127))) : 1;
    surface.step = largest > 0 ? std::ceil(largest / 127 * scale) / scale : 0;
    surface.knots.assign(values.size(), 0);
    if (surface.step > 0)
        for (std::size_t i = 0; i < values.size(); ++i)
            surface.knots[i] =
                static_cast<std::int8_t>(std::clamp(std::round(values[i] / surface.step), -127.0, 127.0));
}

Surface fitSurface(const std::vector<SurfaceRow>& rows, const Roof& roof,
                   const std::vector<std::vector<double>>& axes) {
    Surface surface;
    surface.roof = roof;
    surface.axes = axes;
    if (!rows.empty()) surface.least = surface.most = rows.front().at;
    for (const SurfaceRow& row : rows)
        for (std::size_t d = 0; d < kSurfaceAxes; ++d) {
            surface.least[d] = std::min(surface.least[d], row.at[d]);
            surface.most[d] = std::max(surface.most[d], row.at[d]);
        }
    const std::size_t size = gridSize(axes);
    if (size == 0 || rows.empty()) return surface;

    using Sparse = Eigen::SparseMatrix<double>;
    const auto knots = static_cast<Eigen::Index>(size);
    std::vector<Eigen::Triplet<double>> entries;
    std::vector<GridWeights> weights(rows.size());
    Eigen::VectorXd target(static_cast<Eigen::Index>(rows.size()));
    for (std::size_t r = 0; r < rows.size(); ++r) {
        weights[r] = gridWeights(axes, rows[r].at);
        target[static_cast<Eigen::Index>(r)] = std::log(rows[r].us / roof.us(rows[r].ideal));
        for (std::size_t i = 0; i < weights[r].count; ++i)
            entries.emplace_back(static_cast<int>(r), static_cast<int>(weights[r].index[i]),
                                 weights[r].weight[i]);
    }
    Sparse hats(target.size(), knots);
    hats.setFromTriplets(entries.begin(), entries.end());

    entries.clear();
    int penalties = 0;
    std::size_t stride = 1;
    for (std::size_t d = axes.size(); d-- > 0;) {
        const std::vector<double>& axis = axes[d];
        for (std::size_t i = 0; i < size; ++i) {
            const std::size_t at = i / stride % axis.size();
            if (at == 0 || at + 1 == axis.size()) continue;
            const double left = axis[at] - axis[at - 1], right = axis[at + 1] - axis[at];
            entries.emplace_back(penalties, static_cast<int>(i - stride), right / (left + right));
            entries.emplace_back(penalties, static_cast<int>(i), -1.0);
            entries.emplace_back(penalties++, static_cast<int>(i + stride), left / (left + right));
        }
        stride *= axis.size();
    }
    Sparse bends(penalties, knots);
    bends.setFromTriplets(entries.begin(), entries.end());
    Sparse identity(knots, knots);
    identity.setIdentity();
    const Sparse smooth = Sparse(kSmoothness * Sparse(bends.transpose() * bends)) + kRidge * identity;

    Eigen::VectorXd weight = Eigen::VectorXd::Ones(target.size());
    Eigen::VectorXd values;
    Eigen::SimplicialLDLT<Sparse> solver;
    for (int round = 0; round < kGridRounds; ++round) {
        const Sparse weighted = weight.asDiagonal() * hats;
        const Sparse normal = Sparse(hats.transpose() * weighted) + smooth;
        if (round == 0) solver.analyzePattern(normal);
        solver.factorize(normal);
        values = solver.solve(weighted.transpose() * target);
        const Eigen::VectorXd error = target - hats * values;
        weight = 0.03 / (error.array().square() + 1e-4).sqrt(); // towards the absolute error
    }
    quantise({values.data(), values.data() + values.size()}, surface);
    return surface;
}

} // namespace moe
