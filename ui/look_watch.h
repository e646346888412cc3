// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Tells when a widget has to be drawn in other colours or type.

#include <QObject>

#include <functional>

class QWidget;

namespace moe::ui {

/// Calls `apply` after the palette or font of `widget` changed: at once, or, for a widget on a hidden page of
/// a window that is shown, when it comes up. Lives with the widget.
class LookWatch : public QObject {
public:
    LookWatch(QWidget& widget, std::function<void()> apply);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget& m_widget;
    std::function<void()> m_apply;
    bool m_stale = false;
};

} // namespace moe::ui
