// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Files that a scenario names, in the window: runs of one's own recipe, lengths of responses. They are read
// off the GUI thread when a scenario names them, and again when they are chosen.

#include "app/session/session.h"
#include "app/work/passes_job.h"
#include "ui/window/main_window.h"

#include <set>
#include <string>

namespace moe::app {

class RecipeDesk : public QObject {
    Q_OBJECT
public:
    RecipeDesk(ui::MainWindow& window, Session& session);

    /// Read, made the scenario's, and shown, whatever is wrong with it.
    void openFile(const QString& path);
    /// Runs as text: a file that is asked for keeps them.
    void paste(const QString& text);

private:
    /// Names of both kinds.
    struct Named {
        std::set<std::string> runs, lengths;
        bool empty() const { return runs.empty() && lengths.empty(); }
    };
    void follow();
    void read(Named names);

    ui::MainWindow& m_window;
    Session& m_session;
    Named m_reading;
    PassesJob m_job; // last: its thread uses the rest
};

} // namespace moe::app
