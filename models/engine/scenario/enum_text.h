// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Names of the scenario's choices, as files and --set spell them. One table per choice.

#include "models/engine/scenario/scenario.h"

#include <string>
#include <string_view>
#include <vector>

namespace moe {

/// All names of an enumeration, in the order of its values.
template <class E> const std::vector<std::string>& enumNames();

// Keys of the rows that say all else of these.
template <> const std::vector<std::string>& enumNames<ScheduleKind>(); // schedule/schedules.h
template <> const std::vector<std::string>& enumNames<LayerKind>();    // layer_kinds.h
template <> const std::vector<std::string>& enumNames<ServeEngine>();  // serve/engines/engines.h
enum class Vendor;
template <> const std::vector<std::string>& enumNames<Vendor>(); // machines/vendor.h

template <class E> std::string_view enumText(E value) {
    return enumNames<E>()[static_cast<std::size_t>(value)];
}

/// False and unchanged when `text` is no name of E.
template <class E> bool parseEnum(std::string_view text, E& value) {
    const std::vector<std::string>& names = enumNames<E>();
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (names[i] == text) {
            value = static_cast<E>(i);
            return true;
        }
    }
    return false;
}

/// Modes, each of which stands alone, then the parts that may be listed together.
std::vector<std::string> recomputeWords();
/// none | full | op-level | comma-separated parts.
std::string listText(const Recompute& recompute);
bool parseList(std::string_view text, Recompute& recompute);
/// Comma-separated counts; empty text = empty list.
std::string listText(const std::vector<Count>& counts);
bool parseList(std::string_view text, std::vector<Count>& counts);
/// "full,sliding*5": kinds of layers with repeats; brackets around it are allowed.
inline constexpr Count kMostLayers = 1000;
std::string listText(const std::vector<LayerRun>& pattern);
bool parseList(std::string_view text, std::vector<LayerRun>& pattern);
/// "qkv,o": sorted, each once.
std::string listText(const std::vector<LoraTarget>& targets);
bool parseList(std::string_view text, std::vector<LoraTarget>& targets);
std::vector<std::string> loraWords();
/// none | embeddings | first-N, comma-separated.
std::string listText(const FrozenParts& frozen);
bool parseList(std::string_view text, FrozenParts& frozen);
/// "512*6,1024": lengths of samples with repeats.
std::string listText(const std::vector<SampleRun>& samples);
bool parseList(std::string_view text, std::vector<SampleRun>& samples);
std::string listText(const std::string& text);
bool parseList(std::string_view text, std::string& value);

} // namespace moe
