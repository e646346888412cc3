// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Adapters as other programs write them: recipes of Megatron-Bridge, NeMo and Primus, and configurations of
// PEFT, Axolotl, LLaMA-Factory, torchtune and TRL, as keys of a scenario.

#include "data/document.h"

#include <string>
#include <utility>
#include <vector>

namespace moe {

/// Keys and values, train.trainable first; empty where a file speaks of no adapters. What it leaves open is
/// what its program does: rank 8 of PEFT, 32 of Megatron-Bridge.
struct AdapterSettings {
    std::vector<std::pair<std::string, std::string>> set;
    std::vector<std::string> unknown; ///< names of matrices that no key knows
};
AdapterSettings adapterSettings(const Document& document);

/// "--set train.trainable=lora --set train.lora.rank=16"; empty where there is nothing to set.
std::string adapterFlags(const Document& document);

} // namespace moe
