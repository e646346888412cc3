// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/files/models/config_kinds.h"

#include "data/number.h"
#include "data/text.h"
#include "models/engine/files/models/config_reader.h"
#include "models/engine/files/models/model_families.h"
#include "models/engine/scenario/edits/layer_painting.h"
#include "models/engine/scenario/enum_text.h"

#include <algorithm>

namespace moe {

std::string patternText(const Kinds& kinds) {
    return listText(shortestPattern(kinds));
}

bool allFull(const Kinds& kinds) {
    return std::all_of(kinds.begin(), kinds.end(), [](LayerKind kind) { return kind == LayerKind::Full; });
}

Kinds listedKinds(ConfigReader& reader, std::string_view key, std::span<const Word> words) {
    const DocumentEntry* list = reader.perLayer(key);
    if (!list) return {};
    Kinds kinds;
    for (const std::string& word : list->values) {
        const auto known =
            std::find_if(words.begin(), words.end(), [&](const Word& row) { return word == row.word; });
        if (known == words.end()) {
            std::vector<Message> choices;
            for (const Word& row : words) choices.emplace_back(row.word);
            reader.refuse(key,
                          say("holds \"%1\"; layers of this family are %2", excerpt(word), listed(choices)));
            return {};
        }
        kinds.push_back(known->kind);
    }
    return kinds;
}

void putPattern(ConfigReader& reader, const Kinds& list, const Kinds& rule, std::string_view listKey,
                std::string_view ruleKey, Message why) {
    const bool byKey = !ruleKey.empty() && reader.given(ruleKey);
    if (!list.empty()) {
        if (byKey && list != rule)
            return reader.refuse(ruleKey, say("says other layers than %1; keep one of them", listKey));
        if (byKey) reader.ignore(ruleKey, say("%1 says the same", listKey));
        return reader.use(listKey, "model.pattern", allFull(list) ? "" : patternText(list));
    }
    if (!listKey.empty()) reader.assume(listKey, patternText(rule), "model.pattern");
    if (byKey) return reader.use(ruleKey, "model.pattern", patternText(rule));
    if (!allFull(rule))
        reader.derive("model.pattern", patternText(rule), std::move(why),
                      ruleKey.empty() ? listKey : ruleKey);
}

std::optional<Count> windowOf(ConfigReader& reader, std::string_view key) {
    const std::optional<Count> window = reader.count(key);
    if (!window || *window == 0) return std::nullopt;
    const char* longest = reader.family().shape->longest;
    if (const std::optional<Count> most = reader.count(longest); most && *window >= *most) {
        reader.ignore(key, say("is no shorter than the longest sequence"));
        return std::nullopt;
    }
    return window;
}

void needWindow(ConfigReader& reader, const Kinds& kinds, std::string_view key, Count fallback) {
    if (std::find(kinds.begin(), kinds.end(), LayerKind::Sliding) == kinds.end()) {
        if (reader.given(key)) reader.ignore(key, say("no layer slides"));
        return;
    }
    const std::optional<Count> window = reader.count(key);
    if (window && *window > 0) return reader.use(key, "model.window", *window);
    if (!reader.given(key) && fallback > 0)
        return reader.derive("model.window", numberText(static_cast<double>(fallback)),
                             say("the configuration class has it"), key);
    reader.refuse(key, say("must be given: layers slide"));
}

void inner(ConfigReader& reader, std::string_view key, std::string_view to) {
    if (const std::optional<Count> value = reader.needed(key)) reader.use(key, to, *value);
}

} // namespace moe
