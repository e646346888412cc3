// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look_watch.h"

#include <QEvent>
#include <QWidget>

namespace moe::ui {

LookWatch::LookWatch(QWidget& widget, std::function<void()> apply)
    : QObject(&widget), m_widget(widget), m_apply(std::move(apply)) {
    widget.installEventFilter(this);
}

bool LookWatch::eventFilter(QObject* watched, QEvent* event) {
    const bool changed = event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange;
    if (changed && !m_widget.isVisible() && m_widget.window()->isVisible()) {
        m_stale = true;
    } else if (changed || (event->type() == QEvent::Show && m_stale)) {
        m_stale = false;
        m_apply();
    }
    return QObject::eventFilter(watched, event);
}

} // namespace moe::ui
