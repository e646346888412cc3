// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A whole piece of work as text: the scenario, what it is compared with, the pinned ones, the files that were
// loaded, and the tab in front. YAML like scenarios, versioned.

#include "data/document.h"
#include "data/problem.h"
#include "models/engine/files/board_file.h"
#include "models/engine/scenario/sides.h"

#include <string>
#include <string_view>
#include <vector>

namespace moe {

inline constexpr std::string_view kSessionSchema = "moe-explorer/session/1";

/// A file the session leans on, and what it held: found changed later, it is said.
struct SessionSource {
    std::string path;
    std::string sha256; ///< lower-case hex
    bool operator==(const SessionSource&) const = default;
};

struct SessionPin {
    std::string name, note;
    int mark = 0;      ///< 0 = A, 1 = B, …; also its colour
    Scenario scenario; ///< of a log: empty, the log is read again
    SessionSource log; ///< of a training log; else empty
    bool operator==(const SessionPin&) const = default;
};

/// What the user chose of a picture: its tool bar, where it differs from a new one, and the part in sight.
struct SessionView {
    std::string key;
    std::vector<std::string> choices; ///< key=value, as `render --choose` takes them
    std::string range;                ///< the view's own text; empty = the whole picture
    bool operator==(const SessionView&) const = default;
};

struct SessionFile {
    Scenario scenario, base;
    std::vector<SessionPin> pins;
    std::vector<SessionSource> tables;
    std::string tab;                     ///< key of the view in front; may be empty
    std::vector<SessionView> views = {}; ///< only those that differ from new ones
    Side side = Side::Training;          ///< the scenario is looked at from
    BoardFile board = {};                ///< without panels: none
    std::vector<std::string> locks = {}; ///< keys of knobs that stay when others follow an edit
    bool operator==(const SessionFile&) const = default;
};

/// Every problem, located. Rules between the keys of a scenario are not checked: a session may be saved while
/// one is broken.
Result<SessionFile> readSession(std::string_view text, const std::string& source);
/// The text readSession() reads back to an equal session.
std::string sessionText(const SessionFile& session);

} // namespace moe
