// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Colours of the parts of an RL step, the same in every picture.

#include "models/engine/report/rl_report.h"

#include <QColor>

#include <array>

namespace moe::ui {

/// Greens and blues compute, oranges move weights, grey waits.
inline QColor rlColour(RlPart part) {
    static constexpr std::array<QRgb, 10> kColours{0xff56b4e9, 0xffcc79a7, 0xff009e73, 0xff7fcbb5,
                                                   0xff8172b2, 0xff0072b2, 0xffe69f00, 0xfff2c879,
                                                   0xffa5a5a5, 0xffd9d9d9};
    return kColours[std::size_t(part)];
}

} // namespace moe::ui
