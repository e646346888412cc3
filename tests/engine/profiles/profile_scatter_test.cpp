// SPDX-License-Identifier: GPL-3.0-or-later
// Rows that scatter are calmed between the keys, rows that do not are left alone.

#include "models/engine/profiles/profile_curve.h"

#include "tests/support/registry.h"

#include <QTest>

#include <cmath>
#include <random>

using namespace moe;

namespace {

/// 200 keys 1 % apart; utilisation of each by its place.
template <class Utilisation> std::vector<ProfilePoint> rowsOf(Utilisation utilisation) {
    std::vector<ProfilePoint> rows;
    for (int i = 0; i < 200; ++i) {
        const double key = 1e6 * std::pow(1.01, i), seconds = 1e-9 * key / utilisation(i);
        rows.push_back({0, key, seconds, seconds, seconds, 1e-9 * key});
    }
    return rows;
}

/// The utilisation halfway between rows i and i + 1.
double halfway(const ProfileCurve& curve, std::size_t i) {
    const double key = std::sqrt(curve.points()[i].y * curve.points()[i + 1].y);
    return *curve.at(0, key, 1e-9 * key).utilisation;
}

} // namespace

class ProfileScatterTest : public QObject {
    Q_OBJECT

private slots:
    void rowsThatScatterGiveTheirMiddle() {
        std::mt19937 random(7);
        const auto spread = [&] { return static_cast<double>(random()) / 4294967296.0 - 0.5; };
        const ProfileCurve curve(rowsOf([&](int) { return 0.5 * std::exp(0.6 * spread()); }));
        double interpolated = 0, calmed = 0;
        for (std::size_t i = 40; i < 160; ++i) {
            const auto of = [&](std::size_t row) {
                return curve.points()[row].ideal / curve.points()[row].seconds;
            };
            interpolated += std::abs(std::log(std::sqrt(of(i) * of(i + 1)) / 0.5));
            calmed += std::abs(std::log(halfway(curve, i) / 0.5));
        }
        QVERIFY2(calmed < 0.75 * interpolated, qPrintable(QString::number(calmed / interpolated)));
    }
    void aRowOfTheKeyIsReturnedAsItIsAllTheSame() {
        std::mt19937 random(7);
        const ProfileCurve curve(
            rowsOf([&](int) { return 0.4 + 0.2 * static_cast<double>(random()) / 4294967296.0; }));
        const ProfilePoint& point = curve.points()[100];
        const ProfileEstimate estimate = curve.at(0, point.y, point.ideal);
        QVERIFY(estimate.origin == Origin::Measured);
        QCOMPARE(estimate.seconds, point.seconds);
    }
    void rowsThatDoNotScatterAreInterpolated_data() {
        QTest::addColumn<int>("form");
        QTest::newRow("a slope") << 0;
        QTest::newRow("a step to another protocol") << 1;
        QTest::newRow("tiles that fill and start again") << 2;
        QTest::newRow("scatter below two percent") << 3;
    }
    void rowsThatDoNotScatterAreInterpolated() {
        QFETCH(int, form);
        const ProfileCurve curve(rowsOf([&](int i) {
            switch (form) {
            case 0: return 0.1 + 0.004 * i;
            case 1: return i < 100 ? 0.3 : 0.6;
            case 2: return 0.5 - 0.01 * (i % 20);
            default: return i % 2 == 0 ? 0.5 : 0.505;
            }
        }));
        for (std::size_t i = 0; i + 1 < curve.points().size(); ++i) {
            const ProfilePoint &a = curve.points()[i], &b = curve.points()[i + 1];
            QCOMPARE(halfway(curve, i), std::sqrt(a.ideal / a.seconds * b.ideal / b.seconds));
        }
    }
    /// Knots stand far from each other: what they say is a curve, however it bends.
    void fewRowsAreNeverCalmed() {
        std::mt19937 random(3);
        std::vector<ProfilePoint> rows =
            rowsOf([&](int) { return 0.3 + 0.4 * static_cast<double>(random()) / 4294967296.0; });
        std::vector<ProfilePoint> knots;
        for (std::size_t i = 0; i < rows.size(); i += 5) knots.push_back(rows[i]);
        const ProfileCurve curve(knots);
        for (std::size_t i = 0; i + 1 < curve.points().size(); ++i) {
            const ProfilePoint &a = curve.points()[i], &b = curve.points()[i + 1];
            QCOMPARE(halfway(curve, i), std::sqrt(a.ideal / a.seconds * b.ideal / b.seconds));
        }
    }
};

MOE_TEST(ProfileScatterTest)
#include "profile_scatter_test.moc"
