// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/kit/canvas.h"

#include "models/items/grouped.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace moe::ui {

Canvas::Canvas(PaintPicture picture, QWidget* parent) : QWidget(parent), m_picture(std::move(picture)) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(320, 220);
}

void Canvas::repaintAnew() {
    m_hits.clear();
    update();
}

void Canvas::paintEvent(QPaintEvent*) {
    if (size().isEmpty()) return; // squeezed away between others: nothing can be laid out
    const Look look = screenLook(*this, QString());
    QPainter painter(this);
    painter.fillRect(rect(), look.theme.background);
    m_hits = m_picture(painter, size(), look);
    if (m_current < 0 || m_current >= m_hits.size() || !hasFocus()) return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(palette().color(QPalette::Highlight), 2 * look.unit));
    painter.drawRect(m_hits[m_current].area.adjusted(-1, -1, 1, 1));
}

const HitArea* Canvas::hitAt(QPointF at) const {
    // What is painted last lies on top.
    for (auto hit = m_hits.crbegin(); hit != m_hits.crend(); ++hit)
        if (hit->area.contains(at)) return &*hit;
    return nullptr;
}

void Canvas::mouseMoveEvent(QMouseEvent* event) {
    const HitArea* hit = hitAt(event->position());
    setCursor(hit && !hit->key.isEmpty() ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (!hit) {
        QToolTip::hideText();
        emit readOut(QString());
        return;
    }
    QToolTip::showText(event->globalPosition().toPoint(), hit->toolTip, this);
    emit readOut(hit->readOut);
}

void Canvas::mousePressEvent(QMouseEvent* event) {
    const HitArea* hit = event->button() == Qt::LeftButton ? hitAt(event->position()) : nullptr;
    if (hit && !hit->key.isEmpty()) emit explain(QString(hit->key));
}

void Canvas::mouseDoubleClickEvent(QMouseEvent* event) {
    const HitArea* hit = event->button() == Qt::LeftButton ? hitAt(event->position()) : nullptr;
    if (hit && hit->index >= 0) emit picked(hit->index);
}

void Canvas::keyPressEvent(QKeyEvent* event) {
    const int count = int(m_hits.size());
    const int key = event->key();
    const bool forward = key == Qt::Key_Right || key == Qt::Key_Down;
    const bool back = key == Qt::Key_Left || key == Qt::Key_Up;
    const bool chosen = m_current >= 0 && m_current < count;
    if (count > 0 && (forward || back)) {
        m_current = !chosen ? (forward ? 0 : count - 1) : (m_current + (forward ? 1 : count - 1)) % count;
        emit readOut(m_hits[m_current].readOut);
        update();
    } else if ((key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Space) && chosen) {
        const HitArea hit = m_hits[m_current]; // the receiver may have another picture drawn
        if (!hit.key.isEmpty())
            emit explain(hit.key);
        else if (hit.index >= 0)
            emit picked(hit.index);
    } else {
        QWidget::keyPressEvent(event);
    }
}

void Canvas::focusInEvent(QFocusEvent* event) {
    update();
    QWidget::focusInEvent(event);
}

void Canvas::leaveEvent(QEvent* event) {
    emit readOut(QString());
    QWidget::leaveEvent(event);
}

void Canvas::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) update();
    QWidget::changeEvent(event);
}

void drawPicture(QPaintDevice* device, double scale, const FigureStyle& style, const PaintPicture& picture) {
    const Look look = figureLook(style);
    const QSizeF size = style.logicalSize() * kFigureFineness;
    QPainter painter(device);
    painter.scale(scale / kFigureFineness, scale / kFigureFineness);
    painter.fillRect(QRectF(QPointF(), size), look.theme.background);
    picture(painter, size, look);
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
    double lastX = -INFINITY;
    for (double value : x.ticks) {
        const double at = frame.toPixel(value, frame.yLow).x();
        painter.setPen(grid);
        painter.drawLine(QPointF(at, area.top()), QPointF(at, area.bottom()));
        painter.setPen(line);
        painter.drawLine(QPointF(at, area.bottom()), QPointF(at, area.bottom() + tick));
        const QString text = items::groupedTick(x.text(value));
        const double half = metrics.horizontalAdvance(text) / 2;
        if (at - half < lastX + gap && !text.isEmpty()) continue;
        lastX = at + half;
        painter.setPen(look.theme.text);
        painter.drawText(
            QPointF(at - metrics.horizontalAdvance(text) / 2, area.bottom() + tick + gap + metrics.ascent()),
            text);
    }
    // In little room texts give way to those before them.
    double lastY = INFINITY;
    for (double value : y.ticks) {
        const double at = frame.toPixel(frame.xLow, value).y();
        painter.setPen(grid);
        painter.drawLine(QPointF(area.left(), at), QPointF(area.right(), at));
        painter.setPen(line);
        painter.drawLine(QPointF(area.left() - tick, at), QPointF(area.left(), at));
        if (std::abs(at - lastY) < 0.95 * metrics.height()) continue;
        lastY = at;
        const QString text = items::groupedTick(y.text(value));
        painter.setPen(look.theme.text);
        painter.drawText(
            QPointF(area.left() - tick - gap - metrics.horizontalAdvance(text), at + metrics.capHeight() / 2),
            text);
    }
    painter.setPen(line);
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    if (!y.ticks.isEmpty()) painter.drawLine(area.topLeft(), area.bottomLeft());
    painter.setFont(look.font);
    painter.setPen(look.theme.text);
    const QFontMetricsF title(look.font);
    // Under its axis; a long one grows to the left first, and ends early.
    const double reach = area.right() + 2 * gap;
    const QString named = title.elidedText(x.title, Qt::ElideRight, reach);
    const double wide = title.horizontalAdvance(named);
    painter.drawText(QPointF(std::max(0.0, std::min(area.center().x() - wide / 2, reach - wide)),
                             area.bottom() + tick + 2 * gap + metrics.height() + title.ascent()),
                     named);
    // A title longer than its axis would stand among what is above and below.
    if (!y.title.isEmpty() && title.horizontalAdvance(y.title) < area.height() + 0.5 * title.height()) {
        double widest = 0;
        for (double value : y.ticks)
            widest = std::max(widest, metrics.horizontalAdvance(items::groupedTick(y.text(value))));
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

/// As many of the sentences as leave the picture its room; of the first, if need be, what two lines hold.
static QString headlineOf(const QString& text, const QSizeF& room, const QFont& font) {
    constexpr double kMostHeight = 0.26;
    const QFontMetricsF metrics(font);
    const auto fits = [&](const QString& some) {
        const double height =
            metrics.boundingRect(QRectF(0, 0, room.width(), 1e6), Qt::TextWordWrap, some).height();
        return height <= std::max(2.2 * metrics.height(), kMostHeight * room.height());
    };
    QString kept = text;
    while (!fits(kept)) {
        const qsizetype sentence = kept.lastIndexOf(QLatin1String(". "), -3),
                        clause = kept.lastIndexOf(QLatin1String("; "), -3);
        const qsizetype end = std::max(sentence, clause);
        if (end <= 0) break;
        kept = kept.left(end) + QLatin1Char('.');
    }
    while (!fits(kept)) {
        const qsizetype word = kept.lastIndexOf(QLatin1Char(' '));
        if (word <= 0) break;
        kept = kept.left(word) + QChar(0x2026);
    }
    return kept;
}

void paintVerdict(QPainter& painter, QRectF& area, const QString& whole, const Look& look) {
    if (!look.headline) return;
    const QFont bold = look.scaledFont(1, true);
    const QString text = headlineOf(whole, area.size(), bold);
    const double height =
        QFontMetricsF(bold).boundingRect(QRectF(0, 0, area.width(), 1e6), Qt::TextWordWrap, text).height();
    painter.setFont(bold);
    painter.setPen(look.theme.text);
    painter.drawText(QRectF(area.left(), area.top(), area.width(), height + 2), Qt::TextWordWrap, text);
    area.setTop(area.top() + height + 8 * look.unit);
}

QString wholeClauses(const QString& text, const QFont& font, double width) {
    const QString between = QStringLiteral(" · ");
    const QFontMetricsF metrics(font);
    QString kept = text;
    while (metrics.horizontalAdvance(kept) > width && kept.contains(between))
        kept.truncate(kept.lastIndexOf(between));
    return elided(kept, font, width);
}

QString elided(const QString& text, const QFont& font, double width) {
    return QFontMetricsF(font).elidedText(text, Qt::ElideRight, width);
}

} // namespace moe::ui
