// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/traffic/simulate.h"

#include "models/engine/traffic/replicas.h"
#include "models/engine/traffic/schedulers.h"
#include "models/engine/traffic/server_loop.h"

#include <algorithm>
#include <cmath>

namespace moe {

ServerLoop::ServerLoop(const TrafficScenario& scenario)
    : m_in(scenario), m_form(schedulerOf(scenario)), m_client(scenario), m_random(scenario.seed) {
    for (int i = 0; i < std::max(1, scenario.ranks); ++i) m_ranks.emplace_back(scenario, m_client.live);
}

void ServerLoop::see(double horizon) {
    if (!m_client.isSending() || m_client.nextTime() > horizon) return;
    // Each to the first rank of those with the fewest in hand.
    std::vector<std::pair<int, std::size_t>>& held = m_heldBy;
    held.clear();
    for (std::size_t i = 0; i < m_ranks.size(); ++i) held.emplace_back(m_ranks[i].inHand(), i);
    // Mostly one: it is not worth a heap.
    std::pair<int, std::size_t>& fewest = *std::min_element(held.begin(), held.end());
    m_ranks[fewest.second].server.waiting.push_back(m_client.take());
    ++fewest.first;
    if (!m_client.isSending() || m_client.nextTime() > horizon) return;
    std::make_heap(held.begin(), held.end(), std::greater<>());
    while (m_client.isSending() && m_client.nextTime() <= horizon) {
        std::pop_heap(held.begin(), held.end(), std::greater<>());
        m_ranks[held.back().second].server.waiting.push_back(m_client.take());
        ++held.back().first;
        std::push_heap(held.begin(), held.end(), std::greater<>());
    }
}

/// Passes until one is formed that may differ: a request ends, or arrives and may start, or a pool is short.
/// The first takes `first` seconds, each later one `slope` more.
std::int64_t ServerLoop::passesAhead(double first, double slope) {
    std::int64_t most = std::numeric_limits<std::int64_t>::max();
    for (Rank& rank : m_ranks)
        if (rank.server.rows > 0) most = std::min(most, rank.server.passesToFinish());
    most = std::max<std::int64_t>(1, most);
    if (m_holds) most = std::min(most, std::max<std::int64_t>(1, m_in.limits.balancePasses - m_held));
    if ((!isWaiting() || m_holds) && m_client.isSending()) {
        const double wait = m_client.nextTime() - m_now;
        // Smallest j with j·first + slope·j(j − 1)/2 ≥ wait.
        double j = wait > 0 ? 1 : 0;
        if (wait > first) {
            const double half = slope / 2, linear = first - half;
            j = half > 1e-15 ? (std::sqrt(linear * linear + 4 * half * wait) - linear) / (2 * half)
                             : wait / first;
            j = std::ceil(j - 1e-9);
        }
        if (m_in.limits.lookahead) ++j;
        const auto look = static_cast<double>(m_nextLook - m_decodePasses);
        const double every = m_in.limits.receiveEvery;
        j = look + every * std::max(0.0, std::ceil((j - look) / every));
        if (j < static_cast<double>(most)) most = std::max<std::int64_t>(1, static_cast<std::int64_t>(j));
    }
    if (m_in.limits.blocks <= 0) return most;
    for (const Rank& rank : m_ranks) {
        if (rank.server.blocksForDecodes(most) <= rank.server.free) continue;
        std::int64_t fits = 1, many = most; // the first was made room for
        while (many - fits > 1) {
            const std::int64_t middle = (fits + many) / 2;
            (rank.server.blocksForDecodes(middle) <= rank.server.free ? fits : many) = middle;
        }
        most = fits;
    }
    return most;
}

void ServerLoop::recordGaps(Rank& rank, double end, double first, double last, std::int64_t passes) {
    // The first gap of a run reaches back to where each row had its last token.
    const int rows = rank.server.rows;
    rank.gaps.record(m_now + first, rows - static_cast<int>(rank.gaps.joined.size()), m_client.gaps);
    if (passes > 1) {
        const double step = (last - first) / static_cast<double>(passes - 1);
        m_client.gaps.push_back(
            {first + step, last, static_cast<double>(rows) * static_cast<double>(passes - 1)});
    }
    rank.gaps.decodeEnd = end;
}

/// Of the slowest rank, so many passes later.
double ServerLoop::secondsOf(const std::vector<PassLoad>& loads, double passesLater) const {
    double seconds = 0;
    for (PassLoad load : loads) {
        if (!(load.rows + load.prefillTokens > 0)) continue;
        load.context += load.rows * passesLater;
        seconds = std::max(seconds, m_in.time(load));
    }
    return seconds;
}

void ServerLoop::record(double seconds, std::int64_t passes, double prefill, int rows, double use) {
    int waiting = 0;
    for (const Rank& rank : m_ranks) waiting += static_cast<int>(rank.server.waiting.size());
    m_client.out.passRecords.push_back(
        {m_now, seconds, passes, static_cast<int>(prefill), rows, waiting, use});
}

/// What the formed pass works on, and how long it takes.
void ServerLoop::measure() {
    m_loads.clear();
    m_formed.prefill = 0;
    for (const Rank& rank : m_ranks) {
        m_loads.push_back(rank.server.passLoad());
        m_formed.prefill += m_loads.back().prefillTokens;
        if (rank.server.releasing() && !rank.server.waiting.empty()) m_formed.settled = false;
    }
    m_formed.first = secondsOf(m_loads, 0);
    double exposed = 0; // each rank has links of its own
    for (Rank& rank : m_ranks) exposed = std::max(exposed, rank.server.exposedLoad(m_formed.first));
    m_formed.first += exposed;
    if (m_formed.prefill > 0 || m_in.speculation.tokens > 0) m_formed.settled = false;
    m_formed.slope = m_formed.settled ? (secondsOf(m_loads, 64) - m_formed.first) / 64 : 0;
}

/// The formed pass, and those after it that are formed alike while nothing happens. Nothing where it may end
/// behind `horizon`; then gives when it does, else 0.
double ServerLoop::pass(double horizon) {
    const double first = m_formed.first;
    std::int64_t passes = 1;
    double last = first, ahead = first;
    if (m_formed.settled) {
        passes = passesAhead(first, m_formed.slope);
        const auto many = static_cast<double>(passes);
        if (passes > 1) last = secondsOf(m_loads, many - 1);
        ahead = many * std::max((first + last) / 2, first + m_formed.slope * (many - 1) / 2);
    }
    if (m_now + ahead > horizon) return m_now + ahead;
    int rows = 0;
    for (Rank& rank : m_ranks) {
        for (const TrafficServer::Chunk& chunk : rank.server.chunks)
            if (LiveRequest& r = m_client.live[static_cast<std::size_t>(chunk.request)]; r.started < 0)
                r.started = m_now;
        if (rank.server.decode) rows += rank.server.rows;
        m_client.batch += static_cast<double>(rank.server.chunks.size());
    }
    if (m_formed.prefill > 0) m_prefilled = true;
    // Draws of single passes add up to one draw of their mean.
    const double noise =
        m_in.jitter > 0 ? std::exp(m_in.jitter * m_random.normal() / std::sqrt(static_cast<double>(passes)))
                        : 1;
    const double seconds = noise * static_cast<double>(passes) * (first + last) / 2;
    const double end = m_now + seconds, lastPass = noise * last;
    m_busy += seconds;
    m_client.batch += static_cast<double>(passes) * rows;
    m_client.out.passes += passes;
    if (rows > 0) m_decodePasses += passes;
    m_held += passes;
    m_finished.clear();
    double use = 0;
    int index = 0;
    for (Rank& rank : m_ranks) {
        TrafficServer& server = rank.server;
        const bool decoded = server.decode;
        if (m_in.recordPaths) server.logPass(m_now, end, index, m_client.out.pathEvents);
        ++index;
        if (decoded && !m_in.brief) recordGaps(rank, end, noise * first, lastPass, passes);
        server.release();
        const int joined = server.complete(end, passes, m_finished);
        if (!m_in.brief) rank.gaps.join(joined, end, decoded ? server.rows : -1);
        if (!m_in.limits.lookahead) server.release();
        if (m_in.limits.blocks > 0)
            use =
                std::max(use, 1 - static_cast<double>(server.free) / static_cast<double>(m_in.limits.blocks));
    }
    m_client.noteUse(use);
    if (m_in.recordPasses) record(seconds, passes, m_formed.prefill, rows, use);
    m_previous = end - (passes > 1 ? lastPass : seconds);
    m_now = end;
    m_formed.ready = false;
    for (const int request : m_finished) m_client.answer(request);
    return 0;
}

/// Until every rank has a prompt, one of them has nothing to decode, or they were held for long.
bool ServerLoop::holdsPrompts() {
    const auto hasPrompt = [](const Rank& rank) {
        return !rank.server.waiting.empty() || !rank.server.prefilling.empty();
    };
    const auto hasNoRows = [](const Rank& rank) { return rank.server.rows == 0; };
    if (!any(hasPrompt)) return false;
    const bool holds = !std::all_of(m_ranks.begin(), m_ranks.end(), hasPrompt) && !any(hasNoRows) &&
                       m_held < m_in.limits.balancePasses;
    if (!holds) m_held = 0;
    return holds;
}

/// Whether there is anything to do.
bool ServerLoop::form() {
    bool works = false;
    m_holds = m_in.limits.balancePasses > 0 && m_ranks.size() > 1 && holdsPrompts();
    for (Rank& rank : m_ranks) {
        rank.server.admits = !m_holds;
        m_form(rank.server);
        if (m_in.recordPaths) rank.server.logDropped(m_now, m_client.out.pathEvents);
        works = works || rank.server.decode || !rank.server.chunks.empty();
    }
    return works;
}

/// Requests that are there by now join the queues.
bool ServerLoop::look(double horizon) {
    if (m_now >= horizon) return false; // others may come at the same time
    if (m_decodePasses < m_nextLook && !m_prefilled && isDecoding()) return true;
    see(m_in.limits.lookahead ? m_previous : m_now);
    const std::int64_t every = m_in.limits.receiveEvery;
    const std::int64_t late = m_decodePasses - m_nextLook;
    m_nextLook = m_prefilled || late < 0 ? m_decodePasses + every : m_nextLook + (late / every + 1) * every;
    m_prefilled = false;
    return true;
}

double ServerLoop::advance(double horizon) {
    while (!m_client.isAnswered() && !m_in.stop.stop_requested()) {
        if (!m_formed.ready) {
            if (!look(horizon)) return m_now;
            const std::int64_t before = preemptions();
            if (form()) {
                m_formed = {true, preemptions() == before};
                measure();
            } else if (isReleasing()) {
                // Nothing to do with what is seen: what finished is seen next, or what arrived, or what will.
                for (Rank& rank : m_ranks) rank.server.release();
                m_previous = m_now;
            } else if (m_previous < m_now) {
                m_previous = m_now;
            } else if (!m_client.isSending()) {
                return kNever; // what is to come, or a request that no pool of this size can hold
            } else if (const double next = m_client.nextTime(); next >= horizon) {
                return next;
            } else {
                m_now = m_previous = std::max(m_now, next);
            }
            continue;
        }
        if (const double later = pass(horizon); later > 0) return later;
    }
    return kNever;
}

ServerRun ServerLoop::run() {
    m_client.begin();
    advance(kNever);
    for (const Rank& rank : m_ranks) rank.server.addTiers(m_client.out);
    return std::move(m_client).whole(preemptions());
}

std::int64_t ServerLoop::preemptions() const {
    std::int64_t sum = 0;
    for (const Rank& rank : m_ranks) sum += rank.server.preemptions;
    return sum;
}

std::int64_t ServerLoop::hitBlocks(const TrafficRequest& request) const {
    LiveRequest asked;
    asked.input = request.input;
    asked.session = request.session;
    asked.seen = request.seen;
    asked.firstName = request.firstName;
    asked.names = request.names;
    int most = 0;
    for (const Rank& rank : m_ranks) most = std::max(most, rank.server.hitOf(asked));
    return most / m_in.limits.blockSize;
}

ServerRun runServer(const TrafficScenario& scenario) {
    if (scenario.pools.prefill > 0) return simulatePools(scenario);
    // Requests go to the first rank with the fewest in hand: of more ranks than requests most are never
    // asked, but one of them always stands for those that have nothing to do.
    const std::size_t busy = scenario.requests.size() + 1;
    if (static_cast<std::size_t>(std::max(1, scenario.ranks)) <= busy) return ServerLoop(scenario).run();
    TrafficScenario asked = scenario;
    asked.ranks = static_cast<int>(busy);
    return ServerLoop(asked).run();
}

TrafficReport simulate(const TrafficScenario& scenario) {
    return completeReport(scenario, scenario.replicas > 1 ? runReplicas(scenario) : runServer(scenario));
}

std::int64_t smallestPool(const TrafficScenario& scenario) {
    std::int64_t most = 0;
    const std::int64_t size = scenario.limits.blockSize;
    for (const TrafficRequest& request : scenario.requests)
        most = std::max(most, (request.input + request.output - 1 + size - 1) / size);
    return most;
}

} // namespace moe
