// SPDX-License-Identifier: GPL-3.0-or-later
// What holds for every run of requests, of runs drawn at random; longer and other ones as in
// property_test.cpp.
#include "models/engine/serve/engines/engines.h"
#include "models/engine/traffic/server_loop.h"
#include "tests/engine/random_scenarios.h"

#include <QTest>

#include <cmath>
#include <random>

using namespace moe;
using namespace moe::test;

namespace {

class RunDraw {
public:
    explicit RunDraw(unsigned seed) : m_random(seed) {}

    TrafficScenario next() {
        TrafficScenario run;
        run.engine = &engines()[below(engines().size())];
        run.policy = below(2) == 0 ? ServePolicy::Mixed : ServePolicy::PrefillFirst;
        TrafficClient client;
        client.count = 1 + below(120);
        client.prompt = static_cast<int>(among({1, 16, 17, 500, 1024, 9000}));
        client.output = static_cast<int>(among({1, 2, 33, 400}));
        client.spread = among({0, 0.2, 1});
        client.seed = below(1000);
        if (below(2) == 0) {
            client.arrival = below(2) == 0 ? ServeArrival::Poisson : ServeArrival::Gamma;
            client.rate = among({0.01, 1, 50, 1e4});
            client.burstiness = among({0.1, 1, 20});
        } else {
            run.concurrency = static_cast<int>(1 + below(200));
        }
        run.requests = clientRequests(client);
        for (TrafficRequest& request : run.requests)
            if (below(4) == 0) request.session = static_cast<int>(below(5));
        run.limits.batchedTokens = static_cast<int>(among({16, 2048, 8192}));
        run.limits.maxSeqs = static_cast<int>(among({1, 7, 256}));
        run.limits.blockSize = static_cast<int>(among({1, 16, 64}));
        // SGLang cuts prompts at whole blocks alone.
        if (run.engine->engine == ServeEngine::SgLang)
            run.limits.batchedTokens = std::max(run.limits.batchedTokens, run.limits.blockSize);
        run.limits.lookahead = below(2) == 0;
        run.limits.receiveEvery = static_cast<int>(among({1, 1, 10}));
        run.limits.prefixCaching = below(2) == 0;
        run.limits.prefixHit = run.limits.prefixCaching ? among({0, 0.5, 1}) : 0;
        if (below(2) == 0) run.limits.blocks = smallestPool(run) * (1 + static_cast<std::int64_t>(below(4)));
        run.jitter = among({0, 0.05});
        run.seed = below(1000);
        const double fixed = among({1e-3, 0.02}), row = among({0, 1e-4}), key = among({0, 1e-8}),
                     token = among({1e-6, 4e-5});
        run.time = [=](const PassLoad& load) {
            return fixed + row * load.rows + key * load.context + token * load.prefillTokens;
        };
        run.recordPasses = run.recordRequests = true;
        return run;
    }
    /// Times beside the passes.
    void addOverheads(TrafficScenario& run) {
        run.overheads = {among({0, 0.01}), among({0, 1e-5}), among({0, 1e-3}),
                         static_cast<int>(among({1, 10})), among({0, 0.1})};
    }

private:
    std::size_t below(std::size_t count) { return m_random() % count; } // the same on every machine
    double among(std::initializer_list<double> values) { return values.begin()[below(values.size())]; }
    std::mt19937 m_random;
};

constexpr double kSingle = 1e-6; // latencies are kept in single precision

bool near(double a, double b, double share = 1e-9) {
    return std::abs(a - b) <= share * std::max({1.0, std::abs(a), std::abs(b)});
}

/// What a run says that cannot be, or empty.
std::string impossible(const TrafficScenario& run, const TrafficReport& report) {
    const std::size_t count = run.requests.size();
    if (report.requestRecords.size() != count || report.ttft.size() != count) return "requests are lost";
    double outputs = 0, first = 1e300, last = 0, decodes = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const RequestRecord& one = report.requestRecords[i];
        if (one.input != run.requests[i].input || one.output != run.requests[i].output)
            return "lengths change";
        if (one.started < 0) return "request " + std::to_string(i) + " is never answered";
        if (one.queued < one.arrival || one.started < one.queued || one.firstToken < one.started ||
            one.finished < one.firstToken)
            return "request " + std::to_string(i) + " goes back in time: sent " +
                   std::to_string(one.arrival) + ", seen " + std::to_string(one.queued) + ", started " +
                   std::to_string(one.started) + ", first token " + std::to_string(one.firstToken) +
                   ", finished " + std::to_string(one.finished) + ", preempted " +
                   std::to_string(one.preempted);
        if (one.cached < 0 || one.cached > one.input + one.output) return "more is cached than was sent";
        outputs += one.output, decodes += one.output - 1;
        first = std::min(first, one.arrival), last = std::max(last, one.finished);
        const double latency = one.finished - one.arrival, ttft = report.ttft[i];
        const double rest = one.output > 1 ? double{report.tpot[i]} * (one.output - 1) : 0;
        if (std::abs(ttft + rest - latency) > 1e-5 * latency + 1e-9)
            return "TTFT and TPOT are not the latency";
    }
    if (!near(report.duration, last - first)) return "the duration is not from first to last";
    if (!near(report.outputTokensPerSecond * report.duration, outputs)) return "tokens per second";
    double end = 0, passes = 0, rows = 0;
    for (const PassRecord& pass : report.passRecords) {
        if (pass.seconds <= 0 || pass.start < end - 1e-9 * std::max(1.0, end)) return "two passes at once";
        if (pass.kvUse < 0 || pass.kvUse > 1 + 1e-12) return "more blocks than the pool has";
        if (pass.decodeRows > run.limits.maxSeqs) return "more sequences than may run";
        if (pass.prefillTokens > run.limits.batchedTokens && run.limits.batchedTokens >= 1024)
            return "more prompt tokens than a pass holds";
        end = pass.start + pass.seconds;
        passes += double(pass.passes), rows += double(pass.passes) * pass.decodeRows;
    }
    if (passes != double(report.passes)) return "passes are lost";
    if (report.preemptions == 0 && rows != decodes) return "decode rows are not the tokens after the first";
    if (run.limits.blocks == 0 && report.preemptions > 0) return "preempted from a pool without an end";
    for (const LatencySet* set : {&report.all, &report.burst, &report.steady})
        for (const LatencySummary* one : {&set->ttft, &set->tpot, &set->itl, &set->e2e})
            if (!(one->p50 <= one->p90 && one->p90 <= one->p99 && one->mean >= 0))
                return "percentiles out of order";
    // Little's law over the whole run, fill and drain included.
    if (!near(report.meanInFlight * report.duration, report.all.e2e.mean * double(count), kSingle))
        return "Little's law";
    double share = 0;
    for (const double limit : {0.0, 0.01, 0.1, 1.0, 1e9}) {
        const double now = shareWithin(report, limit, limit);
        if (now < share || now > 1) return "a looser limit meets less";
        share = now;
    }
    return share == 1 ? "" : "no limit that all meet";
}

QByteArray told(const std::string& what, unsigned seed, int number, const TrafficScenario& run) {
    return QByteArray::fromStdString(
        what + "; seed " + std::to_string(seed) + ", run " + std::to_string(number) + ": " +
        std::string(run.engine->key) + ", " + std::to_string(run.requests.size()) +
        " requests, concurrency " + std::to_string(run.concurrency) + ", tokens " +
        std::to_string(run.limits.batchedTokens) + ", sequences " + std::to_string(run.limits.maxSeqs) +
        ", blocks " + std::to_string(run.limits.blocks));
}

} // namespace

class TrafficLawsTest : public QObject {
    Q_OBJECT

private slots:
    void everyRunIsPossible() {
        // Run 32 of this seed: SGLang decodes the last sequence although begun prompts hold all blocks.
        const unsigned seed = seedOf(194);
        RunDraw draw(seed);
        for (int i = 0; i < countOf(kScenarios); ++i) {
            TrafficScenario run = draw.next();
            if (i % 2 == 1) draw.addOverheads(run);
            const std::string wrong = impossible(run, simulate(run));
            QVERIFY2(wrong.empty(), told(wrong, seed, i, run));
        }
    }

    /// A server that is told of its requests one by one, and runs no further than it is sure of, goes through
    /// the same passes as one that knows all that is to come, whatever became of the places of answered ones.
    void requestsMayBeToldAsTheyCome() {
        const unsigned seed = seedOf(71);
        RunDraw draw(seed);
        std::mt19937 steps(seed);
        int open = 0;
        for (int i = 0; i < 2 * countOf(kScenarios); ++i) {
            TrafficScenario run = draw.next();
            if (i % 2 == 1) draw.addOverheads(run);
            if (run.concurrency > 0) continue;
            ++open;
            const TrafficReport whole = simulate(run);
            TrafficScenario server = run;
            server.requests.clear();
            server.brief = true;
            server.recordPasses = false;
            ServerLoop loop(server);
            std::size_t answered = 0;
            const auto take = [&] {
                for (const int place : loop.answered()) {
                    const LiveRequest& r = loop.live(place);
                    const RequestRecord& one = whole.requestRecords[static_cast<std::size_t>(r.number)];
                    QVERIFY2(r.firstToken == one.firstToken && r.finished == one.finished &&
                                 r.cached == one.cached && r.preempted == one.preempted,
                             told("request " + std::to_string(r.number) + " ends otherwise", seed, i, run));
                    ++answered;
                    loop.forget(place);
                }
                loop.answered().clear();
            };
            double last = 0;
            for (const TrafficRequest& request : run.requests) {
                if (steps() % 2 == 0) loop.advance(last + (request.arrival - last) * 0.5);
                loop.advance(request.arrival);
                take();
                loop.add(request);
                if (steps() % 2 == 0) loop.advance(request.arrival);
                last = request.arrival;
            }
            loop.advance(ServerLoop::kNever);
            take();
            QVERIFY2(answered == run.requests.size(), told("requests are lost", seed, i, run));
            QVERIFY(loop.preemptions() == whole.preemptions);
        }
        QVERIFY(open > 5);
    }

    /// Passes twice as long, and nothing beside them: a closed loop takes twice as long, to the last request.
    void timeScalesWithThePasses() {
        const unsigned seed = seedOf(32);
        RunDraw draw(seed);
        for (int i = 0; i < countOf(kScenarios); ++i) {
            TrafficScenario run = draw.next();
            if (run.concurrency == 0) continue;
            const TrafficReport once = simulate(run);
            run.time = [time = run.time](const PassLoad& load) { return 2 * time(load); };
            const TrafficReport twice = simulate(run);
            QVERIFY2(near(twice.duration, 2 * once.duration) && twice.passes == once.passes &&
                         near(twice.all.ttft.p99, 2 * once.all.ttft.p99, kSingle),
                     told("twice the time", seed, i, run));
        }
    }
};

MOE_TEST(TrafficLawsTest)
#include "traffic_laws_test.moc"
