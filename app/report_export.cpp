#include "app/report_export.h"

#include "app/commands/command.h"
#include "models/engine/scenario_file.h"
#include "models/items/report_text.h"
#include "models/items/validation_table_model.h"
#include "models/items/words.h"

#include <QBuffer>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QStatusBar>

namespace moe::app {

ReportExport::ReportExport(ui::MainWindow& window, Session& session, const FigureExport& figures)
    : m_window(window), m_session(session), m_figures(figures) {
    connect(&window, &ui::MainWindow::reportRequested, this, &ReportExport::chooseFile);
    connect(&m_step, &QTimer::timeout, this, &ReportExport::drawNext);
}

void ReportExport::chooseFile() {
    if (!m_session.report() || running()) return;
    auto* chooser = new QFileDialog(&m_window, tr("Export report"), {}, tr("PDF (*.pdf);;Markdown (*.md)"));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setAcceptMode(QFileDialog::AcceptSave);
    chooser->setDefaultSuffix(QStringLiteral("pdf"));
    connect(chooser, &QFileDialog::filterSelected, chooser, [chooser](const QString& filter) {
        chooser->setDefaultSuffix(filter.contains(QLatin1String("*.md")) ? QStringLiteral("md")
                                                                         : QStringLiteral("pdf"));
    });
    chooser->selectFile(QStringLiteral("report.pdf"));
    connect(chooser, &QFileDialog::fileSelected, this, &ReportExport::start);
    chooser->open();
}

void ReportExport::start(const QString& path) {
    if (!m_session.report() || running()) return;
    m_path = path;
    m_inputs = m_figures.inputs();
    const Report& report = *m_inputs.report;
    items::ReportContext context;
    context.base = &m_session.base();
    if (const auto runs = measuredRuns(*m_inputs.catalog))
        context.validation = tr("The models against measurements: %1").arg(items::validationSummary(**runs));
    m_document = {};
    m_document.title = items::reportTitle(report);
    m_document.markdown = items::reportMarkdown(report, context);
    m_document.scenario = QByteArray::fromStdString(scenarioText(report.scenario));
    m_window.statusBar()->showMessage(tr("Writing the report…"));
    m_step.start(0);
}

void ReportExport::drawNext() {
    const std::vector<ui::ViewRow>& rows = ui::viewList();
    if (m_document.figures.size() >= rows.size()) return write();
    const ui::ViewRow& row = rows[m_document.figures.size()];
    ui::ReportFigure figure{QString::fromLatin1(row.key), items::tableText(row.title), {}, {}};
    if (const auto view = figureView(row, m_inputs); !view) {
        figure.reason = QString::fromStdString(toString(view.error()));
    } else if ((*view)->csv().isEmpty()) {
        figure.reason = (*view)->summary();
    } else {
        ui::FigureFile file;
        file.format = ui::FigureFormat::Svg;
        file.style.widthMm = ui::kReportFigureMm.width;
        file.style.heightMm = ui::kReportFigureMm.height;
        file.style.fontPt = 8;
        file.title = figureTitle(row, *m_inputs.report);
        QBuffer buffer(&figure.svg);
        buffer.open(QIODevice::WriteOnly);
        const Problems problems = ui::writeFigure(**view, file, buffer);
        if (!problems.empty()) figure.reason = QString::fromStdString(toString(problems));
    }
    m_document.figures.push_back(std::move(figure));
}

void ReportExport::write() {
    m_step.stop();
    const QString path = std::exchange(m_path, QString());
    const QFileInfo info(path);
    Problems problems;
    QStringList files;
    const auto save = [&](const QString& to, const QByteArray& bytes) {
        Problems found = saveFile(to, bytes);
        if (found.empty()) files << to;
        append(problems, std::move(found));
    };
    if (info.suffix().compare(QLatin1String("md"), Qt::CaseInsensitive) == 0) {
        const QString stem = info.completeBaseName();
        save(path, ui::reportWithFigures(m_document, stem).toUtf8());
        for (const ui::ReportFigure& figure : m_document.figures)
            if (problems.empty() && figure.reason.isEmpty())
                save(info.dir().filePath(ui::reportFigureName(stem, figure)), figure.svg);
    } else {
        QBuffer buffer;
        buffer.open(QIODevice::WriteOnly);
        problems = ui::writeReportPdf(m_document, buffer);
        if (problems.empty()) save(path, buffer.data());
    }
    m_inputs = {};
    m_window.statusBar()->clearMessage();
    if (!problems.empty()) m_window.showMessages(tr("The report was not written."), problems);
    emit finished(problems.empty() ? files : QStringList());
}

} // namespace moe::app
