// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/files/models/model_config.h"

#include "models/engine/files/models/config_reader.h"

#include <algorithm>

namespace moe {

static bool hasAll(const Document& document, std::initializer_list<std::string_view> keys) {
    return std::all_of(keys.begin(), keys.end(), [&](std::string_view key) {
        return std::any_of(document.begin(), document.end(),
                           [key](const DocumentEntry& entry) { return entry.key == key; });
    });
}

bool isModelParams(const Document& document) {
    return hasAll(document, {"dim", "n_layers", "n_heads"});
}

bool isDeepSeekConfig(const Document& document) {
    return hasAll(document, {"dim", "inter_dim", "n_layers", "kv_lora_rank"});
}

bool isQuantisation(const Document& document) {
    return hasAll(document, {"quantization.quant_algo"}) ||
           hasAll(document, {"quantization.kv_cache_quant_algo"});
}

bool isModelConfig(const Document& document) {
    return hasAll(document, {"model_type"}) || hasAll(document, {"architectures"}) ||
           isModelParams(document) || isDeepSeekConfig(document) || isQuantisation(document);
}

Result<ModelConfigReading> readModelConfig(const Document& config, const std::string& source) {
    const bool typed = hasAll(config, {"model_type"}) || hasAll(config, {"architectures"});
    if (!typed && isQuantisation(config))
        return Problem{.source = source,
                       .rule =
                           say("says how the weights of a model are kept; open the config.json beside it")};
    return ConfigReader(config, source).run();
}

} // namespace moe
