// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/files/preset_groups.h"

namespace moe {

const std::vector<PresetGroup>& presetGroups() {
    static const std::vector<PresetGroup> groups{
        {"Mixtures of experts in training",
         {"deepseek-v3", "kimi-k2-train", "qwen3-235b-a22b", "qwen3-30b-a3b", "mixtral-8x7b", "olmoe-1b-7b"}},
        {"Dense models in training", {"llama-3.1-405b", "llama-3-70b", "llama-3-8b"}},
        {"Fine-tuning", {"llama-3-70b-lora", "llama-3-70b-qlora", "llama-3-8b-lora", "llama-3-8b-qlora"}},
        {"Reinforcement learning", {"qwen3-30b-a3b-grpo"}},
        {"Models as they are served", {"deepseek-v4-flash", "deepseek-v4-pro", "kimi-k3",
                                       "minimax-m3",        "glm-5.2",         "nemotron-3-super",
                                       "gemma-4-26b-a4b",   "gemma-4-31b",     "deepseek-v3.2",
                                       "kimi-k2",           "glm-5",           "glm-4.5",
                                       "gpt-oss-120b",      "gpt-oss-20b",     "qwen3.5-397b",
                                       "qwen3-next",        "minimax-m2",      "llama-4-maverick",
                                       "llama-4-scout",     "nemotron-3-nano", "llama-3.1-405b-serve",
                                       "gemma-3-27b"}},
        {"Fleets over a day", {"gpt-oss-120b-agents"}},
        {"Experiments and measured runs",
         {"reference", "reference-baseline", "seed-moe64", "seed-dense", "step-law-1in8", "step-law-1in89",
          "step-law-2in88", "step-law-3in8"}},
    };
    return groups;
}

} // namespace moe
