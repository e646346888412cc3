// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/day/scaling.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

constexpr double kTolerance = 0.1;
/// Arrivals are averaged over a minute, or over the time between looks where that is more.
constexpr double kSeen = 60;

} // namespace

int Scaling::within(double replicas) const {
    const auto least = static_cast<double>(m_plan.day.replicasMin);
    const auto most = static_cast<double>(m_plan.day.replicasMax);
    return static_cast<int>(std::clamp(std::ceil(replicas - 1e-9), std::min(least, most), most));
}

double Scaling::forRate(double rate) const {
    return m_plan.replicaRate > 0 ? rate * (1 + m_plan.day.headroom) / m_plan.replicaRate : 0;
}

double Scaling::forLoad(double inFlight, int serving, int all) const {
    const double needed = m_plan.target > 0 ? inFlight * (1 + m_plan.day.headroom) / m_plan.target : 0;
    return std::abs(needed / std::max(1, serving) - 1) > kTolerance ? needed : all;
}

double Scaling::rateOver(double now, double seconds) {
    const double window = std::max(seconds, m_plan.day.interval);
    while (m_seen.front().first <= now - window) m_seen.pop_front();
    double arrivals = 0;
    for (const auto& [time, count] : m_seen) arrivals += count;
    // Each look counts what came since the one before it.
    return arrivals / (static_cast<double>(m_seen.size()) * m_plan.day.interval);
}

int Scaling::atFirst() const {
    if (m_plan.day.policy == DayPolicy::Fixed) return static_cast<int>(m_plan.day.replicasMax);
    return within(m_plan.expected ? forRate(m_plan.expected(0, m_plan.start + m_plan.day.interval)) : 0);
}

int Scaling::wanted(double now, double inFlight, int serving, int all) {
    m_seen.emplace_back(now, m_arrived);
    m_arrived = 0;
    double replicas = all;
    switch (m_plan.day.policy) {
    case DayPolicy::Fixed: break;
    case DayPolicy::Load: replicas = forLoad(inFlight, serving, all); break;
    case DayPolicy::Rate: replicas = forRate(rateOver(now, kSeen)); break;
    case DayPolicy::Planner:
        replicas = std::max(forRate(rateOver(now, m_plan.day.rateInterval)), forLoad(inFlight, serving, all));
        break;
    case DayPolicy::Curve:
        if (m_plan.expected)
            replicas = forRate(m_plan.expected(now, now + m_plan.start + m_plan.day.interval));
        break;
    }
    if (m_plan.day.policy != DayPolicy::Rate && m_plan.day.policy != DayPolicy::Planner) m_seen.clear();
    int result = within(replicas);
    m_wanted.emplace_back(now, result);
    while (m_wanted.front().first < now - m_plan.day.cooldown) m_wanted.pop_front();
    if (result < all) {
        for (const auto& [time, earlier] : m_wanted) result = std::max(result, earlier);
        result = std::min(result, all);
    }
    return result;
}

} // namespace moe
