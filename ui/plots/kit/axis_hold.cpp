// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/kit/axis_hold.h"

#include "data/number.h"
#include "models/items/words.h"

#include <QAction>
#include <QStringList>
#include <QToolBar>

#include <utility>

namespace moe::ui {

AxisHold::AxisHold(What what, QToolBar& tools, QAction* before) : QObject(&tools) {
    const bool axis = what == What::Axis;
    m_action = new QAction(axis ? items::Words::tr("Hold axis") : items::Words::tr("Hold colours"), this);
    m_action->setObjectName(QStringLiteral("hold"));
    m_action->setCheckable(true);
    m_action->setToolTip(
        axis ? items::Words::tr("Keeps the axis as it is now, so that two states can be compared "
                                "by eye. What lies beyond its end is marked with its number.")
             : items::Words::tr("Keeps the scale of the colours as it is now, so that two states "
                                "can be compared by eye. Values beyond it take its end."));
    tools.insertAction(before, m_action);
    connect(m_action, &QAction::toggled, this, [this](bool on) {
        if (!on) m_held.clear();
        emit changed();
    });
}

HeldSpan AxisHold::span(const QString& quantity, const HeldSpan& own) {
    if (!m_action->isChecked()) {
        const ReportView* view = nullptr;
        for (const QObject* above = parent(); above && !view; above = above->parent())
            view = qobject_cast<const ReportView*>(above);
        const auto [low, high] =
            view ? view->shared(quantity, own.low, own.high) : std::pair(own.low, own.high);
        return {low, high};
    }
    const auto held = m_held.constFind(quantity);
    return held != m_held.constEnd() ? *held : *m_held.insert(quantity, own);
}

bool AxisHold::isOn() const {
    return m_action->isChecked();
}

QString AxisHold::text() const {
    QStringList parts;
    for (auto held = m_held.constBegin(); held != m_held.constEnd(); ++held)
        parts << QStringLiteral("%1:%2:%3")
                     .arg(held.key(), QString::fromStdString(numberText(held->low)),
                          QString::fromStdString(numberText(held->high)));
    parts.sort();
    return parts.join(QLatin1Char(' '));
}

void AxisHold::setText(const QString& text) {
    QHash<QString, HeldSpan> held;
    for (const QString& part : text.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        const QStringList words = part.split(QLatin1Char(':'));
        if (words.size() != 3 || words[0].isEmpty()) continue;
        const auto low = parseNumber(words[1].toStdString()), high = parseNumber(words[2].toStdString());
        if (low && high && *low < *high) held.insert(words[0], {*low, *high});
    }
    if (held.isEmpty()) return;
    m_held = std::move(held); // before the button, which alone holds what is shown now
    if (m_action->isChecked())
        emit changed();
    else
        m_action->setChecked(true);
}

void drawBeyond(QPainter& painter, const PlotFrame& frame, double y, const QString& number,
                const Look& look) {
    const double size = 6 * look.unit;
    const QPointF tip(frame.rect.right() + 1.2 * size, y);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(look.theme.background, 1.5 * look.unit));
    painter.setBrush(look.theme.text);
    painter.drawPolygon(QPolygonF{tip, tip + QPointF(-1.2 * size, -size), tip + QPointF(-1.2 * size, size)});
    const QFont font = look.scaledFont(0.85, true);
    const double width = QFontMetricsF(font).horizontalAdvance(number);
    drawHaloText(painter, {frame.rect.right() - width / 2 - 3 * look.unit, y}, 0, number, font,
                 look.theme.text, look.theme.background, 3 * look.unit);
    painter.restore();
}

} // namespace moe::ui
