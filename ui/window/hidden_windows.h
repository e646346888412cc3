// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Menus, lists and dialogs let go of their picture when they are hidden. Qt keeps one for every window that
// was ever shown; there are dozens, and they were half of what the program grew by in long use.

#include <QObject>

namespace moe::ui {

class HiddenWindows : public QObject {
public:
    explicit HiddenWindows(QObject* parent); ///< for all windows of the application but main ones

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace moe::ui
