// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/memory/serving_memory.h"

#include "models/items/words.h"
#include "ui/plots/kit/axis_hold.h"
#include "ui/plots/memory/memory_rows.h"

#include "models/items/format.h"
#include "ui/judged.h"

#include <algorithm>

namespace moe::ui {
namespace {

struct Part {
    const char* label;
    const char* key; ///< what a click explains
    QColor colour;
    Bytes bytes;
    QString note;
};

QString sizeText(Bytes bytes) {
    return items::humanValue(bytes.base, QStringLiteral("B"));
}

std::vector<Part> partsOf(const ServeReport& serve) {
    QString sequences = items::Words::tr("%1 sequences of %2 tokens, %3 each token")
                            .arg(items::compactCount(serve.sequences, 1e6),
                                 items::compactCount(serve.context, 1e6), sizeText(serve.kvPerToken));
    if (serve.statePerSequence.base > 0)
        sequences =
            items::Words::tr("%1, and a state of %2 each").arg(sequences, sizeText(serve.statePerSequence));
    return {{QT_TRANSLATE_NOOP("Table", "Weights"), "serve.weights_bytes",
             groupColour(MemoryGroup::Parameters), serve.weights, items::Words::tr("of the heaviest GPU")},
            {QT_TRANSLATE_NOOP("Table", "KV cache"), "serve.kv_bytes_per_token", QColor("#f0e442"),
             serve.kvCache, sequences},
            {QT_TRANSLATE_NOOP("Table", "Dispatch buffers"), "", timeStyle("alltoall").colour, serve.buffers,
             serve.buffers.base > 0 ? items::Words::tr("2·(E/EP)·G·T·h, low-latency kernels")
                                    : items::Words::tr("kept by low-latency dispatch kernels only")},
            {QT_TRANSLATE_NOOP("Table", "Activations"), "", groupColour(MemoryGroup::Activations),
             serve.activations, items::Words::tr("one layer and the logits of a step, estimated")}};
}

Bytes sumOf(const std::vector<Part>& parts) {
    Bytes sum;
    for (const Part& part : parts) sum += part.bytes;
    return sum;
}

QString largestText(const Report& report) {
    const double most = report.serve->largestRequests;
    const auto now = double(report.scenario.serve->requests);
    if (most < 1) return items::Words::tr("Not even one sequence fits.");
    return items::Words::tr("Largest batch that fits: %1 sequences on the cluster, %2 now.")
        .arg(items::compactCount(most, 1e6), items::compactCount(now, 1e6));
}

} // namespace

QString servingMemorySummary(const Report& report) {
    const ServeReport& serve = *report.serve;
    return items::Words::tr("Serving holds %1 of %2 GiB per GPU. %3")
        .arg(gibText(sumOf(partsOf(serve))), gibText(serve.capacity), largestText(report));
}

Sheet servingMemorySheet(const ServeReport& serve) {
    Sheet sheet{{items::Words::tr("Part"), items::Words::tr("GiB"), items::Words::tr("Of capacity (%)"),
                 items::Words::tr("Note")},
                {}};
    for (const Part& part : partsOf(serve))
        sheet.rows.push_back({QString::fromLatin1(part.key),
                              {items::tableText(part.label), part.bytes / GiB,
                               100 * (part.bytes / serve.capacity), part.note}});
    return sheet;
}

double servingAxisEnd(const ServeReport& serve) {
    return 1.04 * std::max(sumOf(partsOf(serve)), serve.capacity) / GiB;
}

Hits paintServingMemory(QPainter& painter, const QSizeF& size, const Report& report, double axisEnd,
                        const Look& look) {
    const ServeReport& serve = *report.serve;
    const std::vector<Part> parts = partsOf(serve);
    const Bytes sum = sumOf(parts);
    const QFontMetricsF metrics(look.font);
    const QFont bold = look.scaledFont(1, true);
    const double margin = 12 * look.unit, line = 1.35 * metrics.height();
    QRectF area = QRectF(QPointF(), size).adjusted(margin, 0.7 * margin, -margin, -0.7 * margin);

    const bool fits = sum <= serve.capacity;
    const QString verdict = items::Words::tr("%1: %2 of %3 GiB per GPU")
                                .arg((fits ? items::Words::tr("✓ fits") : items::Words::tr("✕ does not fit")),
                                     gibText(sum), gibText(serve.capacity));
    writeText(painter, {area.left(), area.top() + metrics.ascent()}, elided(verdict, bold, area.width()),
              bold, judgedInk(fits ? 1 : -1, look.theme));
    writeText(painter, {area.left(), area.top() + line + metrics.ascent()},
              elided(largestText(report), look.font, area.width()), look.font, look.theme.text);
    area.setTop(area.top() + 2 * line + 1.2 * metrics.height());

    PlotFrame frame;
    frame.xHigh = axisEnd;
    const double bar = std::clamp(0.16 * size.height(), 30 * look.unit, 110 * look.unit);
    frame.rect =
        QRectF(area.left() + 4 * look.unit, area.top(), area.width() - 12 * look.unit, bar + 16 * look.unit);
    AxisText x;
    x.ticks = linearTicks(0, frame.xHigh, frame.rect.width() / (64 * look.unit)).ticks;
    x.text = [](double value) { return items::number(value, 'g', 5); };
    x.title = items::Words::tr("Memory per GPU (GiB)");
    paintAxes(painter, frame, x, {}, look);
    Hits hits;
    const auto hit = [&](const QRectF& box, const Part& part) {
        const QString label = items::tableText(part.label);
        hits.push_back({box, QString::fromLatin1(part.key),
                        items::Words::tr("<b>%1</b><br>%2, %3 % of the GPU<br>%4")
                            .arg(label, sizeText(part.bytes),
                                 items::humanNumber(100 * (part.bytes / serve.capacity)), part.note),
                        QStringLiteral("%1 · %2").arg(label, sizeText(part.bytes))});
    };
    double left = frame.rect.left();
    for (const Part& part : parts) {
        const double width = part.bytes / GiB / frame.xHigh * frame.rect.width();
        if (!(width > 0)) continue;
        const QRectF whole(left, frame.rect.top() + 8 * look.unit, width, bar);
        left += width;
        const QRectF box = whole & frame.rect; // an axis that is held may end before
        if (box.isEmpty()) continue;
        painter.fillRect(box.adjusted(0, 0, -std::min(look.unit, 0.3 * box.width()), 0), part.colour);
        const QString label = items::tableText(part.label);
        if (metrics.horizontalAdvance(label) + 8 * look.unit < box.width()) {
            painter.setFont(look.font);
            painter.setPen(inkOn(part.colour));
            painter.drawText(box, Qt::AlignCenter, label);
        }
        hit(box, part);
    }
    if (sum / GiB > frame.xHigh)
        drawBeyond(painter, frame, frame.rect.top() + 8 * look.unit + bar / 2, gibText(sum), look);
    const bool inSight = serve.capacity / GiB <= frame.xHigh;
    const double edge = std::min(frame.toPixel(serve.capacity / GiB, 0).x(), frame.rect.right());
    painter.setPen(QPen(look.theme.bad, 2 * look.unit, Qt::DashLine));
    if (inSight)
        painter.drawLine(QPointF(edge, frame.rect.top() - 4 * look.unit), QPointF(edge, frame.rect.bottom()));
    QString capacity = items::Words::tr("capacity %1").arg(gibText(serve.capacity));
    if (!inSight) capacity += QStringLiteral(" →");
    const double half = metrics.horizontalAdvance(capacity) / 2;
    writeText(painter,
              {std::min(edge - half, area.right() - 2 * half),
               frame.rect.top() - 4 * look.unit - metrics.descent()},
              capacity, look.font, look.theme.bad);

    double top = frame.rect.bottom() + 2.4 * metrics.height() + 26 * look.unit;
    double labels = 0;
    for (const Part& part : parts)
        labels = std::max(labels, metrics.horizontalAdvance(items::tableText(part.label)));
    const double number = metrics.horizontalAdvance(QStringLiteral("9999.9 GiB"));
    for (const Part& part : parts) {
        if (top + line > area.bottom()) break;
        const double baseline = top + (line + metrics.capHeight()) / 2;
        painter.fillRect(
            QRectF(area.left(), top + (line - 10 * look.unit) / 2, 12 * look.unit, 10 * look.unit),
            part.colour);
        double at = area.left() + 18 * look.unit;
        writeText(painter, {at, baseline}, items::tableText(part.label), look.font, look.theme.text);
        at += labels + 10 * look.unit + number;
        const QString value = sizeText(part.bytes);
        writeText(painter, {at - metrics.horizontalAdvance(value), baseline}, value, look.font,
                  look.theme.text);
        at += 14 * look.unit;
        writeText(painter, {at, baseline}, elided(part.note, look.font, area.right() - at), look.font,
                  look.theme.muted);
        hit(QRectF(area.left(), top, area.width(), line), part);
        top += line;
    }
    return hits;
}

} // namespace moe::ui
