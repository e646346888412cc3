// SPDX-License-Identifier: GPL-3.0-or-later
// Fields and text: parsing, printing, look-up.

#include "data/number.h"
#include "data/quantity.h"
#include "models/engine/scenario/fields.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace moe {
namespace {

/// Other names of a key, read wherever keys are.
constexpr std::pair<std::string_view, std::string_view> kAliases[] = {
    {"serve.ttft_limit", "serve.slo_ttft"},
    {"serve.tpot_limit", "serve.slo_tpot"},
    {"serve.limit_share", "serve.slo_percentile"},
    {"cost.gpu_hour", "price.gpu_hour_usd"},
};

} // namespace

const Field* findField(std::string_view given) {
    std::string_view key = given;
    for (const auto& [alias, name] : kAliases)
        if (given == alias) key = name;
    for (const Field& field : fields()) {
        if (key == field.key) return &field;
    }
    return nullptr;
}

std::vector<std::string> fieldGroups() {
    std::vector<std::string> groups;
    for (const Field& field : fields()) {
        if (std::find(groups.begin(), groups.end(), field.group) == groups.end())
            groups.emplace_back(field.group);
    }
    return groups;
}

std::string fieldText(const FieldValue& value) {
    if (const bool* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
    if (const double* number = std::get_if<double>(&value)) return numberText(*number);
    if (const std::string* text = std::get_if<std::string>(&value)) return *text;
    return "auto";
}

Message rangeText(const Field& field) {
    const bool orAuto = field.optional;
    const std::string from = numberText(field.min), to = numberText(field.max);
    switch (field.kind) {
    case FieldKind::Integer:
        return say(orAuto ? "a whole number from %1 to %2, or auto" : "a whole number from %1 to %2", from,
                   to);
    case FieldKind::Real:
        return say(orAuto ? "a number from %1 to %2, or auto" : "a number from %1 to %2", from, to);
    case FieldKind::Flag: return say(orAuto ? "true or false, or auto" : "true or false");
    case FieldKind::Text: return say(orAuto ? "text, or auto" : "text");
    case FieldKind::Choice: break;
    }
    if (field.choices.empty()) return say(orAuto ? "a preset's name, or auto" : "a preset's name");
    return say(orAuto ? "one of %1, or auto" : "one of %1",
               listed({field.choices.begin(), field.choices.end()}));
}

namespace {

ParsedField parsedNumber(const Field& field, std::string_view text) {
    // A share may be typed in percent; a count may not.
    const char* unit = *field.unit || field.kind == FieldKind::Integer ? field.unit : kShare;
    const TypedQuantity read = readQuantity(text, unit);
    const std::optional<double>& number = read.value;
    const bool whole = number && *number == std::floor(*number);
    if (!number || !std::isfinite(*number) || (field.kind == FieldKind::Integer && !whole) ||
        *number < field.min || *number > field.max) {
        return {{}, withUnit(say("must be %1", rangeText(field)), unit, read)};
    }
    return {*number, {}};
}

} // namespace

ParsedField parseField(const Field& field, std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    if (field.optional && (text == "auto" || text == "null" || text.empty())) return {};
    switch (field.kind) {
    case FieldKind::Integer:
    case FieldKind::Real: return parsedNumber(field, text);
    case FieldKind::Flag:
        if (text == "true" || text == "yes" || text == "on" || text == "1") return {true, {}};
        if (text == "false" || text == "no" || text == "off" || text == "0") return {false, {}};
        return {{}, say("must be %1", rangeText(field))};
    case FieldKind::Choice:
        // Files from when the knob was a switch.
        if (!field.choices.empty() && field.choices.front() == "none") {
            if (text == "true") return {field.choices[1], {}};
            if (text == "false") return {field.choices.front(), {}};
        }
        if (!field.choices.empty() &&
            std::find(field.choices.begin(), field.choices.end(), text) == field.choices.end())
            return {{}, say("must be %1", rangeText(field))};
        break;
    case FieldKind::Text: break;
    }
    return {std::string(text), {}};
}

namespace {

template <auto Section> constexpr OptionalSection optionalSection(const char* name) {
    return {name, [](const Scenario& scenario) { return (scenario.*Section).has_value(); },
            [](Scenario& scenario, bool there) {
                if (!there)
                    (scenario.*Section).reset();
                else if (!(scenario.*Section))
                    (scenario.*Section).emplace();
            }};
}

} // namespace

const std::vector<OptionalSection>& optionalSections() {
    static const std::vector<OptionalSection> rows = {
        optionalSection<&Scenario::moe>("moe"), optionalSection<&Scenario::train>("train"),
        optionalSection<&Scenario::serve>("serve"), optionalSection<&Scenario::rl>("rl"),
        optionalSection<&Scenario::day>("day")};
    return rows;
}

const OptionalSection* findOptionalSection(std::string_view name) {
    for (const OptionalSection& row : optionalSections())
        if (row.name == name) return &row;
    return nullptr;
}

Problems setField(Scenario& scenario, std::string_view key, std::string_view text) {
    if (const OptionalSection* section = findOptionalSection(key); section && text == "null") {
        section->set(scenario, false);
        return {};
    }
    const Field* field = findField(key);
    if (!field)
        return {{.key = std::string(key), .rule = say("is no scenario key (see `moe-explorer fields`)")}};
    ParsedField parsed = parseField(*field, text);
    if (parsed.rule.empty() && !field->set(scenario, parsed.value))
        parsed.rule = say("must be: %1", field->help);
    if (parsed.rule.empty()) {
        // What somebody sets is assumed no longer.
        std::erase_if(scenario.assumed, [&](const Assumption& one) { return one.key == key; });
        return {};
    }
    return {{.key = field->key, .rule = parsed.rule, .value = std::string(text)}};
}

} // namespace moe
