// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The one pair of colours of better and worse, beside ▲ and ▼: cards, tables, waterfall, pins, bars.

#include "ui/theme.h"

namespace moe::ui {

/// Of words; `judged` is 1 where it is better, −1 worse, 0 neither.
inline QColor judgedInk(int judged, const Theme& theme) {
    if (judged > 0) return theme.dark ? QColor(0x57, 0xd6, 0xaa) : QColor(0x00, 0x6b, 0x4e);
    if (judged < 0) return theme.dark ? QColor(0xff, 0xa0, 0x66) : QColor(0xb3, 0x4a, 0x00);
    return theme.muted;
}

/// Of bars.
inline QColor judgedFill(int judged) {
    return judged > 0   ? QColor(0x00, 0x9e, 0x73)
           : judged < 0 ? QColor(0xd5, 0x5e, 0x00)
                        : QColor(0x00, 0x72, 0xb2);
}

} // namespace moe::ui
