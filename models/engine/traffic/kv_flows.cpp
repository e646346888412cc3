// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/traffic/kv_flows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

namespace moe {
namespace {

constexpr double kRounding = 1e-9; // s: a flow that ends so soon has ended

} // namespace

KvFlows::KvFlows(int senders, int receivers, double bandwidth)
    : m_senders(senders), m_receivers(receivers), m_bandwidth(bandwidth) {}

void KvFlows::advance(double now) {
    if (now > m_now) share();
    for (Flow& flow : m_flows) flow.left = std::max(0.0, flow.left - flow.rate * (now - m_now));
    m_now = now;
}

/// The most loaded card fixes its flows' rates, then the next with what is left of it.
void KvFlows::share() {
    if (!std::exchange(m_stale, false) || !std::isfinite(m_bandwidth)) return;
    const auto links = static_cast<std::size_t>(m_senders) + static_cast<std::size_t>(m_receivers);
    std::vector<double> left(links, m_bandwidth);
    std::vector<std::vector<std::size_t>> flowsOf(links);
    const auto linksOf = [&](const Flow& flow) {
        return std::array{static_cast<std::size_t>(flow.from),
                          static_cast<std::size_t>(m_senders) + static_cast<std::size_t>(flow.to)};
    };
    for (std::size_t i = 0; i < m_flows.size(); ++i)
        for (const std::size_t link : linksOf(m_flows[i])) flowsOf[link].push_back(i);
    std::vector<std::size_t> open(links);
    std::set<std::pair<double, std::size_t>> loads; // of links with flows whose rate is open
    const auto load = [&](std::size_t link) {
        return std::pair(left[link] / static_cast<double>(open[link]), link);
    };
    for (std::size_t link = 0; link < links; ++link) {
        open[link] = flowsOf[link].size();
        if (open[link] > 0) loads.insert(load(link));
    }
    std::vector<bool> fixed(m_flows.size());
    while (!loads.empty()) {
        const auto [least, tightest] = *loads.begin();
        for (const std::size_t i : flowsOf[tightest]) {
            if (fixed[i]) continue;
            fixed[i] = true;
            m_flows[i].rate = least;
            for (const std::size_t link : linksOf(m_flows[i])) {
                loads.erase(load(link));
                left[link] = std::max(0.0, left[link] - least);
                if (--open[link] > 0) loads.insert(load(link));
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
