// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/traffic/replicas.h"

#include "models/engine/math/random.h"
#include "models/engine/serve/engines/engines.h"
#include "models/engine/traffic/client.h"
#include "models/engine/traffic/kv_flows.h"
#include "models/engine/traffic/schedulers.h"
#include "models/engine/traffic/server.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>

namespace moe {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

struct Arriving {
    double time = 0; ///< from when a scheduler may see it
    int request = 0;
};

struct Worker {
    Worker(const TrafficScenario& scenario, std::vector<LiveRequest>& live, bool prefills, std::size_t at)
        : server(scenario, live), number(at) {
        server.prefillOnly = prefills;
    }
    /// A scheduler that were asked now would find nothing, and change nothing.
    bool idles() const {
        return arriving.empty() && server.waiting.empty() && server.prefilling.empty() && server.rows == 0 &&
               !server.releasing();
    }
    TrafficServer server;
    std::size_t number;            ///< among all, those that prefill first
    std::deque<Arriving> arriving; ///< requests to prefill, or pulled ones
    std::deque<int> wanted;        ///< prompts that wait to be pulled here
    int inHand = 0;                ///< requests from their arrival until they leave
    int pulling = 0;               ///< of them, whose blocks are on their way
    bool busy = false;
    double start = 0, end = kNever; ///< of the pass that runs; the start of the last one otherwise
    std::size_t record = 0;         ///< of that pass, among those of all workers
    RowGaps gaps;
    std::vector<int> fresh; ///< rows whose first token comes with this pass
};

class PoolRun {
public:
    explicit PoolRun(const TrafficScenario& scenario)
        : m_in(scenario),
          m_engine(scenario.engine != nullptr ? *scenario.engine : engines().front()),
          m_form(schedulerOf(scenario)),
          m_client(scenario),
          m_from(m_client.live.size(), -1),
          m_random(scenario.seed),
          m_flows(scenario.pools.prefill, scenario.pools.decode, scenario.pools.bandwidth) {
        for (int i = 0; i < scenario.pools.prefill; ++i)
            m_prefill.emplace_back(scenario, m_client.live, true, m_prefill.size());
        for (int i = 0; i < scenario.pools.decode; ++i)
            m_decode.emplace_back(scenario, m_client.live, false, m_prefill.size() + m_decode.size());
        m_ends.assign(m_prefill.size() + m_decode.size(), kNever);
        m_idle.assign(m_ends.size(), 1);
        m_wanted.assign(m_decode.size(), 0);
    }
    ServerRun run();

private:
    void handOver(int from, int request);
    bool pull();
    bool hasRoom(const Worker& worker, const LiveRequest& r) const;
    void see(Worker& worker, double horizon);
    bool formed(Worker& worker);
    bool startPass(Worker& worker);
    void finishPass(std::deque<Worker>& pool, std::size_t index);
    void recordGaps(Worker& worker);
    double nextEvent();
    void endPull(int request);
    void happen();

    const TrafficScenario& m_in;
    const ServingEngine& m_engine;
    FormPass m_form = nullptr;
    RunClient m_client;
    std::vector<int> m_from; ///< worker that holds a request's prompt
    std::deque<Worker> m_prefill, m_decode;
    // Beside the workers, so that a pass of one of a thousand is found without a look at all of them.
    std::vector<double> m_ends;          ///< as Worker::end
    std::vector<unsigned char> m_idle;   ///< it idles until something arrives
    std::vector<unsigned char> m_wanted; ///< a decode worker that prompts wait for
    Random m_random;
    KvFlows m_flows;
    double m_now = 0;
    std::vector<int> m_finished;
};

Worker& leastBusy(std::deque<Worker>& pool) {
    return *std::min_element(pool.begin(), pool.end(),
                             [](const Worker& a, const Worker& b) { return a.inHand < b.inHand; });
}

/// A prompt is computed: it waits until its decode worker pulls it.
void PoolRun::handOver(int from, int request) {
    LiveRequest& r = m_client.live[request];
    m_from[static_cast<std::size_t>(request)] = from;
    if (m_engine.firstFromDecode) {
        r.generated = 0;
    } else if (r.output <= 1) {
        Worker& worker = m_prefill[static_cast<std::size_t>(from)];
        worker.server.giveBack(r.held);
        --worker.inHand;
        r.held = 0;
        m_client.answer(request);
        return;
    }
    r.finished = 0;
    Worker& to = leastBusy(m_decode);
    to.wanted.push_back(request);
    m_wanted[to.number - m_prefill.size()] = 1;
    ++to.inHand;
}

bool PoolRun::hasRoom(const Worker& worker, const LiveRequest& r) const {
    const TrafficServer& server = worker.server;
    if (!server.waiting.empty()) return false; // preempted ones go first
    if (server.running + worker.pulling >= m_in.limits.maxSeqs) return false;
    if (m_engine.reservesOutputs && m_in.limits.blocks > 0 &&
        server.reserved + server.blocksToFinish(r) > m_in.limits.blocks)
        return false;
    return server.blocksOf(r.tokens()) <= server.free;
}

/// Whether any flow was started.
bool PoolRun::pull() {
    bool started = false;
    for (std::size_t i = 0; i < m_decode.size(); ++i) {
        if (!m_wanted[i]) continue;
        Worker& worker = m_decode[i];
        while (!worker.wanted.empty() && hasRoom(worker, m_client.live[worker.wanted.front()])) {
            const int request = worker.wanted.front();
            const LiveRequest& r = m_client.live[request];
            worker.wanted.pop_front();
            worker.server.free -= worker.server.blocksOf(r.tokens() - 1);
            worker.server.reserved += worker.server.blocksToFinish(r);
            ++worker.pulling;
            if (m_in.recordPaths)
                m_client.out.pathEvents.push_back(
                    {PathEvent::Kind::Pull, false, request, r.input, m_now, m_now});
            m_flows.start(m_now, request, m_from[static_cast<std::size_t>(request)], static_cast<int>(i),
                          m_in.pools.bytesPerToken * r.input);
            started = true;
        }
        m_wanted[i] = !worker.wanted.empty();
    }
    return started;
}

void PoolRun::see(Worker& worker, double horizon) {
    TrafficServer& server = worker.server;
    while (!worker.arriving.empty() && worker.arriving.front().time <= horizon) {
        const int request = worker.arriving.front().request;
        worker.arriving.pop_front();
        if (server.prefillOnly) {
            server.waiting.push_back(request);
            continue;
        }
        const LiveRequest& r = m_client.live[request];
        server.free += server.blocksOf(r.tokens() - 1); // adopt() takes what pull() kept
        server.reserved -= server.blocksToFinish(r);
        --worker.pulling;
        server.waiting.push_front(request);
        server.adopt();
        if (r.generated > 0)
            worker.gaps.joined.push_back(r.firstToken);
        else
            worker.fresh.push_back(request);
    }
}

bool PoolRun::formed(Worker& worker) {
    m_form(worker.server);
    if (m_in.recordPaths) worker.server.logDropped(m_now, m_client.out.pathEvents);
    return worker.server.decode || !worker.server.chunks.empty();
}

/// Whether there was something to do, or blocks became free.
bool PoolRun::startPass(Worker& worker) {
    TrafficServer& server = worker.server;
    const bool released = server.releasing();
    see(worker, m_in.limits.lookahead ? std::min(worker.start, m_now) : m_now);
    if (!formed(worker)) {
        server.release();
        see(worker, m_now);
        if (!formed(worker)) return released;
    }
    const PassLoad load = server.passLoad();
    for (const TrafficServer::Chunk& chunk : server.chunks)
        if (LiveRequest& r = m_client.live[chunk.request]; r.started < 0) r.started = m_now;
    const double noise = m_in.jitter > 0 ? std::exp(m_in.jitter * m_random.normal()) : 1;
    worker.start = m_now;
    const double seconds = m_in.time(load);
    worker.end = m_ends[worker.number] = m_now + noise * (seconds + server.exposedLoad(seconds));
    worker.busy = true;
    if (m_in.recordPaths) server.logPass(worker.start, worker.end, 0, m_client.out.pathEvents);
    m_client.batch += load.rows + static_cast<double>(server.chunks.size());
    ++m_client.out.passes;
    if (m_in.recordPasses) {
        worker.record = m_client.out.passRecords.size();
        m_client.out.passRecords.push_back({m_now, worker.end - m_now, 1,
                                            static_cast<int>(load.prefillTokens), static_cast<int>(load.rows),
                                            static_cast<int>(server.waiting.size()), 0});
    }
    return true;
}

void PoolRun::recordGaps(Worker& worker) {
    if (m_in.brief) return worker.gaps.joined.clear();
    const int known = worker.server.rows - static_cast<int>(worker.gaps.joined.size() + worker.fresh.size());
    worker.gaps.record(worker.end, known, m_client.gaps);
}

void PoolRun::finishPass(std::deque<Worker>& pool, std::size_t index) {
    Worker& worker = pool[index];
    TrafficServer& server = worker.server;
    const bool decoded = server.decode;
    if (decoded) recordGaps(worker);
    server.release();
    m_finished.clear();
    const int joined = server.complete(worker.end, 1, m_finished);
    if (decoded) {
        // One of them may have been preempted before its pass ran.
        for (const int request : worker.fresh)
            if (LiveRequest& r = m_client.live[request]; server.generatedOf(r) > 0 && r.preempted == 0)
                r.firstToken = worker.end;
        worker.fresh.clear();
        worker.gaps.rows = server.rows;
    }
    worker.gaps.joined.insert(worker.gaps.joined.end(), static_cast<std::size_t>(joined), worker.end);
    if (decoded) worker.gaps.rows -= joined;
    if (!m_in.limits.lookahead) server.release();
    if (m_in.limits.blocks > 0) {
        const double use = 1 - static_cast<double>(server.free) / static_cast<double>(m_in.limits.blocks);
        m_client.noteUse(use);
        if (m_in.recordPasses) m_client.out.passRecords[worker.record].kvUse = std::max(0.0, use);
    }
    worker.busy = false;
    worker.end = m_ends[worker.number] = kNever;
    for (const int request : m_finished) {
        if (server.prefillOnly) {
            handOver(static_cast<int>(index), request);
            continue;
        }
        --worker.inHand;
        m_client.answer(request);
    }
}

double PoolRun::nextEvent() {
    double next = m_flows.nextEnd();
    if (m_client.isSending()) next = std::min(next, m_client.nextTime());
    for (const double end : m_ends) next = std::min(next, end);
    return next;
}

void PoolRun::endPull(int request) {
    for (auto event = m_client.out.pathEvents.rbegin(); event != m_client.out.pathEvents.rend(); ++event)
        if (event->request == request && event->kind == PathEvent::Kind::Pull) {
            event->end = m_now;
            return;
        }
}

/// All that happens now.
void PoolRun::happen() {
    for (std::size_t i = 0; i < m_ends.size(); ++i) {
        if (m_ends[i] > m_now) continue;
        const bool prefills = i < m_prefill.size();
        finishPass(prefills ? m_prefill : m_decode, prefills ? i : i - m_prefill.size());
    }
    for (const KvFlows::Flow& flow : m_flows.takeEnded(m_now)) {
        Worker& from = m_prefill[static_cast<std::size_t>(flow.from)];
        LiveRequest& r = m_client.live[flow.request];
        if (m_in.recordPaths) endPull(flow.request);
        from.server.giveBack(r.held);
        --from.inHand;
        r.held = 0;
        m_decode[static_cast<std::size_t>(flow.to)].arriving.push_back({m_now, flow.request});
        m_idle[m_prefill.size() + static_cast<std::size_t>(flow.to)] = 0;
    }
    while (m_client.isSending() && m_client.nextTime() <= m_now) {
        Worker& worker = leastBusy(m_prefill);
        const double time = m_client.nextTime();
        worker.arriving.push_back({time, m_client.take()});
        ++worker.inHand;
        m_idle[worker.number] = 0;
    }
}

ServerRun PoolRun::run() {
    m_client.begin();
    while (!m_client.isAnswered() && !m_in.stop.stop_requested()) {
        const double next = nextEvent();
        if (!(next < kNever)) break; // a request that no pool of this size can hold
        m_now = std::max(m_now, next);
        happen();
        bool moved = true;
        while (moved) {
            pull();
            bool freed = false;
            for (std::size_t i = 0; i < m_ends.size(); ++i) {
                if (m_idle[i] || m_ends[i] < kNever) continue;
                Worker& worker = i < m_prefill.size() ? m_prefill[i] : m_decode[i - m_prefill.size()];
                if (startPass(worker) && !worker.busy) freed = true;
                m_idle[i] = !worker.busy && worker.idles();
            }
            moved = freed;
        }
    }
    std::int64_t preemptions = 0;
    for (const std::deque<Worker>* pool : {&m_prefill, &m_decode})
        for (const Worker& worker : *pool) {
            preemptions += worker.server.preemptions;
            worker.server.addTiers(m_client.out);
        }
    return std::move(m_client).whole(preemptions);
}

} // namespace

ServerRun simulatePools(const TrafficScenario& scenario) {
    return PoolRun(scenario).run();
}

} // namespace moe
