// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Plans in the window: the sheet, its questions answered on the worker, and the plan that is opened.

#include "app/session/session.h"
#include "app/work/passes_job.h"
#include "ui/window/main_window.h"
#include "ui/window/plan_sheet.h"

#include <QPointer>

namespace moe::app {

class PlanDesk : public QObject {
    Q_OBJECT
public:
    PlanDesk(ui::MainWindow& window, Session& session);
    /// For the scenario at hand; a sheet that is open goes.
    void show();
    ui::PlanSheet* sheet() const { return m_sheet; }

private:
    void answer();
    void take();
    void compare();

    ui::MainWindow& m_window;
    Session& m_session;
    QPointer<ui::PlanSheet> m_sheet;
    QPointer<ui::ReportView> m_waterfall; ///< of the sheet: from the scenario to the chosen plan
    int m_asked = 0, m_compared = 0;
    PassesJob m_reports, m_job; // last: their threads use the rest
};

} // namespace moe::app
