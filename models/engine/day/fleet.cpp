// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/day/fleet.h"

#include "models/engine/day/arrivals.h"
#include "models/engine/day/scaling.h"
#include "models/engine/math/random.h"
#include "models/engine/traffic/server_loop.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <memory>
#include <queue>
#include <unordered_map>
#include <utility>

namespace moe {
namespace {

/// Place of a replica's first server among those of all.
std::size_t firstOf(int replica, int servers) {
    return static_cast<std::size_t>(replica) * static_cast<std::size_t>(servers);
}

constexpr double kNever = ServerLoop::kNever;
/// Arrivals between two looks whether to go on.
constexpr std::size_t kLooks = 1024;

struct Server {
    int replica = 0;
    std::size_t index = 0;
    TrafficScenario scenario;
    std::unique_ptr<ServerLoop> loop; ///< null once its replica has ended
    double wake = kNever;             ///< it has nothing to do before
};

struct Turn {
    double time = 0;
    TrafficRequest request;
    bool operator>(const Turn& other) const {
        return time != other.time ? time > other.time : request.session > other.request.session;
    }
};

class Fleet {
public:
    Fleet(const FleetPlan& plan, const NextRequest& next, const FleetWatch& watch)
        : m_plan(plan),
          m_next(next),
          m_watch(watch),
          m_end(plan.day.hours * kHour),
          m_scaling(plan),
          m_random(static_cast<std::uint64_t>(plan.day.seed) + 0xd1b54a32d192ed03U) {
        m_plan.server.requests.clear();
        m_plan.server.replicas = 1;
        m_plan.server.concurrency = 0;
        m_plan.server.brief = true;
        m_plan.server.recordPasses = m_plan.server.recordRequests = m_plan.server.recordPaths = false;
    }
    FleetRun run();

private:
    void begin(double now, double ready);
    void promote(double now);
    void drain(double now);
    void end(int replica, double now);
    void advance(Server& server, double now);
    void advanceAll(double now);
    void collect(Server& server);
    void goOnTalking(const LiveRequest& request);
    void decide(double now);
    void arrive(TrafficRequest request);
    int route(const TrafficRequest& request);
    int inTurn();
    int fewest() const;
    int leastToCompute(const TrafficRequest& request) const;
    std::pair<std::int64_t, int> fullest(int replica, const TrafficRequest& request) const;
    Server& serverOf(int replica, const TrafficRequest& request);
    void close();
    bool looksAt(double time) const {
        return time < m_end || (m_plan.untilAnswered && m_allInFlight > 0 && !m_wakes.empty());
    }
    std::int64_t blocksOf(int tokens) const {
        return (tokens + m_plan.server.limits.blockSize - 1) / m_plan.server.limits.blockSize;
    }
    int wantedNow() const { return static_cast<int>(m_serving.size() + m_starting.size()); }

    FleetPlan m_plan;
    const NextRequest& m_next;
    const FleetWatch& m_watch;
    double m_end;
    Scaling m_scaling;
    Random m_random;
    FleetRun m_run;
    std::deque<Server> m_servers; ///< of replica r: r·servers and those after it
    // By replica.
    std::vector<int> m_inFlight, m_turns; ///< m_turns: whose turn it is among its servers
    std::vector<std::int64_t> m_promised; ///< blocks of the prompts in flight
    std::vector<char> m_draining;
    // Replicas in the order of their beginning.
    std::vector<int> m_serving;
    std::deque<int> m_starting;
    std::size_t m_turn = 0;
    using Wake = std::pair<double, std::size_t>;
    std::priority_queue<Wake, std::vector<Wake>, std::greater<>> m_wakes; ///< stale ones included
    std::priority_queue<Turn, std::vector<Turn>, std::greater<>> m_followUps;
    std::unordered_map<int, int> m_homes;       ///< replica of a session
    std::map<std::pair<int, int>, int> m_seats; ///< by replica and session: which of its servers
    bool m_closed = false;                      ///< the day is over: what is answered now is not paid
    int m_sessions = 0;                         ///< that were drawn
    std::size_t m_looks = 0;
    double m_allInFlight = 0, m_now = 0;
};

void Fleet::begin(double now, double ready) {
    const auto replica = static_cast<int>(m_run.replicas.size());
    m_run.replicas.push_back({now, ready, kNever, kNever, 0, 0, 0});
    m_inFlight.push_back(0);
    m_turns.push_back(0);
    m_promised.push_back(0);
    m_draining.push_back(0);
    for (int i = 0; i < m_plan.servers; ++i) {
        Server& server = m_servers.emplace_back();
        server.replica = replica;
        server.index = m_servers.size() - 1;
        server.scenario = m_plan.server;
        server.scenario.seed += kSeedStep * static_cast<std::uint64_t>(server.index);
        server.loop = std::make_unique<ServerLoop>(server.scenario);
    }
    m_starting.push_back(replica);
    promote(now);
}

/// Those that are ready serve.
void Fleet::promote(double now) {
    while (!m_starting.empty()) {
        const int replica = m_starting.front();
        if (m_run.replicas[static_cast<std::size_t>(replica)].ready > now) return;
        m_serving.push_back(replica);
        m_starting.pop_front();
    }
}

/// One fewer: the newest of those that start, else the one with the fewest in flight, the newest of these.
void Fleet::drain(double now) {
    int replica = -1;
    if (!m_starting.empty()) {
        replica = m_starting.back();
        m_starting.pop_back();
    } else {
        auto least = m_serving.begin();
        for (auto one = m_serving.begin(); one != m_serving.end(); ++one)
            if (m_inFlight[static_cast<std::size_t>(*one)] <= m_inFlight[static_cast<std::size_t>(*least)])
                least = one;
        replica = *least;
        m_serving.erase(least);
    }
    const auto index = static_cast<std::size_t>(replica);
    ReplicaSpan& span = m_run.replicas[index];
    span.ready = std::min(span.ready, now);
    span.drained = now;
    m_draining[index] = 1;
    if (m_inFlight[index] == 0) end(replica, now);
}

void Fleet::end(int replica, double now) {
    ReplicaSpan& span = m_run.replicas[static_cast<std::size_t>(replica)];
    if (span.ended < kNever) return;
    span.ended = now;
    for (int i = 0; i < m_plan.servers; ++i) {
        Server& server = m_servers[firstOf(replica, m_plan.servers) + static_cast<std::size_t>(i)];
        if (!m_closed) {
            span.busy += server.loop->busyUntil(m_plan.untilAnswered ? now : std::min(now, m_end));
            span.preemptions += server.loop->preemptions();
        }
        server.loop.reset();
        server.wake = kNever;
    }
}

void Fleet::advance(Server& server, double now) {
    server.wake = server.loop->advance(now);
    collect(server);
    if (server.loop && server.wake < kNever) m_wakes.emplace(server.wake, server.index);
}

void Fleet::advanceAll(double now) {
    while (!m_wakes.empty() && m_wakes.top().first < now) {
        const auto [time, index] = m_wakes.top();
        m_wakes.pop();
        Server& server = m_servers[index];
        if (server.loop && server.wake == time) advance(server, now);
    }
}

void Fleet::collect(Server& server) {
    const auto index = static_cast<std::size_t>(server.replica);
    double last = 0;
    for (const int place : server.loop->answered()) {
        const LiveRequest& r = server.loop->live(place);
        ++m_run.answered;
        ++m_run.replicas[index].requests;
        --m_inFlight[index];
        m_allInFlight -= 1;
        m_promised[index] -= blocksOf(r.input);
        last = std::max(last, r.finished);
        m_run.end = std::max(m_run.end, r.finished);
        m_watch.answered(
            {r.arrival, r.started, r.firstToken, r.finished, r.input, r.output, r.cached, server.replica});
        if (m_plan.day.turns > 1 && r.session >= 0) goOnTalking(r);
        server.loop->forget(place);
    }
    server.loop->answered().clear();
    if (last > 0 && m_draining[index] && m_inFlight[index] == 0) end(server.replica, last);
}

void Fleet::goOnTalking(const LiveRequest& r) {
    std::optional<TrafficRequest> turn =
        turnAfter({r.arrival, r.input, r.output, r.session}, r.finished, m_plan.day, m_plan.client);
    if (!turn) return;
    turn->arrival = std::max(m_now, turn->arrival);
    // A text that takes more than half of a pool is not gone on with.
    const std::int64_t blocks = blocksOf(turn->input + turn->output), pool = m_plan.server.limits.blocks;
    if (turn->arrival < m_end && (pool <= 0 || 2 * blocks <= pool)) m_followUps.push({turn->arrival, *turn});
}

int Fleet::inTurn() {
    return m_serving[m_turn++ % m_serving.size()];
}

int Fleet::fewest() const {
    int least = m_serving.front();
    for (const int replica : m_serving)
        if (m_inFlight[static_cast<std::size_t>(replica)] < m_inFlight[static_cast<std::size_t>(least)])
            least = replica;
    return least;
}

/// Blocks of the prompt that a replica's servers hold, at most, and on which of them.
std::pair<std::int64_t, int> Fleet::fullest(int replica, const TrafficRequest& request) const {
    std::pair<std::int64_t, int> most{-1, 0};
    for (int i = 0; i < m_plan.servers; ++i) {
        const Server& server = m_servers[firstOf(replica, m_plan.servers) + static_cast<std::size_t>(i)];
        const std::int64_t hit = server.loop->hitBlocks(request);
        if (hit > most.first) most = {hit, i};
    }
    return most;
}

/// Blocks of the prompt that are not cached there, and those of all prompts in flight (the cost of
/// ai-dynamo's router at temperature 0 and weight 1); then the fewest in flight.
int Fleet::leastToCompute(const TrafficRequest& request) const {
    int least = -1;
    std::pair<std::int64_t, int> lowest;
    for (const int replica : m_serving) {
        const auto index = static_cast<std::size_t>(replica);
        const std::pair cost{m_promised[index] - fullest(replica, request).first, m_inFlight[index]};
        if (least < 0 || cost < lowest) lowest = cost, least = replica;
    }
    return least;
}

int Fleet::route(const TrafficRequest& request) {
    switch (m_plan.day.router) {
    case DayRouter::RoundRobin: return inTurn();
    case DayRouter::LeastRequests: return fewest();
    case DayRouter::TwoChoices: {
        const int a = m_serving[m_random.below(m_serving.size())];
        const int b = m_serving[m_random.below(m_serving.size())];
        return m_inFlight[static_cast<std::size_t>(b)] < m_inFlight[static_cast<std::size_t>(a)] ? b : a;
    }
    case DayRouter::Session: {
        if (request.session < 0) return inTurn();
        const auto found = m_homes.find(request.session);
        if (found != m_homes.end() && !m_draining[static_cast<std::size_t>(found->second)])
            return found->second;
        return m_homes[request.session] = inTurn();
    }
    case DayRouter::Kv: break;
    }
    return leastToCompute(request);
}

/// In turn, sessions whole, as those of simulate() (replicas.h); with kv where the most is cached.
Server& Fleet::serverOf(int replica, const TrafficRequest& request) {
    const auto first = firstOf(replica, m_plan.servers);
    if (m_plan.servers == 1) return m_servers[first];
    int& turn = m_turns[static_cast<std::size_t>(replica)];
    if (m_plan.day.router == DayRouter::Kv)
        if (const auto [hit, at] = fullest(replica, request); hit > 0)
            return m_servers[first + static_cast<std::size_t>(at)];
    if (request.session < 0) return m_servers[first + static_cast<std::size_t>(turn++ % m_plan.servers)];
    const auto [seat, fresh] = m_seats.try_emplace({replica, request.session}, 0);
    if (fresh) seat->second = turn++ % m_plan.servers;
    return m_servers[first + static_cast<std::size_t>(seat->second)];
}

void Fleet::arrive(TrafficRequest request) {
    ++m_run.arrived;
    m_scaling.arrived();
    if (m_plan.day.refuseAbove && m_inFlight[static_cast<std::size_t>(fewest())] >= *m_plan.day.refuseAbove) {
        ++m_run.refused;
        if (m_watch.refused) m_watch.refused(request.arrival);
        return;
    }
    if (m_plan.day.turns > 1 && request.session < 0) request.session = m_sessions++;
    const int replica = route(request);
    const auto index = static_cast<std::size_t>(replica);
    ++m_inFlight[index];
    m_allInFlight += 1;
    m_promised[index] += blocksOf(request.input);
    Server& server = serverOf(replica, request);
    server.loop->add(request);
    advance(server, request.arrival);
}

void Fleet::decide(double now) {
    const int wanted = m_scaling.wanted(now, m_allInFlight, static_cast<int>(m_serving.size()), wantedNow());
    for (int more = wanted - wantedNow(); more > 0; --more) {
        begin(now, now + m_plan.start);
        ++m_run.starts;
    }
    while (wantedNow() > wanted && (m_serving.size() > 1 || !m_starting.empty())) drain(now);
}

/// What is paid ends with the day, whatever is still to be answered.
void Fleet::close() {
    m_run.end = std::max(m_run.end, m_end);
    if (m_plan.untilAnswered) return;
    advanceAll(m_end);
    for (const Server& server : m_servers) {
        if (!server.loop) continue;
        ReplicaSpan& span = m_run.replicas[static_cast<std::size_t>(server.replica)];
        span.busy += server.loop->busyUntil(m_end);
        span.preemptions += server.loop->preemptions();
    }
    m_closed = true;
}

FleetRun Fleet::run() {
    for (int i = m_scaling.atFirst(); i > 0; --i) begin(0, 0);
    std::optional<TrafficRequest> outside = m_next();
    const auto goesOn = [&](double now) {
        if (!m_watch.goOn) return true;
        m_run.cancelled = !m_watch.goOn(std::min(1.0, now / m_end));
        return !m_run.cancelled;
    };
    double look = m_plan.day.policy == DayPolicy::Fixed ? kNever : m_plan.day.interval;
    for (;;) {
        const double sent = outside ? outside->arrival : kNever;
        const double follows = m_followUps.empty() ? kNever : m_followUps.top().time;
        double now = std::min({sent, follows, looksAt(look) ? look : kNever});
        // An answer that comes before may have a turn after it that comes before, too.
        if (m_plan.day.turns > 1 && !m_wakes.empty() && m_wakes.top().first < std::min(now, m_end)) {
            now = m_now = std::nextafter(m_wakes.top().first, kNever);
            if (m_looks++ % kLooks == 0 && !goesOn(now)) return std::move(m_run);
            advanceAll(now);
            continue;
        }
        if (!(now < kNever)) break;
        m_now = now;
        advanceAll(now);
        promote(now);
        if (m_looks++ % kLooks == 0 && !goesOn(now)) return std::move(m_run);
        if (now == look) {
            decide(now);
            look += m_plan.day.interval;
            continue;
        }
        if (sent <= follows) {
            arrive(*outside);
            outside = m_next();
        } else {
            const TrafficRequest request = m_followUps.top().request;
            m_followUps.pop();
            arrive(request);
        }
    }
    // What was sent is answered; nobody scales any more.
    close();
    while (!m_wakes.empty()) {
        const double now = std::nextafter(m_wakes.top().first, kNever);
        if (m_looks++ % kLooks == 0 && !goesOn(now)) return std::move(m_run);
        advanceAll(now);
    }
    if (!m_plan.untilAnswered) m_run.end = m_end;
    for (std::size_t i = 0; i < m_run.replicas.size(); ++i) {
        ReplicaSpan& span = m_run.replicas[i];
        if (span.ended < kNever) continue;
        span.drained = std::min(span.drained, m_run.end);
        end(static_cast<int>(i), m_run.end);
    }
    return std::move(m_run);
}

} // namespace

FleetRun runFleet(const FleetPlan& plan, const NextRequest& next, const FleetWatch& watch) {
    return Fleet(plan, next, watch).run();
}

} // namespace moe
