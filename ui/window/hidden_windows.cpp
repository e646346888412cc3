// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/hidden_windows.h"

#include <QBackingStore>
#include <QCoreApplication>
#include <QEvent>
#include <QMainWindow>

namespace moe::ui {

HiddenWindows::HiddenWindows(QObject* parent) : QObject(parent) {
    QCoreApplication::instance()->installEventFilter(this);
}

bool HiddenWindows::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::Hide || !watched->isWidgetType()) return false;
    auto* window = static_cast<QWidget*>(watched);
    if (!window->isWindow() || qobject_cast<QMainWindow*>(window)) return false;
    // Of one pixel, as platforms differ in what they make of none; painting gives it the window's size again.
    if (QBackingStore* picture = window->backingStore()) picture->resize({1, 1});
    return false;
}

} // namespace moe::ui
