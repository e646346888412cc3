// SPDX-License-Identifier: GPL-3.0-or-later
// The whole of a file: what wraps it, its family, what nobody read of it.

#include "models/engine/files/models/config_reader.h"

#include "data/text.h"
#include "models/engine/files/models/model_families.h"

#include <algorithm>

namespace moe {
namespace {

constexpr std::string_view kType = "model_type", kArchitectures = "architectures";

/// Parts of a file that are no text model: counted by none of the formulas, and told.
std::string_view otherPart(std::string_view key) {
    constexpr std::string_view kTowers[] = {"vision",    "audio", "vit_",   "projector", "speech",
                                            "connector", "mm_",   "talker", "code2wav",  "token2wav",
                                            "perceiver", "video", "visual"};
    const std::string_view section = key.substr(0, key.find('.'));
    if (section == key && !key.ends_with("_config") && !key.ends_with("_encoder")) return {};
    if (section == "thinker_config") { // Qwen's omni models: towers beside the text model, one level down
        const std::string_view inside = otherPart(key.substr(std::min(key.size(), section.size() + 1)));
        return inside.empty() ? inside : key.substr(0, section.size() + 1 + inside.size());
    }
    for (const std::string_view part : kTowers)
        if (section.find(part) != std::string_view::npos) return section;
    return {};
}

std::string listOf(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
    return text;
}

bool isNotANumber(const DocumentEntry& entry) {
    return !entry.quoted &&
           std::any_of(entry.values.begin(), entry.values.end(), [](const std::string& value) {
               return value == "NaN" || value == "nan" || value == ".nan" || value == ".NaN" ||
                      value == "-NaN";
           });
}

} // namespace

/// The text part of a file that wraps one: whatever is around it, the type within says what it is. Parts
/// without a type are of the wrapper's.
bool ConfigReader::openWrapper() {
    const auto outer = [&](std::string_view key) -> const DocumentEntry* {
        for (const DocumentEntry& entry : m_config)
            if (entry.key == key) return &entry;
        return nullptr;
    };
    for (const std::string_view part :
         {"text_config", "llm_config", "language_config", "thinker_config.text_config"}) {
        if (!hasSection(part)) {
            if (!outer(part)) continue;
            refuse(part, say("must hold the text model"));
            return false;
        }
        m_prefix = std::string(part) + ".";
        mark(outer(kType));
        return true;
    }
    return true;
}

bool ConfigReader::findFamily() {
    if (!openWrapper()) return false;
    const DocumentEntry* type = find(kType);
    const DocumentEntry* architectures = find(kArchitectures);
    const std::string named =
        architectures && !architectures->values.empty() ? architectures->values.front() : std::string();
    const std::string_view stem = stemOf(named);
    const Message cure =
        say("is no model this program reads, so its layers would be guessed: another type's "
            "name would give wrong numbers. Describe it in a scenario file (section model of "
            "`moe-explorer fields`)");
    if (!type || type->isNull()) {
        m_family = familyOfStem(stem);
        if (!m_family && isDeepSeekConfig(m_config)) m_family = moe::findFamily("deepseek inference config");
        if (!m_family && isModelParams(m_config))
            m_family = moe::findFamily(hasSection("moe") ? "mixtral params.json" : "mistral params.json");
        if (!m_family) refuse(architectures ? kArchitectures : kType, cure);
        return m_family;
    }
    std::string name = type->text();
    // A wrapper's type is that of its text part where that part names none.
    m_family = moe::findFamily(name);
    // Trimmed files have the sizes of the text model without what wraps it.
    if (m_prefix.empty() && isWrapperType(name)) {
        const ModelFamily* text = moe::findFamily(name + "_text");
        const ModelFamily* alone = text ? text : m_family;
        if (alone && given(alone->shape->layers) && given(alone->shape->hidden))
            m_family = alone;
        else
            refuse(kType,
                   say("must wrap a text model in text_config; a text model alone is %1", name + "_text"));
    }
    // Named by no type within (older files): by the architecture that stands there.
    if (!m_family && !m_prefix.empty() && type->key == kType && familyOfStem(stem))
        m_family = familyOfStem(stem);
    if (!m_family) {
        const Message missing = undescribable(name);
        refuse(kType, missing.empty() ? cure : missing);
        return false;
    }
    usedFor(kType, "model");
    if (!stem.empty() && !hasStem(*m_family, stem) && m_prefix.empty())
        refuse(kArchitectures, say("is not the architecture of model_type %1; one of them is wrong", name));
    return true;
}

void ConfigReader::readName() {
    constexpr std::string_view kName = "_name_or_path";
    std::string name = modelName(text(kName), m_source);
    if (name.empty())
        name =
            std::string(m_family->type) + ", " + std::to_string(m_layers) + " × " + std::to_string(m_hidden);
    else
        usedFor(kName, "name");
    put("name", name, nullptr);
}

void ConfigReader::readAccepted() {
    for (const DocumentEntry& entry : m_config) {
        if (entry.key != kAcceptedKeys) continue;
        mark(&entry);
        m_accepted = entry.values;
    }
}

/// Empty where a key that nobody asked for can be passed over: the reading says why. Else the rule it breaks.
Message ConfigReader::judged(const DocumentEntry& entry, std::string_view key) {
    const bool within = m_prefix.empty() || std::string_view(entry.key).starts_with(m_prefix);
    const std::string_view part = otherPart(key);
    Message why = part.empty() ? harmlessKey(key) : Message();
    // Of a part around the text model, as Qwen's thinker: named like those within.
    if (why.empty() && part.empty() && !within) {
        const std::string_view last = key.substr(key.rfind('.') + 1);
        const std::string value = entry.text();
        const bool plain = last != key || value == "bfloat16" || value == "float16" || value == "float32";
        why = plain && (last == "dtype" || last == "torch_dtype")
                  ? say("the number format, which is read elsewhere")
                  : harmlessKey(last);
    }
    if (why.empty() && isOff(entry)) why = say("is off");
    // Beside the text part: as there, or its own affair.
    if (why.empty() && !within && part.empty()) {
        const DocumentEntry* inside = find(key);
        if (inside && inside != &entry && inside->text() == entry.text())
            why = say("%1 says the same", m_prefix + std::string(key));
    }
    if (why.empty() && !part.empty()) {
        why = say("only the text model is counted");
        if (std::find(m_leftOut.begin(), m_leftOut.end(), part) == m_leftOut.end())
            m_leftOut.emplace_back(part);
    }
    if (why.empty()) {
        const std::string families = structuralFamilies(key);
        const auto accepted = std::find(m_accepted.begin(), m_accepted.end(), key);
        const bool size = !families.empty() || mayBeSize(key, entry);
        // Under another name it may be the switch that the file lacks.
        const bool on = !entry.list && (entry.text() == "true" || entry.text() == "True");
        const bool suspect = size || (on && !m_switches.empty());
        if (suspect && !size && accepted == m_accepted.end())
            return say("is no key of %1 models that this program knows, and may be what they call %2, which "
                       "is missing",
                       m_family->type, excerpt(listOf(m_switches), 80));
        if (suspect && accepted == m_accepted.end())
            return families.empty() ? say("is no key of %1 models that this program knows, and may be a size",
                                          m_family->type)
                                    : say("is no key of %1 models: %2 have it, and it changes sizes there",
                                          m_family->type, families);
        why = suspect ? say("somebody says that it does not matter")
                      : say("is not known; nothing in its name or value speaks of sizes");
        if (suspect) {
            const auto isAccepted = [](const DocumentEntry& one) { return one.key == "accepted"; };
            Document& entries = m_reading.entries;
            auto list = std::find_if(entries.begin(), entries.end(), isAccepted);
            if (list == entries.end()) {
                DocumentEntry made;
                made.key = "accepted";
                made.list = true;
                entries.push_back(std::move(made));
                list = entries.end() - 1;
            }
            list->values.emplace_back(key);
        } else {
            m_leftOut.push_back(excerpt(entry.key));
        }
    }
    m_reading.ignored.push_back({entry.key, entry.text(), {}, std::move(why)});
    return {};
}

/// What nobody asked for. All keys that may change sizes are one problem: the file is of another kind of
/// model.
void ConfigReader::readRest() {
    const DocumentEntry* first = nullptr;
    Message rule;
    std::string others, options;
    for (const DocumentEntry& entry : m_config) {
        if (isMarked(entry)) continue;
        std::string_view key = entry.key;
        if (!m_prefix.empty() && key.starts_with(m_prefix)) key.remove_prefix(m_prefix.size());
        if (isNotANumber(entry)) {
            m_problems.push_back({m_source, entry.line, entry.column, excerpt(entry.key),
                                  say("must be a number"), entry.text()});
            continue;
        }
        Message broken = judged(entry, key);
        if (broken.empty()) continue;
        options += " --accept " + std::string(key);
        if (first) {
            others += (others.empty() ? "" : ", ") + excerpt(key);
            continue;
        }
        first = &entry;
        rule = std::move(broken);
    }
    if (first)
        m_problems.push_back(
            {m_source, first->line, first->column, excerpt(first->key),
             others.empty()
                 ? say("%1. If it is known not to matter: %2", rule, excerpt(options.substr(1), 160))
                 : say("%1; nor are %2. If they are known not to matter: %3", rule, excerpt(others, 160),
                       excerpt(options.substr(1), 160)),
             excerpt(first->text())});
    if (m_leftOut.empty()) return;
    DocumentEntry list;
    list.key = "left_out";
    list.list = true;
    list.values = m_leftOut;
    m_reading.entries.push_back(std::move(list));
}

/// A file without the sizes of a model lacks many keys for one reason: they are one problem.
void ConfigReader::foldMissing() {
    const Message missing = say("must be given");
    std::string others;
    Problem* first = nullptr;
    for (Problem& problem : m_problems) {
        if (!(problem.rule == missing)) continue;
        if (first)
            others += (others.empty() ? "" : ", ") + problem.key;
        else
            first = &problem;
    }
    if (others.empty()) return;
    first->rule = say("must be given, as must %1", excerpt(others, 200));
    std::erase_if(m_problems, [&](const Problem& problem) { return problem.rule == missing; });
}

Result<ModelConfigReading> ConfigReader::run() {
    readAccepted();
    if (findFamily()) {
        readConfigShape(*this);
        readName();
        readConfigAttention(*this);
        readConfigFeedForward(*this);
        readConfigPrecision(*this);
        readConfigRepeated(*this);
        readRest();
    }
    if (m_problems.empty()) return std::move(m_reading);
    foldMissing();
    std::stable_sort(m_problems.begin(), m_problems.end(), [](const Problem& a, const Problem& b) {
        return std::pair(a.line, a.column) < std::pair(b.line, b.column);
    });
    return std::move(m_problems);
}

} // namespace moe
