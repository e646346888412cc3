// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The texts of the German translation, with their context.

#include "tests/support/registry.h"

#include <QString>
#include <QStringList>
#include <QXmlStreamReader>

#include <vector>

namespace moe::test {

struct Translation {
    QString context, source;
    QStringList translations;
    bool unfinished = false;
};

inline std::vector<Translation> translations() {
    std::vector<Translation> all;
    QXmlStreamReader xml(QByteArray::fromStdString(resourceText("i18n/moe-explorer_de.ts")));
    QString context;
    while (!xml.atEnd()) {
        if (!xml.readNextStartElement() && xml.tokenType() != QXmlStreamReader::StartElement) continue;
        const auto name = xml.name();
        if (name == QLatin1String("name")) context = xml.readElementText();
        if (name == QLatin1String("message")) all.push_back({context, {}, {}, false});
        if (name == QLatin1String("source")) all.back().source = xml.readElementText();
        if (name == QLatin1String("numerusform")) all.back().translations << xml.readElementText();
        if (name == QLatin1String("translation")) {
            all.back().unfinished = !xml.attributes().value(QLatin1String("type")).isEmpty();
            const QString text = xml.readElementText(QXmlStreamReader::IncludeChildElements).trimmed();
            all.back().translations << text;
        }
    }
    return all;
}

} // namespace moe::test
