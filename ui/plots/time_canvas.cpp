#include "ui/plots/time_canvas.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>

namespace moe::ui {

PaintedView::PaintedView(QWidget* parent) : ReportView(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(320, 220);
}

void PaintedView::setReport(const ReportPtr& report) {
    m_report = report;
    m_current = -1;
    reportChanged();
    setAccessibleDescription(summary());
    update();
}

static void paintSentence(QPainter& painter, const QSizeF& size, const QString& text, const Look& look) {
    const double margin = 40 * look.unit;
    painter.setFont(look.font);
    painter.setPen(look.theme.muted);
    painter.drawText(QRectF(QPointF(), size).adjusted(margin, margin, -margin, -margin),
                     Qt::AlignCenter | Qt::TextWordWrap, text);
}

void PaintedView::paintEvent(QPaintEvent*) {
    const Look look = screenLook(*this, QString());
    QPainter painter(this);
    painter.fillRect(rect(), look.theme.background);
    const QString why = reason();
    if (!why.isEmpty()) {
        m_hits.clear();
        return paintSentence(painter, size(), why, look);
    }
    m_hits = paint(painter, size(), look);
    if (m_current >= 0 && m_current < m_hits.size() && hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(palette().color(QPalette::Highlight), 2 * look.unit));
        painter.drawRect(m_hits[m_current].area.adjusted(-1, -1, 1, 1));
    }
}

void PaintedView::drawFigure(QPaintDevice* device, double scale, const FigureStyle& style) {
    const Look look = figureLook(style);
    const QSizeF size = style.logicalSize() * kFigureFineness;
    QPainter painter(device);
    painter.scale(scale / kFigureFineness, scale / kFigureFineness);
    painter.fillRect(QRectF(QPointF(), size), look.theme.background);
    const QString why = reason();
    if (why.isEmpty())
        paint(painter, size, look);
    else
        paintSentence(painter, size, why, look);
}

const HitArea* PaintedView::hitAt(QPointF at) const {
    // What is painted last lies on top.
    for (auto hit = m_hits.crbegin(); hit != m_hits.crend(); ++hit)
        if (hit->area.contains(at)) return &*hit;
    return nullptr;
}

void PaintedView::mouseMoveEvent(QMouseEvent* event) {
    const HitArea* hit = hitAt(event->position());
    setCursor(hit && (!hit->key.isEmpty() || !hit->edits.empty()) ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (!hit) {
        QToolTip::hideText();
        emit readOut(QString());
        return;
    }
    QToolTip::showText(event->globalPosition().toPoint(), hit->toolTip, this);
    emit readOut(hit->readOut);
}

void PaintedView::activate(const HitArea& hit) {
    if (!hit.edits.empty()) {
        const Edits edits = hit.edits;
        emit edited(edits, QString(hit.undoText));
    } else if (!hit.key.isEmpty()) {
        emit explain(QString(hit.key));
    }
}

void PaintedView::mousePressEvent(QMouseEvent* event) {
    const HitArea* hit = event->button() == Qt::LeftButton ? hitAt(event->position()) : nullptr;
    if (hit) activate(*hit);
}

void PaintedView::keyPressEvent(QKeyEvent* event) {
    const int count = int(m_hits.size());
    const bool forward = event->key() == Qt::Key_Right || event->key() == Qt::Key_Down;
    const bool back = event->key() == Qt::Key_Left || event->key() == Qt::Key_Up;
    if (count > 0 && (forward || back)) {
        m_current = m_current < 0 ? (forward ? 0 : count - 1) : (m_current + (forward ? 1 : count - 1)) % count;
        emit readOut(m_hits[m_current].readOut);
        update();
    } else if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter ||
                event->key() == Qt::Key_Space) &&
               m_current >= 0 && m_current < count) {
        activate(m_hits[m_current]);
    } else {
        ReportView::keyPressEvent(event);
    }
}

void PaintedView::leaveEvent(QEvent* event) {
    emit readOut(QString());
    ReportView::leaveEvent(event);
}

void PaintedView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) update();
    ReportView::changeEvent(event);
}

void paintAxes(QPainter& painter, const PlotFrame& frame, const AxisText& x, const AxisText& y,
               const Look& look) {
    const QFont font = look.scaledFont(0.92);
    const QFontMetricsF metrics(font);
    const QRectF& area = frame.rect;
    const double tick = 5 * look.unit, gap = 4 * look.unit;
    painter.save();
    painter.setFont(font);
    const QPen grid(look.theme.grid, look.unit), line(look.theme.axis, look.unit);
    for (double value : x.ticks) {
        const double at = frame.toPixel(value, frame.yLow).x();
        painter.setPen(grid);
        painter.drawLine(QPointF(at, area.top()), QPointF(at, area.bottom()));
        painter.setPen(line);
        painter.drawLine(QPointF(at, area.bottom()), QPointF(at, area.bottom() + tick));
        const QString text = x.text(value);
        painter.setPen(look.theme.text);
        painter.drawText(QPointF(at - metrics.horizontalAdvance(text) / 2,
                                 area.bottom() + tick + gap + metrics.ascent()),
                         text);
    }
    for (double value : y.ticks) {
        const double at = frame.toPixel(frame.xLow, value).y();
        painter.setPen(grid);
        painter.drawLine(QPointF(area.left(), at), QPointF(area.right(), at));
        painter.setPen(line);
        painter.drawLine(QPointF(area.left() - tick, at), QPointF(area.left(), at));
        const QString text = y.text(value);
        painter.setPen(look.theme.text);
        painter.drawText(QPointF(area.left() - tick - gap - metrics.horizontalAdvance(text),
                                 at + metrics.capHeight() / 2),
                         text);
    }
    painter.setPen(line);
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    if (!y.ticks.isEmpty()) painter.drawLine(area.topLeft(), area.bottomLeft());
    painter.setFont(look.font);
    painter.setPen(look.theme.text);
    const QFontMetricsF title(look.font);
    painter.drawText(QPointF(area.center().x() - title.horizontalAdvance(x.title) / 2,
                             area.bottom() + tick + 2 * gap + metrics.height() + title.ascent()),
                     x.title);
    if (!y.title.isEmpty()) {
        double widest = 0;
        for (double value : y.ticks) widest = std::max(widest, metrics.horizontalAdvance(y.text(value)));
        painter.translate(area.left() - tick - 2 * gap - widest - title.descent(),
                          area.center().y() + title.horizontalAdvance(y.title) / 2);
        painter.rotate(-90);
        painter.drawText(QPointF(), y.title);
    }
    painter.restore();
}

double writeText(QPainter& painter, QPointF baseline, const QString& text, const QFont& font,
                 const QColor& colour) {
    painter.setFont(font);
    painter.setPen(colour);
    painter.drawText(baseline, text);
    return baseline.x() + QFontMetricsF(font).horizontalAdvance(text);
}

} // namespace moe::ui
