// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/tiers/hit_curve.h"

#include <algorithm>
#include <cmath>
#include <deque>

namespace moe {
namespace {

/// Sums of marks up to a place.
class Fenwick {
public:
    explicit Fenwick(std::size_t size) : m_sums(size + 1) {}
    void add(std::size_t at, std::int32_t value) {
        for (; at < m_sums.size(); at += at & (~at + 1)) m_sums[at] += value;
    }
    std::int64_t upTo(std::size_t at) const {
        std::int64_t sum = 0;
        for (; at > 0; at -= at & (~at + 1)) sum += m_sums[at];
        return sum;
    }

private:
    std::vector<std::int32_t> m_sums;
};

/// Blocks by when they were touched, the least recent given up first. No allocation after the first.
class LruList {
public:
    LruList(std::uint32_t blocks, double capacity)
        : m_before(blocks + 1U, kNone), m_after(blocks + 1U, kNone), m_capacity(capacity), m_end(blocks) {
        m_before[m_end] = m_after[m_end] = m_end; // a ring: after the end comes the most recent
    }
    bool holds(std::uint32_t block) const { return m_before[block] != kNone; }
    void touch(std::uint32_t block) {
        if (holds(block)) remove(block);
        insert(block);
        if (static_cast<double>(m_count) > m_capacity) remove(m_before[m_end]);
    }

private:
    static constexpr std::uint32_t kNone = 0xffffffffU;
    void remove(std::uint32_t block) {
        m_after[m_before[block]] = m_after[block];
        m_before[m_after[block]] = m_before[block];
        m_before[block] = m_after[block] = kNone;
        --m_count;
    }
    void insert(std::uint32_t block) {
        m_after[block] = m_after[m_end];
        m_before[block] = m_end;
        m_before[m_after[m_end]] = block;
        m_after[m_end] = block;
        ++m_count;
    }
    std::vector<std::uint32_t> m_before, m_after;
    double m_capacity;
    std::uint32_t m_end;
    std::size_t m_count = 0;
};

bool held(std::uint32_t rank, double capacity) {
    return rank > 0 && static_cast<double>(rank) <= capacity;
}

} // namespace

std::vector<std::uint32_t> blockRanks(const HashTrace& trace) {
    std::vector<std::uint32_t> ranks(trace.blocks.size());
    std::vector<std::size_t> last(trace.distinct, 0); // when it was touched, 0 = never
    Fenwick marks(trace.blocks.size());
    std::size_t clock = 0;
    std::int64_t live = 0;
    for (const HashedRequest& request : trace.requests) {
        const std::size_t end = request.first + request.count;
        for (std::size_t i = request.first; i < end; ++i) {
            const std::size_t touched = last[trace.blocks[i]];
            ranks[i] = touched == 0 ? 0 : static_cast<std::uint32_t>(live - marks.upTo(touched) + 1);
        }
        for (std::size_t i = end; i-- > request.first;) {
            std::size_t& touched = last[trace.blocks[i]];
            if (touched > 0)
                marks.add(touched, -1);
            else
                ++live;
            touched = ++clock;
            marks.add(clock, 1);
        }
    }
    return ranks;
}

std::vector<HitShare> hitCurve(const HashTrace& trace, const std::vector<std::uint32_t>& ranks,
                               const std::vector<double>& capacities, bool wholeBlocks) {
    std::vector<HitShare> curve;
    for (const double capacity : capacities) {
        double blocks = 0, tokens = 0, requests = 0;
        for (const HashedRequest& request : trace.requests) {
            std::size_t hits = 0;
            while (hits < request.count && held(ranks[request.first + hits], capacity)) ++hits;
            const double whole = static_cast<double>(hits), size = trace.blockTokens;
            const double before = std::max(0, request.input - 1);
            blocks += whole;
            tokens += wholeBlocks ? size * std::min(whole, std::floor(before / size))
                                  : std::min(size * whole, before);
            requests += hits > 0 ? 1 : 0;
        }
        curve.push_back({capacity, blocks / static_cast<double>(trace.blocks.size()), tokens / trace.tokens,
                         requests / static_cast<double>(trace.requests.size())});
    }
    return curve;
}

std::vector<double> tierHits(const HashTrace& trace, const std::vector<std::uint32_t>& ranks,
                             const std::vector<double>& capacities, bool inclusive) {
    // A block's tier is the first whose part of the list its rank lies in.
    std::vector<double> ends = capacities;
    for (std::size_t i = 1; i < ends.size(); ++i)
        ends[i] = inclusive ? std::max(ends[i], ends[i - 1]) : ends[i] + ends[i - 1];
    std::vector<double> hits(capacities.size(), 0.0);
    for (const HashedRequest& request : trace.requests)
        for (std::size_t i = 0; i < request.count; ++i) {
            const std::uint32_t rank = ranks[request.first + i];
            const auto tier =
                std::find_if(ends.begin(), ends.end(), [&](double end) { return held(rank, end); });
            if (tier == ends.end()) break;
            hits[static_cast<std::size_t>(tier - ends.begin())] += 1;
        }
    for (double& one : hits) one /= static_cast<double>(trace.blocks.size());
    return hits;
}

RoutedHits routedHits(const HashTrace& trace, int instances, CacheRouter router,
                      const std::vector<double>& capacities) {
    constexpr double kRecent = 10; // s
    const auto count = static_cast<std::size_t>(std::max(1, instances));
    std::vector<LruList> first, shared;
    for (std::size_t i = 0; i < count; ++i) first.emplace_back(trace.distinct, capacities.front());
    for (std::size_t i = 1; i < capacities.size(); ++i) shared.emplace_back(trace.distinct, capacities[i]);
    struct Recent {
        double at;
        std::size_t instance;
        double blocks;
    };
    std::deque<Recent> recent;
    std::vector<double> load(count, 0.0), computed(count, 0.0), hits(capacities.size(), 0.0);
    std::vector<std::size_t> match(count);
    for (std::size_t k = 0; k < trace.requests.size(); ++k) {
        const HashedRequest& request = trace.requests[k];
        const std::uint32_t* ids = trace.blocks.data() + request.first;
        for (std::size_t i = 0; i < count; ++i) {
            match[i] = 0;
            if (router == CacheRouter::RoundRobin && i != k % count) continue;
            while (match[i] < request.count && first[i].holds(ids[match[i]])) ++match[i];
        }
        while (!recent.empty() && recent.front().at <= request.arrival - kRecent) {
            load[recent.front().instance] -= recent.front().blocks;
            recent.pop_front();
        }
        std::size_t to = k % count;
        if (router != CacheRouter::RoundRobin) {
            const auto cost = [&](std::size_t i) {
                const auto found = static_cast<double>(match[i]);
                return router == CacheRouter::Prefix
                           ? std::pair(-found, computed[i])
                           : std::pair(static_cast<double>(request.count) - found + load[i], 0.0);
            };
            to = 0;
            for (std::size_t i = 1; i < count; ++i)
                if (cost(i) < cost(to)) to = i;
        }
        std::size_t below = match[to];
        hits[0] += static_cast<double>(below);
        for (; below < request.count; ++below) {
            const auto tier = std::find_if(shared.begin(), shared.end(),
                                           [&](const LruList& one) { return one.holds(ids[below]); });
            if (tier == shared.end()) break;
            hits[1 + static_cast<std::size_t>(tier - shared.begin())] += 1;
        }
        const auto work = static_cast<double>(request.count - below);
        computed[to] += work;
        load[to] += work;
        recent.push_back({request.arrival, to, work});
        for (std::size_t i = request.count; i-- > 0;) {
            first[to].touch(ids[i]);
            for (LruList& one : shared) one.touch(ids[i]);
        }
    }
    RoutedHits result;
    double sum = 0, most = 0;
    for (const double one : computed) sum += one, most = std::max(most, one);
    for (const double one : hits) result.tiers.push_back(one / static_cast<double>(trace.blocks.size()));
    result.busiest = most / std::max(1.0, sum) * static_cast<double>(count);
    return result;
}

} // namespace moe
