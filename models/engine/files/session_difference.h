// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What became another between two saved pieces of work: for a review, or to see what somebody else did.

#include "models/engine/files/session_file.h"

#include <string>
#include <vector>

namespace moe {

struct SessionLine {
    std::string part; ///< "scenario", "base", "pin EP 8", "pins", "board", "tables", "locks", "look"
    std::string key;  ///< of a scenario: that of the field
    std::string from, to;
    bool operator==(const SessionLine&) const = default;
};

/// In the order of the file; nothing where both are equal. Pins are the same where their names are; `look` is
/// what was on screen, which changes no number.
std::vector<SessionLine> sessionDifference(const SessionFile& from, const SessionFile& to);

} // namespace moe
