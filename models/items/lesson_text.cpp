#include "models/items/lesson_text.h"

#include "models/engine/fields.h"
#include "models/engine/metrics.h"
#include "models/items/format.h"
#include "models/items/words.h"

namespace moe::items {

QString lessonText(const LessonStep& step, const Report* report) {
    QString text = tableText(step.text);
    for (const std::string& key : placeholders(step.text)) {
        const Metric* metric = findMetric(key);
        const std::optional<double> value = metric && report ? metric->value(*report) : std::nullopt;
        text.replace(QLatin1Char('{') + QString::fromStdString(key) + QLatin1Char('}'),
                     value ? humanValue(*value, QString::fromUtf8(metric->unit)) : QStringLiteral("–"));
    }
    return text;
}

QStringList waitTexts(const LessonStep& step) {
    QStringList texts;
    for (const auto& [key, value] : step.wait) {
        const Field* field = findField(key);
        texts << (field ? QStringLiteral("%1: %2").arg(tableText(field->label),
                                                       QString::fromStdString(value))
                        : Words::tr("open the page “%1”").arg(QString::fromStdString(value)));
    }
    return texts;
}

} // namespace moe::items
