// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/report_document.h"

#include "models/items/escape.h"
#include "models/items/explain_text.h"
#include "models/items/words.h"
#include "ui/figure_scenario.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QPainter>
#include <QPdfWriter>
#include <QTextDocument>
#include <QTextTable>

namespace moe::ui {
namespace {

constexpr int kDpi = 1200;
constexpr double kMarginMm = 20, kTitleMm = 8, kFooterMm = 8, kGapMm = 8;

double px(double mm) {
    return mm / 25.4 * kDpi;
}

QFont paperFont(double pt, bool bold = false) {
    QFont font(QStringLiteral("DejaVu Sans"));
    font.setHintingPreference(QFont::PreferNoHinting);
    font.setPixelSize(int(pt / 72 * kDpi));
    font.setBold(bold);
    return font;
}

/// Qt's tables come without lines and as narrow as they can be.
void dressTables(QTextDocument& text) {
    for (QTextFrame* frame : text.rootFrame()->childFrames()) {
        auto* table = qobject_cast<QTextTable*>(frame);
        if (!table) continue;
        QTextTableFormat format = table->format();
        format.setBorderCollapse(true);
        format.setBorder(0.5);
        format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        format.setBorderBrush(QColor(0xc8, 0xcc, 0xd1));
        format.setCellPadding(2.5); // in 1/96 inch: Qt scales it
        format.setWidth(QTextLength(QTextLength::PercentageLength, 100));
        table->setFormat(format);
    }
}

void drawFooter(QPainter& painter, const QSizeF& room, const QString& title, int page) {
    painter.setFont(paperFont(7));
    painter.setPen(QColor(0x5c, 0x62, 0x6b));
    const QRectF foot(0, room.height() + px(2), room.width(), px(kFooterMm));
    const QFontMetricsF metrics(painter.font(), painter.device());
    painter.drawText(foot, Qt::AlignLeft | Qt::AlignTop,
                     metrics.elidedText(title, Qt::ElideRight, 0.85 * room.width()));
    painter.drawText(foot, Qt::AlignRight | Qt::AlignTop, QString::number(page));
}

void drawFigure(QPainter& painter, const QRectF& room, const ReportFigure& figure) {
    painter.setPen(QColor(0x1f, 0x22, 0x26));
    painter.setFont(paperFont(10, true));
    painter.drawText(QRectF(room.topLeft(), QSizeF(room.width(), px(kTitleMm))), Qt::AlignLeft, figure.title);
    painter.save();
    painter.translate(room.topLeft() + QPointF(0, px(kTitleMm)));
    figure.picture.strokes.playOn(painter, kDpi / kStrokesDpi);
    painter.restore();
}

} // namespace

Problems writeReportPdf(const ReportDocument& document, QIODevice& device) {
    keepHashesSteady();
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    {
        QPdfWriter writer(&buffer);
        writer.setResolution(kDpi);
        writer.setPageSize(QPageSize(QPageSize::A4));
        writer.setPageMargins(QMarginsF(kMarginMm, kMarginMm, kMarginMm, kMarginMm), QPageLayout::Millimeter);
        writer.setTitle(document.title);
        writer.setCreator(QStringLiteral("MoE Explorer"));
        if (!document.scenario.isEmpty())
            writer.addFileAttachment(QString::fromLatin1(kScenarioFile), document.scenario,
                                     QStringLiteral("application/yaml"));
        QPainter painter(&writer);
        const QSizeF room(writer.width(), writer.height() - px(kFooterMm));

        QTextDocument text; // not laid out while it is filled: Qt would do so again with every cell
        text.setDefaultFont(paperFont(8.5));
        text.setDocumentMargin(0);
        QString sentences;
        for (const ReportFigure& figure : document.figures)
            if (!figure.reason.isEmpty())
                sentences +=
                    QStringLiteral("- %1: %2\n").arg(figure.title, items::markdownEscaped(figure.reason));
        if (!sentences.isEmpty()) sentences.prepend(items::Words::tr("\n## Not drawn\n\n"));
        QTextDocument::MarkdownFeatures dialect(QTextDocument::MarkdownDialectGitHub);
        dialect |= QTextDocument::MarkdownNoHTML; // names and notes are no markup
        text.setMarkdown(document.markdown + sentences, dialect);
        dressTables(text);
        text.documentLayout()->setPaintDevice(&writer);
        text.setPageSize(room);
        int page = 0;
        for (; page < text.pageCount(); ++page) {
            if (page > 0) writer.newPage();
            painter.save();
            painter.translate(0, -page * room.height());
            QAbstractTextDocumentLayout::PaintContext context;
            context.palette.setColor(QPalette::Text, QColor(0x1f, 0x22, 0x26));
            context.clip = QRectF(0, page * room.height(), room.width(), room.height());
            painter.setClipRect(context.clip);
            text.documentLayout()->draw(&painter, context);
            painter.restore();
            drawFooter(painter, room, document.title, page + 1);
        }
        const double step = px(kTitleMm + kReportFigureMm.height + kGapMm);
        double top = room.height();
        for (const ReportFigure& figure : document.figures) {
            if (!figure.reason.isEmpty()) continue;
            if (top + step - px(kGapMm) > room.height()) {
                writer.newPage();
                drawFooter(painter, room, document.title, ++page);
                top = 0;
            }
            drawFigure(painter, QRectF(0, top, room.width(), step), figure);
            top += step;
        }
    }
    const QByteArray pdf = withoutDate(buffer.data());
    if (device.write(pdf) == pdf.size()) return {};
    return {
        {.source = "report", .rule = say("could not be written: %1", device.errorString().toStdString())}};
}

QString reportFigureName(const QString& stem, const ReportFigure& figure) {
    return stem + QLatin1Char('-') + figure.key + QStringLiteral(".svg");
}

QString reportWithFigures(const ReportDocument& document, const QString& stem) {
    QString text = document.markdown + items::Words::tr("\n## Figures\n");
    for (const ReportFigure& figure : document.figures) {
        text += QStringLiteral("\n### %1\n\n").arg(figure.title);
        text += figure.reason.isEmpty()
                    ? QStringLiteral("![%1](<%2>)\n").arg(figure.title, reportFigureName(stem, figure))
                    : items::markdownEscaped(figure.reason) + QLatin1Char('\n');
    }
    return text;
}

} // namespace moe::ui
