// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/result_card.h"

#include "ui/judged.h"
#include "ui/theme.h"

#include <QContextMenuEvent>
#include <QEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QTextLayout>
#include <QToolTip>

#include <cmath>

namespace moe::ui {
namespace {

constexpr int kMarginX = 9, kMarginY = 6, kGap = 1;

QFont scaled(QFont font, double factor) {
    if (font.pixelSize() > 0)
        font.setPixelSize(int(std::lround(font.pixelSize() * factor)));
    else
        font.setPointSizeF(font.pointSizeF() * factor);
    return font;
}

bool same(const items::CardText& a, const items::CardText& b) {
    return a.key == b.key && a.title == b.title && a.value == b.value && a.valueUnit == b.valueUnit &&
           a.change.text == b.change.text && a.change.judgement == b.change.judgement && a.lead == b.lead &&
           a.mood == b.mood && a.detail == b.detail && a.note == b.note && a.mine == b.mine &&
           a.missing == b.missing;
}

} // namespace

ResultCard::ResultCard(int lines, QWidget* parent) : QPushButton(parent), m_lines(lines) {
    setFlat(true);
    setAutoDefault(false);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    setAttribute(Qt::WA_Hover);
    setFonts();
    m_title.setTextFormat(Qt::PlainText);
}

void ResultCard::setCard(const items::CardText& card, const QString& base) {
    if (same(m_card, card) && m_base == base) return;
    const bool another = m_card.mine.isEmpty() != card.mine.isEmpty();
    m_card = card;
    m_base = base;
    if (another) updateGeometry();
    if (accessibleName() != card.title) setAccessibleName(card.title);
    setAccessibleDescription(items::cardSummary(card, base));
    update();
}

void ResultCard::setDimmed(bool dimmed) {
    if (m_dimmed == dimmed) return;
    m_dimmed = dimmed;
    update();
}

void ResultCard::setFonts() {
    m_large = scaled(font(), 1.62);
    m_large.setBold(true);
    m_small = scaled(font(), 0.88);
    m_titleOf = {};
}

QSize ResultCard::sizeHint() const {
    const int height = 2 * kMarginY + QFontMetrics(font()).height() + QFontMetrics(m_large).height() +
                       (m_lines + (m_card.mine.isEmpty() ? 0 : 1)) * QFontMetrics(m_small).lineSpacing() +
                       2 * kGap;
    return {214, height};
}

void ResultCard::changeEvent(QEvent* change) {
    if (change->type() == QEvent::FontChange) setFonts();
    if (change->type() == QEvent::FontChange || change->type() == QEvent::PaletteChange) updateGeometry();
    QPushButton::changeEvent(change);
}

void ResultCard::keyPressEvent(QKeyEvent* key) {
    if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter)
        click();
    else if (key->key() == Qt::Key_Question)
        emit explainRequested(m_card.key);
    else
        QPushButton::keyPressEvent(key);
}

void ResultCard::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) emit pageWanted();
}

void ResultCard::contextMenuEvent(QContextMenuEvent* event) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("&How is this computed?\t?"), this, [this] { emit explainRequested(m_card.key); });
    menu->popup(event->globalPos());
}

bool ResultCard::event(QEvent* event) {
    // The tooltip carries what may be elided on the card.
    if (event->type() == QEvent::ToolTip) {
        const QString text = m_card.title + QStringLiteral(": ") + items::cardSummary(m_card, m_base);
        QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), text, this);
        return true;
    }
    return QPushButton::event(event);
}

void ResultCard::paintValueLine(QPainter& painter, const QRect& line) const {
    const Theme theme = themeOf(palette());
    const QFontMetrics largeMetrics(m_large);
    painter.setFont(m_large);
    painter.setPen(m_card.missing ? theme.muted : theme.text);
    painter.drawText(line, int(Qt::AlignLeft | Qt::AlignVCenter), m_card.value);

    const int baseline = line.top() + (line.height() - largeMetrics.height()) / 2 + largeMetrics.ascent();
    int x = line.left() + largeMetrics.horizontalAdvance(m_card.value) + 6;
    const QFontMetrics metrics(m_small);
    painter.setFont(m_small);
    const QString against = m_card.change.direction == 0 ? tr("= %1").arg(m_base)
                                                         : tr("%1 vs %2").arg(m_card.change.text, m_base);
    QString change = m_card.change.text.isEmpty() ? QString() : against;
    // What does not fit goes in this order: the base's name, then the unit (both are in the tooltip).
    const auto room = [&](const QString& text) { return line.right() - x - metrics.horizontalAdvance(text); };
    bool unit = !m_card.valueUnit.isEmpty();
    const auto taken = [&] { return unit ? metrics.horizontalAdvance(m_card.valueUnit) + 8 : 0; };
    if (!change.isEmpty() && room(change) < taken()) change = m_card.change.text;
    if (!change.isEmpty() && room(change) < taken()) unit = false;
    if (unit && room(m_card.valueUnit) >= 0) {
        painter.setPen(theme.muted);
        painter.drawText(x, baseline, m_card.valueUnit);
        x += taken();
    }
    const int judgement = m_card.change.judgement;
    painter.setPen(judgedInk(judgement, theme));
    painter.drawText(x, baseline, change);
}

void ResultCard::paintDetail(QPainter& painter, const QRect& area) const {
    const Theme theme = themeOf(palette());
    const QFontMetrics metrics(m_small);
    QString text = m_card.lead.isEmpty()     ? m_card.detail
                   : m_card.detail.isEmpty() ? m_card.lead
                                             : m_card.lead + QStringLiteral(" · ") + m_card.detail;
    text.replace(QLatin1Char('\n'), QChar(QChar::LineSeparator));
    QTextLayout layout(text, m_small);
    layout.setCacheEnabled(true); // else it is shaped again when it is drawn
    QTextCharFormat plain, lead;
    plain.setForeground(theme.muted);
    lead.setForeground(m_card.mood == items::CardMood::Warn
                           ? theme.warn
                           : judgedInk(m_card.mood == items::CardMood::Good ? 1 : -1, theme));
    lead.setFontWeight(QFont::DemiBold);
    const int leadSize = int(m_card.lead.size());
    layout.setFormats({{0, leadSize, lead}, {leadSize, int(text.size()) - leadSize, plain}});
    layout.beginLayout();
    int y = 0, last = 0;
    for (int i = 0; i < m_lines; ++i) {
        QTextLine line = layout.createLine();
        if (!line.isValid()) break;
        line.setLineWidth(area.width());
        line.setPosition({0, double(y)});
        y += metrics.lineSpacing();
        last = line.textStart();
    }
    QTextLine rest = layout.createLine();
    const bool more = rest.isValid();
    if (more) rest.setPosition({0, double(y)}); // below what is drawn, else it would lie over the first line
    layout.endLayout();
    if (!more) {
        layout.draw(&painter, area.topLeft());
        return;
    }
    // A sentence of more than two lines: the last one ends with an ellipsis, the whole is in the tooltip.
    painter.save();
    painter.setClipRect(QRect(area.left(), area.top(), area.width(), (m_lines - 1) * metrics.lineSpacing()));
    layout.draw(&painter, area.topLeft());
    painter.restore();
    painter.setFont(m_small);
    painter.setPen(theme.muted);
    const QString rests = text.mid(last).replace(QChar(QChar::LineSeparator), QStringLiteral(" · "));
    painter.drawText(area.left(), area.top() + (m_lines - 1) * metrics.lineSpacing() + metrics.ascent(),
                     metrics.elidedText(rests, Qt::ElideRight, area.width()));
}

void ResultCard::paintEvent(QPaintEvent*) {
    const Theme theme = themeOf(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor fill = palette().color(QPalette::Base);
    if (isDown())
        fill = palette().color(QPalette::AlternateBase).darker(theme.dark ? 90 : 104);
    else if (underMouse())
        fill = palette().color(QPalette::AlternateBase);
    QColor edge = hasFocus() ? palette().color(QPalette::Highlight) : theme.grid;
    painter.setPen(QPen(edge, hasFocus() ? 2 : 1));
    painter.setBrush(fill);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 3, 3);
    if (m_dimmed) painter.setOpacity(0.5);

    QRect area = rect().adjusted(kMarginX, kMarginY, -kMarginX, -kMarginY);
    painter.setFont(font());
    painter.setPen(theme.muted);
    const QFontMetrics title(font());
    if (m_titleOf != std::pair(m_card.title, area.width())) {
        m_titleOf = {m_card.title, area.width()};
        m_title.setText(title.elidedText(m_card.title, Qt::ElideRight, area.width()));
    }
    painter.drawStaticText(area.topLeft(), m_title);
    area.setTop(area.top() + title.height() + kGap);
    const int valueHeight = QFontMetrics(m_large).height();
    paintValueLine(painter, {area.left(), area.top(), area.width(), valueHeight});
    area.setTop(area.top() + valueHeight + kGap);
    paintDetail(painter, area);
    if (m_card.mine.isEmpty()) return;
    const QFontMetrics metrics(m_small);
    const int line = metrics.lineSpacing(), dot = metrics.xHeight() + 2, top = area.bottom() - line + 1;
    painter.setPen(QPen(QColor(0x10, 0x12, 0x16), 1));
    painter.setBrush(theme.dark ? QColor("#dd93bd") : QColor("#cc79a7"));
    painter.drawEllipse(QRect(area.left(), top + (line - dot) / 2, dot, dot));
    painter.setFont(m_small);
    painter.setPen(theme.text);
    const QRect room(area.left() + dot + 5, top, area.width() - dot - 5, line);
    painter.drawText(room, int(Qt::AlignLeft | Qt::AlignVCenter),
                     metrics.elidedText(m_card.mine, Qt::ElideRight, room.width()));
}

} // namespace moe::ui
