// SPDX-License-Identifier: GPL-3.0-or-later
// A search gives exactly what trying everything gives.

#include "models/engine/schedule/schedules.h"
#include "models/engine/search/search.h"
#include "models/engine/search/search_found.h"

#include "models/engine/evaluate.h"
#include "models/engine/report/metrics.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/validate.h"
#include "tests/engine/cases.h"

#include <QTest>

#include <random>

using namespace moe;
using namespace moe::test;

namespace {

/// Small, but with everything that makes layouts differ: latent attention, dense first layers, shared
/// experts, a multi-token layer, layers that do not divide.
const char* const kMoe =
    "model: {layers: 7, dense_layers: 2, mtp_layers: 1, hidden: 1024, ffn: 4096, heads: 12, attention: mla,\n"
    "        q_rank: 256, kv_rank: 128, nope_dim: 64, rope_dim: 32, v_dim: 64, vocab: 32000, sequence: "
    "1024}\n"
    "moe: {experts: 8, top_k: 2, expert_ffn: 512, shared_experts: 1}\n"
    "train: {tokens: 1e9, global_batch: 24}\n"
    "price: {gpu_hour_usd: 2}\n"
    "gpu: {preset: h800, memory_gib: 8}\n"
    "cluster: {gpus: 4, gpus_per_node: 2}\n";
const char* const kDense =
    "model: {layers: 5, hidden: 1024, ffn: 4096, heads: 8, kv_heads: 2, vocab: 32000, sequence: 2048}\n"
    "train: {tokens: 1e9, global_batch: 12}\n"
    "gpu: {preset: a100-80g, memory_gib: 7}\n"
    "cluster: {gpus: 4, gpus_per_node: 2}\n";

/// Every combination of small degrees that validate() accepts, in the order of layouts.
std::vector<Layout> everyValid(const LayoutSpace& space, Count gpus, std::size_t schedule = 0) {
    std::vector<Layout> valid;
    const Count layers = space.base.model.layers, batch = space.base.train->globalBatch;
    const auto& kind = space.schedules[schedule];
    const bool ownChunks = kind && scheduleRow(*kind).chunks > 0; // VPP says nothing then
    for (Count tp = 1; tp <= gpus; ++tp)
        for (Count pp = 1; tp * pp <= gpus; ++pp)
            for (Count cp = 1; tp * pp * cp <= gpus; ++cp)
                for (Count ep = 1; ep <= gpus; ++ep)
                    for (Count etp = 1; etp <= gpus; ++etp)
                        for (Count microBatch = 1; microBatch <= batch; ++microBatch)
                            for (Count vpp = 1; vpp <= layers; ++vpp) {
                                const auto n = [](Count count) { return static_cast<std::int32_t>(count); };
                                const Layout layout{n(gpus),
                                                    n(tp),
                                                    n(pp),
                                                    n(cp),
                                                    n(ep),
                                                    n(etp),
                                                    n(gpus / (tp * pp * cp)),
                                                    n(microBatch),
                                                    n(vpp),
                                                    0,
                                                    0,
                                                    n(static_cast<Count>(schedule))};
                                // Without a pipeline they are 1F1B.
                                if ((ownChunks && vpp > 1) || (kind && pp == 1)) continue;
                                if (brokenRules(layoutScenario(layout, space), shippedCatalog()).empty())
                                    valid.push_back(layout);
                            }
    std::sort(valid.begin(), valid.end());
    return valid;
}

std::vector<Layout> withVirtual(const LayoutSpace& space, Count gpus) {
    std::vector<Layout> all;
    for (Layout layout : layoutSplits(space, gpus)) {
        layout.zero = 0;
        for (Count vpp = 1; vpp <= mostVirtual(space.base, layout.pp); ++vpp) {
            layout.vpp = static_cast<std::int32_t>(vpp);
            all.push_back(layout);
        }
    }
    std::sort(all.begin(), all.end());
    return all;
}

Objective minimal(const char* key) {
    return valueOf(parseObjective(key, false));
}
Objective maximal(const char* key) {
    return valueOf(parseObjective(key, true));
}

/// What a search should find, by looking at everything.
Found byTrying(const SearchRequest& request) {
    Found found(request.top);
    for (Count gpus : gpuCounts(request.fewest, request.most, 2)) {
        std::vector<Layout> all;
        for (std::size_t i = 0; i < request.space.schedules.size(); ++i)
            for (const Layout& layout : everyValid(request.space, gpus, i)) all.push_back(layout);
        for (Layout layout : all) {
            for (std::size_t r = 0; r < request.space.recomputes.size(); ++r) {
                for (Count zero : request.space.zeros) {
                    layout.recompute = static_cast<std::int32_t>(r);
                    layout.zero = static_cast<std::int32_t>(zero);
                    const Scenario scenario = layoutScenario(layout, request.space);
                    const SearchGoal& goal = request.goal;
                    FoundLayout one{layout, estimate(scenario, shippedCatalog()), 0, 0, 0, false};
                    if (!goal.allows(one.estimate) || !goal.allows(layout, request.space)) continue;
                    one.score = goal.score(one.estimate);
                    one.x = goal.x.cost(one.estimate);
                    one.y = goal.y.cost(one.estimate);
                    found.add(one);
                }
            }
        }
    }
    found.finish();
    return found;
}

void compareLists(const std::vector<FoundLayout>& got, const std::vector<FoundLayout>& expected) {
    QCOMPARE(got.size(), expected.size());
    for (std::size_t i = 0; i < got.size(); ++i) {
        QVERIFY2(got[i].layout == expected[i].layout, qPrintable(QString("place %1").arg(i)));
        QCOMPARE(got[i].score, expected[i].score);
        QCOMPARE(got[i].estimate.step.base, expected[i].estimate.step.base);
        QCOMPARE(got[i].estimate.device.base, expected[i].estimate.device.base);
        QCOMPARE(got[i].pareto, expected[i].pareto);
    }
}

} // namespace

class SearchTest : public QObject {
    Q_OBJECT

private slots:
    /// Every layout is on the line of two metrics that say opposite things.
    void aLineOfOppositesStaysShort() {
        ParetoLine line;
        for (int i = 0; i < 50000; ++i) {
            FoundLayout found;
            found.x = i, found.y = -i;
            line.add(found);
        }
        const std::vector<FoundLayout>& points = line.points();
        QVERIFY(points.size() <= ParetoLine::kMost && points.size() > ParetoLine::kMost / 4);
        QVERIFY(line.thinned());
        ParetoLine joined;
        QVERIFY(!joined.thinned());
        joined.merge(line);
        QVERIFY(joined.thinned() && joined.points().size() == points.size());
        QCOMPARE(points.front().x, 0.0);
        QCOMPARE(points.back().x, 49999.0);
        for (std::size_t i = 1; i < points.size(); ++i)
            QVERIFY(points[i].x > points[i - 1].x && points[i].y < points[i - 1].y);
    }

    void layoutsAreExactlyTheValidOnes_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("gpus");
        for (int gpus : {1, 3, 4, 6}) {
            QTest::addRow("moe %d", gpus) << kMoe << gpus;
            QTest::addRow("dense %d", gpus) << kDense << gpus;
        }
    }
    void layoutsAreExactlyTheValidOnes() {
        QFETCH(QString, text);
        QFETCH(int, gpus);
        const LayoutSpace space = layoutSpace(scenarioOf(text.toStdString()));
        const std::vector<Layout> expected = everyValid(space, gpus), got = withVirtual(space, gpus);
        QVERIFY(!expected.empty() || gpus == 1);
        QCOMPARE(got.size(), expected.size());
        QVERIFY(got == expected);
        for (std::size_t r = 0; r < space.recomputes.size(); ++r) {
            Layout layout = expected.front();
            layout.recompute = static_cast<std::int32_t>(r);
            QVERIFY(validate(layoutScenario(layout, space), shippedCatalog()).empty());
        }
        QCOMPARE(layoutCount(space, layoutSplits(space, gpus)),
                 static_cast<double>(expected.size() * space.recomputes.size() * space.zeros.size()));
    }

    void findsWhatTryingEverythingFinds_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("goal");
        for (int goal = 0; goal < 10; ++goal) {
            QTest::addRow("moe %d", goal) << kMoe << goal;
            QTest::addRow("dense %d", goal) << kDense << goal;
            // Virtual stages run in pairs then, which are simulated.
            QTest::addRow("overlap %d", goal)
                << QString(kMoe).replace("1e9,", "1e9, ep_overlap: true,") << goal;
        }
    }
    void findsWhatTryingEverythingFinds() {
        QFETCH(QString, text);
        QFETCH(int, goal);
        const auto where = [](std::initializer_list<const char*> texts) {
            std::vector<Condition> conditions;
            for (const char* one : texts) conditions.push_back(valueOf(parseCondition(one)));
            return conditions;
        };
        const std::vector<SearchGoal> goals{
            searchGoal({minimal("train.step_seconds")}, {}),
            searchGoal({minimal("memory.device_bytes")}, where({"train.mfu>=0.05"})),
            searchGoal({maximal("train.mfu")}, where({"memory.device_bytes<=6GiB", "parallel.tp<=2"})),
            searchGoal({minimal("train.step_seconds:2"), minimal("memory.peak_bytes")}, {}),
            searchGoal({minimal("train.bubble_fraction")}, where({"train.zero<=1", "parallel.vpp>=2"})),
            // Against what the metric counts as better: no bound may cut anything off.
            searchGoal({maximal("memory.static_bytes")}, where({"train.recompute=full"})),
            searchGoal({minimal("train.gpu_hours"), maximal("train.tokens_per_second")},
                       where({"cluster.gpus>=2"})),
            searchGoal({minimal("train.step_seconds")}, where({"train.schedule=any"})),
            searchGoal({minimal("memory.static_bytes"), minimal("train.step_seconds")},
                       where({"train.schedule=any", "parallel.pp>=2"})),
            searchGoal({minimal("train.step_seconds")}, where({"train.schedule=zb-h1"})),
        };
        const bool range = goal == 6;
        const SearchRequest request =
            valueOf(searchRequest(scenarioOf(text.toStdString()), shippedCatalog(),
                                  goals[static_cast<std::size_t>(goal)], range ? 1 : 4, 4, 25));
        const Found got = searched(request, shippedCatalog()), expected = byTrying(request);
        QVERIFY(!expected.best().empty());
        compareLists(got.best(), expected.best());
        compareLists(got.line().points(), expected.line().points());
    }

    void infeasibleLayoutsAreFoundWhenAskedFor() {
        SearchGoal goal = searchGoal({minimal("memory.device_bytes")}, {});
        Scenario scenario = scenarioOf(kMoe);
        scenario.gpu.memoryGib = 1;
        const SearchRequest strict = valueOf(searchRequest(scenario, shippedCatalog(), goal, 4, 4, 3));
        QVERIFY(searched(strict, shippedCatalog()).best().empty());
        goal.mustFit = false;
        const SearchRequest loose = valueOf(searchRequest(scenario, shippedCatalog(), goal, 4, 4, 3));
        const Found found = searched(loose, shippedCatalog());
        QCOMPARE(found.best().size(), std::size_t{3});
        QVERIFY(found.best().front().estimate.fits == Fit::No);
    }

    /// The parts of a recompute choice are joined by commas, as the conditions of a line are.
    void conditionsOfALineKeepTheirParts() {
        using Texts = std::vector<std::string>;
        QCOMPARE(conditionTexts("train.recompute=core_attn,moe_act"),
                 Texts{"train.recompute=core_attn,moe_act"});
        QCOMPARE(conditionTexts(" parallel.tp<=4 , train.recompute!=core_attn,moe_act,parallel.pp=2,"),
                 (Texts{"parallel.tp<=4", "train.recompute!=core_attn,moe_act", "parallel.pp=2"}));
        QVERIFY(conditionTexts(" , ").empty());
    }

    void everyScheduleOfTheTableIsSearchedThatSaysSo() {
        const SearchGoal goal =
            searchGoal({minimal("train.step_seconds")}, {valueOf(parseCondition("train.schedule=any"))});
        Scenario base = presetScenario("deepseek-v3");
        base.train->epOverlap = false;
        const auto asked = valueOf(searchRequest(base, shippedCatalog(), goal, 64, 64, 1)).space.schedules;
        for (const ScheduleRow& row : schedules())
            QCOMPARE(std::find(asked.begin(), asked.end(), row.kind) != asked.end(), row.searched);
    }

    /// DualPipe of the scenario is searched beside what the degrees imply, unless schedules are asked for.
    void theScenariosOwnScheduleIsSearched() {
        const auto kinds = [](std::vector<Condition> conditions) {
            const SearchGoal goal = searchGoal({minimal("train.step_seconds")}, std::move(conditions));
            return valueOf(searchRequest(presetScenario("deepseek-v3"), shippedCatalog(), goal, 64, 64, 1))
                .space.schedules;
        };
        using Kinds = std::vector<std::optional<ScheduleKind>>;
        QVERIFY(kinds({}) == (Kinds{std::nullopt, ScheduleKind::DualPipe}));
        QVERIFY(kinds({valueOf(parseCondition("train.schedule=auto"))}) == Kinds{std::nullopt});
    }

    void metricsEqualTheReports() {
        const Scenario scenario = presetScenario("deepseek-v3");
        const Report report = evaluate(scenario, shippedCatalog(), Detail::Numbers);
        const Estimate fast = estimate(scenario, shippedCatalog());
        for (const EstimateMetric& row : estimateMetrics()) {
            const Metric* metric = findMetric(row.key);
            QVERIFY2(metric, row.key);
            QCOMPARE(row.value(fast).value(), metric->value(report).value());
            QVERIFY(row.better == metric->better);
        }
    }

    void editsGiveTheSameScenario_data() {
        QTest::addColumn<QString>("schedule");
        QTest::newRow("implied") << "auto";
        QTest::newRow("named") << "dualpipe";
    }
    void editsGiveTheSameScenario() {
        QFETCH(QString, schedule);
        Scenario base = presetScenario("deepseek-v3");
        QVERIFY(setField(base, "train.schedule", schedule.toStdString()).empty());
        QVERIFY(setField(base, "parallel.layout", "auto").empty());
        const LayoutSpace space = layoutSpace(base);
        const std::vector<Layout> splits = layoutSplits(space, 2048);
        for (std::size_t i = 0; i < splits.size(); i += splits.size() / 40) {
            Layout layout = splits[i];
            layout.recompute = static_cast<std::int32_t>(i % space.recomputes.size());
            Scenario edited = base;
            for (const auto& [key, value] : layoutEdits(layout, space))
                QVERIFY(setField(edited, key, value).empty());
            QVERIFY(edited == layoutScenario(layout, space));
        }
    }

    void mergedPartsEqualTheWhole() {
        const SearchRequest request = valueOf(searchRequest(
            scenarioOf(kMoe), shippedCatalog(), searchGoal({minimal("train.step_seconds")}, {}), 4, 4, 8));
        std::vector<Found> parts(3, Found(8));
        Searcher searcher(request, shippedCatalog());
        const std::vector<Layout> splits = layoutSplits(request.space, 4);
        for (std::size_t i = 0; i < splits.size(); ++i) {
            SearchSplit split{splits[i]};
            if (searcher.bound(split)) searcher.search(split, parts[i % 3]);
        }
        Found forward(8), backward(8);
        for (std::size_t i = 0; i < 3; ++i) {
            forward.merge(parts[i]);
            backward.merge(parts[2 - i]);
        }
        forward.finish();
        backward.finish();
        const Found whole = searched(request, shippedCatalog());
        compareLists(forward.best(), whole.best());
        compareLists(backward.best(), whole.best());
        compareLists(forward.line().points(), whole.line().points());
    }

    void wrongTextsAreSaid_data() {
        QTest::addColumn<QString>("text");
        for (const char* text : {"", "step<=1", "train.step_seconds", "train.step_seconds<=fast",
                                 "loss.value<=2", "train.recompute<=full", "train.recompute=some", "<=3"})
            QTest::newRow(text) << text;
    }
    void wrongTextsAreSaid() {
        QFETCH(QString, text);
        const Result<Condition> condition = parseCondition(text.toStdString());
        QVERIFY(!condition);
        QVERIFY(!condition.error().front().rule.empty());
        QVERIFY(!parseObjective(text.toStdString() + ":0", false));
    }

    void goalsWithoutAValueAreRefused() {
        Scenario scenario = presetScenario("deepseek-v3");
        scenario.price = {};
        const Result<SearchRequest> free =
            searchRequest(scenario, shippedCatalog(), searchGoal({minimal("train.usd")}, {}), 64, 64, 1);
        QVERIFY(!free && free.error().front().key == "train.usd");
        scenario.train.reset();
        QVERIFY(
            !searchRequest(scenario, shippedCatalog(), searchGoal({minimal("train.mfu")}, {}), 64, 64, 1));
        QVERIFY(!searchRequest(presetScenario("deepseek-v3"), shippedCatalog(),
                               searchGoal({minimal("train.mfu")}, {valueOf(parseCondition("train.zero>=4"))}),
                               64, 64, 1));
    }
};

MOE_TEST(SearchTest)
#include "search_test.moc"
