// SPDX-License-Identifier: GPL-3.0-or-later
// Surfaces of measured operators: roof, grid, fit and what happens where the rows end.

#include "models/engine/operators/surface.h"
#include "models/engine/operators/surface_fit.h"

#include "tests/support/registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace moe;

namespace {

/// Rows on a lattice of two axes whose times are a known roof with a known bend on top.
std::vector<SurfaceRow> lattice(const Roof& roof, double bend) {
    std::vector<SurfaceRow> rows;
    for (int i = 0; i <= 12; ++i)
        for (int j = 0; j <= 12; ++j) {
            const double m = std::exp2(i), n = std::exp2(j);
            SurfaceRow row{{m * n / 1e4, (m + n) / 1e2}, {double(i), double(j)}, 0};
            row.us = roof.us(row.ideal) * std::exp(bend * std::sin(i / 3.0));
            rows.push_back(row);
        }
    return rows;
}

} // namespace

class SurfaceTest : public QObject {
    Q_OBJECT
private slots:
    void blendsComputeAndMemoryTime() {
        const Roof roof{3, 0.5, 0.8, 2};
        QCOMPARE(roof.us({0, 8}), 13.); // 3 + 8/0.8
        QVERIFY(std::abs(roof.us({3, 3.2}) - (3 + std::hypot(6, 4))) < 1e-12);
        QVERIFY(std::abs(Roof{3, 0.5, 0.8, 300}.us({3, 3.2}) - 9) < 1e-6); // the larger alone
    }
    void findsTheConstantsThatMadeTheRows() {
        const Roof made{4.2, 0.61, 0.83, 2.4};
        const Roof found = fitRoof(lattice(made, 0));
        QVERIFY2(std::abs(found.start / made.start - 1) < 1e-3, qPrintable(QString::number(found.start)));
        QVERIFY(std::abs(found.compute / made.compute - 1) < 1e-3);
        QVERIFY(std::abs(found.memory / made.memory - 1) < 1e-3);
        QVERIFY(std::abs(found.blend / made.blend - 1) < 1e-2);
    }
    void keepsTheBlendWhenOnlyRatesAreAsked() {
        const Roof found = fitRoof(lattice({4, 0.6, 0.8, 2}, 0), {5, 0.5, 0.5, 3}, RoofFit::StartAndRates);
        QVERIFY(std::abs(found.blend - 3) < 1e-9);
    }
    void carriesWhatTheRoofLacksInTheGrid() {
        const Roof roof{4, 0.6, 0.8, 2};
        std::vector<SurfaceRow> rows = lattice(roof, 0.3);
        const std::vector<std::vector<double>> axes = {{0, 2, 4, 6, 8, 10, 12}, {0, 6, 12}};
        const Surface surface = fitSurface(rows, roof, axes);
        QCOMPARE(surface.knots.size(), std::size_t{21});
        double worst = 0;
        for (const SurfaceRow& row : rows)
            worst = std::max(worst, std::abs(surface.us(row.ideal, row.at) / row.us - 1));
        QVERIFY2(worst < 0.02, qPrintable(QString::number(worst)));
        QVERIFY(std::abs(roof.us(rows[60].ideal) / rows[60].us - 1) > 0.2); // the roof alone is far off
    }
    void goesOnFromTheEdgeWithoutAJump() {
        const Roof roof{4, 0.6, 0.8, 2};
        const Surface surface = fitSurface(lattice(roof, 0.3), roof, {{0, 4, 8, 12}, {0, 12}});
        const SurfacePoint edge{12, 5}, outside{15, 5};
        QCOMPARE(surface.residual(outside), surface.residual(edge));
        QVERIFY(surface.covers(edge) && !surface.covers(outside));
    }
    void weightsSumToOne() {
        const std::vector<std::vector<double>> axes = {{0, 1, 3}, {0, 2}, {-1, 0, 5}, {1}};
        const GridWeights found = gridWeights(axes, {2, 0.5, 9, 7});
        double sum = 0;
        int used = 0;
        for (std::size_t i = 0; i < found.count; ++i) {
            sum += found.weight[i];
            used += found.weight[i] > 0 ? 1 : 0;
        }
        QVERIFY(std::abs(sum - 1) < 1e-12);
        QCOMPARE(used, 4); // a clamped axis and one of a single knot need no neighbour
    }
};

MOE_TEST(SurfaceTest)
#include "surface_test.moc"
