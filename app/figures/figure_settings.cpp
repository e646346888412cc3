// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/figures/figure_settings.h"

#include <QFontDatabase>
#include <QSettings>

namespace moe::app {

ui::FigureChoices savedFigureChoices() {
    ui::FigureChoices choices;
    QSettings settings;
    settings.beginGroup(QStringLiteral("figure"));
    const auto number = [&](const char* key, double& into, double low, double high) {
        const double saved = settings.value(QLatin1String(key), into).toDouble();
        if (saved >= low && saved <= high) into = saved;
    };
    number("width_mm", choices.style.widthMm, 20, 2000);
    number("height_mm", choices.style.heightMm, 20, 2000);
    number("font_pt", choices.style.fontPt, 3, 72);
    number("dpi", choices.dpi, 36, 2400);
    const QString suffix = settings.value(QStringLiteral("format")).toString();
    choices.format = ui::formatOfName(QLatin1Char('.') + suffix).value_or(choices.format);
    const QString palette = settings.value(QStringLiteral("palette")).toString();
    if (ui::paletteNames().contains(palette)) choices.style.palette = palette;
    choices.style.dark = settings.value(QStringLiteral("dark"), choices.style.dark).toBool();
    const QString family = settings.value(QStringLiteral("family")).toString();
    if (QFontDatabase::hasFamily(family)) choices.style.family = family;
    choices.style.legend = settings.value(QStringLiteral("legend"), choices.style.legend).toBool();
    choices.style.hatching = settings.value(QStringLiteral("hatching"), choices.style.hatching).toBool();
    choices.style.headline = settings.value(QStringLiteral("headline"), choices.style.headline).toBool();
    choices.embed = settings.value(QStringLiteral("embed"), choices.embed).toBool();
    choices.csv = settings.value(QStringLiteral("csv"), choices.csv).toBool();
    return choices;
}

void saveFigureChoices(const ui::FigureChoices& choices) {
    QSettings settings;
    settings.beginGroup(QStringLiteral("figure"));
    settings.setValue(QStringLiteral("width_mm"), choices.style.widthMm);
    settings.setValue(QStringLiteral("height_mm"), choices.style.heightMm);
    settings.setValue(QStringLiteral("font_pt"), choices.style.fontPt);
    settings.setValue(QStringLiteral("dpi"), choices.dpi);
    settings.setValue(QStringLiteral("format"), ui::formatSuffix(choices.format));
    settings.setValue(QStringLiteral("palette"), choices.style.palette);
    settings.setValue(QStringLiteral("family"), choices.style.family);
    settings.setValue(QStringLiteral("headline"), choices.style.headline);
    settings.setValue(QStringLiteral("legend"), choices.style.legend);
    settings.setValue(QStringLiteral("hatching"), choices.style.hatching);
    settings.setValue(QStringLiteral("dark"), choices.style.dark);
    settings.setValue(QStringLiteral("embed"), choices.embed);
    settings.setValue(QStringLiteral("csv"), choices.csv);
}

} // namespace moe::app
