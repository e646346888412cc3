#pragma once
// The window's German, as `installLanguage` makes it.

#include "models/items/words.h"

#include <QCoreApplication>
#include <QLocale>

namespace moe::test {

/// German until the end of the scope.
struct German {
    German() {
        QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
        loaded = translator.load(QStringLiteral(":/i18n/moe-explorer_de.qm"));
        QCoreApplication::installTranslator(&translator);
    }
    ~German() {
        QCoreApplication::removeTranslator(&translator);
        QLocale::setDefault(QLocale::c());
    }
    German(const German&) = delete;
    German& operator=(const German&) = delete;

    items::WindowTranslator translator;
    bool loaded = false;
};

} // namespace moe::test
