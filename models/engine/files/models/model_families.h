// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One row per family of published models: what its keys are called, and what its configuration class and its
// modelling code say without a key (Hugging Face Transformers, or the code beside the weights).

#include "data/message.h"
#include "models/engine/scenario/scenario.h"

#include <span>
#include <string_view>
#include <vector>

namespace moe {

class ConfigReader;

/// What a family calls its sizes; empty = it has no such key.
struct ShapeKeys {
    const char *layers, *hidden, *vocab, *heads, *kvHeads, *headDim, *ffn, *longest;
};
struct ExpertKeys {
    const char *experts, *ffn, *topK, *shared, *sharedFfn;
};

enum FamilyTrait : unsigned {
    kLatent = 1u << 0,          ///< multi-head latent attention
    kQkvBias = 1u << 1,         ///< query, key and value biases, without a key
    kBiasKey = 1u << 2,         ///< `attention_bias`: query, key and value
    kOutputBiasKey = 1u << 3,   ///< `attention_bias`: the output projection too
    kWindowKey = 1u << 4,       ///< `sliding_window` on every layer
    kWindowSwitch = 1u << 5,    ///< … where `use_sliding_window` and from `max_window_layers` on
    kTied = 1u << 6,            ///< embeddings are tied unless the file says otherwise
    kScoreCorrection = 1u << 7, ///< one number per expert that corrects its score
    kSharedGate = 1u << 8,
    kFourNorms = 1u << 9,
    kLayerNorm = 1u << 10,
    kTwoMatrices = 1u << 11, ///< the feed-forward network is not gated
    kOutputGate = 1u << 12,
    kQkNormKey = 1u << 13,     ///< `use_qk_norm` says whether; else the row's
    kDenseFirstKey = 1u << 14, ///< `first_k_dense_replace`
    kPairs = 1u << 15,         ///< a layer of the file is two here
    kLinearBias = 1u << 16,    ///< every projection has a bias, those of feed-forward networks too
    kLearned = 1u << 17,       ///< positions are learned, one vector for each of the longest sequence
    kFourTimes = 1u << 18      ///< feed-forward width of four times the model's where the file says none
};

struct ModelFamily {
    const char* type;  ///< model_type
    const char* stems; ///< architectures without their ending ("LlamaForCausalLM"), with a bar between
    const ShapeKeys* shape;
    const ExpertKeys* experts; ///< null = dense
    unsigned traits;
    QkNorm qkNorm;
    Count kvDefault;   ///< heads where the file has no such key; 0 = as heads, −1 = must be given
    Count headDefault; ///< head width, likewise; 0 = hidden / heads
    Count vocabDefault;
    void (*layers)(ConfigReader&);                         ///< kinds of layers; null = full attention
    bool (*routes)(ConfigReader&, std::vector<bool>& moe); ///< which layers route; null = all
    bool has(FamilyTrait trait) const { return (traits & trait) != 0; }
};
const std::vector<ModelFamily>& modelFamilies();
const ModelFamily* findFamily(std::string_view type);
/// By the stem of an architecture: "Qwen3Moe" of "Qwen3MoeForCausalLM".
const ModelFamily* familyOfStem(std::string_view stem);
bool hasStem(const ModelFamily& family, std::string_view stem);
std::string_view stemOf(std::string_view architecture);

/// What the configuration class has for a size, as a text part within a wrapper may leave out what is the
/// class's own (Transformers, `to_diff`); 0: none known.
Count classSize(const ModelFamily& family, std::string_view key);

/// Keys that must be absent or this, as every model of the family has it.
struct MustEqual {
    std::string_view family, key;
    const char* value;
};
std::span<const MustEqual> mustEqual();

/// Another name that files of a family have for a key; empty: none.
std::string_view otherSpelling(const ModelFamily& family, std::string_view key);

/// Types that wrap a text model with vision or audio around it.
bool isWrapperType(std::string_view type);
/// What a known type has that no scenario can describe; empty for a type that no row names.
Message undescribable(std::string_view type);

// Kinds of layers, in config_layers.cpp.
void uniformLayers(ConfigReader& reader);
void gptOssLayers(ConfigReader& reader);
void gemma2Layers(ConfigReader& reader);
void gemma3Layers(ConfigReader& reader);
void llama4Layers(ConfigReader& reader);
void gatedDeltaLayers(ConfigReader& reader);
void kimiLinearLayers(ConfigReader& reader);
void lightningLayers(ConfigReader& reader);
void jambaLayers(ConfigReader& reader);
void graniteLayers(ConfigReader& reader);
void nemotronLayers(ConfigReader& reader);
void sparseLayers(ConfigReader& reader);
void crossLayerKv(ConfigReader& reader);
void miniMaxM2Layers(ConfigReader& reader);
void ernieLayers(ConfigReader& reader);
void windowedLayers(ConfigReader& reader);
void gemma4Layers(ConfigReader& reader);
void blockLayers(ConfigReader& reader);
void stepLayers(ConfigReader& reader);
void afmoeLayers(ConfigReader& reader);
void smolLayers(ConfigReader& reader);
void deepSeekOwnLayers(ConfigReader& reader);
void compressedLayers(ConfigReader& reader);
void narrowValueLayers(ConfigReader& reader);
void searchedLayers(ConfigReader& reader);
void pairedLayers(ConfigReader& reader);
void pooledLayers(ConfigReader& reader);
void besideDenseLayers(ConfigReader& reader);
void oneKeyLayers(ConfigReader& reader);
void phiLayers(ConfigReader& reader);
void gptJLayers(ConfigReader& reader);
void falconLayers(ConfigReader& reader);
void cohereLayers(ConfigReader& reader);
void cohere2Layers(ConfigReader& reader);
void stableLayers(ConfigReader& reader);
void neoxLayers(ConfigReader& reader);
void convLayers(ConfigReader& reader);
void besideStateLayers(ConfigReader& reader);
/// LFM2's width of the network by its rule; false: the family has no such rule.
bool adjustedWidth(ConfigReader& reader);

bool qwenRoutes(ConfigReader& reader, std::vector<bool>& moe);
bool deepSeekRoutes(ConfigReader& reader, std::vector<bool>& moe);
bool llama4Routes(ConfigReader& reader, std::vector<bool>& moe);
bool jambaRoutes(ConfigReader& reader, std::vector<bool>& moe);
bool nemotronRoutes(ConfigReader& reader, std::vector<bool>& moe);
bool stepRoutes(ConfigReader& reader, std::vector<bool>& moe);
bool deepSeekOwnRoutes(ConfigReader& reader, std::vector<bool>& moe);
bool pairedRoutes(ConfigReader& reader, std::vector<bool>& moe);
bool afmoeRoutes(ConfigReader& reader, std::vector<bool>& moe);
bool gemma4Routes(ConfigReader& reader, std::vector<bool>& moe);
/// "MEME*-": of the pattern, or of the words of `layers_block_type`.
std::string nemotronPattern(ConfigReader& reader);
bool ernieRoutes(ConfigReader& reader, std::vector<bool>& moe);

} // namespace moe
