// SPDX-License-Identifier: GPL-3.0-or-later
// Plots on screen: what their axes share with a picture beside them, when they let go of their picture; and
// plots drawn as figures.
#include "models/items/format.h"
#include "ui/plots/kit/plot_chrome.h"
#include "ui/strokes.h"
#include <QHash>
#include <algorithm>
#include <cmath>
#include <qcustomplot.h>
#include <utility>

namespace moe::ui {

static constexpr const char* kOwnAxis = "ownAxis";

void keepOwnAxis(QCPAxis* axis) {
    axis->setProperty(kOwnAxis, true);
}

/// What a replot does before it paints.
static void layOut(QCustomPlot& plot) {
    emit plot.beforeReplot();
    for (const auto phase :
         {QCPLayoutElement::upPreparation, QCPLayoutElement::upMargins, QCPLayoutElement::upLayout})
        plot.plotLayout()->update(phase);
}

namespace {

/// act(axis, name) for all that two plots of one kind may have in common; not where the ends are moved by
/// hand, which is then what they have in common.
template <class Act> void forSharedAxes(const QCustomPlot& plot, const Act& act) {
    if (plot.interactions().testFlag(QCP::iRangeZoom)) return;
    int number = 0;
    for (const QCPAxisRect* rect : plot.axisRects())
        for (QCPAxis* axis : rect->axes()) {
            const QString name = QStringLiteral("axis%1").arg(number++);
            if (!axis->property(kOwnAxis).toBool()) act(*axis, name);
        }
}

QCPRange sharedRange(const ShareAxes& share, const QString& name, const QCPRange& own) {
    const auto [low, high] = share(name, own.lower, own.upper);
    return {low, high};
}

class ScreenPlot : public QCustomPlot {
public:
    explicit ScreenPlot(QWidget* parent) : QCustomPlot(parent) {
        connect(this, &QCustomPlot::beforeReplot, this, [this] { share(); });
        connect(this, &QCustomPlot::afterLayout, this, [this] {
            if (ticksAreBehind(*this)) layOut(*this);
        });
        connect(this, &QCustomPlot::afterReplot, this, [this] {
            if (!isVisible() && !m_painting) letGo(); // asked for before it was hidden
        });
    }

protected:
    void resizeEvent(QResizeEvent*) override {
        if (size().isEmpty()) return; // squeezed away; its layout waits until there is room
        setViewport(rect());
        m_resized = true;
        update();
    }
    void paintEvent(QPaintEvent* event) override {
        if (size().isEmpty()) return; // Qt has no picture of no size to paint into
        m_painting = true;
        if (std::exchange(m_resized, false)) replot(rpQueuedRefresh);
        QCustomPlot::paintEvent(event);
        m_painting = false;
        if (!isVisible()) letGo(); // it was grabbed
    }
    /// A picture that nobody sees is let go: megabytes for every page that was ever looked at.
    void hideEvent(QHideEvent* event) override {
        QCustomPlot::hideEvent(event);
        if (event->spontaneous()) return; // the whole window, minimised
        letGo();
    }

private:
    void letGo() {
        for (const auto& buffer : mPaintBuffers) buffer->setSize({1, 1});
        m_resized = true;
    }
    struct Ends {
        QCPRange own, set;
    };
    void share() {
        const ReportView* view = nullptr;
        for (const QObject* above = parent(); above && !view; above = above->parent())
            view = qobject_cast<const ReportView*>(above);
        const ShareAxesPtr axes = view ? view->sharedAxes() : nullptr;
        forSharedAxes(*this, [&](QCPAxis& axis, const QString& name) {
            const auto known = m_ends.constFind(name);
            const bool ours = known != m_ends.constEnd() && known->set == axis.range();
            const QCPRange own = ours ? known->own : axis.range();
            if (!axes && !ours) return;
            const QCPRange set = axes ? sharedRange(*axes, name, own) : own;
            axis.setRange(set);
            m_ends.insert(name, {own, set});
        });
        if (!axes) m_ends.clear();
    }

    bool m_resized = false, m_painting = false;
    QHash<QString, Ends> m_ends; ///< of axes that are shared
};

} // namespace

QCustomPlot* newPlot(QWidget* parent) {
    return new ScreenPlot(parent);
}

/// A title longer than its upright axis would stand among what is above it, or be cut: its unit goes first.
static void elideLabels(QCustomPlot& plot) {
    for (const QCPAxisRect* rect : plot.axisRects())
        for (QCPAxis* axis : rect->axes()) {
            if (axis->orientation() != Qt::Vertical) continue;
            const QFontMetricsF metrics(axis->labelFont());
            const double room = 1.02 * rect->height();
            QString label = axis->label();
            const qsizetype unit = label.lastIndexOf(QLatin1String(" ("));
            if (unit > 0 && metrics.horizontalAdvance(label) > room) label = label.left(unit);
            axis->setLabel(metrics.elidedText(label, Qt::ElideRight, room));
        }
}

void drawPlot(QCustomPlot& plot, QPaintDevice* device, double scale, const FigureStyle& style,
              const QColor& background) {
    const QSizeF size = style.logicalSize() * kFigureFineness;
    const int width = int(std::lround(size.width())), height = int(std::lround(size.height()));
    plot.setGeometry(0, 0, width, height);
    plot.setViewport(QRect(0, 0, width, height));
    if (style.axes)
        forSharedAxes(plot, [&](QCPAxis& axis, const QString& name) {
            axis.setRange(sharedRange(*style.axes, name, axis.range()));
        });
    // Ticks depend on the layout and margins on the ticks: the second round has both, the third is
    // toPainter's.
    layOut(plot);
    layOut(plot);
    elideLabels(plot);
    QCPPainter painter;
    if (!painter.begin(device)) return;
    const auto* strokes = dynamic_cast<const Strokes*>(device);
    painter.setMode(QCPPainter::pmVectorized, strokes && strokes->vector());
    painter.scale(scale / kFigureFineness, scale / kFigureFineness);
    painter.fillRect(QRectF(QPointF(), size), background);
    plot.toPainter(&painter, width, height);
}

void drawSentence(QPaintDevice* device, double scale, const FigureStyle& style, const QString& text) {
    const Look look = figureLook(style);
    const QSizeF size = style.logicalSize() * kFigureFineness;
    QPainter painter(device);
    painter.scale(scale / kFigureFineness, scale / kFigureFineness);
    painter.fillRect(QRectF(QPointF(), size), look.theme.background);
    painter.setFont(look.font);
    painter.setPen(look.theme.muted);
    painter.drawText(QRectF(QPointF(), size).adjusted(40, 40, -40, -40), Qt::AlignCenter | Qt::TextWordWrap,
                     text);
}

} // namespace moe::ui
