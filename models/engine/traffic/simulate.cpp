// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/traffic/simulate.h"

#include "models/engine/math/random.h"
#include "models/engine/traffic/engines.h"
#include "models/engine/traffic/latency.h"
#include "models/engine/traffic/server.h"

#include <algorithm>
#include <cmath>
#include <queue>

namespace moe {
namespace {

class Run {
public:
    explicit Run(const TrafficScenario& scenario)
        : m_in(scenario), m_server(scenario), m_random(scenario.seed) {
        m_engine = scenario.engine != nullptr ? scenario.engine : &engines().front();
        m_burst = scenario.concurrency > 0 ? static_cast<std::size_t>(scenario.concurrency) : 0;
        m_burst = std::min(m_burst, scenario.requests.size());
    }
    TrafficReport run();

private:
    void send(double time);
    void see(double horizon);
    std::int64_t passesAhead(double first, double slope);
    void pass(bool settled);
    void recordGaps(double end, double first, double last, std::int64_t passes, int rows);
    void finishReport();

    using Pending = std::pair<double, int>; ///< when the scheduler gets it, request
    const TrafficScenario& m_in;
    const TrafficEngine* m_engine = nullptr;
    TrafficServer m_server;
    Random m_random;
    std::priority_queue<Pending, std::vector<Pending>, std::greater<>> m_pending;
    std::size_t m_sent = 0, m_done = 0, m_burst = 0;
    double m_now = 0, m_previous = 0; ///< starts of the pass to come and of the one before it
    double m_decodeEnd = 0;           ///< of the last pass that decoded
    double m_batch = 0, m_lastAnswer = 0;
    std::int64_t m_nextLook = 0;  ///< decode passes after which requests are looked for
    bool m_prefilled = false;     ///< the last pass had prompts: they are looked for at once
    int m_gapRows = 0;            ///< that had a token when it ended
    std::vector<double> m_joined; ///< first tokens since then
    std::vector<int> m_finished;
    std::vector<GapRun> m_gaps;
    TrafficReport m_out;
};

void Run::send(double time) {
    if (m_sent == m_in.requests.size()) return;
    LiveRequest& r = m_server.live[m_sent];
    r.arrival = time;
    r.queued = time + m_in.overheads.before + m_in.overheads.perInput * r.input;
    m_pending.emplace(r.queued, static_cast<int>(m_sent++));
}

void Run::see(double horizon) {
    while (!m_pending.empty() && m_pending.top().first <= horizon) {
        m_server.waiting.push_back(m_pending.top().second);
        m_pending.pop();
    }
}

/// Passes until one is formed that may differ: a request ends, or arrives and may start, or the pool is
/// short. The first takes `first` seconds, each later one `slope` more.
std::int64_t Run::passesAhead(double first, double slope) {
    std::int64_t most = std::max<std::int64_t>(1, m_server.passesToFinish());
    if (m_server.waiting.empty() && !m_pending.empty()) {
        const double wait = m_pending.top().first - m_now;
        // Smallest j with j·first + slope·j(j − 1)/2 ≥ wait.
        double j = wait > 0 ? 1 : 0;
        if (wait > first) {
            const double half = slope / 2, linear = first - half;
            j = half > 1e-15 ? (std::sqrt(linear * linear + 4 * half * wait) - linear) / (2 * half)
                             : wait / first;
            j = std::ceil(j - 1e-9);
        }
        if (m_in.limits.lookahead) ++j;
        const auto look = static_cast<double>(m_nextLook - m_server.decodePasses);
        const double every = m_in.limits.receiveEvery;
        j = look + every * std::max(0.0, std::ceil((j - look) / every));
        if (j < static_cast<double>(most)) most = std::max<std::int64_t>(1, static_cast<std::int64_t>(j));
    }
    if (m_in.limits.blocks > 0 && m_server.blocksForDecodes(most) > m_server.free) {
        std::int64_t fits = 1, many = most; // the first was made room for
        while (many - fits > 1) {
            const std::int64_t middle = (fits + many) / 2;
            (m_server.blocksForDecodes(middle) <= m_server.free ? fits : many) = middle;
        }
        most = fits;
    }
    return most;
}

void Run::recordGaps(double end, double first, double last, std::int64_t passes, int rows) {
    // The first gap of a run reaches back to where each row had its last token.
    const int old = std::min(m_gapRows, rows - static_cast<int>(m_joined.size()));
    const double firstEnd = m_now + first;
    if (old > 0) m_gaps.push_back({firstEnd - m_decodeEnd, firstEnd - m_decodeEnd, static_cast<double>(old)});
    for (const double joined : m_joined) m_gaps.push_back({firstEnd - joined, firstEnd - joined, 1});
    if (passes > 1) {
        const double step = (last - first) / static_cast<double>(passes - 1);
        m_gaps.push_back({first + step, last, static_cast<double>(rows) * static_cast<double>(passes - 1)});
    }
    m_joined.clear();
    m_decodeEnd = end;
}

/// `settled`: the next one would be formed alike while nothing happens.
void Run::pass(bool settled) {
    TrafficServer& server = m_server;
    PassLoad load;
    if (server.decode) {
        load.rows = server.rows;
        load.context = server.context;
    }
    int prefill = 0;
    for (const TrafficServer::Chunk& chunk : server.chunks) {
        LiveRequest& r = server.live[chunk.request];
        const double n = chunk.tokens, before = r.computed;
        prefill += chunk.tokens;
        load.pairs += n * before + n * (n + 1) / 2;
        if (r.started < 0) r.started = m_now;
    }
    load.prefillTokens = prefill;
    if (prefill > 0) m_prefilled = true;
    const double first = m_in.time(load);
    std::int64_t passes = 1;
    double last = first;
    const bool decodes = server.decode && server.chunks.empty();
    if (server.releasing() && !server.waiting.empty()) settled = false;
    if (decodes && settled) {
        PassLoad later = load;
        later.context += load.rows * 64;
        const double slope = (m_in.time(later) - first) / 64;
        passes = passesAhead(first, slope);
        if (passes > 1) {
            later.context = load.context + load.rows * static_cast<double>(passes - 1);
            last = m_in.time(later);
        }
    }
    // Draws of single passes add up to one draw of their mean.
    const double noise =
        m_in.jitter > 0 ? std::exp(m_in.jitter * m_random.normal() / std::sqrt(static_cast<double>(passes)))
                        : 1;
    const double seconds = noise * static_cast<double>(passes) * (first + last) / 2;
    const double end = m_now + seconds, lastPass = noise * last;
    const int rows = server.rows;
    const auto joining = static_cast<int>(server.chunks.size());
    if (server.decode) recordGaps(end, noise * first, lastPass, passes, rows);
    const bool decoded = server.decode;
    m_batch += static_cast<double>(passes) * ((decoded ? rows : 0) + joining);
    m_out.passes += passes;
    server.release();
    m_finished.clear();
    const int joined = server.complete(end, passes, m_finished);
    m_joined.insert(m_joined.end(), static_cast<std::size_t>(joined), end);
    if (decoded) m_gapRows = server.rows - static_cast<int>(m_joined.size());
    if (!m_in.limits.lookahead) server.release();
    const double use = m_in.limits.blocks > 0
                           ? 1 - static_cast<double>(server.free) / static_cast<double>(m_in.limits.blocks)
                           : 0;
    m_out.kvUsePeak = std::max(m_out.kvUsePeak, use);
    if (m_in.recordPasses)
        m_out.passRecords.push_back({m_now, seconds, passes, prefill, decoded ? rows : 0,
                                     static_cast<int>(server.waiting.size()), use});
    m_previous = end - (passes > 1 ? lastPass : seconds);
    m_now = end;
    for (const int request : m_finished) {
        LiveRequest& r = server.live[request];
        const int together = m_in.overheads.firstChunk;
        if (together >= r.output)
            r.firstToken = r.finished;
        else
            r.firstToken += (r.finished - r.firstToken) / (r.output - 1) * (together - 1);
        r.firstToken += m_in.overheads.after;
        r.finished += m_in.overheads.after;
        m_lastAnswer = std::max(m_lastAnswer, r.finished);
        ++m_done;
        if (m_burst > 0) send(r.finished + m_in.overheads.turnaround);
    }
}

TrafficReport Run::run() {
    if (m_burst > 0)
        for (std::size_t i = 0; i < m_burst; ++i) send(0);
    else
        for (const TrafficRequest& request : m_in.requests) send(request.arrival);
    while (m_done < m_in.requests.size()) {
        const bool looks = m_server.decodePasses >= m_nextLook || m_prefilled || m_server.rows == 0;
        if (looks) {
            see(m_in.limits.lookahead ? m_previous : m_now);
            const std::int64_t every = m_in.limits.receiveEvery;
            const std::int64_t late = m_server.decodePasses - m_nextLook;
            m_nextLook = m_prefilled || late < 0 ? m_server.decodePasses + every
                                                 : m_nextLook + (late / every + 1) * every;
            m_prefilled = false;
        }
        const std::int64_t preemptions = m_server.preemptions;
        m_engine->form(m_server);
        if (m_server.decode || !m_server.chunks.empty()) {
            pass(m_server.preemptions == preemptions);
            continue;
        }
        // Nothing to do with what is seen: what finished is seen next, or what arrived, or what will.
        if (m_server.releasing()) {
            m_server.release();
            m_previous = m_now;
        } else if (m_previous < m_now) {
            m_previous = m_now;
        } else if (!m_pending.empty()) {
            m_now = m_previous = std::max(m_now, m_pending.top().first);
        } else {
            break; // a request that no pool of this size can hold
        }
    }
    finishReport();
    return std::move(m_out);
}

void Run::finishReport() {
    const std::vector<LiveRequest>& live = m_server.live;
    m_out.all = latenciesOf(live, 0, live.size(), m_gaps);
    std::vector<GapRun> none;
    if (m_burst > 0) m_out.burst = latenciesOf(live, 0, m_burst, none);
    m_out.steady = latenciesOf(live, m_burst, live.size(), none);
    double input = 0, output = 0, inFlight = 0;
    for (const LiveRequest& r : live) {
        input += r.input;
        output += r.output;
        inFlight += r.finished - r.arrival;
        m_out.ttft.push_back(static_cast<float>(r.firstToken - r.arrival));
        m_out.tpot.push_back(r.output > 1 ? static_cast<float>((r.finished - r.firstToken) / (r.output - 1))
                                          : -1.0F);
        if (m_in.recordRequests)
            m_out.requestRecords.push_back({r.arrival, r.queued, r.started, r.firstToken, r.finished, r.input,
                                            r.output, r.preempted, r.cached});
    }
    m_out.preemptions = m_server.preemptions;
    m_out.duration = m_lastAnswer - (live.empty() ? 0 : live.front().arrival);
    m_out.meanBatch = m_out.passes > 0 ? m_batch / static_cast<double>(m_out.passes) : 0;
    if (!(m_out.duration > 0)) return;
    m_out.requestsPerSecond = static_cast<double>(m_done) / m_out.duration;
    m_out.outputTokensPerSecond = output / m_out.duration;
    m_out.totalTokensPerSecond = (input + output) / m_out.duration;
    m_out.meanInFlight = inFlight / m_out.duration;
}

} // namespace

TrafficReport simulate(const TrafficScenario& scenario) {
    return Run(scenario).run();
}

std::int64_t smallestPool(const TrafficScenario& scenario) {
    std::int64_t most = 0;
    const std::int64_t size = scenario.limits.blockSize;
    for (const TrafficRequest& request : scenario.requests)
        most = std::max(most, (request.input + request.output - 1 + size - 1) / size);
    return most;
}

} // namespace moe
