// SPDX-License-Identifier: GPL-3.0-or-later
// One scenario, one set of numbers: whatever prints a quantity prints the same, to the last digit. The table
// names every quantity and who prints it; a metric without its row fails. Over scenarios drawn at random,
// training and serving; more of them as random_scenarios.h says.

#include "data/number.h"
#include "models/engine/answer/answer.h"
#include "models/engine/evaluate.h"
#include "models/engine/overview/overview_serving.h"
#include "models/engine/plan/goodput_map.h"
#include "models/engine/plan/plan_serving.h"
#include "models/engine/plan/plan_training.h"
#include "models/engine/plan/serving_search.h"
#include "models/engine/report/metrics.h"
#include "models/engine/search/sweep.h"
#include "models/engine/traffic/serve_load.h"
#include "models/items/format.h"
#include "models/items/plan_text.h"
#include "models/items/report_json.h"
#include "models/items/report_text.h"
#include "models/items/result_cards.h"
#include "models/items/sweep_text.h"
#include "models/items/traffic_text.h"
#include "tests/engine/operator_cases.h"
#include "tests/engine/random_scenarios.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace moe;
using namespace moe::test;

namespace {

/// Who prints a row of metrics() beside report, JSON, CSV and sweep, which print all.
enum Printer : unsigned {
    Search = 1,       ///< `search`, *Layouts*, studies: estimate()
    Simulate = 2,     ///< `simulate`, *Under load*, where an engine is named
    Servers = 4,      ///< `search --serve`, *Layouts* of a server, goodput, where an engine is named
    TrainingPlan = 8, ///< `plan`, the sheet
    ServingPlan = 16,
    Sentence = 32, ///< `answer`
    Card = 64,
};
struct Row {
    const char* key;
    unsigned printers = 0;
    const char* simulated = ""; ///< path in `simulate --format json`
};
const Row kRows[] = {
    {"params.total"},
    {"params.active"},
    {"params.non_embedding"},
    {"params.active_non_embedding"},
    {"params.dense"},
    {"params.expert"},
    {"params.per_gpu"},
    {"params.trainable"},
    {"params.trainable_share"},
    {"loss.value", Sentence},
    {"loss.low"},
    {"loss.high"},
    {"loss.optimal_loss", Sentence},
    {"loss.optimal_lr"},
    {"loss.optimal_batch_tokens"},
    {"loss.law_lr"},
    {"loss.law_batch_tokens"},
    {"loss.slope_params"},
    {"loss.slope_tokens"},
    {"memory.static_bytes", Search},
    {"memory.peak_bytes", Search},
    {"memory.peak_low_bytes"},
    {"memory.peak_high_bytes"},
    {"memory.reserved_bytes", Search},
    {"memory.device_bytes", Search | TrainingPlan | Sentence | Card},
    {"memory.capacity_bytes", Sentence},
    {"memory.longest_sequence"},
    {"train.step_seconds", Search | TrainingPlan | Sentence | Card},
    {"train.tokens_per_second", Search | TrainingPlan},
    {"train.tokens_per_second_per_gpu", Search | Card},
    {"train.model_tflops_per_gpu", Search},
    {"train.model_tflops_per_gpu_full_attention"},
    {"train.mfu", Search | TrainingPlan},
    {"train.bubble_fraction", Search},
    {"train.makespan_seconds"},
    {"train.exposed_dp_seconds"},
    {"train.gpu_utilisation"},
    {"train.bandwidth_utilisation"},
    {"train.gpu_hours", Search | TrainingPlan | Sentence},
    {"train.days", Search | TrainingPlan | Sentence},
    {"train.usd", Search | TrainingPlan | Sentence},
    {"train.energy_kwh", Search},
    {"train.full_step_seconds"},
    {"goodput.efficiency"},
    {"goodput.interval_seconds"},
    {"goodput.mtbf_hours"},
    {"goodput.checkpoint_bytes"},
    {"goodput.effective_tokens_per_second"},
    {"goodput.gpu_hours"},
    {"goodput.days", Sentence},
    {"goodput.usd"},
    {"goodput.spare_nodes"},
    {"rl.step_seconds", Sentence | Card},
    {"rl.rollout_seconds"},
    {"rl.reward_seconds"},
    {"rl.logprob_seconds"},
    {"rl.reference_seconds"},
    {"rl.critic_seconds"},
    {"rl.train_seconds"},
    {"rl.transfer_seconds"},
    {"rl.switch_seconds"},
    {"rl.framework_seconds"},
    {"rl.idle_seconds"},
    {"rl.tokens_per_second_per_gpu", Sentence | Card},
    {"rl.samples_per_second"},
    {"rl.steps_per_day"},
    {"rl.usd", Sentence | Card},
    {"rl.idle_share"},
    {"rl.rollout_idle_share"},
    {"rl.tail_seconds"},
    {"rl.staleness_mean"},
    {"rl.response_mean"},
    {"rl.response_p99"},
    {"rl.cut_share"},
    {"rl.train_imbalance"},
    {"rl.rollout_memory_bytes", Sentence | Card},
    {"rl.train_memory_bytes", Sentence | Card},
    {"rl.host_bytes"},
    {"power.train_w", Search},
    {"power.prefill_w"},
    {"power.decode_w"},
    {"power.serve_w"},
    {"power.peak_w"},
    {"power.rack_kw", Search | TrainingPlan | Servers | ServingPlan},
    {"power.facility_kw"},
    {"energy.kwh_per_step", Search | TrainingPlan},
    {"energy.kwh"},
    {"energy.joules_per_trained_token", Search},
    {"energy.joules_per_prompt_token", Servers},
    {"energy.joules_per_output_token", Servers | ServingPlan},
    {"energy.joules_per_request", Servers},
    {"energy.tokens_per_kwh", Servers},
    {"energy.co2_kg_per_step"},
    {"energy.co2_kg"},
    {"energy.co2_g_per_million_tokens"},
    {"cost.usd_per_step"},
    {"cost.usd_per_million_prompt_tokens"},
    {"cost.usd_per_million_output_tokens"},
    {"network.dispatch_bytes"},
    {"network.combine_bytes"},
    {"network.dispatch_seconds"},
    {"network.combine_seconds"},
    {"network.allreduce_seconds"},
    {"network.comm_compute_ratio"},
    {"network.busiest_link_utilisation"},
    {"network.network_utilisation"},
    {"network.cross_node_bytes"},
    {"network.leaf_switches"},
    {"network.spine_switches"},
    {"network.inter_switch_links"},
    {"serve.weights_bytes"},
    {"serve.kv_bytes_per_token"},
    {"serve.kv_bytes_next_token"},
    {"serve.state_bytes_per_sequence"},
    {"serve.device_bytes", Sentence | Card},
    {"serve.prefill_gpus"},
    {"serve.ttft_seconds", Simulate | Servers | ServingPlan | Sentence | Card, "ttft_seconds.p50"},
    {"serve.tpot_seconds", Simulate | Servers | ServingPlan | Sentence | Card, "tpot_seconds.p50"},
    {"serve.latency_seconds", Simulate | Servers | ServingPlan, "e2e_seconds.p50"},
    {"serve.tokens_per_second_per_gpu", Simulate | Servers | ServingPlan | Card,
     "output_tokens_per_second_per_gpu"},
    {"serve.tokens_per_second_per_user", Servers},
    {"serve.tokens_per_second", Sentence},
    {"serve.requests_per_second", Simulate | Servers | ServingPlan, "requests_per_second"},
    {"serve.usd_per_million_tokens", Simulate | Servers | ServingPlan | Sentence | Card,
     "usd_per_million_tokens"},
    {"serve.comm_compute_ratio"},
    {"serve.network_utilisation"},
    {"serve.gpu_utilisation"},
    {"serve.bandwidth_utilisation"},
    {"serve.knee_tokens_per_expert"},
    {"placement.experts.max_over_mean"},
    {"placement.experts.std"},
    {"placement.gpus.std"},
    {"placement.gpus.max_over_mean"},
    {"placement.nodes.max_over_mean"},
    {"placement.lower_bound"},
    {"placement.aux_loss"},
};
/// Quantities of one printer alone.
constexpr std::string_view kOfServers[] = {
    "serve.ttft_seconds.p99",   "serve.tpot_seconds.p99", "serve.requests",    "serve.rate",
    "serve.max_batched_tokens", "serve.kv_use_peak",      "serve.preemptions", "serve.slo_share"};

/// Who prints serve.goodput_requests_per_second, which is of a search of rates and not of a report.
constexpr const char* kRatePrinters[] = {"the Overview", "the sentence", "simulate --goodput",
                                         "search --serve and plans"};

const Row* rowOf(std::string_view key) {
    for (const Row& row : kRows)
        if (key == row.key) return &row;
    return nullptr;
}

QJsonValue at(QJsonValue value, const QString& path) {
    for (const QString& name : path.split('.')) value = value.toObject().value(name);
    return value;
}

using Number = std::optional<double>;
Number finite(Number value) {
    return value && std::isfinite(*value) ? value : Number();
}
Number numberIn(const QJsonValue& value) {
    return value.isDouble() ? Number(value.toDouble()) : Number();
}

const Catalog& catalog() {
    static const Catalog all = [] {
        Catalog made = measuredCatalog();
        made.lossModel = numbersCatalog().lossModel;
        return made;
    }();
    return all;
}

void eachHere(std::size_t count, const std::function<void(std::size_t)>& work) {
    for (std::size_t i = 0; i < count; ++i) work(i);
}
FoundLayouts searchedHere(const SearchRequest& request) {
    return {searched(request, catalog()), 1};
}

/// Of one scenario: what differs, with who says what; empty where nothing does.
class Agreement {
public:
    explicit Agreement(const Scenario& scenario)
        : m_scenario(scenario), m_report(evaluate(scenario, catalog(), Detail::Numbers)) {}

    std::string difference() {
        files();
        sweep();
        search();
        simulation();
        sentences();
        cards();
        rates();
        return m_wrong;
    }

    void compare(const char* who, std::string_view key, Number theirs) {
        const Number mine = finite(findMetric(key)->value(m_report));
        theirs = finite(theirs);
        if (mine == theirs || !m_wrong.empty()) return;
        const auto text = [](Number n) { return n ? QString::number(*n, 'g', 17).toStdString() : "nothing"; };
        m_wrong = std::string(key) + ": the report says " + text(mine) + ", " + who + " " + text(theirs);
    }
    const Report& report() const { return m_report; }
    const std::string& wrong() const { return m_wrong; }

private:
    void files() {
        const Report coarse = evaluate(m_scenario, catalog(), Detail::Coarse);
        const QJsonObject json = reportJson(m_report);
        QHash<QString, QString> csv;
        for (const QString& line : items::reportCsv(m_report).split('\n'))
            if (const QStringList cells = line.split(','); cells.size() >= 4)
                csv[cells[0]] = cells[cells.size() - 2];
        for (const Metric& metric : metrics()) {
            compare("a coarser one", metric.key, metric.value(coarse));
            compare("its JSON", metric.key, numberIn(at(json, metric.key)));
            const std::string cell = csv[metric.key].toStdString();
            compare("its CSV", metric.key, cell.empty() ? Number() : parseNumber(cell));
        }
    }
    static QJsonObject reportJson(const Report& report) {
        return QJsonDocument::fromJson(QJsonDocument(items::reportJson(report)).toJson()).object();
    }

    void sweep() {
        std::vector<const Metric*> all, fast;
        for (const Metric& metric : metrics()) {
            all.push_back(&metric);
            if (findEstimateMetric(metric.key)) fast.push_back(&metric);
        }
        for (const auto& [metrics, who] : {std::pair{all, "a sweep"}, {fast, "a fast sweep"}}) {
            if (who[2] == 'f' && !m_scenario.train) continue;
            const SweepPlan plan =
                gridPlan(m_scenario, {{"model.layers", {std::to_string(m_scenario.model.layers)}}}, metrics);
            const SweepCell cell = sweepCell(plan, catalog(), 0);
            const QStringList lines =
                QString::fromUtf8(items::sweepCsv(plan, {cell}, false)).trimmed().split(',');
            const QJsonObject json =
                QJsonDocument::fromJson(items::sweepJsonLines(plan, {cell})).object()["metrics"].toObject();
            for (std::size_t i = 0; i < metrics.size(); ++i) {
                compare(who, metrics[i]->key, cell.metrics[i]);
                compare("its JSON", metrics[i]->key, numberIn(json[metrics[i]->key]));
                const std::string text = lines.value(1 + qsizetype(i)).toStdString();
                compare("its CSV", metrics[i]->key, text.empty() ? Number() : parseNumber(text));
            }
        }
    }

    void search() {
        if (!m_scenario.train) return;
        const Estimate made = estimate(m_scenario, catalog());
        for (const EstimateMetric& metric : estimateMetrics())
            if (!(m_scenario.rl &&
                  std::string_view(metric.key).starts_with("energy."))) // of its training alone
                compare("search", metric.key, metric.value(made));
    }

    void simulation() {
        const bool cut =
            std::any_of(m_report.warnings.begin(), m_report.warnings.end(), [](const Warning& w) {
                return w.id == "serve-fewer-requests" || w.id == "serve-saturated";
            });
        if (!m_report.serve || !m_report.serve->simulated || cut) return;
        Scenario server = m_scenario;
        server.train.reset();
        ServedLoad load = valueOf(servedLoad(server, catalog()));
        if (load.traffic.requests.size() > load.traffic.enough) return;
        load.traffic.enough = 0;
        const QJsonObject json =
            items::trafficJson(load, simulateLoad(load, 1), nullptr)["simulate"].toObject();
        for (const Row& row : kRows)
            if (row.printers & Simulate)
                if (const QJsonValue value = at(json, row.simulated); row.simulated[0] != 0)
                    if (value.toDouble() != 0) compare("simulate", row.key, numberIn(value));
        const ServingNumbers numbers = valueOf(servingNumbers(server, catalog()));
        for (const Row& row : kRows)
            if (row.printers & Servers) {
                // A rack is counted with what it trains, where it does.
                if (std::string_view(row.key) == "power.rack_kw" && m_scenario.train) continue;
                if (const Number value = findServingMetric(row.key)->value(numbers); value != 0.0)
                    compare("search --serve", row.key, value);
            }
    }

    void sentences() {
        for (const Answer& answer : answersOf(m_report))
            for (const AnswerValue& value : answer.values) compare("the sentence", value.key, value.value);
    }

    void cards() {
        for (const items::CardRow& row : items::resultCards()) {
            const items::CardText card = row.text(m_report, nullptr);
            const Row* known = rowOf(card.key.toStdString());
            if (card.missing || !known || !(known->printers & Card)) continue;
            const Metric* metric = findMetric(known->key);
            const QString whole = items::humanValue(*metric->value(m_report), metric->unit);
            if (!m_wrong.empty() || card.value == whole || whole == card.value + QStringLiteral(" /s"))
                continue;
            m_wrong = std::string(known->key) + ": the report says " + whole.toStdString() + ", its card " +
                      card.value.toStdString();
        }
    }

    /// The highest rate within the limits, its band and what binds.
    void rates() {
        if (!m_report.serve || !m_report.serve->simulated || !hasLimits(*m_scenario.serve)) return;
        if (m_scenario.serve->numRequests.value_or(0) % kRatesOfOneIn != 0) return; // a search each
        const Result<ServingSearch> search = goodputSearch(m_scenario, catalog());
        const Result<ServedLoad> load = rateLoad(m_scenario, catalog());
        if (!search || !load) return;
        const RateWithin found = rateWithin(*load, eachHere);
        const Result<OwnGoodput> own = ownGoodput(m_scenario, catalog());
        const QJsonObject json = items::trafficJson(*load, simulateLoad(*load, 1), &found);
        const QJsonValue printed = at(json["simulate"], "goodput_requests_per_second");
        const RateWithin printers[] = {
            servedRate(m_scenario, catalog(), false, eachHere),
            goodputMap(m_scenario, catalog(), *search, {}, 0, 2, eachHere).rows.back(),
            {.highest = printed.toDouble(), .low = found.low, .high = found.high, .bound = found.bound},
            {.highest = own ? own->rate : 0, .low = found.low, .high = found.high, .bound = found.bound}};
        for (std::size_t i = 0; i < std::size(kRatePrinters); ++i) {
            const RateWithin& one = printers[i];
            if (one.highest == found.highest && one.low == found.low && one.high == found.high &&
                one.bound == found.bound)
                continue;
            m_wrong = "requests per second within the limits: " + std::to_string(found.highest) + ", " +
                      kRatePrinters[i] + " " + std::to_string(one.highest);
        }
    }
    static constexpr Count kRatesOfOneIn = 4;

    Scenario m_scenario;
    Report m_report;
    std::string m_wrong;
};

/// Engines, loops and rates that a run answers in milliseconds.
void loadOf(Scenario& scenario, ScenarioDraw& draw) {
    if (!scenario.serve || draw.below(3) == 0) return;
    ServeSpec& serve = *scenario.serve;
    constexpr ServeEngine kEngines[] = {ServeEngine::Vllm, ServeEngine::SgLang, ServeEngine::TensorRtLlm};
    serve.engine = kEngines[draw.below(3)];
    serve.concurrency = Count(1 + draw.below(24));
    serve.numRequests = Count(20 + draw.below(60));
    // What a server can answer is found with all that may run at once: mostly few.
    if (draw.below(4) != 0) serve.maxSeqs = Count(1 + draw.below(64));
    if (draw.below(3) == 0) {
        serve.arrival = draw.below(2) ? ServeArrival::Poisson : ServeArrival::Gamma;
        serve.rate = 0.01 * double(1 + draw.below(50));
    }
    if (draw.below(3) == 0) serve.sloTpot = 0.01 * double(1 + draw.below(20));
    if (scenario.price.gpuHourUsd <= 0) scenario.price.gpuHourUsd = 2;
}

} // namespace

/// MOE_PROPERTY_SCENARIOS=20000 compares 10,000.
constexpr int kAgreements = 200;

class AgreementTest : public QObject {
    Q_OBJECT

private slots:
    void everyQuantityHasItsRow() {
        for (const Metric& metric : metrics()) {
            QVERIFY2(rowOf(metric.key), metric.key);
        }
        for (const Row& row : kRows) QVERIFY2(findMetric(row.key), row.key);
        for (const EstimateMetric& metric : estimateMetrics())
            QVERIFY2(rowOf(metric.key) && (rowOf(metric.key)->printers & Search), metric.key);
        for (const ServingMetric& metric : servingMetrics()) {
            const bool alone = std::find(std::begin(kOfServers), std::end(kOfServers),
                                         std::string_view(metric.key)) != std::end(kOfServers);
            QVERIFY2(alone || (rowOf(metric.key) && (rowOf(metric.key)->printers & Servers)), metric.key);
        }
        for (const bool trains : {true, false})
            for (const PlanMetric& metric : planMetrics(trains)) {
                const std::string_view key = metric.key;
                const bool alone = !trains && (key == "serve.requests" || key == "serve.rate" ||
                                               key == "memory.device_bytes");
                const unsigned printer = trains ? TrainingPlan : ServingPlan;
                QVERIFY2(alone || (rowOf(key) && (rowOf(key)->printers & printer)), metric.key);
            }
        // simulate: medians, and what is told of whole runs.
        for (const LoadMetric& metric : loadMetrics()) {
            const std::string key(metric.key);
            const bool whole = key == "output_tokens_per_second" || key == "total_tokens_per_second" ||
                               key == "duration_seconds";
            if (key.ends_with(".mean") || key.ends_with(".p90") || key.ends_with(".p99") || whole ||
                key == "itl_seconds.p50")
                continue;
            QVERIFY2(std::any_of(std::begin(kRows), std::end(kRows),
                                 [&](const Row& row) { return key == row.simulated; }),
                     key.c_str());
        }
    }

    void printersAgreeOnEveryScenario() {
        ScenarioDraw draw(seedOf(60));
        int served = 0;
        for (int i = 0; i < countOf(kAgreements); ++i) {
            Scenario scenario = draw.nextValid();
            loadOf(scenario, draw);
            if (!brokenRules(scenario, catalog()).empty()) continue;
            Agreement agreement(scenario);
            const std::string wrong = agreement.difference();
            QVERIFY2(wrong.empty(), account(wrong, seedOf(60), i, scenario));
            for (const Answer& answer : answersOf(agreement.report()))
                for (const AnswerValue& value : answer.values) {
                    const Row* row = rowOf(value.key);
                    QVERIFY2(row && (row->printers & Sentence), value.key);
                }
            served += agreement.report().serve && agreement.report().serve->simulated;
        }
        QVERIFY(served > 0);
    }

    /// Plans are of searches: fewer of them.
    void plansSayWhatTheirScenariosReport() {
        ScenarioDraw draw(seedOf(78));
        int made = 0;
        for (int i = 0; i < 40 * countOf(1) && made < 2 * countOf(1); ++i) {
            Scenario scenario = draw.nextValid();
            if (!scenario.train) continue;
            scenario.serve.reset();
            scenario.rl.reset();
            PlanGoal goal;
            goal.fewest = goal.most = 8;
            goal.top = 2;
            const Result<Plans> plans = trainingPlans(scenario, catalog(), goal, searchedHere);
            if (!plans) continue;
            for (const Plan& plan : plans->plans) {
                Agreement agreement(plan.scenario);
                for (const PlanMetric& metric : planMetrics(true))
                    agreement.compare("the plan", metric.key, planValue(plan, metric.key));
                QVERIFY2(agreement.wrong().empty(), account(agreement.wrong(), seedOf(78), i, plan.scenario));
                ++made;
            }
        }
        QVERIFY(made > 0);
    }

    /// Within limits, with a rate and without either: what is set makes the scenario, and the report, the
    /// search and the simulation of it say what the plan says.
    void plansOfServersToo_data() {
        QTest::addColumn<QString>("preset");
        QTest::addColumn<QString>("gpu");
        QTest::addColumn<int>("gpus");
        QTest::addColumn<QString>("engine");
        QTest::addColumn<double>("tpot");
        QTest::addColumn<double>("rate");
        QTest::newRow("limits") << "llama-3-8b"
                                << "l40s" << 2 << "vllm" << 0.04 << 0.0;
        QTest::newRow("no limits") << "llama-3-8b"
                                   << "h100-sxm" << 1 << "sglang" << 0.0 << 0.0;
        QTest::newRow("rate") << "gpt-oss-120b"
                              << "h200" << 2 << "trtllm" << 0.05 << 1.0;
    }
    void plansOfServersToo() {
        QFETCH(QString, preset);
        QFETCH(QString, gpu);
        QFETCH(int, gpus);
        QFETCH(QString, engine);
        QFETCH(double, tpot);
        QFETCH(double, rate);
        Scenario scenario = presetScenario(preset.toStdString());
        scenario.train.reset();
        scenario.parallel = {};
        scenario.cluster.gpus = gpus;
        scenario.cluster.gpusPerNode.reset();
        scenario.gpu = {};
        scenario.gpu.preset = gpu.toStdString();
        scenario.price.gpuHourUsd = 2;
        if (!scenario.serve) scenario.serve.emplace();
        scenario.serve->prompt = 1000;
        scenario.serve->output = 100;
        QVERIFY(setField(scenario, "serve.engine", engine.toStdString()).empty());
        PlanGoal goal;
        goal.trains = false;
        goal.fewest = goal.most = gpus;
        goal.top = 2;
        goal.headroom = kServingHeadroom;
        if (tpot > 0) goal.tpot = Seconds{tpot};
        if (rate > 0) goal.rate = rate;
        const Plans plans = valueOf(servingPlans(scenario, catalog(), goal, eachHere));
        QVERIFY(!plans.plans.empty());
        for (const Plan& plan : plans.plans) {
            Scenario made = scenario;
            for (const auto& [key, value] : plan.set) QVERIFY(setField(made, key, value).empty());
            QVERIFY(made == plan.scenario);
            Agreement agreement(made);
            for (const PlanMetric& metric : planMetrics(false)) {
                const std::string_view key = metric.key;
                if (key == "serve.requests" || key == "serve.rate") continue;
                agreement.compare("the plan", key == "memory.device_bytes" ? "serve.device_bytes" : key,
                                  planValue(plan, key));
            }
            const std::string wrong = agreement.difference();
            QVERIFY2(wrong.empty(), account(wrong, 0, 0, made));
            if (tpot > 0) QVERIFY(*agreement.report().serve->withinLimits >= 0.99);
            if (!(rate > 0) && tpot > 0) QCOMPARE(ownGoodput(made, catalog())->rate, *made.serve->rate);
        }
    }
};

MOE_TEST(AgreementTest)
#include "agreement_test.moc"
