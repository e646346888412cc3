// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A file beside the picture on screen: read and predicted on a worker, shown where the picture still is.

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

    ui::MainWindow& m_window;
    Session& m_session;
    Worker<Wanted> m_worker; // last: joins first
};

} // namespace moe::app
