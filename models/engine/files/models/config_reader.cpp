// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/files/models/config_reader.h"

#include "data/number.h"
#include "data/text.h"
#include "models/engine/files/models/model_families.h"
#include "models/engine/scenario/fields.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

constexpr Count kLargest = 1'000'000'000;

bool isWithin(std::string_view key, std::string_view section) {
    return key == section || (key.starts_with(section) && key[section.size()] == '.');
}

bool isCount(double value) {
    return value >= 0 && value <= static_cast<double>(kLargest) && value == std::floor(value);
}

/// Of matrices, experts or windows: biases and norms are a hundred-thousandth of a model.
bool isSwitch(std::string_view key) {
    for (const std::string_view small : {".", "bias", "norm"})
        if (key.find(small) != std::string_view::npos) return false;
    return true;
}

} // namespace

ConfigReader::ConfigReader(const Document& config, const std::string& source)
    : m_config(config), m_source(source), m_read(config.size(), false) {}

const DocumentEntry* ConfigReader::find(std::string_view key) const {
    if (key.empty()) return nullptr;
    if (const DocumentEntry* entry = findExactly(key)) return entry;
    if (!m_family) return nullptr;
    const std::string_view other = otherSpelling(*m_family, key);
    return other.empty() ? nullptr : findExactly(other);
}

std::vector<const DocumentEntry*> ConfigReader::under(std::string_view section) const {
    std::vector<const DocumentEntry*> entries;
    for (const DocumentEntry& entry : m_config) {
        std::string_view name = entry.key;
        if (!m_prefix.empty() && name.starts_with(m_prefix)) name.remove_prefix(m_prefix.size());
        if (name.starts_with(section)) entries.push_back(&entry);
    }
    return entries;
}

void ConfigReader::ignoreUnder(std::string_view section, Message why) {
    const std::vector<const DocumentEntry*> entries = under(section);
    for (const DocumentEntry* entry : entries) mark(entry);
    if (!entries.empty())
        m_reading.ignored.push_back(
            {std::string(section.substr(0, section.size() - 1)), {}, {}, std::move(why)});
}

const DocumentEntry* ConfigReader::findExactly(std::string_view key) const {
    const DocumentEntry* outer = nullptr;
    for (const DocumentEntry& entry : m_config) {
        const std::string_view name = entry.key;
        if (!m_prefix.empty() && name.size() == m_prefix.size() + key.size() && name.starts_with(m_prefix) &&
            name.ends_with(key))
            return &entry;
        if (name == key) outer = &entry;
    }
    return outer;
}

bool ConfigReader::given(std::string_view key) const {
    const DocumentEntry* entry = find(key);
    return entry && !entry->isNull();
}

bool ConfigReader::isUnread(std::string_view key) const {
    const DocumentEntry* entry = find(key);
    return entry && !isMarked(*entry);
}

bool ConfigReader::hasSection(std::string_view section) const {
    return std::any_of(m_config.begin(), m_config.end(), [&](const DocumentEntry& entry) {
        std::string_view name = entry.key;
        if (!m_prefix.empty() && name.starts_with(m_prefix)) name.remove_prefix(m_prefix.size());
        return name != section && isWithin(name, section);
    });
}

void ConfigReader::mark(const DocumentEntry* entry) {
    if (entry) m_read[static_cast<std::size_t>(entry - m_config.data())] = true;
}

bool ConfigReader::isMarked(const DocumentEntry& entry) const {
    return m_read[static_cast<std::size_t>(&entry - m_config.data())];
}

void ConfigReader::closeQuantisation(std::string_view section) {
    for (const DocumentEntry& entry : m_config) {
        std::string_view name = entry.key;
        if (!m_prefix.empty() && name.starts_with(m_prefix)) name.remove_prefix(m_prefix.size());
        if (!isWithin(name, section) || isMarked(entry)) continue;
        mark(&entry);
        const bool known = isScaleKey(name) || isOff(entry);
        if (!known) m_leftOut.push_back(excerpt(entry.key));
        m_reading.ignored.push_back(
            {entry.key,
             entry.text(),
             {},
             known ? say("how scales are found, not how many") : say("is not known; types are as counted")});
    }
}

std::optional<Count> ConfigReader::count(std::string_view key) {
    const DocumentEntry* entry = find(key);
    mark(entry);
    if (!entry || entry->isNull()) return std::nullopt;
    const std::optional<double> number = entry->list ? std::nullopt : parseNumber(entry->text());
    if (number && isCount(*number)) return static_cast<Count>(*number);
    refuse(key, say("must be a whole number, 0 or more"));
    return std::nullopt;
}

Count ConfigReader::countOr(std::string_view key, Count fallback) {
    return count(key).value_or(fallback);
}

bool ConfigReader::flag(std::string_view key, bool fallback) {
    const DocumentEntry* entry = find(key);
    mark(entry);
    if (!entry && isSwitch(key) && std::find(m_switches.begin(), m_switches.end(), key) == m_switches.end())
        m_switches.emplace_back(key);
    if (!entry || entry->isNull()) return fallback;
    const std::string value = entry->text();
    if (value == "true" || value == "True") return true;
    if (value != "false" && value != "False") refuse(key, say("must be true or false"));
    return false;
}

std::string ConfigReader::text(std::string_view key) {
    const DocumentEntry* entry = find(key);
    mark(entry);
    return entry ? entry->text() : std::string();
}

const DocumentEntry* ConfigReader::perLayer(std::string_view key) {
    const DocumentEntry* entry = find(key);
    mark(entry);
    if (!entry || entry->isNull()) return nullptr;
    const auto listed = static_cast<Count>(entry->values.size());
    if (entry->list && listed == m_layers) return entry;
    // Multi-token-prediction layers may stand behind the others.
    const DocumentEntry* further = find("num_nextn_predict_layers");
    const double more = further ? parseNumber(further->text()).value_or(0) : 0;
    if (entry->list && listed > m_layers && static_cast<double>(listed - m_layers) <= more) {
        auto cut = std::make_unique<DocumentEntry>(*entry);
        cut->values.resize(static_cast<std::size_t>(m_layers));
        m_cut.push_back(std::move(cut));
        return m_cut.back().get();
    }
    refuse(key, say("must list one entry for each of %1 layers, has %2", m_layers,
                    static_cast<Count>(entry->values.size())));
    return nullptr;
}

std::optional<Count> ConfigReader::sameForAll(std::string_view key) {
    const DocumentEntry* entry = find(key);
    if (!entry || !entry->list) return count(key);
    if (!perLayer(key)) return std::nullopt;
    if (entry->values.empty()) return std::nullopt; // of no layers, which is refused elsewhere
    const std::string& first = entry->values.front();
    const std::optional<double> number = parseNumber(first);
    const bool same = std::all_of(entry->values.begin(), entry->values.end(),
                                  [&](const std::string& value) { return value == first; });
    if (same && number && isCount(*number)) return static_cast<Count>(*number);
    refuse(key, say("must be alike in all layers; a scenario has one value for them"));
    return std::nullopt;
}

Count ConfigReader::ofClass(std::string_view key) const {
    return given(key) || m_prefix.empty() ? 0 : classSize(*m_family, key);
}

std::optional<Count> ConfigReader::needed(std::string_view key) {
    const bool there = given(key);
    if (const Count size = ofClass(key); size > 0) return size;
    const std::optional<Count> value = count(key);
    if (!there) refuse(key, say("must be given"));
    return value;
}

Count ConfigReader::neededFor(std::string_view key, const char* knob) {
    const std::optional<Count> value = needed(key);
    const Field& field = *findField(knob);
    const auto number = static_cast<double>(value.value_or(0));
    if (value && number >= field.min && number <= field.max) return *value;
    if (value) refuse(key, say("must be %1", rangeText(field)));
    return 0;
}

void ConfigReader::put(std::string_view to, std::string value, const DocumentEntry* from) {
    DocumentEntry made;
    made.key = to;
    if (!value.empty()) made.values = {std::move(value)};
    if (from) made.line = from->line, made.column = from->column;
    // A later word on the same key replaces an earlier one.
    Document& entries = m_reading.entries;
    const auto same = std::find_if(entries.begin(), entries.end(),
                                   [&](const DocumentEntry& entry) { return entry.key == made.key; });
    if (same != entries.end())
        *same = std::move(made);
    else
        entries.push_back(std::move(made));
}

void ConfigReader::use(std::string_view key, std::string_view to, std::string value) {
    const DocumentEntry* entry = find(key);
    if (!entry) return derive(to, std::move(value), say("the configuration class has it"), key);
    put(to, std::move(value), entry);
    usedFor(key, to);
}

void ConfigReader::use(std::string_view key, std::string_view to, Count value) {
    use(key, to, std::to_string(value));
}

void ConfigReader::usedFor(std::string_view key, std::string_view to) {
    const DocumentEntry* entry = find(key);
    if (!entry) return;
    mark(entry);
    const auto known = [&](const ConfigUse& row) { return row.key == entry->key; };
    const auto first = std::find_if(m_reading.used.begin(), m_reading.used.end(), known);
    if (first != m_reading.used.end() && first->to == to) return;
    m_reading.used.push_back({entry->key, entry->text(), std::string(to), {}});
}

void ConfigReader::derive(std::string_view to, std::string value, Message why, std::string_view key) {
    mark(find(key));
    m_reading.derived.push_back({std::string(key), value, std::string(to), std::move(why)});
    put(to, std::move(value), nullptr);
}

void ConfigReader::assume(std::string_view key, std::string value, std::string_view to) {
    if (given(key)) return usedFor(key, to);
    m_reading.derived.push_back(
        {std::string(key), std::move(value), std::string(to), say("the configuration class has it")});
}

void ConfigReader::ignore(std::string_view key, Message why) {
    const DocumentEntry* entry = find(key);
    if (!entry) return;
    mark(entry);
    m_reading.ignored.push_back({entry->key, entry->text(), {}, std::move(why)});
}

void ConfigReader::leaveOut(std::string_view key, Message why) {
    const DocumentEntry* entry = find(key);
    if (!entry) return;
    m_leftOut.push_back(excerpt(entry->key));
    ignore(key, std::move(why));
}

void ConfigReader::refuse(std::string_view key, Message rule) {
    const DocumentEntry* entry = find(key);
    mark(entry);
    Problem problem{m_source,
                    entry ? entry->line : 0,
                    entry ? entry->column : 0,
                    excerpt(entry ? entry->key : m_prefix + std::string(key)),
                    std::move(rule),
                    entry ? excerpt(entry->text()) : std::string()};
    const bool told = std::any_of(m_problems.begin(), m_problems.end(),
                                  [&](const Problem& other) { return other.key == problem.key; });
    if (!told) m_problems.push_back(std::move(problem));
}

void ConfigReader::must(std::string_view key, std::string_view value, Message rule) {
    const DocumentEntry* entry = find(key);
    if (!entry) return;
    mark(entry);
    std::string found = entry->text();
    if (found == "True" || found == "False") found[0] = static_cast<char>(found[0] + 32);
    if (entry->isNull() || found == value)
        m_reading.ignored.push_back({entry->key, entry->text(), {}, say("as every model of the family")});
    else
        refuse(key, std::move(rule));
}

} // namespace moe
