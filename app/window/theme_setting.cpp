// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/theme_setting.h"

#include "ui/theme.h"

#include <QApplication>
#include <QSettings>
#include <QStyle>

namespace moe::app {

static const char* const kThemeKey = "window/theme";

ui::ThemeChoice savedTheme() {
    const int saved = QSettings().value(QLatin1String(kThemeKey), 0).toInt();
    return saved >= 0 && saved <= 2 ? static_cast<ui::ThemeChoice>(saved) : ui::ThemeChoice::System;
}

void setTheme(ui::ThemeChoice choice) {
    // The platform's own palette, remembered before the first change.
    static const bool systemIsDark = qApp->palette().color(QPalette::Window).lightness() < 128;
    const bool dark = choice == ui::ThemeChoice::Dark || (choice == ui::ThemeChoice::System && systemIsDark);
    qApp->setPalette(ui::windowPalette(dark));
    if (choice != savedTheme()) QSettings().setValue(QLatin1String(kThemeKey), static_cast<int>(choice));
}

} // namespace moe::app
