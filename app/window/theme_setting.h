// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The chosen theme: applied to the application and kept in the settings.

#include "ui/window/main_window.h"

namespace moe::app {

ui::ThemeChoice savedTheme();
/// Applies at once (every view follows its palette) and remembers.
void setTheme(ui::ThemeChoice choice);

} // namespace moe::app
