// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/placement/placement_legend.h"

#include "models/items/format.h"
#include "models/items/words.h"
#include "ui/placement/placement_cells.h"
#include "ui/placement/placement_colour.h"
#include "ui/placement/placement_words.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace moe::ui {
namespace {

/// What a colour stands for at this distance.
struct Subject {
    QString unit;
    double mean;
};
Subject subjectOf(const PlacementScene& scene, PlacementDetail detail) {
    switch (detail) {
    case PlacementDetail::Blocks: return {items::Words::tr("tokens per GPU"), scene.gpus.mean};
    case PlacementDetail::Nodes: return {items::Words::tr("tokens per node"), scene.nodes.mean};
    case PlacementDetail::Gpus: return {items::Words::tr("tokens per GPU"), scene.gpus.mean};
    case PlacementDetail::Chips: break;
    }
    const bool replicated = scene.slotExpert.size() > scene.expertTokens.size();
    return {replicated ? items::Words::tr("tokens per replica") : items::Words::tr("tokens per expert"),
            scene.chips.mean};
}

QString hotText(PlacementDetail detail) {
    const QString most = items::number(kHotGpu, 'g', 6);
    switch (detail) {
    case PlacementDetail::Blocks: return items::Words::tr("hot: nodes of a leaf ≥ %1 ×").arg(most);
    case PlacementDetail::Nodes: return items::Words::tr("hot: node ≥ %1 ×").arg(most);
    case PlacementDetail::Gpus: return items::Words::tr("hot: GPU ≥ %1 ×").arg(most);
    case PlacementDetail::Chips: break;
    }
    return items::Words::tr("hot: expert ≥ %1 ×, GPU ≥ %2 ×").arg(items::number(kHotExpert, 'g', 6), most);
}
QString coldText() {
    return items::Words::tr("cold: ≤ %1 ×").arg(items::number(kColdExpert, 'g', 6));
}

double labelWidth(const QFontMetricsF& metrics) {
    return metrics.horizontalAdvance(items::Words::tr("tokens per replica")) + 2 * metrics.height();
}
double markersWidth(const QFontMetricsF& metrics) {
    return metrics.horizontalAdvance(hotText(PlacementDetail::Chips)) + 36;
}

QString powerText(int exponent) {
    if (exponent >= 0) return QString::number(1 << exponent) + QStringLiteral(" ×");
    return (exponent == -1 ? QStringLiteral("½ ×") : QStringLiteral("¼ ×"));
}

void paintMarkers(QPainter& painter, const QRectF& area, const Theme& theme, PlacementDetail detail,
                  bool inLine) {
    const QFontMetricsF metrics(painter.font());
    const double line = metrics.height();
    QPointF at = area.topLeft();
    const auto entry = [&](const QString& text) {
        painter.setPen(theme.muted);
        painter.drawText(QRectF(at.x() + 16, at.y(), area.width(), line), Qt::AlignVCenter | Qt::AlignLeft,
                         text);
        inLine ? at.rx() += metrics.horizontalAdvance(text) + 32 : at.ry() += line + 4;
    };
    const auto mark = [&] { return QRectF(at.x(), at.y() + line / 2 - 5, 10, 10); };
    painter.setPen(QPen(theme.bad, 1.6));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(mark());
    paintTriangle(painter, mark().adjusted(2.5, 1.5, -1.5, -2.5), theme.bad, theme.background);
    entry(hotText(detail));
    painter.setPen(QPen(theme.muted, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(mark());
    entry(coldText());
}

} // namespace

bool legendMarkersBelow(const PlacementScene&, const QFont& font, double width) {
    const QFontMetricsF metrics(font);
    return width - labelWidth(metrics) - markersWidth(metrics) < 14 * metrics.height();
}

double legendLines(bool markersBelow) {
    return markersBelow ? 4.1 : 2.8;
}

void paintLegend(QPainter& painter, const PlacementPage& page, const PlacementScene& scene,
                 const PlacementStyle& style) {
    const QFontMetricsF metrics(style.font);
    const Theme& theme = style.theme;
    const LoadScale scale(scene);
    const Subject subject = subjectOf(scene, page.panes.front().layout.detail());
    const double line = metrics.height();
    QRectF bar(page.legend.left() + labelWidth(metrics), page.legend.top() + line + 1, 0, 0.8 * line);
    const double right = page.markersBelow ? page.legend.right() - 2 * line
                                           : page.legend.right() - markersWidth(metrics) - 2 * line;
    bar.setRight(std::min(right, bar.left() + 34 * line));

    painter.setFont(style.font);
    painter.setPen(theme.muted);
    const auto beside = [&](double y, const QString& text) {
        painter.drawText(QRectF(page.legend.left(), y, labelWidth(metrics), line),
                         Qt::AlignLeft | Qt::AlignVCenter, text);
    };
    beside(page.legend.top(), items::Words::tr("load ÷ mean"));
    beside(bar.bottom() + 1, subject.unit);

    // Steps without antialiasing, a little wider than they are apart: no seams in any viewer.
    constexpr int kSteps = 128;
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (int i = 0; i < kSteps; ++i) {
        const double x = bar.left() + bar.width() * i / kSteps;
        const QRectF step(x, bar.top(), std::min(bar.width() / kSteps + 0.4, bar.right() - x), bar.height());
        painter.fillRect(step,
                         QColor::fromRgb((*style.stops)[static_cast<std::size_t>(255 * i / (kSteps - 1))]));
    }
    painter.setRenderHint(QPainter::Antialiasing);

    const int first = static_cast<int>(std::lround(std::log2(scale.low)));
    const int last = static_cast<int>(std::lround(std::log2(scale.high)));
    const int every = std::max(1, static_cast<int>(std::ceil((last - first) * 4.2 * line / bar.width())));
    for (int power = first; power <= last; ++power) {
        if (power % every != 0) continue;
        const double factor = std::exp2(power);
        const double x = bar.left() + bar.width() * scale.position(factor);
        painter.setPen(QPen(theme.axis, power == 0 ? 1.6 : 1));
        painter.drawLine(QPointF(x, bar.top() - (power == 0 ? 2 : 0)), QPointF(x, bar.bottom() + 2));
        painter.setPen(power == 0 ? theme.text : theme.muted);
        const QRectF label(x - 3 * line, page.legend.top() - 1, 6 * line, line);
        painter.drawText(label, Qt::AlignCenter, power == 0 ? items::Words::tr("mean") : powerText(power));
        painter.drawText(QRectF(label.left(), bar.bottom() + 2, label.width(), line), Qt::AlignCenter,
                         tokenText(factor * subject.mean));
    }
    const QRectF beneath(page.legend.left(), bar.bottom() + 1.35 * line, page.legend.width(), line);
    const QRectF besideBar(page.legend.right() - markersWidth(metrics), page.legend.top() + 0.35 * line,
                           markersWidth(metrics), 2 * line);
    paintMarkers(painter, page.markersBelow ? beneath : besideBar, theme, page.panes.front().layout.detail(),
                 page.markersBelow);
}

} // namespace moe::ui
