// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Who sends requests and gets answers, under both loops of this room (simulate.cpp, pools.cpp), and what it
// notes of a run. Private to the rooms that simulate.

#include "models/engine/traffic/latency.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

namespace moe {

class Random;

/// Uniform whole number in [(1 − spread)·most, most].
int drawLength(Random& random, int most, double spread);
/// Mean 1 (Marsaglia and Tsang 2000; a shape below 1 by its power of a uniform number).
double drawGamma(Random& random, double shape);

/// Of rows that decode together: what the gaps between their tokens are counted from.
struct RowGaps {
    double decodeEnd = 0;       ///< of the last pass that decoded
    int rows = 0;               ///< that had a token when it ended
    std::vector<double> joined; ///< last tokens of rows that were not in it

    /// Of a pass that ends at `end`, with `known` rows besides those that joined.
    void record(double end, int known, std::vector<GapRun>& gaps) {
        const int old = std::min(rows, known);
        const double whole = end - decodeEnd;
        if (old > 0) gaps.push_back({whole, whole, static_cast<double>(old)});
        for (const double last : joined) gaps.push_back({end - last, end - last, 1});
        joined.clear();
        decodeEnd = end;
    }
    /// So many rows have their first token at `end`; `now`: all that decode after a pass that decoded, else
    /// less than 0.
    void join(int more, double end, int now) {
        joined.insert(joined.end(), static_cast<std::size_t>(more), end);
        if (now >= 0) rows = now - static_cast<int>(joined.size());
    }
};

class RunClient {
public:
    explicit RunClient(const TrafficScenario& scenario)
        : live(liveRequests(scenario)),
          m_in(scenario),
          m_burst(std::min(scenario.requests.size(),
                           static_cast<std::size_t>(std::max(0, scenario.concurrency)))),
          m_given(scenario.requests.size()) {}

    std::vector<LiveRequest> live; ///< in the order of sending, where all were there from the beginning
    std::vector<int> answered;     ///< of requests that were added, in the order of their answers
    std::vector<GapRun> gaps;
    TrafficReport out;
    double batch = 0; ///< rows and chunks, summed over passes

    /// The first burst of a closed loop, or every request at its time.
    void begin() {
        if (m_burst > 0)
            for (std::size_t i = 0; i < m_burst; ++i) send(m_in.stagger * static_cast<double>(i));
        else
            for (const TrafficRequest& request : m_in.requests) send(request.arrival);
    }
    /// One more of an open loop. Gives its place, which may have been that of one that was forgotten.
    int add(const TrafficRequest& request) {
        std::size_t place = live.size();
        // Until the engine has seen that a request has ended, its blocks are not given back.
        if (!m_left.empty() && live[m_left.front()].held == 0) {
            place = m_left.front();
            m_left.pop();
            live[place] = {};
        } else {
            live.emplace_back();
        }
        LiveRequest& r = live[place];
        r.input = request.input;
        r.output = request.output;
        r.session = request.session;
        r.seen = request.seen;
        r.firstName = request.firstName;
        r.names = request.names;
        r.number = static_cast<int>(m_given++);
        m_adds = true;
        sendNow(place, request.arrival);
        return static_cast<int>(place);
    }
    void forget(int place) { m_left.push(static_cast<std::size_t>(place)); }
    /// The engine has finished it; in a closed loop the next is sent.
    void answer(int request) {
        LiveRequest& r = live[static_cast<std::size_t>(request)];
        answerClient(m_in.overheads, r);
        m_lastAnswer = std::max(m_lastAnswer, r.finished);
        ++m_done;
        if (m_adds) answered.push_back(request);
        if (m_burst > 0) send(r.finished + m_in.overheads.turnaround);
    }
    bool isAnswered() const { return m_done == m_given; }

    /// Requests that no scheduler has yet.
    bool isSending() const { return !m_pending.empty(); }
    double nextTime() const { return m_pending.top().time; } ///< when a scheduler gets the next
    int take() {
        const int request = m_pending.top().place;
        m_pending.pop();
        return request;
    }

    /// Share of the pool after a pass.
    void noteUse(double use) { out.kvUsePeak = std::max(out.kvUsePeak, use); }
    ServerRun whole(std::int64_t preemptions) && {
        out.preemptions = preemptions;
        return {std::move(live), std::move(gaps), {m_burst, batch, m_lastAnswer}, std::move(out)};
    }

private:
    void send(double time) {
        if (m_sent < m_in.requests.size()) sendNow(m_sent++, time);
    }
    void sendNow(std::size_t place, double time) {
        LiveRequest& r = live[place];
        r.arrival = time;
        r.queued = time + m_in.overheads.before + m_in.overheads.perInput * r.input;
        m_pending.push({r.queued, r.number, static_cast<int>(place)});
    }

    struct Pending {
        double time = 0; ///< when a scheduler gets it
        int number = 0, place = 0;
        bool operator>(const Pending& other) const {
            return time != other.time ? time > other.time : number > other.number;
        }
    };
    const TrafficScenario& m_in;
    std::priority_queue<Pending, std::vector<Pending>, std::greater<>> m_pending;
    std::queue<std::size_t> m_left; ///< places that were forgotten
    std::size_t m_sent = 0, m_done = 0, m_burst = 0, m_given = 0;
    bool m_adds = false;
    double m_lastAnswer = 0;
};

} // namespace moe
