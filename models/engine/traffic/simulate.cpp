// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/traffic/simulate.h"

#include "models/engine/math/random.h"
#include "models/engine/traffic/client.h"
#include "models/engine/traffic/pools.h"
#include "models/engine/traffic/replicas.h"
#include "models/engine/traffic/schedulers.h"
#include "models/engine/traffic/server.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>

namespace moe {
namespace {

/// One rank of attention data parallelism; without it there is one.
struct Rank {
    Rank(const TrafficScenario& scenario, std::vector<LiveRequest>& live) : server(scenario, live) {}

    TrafficServer server;
    RowGaps gaps;

    int inHand() const { return server.running + static_cast<int>(server.waiting.size()); }
};

class Run {
public:
    explicit Run(const TrafficScenario& scenario)
        : m_in(scenario), m_form(schedulerOf(scenario)), m_client(scenario), m_random(scenario.seed) {
        for (int i = 0; i < std::max(1, scenario.ranks); ++i) m_ranks.emplace_back(scenario, m_client.live);
        m_inHand.resize(m_ranks.size());
    }
    ServerRun run();

private:
    void see(double horizon);
    void give(std::size_t rank);
    void release(std::size_t rank);
    bool form();
    bool holdsPrompts();
    std::int64_t passesAhead(double first, double slope);
    double secondsOf(const std::vector<PassLoad>& loads, double passesLater) const;
    void pass(bool settled);
    void recordGaps(Rank& rank, double end, double first, double last, std::int64_t passes);
    void record(double seconds, std::int64_t passes, double prefill, int rows, double use);
    template <class Of> bool any(const Of& of) const {
        return std::any_of(m_ranks.begin(), m_ranks.end(), of);
    }
    bool isWaiting() const {
        return any([](const Rank& one) { return !one.server.waiting.empty(); });
    }
    bool isReleasing() const {
        return any([](const Rank& one) { return one.server.releasing(); });
    }
    bool isDecoding() const {
        return any([](const Rank& one) { return one.server.rows > 0; });
    }

    const TrafficScenario& m_in;
    FormPass m_form = nullptr;
    RunClient m_client;
    std::deque<Rank> m_ranks;
    Random m_random;
    double m_now = 0,
           m_previous = 0; ///< starts of the pass to come and of the one before it
    std::int64_t m_decodePasses = 0;
    std::int64_t m_nextLook = 0; ///< decode passes after which requests are looked for
    std::int64_t m_held = 0;     ///< decode passes since prompts were let in, where ranks are balanced
    bool m_holds = false;        ///< prompts that wait, for those of other ranks
    bool m_prefilled = false;    ///< the last pass had prompts: they are looked for at once
    std::vector<int> m_finished;
    std::vector<PassLoad> m_loads;                     ///< of the pass at hand, rank by rank
    std::vector<int> m_inHand;                         ///< of each rank: Rank::inHand()
    std::vector<std::pair<int, std::size_t>> m_heldBy; ///< the same as a heap, while many are dealt
};

void Run::see(double horizon) {
    // Each to the first rank of those with the fewest in hand: few are looked for one by one.
    constexpr int kFew = 4;
    for (int i = 0; i < kFew; ++i) {
        if (!m_client.isSending() || m_client.nextTime() > horizon) return;
        give(static_cast<std::size_t>(std::min_element(m_inHand.begin(), m_inHand.end()) - m_inHand.begin()));
    }
    std::vector<std::pair<int, std::size_t>>& held = m_heldBy;
    held.clear();
    for (std::size_t i = 0; i < m_inHand.size(); ++i) held.emplace_back(m_inHand[i], i);
    std::make_heap(held.begin(), held.end(), std::greater<>());
    while (m_client.isSending() && m_client.nextTime() <= horizon) {
        std::pop_heap(held.begin(), held.end(), std::greater<>());
        give(held.back().second);
        ++held.back().first;
        std::push_heap(held.begin(), held.end(), std::greater<>());
    }
}

void Run::give(std::size_t rank) {
    m_ranks[rank].server.waiting.push_back(m_client.take());
    ++m_inHand[rank];
}

/// Of what has finished: it is no longer in hand.
void Run::release(std::size_t rank) {
    m_ranks[rank].server.release();
    m_inHand[rank] = m_ranks[rank].inHand();
}

/// Passes until one is formed that may differ: a request ends, or arrives and may start, or a pool is short.
/// The first takes `first` seconds, each later one `slope` more.
std::int64_t Run::passesAhead(double first, double slope) {
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

void Run::recordGaps(Rank& rank, double end, double first, double last, std::int64_t passes) {
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
double Run::secondsOf(const std::vector<PassLoad>& loads, double passesLater) const {
    double seconds = 0;
    for (PassLoad load : loads) {
        if (!(load.rows + load.prefillTokens > 0)) continue;
        load.context += load.rows * passesLater;
        seconds = std::max(seconds, m_in.time(load));
    }
    return seconds;
}

void Run::record(double seconds, std::int64_t passes, double prefill, int rows, double use) {
    int waiting = 0;
    for (const Rank& rank : m_ranks) waiting += static_cast<int>(rank.server.waiting.size());
    m_client.out.passRecords.push_back(
        {m_now, seconds, passes, static_cast<int>(prefill), rows, waiting, use});
}

/// `settled`: the next one would be formed alike while nothing happens.
void Run::pass(bool settled) {
    std::vector<PassLoad>& loads = m_loads;
    loads.clear();
    double prefill = 0;
    int rows = 0;
    for (Rank& rank : m_ranks) {
        for (const TrafficServer::Chunk& chunk : rank.server.chunks)
            if (LiveRequest& r = m_client.live[static_cast<std::size_t>(chunk.request)]; r.started < 0)
                r.started = m_now;
        loads.push_back(rank.server.passLoad());
        prefill += loads.back().prefillTokens;
        if (rank.server.decode) rows += rank.server.rows;
        m_client.batch += static_cast<double>(rank.server.chunks.size());
        if (rank.server.releasing() && !rank.server.waiting.empty()) settled = false;
    }
    if (prefill > 0) m_prefilled = true;
    const double first = secondsOf(loads, 0);
    std::int64_t passes = 1;
    double last = first;
    if (prefill <= 0 && settled && m_in.speculation.tokens <= 0) {
        passes = passesAhead(first, (secondsOf(loads, 64) - first) / 64);
        if (passes > 1) last = secondsOf(loads, static_cast<double>(passes - 1));
    }
    // Draws of single passes add up to one draw of their mean.
    const double noise =
        m_in.jitter > 0 ? std::exp(m_in.jitter * m_random.normal() / std::sqrt(static_cast<double>(passes)))
                        : 1;
    const double seconds = noise * static_cast<double>(passes) * (first + last) / 2;
    const double end = m_now + seconds, lastPass = noise * last;
    m_client.batch += static_cast<double>(passes) * rows;
    m_client.out.passes += passes;
    if (rows > 0) m_decodePasses += passes;
    m_held += passes;
    m_finished.clear();
    double use = 0;
    for (std::size_t index = 0; index < m_ranks.size(); ++index) {
        Rank& rank = m_ranks[index];
        TrafficServer& server = rank.server;
        const bool decoded = server.decode;
        if (m_in.recordPaths) server.logPass(m_now, end, static_cast<int>(index), m_client.out.pathEvents);
        if (decoded && !m_in.brief) recordGaps(rank, end, noise * first, lastPass, passes);
        release(index);
        const int joined = server.complete(end, passes, m_finished);
        if (!m_in.brief) rank.gaps.join(joined, end, decoded ? server.rows : -1);
        if (!m_in.limits.lookahead) release(index);
        if (m_in.limits.blocks > 0)
            use =
                std::max(use, 1 - static_cast<double>(server.free) / static_cast<double>(m_in.limits.blocks));
    }
    m_client.noteUse(use);
    if (m_in.recordPasses) record(seconds, passes, prefill, rows, use);
    m_previous = end - (passes > 1 ? lastPass : seconds);
    m_now = end;
    for (const int request : m_finished) m_client.answer(request);
}

/// Until every rank has a prompt, one of them has nothing to decode, or they were held for long.
bool Run::holdsPrompts() {
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
bool Run::form() {
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

ServerRun Run::run() {
    m_client.begin();
    const auto preemptions = [&] {
        std::int64_t sum = 0;
        for (const Rank& rank : m_ranks) sum += rank.server.preemptions;
        return sum;
    };
    while (!m_client.isAnswered()) {
        const bool looks = m_decodePasses >= m_nextLook || m_prefilled || !isDecoding();
        if (looks) {
            see(m_in.limits.lookahead ? m_previous : m_now);
            const std::int64_t every = m_in.limits.receiveEvery;
            const std::int64_t late = m_decodePasses - m_nextLook;
            m_nextLook =
                m_prefilled || late < 0 ? m_decodePasses + every : m_nextLook + (late / every + 1) * every;
            m_prefilled = false;
        }
        const std::int64_t before = preemptions();
        if (form()) {
            pass(preemptions() == before);
            continue;
        }
        // Nothing to do with what is seen: what finished is seen next, or what arrived, or what will.
        if (isReleasing()) {
            for (std::size_t i = 0; i < m_ranks.size(); ++i) release(i);
            m_previous = m_now;
        } else if (m_previous < m_now) {
            m_previous = m_now;
        } else if (m_client.isSending()) {
            m_now = m_previous = std::max(m_now, m_client.nextTime());
        } else {
            break; // a request that no pool of this size can hold
        }
    }
    return std::move(m_client).whole(preemptions());
}

} // namespace

ServerRun runServer(const TrafficScenario& scenario) {
    return scenario.pools.prefill > 0 ? simulatePools(scenario) : Run(scenario).run();
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
