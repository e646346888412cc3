// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How many replicas an autoscaler wants, by what it sees when it looks. Requests in flight are followed as
// Kubernetes' horizontal autoscaler follows a metric: ⌈replicas · metric / target⌉, nothing while the ratio
// is within a tenth of 1, and no fewer than the most that was wanted within the time before fewer. Its limits
// on how fast it may grow are not in it. Private to this room.

#include "models/engine/day/fleet.h"

#include <deque>
#include <utility>

namespace moe {

class Scaling {
public:
    explicit Scaling(const FleetPlan& plan) : m_plan(plan) {}
    int atFirst() const;
    void arrived() { ++m_arrived; }
    /// At a look: `serving` of the `all` replicas serve, the others start.
    int wanted(double now, double inFlight, int serving, int all);

private:
    int within(double replicas) const;
    double forRate(double rate) const;
    double forLoad(double inFlight, int serving, int all) const;
    /// Arrivals per second of the last looks.
    double rateOver(double now, double seconds);

    const FleetPlan& m_plan;
    double m_arrived = 0;                         ///< since the last look
    std::deque<std::pair<double, double>> m_seen; ///< times of looks, arrivals before each
    std::deque<std::pair<double, int>> m_wanted;  ///< times of looks, what each wanted
};

} // namespace moe
