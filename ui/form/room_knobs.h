// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The knobs that a room's form opens with: what its sentence does not say.

#include "models/items/rooms.h"

#include <string>
#include <vector>

namespace moe::ui {

struct RoomKnob {
    const char* key;
    std::vector<items::Room> rooms;
    enum class Of { Any, Experts, Dense } of = Of::Any; ///< models that have it among their eight
};
/// In the order of the form.
const std::vector<RoomKnob>& roomKnobs();
/// Eight of them; none for a room that has no knobs of its own.
std::vector<std::string> knobsOf(items::Room room, const Scenario& scenario);

} // namespace moe::ui
