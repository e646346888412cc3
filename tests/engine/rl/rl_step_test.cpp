// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/rl/rl_step.h"

#include "data/response_table.h"
#include "models/engine/evaluate.h"
#include "models/engine/rl/responses.h"
#include "models/engine/rl/rollout.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/validate.h"
#include "models/engine/traffic/serve_load.h"
#include "tests/engine/cases.h"
#include "tests/support/registry.h"

#include <QTest>

#include <cmath>
#include <numeric>
#include <set>

using namespace moe;
using namespace moe::test;

namespace {

/// GRPO of Qwen3-30B-A3B on 32 H100, as NVIDIA-NeMo/RL's performance recipe has it.
Scenario grpo(const std::vector<std::pair<std::string, std::string>>& edits = {}) {
    Scenario scenario = presetScenario("qwen3-30b-a3b");
    const auto set = [&](const std::string& key, const std::string& text) {
        const Problems problems = setField(scenario, key, text);
        QVERIFY2(problems.empty(), key.c_str());
    };
    for (const auto& [key, text] :
         std::vector<std::pair<std::string, std::string>>{{"cluster.gpus", "32"},
                                                          {"parallel.ep", "8"},
                                                          {"train.global_batch", "512"},
                                                          {"train.recompute", "none"},
                                                          {"rl.prompts", "64"},
                                                          {"rl.group", "32"},
                                                          {"rl.prompt", "100"},
                                                          {"rl.response_mean", "3203"},
                                                          {"rl.response_max", "4096"},
                                                          {"rollout.tp", "2"}})
        set(key, text);
    for (const auto& [key, text] : edits) set(key, text);
    return scenario;
}

RlReport stepOf(const Scenario& scenario) {
    std::vector<Warning> warnings;
    const std::optional<RlReport> report = rlStep(scenario, numbersCatalog(), warnings);
    if (!report) qFatal("no step");
    return *report;
}

double seconds(const RlReport& report, RlPart part) {
    return report.phases[static_cast<std::size_t>(part)].seconds.base;
}

bool near(double a, double b, double share) {
    return std::abs(a - b) <= share * std::abs(b);
}

} // namespace

class RlStepTest : public QObject {
    Q_OBJECT

private slots:
    void lengthsHaveTheMeanThatIsAsked() {
        RlSpec rl;
        rl.responseMean = 3203, rl.responseMax = 4096, rl.group = 32;
        const std::vector<int> lengths = responseLengths(rl, 64);
        QCOMPARE(lengths.size(), std::size_t{2048});
        QVERIFY(near(std::accumulate(lengths.begin(), lengths.end(), 0.0) / 2048, 3203, 0.002));
        std::vector<Response> responses;
        for (const int length : lengths) responses.push_back({100, length});
        const RlLengths of = summary(responses, rl);
        QCOMPARE(of.max, 4096.0);
        QVERIFY(of.cut > 0.2 && of.cut < 0.8);
        QVERIFY(of.p50 <= of.p90 && of.p90 <= of.p99 && of.p99 <= of.max);
        QCOMPARE(responseLengths(rl, 64), lengths);
    }

    /// Without a spread of their own, the responses of a group are as long as each other, groups are not.
    void groupsGoTogether() {
        RlSpec rl;
        rl.groupCorrelation = 1, rl.responseMax = 1000000;
        const std::vector<int> lengths = responseLengths(rl, 8);
        std::set<int> different;
        for (std::size_t i = 0; i < lengths.size(); ++i) {
            QCOMPARE(lengths[i], lengths[i / 16 * 16]);
            different.insert(lengths[i]);
        }
        QCOMPARE(different.size(), std::size_t{8});
    }

    // 7, 6, 5, 4, 3 on two ranks, the largest first: 7 + 4 and 6 + 5, then 3: 14 and 11 of 25.
    void ranksGetTheLargestFirst() {
        QCOMPARE(largestFirstImbalance({3, 5, 7, 4, 6}, 2), 14 / 12.5);
        QCOMPARE(largestFirstImbalance({1, 1, 1, 1}, 4), 1.0);
        QCOMPARE(largestFirstImbalance({2, 1}, 1), 1.0);
    }

    /// Without queues and preemption a rollout is a sum over its passes: t_prefill + Σ_j t_pass(b_j, ctx_j),
    /// b_j sequences with more than j tokens (questions of the field, part 1).
    void rolloutIsTheSumOfItsPasses() {
        Scenario scenario = grpo({{"rl.prompts", "4"},
                                  {"rl.group", "4"},
                                  {"rl.response_mean", "300"},
                                  {"rl.response_max", "600"}});
        const std::vector<int> lengths = responseLengths(*scenario.rl, 4);
        std::vector<Response> responses;
        for (const int length : lengths) responses.push_back({100, length});
        const Result<Rollout> sampled = rollout(scenario, numbersCatalog(), responses, 1, 0);
        QVERIFY(sampled);
        Scenario engine = engineScenario(scenario, numbersCatalog(), 0);
        engine.serve->concurrency = 16;
        const std::vector<TrafficRequest> sent(16, {.arrival = 0, .input = 100, .output = 600});
        const TrafficTrace given(sent);
        const Result<ServedLoad> load = servedLoad(engine, numbersCatalog(), &given);
        QVERIFY(load);
        double sum = 0;
        for (int j = 1; j < 600; ++j) {
            PassLoad pass;
            for (const int length : lengths)
                if (length > j) ++pass.rows, pass.context += 100 + j;
            if (pass.rows > 0) sum += load->traffic.time(pass);
        }
        PassLoad prompts;
        prompts.prefillTokens = 4 * 100 + 12 * 16, prompts.pairs = 16 * 100 * 50;
        sum += load->traffic.time(prompts);
        QVERIFY2(near(sampled->seconds, sum, 0.02), qPrintable(QString::number(sampled->seconds / sum)));
    }

    void partsSumToTheStep_data() {
        QTest::addColumn<QString>("mode");
        for (const char* mode : {"sync", "one-step-off", "async"}) QTest::newRow(mode) << mode;
    }
    void partsSumToTheStep() {
        QFETCH(QString, mode);
        const RlReport report = stepOf(grpo({{"rl.placement", "separate"},
                                             {"rl.mode", mode.toStdString()},
                                             {"rl.reward_seconds", "3"},
                                             {"rl.framework_seconds", "2"}}));
        double sum = 0;
        for (const RlPhase& phase : report.phases) sum += phase.exposed.base;
        QVERIFY(near(report.step.base, sum, 1e-12));
        QVERIFY(report.idleShare >= 0 && report.idleShare < 1);
    }

    /// η = 0 is sync; one step off is η = 1; more staleness never takes longer.
    void stalenessJoinsTheModes() {
        const auto of = [](const char* mode, const char* staleness) {
            return stepOf(
                       grpo({{"rl.placement", "separate"}, {"rl.mode", mode}, {"rl.staleness", staleness}}))
                .step.base;
        };
        QVERIFY(near(of("async", "0"), of("sync", "1"), 1e-12));
        QVERIFY(near(of("async", "1"), of("one-step-off", "1"), 0.02));
        double last = of("async", "0");
        for (const char* staleness : {"0.25", "0.5", "1", "2", "4", "8"}) {
            const double step = of("async", staleness);
            QVERIFY2(step <= last * (1 + 1e-9), staleness);
            last = step;
        }
    }

    void oneStepOffTakesTheLongerSide() {
        const RlReport report = stepOf(grpo({{"rl.placement", "separate"}, {"rl.mode", "one-step-off"}}));
        const double trained = seconds(report, RlPart::Logprob) + seconds(report, RlPart::Reference) +
                               seconds(report, RlPart::Train);
        const double longer = std::max(trained, seconds(report, RlPart::Rollout));
        QVERIFY(near(report.step.base, longer + seconds(report, RlPart::Transfer), 1e-9));
    }

    /// More GPUs do not shorten the longest sequence (second trap of the page).
    void theLongestSequenceStays() {
        const double few =
            seconds(stepOf(grpo({{"rl.placement", "separate"}, {"rl.rollout_gpus", "32"}})), RlPart::Rollout);
        const double many = seconds(stepOf(grpo({{"rl.placement", "separate"}, {"rl.rollout_gpus", "128"}})),
                                    RlPart::Rollout);
        QVERIFY(many < few);
        QVERIFY2(many > few / 2, "four times the GPUs give less than twice the speed");
    }

    // Rates of published transfers: MoonshotAI/checkpoint-engine README, DeepSeek-V3.1 in fp8 (689 GB)
    // reaches 256 H20 in 11.33 s, Kimi-K2 (1,030 GB) in 16.04 s: a broadcast of 61 and 64 GB/s.
    void transferIsBytesOverThePublishedRate() {
        const RlReport report = stepOf(grpo({{"rl.transfer", "broadcast"}}));
        const Report counted = evaluate(presetScenario("qwen3-30b-a3b"), numbersCatalog(), Detail::Numbers);
        QVERIFY(near(seconds(report, RlPart::Transfer), 2 * counted.params.total / 65e9, 1e-9));
        QVERIFY(near(689e9 / (rlTransfers()[2].gbps * 1e9), 11.33, 0.1));
        QVERIFY(near(1030e9 / (rlTransfers()[2].gbps * 1e9), 16.04, 0.1));
    }

    void memoryHasTwoMoments() {
        const RlReport asleep = stepOf(grpo()), awake = stepOf(grpo({{"rl.sleep_level", "0"}}));
        QVERIFY(awake.trainMemory > asleep.trainMemory);
        QCOMPARE(seconds(awake, RlPart::Switch), 0.0);
        QVERIFY(seconds(asleep, RlPart::Switch) > 0);
        const RlReport dropped = stepOf(grpo({{"rl.sleep_level", "2"}}));
        QVERIFY(dropped.host < asleep.host);
        QVERIFY(asleep.rolloutMemory <= asleep.capacity);
    }

    void rulesSayWhatCannotBe() {
        const auto broken = [](const std::vector<std::pair<std::string, std::string>>& edits,
                               const char* key) {
            const Problems problems = brokenRules(grpo(edits), numbersCatalog());
            return std::any_of(problems.begin(), problems.end(),
                               [&](const Problem& one) { return one.key == key; });
        };
        QVERIFY(!broken({}, "rl.mode"));
        QVERIFY(broken({{"rl.mode", "async"}}, "rl.mode"));
        QVERIFY(broken({{"rl.response_mean", "9000"}}, "rl.response_mean"));
        QVERIFY(broken({{"rollout.tp", "5"}}, "rollout.tp"));
        QVERIFY(broken({{"rollout.ep", "48"}}, "rollout.ep"));
        QVERIFY(broken({{"train", "null"}}, "rl.prompts"));
    }

    /// Schedules that take only certain numbers of micro-batches get one of them, or 1F1B runs.
    void everySchedule_data() {
        QTest::addColumn<QString>("schedule");
        for (const char* schedule : {"1f1b", "zb-v", "dualpipe", "dualpipev"})
            QTest::newRow(schedule) << schedule;
    }
    void everySchedule() {
        QFETCH(QString, schedule);
        Scenario scenario = presetScenario("deepseek-v3");
        for (const auto& [key, text] :
             std::vector<std::pair<std::string, std::string>>{{"train.schedule", schedule.toStdString()},
                                                              {"rl.prompts", "32"},
                                                              {"rollout.tp", "8"},
                                                              {"rollout.pp", "4"}})
            QVERIFY2(setField(scenario, key, text).empty(), key.c_str());
        const RlReport report = stepOf(scenario);
        QVERIFY(std::isfinite(report.step.base) && report.step.base > 0);
        QVERIFY(seconds(report, RlPart::Train) > 0 &&
                seconds(report, RlPart::Logprob) < seconds(report, RlPart::Train));
    }

    /// Lengths of a file, in its order; a group is a prompt's.
    void lengthsComeFromAFile() {
        Catalog catalog = numbersCatalog();
        auto table = std::make_shared<ResponseTable>();
        for (int i = 0; i < 2048; ++i) table->rows.push_back({i % 32 == 31 ? 4000 : 1000, 200});
        catalog.responses["lengths.csv"] = table;
        Scenario scenario = grpo({{"rl.lengths", "lengths.csv"}});
        std::vector<Warning> warnings;
        const std::optional<RlReport> report = rlStep(scenario, catalog, warnings);
        QVERIFY(report && warnings.empty());
        QCOMPARE(report->lengths.max, 4000.0);
        QVERIFY(near(report->lengths.mean, 31 * 1000.0 / 32 + 4000.0 / 32, 1e-12));
        QVERIFY(near(report->tokens, 2048 * (200 + report->lengths.mean), 1e-12));
        // A shorter file is taken again, and that is said.
        table->rows.resize(64);
        QVERIFY(rlStep(scenario, catalog, warnings));
        QCOMPARE(warnings.back().id, std::string("rl-lengths"));
        // Groups that are not as the scenario says, and a file that is not there, give no step.
        table->groups = {64};
        QVERIFY(!rlStep(scenario, catalog, warnings));
        QVERIFY(!rlStep(scenario, numbersCatalog(), warnings));
    }

    /// The published recipe (NVIDIA-NeMo/RL grpo_math_1B.yaml: grad_reduce_in_fp32 false) fits with the
    /// larger reserve that was measured beside an engine: 38.65 GB allocated, 7.04 more reserved (issue 2471
    /// there).
    void reserveIsMeasured() {
        QVERIFY(near(RlSpec().reserve, (38.65 + 7.04) / 38.65, 0.003));
        const RlReport narrow = stepOf(grpo({{"train.grad_bytes", "2"}}));
        const RlReport wide = stepOf(grpo({{"train.grad_bytes", "4"}}));
        QVERIFY2(narrow.fits != Fit::No, qPrintable(QString::number(narrow.trainMemory / GiB)));
        QVERIFY(narrow.trainMemory < wide.trainMemory);
    }

    /// A part that is absent costs nothing.
    void withoutItAReportIsTheSame() {
        Scenario scenario = grpo();
        const Report with = evaluate(scenario, numbersCatalog(), Detail::Numbers);
        scenario.rl.reset();
        const Report without = evaluate(scenario, numbersCatalog(), Detail::Numbers);
        QVERIFY(with.rl && !without.rl);
        QCOMPARE(with.train->step.base, without.train->step.base);
        QCOMPARE(with.memory->device.base, without.memory->device.base);
    }
};

MOE_TEST(RlStepTest)
#include "rl_step_test.moc"
