// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The command palette in the window: what it finds, what its changes would come to, and what is taken.

#include "app/session/session.h"
#include "app/work/passes_job.h"
#include "ui/palette/command_palette.h"
#include "ui/window/main_window.h"

#include <QPointer>

class QAction;
class QMenu;

namespace moe::app {

class PaletteDesk : public QObject {
    Q_OBJECT
public:
    PaletteDesk(ui::MainWindow& window, Session& session);

    ui::CommandPalette& palette() const { return *m_palette; }

private:
    void open();
    std::vector<items::PaletteEntry> entries();
    void addMenu(std::vector<items::PaletteEntry>& all, const QMenu& menu, items::PaletteKind kind);
    void take(const items::PaletteEntry& entry);
    void evaluate(const std::vector<ui::Edits>& all);

    ui::MainWindow& m_window;
    Session& m_session;
    ui::CommandPalette* m_palette;      ///< of the window
    QList<QPointer<QAction>> m_actions; ///< commands by the number in their key
    PassesJob m_job;                    // last: its thread uses the rest
};

} // namespace moe::app
