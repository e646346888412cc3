// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/files/scenario_arguments.h"

#include "models/engine/scenario/fields.h"

namespace moe::app {

static bool alike(const Scenario& left, Scenario right) {
    right.name = left.name;
    right.note = left.note;
    return left == right;
}

std::optional<QStringList> settingsBetween(const Scenario& from, const Scenario& to) {
    QStringList settings;
    Scenario reached = from;
    const auto set = [&](const std::string& key, const std::string& text) {
        if (!setField(reached, key, text).empty()) return;
        settings << QString::fromStdString(key + '=' + text);
    };
    for (const OptionalSection& section : optionalSections())
        if (section.has(from) && !section.has(to)) set(section.name, "null");
    for (const Field& field : fields()) {
        const FieldValue value = field.get(to);
        if (value != field.get(reached)) set(field.key, fieldText(value));
    }
    return alike(to, reached) ? std::optional(settings) : std::nullopt;
}

QStringList scenarioArguments(const Scenario& scenario, const Scenario& base, const Catalog& catalog,
                              const std::vector<OpenedScenario>& opened) {
    QStringList best;
    bool bestIsBase = false;
    const auto offer = [&](const QString& option, const QString& value, const Scenario& from) {
        // The name is part of the figure's title and of what it embeds.
        if (from.name != scenario.name || from.note != scenario.note) return;
        const std::optional<QStringList> settings = settingsBetween(from, scenario);
        if (!settings) return;
        QStringList words{option, value};
        for (const QString& setting : *settings) words << QStringLiteral("--set") << setting;
        const bool isBase = from == base;
        if (best.isEmpty() || isBase > bestIsBase || (isBase == bestIsBase && words.size() < best.size())) {
            best = words;
            bestIsBase = isBase;
        }
    };
    for (const ScenarioPreset& preset : catalog.presets)
        offer(QStringLiteral("--preset"), QString::fromStdString(preset.key), preset.scenario);
    for (const OpenedScenario& one : opened) offer(QStringLiteral("--scenario"), one.path, one.scenario);
    return best;
}

} // namespace moe::app
