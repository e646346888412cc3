// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/math/contours.h"

#include "tests/support/registry.h"

#include <QTest>

#include <cmath>
#include <functional>
#include <limits>

namespace moe::test {

class ContoursTest : public QObject {
    Q_OBJECT

    struct Grid {
        std::vector<double> x, y, z;
        Grid(int nx, int ny, double half, const std::function<double(double, double)>& f) {
            for (int i = 0; i < nx; ++i) x.push_back(half * (2.0 * i / (nx - 1) - 1));
            for (int j = 0; j < ny; ++j) y.push_back(half * (2.0 * j / (ny - 1) - 1));
            for (double b : y)
                for (double a : x) z.push_back(f(a, b));
        }
        std::vector<ContourLine> at(double level) const { return contourLines({x, y, z}, level); }
    };

private slots:
    void aCircleIsOneClosedLineOfItsRadius() {
        const Grid grid(81, 61, 2, [](double x, double y) { return x * x + y * y; });
        const std::vector<ContourLine> lines = grid.at(1);
        QCOMPARE(lines.size(), std::size_t(1));
        const ContourLine& line = lines[0];
        QVERIFY(line.closed);
        QCOMPARE(line.x.front(), line.x.back());
        QCOMPARE(line.y.front(), line.y.back());
        double area = 0, largest = 0;
        for (std::size_t i = 0; i < line.x.size(); ++i) {
            const double error = std::abs(std::hypot(line.x[i], line.y[i]) - 1);
            QVERIFY2(error < 0.002, qPrintable(QString::number(error)));
            if (i == 0) continue;
            area += (line.x[i - 1] * line.y[i] - line.x[i] * line.y[i - 1]) / 2;
            largest = std::max(largest, std::hypot(line.x[i] - line.x[i - 1], line.y[i] - line.y[i - 1]));
        }
        QVERIFY(std::abs(std::abs(area) - M_PI) < 0.01);
        QVERIFY2(largest < 0.1, "neighbouring points lie in one cell");
    }

    void aPlaneIsCutExactly() {
        const Grid grid(5, 4, 1, [](double x, double y) { return x + 2 * y; });
        const std::vector<ContourLine> lines = grid.at(0.3);
        QCOMPARE(lines.size(), std::size_t(1));
        QVERIFY(!lines[0].closed);
        for (std::size_t i = 0; i < lines[0].x.size(); ++i)
            QVERIFY(std::abs(lines[0].x[i] + 2 * lines[0].y[i] - 0.3) < 1e-12);
    }

    void aCircleCutByTheBorderIsOpen() {
        const Grid grid(41, 41, 1, [](double x, double y) { return x * x + y * y; });
        const std::vector<ContourLine> lines = grid.at(1.5);
        QCOMPARE(lines.size(), std::size_t(4));
        for (const ContourLine& line : lines) QVERIFY(!line.closed);
    }

    void aSaddleFollowsItsCentre_data() {
        QTest::addColumn<double>("level");
        QTest::addColumn<bool>("lowCornersJoined");
        // Corners 0 (lower left), 1, 1, 0: mean 0.5.
        QTest::newRow("centre above the level: each low corner is cut off") << 0.4 << false;
        QTest::newRow("centre below the level: each high corner is cut off") << 0.6 << true;
    }
    void aSaddleFollowsItsCentre() {
        QFETCH(double, level);
        QFETCH(bool, lowCornersJoined);
        const std::vector<double> x{0, 1}, y{0, 1}, z{0, 1, 1, 0};
        const std::vector<ContourLine> lines = contourLines({x, y, z}, level);
        QCOMPARE(lines.size(), std::size_t(2));
        for (const ContourLine& line : lines) {
            QCOMPARE(line.x.size(), std::size_t(2));
            // A line that cuts off a corner on the main diagonal has both points on the same side of the
            // other one.
            const double side = (line.x[0] + line.y[0] - 1) * (line.x[1] + line.y[1] - 1);
            QCOMPARE(side < 0, lowCornersJoined);
        }
    }

    void aSaddleSurfaceHasTwoOpenBranches() {
        const Grid grid(40, 40, 1, [](double x, double y) { return x * y; });
        for (double level : {-0.2, 0.2}) {
            const std::vector<ContourLine> lines = grid.at(level);
            QCOMPARE(lines.size(), std::size_t(2));
            for (const ContourLine& line : lines) {
                QVERIFY(!line.closed);
                for (std::size_t i = 0; i < line.x.size(); ++i)
                    QVERIFY(std::abs(line.x[i] * line.y[i] - level) < 0.002);
            }
        }
    }

    void cellsWithoutAValueAreSkipped() {
        Grid grid(41, 41, 2, [](double x, double y) { return x * x + y * y; });
        for (std::size_t j = 0; j < 41; ++j)
            for (std::size_t i = 35; i < 41; ++i)
                grid.z[j * 41 + i] = std::numeric_limits<double>::quiet_NaN();
        grid.z[0] = std::numeric_limits<double>::infinity();
        QCOMPARE(grid.at(1).size(), std::size_t(1));
        QVERIFY(grid.at(1)[0].closed);
        const std::vector<ContourLine> cut = grid.at(2.5); // radius 1.58, columns with values end at 1.4
        QCOMPARE(cut.size(), std::size_t(1));
        QVERIFY(!cut[0].closed);
        for (double value : cut[0].x) QVERIFY(value <= grid.x[34]);
    }

    void nothingCrossesAFlatOrEmptyGrid() {
        const Grid grid(6, 6, 1, [](double, double) { return 1.0; });
        QVERIFY(grid.at(0.5).empty());
        QVERIFY(grid.at(1).empty());
        QVERIFY(grid.at(2).empty());
        const std::vector<double> none;
        QVERIFY(contourLines({none, none, none}, 0).empty());
    }

    void everyCrossingIsUsedOnce() {
        const Grid grid(60, 50, 3, [](double x, double y) { return std::sin(2 * x) * std::cos(3 * y); });
        std::size_t crossings = 0, points = 0;
        const double level = 0.31;
        const auto above = [&](std::size_t i, std::size_t j) { return grid.z[j * 60 + i] >= level; };
        for (std::size_t j = 0; j < 50; ++j)
            for (std::size_t i = 0; i < 60; ++i) {
                crossings += i + 1 < 60 && above(i, j) != above(i + 1, j);
                crossings += j + 1 < 50 && above(i, j) != above(i, j + 1);
            }
        for (const ContourLine& line : grid.at(level)) points += line.x.size() - (line.closed ? 1 : 0);
        QCOMPARE(points, crossings);
    }
};

} // namespace moe::test

using moe::test::ContoursTest;
MOE_TEST(ContoursTest)
#include "contours_test.moc"
