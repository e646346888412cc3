// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How far a long command is, on stderr where that is a terminal.

#include "app/work/search_run.h"

#include <QString>

#include <memory>

namespace moe::app {

/// "Search: 37 %, about 12 s left", from two seconds on, in one line that goes when the work is done. Nothing
/// where stderr is no terminal: logs stay clean. Of several at a time the newest is shown.
class ProgressLine {
public:
    explicit ProgressLine(const QString& work);
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// To be called from any thread; empty where nothing is shown. Valid as long as the line.
    Progress progress() const;

    /// Before anything else is written to the terminal: the line goes, and comes back only after its
    /// patience.
    static void makeRoom();

private:
    struct State;
    std::unique_ptr<State> m_state; ///< null where nothing is shown
};

/// What the line says: "Search: 37 %, about 12 s left"; without an estimate while it cannot be made.
QString progressText(const QString& work, double done, double total, double seconds);

} // namespace moe::app
