// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A day in stretches. They divide a quarter of an hour, so that the worst quarter is one of a day of any
// length; a day that is no longer is one itself. Private to this room.

#include "models/engine/day/day.h"

#include <algorithm>
#include <vector>

namespace moe {

class Slots {
public:
    Slots(double length, double ttftLimit, double tpotLimit);
    void answer(const FleetAnswer& one);
    void refuse(double time) {
        DaySlot& slot = m_slots[slotOf(time)];
        ++slot.arrived, ++slot.refused;
    }
    /// Adds 1 to a mean from one time to another.
    void spread(double DaySlot::*member, double from, double to);
    void finish(DayReport& report);

private:
    std::size_t slotOf(double time) const {
        return static_cast<std::size_t>(
            std::clamp(time / m_step, 0.0, static_cast<double>(m_slots.size() - 1)));
    }

    double m_length, m_step, m_ttftLimit, m_tpotLimit;
    std::vector<DaySlot> m_slots;
    std::vector<std::vector<float>> m_ttft, m_tpot;
};

} // namespace moe
