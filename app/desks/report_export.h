// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A report of the scenario as PDF or Markdown, drawn one picture at a time so that the window stays alive.

#include "app/desks/figure_export.h"
#include "app/work/passes_job.h"
#include "ui/export/report_document.h"

namespace moe::app {

class ReportExport : public QObject {
    Q_OBJECT
public:
    ReportExport(ui::MainWindow& window, Session& session, const FigureExport& figures);

    void chooseFile();
    /// PDF, or Markdown with an SVG of each figure beside it, by the ending.
    void start(const QString& path);
    bool running() const { return !m_path.isEmpty(); }

signals:
    void finished(const QStringList& files); ///< empty when nothing could be written

private:
    void drawNext();
    void take(const Problems& problems);
    void write();
    void end(const Problems& problems, const QStringList& files);

    ui::MainWindow& m_window;
    Session& m_session;
    const FigureExport& m_figures;
    QString m_path;
    FigureInputs m_inputs;
    std::vector<const ui::ViewRow*> m_rows; ///< a figure each
    ui::ReportDocument m_document;
    std::shared_ptr<UnansweredView> m_view; ///< the one that waits for its answer
    QTimer m_step;
    PassesJob m_work; // last: its thread uses the rest
};

} // namespace moe::app
