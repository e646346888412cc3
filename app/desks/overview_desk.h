// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The Overview in the window: what it is told of the scenario, and what it asks for.

#include "app/session/session.h"
#include "ui/overview/overview_page.h"
#include "ui/window/main_window.h"

namespace moe::app {

class OverviewDesk : public QObject {
    Q_OBJECT
public:
    OverviewDesk(ui::MainWindow& window, Session& session);

private:
    void join(ui::OverviewPage& page);
    void openExample(const QString& preset, const ui::Edits& edits, const QString& page);

    ui::MainWindow& m_window;
    Session& m_session;
};

} // namespace moe::app
