// SPDX-License-Identifier: GPL-3.0-or-later
// Where the cells of the strip stand, and how they look.

#include "models/engine/scenario/edits/layer_painting.h"
#include "models/items/words.h"
#include "ui/layer_style.h"
#include "ui/layers/layer_cells.h"

#include <QPainter>

#include <algorithm>

namespace moe::ui {
namespace {

constexpr int kEdge = 8, kPeriodGap = 4, kGroupGap = 9, kRowGap = 5;
constexpr std::size_t kManyLayers = 64; ///< from here on cells are smaller

} // namespace

int LayerCells::cellWidth() const {
    const int line = fontMetrics().height();
    return m_types.size() > kManyLayers ? line - 1 : line + 3;
}
int LayerCells::cellHeight() const {
    return cellWidth() * 4 / 3;
}
int LayerCells::legendLine() const {
    return std::max(cellHeight(), fontMetrics().height()) + 3;
}

LayerCells::Places LayerCells::placesFor(int width) const {
    Places made;
    std::vector<std::uint8_t> of;
    std::vector<LayerType> seen;
    for (const LayerType& type : m_types) {
        const auto at = std::find(seen.begin(), seen.end(), type);
        of.push_back(static_cast<std::uint8_t>(at - seen.begin()));
        if (at == seen.end()) seen.push_back(type);
    }
    const int cell = cellWidth(), height = cellHeight();
    const int left = kEdge + fontMetrics().horizontalAdvance(QString::number(m_types.size())) + 5;
    const int right = std::max(left + cell, width - kEdge);
    int x = left, y = 4;
    const auto number = [&](int layer) {
        const int baseline = y + (height + fontMetrics().capHeight()) / 2;
        made.rowStarts.emplace_back(layer, QPoint(left - 5, baseline));
    };
    const auto nextRow = [&](int layer) {
        x = left;
        y += height + kRowGap;
        number(layer);
    };
    if (!m_types.empty()) number(0);
    int layer = 0;
    for (const LayerPeriod& period : layerPeriods(of)) {
        const int whole = int(period.length) * cell;
        if (layer > 0) x += kGroupGap;
        for (std::size_t i = 0; i < period.repeats; ++i) {
            if (i > 0 && period.length > 1) x += kPeriodGap;
            if (x > left && x + whole > right && whole <= right - left) nextRow(layer);
            for (std::size_t j = 0; j < period.length; ++j, ++layer, x += cell) {
                if (x > left && x + cell > right) nextRow(layer);
                made.cells.emplace_back(x, y, cell, height);
            }
        }
    }
    made.bottom = y + (m_types.empty() ? 0 : height) + 4;
    return made;
}

std::vector<LayerCells::LegendEntry> LayerCells::legendFor(int width, int top, int& bottom) const {
    std::vector<LegendEntry> made;
    std::vector<std::pair<LayerType, int>> kinds; // in the order they first occur
    int routed = 0, dense = 0;
    for (const LayerType& type : m_types) {
        const auto same = [&](const auto& one) { return one.first.mixer == type.mixer; };
        const auto known = std::find_if(kinds.begin(), kinds.end(), same);
        if (known == kinds.end())
            kinds.emplace_back(LayerType{type.mixer, FeedForward::None, true}, 1);
        else
            ++known->second;
        routed += type.feed == FeedForward::Moe ? 1 : 0;
        dense += type.feed == FeedForward::Dense ? 1 : 0;
    }
    int x = kEdge, y = top;
    const auto add = [&](const LayerType& sample, const QString& text) {
        const int wide = cellWidth() + 5 + fontMetrics().horizontalAdvance(text);
        if (x > kEdge && x + wide > width - kEdge) x = kEdge, y += legendLine();
        made.push_back({sample, text, {x, y}});
        x += wide + 12;
    };
    const QString pattern = QStringLiteral("%1 × %2");
    for (const auto& [sample, times] : kinds)
        add(sample, pattern.arg(times).arg(layerKindText(sample.mixer)));
    const LayerType plain{LayerKind::None, FeedForward::None, true};
    if (routed > 0)
        add({plain.mixer, FeedForward::Moe, true},
            pattern.arg(routed).arg(items::Words::tr("Experts (MoE)")));
    if (dense > 0)
        add({plain.mixer, FeedForward::Dense, true},
            pattern.arg(dense).arg(items::Words::tr("Dense network")));
    bottom = made.empty() ? top : y + legendLine();
    return made;
}

int LayerCells::heightForWidth(int width) const {
    int bottom = 0;
    legendFor(width, placesFor(width).bottom + 2, bottom);
    return bottom + 1;
}
QSize LayerCells::sizeHint() const {
    return {330, heightForWidth(330)};
}
QSize LayerCells::minimumSizeHint() const {
    return {120, cellHeight()};
}

void LayerCells::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme theme = themeOf(palette());
    for (const auto& [layer, at] : m_places.rowStarts) {
        const QString text = QString::number(layer);
        painter.setPen(theme.muted);
        painter.setFont(font());
        painter.drawText(at - QPoint(fontMetrics().horizontalAdvance(text), 0), text);
    }
    for (int i = 0; i < count(); ++i)
        paintLayerCell(painter, QRectF(cellRect(i)).adjusted(0.5, 0.5, -0.5, -0.5), m_types[std::size_t(i)],
                       font(), theme);
    if (hasFocus() && count() > 0) {
        painter.setBrush(Qt::NoBrush);
        for (int i = std::min(m_anchor, m_current); i <= std::max(m_anchor, m_current); ++i) {
            painter.setPen(QPen(palette().color(QPalette::WindowText), i == m_current ? 3 : 2));
            painter.drawRect(cellRect(i).adjusted(-1, -1, 0, 0));
        }
    }
    int bottom = 0;
    for (const LegendEntry& entry : legendFor(width(), m_places.bottom + 2, bottom)) {
        const QRectF cell(entry.at, QSizeF(cellWidth(), cellHeight()));
        if (entry.sample.feed == FeedForward::None) {
            paintLayerCell(painter, cell.adjusted(0.5, 0.5, -0.5, -0.5), entry.sample, font(), theme);
        } else {
            paintFeedMark(painter, cell, entry.sample.feed, theme.text);
        }
        painter.setFont(font());
        painter.setPen(theme.text);
        painter.drawText(QPointF(cell.right() + 5, cell.center().y() + fontMetrics().capHeight() / 2.0),
                         entry.text);
    }
}

} // namespace moe::ui
