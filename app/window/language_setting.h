// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The language of the window: from the settings, else the system's. Commands never call this: they speak
// English and write numbers in the C locale.

#include "ui/window/main_window.h"

namespace moe::app {

ui::LanguageChoice savedLanguage();
/// Remembered; OpenWindow takes it up.
void setLanguage(ui::LanguageChoice choice);
/// Translations of the program and of Qt, and the number format, for the whole application, in place of those
/// before. What is shown already keeps its language.
void installLanguage(ui::LanguageChoice choice);

} // namespace moe::app
