// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/figures/report_files.h"

#include "app/files/save_file.h"
#include "models/engine/files/scenario_file.h"
#include "models/items/report_text.h"
#include "models/items/validation_table_model.h"
#include "models/items/words.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

namespace moe::app {

ui::ReportDocument reportDocument(const FigureInputs& inputs, const Scenario* base) {
    items::ReportContext context;
    context.base = base;
    if (const auto runs = measuredRuns(*inputs.catalog))
        context.validation =
            QCoreApplication::translate("moe::app::ReportExport", "The models against measurements: %1")
                .arg(items::validationSummary(**runs));
    return {items::reportTitle(*inputs.report),
            items::reportMarkdown(*inputs.report, context),
            {},
            QByteArray::fromStdString(scenarioText(inputs.report->scenario))};
}

ui::ReportFigure reportFigure(const ui::ViewRow& row, const FigureInputs& inputs) {
    const auto view = figureView(row, inputs);
    return reportFigure(row, inputs, view ? view->get() : nullptr, view ? Problems() : view.error());
}

ui::ReportFigure reportFigure(const ui::ViewRow& row, const FigureInputs& inputs, ui::ReportView* view,
                              const Problems& broken) {
    ui::ReportFigure figure{QString::fromLatin1(row.key), items::tableText(row.title), {}, {}};
    if (!broken.empty()) {
        figure.reason = items::problemText(broken);
    } else if (!view->hasNumbers()) {
        figure.reason = view->summary();
    } else {
        ui::FigureFile file;
        file.format = ui::FigureFormat::Svg;
        file.style.widthMm = ui::kReportFigureMm.width;
        file.style.heightMm = ui::kReportFigureMm.height;
        file.style.fontPt = 8;
        file.title = figureTitle(row, *inputs.report);
        const Result<ui::DrawnFigure> drawn = ui::drawnFigure(*view, file);
        if (drawn)
            figure.picture = *drawn;
        else
            figure.reason = items::problemText(drawn.error());
    }
    return figure;
}

Problems writeReport(const ui::ReportDocument& document, const QString& path, QStringList& written) {
    const QFileInfo info(path);
    Problems problems;
    const qsizetype first = written.size();
    const auto save = [&](const QString& to, const QByteArray& bytes) {
        Problems found = saveFile(to, bytes);
        if (found.empty()) written << to;
        append(problems, std::move(found));
    };
    if (info.suffix().compare(QLatin1String("md"), Qt::CaseInsensitive) == 0) {
        const QString stem = info.completeBaseName();
        for (const ui::ReportFigure& figure : document.figures) {
            if (!problems.empty() || !figure.reason.isEmpty()) continue;
            Result<QByteArray> svg = ui::figureBytes(figure.picture);
            if (svg)
                save(info.dir().filePath(ui::reportFigureName(stem, figure)), *svg);
            else
                append(problems, svg.error());
        }
        // Last, so that a full disk leaves no document without its figures; but what was asked for is named
        // first.
        if (problems.empty()) save(path, ui::reportWithFigures(document, stem).toUtf8());
        if (problems.empty()) written.move(written.size() - 1, first);
    } else {
        QBuffer buffer;
        buffer.open(QIODevice::WriteOnly);
        problems = ui::writeReportPdf(document, buffer);
        if (problems.empty()) save(path, buffer.data());
    }
    return problems;
}

} // namespace moe::app
