// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/language_setting.h"

#include "models/items/words.h"

#include <QCoreApplication>
#include <QLocale>
#include <QSettings>

namespace moe::app {
namespace {

const char* const kLanguageKey = "window/language";

QLocale localeOf(ui::LanguageChoice choice) {
    const QLocale system = QLocale::system();
    const bool german = choice == ui::LanguageChoice::German ||
                        (choice == ui::LanguageChoice::System && system.language() == QLocale::German);
    if (!german) return QLocale(QLocale::English, QLocale::UnitedStates);
    // Swiss and Austrian number formats stay theirs.
    return system.language() == QLocale::German ? QLocale(QLocale::German, system.territory())
                                                : QLocale(QLocale::German, QLocale::Germany);
}

void install(const QString& file) {
    auto* translator = new items::WindowTranslator(QCoreApplication::instance());
    if (translator->load(file)) QCoreApplication::installTranslator(translator);
}

/// Each takes itself out of the application.
void removeTranslators() {
    // A copy, as they leave the list; by their own type, which has no meta object of its own for
    // findChildren().
    const QObjectList children = QCoreApplication::instance()->children();
    for (QObject* child : children)
        if (dynamic_cast<items::WindowTranslator*>(child) != nullptr) delete child;
}

} // namespace

ui::LanguageChoice savedLanguage() {
    const int saved = QSettings().value(QLatin1String(kLanguageKey), 0).toInt();
    return saved >= 0 && saved <= 2 ? static_cast<ui::LanguageChoice>(saved) : ui::LanguageChoice::System;
}

void setLanguage(ui::LanguageChoice choice) {
    QSettings().setValue(QLatin1String(kLanguageKey), static_cast<int>(choice));
}

void installLanguage(ui::LanguageChoice choice) {
    const QLocale locale = localeOf(choice);
    QLocale::setDefault(locale);
    removeTranslators();
    if (locale.language() != QLocale::German) return;
    install(QStringLiteral(":/i18n/qtbase_de.qm"));
    install(QStringLiteral(":/i18n/moe-explorer_de.qm"));
}

} // namespace moe::app
