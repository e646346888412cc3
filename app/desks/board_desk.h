// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The board of the window: its sheet, what is put on it, and the page or the file it is exported as.

#include "app/desks/board_panels.h"
#include "app/desks/compare_tab.h"
#include "ui/board/board_sheet.h"

#include <QPointer>

namespace moe::app {

class BoardDesk : public QObject {
    Q_OBJECT
public:
    BoardDesk(ui::MainWindow& window, Session& session, const FigureExport& figures,
              const CompareTab& compare);

    void show();
    /// The picture on screen as a panel of this scenario, and one of every pin.
    void add(bool everyPin);
    /// A board file; its scenarios are read now, files relative to its own folder.
    void openFile(const QString& path);
    /// PDF, SVG, PNG, HTML, or the board as YAML, by the ending; once every panel is drawn.
    void save(const QString& path);
    ui::BoardSheet* sheet() const { return m_sheet; }
    bool upToDate() const { return m_panels.upToDate(); }

signals:
    void saved(const QString& path); ///< not when it could not be

private:
    void showSources();
    void showBoard();
    void keep(int panel);
    void open(int panel);
    void chooseFile();
    void write();
    void tell(const QString& text);

    ui::MainWindow& m_window;
    Session& m_session;
    const FigureExport& m_figures;
    QPointer<ui::BoardSheet> m_sheet;
    BoardPanels m_panels;
    QString m_path;      ///< to be written once all is drawn
    PassesJob m_writing; // last: its thread uses the rest
};

} // namespace moe::app
