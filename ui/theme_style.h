#pragma once
// Fusion, with boxes and circles that stand out from a dark ground: it draws their outline darker than the
// window, which a dark window swallows.

#include <QProxyStyle>

namespace moe::ui {

class ThemeStyle : public QProxyStyle {
    Q_OBJECT
public:
    ThemeStyle();
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
};

} // namespace moe::ui
