// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A board: pictures of one or several scenarios on a page, for a review or a paper.

#include "data/document.h"
#include "data/problem.h"
#include "models/engine/scenario/scenario.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace moe {

inline constexpr std::string_view kBoardSchema = "moe-explorer/board/1";
inline constexpr std::size_t kMostPanels = 64;

/// BoardPanel::pin of the scenario that a session is about.
inline constexpr int kThisScenario = -1;

/// One picture. Its scenario is a preset, a file, or written out; `set` changes it. In a session it may be
/// one of the session's own, which it follows.
struct BoardPanel {
    std::string view = {};   ///< "memory", as `moe-explorer render` names it
    std::string preset = {}; ///< a preset's key; or
    std::string file =
        {}; ///< a scenario, a figure that carries one, a config.json; relative to the board's; or
    std::optional<Scenario> scenario = {};
    std::optional<int> pin = {};       ///< of a session: the mark of a pin, or kThisScenario
    std::vector<std::string> set = {}; ///< key=value
    /// What differences are taken against, as a waterfall's beginning: a preset's key or a file, or written
    /// out. Neither: the panel's scenario without `set`.
    std::string from = {};
    std::optional<Scenario> base = {};
    std::vector<std::string> choices = {}; ///< key=value, of the view's tool bar
    std::vector<std::string> options = {}; ///< key=value, what `moe-explorer render` takes as --key value
    std::string range = {};                ///< the part in sight, the view's own text; empty = the whole
    std::string title = {};                ///< empty = the view's and the scenario's names
    std::string note = {};                 ///< under the picture
    int columns = 1;                       ///< of the page that it takes
    double heightMm = 0;                   ///< of the picture; 0 = as the board says
    bool operator==(const BoardPanel&) const = default;
};

/// What was decided, and by what: the last page of a board.
struct DecisionRecord {
    std::string question;
    std::string answer; ///< empty: the sentence of the first panel's scenario
    std::vector<std::string> assumptions, open;
    bool empty() const { return question.empty() && answer.empty() && assumptions.empty() && open.empty(); }
    bool operator==(const DecisionRecord&) const = default;
};

struct BoardFile {
    std::string title, note;
    int columns = 2;
    double widthMm = 85, heightMm = 60; ///< of a picture
    double fontPt = 7;
    bool letters = true;    ///< (a), (b), … before the titles
    bool lockRanges = true; ///< pictures of one view show the same part: the first `range` that is given
    bool oneLegend = true;  ///< keys that several pictures have stand once, over them
    bool dark = false;
    std::vector<BoardPanel> panels;
    DecisionRecord decision = {};
    bool operator==(const BoardFile&) const = default;
};

/// Every problem, located: keys that are none, a panel without a view or with two scenarios, sizes out of
/// range. Whether there is such a view, preset or choice is for who draws to say.
Result<BoardFile> readBoard(std::string_view text, const std::string& source);
/// The text readBoard() reads back to an equal board.
std::string boardText(const BoardFile& board);

/// A board inside a session: the entries below its key, without that and without a schema. Problems are
/// added.
BoardFile sessionBoard(const Document& part, const std::string& source, Problems& problems);
/// What sessionBoard() reads back to an equal board.
Document boardDocument(const BoardFile& board);

} // namespace moe
