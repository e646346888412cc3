// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sentence/chip_values.h"

#include "data/number.h"
#include "models/engine/scenario/edits/value_scale.h"
#include "models/engine/scenario/validate.h"
#include "models/items/choice_label.h"
#include "models/items/grouped.h"
#include "models/items/typed_number.h"
#include "models/items/words.h"
#include "ui/form/field_editor.h"
#include "ui/form/value_text.h"

#include <algorithm>
#include <cmath>
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

/// "8 × H100", "8 h100", "2k H800", "16 GPUs", "16", "H200": the longest beginning that is a count.
ChipEdit machineEdit(const QString& text, const Catalog& catalog, const QLocale& locale) {
    const QString given = text.trimmed();
    ChipEdit edit;
    qsizetype end = given.size();
    Message rule;
    for (; end > 0; --end) {
        // Neither a digit nor a letter of a suffix ends in the middle of a word: "4 T4".
        const auto inWord = [&](qsizetype at) {
            return at < given.size() && given.at(at).isLetterOrNumber();
        };
        if (inWord(end - 1) && inWord(end) && (given.at(end).isDigit() || !given.at(end - 1).isDigit()))
            continue;
        const ParsedField parsed =
            items::typedField(*findField("cluster.gpus"), given.left(end).trimmed(), locale);
        if (parsed.rule.empty()) {
            edit.edits.emplace_back("cluster.gpus", fieldText(parsed.value));
            break;
        }
        if (given.at(0).isDigit() && given.at(end - 1).isDigit()) rule = parsed.rule;
    }
    QString name = given.mid(end);
    if (end > 0)
        while (!name.isEmpty() && (name.at(0).isSpace() || QStringLiteral("×xX*").contains(name.at(0))))
            name.remove(0, 1);
    const bool gpus = end > 0 && (name.compare(QLatin1String("GPUs"), Qt::CaseInsensitive) == 0 ||
                                  name.compare(QLatin1String("GPU"), Qt::CaseInsensitive) == 0);
    if (!name.isEmpty() && !gpus) {
        const GpuSpec* gpu = gpuCalled(name, catalog);
        if (!gpu) return {{}, {}, end > 0 || rule.empty() ? machineRule() : items::sentenceText(rule)};
        edit.edits.emplace_back("gpu.preset", gpu->key);
    }
    if (edit.edits.empty()) edit.rule = machineRule();
    return edit;
}

/// The sentence says the batch in tokens; the knob counts sequences.
bool isBatch(const ChipKeys& keys) {
    return keys.front() == "train.global_batch";
}

QString batchText(const Scenario& scenario, const QLocale& locale) {
    if (!scenario.train) return {};
    const double tokens = double(scenario.train->globalBatch) * double(scenario.model.sequence);
    return valueText(*findField("train.tokens"), tokens, locale) + QLatin1Char(' ') +
           items::tableText("tokens");
}

/// The nearest batch that is valid; what is said in sequences is taken as it is.
ChipEdit batchEdit(const QString& text, const Scenario& scenario, const Catalog& catalog,
                   const QLocale& locale) {
    const Field& field = *findField("train.global_batch");
    const TypedQuantity tokens = items::typedQuantity(text, "tokens", locale);
    if (!tokens.value) {
        const ParsedField sequences = items::typedField(field, text, locale);
        if (sequences.rule.empty()) return {{{field.key, fieldText(sequences.value)}}, {}, {}};
        return {{}, {}, items::sentenceText(withUnit(say("must be a number"), "tokens", tokens))};
    }
    const double sequences = std::max(1.0, std::round(*tokens.value / double(scenario.model.sequence)));
    const std::optional<double> valid = nearestValid(scenario, catalog, field.key, sequences);
    const ParsedField parsed = parseField(field, numberText(valid.value_or(sequences)));
    if (!parsed.rule.empty()) return {{}, {}, items::sentenceText(parsed.rule)};
    return {{{field.key, fieldText(parsed.value)}}, {}, {}};
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
        return items::groupedDigits(QString(said).replace(QString::fromStdString(scenario.gpu.preset),
                                                          shortGpuName(scenario.gpu.preset, catalog)));
    const Field* field = findField(keys.front());
    // A name as it is spoken.
    if (field && field->kind == FieldKind::Choice && said.toStdString() == fieldText(field->get(scenario)))
        return items::choiceLabel(said.toStdString());
    return items::groupedDigits(said);
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
    if (isBatch(keys)) return batchText(scenario, locale);
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
    if (isBatch(keys)) return batchEdit(text, scenario, catalog, locale);
    const QString given = field.optional && text.trimmed().isEmpty() ? QStringLiteral("auto") : text;
    const ParsedField parsed = items::typedField(field, given, locale);
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
