// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desks/report_export.h"

#include "app/figures/report_files.h"
#include "app/files/file_chooser.h"

#include <QEventLoop>
#include <QStatusBar>

namespace moe::app {

ReportExport::ReportExport(ui::MainWindow& window, Session& session, const FigureExport& figures)
    : m_window(window), m_session(session), m_figures(figures) {
    window.on(ui::Request::ExportReport, this, &ReportExport::chooseFile);
    connect(&m_step, &QTimer::timeout, this, &ReportExport::drawNext);
    connect(&m_work, &PassesJob::failed, this, [this](const QString& why) {
        if (!m_view) return end({{.rule = say("%1", why.toStdString())}}, {}); // while writing
        take({{.rule = say("%1", why.toStdString())}});
        m_step.start(0);
    });
}

void ReportExport::chooseFile() {
    if (!m_session.report() || running()) return;
    chooseNewFile(&m_window, tr("Export report"), QStringLiteral("report.pdf"),
                  tr("PDF (*.pdf);;Markdown (*.md)"), [this](const QString& path) { start(path); });
}

void ReportExport::start(const QString& path) {
    if (!m_session.report() || running()) return;
    m_path = path;
    m_inputs = m_figures.inputs();
    m_rows = ui::viewsOf(shownSide(m_inputs.report->scenario));
    m_window.statusBar()->showMessage(tr("Writing the report…"));
    // It evaluates every measured run.
    m_work.start({[this, inputs = m_inputs, base = m_session.shownBase()](
                      const std::stop_token&, const Progress&) -> std::function<void()> {
                     return [this, document = reportDocument(inputs, &base)] {
                         m_document = document;
                         m_step.start(0);
                     };
                 }},
                 {});
}

void ReportExport::drawNext() {
    if (m_document.figures.size() >= m_rows.size()) return write();
    Result<std::shared_ptr<UnansweredView>> made =
        unansweredView(*m_rows[m_document.figures.size()], m_inputs);
    m_view = made ? *made : nullptr;
    if (!m_view || !m_view->work) return take(made ? Problems() : made.error());
    m_step.stop();
    // Searches and maps take seconds: not in this thread, which alone may own the view.
    m_work.start(
        {[this, work = m_view->work](const std::stop_token& stop, const Progress&) -> std::function<void()> {
            return [this, answer = work(stop)] {
                take(answer());
                m_step.start(0);
            };
        }},
        {});
}

void ReportExport::take(const Problems& problems) {
    const ui::ViewRow& row = *m_rows[m_document.figures.size()];
    m_document.figures.push_back(
        reportFigure(row, m_inputs, m_view ? m_view->view.get() : nullptr, problems));
    m_view.reset();
}

void ReportExport::write() {
    m_step.stop();
    // A second and more for a PDF. The document is text and pictures, no widgets.
    const auto document = std::make_shared<const ui::ReportDocument>(std::exchange(m_document, {}));
    m_work.start(
        {[this, document, path = m_path](const std::stop_token&, const Progress&) -> std::function<void()> {
            const QEventLoop dispatcher; // a long text sets a timer, which its thread must know how to keep
            QStringList files;
            const Problems problems = writeReport(*document, path, files);
            return [this, problems, files] { end(problems, files); };
        }},
        {});
}

void ReportExport::end(const Problems& problems, const QStringList& files) {
    m_path.clear();
    m_inputs = {};
    m_window.statusBar()->clearMessage();
    if (!problems.empty()) m_window.showMessages(tr("The report was not written."), problems);
    emit finished(problems.empty() ? files : QStringList());
}

} // namespace moe::app
