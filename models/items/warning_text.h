// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Why a result is missing, in a sentence.

#include "models/engine/report/report.h"
#include "models/items/rooms.h"

#include <QString>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace moe::items {

/// The reason why the metric `key` has no value in this report: the section that is not there, the key that
/// must be set, or the warning that says it. Never empty.
QString missingReason(const Report& report, std::string_view key);

/// Of metrics of power, energy and cost: is it a server's? The others are of training.
bool isEnergyOfServer(std::string_view key);

/// Why a warning is given and what to do about it; empty for an unknown id.
QString warningReason(std::string_view id);

/// Is it about numbers of this room? Of a room that is of either side, and of the whole model: yes.
bool concerns(const Warning& warning, Room room);

/// Id and English reason of every warning, in the order of the ids.
std::vector<std::pair<QString, std::string>> warningReasons();

} // namespace moe::items
