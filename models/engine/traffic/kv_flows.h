// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// KV caches on their way from workers that prefill to workers that decode: flows that share the network cards
// of both ends, max-min fair. Private to this room.

#include <limits>
#include <vector>

namespace moe {

class KvFlows {
public:
    /// `bandwidth`: bytes/s of every sender and of every receiver; infinity: at once.
    KvFlows(int senders, int receivers, double bandwidth);

    struct Flow {
        int request = 0, from = 0, to = 0;
        double left = 0; ///< bytes
        double rate = 0; ///< bytes/s
    };
    void start(double now, int request, int from, int to, double bytes);
    /// When the next flow ends; infinity without one.
    double nextEnd();
    /// Those that have ended at `now`, in the order they were started.
    std::vector<Flow> takeEnded(double now);

private:
    void advance(double now);
    void share();

    int m_senders, m_receivers;
    double m_bandwidth;
    double m_now = 0;
    bool m_stale = false; ///< flows began or ended since share()
    std::vector<Flow> m_flows;
};

} // namespace moe
