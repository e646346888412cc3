// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A profiler's trace in the window: read off the GUI thread, shown beside the step of the scenario at hand.

#include "app/passes_job.h"
#include "app/session.h"
#include "ui/compare/profile_sheet.h"
#include "ui/window/main_window.h"

#include <QPointer>

namespace moe::app {

class ProfileDesk : public QObject {
    Q_OBJECT
public:
    ProfileDesk(ui::MainWindow& window, Session& session);
    /// A sheet that is open goes.
    void openFile(const QString& path);
    ui::ProfileSheet* sheet() const { return m_sheet; }

private:
    void show(const QString& path, const TracedStep& step);
    void follow();

    ui::MainWindow& m_window;
    Session& m_session;
    QPointer<ui::ProfileSheet> m_sheet;
    TracedStep m_traced; ///< of the sheet, without what is predicted
    PassesJob m_job;     // last: its thread uses the rest
};

} // namespace moe::app
