// SPDX-License-Identifier: GPL-3.0-or-later
// Plans keep the goal they are given, say what binds them, and launch what they describe.

#include "data/number.h"
#include "models/engine/evaluate.h"
#include "models/engine/plan/plan_serving.h"
#include "models/engine/plan/plan_training.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/validate.h"
#include "models/engine/traffic/serve_load.h"
#include "tests/engine/cases.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

using namespace moe;
using namespace moe::test;

namespace {

const char* const kTrained =
    "model: {layers: 8, hidden: 1024, ffn: 4096, heads: 8, kv_heads: 2, vocab: 32000, sequence: 2048}\n"
    "moe: {experts: 8, top_k: 2, expert_ffn: 512}\n"
    "train: {tokens: 1e9, global_batch: 32}\n"
    "price: {gpu_hour_usd: 2}\n"
    "gpu: {preset: h800, memory_gib: 9}\n"
    "cluster: {gpus: 8}\n";

// 70B parameters in FP8 on an NVLink node, as many serve Llama 3.3 70B.
Scenario llama() {
    Scenario scenario = presetScenario("llama-3-70b");
    scenario.train.reset();
    scenario.parallel = {};
    scenario.parallel.tp = 4;
    scenario.cluster.gpus = 4;
    scenario.precision.weights = scenario.precision.compute = DataType::Fp8;
    scenario.serve->prompt = 1000;
    scenario.serve->output = 500;
    scenario.serve->requests = 16;
    scenario.price.gpuHourUsd = 2;
    return scenario;
}

FoundLayouts searchedHere(const SearchRequest& request) {
    return {searched(request, shippedCatalog()), 1};
}
void eachHere(std::size_t count, const std::function<void(std::size_t)>& work) {
    for (std::size_t i = 0; i < count; ++i) work(i);
}
Plans trained(const Scenario& scenario, const PlanGoal& goal) {
    return valueOf(trainingPlans(scenario, shippedCatalog(), goal, searchedHere));
}
Plans served(const Scenario& scenario, const PlanGoal& goal) {
    return valueOf(servingPlans(scenario, shippedCatalog(), goal, eachHere));
}

PlanGoal trainingGoal(Count gpus = 8) {
    PlanGoal goal;
    goal.fewest = goal.most = gpus;
    return goal;
}
PlanGoal servingGoal(Count gpus = 4) {
    PlanGoal goal;
    goal.trains = false;
    goal.fewest = goal.most = gpus;
    goal.headroom = kServingHeadroom;
    goal.ttft = Seconds{1};
    goal.tpot = Seconds{0.03};
    return goal;
}
Condition conditionOf(const char* text) {
    return valueOf(parseCondition(text));
}

double valueAt(const Plan& plan, std::string_view key) {
    return planValue(plan, key).value_or(NAN);
}

std::string valueOfFlag(const LaunchCommand& launch, std::string_view flag) {
    for (const auto& [name, value] : launch.flags)
        if (name == flag) return value;
    return "absent";
}

} // namespace

class GoalPlansTest : public QObject {
    Q_OBJECT

private slots:
    void theFirstPlanIsTheBestLayoutThatKeepsTheGoal() {
        const Scenario scenario = scenarioOf(kTrained);
        PlanGoal goal = trainingGoal();
        goal.headroom = 0.2;
        goal.fullRecompute = false;
        goal.conditions = {conditionOf("train.zero!=3"), conditionOf("parallel.pp<=2")};
        const Plans plans = trained(scenario, goal);
        QVERIFY(plans.plans.size() > 1);
        std::vector<Condition> conditions = goal.conditions;
        conditions.push_back(conditionOf("train.recompute!=full"));
        conditions.push_back(conditionOf("train.recompute!=op-level"));
        conditions.push_back(conditionOf("memory.device_bytes<=7.2GiB")); // 80 % of 9 GiB
        const SearchRequest request = valueOf(searchRequest(
            scenario, shippedCatalog(),
            searchGoal({valueOf(parseObjective("train.step_seconds", false))}, conditions), 8, 8, 1));
        QCOMPARE(valueAt(plans.plans[0], "train.step_seconds"),
                 searchedHere(request).found.best().at(0).estimate.step.base);
        std::set<std::vector<Count>> splits;
        for (const Plan& plan : plans.plans) {
            const ParallelSpec& p = plan.scenario.parallel;
            QVERIFY(plan.headroom() >= 0.2 * plan.capacity * (1 - 1e-12));
            QVERIFY(plan.scenario.train->recompute.mode != Recompute::Mode::Full);
            QVERIFY(plan.scenario.train->zero != 3 && p.pp <= 2);
            QVERIFY(splits.insert({p.tp, p.pp, p.cp, p.ep, expertTp(plan.scenario)}).second);
            QVERIFY(*plan.low < valueAt(plan, "train.step_seconds"));
            QVERIFY(!plan.reason.empty());
        }
    }

    void whatAPlanSetsMakesItsScenario() {
        const Scenario scenario = scenarioOf(kTrained);
        for (const Plan& plan : trained(scenario, trainingGoal()).plans) {
            Scenario made = scenario;
            for (const auto& [key, value] : plan.set) QVERIFY(setField(made, key, value).empty());
            QVERIFY(made == plan.scenario);
            QVERIFY(brokenRules(made, shippedCatalog()).empty());
        }
    }

    void memoryBindsWhereMoreOfItWouldBeFaster() {
        Scenario scenario = scenarioOf(kTrained);
        scenario.gpu.memoryGib = 5;
        QCOMPARE(trained(scenario, trainingGoal()).plans.at(0).binding, PlanLimit::Memory);
        scenario.gpu.memoryGib = 1000;
        QVERIFY(trained(scenario, trainingGoal()).plans.at(0).binding != PlanLimit::Memory);
    }

    void theDifferenceToTheBestPlanIsThatOfItsParts() {
        Scenario scenario = scenarioOf(kTrained);
        scenario.train->recompute.mode = Recompute::Mode::Full;
        PlanGoal goal = trainingGoal();
        goal.fullRecompute = false;
        const Plans plans = trained(scenario, goal);
        const WhyNot& why = *plans.mine;
        QVERIFY(!why.same);
        QCOMPARE(why.broken.size(), std::size_t{1}); // it recomputes whole layers
        double mine = 0, best = 0;
        for (const PlanGap& gap : why.gaps) {
            mine += gap.mine;
            best += gap.best;
        }
        QVERIFY(std::abs(mine - why.mine) < 1e-9 * why.mine);
        QVERIFY(std::abs(best - why.best) < 1e-9 * why.best);
        QVERIFY(trained(plans.plans[0].scenario, goal).mine->same);
    }

    void theSmallestChangeMakesAPlanPossible() {
        PlanGoal goal = trainingGoal();
        goal.days = 1e-4;
        const Plans plans = trained(scenarioOf(kTrained), goal);
        QVERIFY(plans.plans.empty());
        QVERIFY(!plans.closest.empty());
        const auto deadline = std::find_if(plans.closest.begin(), plans.closest.end(),
                                           [](const PlanChange& change) { return change.key == "deadline"; });
        QVERIFY(deadline != plans.closest.end());
        PlanGoal moved = goal;
        moved.days = *parseNumber(deadline->to);
        QVERIFY(!trained(scenarioOf(kTrained), moved).plans.empty());
        for (std::size_t i = 1; i < plans.closest.size(); ++i)
            QVERIFY(plans.closest[i - 1].size <= plans.closest[i].size);
    }

    void aServerTakesAsManyRequestsAsTheLimitsAllow() {
        const Plans plans = served(llama(), servingGoal());
        QVERIFY(plans.plans.size() > 2);
        const Plan& best = plans.plans[0];
        QCOMPARE(best.scenario.parallel.tp, Count{4});
        QCOMPARE(best.binding, PlanLimit::Tpot);
        QVERIFY(valueAt(best, "serve.tpot_seconds") <= 0.03);
        QVERIFY(valueAt(best, "serve.ttft_seconds") <= 1);
        for (std::size_t i = 1; i < plans.plans.size(); ++i)
            QVERIFY(valueAt(plans.plans[i], "serve.rate") <= valueAt(plans.plans[i - 1], "serve.rate"));
        // The share of requests that is promised keeps the limits, and no more arrivals would.
        const Catalog& catalog = shippedCatalog();
        const Report report = evaluate(best.scenario, catalog, Detail::Numbers);
        QVERIFY(*report.serve->withinLimits >= 0.99);
        QCOMPARE(report.serve->tpot->base, valueAt(best, "serve.tpot_seconds"));
        Scenario more = best.scenario;
        *more.serve->rate *= 1.05;
        QVERIFY(*evaluate(more, catalog, Detail::Numbers).serve->withinLimits < 0.99);
        // Limits of the scenario are the goal's where it names none.
        Scenario limited = llama();
        limited.serve->sloTtft = 1;
        limited.serve->sloTpot = 0.03;
        PlanGoal bare = servingGoal();
        bare.ttft = bare.tpot = {};
        const Plan again = served(limited, bare).plans.at(0);
        QVERIFY(again.values == best.values && again.set == best.set);
        // Who opens the plan and asks again is told that it is the best.
        QVERIFY(served(best.scenario, bare).mine->same);
        QCOMPARE(valueAt(served(best.scenario, bare).plans.at(0), "serve.rate"), valueAt(best, "serve.rate"));
    }

    void withoutLimitsPlansLeaveTheHeadroom() {
        for (const double headroom : {0.1, 0.2}) {
            PlanGoal goal = servingGoal();
            goal.ttft = goal.tpot = {};
            goal.headroom = headroom;
            const Plans plans = served(llama(), goal);
            QVERIFY(plans.plans.size() > 2);
            for (const Plan& plan : plans.plans) {
                QVERIFY(plan.binding == PlanLimit::Memory || plan.binding == PlanLimit::Compute ||
                        plan.binding == PlanLimit::MaxSeqs);
                QVERIFY(plan.headroom() >= headroom * plan.capacity * (1 - 1e-12));
                QCOMPARE(valueOfFlag(plan.launch[0], "--gpu-memory-utilization"), rounded(1 - headroom, 3));
                // An engine's own share stands where no other head-room is asked.
                QCOMPARE(valueOfFlag(plan.launch[1], "--mem-fraction-static"),
                         headroom == kServingHeadroom ? std::string("0.88") : rounded(1 - headroom, 3));
            }
        }
    }

    /// A loop over the layouts found that ends before it is done, as one that is cancelled.
    void aPlanThatIsStoppedHasNoHalves() {
        const PlanGoal goal = servingGoal();
        for (int most = 0; most < 4; ++most) {
            int loops = 0;
            const auto stopped = [&](std::size_t count, const std::function<void(std::size_t)>& work) {
                if (loops++ < most) eachHere(count, work);
            };
            const Result<Plans> plans = servingPlans(llama(), shippedCatalog(), goal, stopped);
            if (!plans) continue;
            for (const Plan& plan : plans->plans) QVERIFY(!plan.values.empty());
        }
    }

    void theFewestGpusServeTheRequestsAskedFor() {
        PlanGoal goal = servingGoal();
        goal.fewest = 1;
        goal.most = 64;
        goal.rate = 5;
        const Plans plans = served(llama(), goal);
        QVERIFY(!plans.plans.empty());
        const Count gpus = *plans.plans[0].scenario.cluster.gpus;
        QCOMPARE(plans.plans[0].binding, PlanLimit::Rate);
        QCOMPARE(valueAt(plans.plans[0], "serve.rate"), 5.0);
        QVERIFY(valueAt(plans.plans[0], "serve.requests_per_second") > 4.5); // until the last is answered
        if (gpus > 1) {
            goal.most = gpus - 1;
            QVERIFY(served(llama(), goal).plans.empty());
        }
    }

    void aLimitThatNothingKeepsIsMovedToOneThatSomethingKeeps() {
        PlanGoal goal = servingGoal();
        goal.tpot = Seconds{0.001};
        const Plans plans = served(llama(), goal);
        QVERIFY(plans.plans.empty());
        const auto tpot = std::find_if(plans.closest.begin(), plans.closest.end(),
                                       [](const PlanChange& change) { return change.key == "tpot"; });
        QVERIFY(tpot != plans.closest.end());
        goal.tpot = Seconds{*parseNumber(tpot->to)};
        QVERIFY(!served(llama(), goal).plans.empty());
    }

    void contradictionsAreNamed_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<bool>("trains");
        QTest::addColumn<QStringList>("conditions");
        QTest::addRow("two values") << "fix" << true << QStringList{"parallel.tp=2", "parallel.tp=4"};
        QTest::addRow("forbidden") << "fix" << true << QStringList{"parallel.tp=2", "parallel.tp!=2"};
        QTest::addRow("other GPUs") << "fix" << true << QStringList{"cluster.gpus=16"};
        QTest::addRow("full recompute") << "fix" << true << QStringList{"train.recompute=full"};
        QTest::addRow("of training") << "fix" << false << QStringList{"train.zero=1"};
        QTest::addRow("no head-room") << "headroom" << true << QStringList{};
        QTest::addRow("limit of serving") << "ttft" << true << QStringList{};
        QTest::addRow("limit of training") << "budget" << false << QStringList{};
        QTest::addRow("fewest without a rate") << "rate" << false << QStringList{};
    }
    void contradictionsAreNamed() {
        QFETCH(QString, key);
        QFETCH(bool, trains);
        QFETCH(QStringList, conditions);
        PlanGoal goal = trains ? trainingGoal() : servingGoal();
        const Scenario scenario = trains ? scenarioOf(kTrained) : llama();
        QVERIFY(goalProblems(goal, scenario).empty());
        if (key == "headroom") goal.headroom = 1;
        if (key == "ttft") goal.ttft = Seconds{1};
        if (key == "budget") goal.usd = 5;
        if (key == "rate") goal.most = 64;
        goal.fullRecompute = false;
        for (const QString& text : conditions)
            goal.conditions.push_back(valueOf(parseCondition(text.toStdString())));
        const Problems problems = goalProblems(goal, scenario);
        QCOMPARE(problems.size(), std::size_t{1});
        QCOMPARE(QString::fromStdString(problems[0].key), key);
    }

    /// Spelled as in Megatron-LM's arguments.py and the help of the three servers.
    void flagsLaunchThePlan() {
        Scenario scenario = presetScenario("deepseek-v3");
        QCOMPARE(trainingLaunch(scenario, setupOf(scenario, shippedCatalog())).unspelled,
                 std::vector<std::string>{"train.schedule"}); // DualPipe is none of Megatron-LM's
        for (const ScheduleRow& row : schedules()) {
            scenario.train->schedule = row.kind;
            const bool spelled =
                trainingLaunch(scenario, setupOf(scenario, shippedCatalog())).unspelled.empty();
            QCOMPARE(spelled, row.launches);
            // schedules.py of Megatron-LM runs these three.
            const QString key = row.key;
            QCOMPARE(spelled, key == "1f1b" || key == "interleaved" || key == "combined-1f1b");
        }
        scenario.train->schedule.reset();
        const LaunchCommand train = trainingLaunch(scenario, setupOf(scenario, shippedCatalog()));
        QCOMPARE(valueOfFlag(train, "--pipeline-model-parallel-size"), std::string("16"));
        QCOMPARE(valueOfFlag(train, "--expert-model-parallel-size"), std::string("64"));
        QCOMPARE(valueOfFlag(train, "--use-distributed-optimizer"), std::string());
        QCOMPARE(valueOfFlag(train, "--use-megatron-fsdp"), std::string("absent"));
        QCOMPARE(valueOfFlag(train, "--recompute-granularity"), std::string("selective"));
        QCOMPARE(valueOfFlag(train, "--fp8-param-gather"), std::string());
        scenario.train->zero = 3;
        scenario.train->recompute = {Recompute::Mode::OpLevel, {}};
        const LaunchCommand other = trainingLaunch(scenario, setupOf(scenario, shippedCatalog()));
        QCOMPARE(valueOfFlag(other, "--data-parallel-sharding-strategy"), std::string("optim_grads_params"));
        QCOMPARE(other.unspelled, std::vector<std::string>{"train.recompute"});

        const std::vector<LaunchCommand> servers = served(llama(), servingGoal()).plans[0].launch;
        QCOMPARE(servers.size(), std::size_t{3});
        QVERIFY(QString::fromStdString(servers[0].text())
                    .startsWith("vllm serve MODEL --tensor-parallel-size 4 --quantization fp8"));
        QCOMPARE(valueOfFlag(servers[0], "--gpu-memory-utilization"), std::string("0.9"));
        QCOMPARE(valueOfFlag(servers[1], "--context-length"), std::string("1500"));
        QCOMPARE(valueOfFlag(servers[2], "--tp_size"), std::string("4"));
        // What each engine's verdict is computed with, on every preset that fits: never all of the memory.
        for (const char* preset : {"llama-3-70b", "deepseek-v3", "gpt-oss-120b", "mixtral-8x7b"}) {
            Scenario server = presetScenario(preset);
            server.train.reset();
            if (!server.serve) server.serve.emplace();
            const Setup setup = setupOf(server, shippedCatalog());
            for (const LaunchCommand& launch : servingLaunches(server, setup, shippedCatalog())) {
                Scenario on = server;
                const bool vllm = launch.program == "vLLM", sglang = launch.program == "SGLang";
                on.serve->engine = vllm     ? ServeEngine::Vllm
                                   : sglang ? ServeEngine::SgLang
                                            : ServeEngine::TensorRtLlm;
                const EnginePool pool = enginePool(on, shippedCatalog());
                QCOMPARE(valueOfFlag(launch, vllm     ? "--gpu-memory-utilization"
                                             : sglang ? "--mem-fraction-static"
                                                      : "--kv_cache_free_gpu_memory_fraction"),
                         rounded(vllm || sglang ? pool.share : pool.freeShare, 3));
                QVERIFY(pool.share < 1 && pool.freeShare < 1);
                QCOMPARE(valueOfFlag(launch, vllm     ? "--max-num-batched-tokens"
                                             : sglang ? "--chunked-prefill-size"
                                                      : "--max_num_tokens"),
                         std::to_string(pool.limits.tokens));
            }
        }
    }
};
MOE_TEST(GoalPlansTest)
#include "goal_plans_test.moc"
