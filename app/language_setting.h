// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The language of the window: from the settings, else the system's. Commands never call this: they speak
// English and write numbers in the C locale.

#include "ui/window/main_window.h"

namespace moe::app {

ui::LanguageChoice savedLanguage();
/// Remembered for the next start.
void setLanguage(ui::LanguageChoice choice);
/// Translations of the program and of Qt, and the number format, for the whole application. To be called
/// before the first text is shown.
void installLanguage(ui::LanguageChoice choice);

} // namespace moe::app
