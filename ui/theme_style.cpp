// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme_style.h"

#include "ui/theme.h"

#include <QAbstractItemView>
#include <QCheckBox>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QStyleOption>

namespace moe::ui {
namespace {

using Strokes = QVector<QPolygonF>; ///< in a square of 16

const Strokes kMoreToTheRight{QPolygonF{{4, 4}, {8, 8}, {4, 12}}, QPolygonF{{8, 4}, {12, 8}, {8, 12}}};
const Strokes kMoreBelow{QPolygonF{{4, 4}, {8, 8}, {12, 4}}, QPolygonF{{4, 8}, {8, 12}, {12, 8}}};
const Strokes kClear{QPolygonF{{4.5, 4.5}, {11.5, 11.5}}, QPolygonF{{4.5, 11.5}, {11.5, 4.5}}};

class StrokeIcon : public QIconEngine {
public:
    explicit StrokeIcon(const Strokes& strokes) : m_strokes(strokes) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
        const double side = std::min(rect.width(), rect.height());
        const QPalette::ColorGroup group = mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active;
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->translate(QRectF(rect).center() - QPointF(side / 2, side / 2));
        painter->scale(side / 16, side / 16);
        painter->setPen(QPen(QGuiApplication::palette().color(group, QPalette::ButtonText), 1.5,
                             Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        for (const QPolygonF& stroke : m_strokes) painter->drawPolyline(stroke);
        painter->restore();
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        QPixmap drawn(size);
        drawn.fill(Qt::transparent);
        QPainter painter(&drawn);
        paint(&painter, {{}, size}, mode, state);
        return drawn;
    }
    QIconEngine* clone() const override { return new StrokeIcon(m_strokes); }

private:
    const Strokes& m_strokes;
};

constexpr double kRing = 2; ///< px around what has the keyboard

void drawRing(QPainter& painter, const QRectF& around, const QPalette& palette) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(palette.color(QPalette::Highlight), kRing));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(around.adjusted(kRing / 2, kRing / 2, -kRing / 2, -kRing / 2), 2, 2);
    painter.restore();
}

} // namespace

ThemeStyle::ThemeStyle() : QProxyStyle(QStringLiteral("Fusion")) {}

void ThemeStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                               const QWidget* widget) const {
    // In a table the ring around all of it and the selection say enough.
    if (element == PE_FrameFocusRect && !qobject_cast<const QAbstractItemView*>(widget)) {
        if (!option->state.testFlag(State_KeyboardFocusChange)) return;
        const auto* tick = qobject_cast<const QCheckBox*>(widget);
        const int out = tick && tick->text().isEmpty() ? 1 : 0; // on the outline, not on the tick
        return drawRing(*painter, option->rect.adjusted(-out, -out, out, out), option->palette);
    }
    QProxyStyle::drawPrimitive(element, option, painter, widget);
    if (element == PE_FrameLineEdit && option->state.testFlag(State_HasFocus))
        return drawRing(*painter, option->rect, option->palette);
    const bool round = element == PE_IndicatorRadioButton;
    if (!round && element != PE_IndicatorCheckBox && element != PE_IndicatorItemViewItemCheck) return;
    const Theme theme = themeOf(option->palette);
    if (!theme.dark) return;
    const bool enabled = option->state.testFlag(State_Enabled);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(enabled ? theme.muted : option->palette.color(QPalette::Disabled, QPalette::Text));
    painter->setBrush(Qt::NoBrush);
    const QRectF box = QRectF(option->rect).adjusted(0.5, 0.5, -0.5, -0.5);
    if (round)
        painter->drawEllipse(box);
    else
        painter->drawRoundedRect(box, 2, 2);
    painter->restore();
}

void ThemeStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                             const QWidget* widget) const {
    const auto* box = qstyleoption_cast<const QStyleOptionComboBox*>(option);
    if (element != CE_ComboBoxLabel || !box || box->editable)
        return QProxyStyle::drawControl(element, option, painter, widget);
    QStyleOptionComboBox shortened = *box;
    constexpr int kAir = 4; // left and right of the text
    const QRect room = subControlRect(CC_ComboBox, box, SC_ComboBoxEditField, widget);
    const int icon = box->currentIcon.isNull() ? 0 : box->iconSize.width() + kAir;
    shortened.currentText =
        box->fontMetrics.elidedText(box->currentText, Qt::ElideRight, room.width() - icon - kAir);
    QProxyStyle::drawControl(element, &shortened, painter, widget);
}

void ThemeStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
                                    QPainter* painter, const QWidget* widget) const {
    QProxyStyle::drawComplexControl(control, option, painter, widget);
    if (!option->state.testFlag(State_HasFocus)) return;
    if (control == CC_SpinBox || control == CC_ComboBox) drawRing(*painter, option->rect, option->palette);
    if (control == CC_Slider)
        drawRing(*painter, subControlRect(control, option, SC_SliderHandle, widget), option->palette);
}

QIcon ThemeStyle::standardIcon(StandardPixmap which, const QStyleOption* option,
                               const QWidget* widget) const {
    switch (which) {
    case SP_ToolBarHorizontalExtensionButton: return QIcon(new StrokeIcon(kMoreToTheRight));
    case SP_ToolBarVerticalExtensionButton: return QIcon(new StrokeIcon(kMoreBelow));
    case SP_LineEditClearButton: return QIcon(new StrokeIcon(kClear));
    default: return QProxyStyle::standardIcon(which, option, widget);
    }
}

} // namespace moe::ui
