// SPDX-License-Identifier: GPL-3.0-or-later
// A day's numbers as rows of metrics(): in reports, sweeps, Explain, with bands, and stopped on the way.
#include "models/engine/evaluate.h"
#include "models/engine/explain/explain.h"
#include "models/engine/search/sweep.h"
#include "tests/engine/day/day_case.h"
#include "tests/support/registry.h"

#include <QTest>

#include <cmath>

using namespace moe;
using namespace moe::test;

class DayMetricsTest : public QObject {
    Q_OBJECT

private slots:
    void everyMetricHasAValue() {
        const DayReport day = dayOf(fleet());
        QVERIFY(dayMetrics().size() > 20);
        for (const Metric* metric : dayMetrics()) QVERIFY2(valueOf(*metric, day).has_value(), metric->key);
    }
    /// One scenario, one set of numbers; and only where somebody asks, since it takes seconds.
    void reportsAndSweepsSayWhatTheDaySays() {
        const Scenario scenario = fleet();
        const DayReport day = dayOf(scenario);
        QVERIFY(!evaluate(scenario, measuredCatalog(), Detail::Numbers).day);
        Report report = evaluate(scenario, measuredCatalog(), Detail::Numbers);
        addDay(report, measuredCatalog());
        const SweepPlan plan = gridPlan(scenario, {{"day.replicas_max", {"1", "2"}}}, dayMetrics());
        const SweepCell one = sweepCell(plan, measuredCatalog(), 0),
                        two = sweepCell(plan, measuredCatalog(), 1);
        for (std::size_t i = 0; i < dayMetrics().size(); ++i) {
            const Metric& metric = *dayMetrics()[i];
            QVERIFY2(metric.value(report) == valueOf(metric, day), metric.key);
            QVERIFY2(two.metrics[i] == valueOf(metric, day), metric.key);
        }
        const auto usd = [&](const SweepCell& cell) {
            for (std::size_t i = 0; i < dayMetrics().size(); ++i)
                if (std::string_view(dayMetrics()[i]->key) == "day.usd") return *cell.metrics[i];
            return 0.0;
        };
        QVERIFY(std::abs(usd(two) / usd(one) - 2) < 0.01); // fixed fleets of one and of two
        QVERIFY(one.fits == Fit::Yes);
    }
    void whatIsInTheWayIsAWarning() {
        Report report = evaluate(fleet("serve.prefill_workers=1 serve.decode_workers=1"), measuredCatalog(),
                                 Detail::Numbers);
        addDay(report, measuredCatalog());
        QVERIFY(!report.day);
        QVERIFY(std::any_of(report.warnings.begin(), report.warnings.end(),
                            [](const Warning& warning) { return warning.id == "day-none"; }));
    }
    /// Written formulas give the numbers, as those of every other metric do.
    void formulasHaveAllTheirSymbols() {
        Report report = evaluate(fleet(), measuredCatalog(), Detail::Numbers);
        addDay(report, measuredCatalog());
        for (const Metric* metric : dayMetrics()) {
            const std::optional<Account> found = account(metric->key, report, measuredCatalog());
            QVERIFY2(found && !found->inputs.empty(), metric->key);
            for (const AccountInput& input : found->inputs)
                QVERIFY2(input.value.has_value(),
                         qPrintable(QString(metric->key) + ' ' + input.symbol.c_str()));
        }
    }
    void bandsHoldTheNumber() {
        const DayLoad load = loadOf(fleet());
        DayReport day = simulateDay(load, measuredCatalog());
        QVERIFY(day.bands.empty());
        QVERIFY(addBands(day, load, measuredCatalog(), 2));
        QVERIFY(day.bands.size() > 20);
        bool wide = false;
        for (const DayBand& band : day.bands) {
            const double value = *valueOf(*findMetric(band.key), day);
            QVERIFY2(band.low <= value && value <= band.high, band.key);
            if (std::string_view(band.key) == "day.ttft_seconds.p99") wide = band.high > 1.02 * band.low;
        }
        QVERIFY(wide);
        // A longer pass is a longer answer: the band has the pass's own in it.
        DayLoad slow = load;
        slow.plan.server.time = [time = load.plan.server.time,
                                 by = load.load.timeHigh](const PassLoad& pass) { return by * time(pass); };
        const DayReport late = simulateDay(slow, measuredCatalog());
        for (const DayBand& band : day.bands)
            if (std::string_view(band.key) == "day.tpot_seconds.p50")
                QVERIFY(late.tpot.p50 <= band.high * (1 + 1e-9) && late.tpot.p50 > day.tpot.p50);
        QVERIFY(!addBands(day, load, measuredCatalog(), 2, [](double) { return false; }));
    }
    /// What a replica answers is found by many runs: a stop ends them.
    void aLoadCanBeStopped() {
        std::stop_source source;
        source.request_stop();
        const Result<DayLoad> load = dayLoad(fleet("day.policy=rate serve.num_requests=3000000"),
                                             measuredCatalog(), {}, source.get_token());
        QVERIFY(load); // of no use, but there at once: minutes otherwise
    }
    /// Spot: (1 − share) + share·(1 − discount)/(1 − lost) of the rent, in every cost.
    void spotGpusAreCheaperByWhatTheyLose() {
        const double rented = *dayOf(fleet()).usd;
        const double spot =
            *dayOf(fleet("cost.spot_share=0.5 cost.spot_discount=0.6 cost.spot_lost=0.05")).usd;
        QVERIFY(std::abs(spot / rented - (0.5 + 0.5 * 0.4 / 0.95)) < 1e-12);
        const auto million = [](const Scenario& scenario) {
            return *findMetric("serve.usd_per_million_tokens")
                        ->value(evaluate(scenario, measuredCatalog(), Detail::Numbers));
        };
        QVERIFY(std::abs(million(fleet("cost.spot_share=1")) / million(fleet()) - 0.4 / 0.95) < 1e-12);
    }
};

MOE_TEST(DayMetricsTest)
#include "day_metrics_test.moc"
