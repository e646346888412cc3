// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/rooms.h"

#include <QtGlobal>

#include <string_view>

namespace moe::items {

const std::vector<RoomRow>& rooms() {
    static const std::vector<RoomRow> rows{
        {Room::Overview, "overview", QT_TRANSLATE_NOOP("Table", "Overview"), {}, {}, ""},
        {Room::Model, "model", QT_TRANSLATE_NOOP("Table", "Model"), AnswerSide::Loss, Side::Training,
         "train"},
        {Room::Train, "train", QT_TRANSLATE_NOOP("Table", "Train"), AnswerSide::Train, Side::Training,
         "train"},
        {Room::Serve, "serve", QT_TRANSLATE_NOOP("Table", "Serve"), AnswerSide::Serve, Side::Serving,
         "serve"},
        {Room::Compare, "compare", QT_TRANSLATE_NOOP("Table", "Compare"), {}, {}, ""},
        {Room::Measurements, "measurements", QT_TRANSLATE_NOOP("Table", "Measurements"), {}, {}, ""},
    };
    return rows;
}

const RoomRow& roomRow(Room room) {
    return rooms()[static_cast<std::size_t>(room)];
}

bool answers(Room room, const Scenario& scenario) {
    const std::string_view section = roomRow(room).section;
    return section == "train" ? scenario.train.has_value() : section != "serve" || scenario.serve.has_value();
}

} // namespace moe::items
