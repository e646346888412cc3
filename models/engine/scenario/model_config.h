// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The config.json that published models carry (Hugging Face Transformers) as a scenario's model section.

#include "data/document.h"
#include "data/problem.h"

#include <string>

namespace moe {

/// By keys that every config.json has and no scenario: `model_type`, or `architectures` alone.
bool isModelConfig(const Document& document);

/// The entries of a scenario, each at the place of the entry it came from. Key names as in the configuration
/// classes of Transformers: Llama, Mistral, Qwen2, Qwen3, Mixtral, Qwen2-MoE, Qwen3-MoE, OLMoE, DeepSeek-V2
/// and V3. The sequence is the longest the model takes, at most 4096: training sequences are not in the file.
/// Fails on a model that is not in the table, a missing key, and layers that no scenario can describe.
Result<Document> scenarioEntriesOf(const Document& config, const std::string& source);

} // namespace moe
