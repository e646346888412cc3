// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/day/day_slots.h"

#include "models/engine/traffic/latency.h"

#include <cmath>

namespace moe {
namespace {

constexpr double kQuarter = 900; ///< s
/// Stretches of a day, about: five minutes of 24 hours.
constexpr double kSlots = 288;

/// The shortest that divides a quarter of an hour and makes no more than kSlots of the day.
double stepOf(double length) {
    if (length <= kQuarter) return length / kSlots;
    for (const double step : {5.0, 10.0, 15.0, 20.0, 30.0, 60.0, 100.0, 150.0, 180.0, 300.0, 450.0})
        if (length <= kSlots * step) return step;
    return kQuarter;
}

LatencySummary summary(const std::vector<std::vector<float>>& of, double* share95) {
    std::vector<float> all;
    double sum = 0;
    for (const std::vector<float>& each : of) all.insert(all.end(), each.begin(), each.end());
    for (const float one : all) sum += static_cast<double>(one);
    if (all.empty()) return {};
    LatencySummary found{sum / static_cast<double>(all.size()), 0, 0, 0};
    std::size_t from = 0;
    found.p50 = percentileOf(all, 0.5, from);
    found.p90 = percentileOf(all, 0.9, from);
    if (share95 != nullptr) *share95 = percentileOf(all, 0.95, from);
    found.p99 = percentileOf(all, 0.99, from);
    return found;
}

} // namespace

Slots::Slots(double length, double ttftLimit, double tpotLimit)
    : m_length(length), m_step(stepOf(length)), m_ttftLimit(ttftLimit), m_tpotLimit(tpotLimit) {
    const auto count = static_cast<std::size_t>(std::max(1.0, std::ceil(length / m_step - 1e-9)));
    m_slots.resize(count);
    m_ttft.resize(count);
    m_tpot.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        m_slots[i].begin = m_step * static_cast<double>(i);
        m_slots[i].end = i + 1 == count ? length : m_step * static_cast<double>(i + 1);
    }
}

void Slots::answer(const FleetAnswer& one) {
    const std::size_t at = slotOf(one.arrival);
    DaySlot& slot = m_slots[at];
    ++slot.arrived, ++slot.answered;
    const double ttft = one.firstToken - one.arrival;
    const double tpot = one.output > 1 ? (one.finished - one.firstToken) / (one.output - 1) : -1;
    m_ttft[at].push_back(static_cast<float>(ttft));
    if (tpot >= 0) m_tpot[at].push_back(static_cast<float>(tpot));
    slot.within += static_cast<double>(static_cast<float>(ttft)) <= m_ttftLimit &&
                   static_cast<double>(static_cast<float>(tpot)) <= m_tpotLimit;
    spread(&DaySlot::inFlight, one.arrival, one.finished);
}

void Slots::spread(double DaySlot::*member, double from, double to) {
    to = std::min(to, m_length);
    for (std::size_t at = slotOf(from); from < to && at < m_slots.size(); ++at) {
        DaySlot& slot = m_slots[at];
        const double until = std::min(to, slot.end);
        slot.*member += std::max(0.0, until - from) / (slot.end - slot.begin);
        from = std::max(from, until);
    }
}

void Slots::finish(DayReport& report) {
    const std::size_t quarter =
        std::min(static_cast<std::size_t>(std::llround(kQuarter / m_step)), m_slots.size());
    const bool limited = std::isfinite(m_ttftLimit) || std::isfinite(m_tpotLimit);
    double within = 0;
    for (std::size_t i = 0; i < m_slots.size(); ++i) {
        std::sort(m_ttft[i].begin(), m_ttft[i].end());
        m_slots[i].ttft50 = percentileOfSorted(m_ttft[i], 0.5);
        m_slots[i].ttft95 = percentileOfSorted(m_ttft[i], 0.95);
        std::size_t from = 0;
        if (!m_tpot[i].empty()) m_slots[i].tpot95 = percentileOf(m_tpot[i], 0.95, from);
        within += static_cast<double>(m_slots[i].within);
        report.mostReplicas =
            std::max(report.mostReplicas, m_slots[i].serving + m_slots[i].starting + m_slots[i].draining);
    }
    for (std::size_t i = 0; i + quarter <= m_slots.size(); ++i) {
        std::vector<float> ttft;
        double arrived = 0, kept = 0;
        for (std::size_t j = i; j < i + quarter; ++j) {
            const auto middle = ttft.insert(ttft.end(), m_ttft[j].begin(), m_ttft[j].end());
            std::inplace_merge(ttft.begin(), middle, ttft.end());
            arrived += static_cast<double>(m_slots[j].arrived);
            kept += static_cast<double>(m_slots[j].within);
        }
        const double ttft95 = percentileOfSorted(ttft, 0.95);
        const bool slowest = ttft95 > report.worstTtft95;
        const bool poorest = limited && arrived > 0 && kept / arrived < report.worstWithin.value_or(2);
        if (slowest) report.worstTtft95 = ttft95;
        if (poorest) report.worstWithin = kept / arrived;
        if (limited ? poorest : slowest) report.worstBegin = m_slots[i].begin;
    }
    report.ttft = summary(m_ttft, &report.ttft95);
    report.tpot = summary(m_tpot, nullptr);
    if (limited && report.requests > 0) report.within = within / static_cast<double>(report.requests);
    report.stretches = std::move(m_slots);
}

} // namespace moe
