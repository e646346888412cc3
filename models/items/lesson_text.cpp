// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/lesson_text.h"

#include "models/engine/scenario/fields.h"
#include "models/items/format.h"
#include "models/items/words.h"

namespace moe::items {

static QString wantedText(const QString& value) {
    if (value == QLatin1String("true")) return Words::tr("yes");
    if (value == QLatin1String("false")) return Words::tr("no");
    return spelled(value);
}

QString lessonText(const LessonStep& step, const Report* report, const Report* was) {
    QString text = tableText(step.text);
    for (const std::string& key : placeholders(step.text)) {
        const std::string bare = bareKey(key);
        const Report* from = bare == key ? report : was;
        const std::optional<LessonNumber> number = from ? lessonNumber(bare, *from) : std::nullopt;
        text.replace(QLatin1Char('{') + QString::fromStdString(key) + QLatin1Char('}'),
                     number && number->value
                         ? humanValue(*number->value, QString::fromStdString(number->unit))
                         : QStringLiteral("–"));
    }
    return text;
}

QStringList waitTexts(const LessonStep& step, const std::function<QString(const QString&)>& pageTitle) {
    QStringList texts;
    for (const auto& [key, wanted] : step.wait) {
        const Field* field = findField(key);
        const QString value = QString::fromStdString(wanted);
        if (!field)
            texts << Words::tr("open the page “%1”").arg(pageTitle(value));
        else if (value.startsWith(QLatin1Char('<')) || value.startsWith(QLatin1Char('>')))
            texts << QStringLiteral("%1 %2 %3")
                         .arg(tableText(field->label),
                              value.startsWith(QLatin1Char('>')) ? Words::tr("above") : Words::tr("below"),
                              spelled(value.mid(1).trimmed()));
        else
            texts << QStringLiteral("%1: %2").arg(tableText(field->label), wantedText(value));
    }
    return texts;
}

} // namespace moe::items
