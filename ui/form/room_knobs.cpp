// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/form/room_knobs.h"

#include <algorithm>

namespace moe::ui {

const std::vector<RoomKnob>& roomKnobs() {
    using items::Room;
    using Of = RoomKnob::Of;
    static const std::vector<RoomKnob> knobs{
        {"model.layers", {Room::Model}},
        {"model.hidden", {Room::Model}},
        {"model.heads", {Room::Model}},
        {"model.kv_heads", {Room::Model}},
        {"moe.experts", {Room::Model}, Of::Experts},
        {"moe.top_k", {Room::Model}, Of::Experts},
        {"moe.expert_ffn", {Room::Model}, Of::Experts},
        {"moe.shared_experts", {Room::Model}, Of::Experts},
        {"model.ffn", {Room::Model}, Of::Dense},
        {"model.sequence", {Room::Model}, Of::Dense},
        {"model.vocab", {Room::Model}, Of::Dense},
        {"model.attention", {Room::Model}, Of::Dense},
        {"parallel.tp", {Room::Train, Room::Serve}},
        {"parallel.pp", {Room::Train}},
        {"parallel.ep", {Room::Train, Room::Serve}, Of::Experts},
        {"parallel.cp", {Room::Train}, Of::Dense},
        {"parallel.dp", {Room::Serve}, Of::Dense},
        {"train.micro_batch", {Room::Train}},
        {"train.global_batch", {Room::Train}},
        {"train.schedule", {Room::Train}},
        {"train.zero", {Room::Train}},
        {"train.recompute", {Room::Train}},
        {"precision.kv_cache", {Room::Serve}},
        {"serve.policy", {Room::Serve}},
        {"serve.max_seqs", {Room::Serve}},
        {"serve.max_batched_tokens", {Room::Serve}},
        {"serve.prefix_hit", {Room::Serve}},
        {"serve.speculative_tokens", {Room::Serve}},
    };
    return knobs;
}

std::vector<std::string> knobsOf(items::Room room, const Scenario& scenario) {
    std::vector<std::string> keys;
    for (const RoomKnob& knob : roomKnobs()) {
        const bool wanted =
            knob.of == RoomKnob::Of::Any || (knob.of == RoomKnob::Of::Experts) == scenario.moe.has_value();
        if (wanted && std::find(knob.rooms.begin(), knob.rooms.end(), room) != knob.rooms.end())
            keys.emplace_back(knob.key);
    }
    return keys;
}

} // namespace moe::ui
