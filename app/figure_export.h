#pragma once
// Figures of the view on screen: the export dialog, the clipboard, and the command that draws the same.

#include "app/compare_tab.h"
#include "app/figure_views.h"
#include "app/passes_job.h"
#include "app/scenario_arguments.h"
#include "app/session.h"
#include "ui/export/figure_dialog.h"
#include "ui/window/main_window.h"

#include <QPointer>
#include <QThreadPool>

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
    ui::FigureDialog* dialog() const { return m_dialog; }
    /// Writes what the dialog shows, and the CSV beside it when that is chosen: on a thread of its own, where
    /// a large picture takes seconds.
    void save(const QString& path);

    FigureInputs inputs() const;

signals:
    void saved(const QString& path, const moe::Problems& problems);

private:
    /// A file to be written, with what is said when it is there.
    struct Save {
        QString path, csvPath;
        ui::DrawnFigure figure;
        QByteArray csv; ///< empty: not wanted
    };
    void write(const Save& save);
    void written(const Save& save, const Problems& problems);
    /// Once the picture is of the newest report.
    void whenDrawn(ui::ReportView& view, const std::function<void()>& act);
    ui::FigureSource picture() const; ///< what is on screen, without the command
    ui::FigureSource source() const;
    QStringList pinnedFiles(std::vector<ui::ColumnPtr>& columns) const;
    static bool drawTheSame(ui::ReportView& fresh, ui::ReportView& view);
    void follow();
    void chooseFile();
    void tell(const QString& text, const Problems& problems);

    ui::MainWindow& m_window;
    Session& m_session;
    const CompareTab& m_compare;
    QPointer<ui::FigureDialog> m_dialog;
    std::vector<OpenedScenario> m_opened;
    QStringList m_data;
    QTimer m_later;   ///< after edits: the dialog follows when they rest
    int m_copies = 0; ///< asked for so far
    PassesJob m_copy;
    QThreadPool m_writers; // last: one thread, which uses the rest; what was asked for is written to its end
};

} // namespace moe::app
