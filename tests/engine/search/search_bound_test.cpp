// SPDX-License-Identifier: GPL-3.0-or-later
// No layout undercuts the bounds that a search leaves it out by.

#include "models/engine/schedule/schedules.h"
#include "models/engine/search/bound/search_time.h"
#include "models/engine/search/search.h"
#include "models/engine/search/search_found.h"
#include "tests/engine/cases.h"

#include <QTest>

#include <random>

using namespace moe;
using namespace moe::test;

class SearchBoundTest : public QObject {
    Q_OBJECT

private slots:
    /// On a model with 61 layers, where the bounds have to hold for every way to spread them.
    void boundsHold_data() {
        QTest::addColumn<QString>("preset");
        for (const char* preset :
             {"deepseek-v3", "qwen3-30b-a3b", "llama-3-70b", "mixtral-8x7b", "olmoe-1b-7b"})
            QTest::newRow(preset) << preset;
    }
    void boundsHold() {
        QFETCH(QString, preset);
        SearchGoal goal = searchGoal({valueOf(parseObjective("train.step_seconds", false))},
                                     {valueOf(parseCondition("train.schedule=any"))});
        goal.mustFit = false;
        const SearchRequest request =
            valueOf(searchRequest(presetScenario(preset.toStdString()), shippedCatalog(), goal, 64, 64, 1));
        const std::vector<Layout> splits = layoutSplits(request.space, 64);
        Searcher searcher(request, shippedCatalog());
        std::mt19937 random(3);
        for (int i = 0; i < 1200; ++i) {
            SearchSplit split{splits[random() % splits.size()]};
            QVERIFY(searcher.bound(split));
            Layout layout = split.layout;
            VirtualRange range;
            while (range.count() == 0) { // what the degrees imply in half of the tries
                layout.schedule = static_cast<std::int32_t>(
                    random() % 2 == 0 ? 0 : random() % request.space.schedules.size());
                range = virtualRange(request.space, layout, static_cast<std::size_t>(layout.schedule));
            }
            layout.vpp = static_cast<std::int32_t>(
                range.fewest + static_cast<Count>(random() % static_cast<unsigned>(range.count())));
            layout.recompute = static_cast<std::int32_t>(random() % request.space.recomputes.size());
            layout.zero = static_cast<std::int32_t>(random() % 4);
            const Scenario scenario = layoutScenario(layout, request.space);
            const Estimate direct = estimate(scenario, shippedCatalog());
            const Estimate reused = searcher.estimateOf(layout);
            QCOMPARE(reused.step.base, direct.step.base);
            QCOMPARE(reused.device.base, direct.device.base);
            QVERIFY2(split.x <= direct.step.base && split.y <= direct.device.base,
                     qPrintable(QString("%1 s ≤ %2 s, %3 ≤ %4")
                                    .arg(split.x)
                                    .arg(direct.step.base)
                                    .arg(split.y)
                                    .arg(direct.device.base)));
            if (request.space.schedules[static_cast<std::size_t>(layout.schedule)]) continue;
            // The tighter bounds under this recompute choice and ZeRO stage.
            Scenario changed = scenario;
            Setup setup = setupOf(changed, shippedCatalog());
            const LeastStages stages = leastStages(setup);
            const Count most = mostVirtual(scenario, layout.pp);
            LeastTerms terms;
            terms.read(setup, changed);
            changed.train->recompute = scenario.train->recompute;
            const LeastContexts contexts = leastContexts(setup, stages, most, terms);
            StepModel model = stepModel(setup);
            const LayerCosts layer = layerCosts(model, savedLayers(model, Keep::Everything));
            LeastStageMemories memory;
            memory.read(contexts, terms, changed);
            const Bytes least = leastFixedOfAny(setup, stages, terms);
            QVERIFY(memory.peak(layer) <= direct.peak && least <= direct.fixed);
            setup.vpp = 1;
            readPipeline(model);
            const bool pairs = pairsHide(setup) && most > 1;
            QVERIFY(leastTime(model, stages, {1, most}, pairs).step(layer) <= direct.step);
            const bool own = pairs && layout.vpp > 1;
            QVERIFY(leastTime(model, stages, {layout.vpp, layout.vpp}, own).step(layer) <= direct.step);
        }
    }

    /// What a bunch of recompute choices is known to cost at least, no choice in it undercuts.
    void choicesLieAboveTheirBunch_data() { boundsHold_data(); }
    void choicesLieAboveTheirBunch() {
        QFETCH(QString, preset);
        const LayoutSpace space = layoutSpace(presetScenario(preset.toStdString()));
        const std::vector<Layout> splits = layoutSplits(space, 64);
        std::mt19937 random(5);
        std::size_t inBunches = 0;
        for (int i = 0; i < 60; ++i) {
            Scenario scenario = layoutScenario(splits[random() % splits.size()], space);
            const Setup setup = setupOf(scenario, shippedCatalog());
            StepModel model = stepModel(setup);
            RecomputeCosts costs(space.recomputes);
            costs.readBounds(model, scenario);
            for (std::size_t bunch = 0; bunch < costs.bunches().size(); ++bunch) {
                costs.read(bunch, model, scenario);
                const RecomputeCosts::Bunch& of = costs.bunches()[bunch];
                inBunches += of.choices.size();
                for (const LayerCosts& choice : of.costs)
                    for (std::size_t type = 0; type < choice.types; ++type) {
                        const LayerCost &one = choice.of[type], &least = of.least.of[type];
                        QVERIFY(one.kept >= least.kept && one.again >= least.again);
                        QVERIFY(one.counted >= least.counted && one.host >= least.host &&
                                one.sync >= least.sync);
                        QVERIFY(one.counted - one.hidden >= (least.counted - least.hidden) * (1 - 1e-12));
                    }
            }
        }
        QCOMPARE(inBunches, 60 * space.recomputes.size());
    }

    /// What bounds the schedules that the degrees do not imply lies below each of them, searched alone.
    void boundsHoldForEverySchedule_data() {
        QTest::addColumn<QString>("schedule");
        for (const ScheduleRow& row : schedules()) QTest::newRow(row.key) << row.key;
    }
    void boundsHoldForEverySchedule() {
        QFETCH(QString, schedule);
        const SearchGoal goal =
            searchGoal({valueOf(parseObjective("train.step_seconds", false))},
                       {valueOf(parseCondition("train.schedule=" + schedule.toStdString()))});
        const SearchRequest request =
            valueOf(searchRequest(presetScenario("deepseek-v3"), shippedCatalog(), goal, 2048, 2048, 1));
        Searcher searcher(request, shippedCatalog());
        const std::vector<Layout> splits = layoutSplits(request.space, 2048);
        const std::vector<ScheduleKind> kinds{findSchedule(schedule.toStdString())->kind};
        int compared = 0;
        for (std::size_t i = 0; i < splits.size(); i += 1 + splits.size() / 60) {
            SearchSplit split{splits[i]};
            if (split.layout.pp < 2 || !searcher.bound(split)) continue;
            const VirtualRange range = virtualRange(request.space, splits[i], 0);
            if (range.count() == 0) continue;
            Layout layout = splits[i];
            layout.vpp = static_cast<std::int32_t>(range.fewest);
            Scenario scenario = layoutScenario(layout, request.space);
            Setup setup = setupOf(scenario, shippedCatalog());
            const Estimate direct = estimate(scenario, shippedCatalog());
            LeastStageMemories memory;
            LeastTerms terms;
            terms.read(setup, scenario);
            memory.read(leastContexts(setup, leastOthers(setup), kinds, terms), terms, scenario);
            StepModel model = stepModel(setup);
            QVERIFY(memory.peak(layerCosts(model, savedLayers(model, Keep::Everything))) <= direct.peak);
            ++compared;
        }
        QVERIFY(compared > 0);
    }

    void whatWasTooMuchCoversMore() {
        TooMuch known;
        const auto covers = [&](double step, double peak) {
            return known.covers(Seconds{step}, Bytes{peak});
        };
        QVERIFY(!covers(1e9, 1e9));
        known.add(Seconds{2}, Bytes{4});
        QVERIFY(covers(2, 4) && covers(3, 4) && covers(2, 5) && !covers(1.9, 9) && !covers(9, 3.9));
        known.add(Seconds{3}, Bytes{2});
        known.add(Seconds{5}, Bytes{1});
        QVERIFY(covers(3, 2) && covers(4, 3) && !covers(2.5, 3.9) && covers(6, 1) && !covers(4, 1));
        known.add(Seconds{1}, Bytes{2}); // covers the first two
        QVERIFY(covers(1, 2) && covers(2, 3) && !covers(4, 1.5) && covers(5, 1));
        known.clear();
        QVERIFY(!covers(1e9, 1e9));
    }
};

MOE_TEST(SearchBoundTest)
#include "search_bound_test.moc"
