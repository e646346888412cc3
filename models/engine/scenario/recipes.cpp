// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/scenario/recipes.h"

#include <algorithm>

namespace moe {
namespace {

bool isFor(Recipe::For models, const Scenario& scenario) {
    switch (models) {
    case Recipe::For::All: return true;
    case Recipe::For::Moe: return scenario.moe.has_value();
    case Recipe::For::Mla: return scenario.model.attention == Attention::Mla;
    }
    return true;
}

const Recipe* recipeOf(const Scenario& scenario) {
    return scenario.train && scenario.train->recipe ? findRecipe(*scenario.train->recipe) : nullptr;
}

const Recipe::Setting* settingOf(const Scenario& scenario, std::string_view key) {
    const Recipe* recipe = recipeOf(scenario);
    if (!recipe) return nullptr;
    const auto found = std::find_if(recipe->set.begin(), recipe->set.end(), [&](const Recipe::Setting& each) {
        return each.key == key && isFor(each.models, scenario);
    });
    return found == recipe->set.end() ? nullptr : &*found;
}

} // namespace

const std::vector<Recipe>& recipes() {
    using For = Recipe::For;
    static const std::vector<Recipe> rows{
        {"megatron-bridge-25.11-h100",
         "Megatron-Bridge 25.11, Hopper, FP8",
         "NVIDIA-NeMo/Megatron-Bridge v0.2.2, workload_base_configs.py: DeepEP, overlapped expert exchange, "
         "recompute of MLA up-projections and dense MLPs; gradients reduced in bf16",
         {{"precision.compute", "fp8"},
          {"train.grad_bytes", "2"},
          {"train.grad_reduce", "bf16"},
          {"train.dispatcher", "deepep", For::Moe},
          {"train.ep_overlap", "true", For::Moe},
          {"train.fused_rope", "true", For::Mla},
          {"train.recompute", "mlp,mla_up_proj", For::Mla}}},
        {"megatron-bridge-25.11-dense",
         "Megatron-Bridge 25.11, Blackwell, dense, MXFP8, full-iteration graph",
         "NVIDIA-NeMo/Megatron-Bridge v0.2.2, llama3/workload_base_configs.py LLAMA3_8B_*_FP8_MX_BASE_CONFIG",
         {{"precision.compute", "mxfp8"},
          {"train.grad_bytes", "2"},
          {"train.grad_reduce", "bf16"},
          {"train.cuda_graphs", "full"}}},
        {"megatron-bridge-26.04-moe",
         "Megatron-Bridge 26.04, Blackwell, MoE, MXFP8",
         "NVIDIA-NeMo/Megatron-Bridge v0.4.2, DEEPSEEK_V3_PRETRAIN_CONFIG_GB300_FP8_MX_V2: HybridEP, no "
         "overlapped expert exchange, recompute of MLA up-projections; gradients reduced in bf16",
         {{"precision.compute", "mxfp8"},
          {"train.grad_bytes", "2"},
          {"train.grad_reduce", "bf16"},
          {"train.dispatcher", "hybridep", For::Moe},
          {"train.ep_overlap", "false", For::Moe},
          {"train.fused_rope", "true", For::Mla},
          {"train.recompute", "mla_up_proj", For::Mla}}},
        {"megatron-bridge-26.04-nvfp4",
         "Megatron-Bridge 26.04, Blackwell, dense, NVFP4",
         "NVIDIA-NeMo/Megatron-Bridge v0.4.2, LLAMA3_70B_PRETRAIN_CONFIG_GB300_NVFP4_V2",
         {{"precision.compute", "nvfp4"},
          {"train.grad_bytes", "2"},
          {"train.grad_reduce", "bf16"},
          {"train.cuda_graphs", "none"}}},
        {"megatron-bridge-26.04-fsdp",
         "Megatron-Bridge 26.04, Blackwell, dense, FSDP with FP8 and offloaded activations",
         "NVIDIA-NeMo/Megatron-Bridge v0.4.2, LLAMA3_70B_PRETRAIN_CONFIG_GB300_FP8_CS_V2: activations of 20 "
         "of 80 layers to the host",
         {{"precision.compute", "fp8"},
          {"train.zero", "3"},
          {"train.grad_bytes", "2"},
          {"train.grad_reduce", "bf16"},
          {"train.activation_offload", "0.25"},
          {"train.cuda_graphs", "none"}}},
        {"megatron-bridge-26.06-moe",
         "Megatron-Bridge 26.06, Blackwell, MoE, MXFP8, overlap, full-iteration graph",
         "NVIDIA-NeMo/Megatron-Bridge v0.5.1, DEEPSEEK_V3_PRETRAIN_CONFIG_GB300_FP8_MX_V2: HybridEP, "
         "overlapped expert exchange, full-iteration CUDA graph, fused grouped MLP, no recompute",
         {{"precision.compute", "mxfp8"},
          {"train.grad_bytes", "2"},
          {"train.grad_reduce", "bf16"},
          {"train.dispatcher", "hybridep", For::Moe},
          {"train.ep_overlap", "true", For::Moe},
          {"train.cuda_graphs", "full"},
          {"train.fused_grouped_mlp", "true", For::Moe},
          {"train.fp8_attention", "true", For::Mla},
          {"train.fused_rope", "true", For::Mla},
          {"train.recompute", "none"}}},
    };
    return rows;
}

const Recipe* findRecipe(std::string_view key) {
    const auto found =
        std::find_if(recipes().begin(), recipes().end(), [&](const Recipe& row) { return row.key == key; });
    return found == recipes().end() ? nullptr : &*found;
}

std::vector<std::string> recipeKeys() {
    std::vector<std::string> keys;
    for (const Recipe& row : recipes()) keys.emplace_back(row.key);
    return keys;
}

bool setRecipe(Scenario& scenario, const FieldValue& value) {
    if (std::holds_alternative<std::monostate>(value)) {
        if (scenario.train) scenario.train->recipe.reset();
        return true;
    }
    const std::string* key = std::get_if<std::string>(&value);
    const Recipe* recipe = key ? findRecipe(*key) : nullptr;
    if (!recipe) return false;
    if (!scenario.train) scenario.train.emplace();
    if (scenario.train->recipe == *key) return true; // its keys may have been changed since
    for (const Recipe::Setting& each : recipe->set)
        if (isFor(each.models, scenario) && !setField(scenario, each.key, each.text).empty()) return false;
    scenario.train->recipe = *key;
    return true;
}

bool isOfRecipe(const Scenario& scenario, std::string_view key) {
    return settingOf(scenario, key) != nullptr;
}

const Recipe* recipeBehind(const Scenario& scenario, std::string_view key) {
    const Recipe::Setting* setting = settingOf(scenario, key);
    const Field* field = setting ? findField(key) : nullptr;
    if (!field) return nullptr;
    return field->get(scenario) == parseField(*field, setting->text).value ? recipeOf(scenario) : nullptr;
}

} // namespace moe
