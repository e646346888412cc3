// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A pinned scenario or training log: what stands beside the scenario in the Compare tab and in the dock.

#include "app/files/compare_files.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace moe::app {

using EntryPtr = std::shared_ptr<const CompareEntry>;

struct Pin {
    int mark = 0; ///< 0 = A, 1 = B, …: stays the pin's own, also as its colour
    std::string name, note;
    EntryPtr entry; ///< never null; shared by the steps of the history
    bool operator==(const Pin&) const = default;
};
using PinList = std::vector<Pin>; ///< in the order they were pinned; marks differ

/// The smallest mark that no pin has.
inline int freeMark(const PinList& pins) {
    int mark = 0;
    while (std::any_of(pins.begin(), pins.end(), [mark](const Pin& pin) { return pin.mark == mark; })) ++mark;
    return mark;
}

} // namespace moe::app
