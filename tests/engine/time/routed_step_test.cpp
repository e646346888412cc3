// SPDX-License-Identifier: GPL-3.0-or-later
// What the routing does to a training step.

#include "models/engine/evaluate.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/time/step_terms.h"
#include "tests/engine/cases.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace moe;
using namespace moe::test;

namespace {

Scenario routed(const char* preset, const QStringList& edits) {
    Scenario scenario = presetScenario(preset);
    for (const QString& edit : edits) {
        const Problems problems =
            setField(scenario, edit.section('=', 0, 0).toStdString(), edit.section('=', 1).toStdString());
        if (!problems.empty()) throw std::runtime_error(toString(problems));
    }
    return scenario;
}

Report reportOf(const char* preset, const QStringList& edits) {
    return evaluate(routed(preset, edits), shippedCatalog(), Detail::Numbers);
}

double stepOf(const char* preset, const QStringList& edits) {
    return reportOf(preset, edits).train->step.base;
}

bool warns(const Report& report, const char* id) {
    return std::any_of(report.warnings.begin(), report.warnings.end(),
                       [&](const Warning& warning) { return warning.id == id; });
}

} // namespace

class RoutedStepTest : public QObject {
    Q_OBJECT

private slots:
    void skewedRoutingReachesStepAndMemory() {
        // As published: experts are not recomputed, so that what they keep decides.
        const QStringList kept{"train.recompute=layernorm,mla_up_proj,moe_act"};
        double step = stepOf("deepseek-v3", kept);
        double peak = reportOf("deepseek-v3", kept).memory->heaviest().peak.base;
        for (const char* skew : {"0.7", "1", "2"}) {
            const QStringList edits{"routing.distribution=zipf", QString("routing.skew=") + skew};
            const Report report = reportOf("deepseek-v3", kept + edits);
            QVERIFY2(report.train->step.base > 1.1 * step, skew);
            QVERIFY2(report.memory->heaviest().peak.base > peak, skew);
            step = report.train->step.base;
            peak = report.memory->heaviest().peak.base;
        }
    }

    // The same number by hand gives the same step; another one wins and says so.
    void anImbalanceByHandWins() {
        const QStringList zipf{"routing.distribution=zipf", "routing.skew=0.7"};
        const Scenario scenario = routed("deepseek-v3", zipf);
        const Setup setup = setupOf(scenario, shippedCatalog());
        QVERIFY(setup.imbalance > 2 && setup.imbalance == setup.routedImbalance);
        const QString same = "train.imbalance=" + QString::number(setup.imbalance, 'g', 17);
        QCOMPARE(stepOf("deepseek-v3", zipf + QStringList{same}), stepOf("deepseek-v3", zipf));
        QVERIFY(!warns(reportOf("deepseek-v3", zipf + QStringList{same}), "time-own-imbalance"));
        const Report own = reportOf("deepseek-v3", zipf + QStringList{"train.imbalance=1.15"});
        QVERIFY(warns(own, "time-own-imbalance"));
        QCOMPARE(own.train->step.base, stepOf("deepseek-v3", {}));
        QVERIFY(!warns(reportOf("deepseek-v3", {"train.imbalance=2"}), "time-own-imbalance"));
    }

    void aSkewOfNothingSaysSo() {
        QVERIFY(warns(reportOf("deepseek-v3", {"routing.distribution=zipf"}), "placement-no-skew"));
        QVERIFY(!warns(reportOf("deepseek-v3", {}), "placement-no-skew"));
    }

    // A limit of as many groups as there are is none; more groups of the same number send to fewer nodes.
    void aGroupLimitThatLimitsNothingChangesNothing() {
        const auto limited = [](int groups, int limit) {
            return stepOf("deepseek-v3", {"moe.groups=" + QString::number(groups),
                                          "moe.group_limit=" + QString::number(limit)});
        };
        const double free = limited(1, 0);
        QCOMPARE(limited(1, 1), free);
        QCOMPARE(limited(2, 2), free);
        QCOMPARE(limited(8, 8), free);
        QVERIFY(limited(8, 4) < free);
        QVERIFY(limited(16, 4) < limited(8, 4));
    }

    // Rows are padded to the capacity, and what finds no room is dropped.
    void aCapacityIsPaidForAndSaysWhatItDrops() {
        const auto with = [](const char* capacity) {
            return reportOf("mixtral-8x7b", {QString("moe.capacity_factor=") + capacity});
        };
        const Report tiny = with("0.01"), even = with("1"), wide = with("2"), huge = with("64");
        QVERIFY(warns(tiny, "time-dropped-tokens") && !warns(even, "time-dropped-tokens"));
        QVERIFY(tiny.train->step.base < even.train->step.base &&
                even.train->step.base < wide.train->step.base);
        QVERIFY(wide.memory->heaviest().peak > even.memory->heaviest().peak);
        // All tokens on each of the 8 experts, of which a token visits 2, is the most there is.
        QCOMPARE(huge.train->step.base, with("4").train->step.base);
        QCOMPARE(huge.memory->heaviest().peakHigh.base, with("4").memory->heaviest().peakHigh.base);
        // What is asked of experts by hand finds no more room, and the report says so.
        const Report asked =
            reportOf("mixtral-8x7b", {"moe.capacity_factor=1.5", "train.imbalance=3", "parallel.ep=4"});
        QVERIFY(warns(asked, "time-own-imbalance"));
        QCOMPARE(asked.train->step.base,
                 stepOf("mixtral-8x7b", {"moe.capacity_factor=1.5", "parallel.ep=4"}));
    }

    // A destination that is sent one copy of a token receives each token once at most.
    void oneCopyOfATokenIsTheMostADestinationReceives() {
        const auto exchange = [](Count experts, const char* imbalance) {
            const QStringList set{"moe.top_k=" + QString::number(experts), "parallel.ep=4",
                                  "gpu.preset=h100-sxm", "train.dispatcher=deepep",
                                  QString("train.imbalance=") + imbalance};
            const Report report = reportOf("mixtral-8x7b", set);
            return report.train->terms[static_cast<std::size_t>(StepPart::AllToAll)].seconds.base;
        };
        // All 8 experts: every rank receives every token, whatever the imbalance.
        QCOMPARE(exchange(8, "2"), exchange(8, "1.5"));
        QVERIFY(exchange(8, "1.5") < 1.3 * exchange(8, "1"));
        QVERIFY(exchange(1, "1.5") > 1.2 * exchange(1, "1"));
    }
};

MOE_TEST(RoutedStepTest)
#include "routed_step_test.moc"
