#pragma once
// Wires the Placement page: its study is computed beside the report, off the GUI thread.

#include "app/passes_job.h"
#include "ui/placement/placement_view.h"
#include "ui/window/main_window.h"

namespace moe::app {

/// On any thread. Null when there is nothing to place, or when stopped.
ui::PlacementStudyPtr placementAnswer(const ui::PlacementWanted& of, const std::stop_token& stop = {});

/// As `render placement` takes them.
QStringList placementOptions(const PlacementQuestion& question);

class PlacementTab : public QObject {
    Q_OBJECT
public:
    explicit PlacementTab(ui::MainWindow& window);

private:
    void connectView(ui::PlacementView* view, ui::MainWindow& window);

    PassesJob m_job;
};

} // namespace moe::app
