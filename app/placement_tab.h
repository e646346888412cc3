#pragma once
// Wires the Placement page: its study is computed beside the report, off the GUI thread.

#include "app/passes_job.h"
#include "app/session.h"
#include "ui/placement/placement_view.h"
#include "ui/window/main_window.h"

namespace moe::app {

/// On any thread.
ui::PlacementStudyPtr placementAnswer(const Scenario& scenario, const Catalog& catalog,
                                      const PlacementQuestion& question);

/// As `render placement` takes them.
QStringList placementOptions(const PlacementQuestion& question);

class PlacementTab : public QObject {
    Q_OBJECT
public:
    PlacementTab(ui::MainWindow& window, Session& session);

private:
    struct Asked {
        ui::ReportPtr report;
        PlacementQuestion question;
    };
    void connectView(ui::PlacementView* view, ui::MainWindow& window, Session& session);

    PassesJob m_job;
};

} // namespace moe::app
