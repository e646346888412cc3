// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The config.json that published models carry (Hugging Face Transformers) as a scenario's model section, and
// what became of each of its keys.

#include "data/document.h"
#include "data/problem.h"

#include <string>
#include <string_view>
#include <vector>

namespace moe {

/// By keys that such files have and no scenario: `model_type` or `architectures` of a config.json, the sizes
/// of a params.json (Mistral, Meta), the algorithm of a hf_quant_config.json.
bool isModelConfig(const Document& document);
/// The params.json of Mistral and Meta.
bool isModelParams(const Document& document);
/// The configuration beside DeepSeek's own inference code.
bool isDeepSeekConfig(const Document& document);
/// hf_quant_config.json, which says of a model only how its weights are kept.
bool isQuantisation(const Document& document);

/// Key that --accept adds to a file: a list of names that somebody says do not matter. Only what would be
/// refused for not being known can be accepted.
inline constexpr std::string_view kAcceptedKeys = "moe_explorer_accept";

/// What became of one key of the file.
struct ConfigUse {
    std::string key, value; ///< as the file has them; key is empty for what no key says
    std::string to;         ///< scenario key, or empty
    Message why;            ///< derived: from what; ignored: why nothing depends on it, or that it is unknown
};

struct ModelConfigReading {
    Document entries; ///< of a scenario, each at the place of the entry it came from
    std::vector<ConfigUse> used, derived, ignored;
};

/// Fails, with every problem located, on a model that no row describes, a key that is missing, and one that
/// may change the numbers and is not known: no count ever leaves a structural key out unsaid.
Result<ModelConfigReading> readModelConfig(const Document& config, const std::string& source);

} // namespace moe
