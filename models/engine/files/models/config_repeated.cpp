// SPDX-License-Identifier: GPL-3.0-or-later
// Keys that say once more, under names of other programs, what the family does anyway; and what the file
// tells of other things than its model.

#include "models/engine/files/models/config_reader.h"
#include "models/engine/files/models/model_families.h"

#include <algorithm>
#include <span>

namespace moe {
namespace {

void repeat(ConfigReader& reader, const char* key, std::span<const std::string_view> words) {
    if (!reader.isUnread(key)) return;
    const bool given = reader.given(key);
    const std::string value = reader.text(key);
    if (!given || std::find(words.begin(), words.end(), value) != words.end())
        reader.ignore(key, say("as every model of the family"));
    else
        reader.refuse(key, say("must be %1 in this family", std::string(words.front())));
}

} // namespace

void readConfigRepeated(ConfigReader& reader) {
    const ModelFamily& family = reader.family();
    static constexpr std::string_view kRms[] = {"rmsnorm", "rms_norm", "rms", "RMSNorm", "true", "True"},
                                      kLayer[] = {"layernorm", "layer_norm", "LayerNorm", "false", "False"},
                                      kGatedWords[] = {"gated", "swiglu", "geglu", "glu",
                                                       "silu",  "true",   "True"},
                                      kPlainWords[] = {"default", "mlp", "plain", "false", "False"};
    using Words = std::span<const std::string_view>;
    const Words norm = family.has(kLayerNorm) ? Words(kLayer) : Words(kRms);
    const Words network = family.has(kTwoMatrices) ? Words(kPlainWords) : Words(kGatedWords);
    for (const char* key :
         {"norm_type", "layer_norm_type", "normalization_type", "use_rmsnorm", "use_rms_norm"})
        repeat(reader, key, norm);
    for (const char* key : {"mlp_type", "ffn_type", "gated_mlp"}) repeat(reader, key, network);
    const Count heads = reader.heads(), kv = reader.countOr(family.shape->kvHeads, heads);
    if (reader.isUnread("num_key_value_groups") && kv > 0)
        reader.must("num_key_value_groups", std::to_string(heads / kv),
                    say("must be %1: heads for each one of keys and values", heads / kv));
    for (const char* key : {"lora_r", "lora_rank", "lora_alpha"})
        if (reader.isUnread(key))
            reader.leaveOut(key, say("adapters are not counted; a scenario trains them"));
}

} // namespace moe
