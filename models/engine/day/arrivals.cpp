// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/day/arrivals.h"

#include "models/engine/traffic/client.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace moe {
namespace {

constexpr double kMinute = 60;
/// Steps of a numerical mean over a stretch of time: the curve has no features shorter than minutes.
constexpr int kSteps = 48;

/// I0(κ), by its series.
double besselI0(double kappa) {
    double sum = 1, term = 1;
    for (int n = 1; n < 400 && term > 1e-17 * sum; ++n) sum += term *= kappa * kappa / (4.0 * n * n);
    return sum;
}
double peakOf(double kappa) {
    return std::exp(kappa) / besselI0(kappa);
}

} // namespace

double narrownessOf(double peak) {
    double low = 0, high = 1;
    while (peakOf(high) < peak && high < 600) high *= 2;
    for (int i = 0; i < 80; ++i) {
        const double middle = (low + high) / 2;
        (peakOf(middle) < peak ? low : high) = middle;
    }
    return low;
}

DayCurve::DayCurve(const DaySpec& day) : m_peakHour(day.peakHour) {
    if (!day.curve.empty()) m_rates = dayRates(day.curve).value_or(std::vector<double>{});
    m_narrow = narrownessOf(day.peak);
    // As many requests as are asked for, whatever part of the curve they fall into.
    const double hours = day.hours;
    double sum = 0;
    const int steps = std::max(kSteps, static_cast<int>(std::ceil(hours * 60)));
    for (int i = 0; i < steps; ++i) sum += shape(hours * (i + 0.5) / steps);
    const double mean = sum / steps;
    m_scale = mean > 0 ? static_cast<double>(day.requests) / (hours * kHour * mean) : 0;
}

double DayCurve::shape(double hour) const {
    const double turn = std::fmod(hour, 24) / 24;
    if (m_rates.empty())
        return std::exp(m_narrow * (std::cos(2 * std::numbers::pi * (turn - m_peakHour / 24)) - 1));
    const auto parts = static_cast<double>(m_rates.size());
    const double at = turn * parts - 0.5 + parts;
    const auto low = static_cast<std::size_t>(at);
    const double share = at - std::floor(at);
    return m_rates[low % m_rates.size()] * (1 - share) + m_rates[(low + 1) % m_rates.size()] * share;
}

double DayCurve::at(double seconds) const {
    return m_scale * shape(seconds / kHour);
}

double DayCurve::mean(double from, double to) const {
    double sum = 0;
    for (int i = 0; i < kSteps; ++i) sum += at(from + (to - from) * (i + 0.5) / kSteps);
    return sum / kSteps;
}

double DayCurve::highest(double from, double to) const {
    double most = 0;
    for (int i = 0; i <= kSteps; ++i) most = std::max(most, at(from + (to - from) * i / kSteps));
    return most;
}

DayArrivals::DayArrivals(const DaySpec& day, const TrafficClient& client)
    : m_curve(day),
      m_client(client),
      m_end(day.hours * kHour),
      m_share(1 / std::max(1.0, day.turns)),
      m_burst(day.burst),
      m_times(static_cast<std::uint64_t>(day.seed)),
      m_lengths(client.seed),
      m_minutes(static_cast<std::uint64_t>(day.seed) + kSeedStep) {}

std::optional<TrafficRequest> DayArrivals::next() {
    double work = -std::log(m_times.uniform()); // of a Poisson process of rate 1
    while (m_now < m_end) {
        if (m_now >= m_minuteEnd) {
            const double to = std::min(m_minuteEnd + kMinute, m_end);
            const double factor = m_burst > 0 ? drawGamma(m_minutes, 1 / (m_burst * m_burst)) : 1;
            m_rate = m_share * factor * m_curve.at((m_minuteEnd + to) / 2);
            m_minuteEnd = to;
        }
        const double left = m_rate * (m_minuteEnd - m_now);
        if (work > left) {
            work -= left;
            m_now = m_minuteEnd;
            continue;
        }
        m_now += work / m_rate;
        TrafficRequest request;
        request.arrival = m_now;
        request.input = drawLength(m_lengths, m_client.prompt, m_client.spread);
        request.output = drawLength(m_lengths, m_client.output, m_client.spread);
        return request;
    }
    return std::nullopt;
}

std::optional<TrafficRequest> turnAfter(const TrafficRequest& answered, double finished, const DaySpec& day,
                                        const TrafficClient& client) {
    Random random(static_cast<std::uint64_t>(day.seed) +
                  kSeedStep * static_cast<std::uint64_t>(answered.session + 1) +
                  0x8cb92ba72f3d8dd7U * static_cast<std::uint64_t>(answered.input));
    if (random.uniform() * day.turns < 1) return std::nullopt; // mean number of turns
    TrafficRequest turn;
    turn.session = answered.session;
    turn.arrival = finished - day.thinkSeconds * std::log(random.uniform());
    turn.output = drawLength(random, client.output, client.spread);
    turn.input = answered.input + answered.output + drawLength(random, client.prompt, client.spread);
    return turn;
}

} // namespace moe
