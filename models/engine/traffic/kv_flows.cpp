// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/traffic/kv_flows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

namespace moe {
namespace {

constexpr double kRounding = 1e-9; // s: a flow that ends so soon has ended

} // namespace

KvFlows::KvFlows(int senders, int receivers, double bandwidth)
    : m_senders(static_cast<std::size_t>(senders)),
      m_bandwidth(bandwidth),
      m_links(m_senders + static_cast<std::size_t>(receivers)) {}

void KvFlows::advance(double now) {
    if (now > m_now) share();
    for (Flow& flow : m_flows) flow.left = std::max(0.0, flow.left - flow.rate * (now - m_now));
    m_now = now;
}

/// The most loaded card fixes its flows' rates, then the next with what is left of it.
void KvFlows::share() {
    if (!std::exchange(m_stale, false) || !std::isfinite(m_bandwidth)) return;
    const auto linksOf = [&](const Flow& flow) {
        return std::array{static_cast<std::size_t>(flow.from), m_senders + static_cast<std::size_t>(flow.to)};
    };
    m_used.clear();
    for (const Flow& flow : m_flows)
        for (const std::size_t link : linksOf(flow))
            if (m_links[link].open++ == 0) m_used.push_back(link);
    std::size_t first = 0;
    for (const std::size_t link : m_used) {
        m_links[link].left = m_bandwidth;
        m_links[link].first = m_links[link].end = first;
        first += m_links[link].open;
    }
    m_flowsOf.resize(first);
    for (std::size_t i = 0; i < m_flows.size(); ++i)
        for (const std::size_t link : linksOf(m_flows[i])) m_flowsOf[m_links[link].end++] = i;
    const auto load = [&](std::size_t link) {
        return std::pair(m_links[link].left / static_cast<double>(m_links[link].open), link);
    };
    // Links with flows whose rate is open, the least load first. Loads only grow: what comes up with an old
    // one goes back with its own.
    const std::greater<> least;
    m_loads.clear();
    for (const std::size_t link : m_used) m_loads.push_back(load(link));
    std::make_heap(m_loads.begin(), m_loads.end(), least);
    m_fixed.assign(m_flows.size(), 0);
    while (!m_loads.empty()) {
        std::pop_heap(m_loads.begin(), m_loads.end(), least);
        const auto [before, tightest] = m_loads.back();
        if (m_links[tightest].open == 0) {
            m_loads.pop_back();
            continue;
        }
        const double rate = load(tightest).first;
        if (rate > before) {
            m_loads.back().first = rate;
            std::push_heap(m_loads.begin(), m_loads.end(), least);
            continue;
        }
        m_loads.pop_back();
        for (std::size_t at = m_links[tightest].first; at < m_links[tightest].end; ++at) {
            const std::size_t i = m_flowsOf[at];
            if (std::exchange(m_fixed[i], 1)) continue;
            m_flows[i].rate = rate;
            for (const std::size_t link : linksOf(m_flows[i])) {
                m_links[link].left = std::max(0.0, m_links[link].left - rate);
                --m_links[link].open;
            }
        }
    }
}

void KvFlows::start(double now, int request, int from, int to, double bytes) {
    advance(now);
    m_flows.push_back({request, from, to, std::isfinite(m_bandwidth) ? bytes : 0, 0});
    m_stale = true; // several start at once: shared when the clock goes on
}

double KvFlows::nextEnd() {
    share();
    double end = std::numeric_limits<double>::infinity();
    for (const Flow& flow : m_flows)
        end = std::min(end, flow.left > 0 ? m_now + flow.left / flow.rate : m_now);
    return end;
}

std::vector<KvFlows::Flow> KvFlows::takeEnded(double now) {
    advance(now);
    share();
    std::vector<Flow> ended, others;
    for (const Flow& flow : m_flows) (flow.left <= flow.rate * kRounding ? ended : others).push_back(flow);
    m_flows.swap(others);
    m_stale = m_stale || !ended.empty();
    return ended;
}

} // namespace moe
