// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/traffic/kv_flows.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

constexpr double kRounding = 1e-9; // s: a flow that ends so soon has ended

} // namespace

KvFlows::KvFlows(int senders, int receivers, double bandwidth)
    : m_senders(senders), m_receivers(receivers), m_bandwidth(bandwidth) {}

void KvFlows::advance(double now) {
    for (Flow& flow : m_flows) flow.left = std::max(0.0, flow.left - flow.rate * (now - m_now));
    m_now = now;
}

/// The most loaded card fixes its flows' rates, then the next with what is left of it.
void KvFlows::share() {
    const auto links = static_cast<std::size_t>(m_senders) + static_cast<std::size_t>(m_receivers);
    std::vector<double> left(links, m_bandwidth);
    std::vector<int> open(links, 0);
    const auto linksOf = [&](const Flow& flow) {
        return std::pair(static_cast<std::size_t>(flow.from),
                         static_cast<std::size_t>(m_senders) + static_cast<std::size_t>(flow.to));
    };
    std::vector<Flow*> shared;
    for (Flow& flow : m_flows) {
        const auto [from, to] = linksOf(flow);
        ++open[from];
        ++open[to];
        shared.push_back(&flow);
    }
    while (!shared.empty()) {
        std::size_t tightest = 0;
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t link = 0; link < links; ++link)
            if (open[link] > 0 && left[link] / open[link] < least) {
                least = left[link] / open[link];
                tightest = link;
            }
        std::vector<Flow*> others;
        for (Flow* flow : shared) {
            const auto [from, to] = linksOf(*flow);
            if (from != tightest && to != tightest) {
                others.push_back(flow);
                continue;
            }
            flow->rate = least;
            for (const std::size_t link : {from, to}) {
                left[link] = std::max(0.0, left[link] - least);
                --open[link];
            }
        }
        shared.swap(others);
    }
}

void KvFlows::start(double now, int request, int from, int to, double bytes) {
    advance(now);
    m_flows.push_back({request, from, to, std::isfinite(m_bandwidth) ? bytes : 0, 0});
    if (std::isfinite(m_bandwidth)) share();
}

double KvFlows::nextEnd() const {
    double end = std::numeric_limits<double>::infinity();
    for (const Flow& flow : m_flows)
        end = std::min(end, flow.left > 0 ? m_now + flow.left / flow.rate : m_now);
    return end;
}

std::vector<KvFlows::Flow> KvFlows::takeEnded(double now) {
    advance(now);
    std::vector<Flow> ended, others;
    for (const Flow& flow : m_flows) (flow.left <= flow.rate * kRounding ? ended : others).push_back(flow);
    m_flows.swap(others);
    if (!ended.empty() && std::isfinite(m_bandwidth)) share();
    return ended;
}

} // namespace moe
