// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// My measurements in the window: files join the list, the fit that is shown becomes the scenario's, or a
// file.

#include "app/session/session.h"
#include "ui/window/main_window.h"

#include <QStringList>

namespace moe::ui {
class MineView;
}

namespace moe::app {

class MineDesk : public QObject {
    Q_OBJECT
public:
    MineDesk(ui::MainWindow& window, Session& session);

    /// Joins the list and shows it.
    void add(const QStringList& paths);
    /// The fit on screen in one step of undo; its GPU joins the catalogue.
    void take();
    void write(const QString& path);

signals:
    void saved(const QString& path);

private:
    void save();
    void show();

    ui::MainWindow& m_window;
    Session& m_session;
    ui::MineView* m_view = nullptr; ///< once it was made
    bool m_some = false;            ///< the pictures show what was measured
};

} // namespace moe::app
