// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What stands beside the picture on screen: a file, read and predicted on a worker, and the curves and maps
// that the report of a pin does not hold.

#include "app/figures/split_file.h"
#include "app/session/session.h"
#include "app/work/worker.h"
#include "ui/window/main_window.h"

namespace moe::app {

class SplitDesk : public QObject {
    Q_OBJECT
public:
    SplitDesk(ui::MainWindow& window, Session& session);

    void choose();
    /// Beside the picture that is on screen now.
    void open(const QStringList& paths);

private:
    struct Wanted {
        QStringList paths;
        QString picture;
        Scenario scenario;
        CatalogPtr catalog;
    };
    void show(const Wanted& wanted, const Result<ui::SplitOther>& other);
    void complete();

    ui::MainWindow& m_window;
    Session& m_session;
    Worker<Wanted> m_worker; // last, with the next: they join first
    Worker<std::pair<Scenario, CatalogPtr>> m_wholes;
};

} // namespace moe::app
