// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sentence/chip_values.h"

#include "models/engine/scenario/edits/value_scale.h"
#include "models/engine/scenario/validate.h"
#include "models/items/choice_label.h"
#include "models/items/words.h"
#include "ui/form/field_editor.h"
#include "ui/form/value_text.h"

#include <algorithm>
#include <cstdlib>

namespace moe::ui {
namespace {

using items::Words;

bool isModel(const ChipKeys& keys) {
    return keys.front() == "name";
}
bool isMachine(const ChipKeys& keys) {
    return keys.size() == 2 && keys.front() == "cluster.gpus";
}

QString gpuLabel(const GpuSpec& gpu) {
    return items::tableText(gpu.label);
}

QString countText(const Scenario& scenario, const QLocale& locale) {
    const Field& field = *findField("cluster.gpus");
    return valueText(field, field.get(scenario), locale);
}

const GpuSpec* gpuCalled(const QString& text, const Catalog& catalog) {
    const auto fits = [&](const auto& same) {
        const auto found = std::find_if(catalog.gpus.begin(), catalog.gpus.end(), [&](const GpuSpec& gpu) {
            return same(QString::fromStdString(gpu.key)) || same(gpuLabel(gpu));
        });
        return found == catalog.gpus.end() ? nullptr : &*found;
    };
    if (const GpuSpec* gpu =
            fits([&](const QString& name) { return name.compare(text, Qt::CaseInsensitive) == 0; }))
        return gpu;
    return fits([&](const QString& name) { return name.startsWith(text, Qt::CaseInsensitive); });
}

QString machineRule() {
    return Words::tr("must be a count and a GPU of the list, such as 8 × H100");
}

/// "8 × H100", "8 h100", "16", "H200".
ChipEdit machineEdit(const QString& text, const Catalog& catalog, const QLocale& locale) {
    const QString given = text.trimmed();
    qsizetype end = 0;
    while (end < given.size() && (given.at(end).isDigit() || given.at(end) == QLatin1Char(',') ||
                                  given.at(end) == QLatin1Char('.') || given.at(end).isSpace()))
        ++end;
    QString name = given.mid(end);
    if (end > 0)
        while (!name.isEmpty() && (name.at(0).isSpace() || QStringLiteral("×xX*").contains(name.at(0))))
            name.remove(0, 1);
    ChipEdit edit;
    if (const QString count = given.left(end).trimmed(); !count.isEmpty()) {
        const ParsedField parsed = parseText(*findField("cluster.gpus"), count, locale);
        if (!parsed.rule.empty()) return {{}, {}, items::sentenceText(parsed.rule)};
        edit.edits.emplace_back("cluster.gpus", fieldText(parsed.value));
    }
    if (!name.isEmpty()) {
        const GpuSpec* gpu = gpuCalled(name, catalog);
        if (!gpu) return {{}, {}, machineRule()};
        edit.edits.emplace_back("gpu.preset", gpu->key);
    }
    if (edit.edits.empty()) edit.rule = machineRule();
    return edit;
}

ChipEdit modelEdit(const QString& text, const Catalog& catalog) {
    for (const ScenarioPreset& preset : catalog.presets)
        if (items::tableText(preset.label).compare(text.trimmed(), Qt::CaseInsensitive) == 0 ||
            QString::fromStdString(preset.key).compare(text.trimmed(), Qt::CaseInsensitive) == 0)
            return {{}, QString::fromStdString(preset.key), {}};
    return {{}, {}, Words::tr("must be a model of the list; Open model… takes a file")};
}

} // namespace

QString chipName(const ChipKeys& keys) {
    if (isModel(keys)) return Words::tr("Model");
    QStringList names;
    for (const std::string& key : keys)
        if (const Field* field = findField(key)) names << fieldLabel(*field);
    return names.join(Words::tr(" and "));
}

QString chipText(const QString& said, const ChipKeys& keys, const Scenario& scenario,
                 const Catalog* catalog) {
    if (isModel(keys)) return said;
    if (isMachine(keys))
        return groupedDigits(QString(said).replace(QString::fromStdString(scenario.gpu.preset),
                                                   shortGpuName(scenario.gpu.preset, catalog)));
    const Field* field = findField(keys.front());
    // A name as it is spoken.
    if (field && field->kind == FieldKind::Choice && said.toStdString() == fieldText(field->get(scenario)))
        return items::choiceLabel(said.toStdString());
    return groupedDigits(said);
}

QString groupedDigits(const QString& text) {
    constexpr qsizetype kFewest = 4;
    const QString mark = QLocale().groupSeparator();
    QString grouped;
    for (qsizetype i = 0; i < text.size();) {
        qsizetype end = i;
        while (end < text.size() && text.at(end).isDigit()) ++end;
        const bool alone =
            (i == 0 || !(text.at(i - 1).isLetterOrNumber() || text.at(i - 1) == QLatin1Char('.') ||
                         text.at(i - 1) == QLatin1Char(','))) &&
            (end == text.size() || !text.at(end).isLetterOrNumber());
        QString digits = text.mid(i, end - i);
        if (alone && digits.size() >= kFewest)
            for (qsizetype at = digits.size() - 3; at > 0; at -= 3) digits.insert(at, mark);
        grouped += digits;
        if (end < text.size()) grouped += text.at(end++);
        i = end;
    }
    return grouped;
}

QString chipEditText(const ChipKeys& keys, const Scenario& scenario, const Catalog& catalog,
                     const QLocale& locale) {
    if (isModel(keys)) return QString::fromStdString(scenario.name);
    if (isMachine(keys)) {
        const GpuSpec* gpu = catalog.gpu(scenario.gpu.preset);
        const QString name = gpu ? gpuLabel(*gpu) : QString::fromStdString(scenario.gpu.preset);
        const QString count = countText(scenario, locale);
        return count.isEmpty() ? name : QStringLiteral("%1 × %2").arg(count, name);
    }
    const Field& field = *findField(keys.front());
    const FieldValue value = field.get(scenario);
    if (field.kind == FieldKind::Choice) return items::choiceLabel(fieldText(value));
    return valueText(field, value, locale);
}

QStringList chipChoices(const ChipKeys& keys, const Scenario& scenario, const Catalog& catalog) {
    QStringList choices;
    if (isModel(keys)) {
        for (const ScenarioPreset& preset : catalog.presets) choices << items::tableText(preset.label);
        return choices;
    }
    if (isMachine(keys)) {
        const QString count = countText(scenario, QLocale());
        for (const GpuSpec& gpu : catalog.gpus)
            choices << (count.isEmpty() ? gpuLabel(gpu)
                                        : QStringLiteral("%1 × %2").arg(count, gpuLabel(gpu)));
        return choices;
    }
    for (const std::string& choice : findField(keys.front())->choices) choices << items::choiceLabel(choice);
    return choices;
}

ChipEdit chipEdit(const ChipKeys& keys, const QString& text, const Scenario& scenario, const Catalog& catalog,
                  const QLocale& locale) {
    if (isModel(keys)) return modelEdit(text, catalog);
    if (isMachine(keys)) return machineEdit(text, catalog, locale);
    const Field& field = *findField(keys.front());
    for (const std::string& choice : field.choices)
        if (items::choiceLabel(choice).compare(text.trimmed(), Qt::CaseInsensitive) == 0)
            return {{{field.key, choice}}, {}, {}};
    // The rounded text of a value is that value.
    if (text == chipEditText(keys, scenario, catalog, locale)) return {};
    const QString given = field.optional && text.trimmed().isEmpty() ? QStringLiteral("auto") : text;
    const ParsedField parsed = parseText(field, given, locale);
    if (!parsed.rule.empty()) return {{}, {}, items::sentenceText(parsed.rule)};
    return {{{field.key, fieldText(parsed.value)}}, {}, {}};
}

Edits chipSteps(const ChipKeys& keys, int steps, const Scenario& scenario, const Catalog& catalog) {
    const Field* field = findField(keys.front());
    if (!field || isModel(keys)) return {};
    const FieldValue now = field->get(scenario);
    if (field->kind == FieldKind::Choice) {
        const auto& all = field->choices;
        const auto at = std::find(all.begin(), all.end(), fieldText(now));
        const auto place = at == all.end() ? 0 : at - all.begin() + (steps > 0 ? 1 : -1);
        if (place < 0 || place >= std::ptrdiff_t(all.size())) return {};
        return {{field->key, all[std::size_t(place)]}};
    }
    const double* number = std::get_if<double>(&now);
    if (!number) return {};
    ValueScale scale = scaleOf(*field, *number, *number);
    if (field->scale == Scale::Divisor) scale.notches = validNotches(scenario, catalog, field->key);
    double value = *number;
    for (int i = 0; i < std::abs(steps); ++i) value = scale.next(value, steps > 0 ? 1 : -1);
    if (value == *number) return {};
    return {{field->key, fieldText(value)}};
}

} // namespace moe::ui
