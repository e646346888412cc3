// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Who sends requests and gets answers, under both loops of this room (simulate.cpp, pools.cpp), and what it
// notes of a run. Private to this room.

#include "models/engine/traffic/latency.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

namespace moe {

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
                           static_cast<std::size_t>(std::max(0, scenario.concurrency)))) {}

    std::vector<LiveRequest> live; ///< in the order of sending
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
    /// The engine has finished it; in a closed loop the next is sent.
    void answer(int request) {
        LiveRequest& r = live[static_cast<std::size_t>(request)];
        answerClient(m_in.overheads, r);
        m_lastAnswer = std::max(m_lastAnswer, r.finished);
        ++m_done;
        if (m_burst > 0) send(r.finished + m_in.overheads.turnaround);
    }
    bool isAnswered() const { return m_done == m_in.requests.size(); }

    /// Requests that no scheduler has yet.
    bool isSending() const { return !m_pending.empty(); }
    double nextTime() const { return m_pending.top().first; } ///< when a scheduler gets the next
    int take() {
        const int request = m_pending.top().second;
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
        if (m_sent == m_in.requests.size()) return;
        LiveRequest& r = live[m_sent];
        r.arrival = time;
        r.queued = time + m_in.overheads.before + m_in.overheads.perInput * r.input;
        m_pending.emplace(r.queued, static_cast<int>(m_sent++));
    }

    using Pending = std::pair<double, int>; ///< when a scheduler gets it, request
    const TrafficScenario& m_in;
    std::priority_queue<Pending, std::vector<Pending>, std::greater<>> m_pending;
    std::size_t m_sent = 0, m_done = 0, m_burst = 0;
    double m_lastAnswer = 0;
};

} // namespace moe
