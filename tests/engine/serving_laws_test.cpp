// SPDX-License-Identifier: GPL-3.0-or-later
// What holds for every server under an engine, told of servers and loads drawn at random: parts and wholes,
// conservation, Little's law over all servers together, and what a number must not depend on. Longer and
// other runs as in property_test.cpp.

#include "models/engine/evaluate.h"
#include "models/engine/plan/serving_search.h"
#include "models/engine/report/metrics.h"
#include "models/engine/traffic/serve_load.h"
#include "tests/engine/operator_cases.h"
#include "tests/engine/random_scenarios.h"

#include <QTest>

#include <cmath>

using namespace moe;
using namespace moe::test;

namespace {

bool near(double a, double b, double share = 1e-9) {
    return std::abs(a - b) <= share * std::max(std::abs(a), std::abs(b));
}

/// Servers that a run of milliseconds tells of, valid ones.
class ServerDraw {
public:
    explicit ServerDraw(unsigned seed) : m_draw(seed) {}

    Scenario next() {
        for (;;)
            if (Scenario made = drawn(); made.serve && brokenRules(made, measuredCatalog()).empty())
                return made;
    }
    std::size_t below(std::size_t end) { return m_draw.below(end); }

private:
    Scenario drawn() {
        const std::vector<ScenarioPreset>& presets = measuredCatalog().presets;
        Scenario made = presets[below(presets.size())].scenario;
        if (!made.serve) made.serve.emplace();
        ServeSpec& serve = *made.serve;
        constexpr ServeEngine kEngines[] = {ServeEngine::Vllm, ServeEngine::SgLang, ServeEngine::TensorRtLlm};
        serve.engine = kEngines[below(3)];
        if (below(2) == 0) made.train.reset();
        made.parallel = {};
        made.parallel.tp = Count{1} << below(4);
        if (made.moe && below(3) == 0) made.parallel.ep = made.parallel.tp * (Count{1} << below(3));
        made.cluster.gpus = std::max(made.parallel.tp, made.parallel.ep) * (Count{1} << below(3));
        if (below(4) == 0) made.cluster.gpusPerNode = Count{1} << below(4);
        if (below(2) == 0) made.gpu.preset = measuredCatalog().gpus[below(20)].key;
        serve.prompt = Count{16} << below(9);
        serve.output = Count{1} << below(9);
        serve.concurrency = Count(1 + below(64));
        serve.numRequests = Count(1 + below(120));
        serve.lengthSpread = 0.2 * double(below(6));
        serve.seed = Count(below(1000));
        if (below(3) == 0) {
            serve.arrival = below(2) == 0 ? ServeArrival::Poisson : ServeArrival::Gamma;
            serve.rate = 0.02 * std::exp2(double(below(12)));
            serve.concurrency.reset();
        }
        if (below(4) == 0) serve.maxSeqs = Count(1 + below(32));
        if (below(4) == 0) serve.sloTtft = 0.05 * std::exp2(double(below(8)));
        if (below(4) == 0) serve.sloTpot = 0.002 * std::exp2(double(below(8)));
        made.price.gpuHourUsd = 0.5 * double(1 + below(10));
        return made;
    }
    ScenarioDraw m_draw;
};

double sumOf(const std::vector<ServePart>& parts) {
    double sum = 0;
    for (const ServePart& part : parts) sum += part.exposed.base;
    return sum;
}

/// What a report says of its server that cannot be, or empty.
std::string impossible(const Report& report) {
    const ServeReport& serve = *report.serve;
    const ServeSpec& asked = *report.scenario.serve;
    if (!serve.ttft) return {};
    if (!near(sumOf(serve.prefillParts), serve.ttft->base)) return "parts of TTFT are not the whole";
    if (serve.tpot && asked.output > 1 && !near(sumOf(serve.decodeParts), serve.tpot->base))
        return "parts of TPOT are not the whole";
    for (const auto& [band, value] :
         {std::pair(&serve.ttftBand, serve.ttft), std::pair(&serve.tpotBand, serve.tpot)})
        if (*band && value &&
            !((*band)->low.base <= value->base * (1 + 1e-9) &&
              (*band)->high.base >= value->base * (1 - 1e-9)))
            return "a band without its value";
    if (serve.withinLimits && !(*serve.withinLimits >= 0 && *serve.withinLimits <= 1)) return "a share";
    if (serve.fits != Fit::No && serve.device.base > serve.capacity.base * (1 + 1e-9))
        return "fits, and holds more than the GPU";
    for (const Metric& metric : metrics())
        if (const std::optional<double> value = metric.value(report); value && !std::isfinite(*value))
            return std::string(metric.key) + " is not finite";
    const auto metric = [&](const char* key) { return findMetric(key)->value(report).value_or(0); };
    const double perGpu = metric("serve.tokens_per_second_per_gpu");
    const double usd = metric("serve.usd_per_million_tokens");
    if (perGpu > 0 && !near(usd * perGpu * 3600 / 1e6, report.scenario.price.gpuHourUsd))
        return "tokens and money do not agree";
    return {};
}

/// The same of a run of all servers.
std::string impossible(const ServedLoad& load, const TrafficReport& run) {
    const std::vector<RequestRecord>& all = run.requestRecords;
    if (all.size() != load.traffic.requests.size()) return "requests are lost";
    double in = 0, out = 0, latency = 0, first = HUGE_VAL, last = 0, sent = 0;
    for (const RequestRecord& one : all) {
        in += one.input, out += one.output, latency += one.finished - one.arrival;
        first = std::min(first, one.arrival), last = std::max(last, one.finished);
        sent = std::max(sent, one.arrival);
        if (one.finished < one.firstToken || one.firstToken <= one.arrival)
            return "an answer before its request";
    }
    const double span = last - first;
    const auto count = static_cast<double>(all.size());
    if (!near(run.duration, span, 1e-6)) return "the duration is not from first to last";
    if (!near(run.outputTokensPerSecond * span, out, 1e-6)) return "tokens out";
    if (!near(run.totalTokensPerSecond * span, in + out, 1e-6)) return "tokens in and out";
    if (!near(run.requestsPerSecond * span, count, 1e-6)) return "requests per second";
    if (!near(run.meanInFlight, run.requestsPerSecond * latency / count, 1e-6)) return "Little's law";
    if (load.serve.arrival == ServeArrival::Closed &&
        run.meanInFlight > std::min(count, double(load.traffic.concurrency)) * (1 + 1e-6))
        return "more in flight than are sent at once";
    if (load.rate > 0 && sent > first && run.requestsPerSecond > count / (sent - first) * (1 + 1e-9))
        return "more is answered than arrives";
    if (run.kvUsePeak > 1 + 1e-12) return "more blocks than the pool has";
    return {};
}

/// Numbers of serving that differ though only what no server asks of did; or empty.
std::string differs(const Report& a, const Report& b) {
    for (const Metric& metric : metrics()) {
        const std::string_view key = metric.key;
        if (!key.starts_with("serve.")) continue;
        const std::optional<double> x = metric.value(a), y = metric.value(b);
        if (x != y)
            return std::string(key) + " " + std::to_string(x.value_or(-1)) + " and " +
                   std::to_string(y.value_or(-1));
    }
    return {};
}

} // namespace

class ServingLawsTest : public QObject {
    Q_OBJECT

private slots:
    void everyServerIsPossible() {
        ServerDraw draw(seedOf(91));
        int answered = 0, run = 0;
        for (int i = 0; i < countOf(2000); ++i) {
            const Scenario scenario = draw.next();
            const Report report = evaluate(scenario, measuredCatalog(), Detail::Numbers);
            if (!report.serve) continue;
            const std::string wrong = impossible(report);
            if (!wrong.empty()) QFAIL(account(wrong, seedOf(91), i, scenario));
            answered += report.serve->simulated;
            if (i % 4 != 0) continue;
            Result<ServedLoad> made = servedLoad(scenario, measuredCatalog());
            if (!made) continue;
            ServedLoad load = std::move(made).value();
            load.traffic.enough = 0;
            load.traffic.recordRequests = true;
            const std::string lost = impossible(load, simulate(load.traffic));
            MOE_LAW(lost.empty(), lost, seedOf(91), i, scenario);
            ++run;
        }
        qInfo("%d servers under an engine, %d runs of all their requests", answered, run);
        QVERIFY(answered > 0 && run > 0);
    }

    /// How the model is trained, what the scenario is called, how many seconds a limit has: no server
    /// changes.
    void whatNoServerAsksChangesNothing() {
        ServerDraw draw(seedOf(92));
        for (int i = 0; i < countOf(1000); ++i) {
            const Scenario scenario = draw.next();
            Scenario other = scenario;
            other.name += " again";
            other.train.reset();
            const bool limited = hasLimits(*scenario.serve);
            if (!limited) other.serve->sloTpot = 0.01;
            const std::string wrong = differs(evaluate(scenario, measuredCatalog(), Detail::Numbers),
                                              evaluate(other, measuredCatalog(), Detail::Numbers));
            if (!wrong.empty()) QFAIL(account(wrong, seedOf(92), i, scenario));
        }
    }

    /// More memory never holds fewer requests, a longer request never leaves room for more of them.
    void roomIsMonotone() {
        ServerDraw draw(seedOf(93));
        const auto room = [](const Scenario& of) {
            Scenario brief = of;
            brief.serve->numRequests = 1; // of the run beside it, which is not asked here
            const Report report = evaluate(brief, measuredCatalog(), Detail::Numbers);
            return report.serve ? report.serve->largestRequests : 0;
        };
        for (int i = 0; i < countOf(1000); ++i) {
            const Scenario scenario = draw.next();
            const double here = room(scenario);
            Scenario larger = scenario, longer = scenario;
            larger.gpu.memoryGib = 1.25 * measuredCatalog().gpu(scenario.gpu.preset)->memory / GiB;
            longer.serve->output *= 2;
            if (brokenRules(larger, measuredCatalog()).empty())
                MOE_LAW(room(larger) >= here, "more memory, less room", seedOf(93), i, scenario);
            // But for the rounding of a request to blocks: layers with a window make later tokens cheaper.
            const double block = 64.0 / double(scenario.serve->prompt + 1);
            if (brokenRules(longer, measuredCatalog()).empty())
                MOE_LAW(room(longer) <= here * (1 + block), "longer, and more room", seedOf(93), i, scenario);
        }
    }

    /// A point of a search of servers is what the run of its own scenario says, to the last digit.
    void foundServersAreWhatTheirScenariosSay() {
        ServerDraw draw(seedOf(94));
        const ForEach inTurn = [](std::size_t count, const std::function<void(std::size_t)>& work) {
            for (std::size_t i = 0; i < count; ++i) work(i);
        };
        int points = 0;
        for (int i = 0; i < 40 * countOf(1) && points < 100 * countOf(1); ++i) {
            Scenario scenario = draw.next();
            scenario.serve->prompt = std::min<Count>(scenario.serve->prompt, 1024);
            scenario.serve->output = std::min<Count>(scenario.serve->output, 128);
            scenario.serve->maxSeqs = 16;
            const Count gpus = *scenario.cluster.gpus;
            if (gpus > 8) continue;
            Result<ServingSearch> search = servingSearch(scenario, measuredCatalog(), gpus, gpus, {});
            if (!search) continue;
            const ServingFound found = searchedServing(*search, measuredCatalog(), inTurn);
            for (const ServingPoint& point : found.line) {
                const Scenario own = pointScenario(*search, point);
                const ServingNumbers numbers = valueOf(servingNumbers(own, measuredCatalog()));
                for (const ServingMetric& metric : servingMetrics())
                    MOE_LAW(metric.value(numbers) == metric.value(point.numbers), metric.key, seedOf(94), i,
                            own);
                ++points;
            }
        }
        QVERIFY(points > 0);
    }
};

MOE_TEST(ServingLawsTest)
#include "serving_laws_test.moc"
