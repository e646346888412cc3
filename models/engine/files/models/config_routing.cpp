// SPDX-License-Identifier: GPL-3.0-or-later
// Which layers route to experts, by the keys each family has for it.

#include "data/number.h"
#include "data/text.h"
#include "models/engine/files/models/config_reader.h"
#include "models/engine/files/models/model_families.h"

#include <algorithm>

namespace moe {

bool qwenRoutes(ConfigReader& reader, std::vector<bool>& moe) {
    const Count step = std::max<Count>(1, reader.countOr("decoder_sparse_step", 1));
    for (std::size_t i = 0; i < moe.size(); ++i) moe[i] = (i + 1) % static_cast<std::size_t>(step) == 0;
    reader.assume("decoder_sparse_step", "1", "moe.every");
    if (const DocumentEntry* only = reader.find("mlp_only_layers"); only && reader.given("mlp_only_layers")) {
        for (const std::string& word : only->values) {
            const double layer = parseNumber(word).value_or(-1);
            if (layer < 0 || layer >= static_cast<double>(moe.size()) ||
                layer != static_cast<double>(static_cast<Count>(layer))) {
                reader.refuse("mlp_only_layers", say("holds \"%1\"; must be layers from 0 to %2",
                                                     excerpt(word), reader.layers() - 1));
                return true;
            }
            moe[static_cast<std::size_t>(layer)] = false;
        }
        reader.usedFor("mlp_only_layers", "moe.layers");
    }
    return true;
}

bool deepSeekRoutes(ConfigReader& reader, std::vector<bool>& moe) {
    const Count dense = reader.countOr("first_k_dense_replace", 0);
    if (dense > reader.layers())
        reader.refuse("first_k_dense_replace", say("must be at most the %1 layers", reader.layers()));
    if (reader.given("first_k_dense_replace")) reader.usedFor("first_k_dense_replace", "model.dense_layers");
    for (std::size_t i = 0; i < moe.size(); ++i) moe[i] = static_cast<Count>(i) >= dense;
    if (!reader.given("mlp_layer_types")) reader.assume("moe_layer_freq", "1", "moe.every");
    for (const char* key : {"moe_layer_freq", "mlp_layer_types"}) {
        const DocumentEntry* given = reader.find(key);
        if (!given || given->isNull()) continue;
        if (given->list) {
            const DocumentEntry* list = reader.perLayer(key);
            for (std::size_t i = 0; list && i < moe.size(); ++i) {
                const std::string& word = list->values[i];
                const bool routes = word == "1" || word == "sparse";
                if (!routes && word != "0" && word != "dense")
                    reader.refuse(key,
                                  say("holds \"%1\"; layers are 0 or dense, 1 or sparse", excerpt(word)));
                moe[i] = routes;
            }
        } else {
            const Count every = std::max<Count>(1, reader.countOr(key, 1));
            for (std::size_t i = 0; i < moe.size(); ++i)
                moe[i] = moe[i] && static_cast<Count>(i) % every == 0;
        }
        reader.usedFor(key, "moe.every");
    }
    return true;
}

bool llama4Routes(ConfigReader& reader, std::vector<bool>& moe) {
    const Count step = std::max<Count>(1, reader.countOr("interleave_moe_layer_step", 1));
    for (std::size_t i = 0; i < moe.size(); ++i) moe[i] = (static_cast<Count>(i) + 1) % step == 0;
    reader.assume("interleave_moe_layer_step", "1", "moe.every");
    reader.assume("moe_layers", {}, "moe.every");
    if (!reader.given("moe_layers")) return true;
    const DocumentEntry* list = reader.find("moe_layers");
    std::vector<bool> listed(moe.size(), false);
    for (const std::string& word : list->values) {
        const double layer = parseNumber(word).value_or(-1);
        if (layer < 0 || layer >= static_cast<double>(moe.size())) {
            reader.refuse("moe_layers", say("holds \"%1\"; must be layers from 0 to %2", excerpt(word),
                                            reader.layers() - 1));
            return true;
        }
        listed[static_cast<std::size_t>(layer)] = true;
    }
    if (reader.given("interleave_moe_layer_step") && listed != moe && !list->values.empty())
        reader.refuse("moe_layers",
                      say("says other layers than %1; keep one of them", "interleave_moe_layer_step"));
    if (!list->values.empty()) moe = listed;
    reader.usedFor("moe_layers", "moe.layers");
    return true;
}

bool jambaRoutes(ConfigReader& reader, std::vector<bool>& moe) {
    const Count period = std::max<Count>(1, reader.countOr("expert_layer_period", 2));
    const Count offset = reader.countOr("expert_layer_offset", 1);
    if (offset >= period) reader.refuse("expert_layer_offset", say("must be less than expert_layer_period"));
    for (std::size_t i = 0; i < moe.size(); ++i) moe[i] = static_cast<Count>(i) % period == offset;
    reader.assume("expert_layer_period", "2", "moe.every");
    reader.assume("expert_layer_offset", "1", "moe.every");
    return true;
}

bool stepRoutes(ConfigReader& reader, std::vector<bool>& moe) {
    const DocumentEntry* list = reader.find("moe_layers_enum"); // "3,4,5" or a list
    if (!list || list->isNull()) return deepSeekRoutes(reader, moe);
    std::fill(moe.begin(), moe.end(), false);
    const std::string text = list->text() + ",";
    for (std::size_t at = 0, comma = 0; (comma = text.find(',', at)) != std::string::npos; at = comma + 1) {
        const std::optional<double> layer =
            parseNumber(trimmed(std::string_view(text).substr(at, comma - at)));
        if (!layer || *layer < 0 || *layer >= static_cast<double>(moe.size())) {
            reader.refuse("moe_layers_enum", say("must list layers from 0 to %1", reader.layers() - 1));
            return true;
        }
        moe[static_cast<std::size_t>(*layer)] = true;
    }
    reader.usedFor("moe_layers_enum", "moe.layers");
    return true;
}

bool deepSeekOwnRoutes(ConfigReader& reader, std::vector<bool>& moe) {
    const Count dense = reader.countOr("n_dense_layers", 1);
    for (std::size_t i = 0; i < moe.size(); ++i) moe[i] = static_cast<Count>(i) >= dense;
    reader.assume("n_dense_layers", "1", "model.dense_layers");
    return true;
}

bool afmoeRoutes(ConfigReader& reader, std::vector<bool>& moe) {
    const Count dense = reader.needed("num_dense_layers").value_or(0);
    for (std::size_t i = 0; i < moe.size(); ++i) moe[i] = static_cast<Count>(i) >= dense;
    reader.usedFor("num_dense_layers", "model.dense_layers");
    return true;
}

bool gemma4Routes(ConfigReader& reader, std::vector<bool>& moe) {
    std::fill(moe.begin(), moe.end(), reader.flag("enable_moe_block"));
    return true;
}

std::string nemotronPattern(ConfigReader& reader) {
    if (reader.given("hybrid_override_pattern")) return reader.text("hybrid_override_pattern");
    const DocumentEntry* list = reader.find("layers_block_type");
    std::string pattern;
    if (!list) return pattern;
    for (const std::string& word : list->values)
        pattern += word == "mamba"       ? 'M'
                   : word == "moe"       ? 'E'
                   : word == "attention" ? '*'
                   : word == "mlp"       ? '-'
                                         : '?';
    return pattern;
}

bool nemotronRoutes(ConfigReader& reader, std::vector<bool>& moe) {
    const std::string pattern = nemotronPattern(reader);
    for (std::size_t i = 0; i < moe.size(); ++i) moe[i] = i < pattern.size() && pattern[i] == 'E';
    return true;
}

bool ernieRoutes(ConfigReader& reader, std::vector<bool>& moe) {
    const Count first = reader.countOr("moe_layer_start_index", 0);
    const bool toTheEnd = reader.text("moe_layer_end_index") == "-1";
    const Count last =
        toTheEnd ? reader.layers() - 1 : reader.countOr("moe_layer_end_index", reader.layers() - 1);
    const Count every = std::max<Count>(1, reader.countOr("moe_layer_interval", 1));
    for (std::size_t i = 0; i < moe.size(); ++i) {
        const auto layer = static_cast<Count>(i);
        moe[i] = layer >= first && layer <= last && (layer + 1) % every == 0;
    }
    if (last >= reader.layers())
        reader.refuse("moe_layer_end_index", say("must be one of %1 layers, from 0; or -1", reader.layers()));
    reader.assume("moe_layer_start_index", "0", "moe.layers");
    reader.assume("moe_layer_end_index", "-1", "moe.layers");
    reader.assume("moe_layer_interval", "1", "moe.layers");
    return true;
}

} // namespace moe
