// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Training or serving: in the window one switch decides for every picture, elsewhere each picture's own does.

#include <QObject>
#include <QVariant>

namespace moe::ui {

inline constexpr const char* kSideElsewhere = "sideElsewhere";

/// From now on `view` is about what its report is about; its own switch is not shown.
inline void leaveSideToWindow(QObject& view) {
    view.setProperty(kSideElsewhere, true);
}
inline bool choosesOwnSide(const QObject& view) {
    return !view.property(kSideElsewhere).toBool();
}

} // namespace moe::ui
