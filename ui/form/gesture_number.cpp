// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/form/gesture_number.h"

namespace moe::ui {

int newGesture() {
    static int last = 0; // of the GUI thread alone
    return ++last;
}

} // namespace moe::ui
