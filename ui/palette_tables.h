// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The published palettes behind paletteStops(); the others are computed in theme.cpp.

#include "ui/theme.h"

namespace moe::ui {

extern const Stops kCividis, kViridis, kMagma;

} // namespace moe::ui
