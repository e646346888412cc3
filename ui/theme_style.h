// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Fusion, with a ring of two pixels around what has the keyboard, and boxes and circles that stand out from a
// dark ground: it draws their outline darker than the window, which a dark window swallows. Icons of tool
// bars and text fields are drawn in the theme's colours; Fusion's are picture files for a light ground, and
// the first one read loads every picture format.

#include <QProxyStyle>

namespace moe::ui {

class ThemeStyle : public QProxyStyle {
    Q_OBJECT
public:
    ThemeStyle();
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    /// The text of a box that is too narrow for it ends in dots.
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget) const override;
    QIcon standardIcon(StandardPixmap which, const QStyleOption* option,
                       const QWidget* widget) const override;
};

} // namespace moe::ui
