// SPDX-License-Identifier: GPL-3.0-or-later
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
        if (qtWords.load(QStringLiteral(":/i18n/qtbase_de.qm")))
            QCoreApplication::installTranslator(&qtWords);
        QCoreApplication::installTranslator(&translator);
    }
    ~German() {
        QCoreApplication::removeTranslator(&translator);
        QCoreApplication::removeTranslator(&qtWords);
        QLocale::setDefault(QLocale::c());
    }
    German(const German&) = delete;
    German& operator=(const German&) = delete;

    items::WindowTranslator translator;
    QTranslator qtWords;
    bool loaded = false;
};

} // namespace moe::test
