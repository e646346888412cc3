// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One row per knob of a scenario. The form, the scenario file, --set, sweep axes, undo texts and range checks
// all loop over this table.

#include "data/message.h"
#include "data/problem.h"
#include "models/engine/scenario/scenario.h"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace moe {

enum class FieldKind { Integer, Real, Flag, Choice, Text };
enum class Scale { Linear, Log, Divisor }; ///< Divisor: a slider stops only at values that pass validation

/// monostate = absent (automatic, or the optional section is not there); list-valued fields travel as
/// comma-separated text.
using FieldValue = std::variant<std::monostate, bool, double, std::string>;

struct Field {
    const char* key;   ///< dotted, the contract name
    const char* group; ///< heading in the form
    const char* label;
    const char* symbol; ///< as formulas write it; may be empty
    const char* unit;   ///< may be empty
    FieldKind kind;
    double min, max; ///< inclusive, numbers only
    Scale scale;
    std::vector<std::string> choices;
    bool everyday; ///< shown at once in the form; the rest under "More"
    bool optional; ///< may be absent, written "auto"
    const char* help;
    FieldValue (*get)(const Scenario&);
    bool (*set)(Scenario&, const FieldValue&); ///< false: the value has the wrong type or is not a choice
    std::vector<std::string> words; ///< Text: a list of these; the first = none, not all go together
};

const std::vector<Field>& fields();
/// Also by another name of its key: serve.ttft_limit is serve.slo_ttft.
const Field* findField(std::string_view key);
/// Groups in the order of the form.
std::vector<std::string> fieldGroups();

/// Sections that a scenario may do without; `name=null` takes one away.
struct OptionalSection {
    const char* name;
    bool (*has)(const Scenario&);
    void (*set)(Scenario&, bool there); ///< with its defaults, where it was not; or takes it away
};
const std::vector<OptionalSection>& optionalSections();
/// Null for one that is always there.
const OptionalSection* findOptionalSection(std::string_view name);

/// Text ⇄ value. Numbers take suffixes (8k, 1.5T); "auto" and "null" mean absent. An empty rule = good.
struct ParsedField {
    FieldValue value;
    Message rule; ///< what was expected, when the text does not fit
};
ParsedField parseField(const Field& field, std::string_view text);
/// As a scenario file writes it: shortest exact text; absent = "auto".
std::string fieldText(const FieldValue& value);
/// Kind and range of a field in words: "integer 1 to 4096".
Message rangeText(const Field& field);

/// Sets one field from text. The problem names the key, the rule and the text; the scenario is then
/// unchanged.
Problems setField(Scenario& scenario, std::string_view key, std::string_view text);

} // namespace moe
