// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/placement/placement_cells.h"

#include "models/items/format.h"
#include "models/items/words.h"
#include "ui/placement/placement_colour.h"
#include "ui/placement/placement_words.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace moe::ui {
namespace {

/// Draws one frame of cells; holds what every cell needs.
class CellPainter {
public:
    CellPainter(QPainter& painter, const PlacementLayout& layout, const PlacementScene& scene,
                const PlacementStyle& style, const PlacementMarks& marks)
        : m_painter(painter),
          m_layout(layout),
          m_scene(scene),
          m_style(style),
          m_marks(marks),
          m_scale(scene),
          m_metrics(style.font),
          m_panel(mixed(style.theme.background, style.theme.grid, style.theme.dark ? 0.35 : 0.3)),
          m_cell(mixed(style.theme.background, style.theme.grid, style.theme.dark ? 0.8 : 0.08)),
          m_widestGpu(widest(items::Words::tr("GPU "), scene.gpuCount())),
          m_widestBrief(widest(QStringLiteral("G"), scene.gpuCount())),
          m_widestNumber(widest({}, scene.expertsPerGroup)),
          m_widestChip(widest(QStringLiteral("E"), scene.expertsPerGroup)) {}

    void paint() {
        m_painter.setFont(m_style.font);
        const int perBlock = m_layout.nodesPerBlock();
        for (int block = 0; block < m_layout.blockCount(); ++block) {
            const QRectF box = m_layout.block(block);
            if (!box.intersects(m_layout.canvas())) continue;
            if (m_layout.detail() == PlacementDetail::Blocks) {
                load(box, m_scene.blockOverMean(block), kHotGpu, 0);
                continue;
            }
            const int last = std::min((block + 1) * perBlock, m_scene.nodeCount());
            for (int node = block * perBlock; node < last; ++node) this->node(node);
        }
        if (m_marks.focus >= 0 && m_marks.focus < m_scene.gpuCount()) focus();
        if (m_marks.carried >= 0) carried();
    }

private:
    /// Width of `prefix` with the longest of the numbers below `count`; figures are equally wide.
    double widest(const QString& prefix, int count) const {
        return m_metrics.horizontalAdvance(prefix + QString(QString::number(count - 1).size(), QChar('8')));
    }

    QColor fill(double overMean) const { return m_scale.colour(overMean, *m_style.stops); }

    static double markSize(const QRectF& box) {
        return std::clamp(std::min(box.width(), box.height()) * 0.4, 5.0, 8.0);
    }

    void node(int node) {
        const QRectF box = m_layout.node(node);
        if (!box.intersects(m_layout.canvas())) return;
        if (m_layout.detail() == PlacementDetail::Nodes) {
            load(box, m_scene.nodes.overMean(node), kHotGpu, 0);
        } else {
            frame(node, box);
            const int first = node * m_scene.gpusPerNode;
            for (int gpu = first; gpu < first + m_scene.gpusIn(node); ++gpu) this->gpu(gpu);
        }
        const auto at = static_cast<std::size_t>(node);
        if (m_layout.detail() == PlacementDetail::Chips || at >= m_marks.pinnedNodes.size() ||
            !m_marks.pinnedNodes[at])
            return;
        m_painter.setPen(QPen(m_style.theme.accent, 2));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawRect(box.adjusted(-0.5, -0.5, 0.5, 0.5));
    }

    void frame(int node, const QRectF& box) {
        m_painter.setPen(QPen(mixed(m_style.theme.grid, m_style.theme.muted, 0.4), 1));
        m_painter.setBrush(m_panel);
        m_painter.drawRoundedRect(box, 3, 3);
        if (!m_layout.nodeTitles()) return;
        const QRectF inside = m_layout.gpuArea(node);
        const QRectF line(inside.left(), box.top() + 1, inside.width(), inside.top() - box.top() - 1);
        const QString number = QString::number(node), name = items::Words::tr("Node ") + number;
        const QString full = name + items::Words::tr(" · NVLink");
        m_painter.setPen(m_style.theme.text);
        for (const QString& title : {full, name, number}) {
            if (m_metrics.horizontalAdvance(title) > line.width()) continue;
            m_painter.drawText(line, Qt::AlignVCenter | Qt::AlignLeft, title);
            break;
        }
        const QString load = m_scene.nodeCount() > 1
                                 ? multiple(m_scene.nodes.overMean(node)) + QStringLiteral(" ×")
                                 : QString();
        if (m_metrics.horizontalAdvance(full + load) + 12 < line.width()) {
            m_painter.setPen(m_style.theme.muted);
            m_painter.drawText(line, Qt::AlignVCenter | Qt::AlignRight, load);
        }
    }

    /// A cell that is nothing but its load.
    void load(const QRectF& box, double overMean, double hot, double radius) {
        const QColor colour = fill(overMean);
        m_painter.setBrush(colour);
        const double side = std::min(box.width(), box.height());
        if (overMean >= hot && side > 4)
            m_painter.setPen(QPen(m_style.theme.bad, std::clamp(side / 10, 1.0, 2.0)));
        else if (overMean <= kColdExpert && side > 4)
            m_painter.setPen(QPen(m_style.theme.muted, 1));
        else
            m_painter.setPen(Qt::NoPen);
        radius > 0 ? m_painter.drawRoundedRect(box, radius, radius) : m_painter.drawRect(box);
        if (overMean >= hot && side >= 8) {
            const double size = markSize(box);
            paintTriangle(m_painter, QRectF(box.right() - size - 1.5, box.top() + 1.5, size, size),
                          m_style.theme.bad, m_style.theme.background);
        }
    }

    void gpu(int gpu) {
        const QRectF box = m_layout.gpu(gpu);
        if (!box.intersects(m_layout.canvas())) return;
        const double overMean = m_scene.gpus.overMean(gpu);
        if (m_layout.detail() == PlacementDetail::Gpus) {
            load(box, overMean, kHotGpu, 1);
            return;
        }
        const bool hot = overMean >= kHotGpu;
        m_painter.setPen(hot ? QPen(m_style.theme.bad, 1.6)
                             : QPen(mixed(m_style.theme.grid, m_style.theme.muted, 0.5), 1));
        m_painter.setBrush(m_cell);
        m_painter.drawRoundedRect(box, 2, 2);
        const QRectF chips = m_layout.chipArea(box);
        if (m_layout.gpuTitles())
            title(gpu, QRectF(chips.left(), box.top() + 1, chips.width(), m_layout.gpuTitleHeight()), hot);
        for (int place = 0; place < m_scene.slotsPerGpu; ++place) chip(chips, gpu, place);
    }

    /// Name, received tokens (below the name in narrow cells) and the load bar.
    void title(int gpu, const QRectF& head, bool hot) {
        const bool stacked = m_layout.twoLineTitle();
        const QRectF line(head.topLeft(), QSizeF(head.width(), stacked ? head.height() / 2 : head.height()));
        const QString number = QString::number(gpu), name = items::Words::tr("GPU ") + number;
        const QString tokens = tokenText(m_scene.gpus.tokens[static_cast<std::size_t>(gpu)]);
        const double mark = hot ? 11 : 0;
        const double named = m_metrics.horizontalAdvance(name),
                     received = m_metrics.horizontalAdvance(tokens);
        const bool beside = !stacked && named + received + mark + 6 <= line.width();
        m_painter.setPen(m_style.theme.text);
        const QString brief = m_widestBrief + 9 <= line.width() ? QStringLiteral("G") + number : number;
        m_painter.drawText(line, Qt::AlignVCenter | Qt::AlignLeft,
                           m_widestGpu + 11 <= line.width() ? name : brief);
        m_painter.setPen(m_style.theme.muted);
        if (beside) m_painter.drawText(line, Qt::AlignVCenter | Qt::AlignRight, tokens);
        if (stacked && received <= line.width())
            m_painter.drawText(line.translated(0, line.height()), Qt::AlignVCenter | Qt::AlignLeft, tokens);
        if (hot) {
            const double right = line.right() - (beside ? received + 3 : 0);
            paintTriangle(m_painter, QRectF(right - 8, line.center().y() - 4, 8, 8), m_style.theme.bad,
                          m_style.theme.background);
        }
        bar(QRectF(head.left(), head.bottom() + 1, head.width(), m_layout.barHeight()), gpu);
    }

    /// The GPU's load against the busiest one; the tick is the mean.
    void bar(const QRectF& track, int gpu) {
        const Theme& theme = m_style.theme;
        const double full = std::max(m_scene.gpus.max, 1.25 * m_scene.gpus.mean);
        if (!(full > 0)) return;
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(theme.grid);
        m_painter.drawRect(track);
        QRectF filled = track;
        filled.setWidth(track.width() * m_scene.gpus.tokens[static_cast<std::size_t>(gpu)] / full);
        m_painter.setBrush(mixed(theme.muted, theme.background, 0.25));
        m_painter.drawRect(filled);
        const double mean = track.left() + track.width() * m_scene.gpus.mean / full;
        m_painter.setPen(QPen(theme.text, 1.4));
        m_painter.drawLine(QPointF(mean, track.top() - 1), QPointF(mean, track.bottom() + 1));
    }

    void chip(const QRectF& area, int gpu, int place) {
        const int slot = m_scene.slotOf(gpu, place);
        const int expert = m_scene.slotExpert[static_cast<std::size_t>(slot)];
        const QRectF box = m_layout.chip(area, place);
        const double overMean = m_scene.chips.overMean(slot);
        load(box, overMean, kHotExpert, box.height() > 8 ? 2 : 0);
        if (box.height() >= m_metrics.height() && box.width() >= m_widestNumber + 2) label(box, expert, slot);
        if (expert == m_marks.pinnedExpert &&
            (!m_scene.ownLayers || m_scene.groupOf(gpu) / m_scene.groupsAlike == m_marks.pinnedGroup)) {
            m_painter.setPen(QPen(m_style.theme.accent, 3));
            m_painter.setBrush(Qt::NoBrush);
            m_painter.drawRect(box.adjusted(-1, -1, 1, 1));
        }
    }

    /// Expert number clear of the hot mark; below it its tokens when there is room for both.
    void label(const QRectF& box, int expert, int slot) {
        const double overMean = m_scene.chips.overMean(slot);
        const QString tokens = tokenText(m_scene.chips.tokens[static_cast<std::size_t>(slot)]);
        const double line = m_metrics.height();
        const bool both =
            box.height() >= 2.1 * line && box.width() >= m_metrics.horizontalAdvance(tokens) + 5;
        QRectF upper(box.left(), both ? box.center().y() - line : box.top(), box.width(),
                     both ? line : box.height());
        if (overMean >= kHotExpert) upper.setRight(box.right() - markSize(box) - 1);
        QString name = QString::number(expert);
        if (m_widestChip + 3 <= box.width() &&
            m_metrics.horizontalAdvance(QChar('E') + name) + 2 <= upper.width())
            name.prepend('E');
        m_painter.setPen(inkOn(fill(overMean)));
        if (m_metrics.horizontalAdvance(name) <= upper.width())
            m_painter.drawText(upper, Qt::AlignCenter, name);
        if (!both) return;
        m_painter.drawText(QRectF(box.left(), box.center().y(), box.width(), line), Qt::AlignCenter, tokens);
    }

    /// What is being moved, and where it would go.
    void carried() {
        QPen pen(m_style.theme.accent, 2, Qt::DashLine);
        m_painter.setPen(pen);
        m_painter.setBrush(Qt::NoBrush);
        if (m_marks.carriedFrom < m_scene.gpuCount())
            m_painter.drawRect(m_layout.chip(m_layout.chipArea(m_layout.gpu(m_marks.carriedFrom)),
                                             m_marks.carried % m_scene.slotsPerGpu));
        pen.setStyle(Qt::SolidLine);
        m_painter.setPen(pen);
        const int to = m_marks.target >= 0 ? m_marks.target : m_marks.focus;
        if (to >= 0 && to < m_scene.gpuCount() && to != m_marks.carriedFrom)
            m_painter.drawRect(m_layout.gpu(to));
    }
    void focus() {
        const int node = m_scene.nodeOf(m_marks.focus);
        const PlacementDetail detail = m_layout.detail();
        const QRectF box = detail == PlacementDetail::Blocks ? m_layout.block(node / m_layout.nodesPerBlock())
                           : detail == PlacementDetail::Nodes ? m_layout.node(node)
                                                              : m_layout.gpu(m_marks.focus);
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(QPen(m_style.theme.text, 2, Qt::DashLine));
        m_painter.drawRect(box.adjusted(-1, -1, 1, 1));
    }

    QPainter& m_painter;
    const PlacementLayout& m_layout;
    const PlacementScene& m_scene;
    const PlacementStyle& m_style;
    const PlacementMarks& m_marks;
    LoadScale m_scale;
    QFontMetricsF m_metrics;
    QColor m_panel, m_cell;
    double m_widestGpu, m_widestBrief, m_widestNumber,
        m_widestChip; ///< of all names, so that cells are labelled alike
};

} // namespace

void paintTriangle(QPainter& painter, const QRectF& box, const QColor& fill, const QColor& outline) {
    painter.setPen(QPen(outline, 1));
    painter.setBrush(fill);
    const QPointF corners[] = {{box.center().x(), box.top()}, box.bottomRight(), box.bottomLeft()};
    painter.drawPolygon(corners, 3);
}

void paintCells(QPainter& painter, const PlacementLayout& layout, const PlacementScene& scene,
                const PlacementStyle& style, const PlacementMarks& marks) {
    CellPainter(painter, layout, scene, style, marks).paint();
}

} // namespace moe::ui
