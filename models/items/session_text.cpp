// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/session_text.h"

#include "models/engine/scenario/fields.h"
#include "models/items/escape.h"
#include "models/items/words.h"

namespace moe::items {

static QString partShown(const std::string& part) {
    const QString text = QString::fromStdString(part);
    if (text == QLatin1String("scenario")) return Words::tr("This scenario");
    if (text == QLatin1String("base")) return Words::tr("Base");
    if (text == QLatin1String("pins")) return Words::tr("Pins");
    if (text == QLatin1String("tables")) return Words::tr("Tables");
    if (text == QLatin1String("locks")) return Words::tr("Locked knobs");
    if (text == QLatin1String("look")) return Words::tr("On screen");
    if (text.startsWith(QLatin1String("board"))) return Words::tr("Board");
    if (text.startsWith(QLatin1String("pin "))) return Words::tr("Pin %1").arg(shownName(part.substr(4)));
    return shownName(part);
}

std::vector<QStringList> sessionRows(const std::vector<SessionLine>& lines) {
    std::vector<QStringList> rows;
    for (const SessionLine& line : lines)
        rows.push_back({QString::fromStdString(line.part), QString::fromStdString(line.key),
                        QString::fromStdString(line.from), QString::fromStdString(line.to)});
    return rows;
}

std::vector<QStringList> sessionRowsShown(const std::vector<SessionLine>& lines) {
    std::vector<QStringList> rows{
        {Words::tr("Part"), Words::tr("What"), Words::tr("There"), Words::tr("Here")}};
    for (const SessionLine& line : lines) {
        const Field* field = findField(line.key);
        rows.push_back({partShown(line.part),
                        field ? tableText(field->label) : printableText(QString::fromStdString(line.key)),
                        printableText(QString::fromStdString(line.from)),
                        printableText(QString::fromStdString(line.to))});
    }
    return rows;
}

} // namespace moe::items
