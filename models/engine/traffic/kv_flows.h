// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// KV caches on their way from workers that prefill to workers that decode: flows that share the network cards
// of both ends, max-min fair. Private to this room.

#include <cstddef>
#include <limits>
#include <utility>
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

    /// A card, for share(): its flows are [first, end) of m_flowsOf.
    struct Link {
        double left = 0;
        std::size_t open = 0, first = 0, end = 0; ///< `open`: flows without a rate, none when share() is done
    };

    std::size_t m_senders;
    double m_bandwidth;
    double m_now = 0;
    bool m_stale = false; ///< flows began or ended since share()
    std::vector<Flow> m_flows;
    std::vector<Link> m_links; ///< senders, then receivers
    // Scratch of share().
    std::vector<std::size_t> m_used, m_flowsOf;
    std::vector<unsigned char> m_fixed;
    std::vector<std::pair<double, std::size_t>> m_loads;
};

} // namespace moe
