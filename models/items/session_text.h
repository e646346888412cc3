// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What became another between two sessions, as rows of a table.

#include "models/engine/files/session_difference.h"

#include <QStringList>

#include <vector>

namespace moe::items {

/// part, key, from, to as files name them: for scripts.
std::vector<QStringList> sessionRows(const std::vector<SessionLine>& lines);
/// The same in the user's words, with a head; nothing from outside is more than text.
std::vector<QStringList> sessionRowsShown(const std::vector<SessionLine>& lines);

} // namespace moe::items
