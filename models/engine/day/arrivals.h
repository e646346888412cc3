// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// When requests come over a day. The rate follows a curve of 24 hours; every minute has a factor of its own,
// drawn from a gamma distribution of mean 1, and within a minute arrivals are Poisson: two levels, because
// gaps of requests that were measured are nearly Poisson while minutes differ far more than Poisson's
// (DaySpec::burst).

#include "models/engine/math/random.h"
#include "models/engine/scenario/scenario.h"
#include "models/engine/traffic/simulate.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace moe {

inline constexpr double kHour = 3600; ///< s
/// Seeds apart from each other, as those of simulate()'s servers.
inline constexpr std::uint64_t kSeedStep = 0x9e3779b97f4a7c15U;

/// Requests per second at a time of the day.
class DayCurve {
public:
    explicit DayCurve(const DaySpec& day);
    double at(double seconds) const;
    /// Of a stretch of time.
    double mean(double from, double to) const;
    double highest(double from, double to) const;

private:
    double shape(double hour) const;

    std::vector<double> m_rates; ///< of equal parts of 24 hours, the value at the middle of each
    double m_peakHour = 0, m_narrow = 0, m_scale = 1;
};

/// κ for which exp(κ·cos x)/I0(κ), whose mean over a turn is 1, is `peak` at its highest (von Mises).
double narrownessOf(double peak);

/// What comes from outside, one after the other: requests, or the first ones of sessions.
class DayArrivals {
public:
    DayArrivals(const DaySpec& day, const TrafficClient& client);
    /// In the order of arrival, s from the beginning of the day; nothing after its end.
    std::optional<TrafficRequest> next();

private:
    DayCurve m_curve;
    TrafficClient m_client;
    double m_end = 0, m_share = 1, m_burst = 0; ///< share of requests that come from outside
    Random m_times, m_lengths, m_minutes;
    double m_now = 0, m_minuteEnd = 0, m_rate = 0;
};

/// What a session sends after an answer, from a stream of its own: the same whatever else happens. Nothing
/// where it ends.
std::optional<TrafficRequest> turnAfter(const TrafficRequest& answered, double finished, const DaySpec& day,
                                        const TrafficClient& client);

} // namespace moe
