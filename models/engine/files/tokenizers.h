// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How many words the tokenizers of published models have. Recipes name a tokenizer where they give no
// vocabulary.

#include "models/engine/scenario/scenario.h"

#include <optional>
#include <string_view>

namespace moe {

struct Tokenizer {
    const char* part;   ///< of a name in lower case, with "_", "-" and "." as "-"
    Count words;        ///< rows of the published model's embedding
    const char* source; ///< whose config.json says so
};

/// By the name of a tokenizer, of the model it comes from, or of Megatron-LM's class; none for what no row
/// has.
const Tokenizer* findTokenizer(std::string_view name);

} // namespace moe
