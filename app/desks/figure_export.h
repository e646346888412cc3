// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Figures of the view on screen: the export dialog, the clipboard, and the command that draws the same.

#include "app/desks/compare_tab.h"
#include "app/figures/figure_output.h"
#include "app/figures/figure_views.h"
#include "app/files/scenario_arguments.h"
#include "app/session/session.h"
#include "models/engine/files/board_file.h"
#include "ui/export/figure_dialog.h"
#include "ui/window/main_window.h"

#include <QPointer>

namespace moe::app {

class FigureExport : public QObject {
    Q_OBJECT
public:
    FigureExport(ui::MainWindow& window, Session& session, const CompareTab& compare);

    /// A file that the command line can start from, with what it said when it was read or written.
    void remember(const OpenedScenario& opened);
    /// Tables or GPU presets that were loaded; the command loads them too.
    void rememberData(const QStringList& paths);

    void openDialog();
    void copyFigure();
    void copyData();
    /// The picture as a board of one panel, for the clipboard: for a board file.
    void copyPanel();
    ui::FigureDialog* dialog() const { return m_dialog; }
    /// Writes what the dialog shows, and the CSV beside it when that is chosen; the output says when it is
    /// there.
    void save(const QString& path);
    FigureOutput& output() { return m_output; }

    FigureInputs inputs() const;
    /// Options of a command that lead to the scenario of the report; `saved`: only once it is in a file.
    QStringList scenarioOptions(bool& saved) const;
    /// The picture on screen as a panel of a board; without a view where there is none.
    BoardPanel panel() const;

private:
    ui::FigureSource picture() const; ///< what is on screen, without the command
    /// What the dialog is told of the picture on screen, with what the command would draw it from.
    struct Following {
        ui::FigureSource source;
        const ui::ViewRow* row = nullptr; ///< null: this tab has no picture
        FigureInputs inputs;
        QPointer<ui::ReportView> view; ///< of the scenario, whose choices count
    };
    Following begun() const;
    static void addChoices(Following& now);
    static void addNote(Following& now);
    QStringList pinnedFiles(std::vector<ColumnPtr>& columns) const;
    static bool drawTheSame(ui::ReportView& fresh, ui::ReportView& view);
    void follow();
    void chooseFile();
    void written(const QString& path, const QString& csvPath, const QString& viewKey,
                 const Problems& problems);
    void tell(const QString& text, const Problems& problems);

    ui::MainWindow& m_window;
    Session& m_session;
    const CompareTab& m_compare;
    QPointer<ui::FigureDialog> m_dialog;
    std::vector<OpenedScenario> m_opened;
    QStringList m_data;
    QTimer m_later;                         ///< after edits: the dialog follows when they rest
    std::shared_ptr<Following> m_following; ///< not through yet; a newer one takes its place
    FigureOutput m_output;
};

} // namespace moe::app
