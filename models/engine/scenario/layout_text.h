// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Pipeline layouts as Megatron-LM writes them (--pipeline-model-parallel-layout): E embedding, t transformer
// layer, m multi-token-prediction layer, L loss, | between chunks, *n and parentheses repeat:
// Et*4|(t*4|)*14tmL. And expert slots that trade places: "3-17, 2:5-40", the second pair in the second layer
// alone.

#include "models/engine/scenario/scenario.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace moe {

/// What one chunk holds, in the order of the model.
struct LayoutChunk {
    Count layers = 0, mtp = 0, embeddings = 0, losses = 0;
    bool operator==(const LayoutChunk&) const = default;
};

/// Every repetition written out, "EttttL|…"; absent when the text is none of these or would be too long.
std::optional<std::string> layoutWrittenOut(std::string_view text);
/// Absent as above.
std::optional<std::vector<LayoutChunk>> layoutChunks(std::string_view text);

std::string listText(const StageLayout& layout);
/// Counts, comma-separated, or a layout as above, or auto; empty = even.
bool parseList(std::string_view text, StageLayout& layout);

/// Pairs of slots, comma-separated, each with its layer where it is of one alone.
std::string listText(const std::vector<SlotSwap>& swaps);
bool parseList(std::string_view text, std::vector<SlotSwap>& swaps);

} // namespace moe
