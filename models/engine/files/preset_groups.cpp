// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/files/preset_groups.h"

namespace moe {

const std::vector<PresetGroup>& presetGroups() {
    static const std::vector<PresetGroup> groups{
        {"Mixtures of experts in training",
         {"deepseek-v3", "kimi-k2-train", "qwen3-235b-a22b", "qwen3-30b-a3b", "mixtral-8x7b", "olmoe-1b-7b"}},
        {"Dense models in training", {"llama-3.1-405b", "llama-3-70b", "llama-3-8b"}},
        {"Models as they are served",
         {"deepseek-v3.2", "kimi-k2", "glm-5", "glm-4.5", "gpt-oss-120b", "gpt-oss-20b", "qwen3.5-397b",
          "qwen3-next", "minimax-m2", "llama-4-maverick", "llama-4-scout", "nemotron-3-nano",
          "llama-3.1-405b-serve", "gemma-3-27b"}},
        {"Experiments and measured runs",
         {"reference", "reference-baseline", "seed-moe64", "seed-dense", "step-law-1in8", "step-law-1in89",
          "step-law-2in88", "step-law-3in8"}},
    };
    return groups;
}

} // namespace moe
