// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Lists, periods and windows of layers as the files of most families say them.

#include "data/message.h"
#include "models/engine/scenario/scenario.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace moe {

class ConfigReader;

using Kinds = std::vector<LayerKind>;

/// As `model.pattern` takes it.
std::string patternText(const Kinds& kinds);
bool allFull(const Kinds& kinds);

/// One kind for each of the reader's layers.
template <class Rule> Kinds byRule(Count layers, Rule rule) {
    Kinds kinds;
    for (Count i = 0; i < layers; ++i) kinds.push_back(rule(i));
    return kinds;
}

/// What a family's lists call a kind.
struct Word {
    const char* word;
    LayerKind kind;
};
inline constexpr Word kAttentionWords[] = {{"full_attention", LayerKind::Full},
                                           {"sliding_attention", LayerKind::Sliding}};

/// A list of words per layer; empty when the file has none or it does not fit.
Kinds listedKinds(ConfigReader& reader, std::string_view key, std::span<const Word> words);

/// What a list says, or else the rule; both must agree where the file has both.
void putPattern(ConfigReader& reader, const Kinds& list, const Kinds& rule, std::string_view listKey,
                std::string_view ruleKey, Message why);

/// The window of `key`, or nothing where it is no shorter than the longest sequence.
std::optional<Count> windowOf(ConfigReader& reader, std::string_view key);
/// The window, which must be there (or `fallback` > 0) where a layer slides.
void needWindow(ConfigReader& reader, const Kinds& kinds, std::string_view key, Count fallback);

/// A number that must be there.
void inner(ConfigReader& reader, std::string_view key, std::string_view to);

} // namespace moe
