// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The rooms of the window: what is asked of a scenario, each with its sentence, its knobs, its cards and its
// pictures.

#include "models/engine/answer/answer.h"
#include "models/engine/scenario/sides.h"

#include <optional>
#include <vector>

namespace moe::items {

enum class Room { Overview, Model, Train, Serve, Compare, Measurements };

struct RoomRow {
    Room room;
    const char* key;                  ///< "train"
    const char* title;                ///< of its button
    std::optional<AnswerSide> answer; ///< its sentence; absent: that of the side shown
    std::optional<Side> side;         ///< what its pictures are of; absent: of either
    const char* section;              ///< of the scenario, without which it has no answer; empty: none
};
/// In the order of Room.
const std::vector<RoomRow>& rooms();
const RoomRow& roomRow(Room room);
/// Whether it has an answer for the scenario.
bool answers(Room room, const Scenario& scenario);

} // namespace moe::items
