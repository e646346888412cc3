// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One server's passes, one after the other. All requests may be there from the beginning (run()), or be told
// as they come while others have not been sent yet (add(), advance()): both give the same passes, as a pass
// begins only when nothing that is still unknown could change it. Private to the rooms that simulate.

#include "models/engine/math/random.h"
#include "models/engine/traffic/client.h"
#include "models/engine/traffic/server.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <limits>
#include <utility>
#include <vector>

namespace moe {

class ServerLoop {
public:
    static constexpr double kNever = std::numeric_limits<double>::infinity();

    /// `scenario` outlives the loop; of its pools nothing is used.
    explicit ServerLoop(const TrafficScenario& scenario);

    /// Every request of the scenario, to the end.
    ServerRun run();

    // Requests that are told as they come, of an open loop whose scenario holds none.

    /// Gives the place of the request among live(), until it is forgotten.
    int add(const TrafficRequest& request) { return m_client.add(request); }
    /// Runs the passes that end by `horizon`, s: everything that arrives before it has been added. Gives the
    /// time up to which another call does nothing; kNever where it waits for requests.
    double advance(double horizon);
    /// Places of requests that were answered; to be emptied by whoever reads them.
    std::vector<int>& answered() { return m_client.answered; }
    const LiveRequest& live(int place) const { return m_client.live[static_cast<std::size_t>(place)]; }
    /// Its place may be another request's.
    void forget(int place) { m_client.forget(place); }
    /// Leading blocks of a prompt that the fullest of its ranks' caches holds.
    std::int64_t hitBlocks(const TrafficRequest& request) const;
    /// Of the passes up to a time that it was advanced to, one that has begun then included.
    double busyUntil(double time) const {
        return m_busy + (m_formed.ready ? std::max(0.0, time - m_now) : 0) - std::max(0.0, m_now - time);
    }
    std::int64_t preemptions() const;

private:
    /// One rank of attention data parallelism; without it there is one.
    struct Rank {
        Rank(const TrafficScenario& scenario, std::vector<LiveRequest>& live) : server(scenario, live) {}

        TrafficServer server;
        RowGaps gaps;

        int inHand() const { return server.running + static_cast<int>(server.waiting.size()); }
    };
    /// What is known of the pass that is formed.
    struct Formed {
        bool ready = false, settled = false;
        double first = 0, slope = 0; ///< s; of the first pass, and what each later one takes more
        double prefill = 0;          ///< tokens
    };

    bool look(double horizon);
    void see(double horizon);
    bool form();
    void measure();
    bool holdsPrompts();
    std::int64_t passesAhead(double first, double slope);
    double secondsOf(const std::vector<PassLoad>& loads, double passesLater) const;
    double pass(double horizon);
    void recordGaps(Rank& rank, double end, double first, double last, std::int64_t passes);
    void record(double seconds, std::int64_t passes, double prefill, int rows, double use);
    template <class Of> bool any(const Of& of) const {
        for (const Rank& rank : m_ranks)
            if (of(rank)) return true;
        return false;
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
    double m_busy = 0;
    std::int64_t m_decodePasses = 0;
    std::int64_t m_nextLook = 0; ///< decode passes after which requests are looked for
    std::int64_t m_held = 0;     ///< decode passes since prompts were let in, where ranks are balanced
    bool m_holds = false;        ///< prompts that wait, for those of other ranks
    bool m_prefilled = false;    ///< the last pass had prompts: they are looked for at once
    Formed m_formed;
    std::vector<int> m_finished;
    std::vector<PassLoad> m_loads;                     ///< of the pass at hand, rank by rank
    std::vector<std::pair<int, std::size_t>> m_heldBy; ///< requests of each rank, while new ones are dealt
};

} // namespace moe
