// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/files/models/model_families.h"

#include <algorithm>
#include <array>

namespace moe {
namespace {

constexpr ShapeKeys kUsual{
    "num_hidden_layers",   "hidden_size", "vocab_size",        "num_attention_heads",
    "num_key_value_heads", "head_dim",    "intermediate_size", "max_position_embeddings"};
constexpr ShapeKeys kNemotron{
    "num_hidden_layers",   "hidden_size",        "vocab_size",        "num_attention_heads",
    "num_key_value_heads", "attention_head_dim", "intermediate_size", "max_position_embeddings"};
constexpr ShapeKeys kLlama4{"num_hidden_layers",
                            "hidden_size",
                            "vocab_size",
                            "num_attention_heads",
                            "num_key_value_heads",
                            "head_dim",
                            "intermediate_size_mlp",
                            "max_position_embeddings"};
constexpr ShapeKeys kDbrx{"n_layers", "d_model", "vocab_size", "n_heads", "attn_config.kv_n_heads",
                          "",         "",        "max_seq_len"};
/// params.json of Mistral and Meta.
constexpr ShapeKeys kParams{"n_layers",   "dim",      "vocab_size", "n_heads",
                            "n_kv_heads", "head_dim", "hidden_dim", "max_seq_len"};

/// MiniMax-M3: `intermediate_size` is that of its experts.
constexpr ShapeKeys kBlocks{"num_hidden_layers",
                            "hidden_size",
                            "vocab_size",
                            "num_attention_heads",
                            "num_key_value_heads",
                            "head_dim",
                            "dense_intermediate_size",
                            "max_position_embeddings"};

constexpr ExpertKeys kBlocksMoe{"num_local_experts", "intermediate_size", "num_experts_per_tok",
                                "n_shared_experts", "shared_intermediate_size"};
constexpr ExpertKeys kGemma4Moe{"num_experts", "moe_intermediate_size", "top_k_experts", "", ""};
constexpr ExpertKeys kStepMoe{"num_experts", "moe_intermediate_size", "num_experts_per_tok",
                              "n_shared_experts", "share_expert_dim"};
constexpr ExpertKeys kAfmoeMoe{"num_experts", "moe_intermediate_size", "num_experts_per_tok",
                               "num_shared_experts", ""};
/// DeepSeek's own inference/configs.
constexpr ShapeKeys kDeepSeekOwn{"n_layers", "dim", "vocab_size", "n_heads",
                                 "",         "",    "inter_dim",  "max_seq_len"};
constexpr ExpertKeys kDeepSeekOwnMoe{"n_routed_experts", "moe_inter_dim", "n_activated_experts",
                                     "n_shared_experts", ""};
/// LongCat: a layer of two attentions and two networks.
constexpr ShapeKeys kLongcat{"num_layers",
                             "hidden_size",
                             "vocab_size",
                             "num_attention_heads",
                             "",
                             "",
                             "ffn_hidden_size",
                             "max_position_embeddings"};
constexpr ExpertKeys kLongcatMoe{"n_routed_experts", "expert_ffn_hidden_size", "moe_topk", "", ""};
/// GPT-2 and what grew out of it.
constexpr ShapeKeys kGpt2{"n_layer", "n_embd", "vocab_size", "n_head", "", "", "n_inner", "n_positions"};
constexpr ShapeKeys kFalcon{
    "num_hidden_layers",      "hidden_size", "vocab_size", "num_attention_heads", "", "", "ffn_hidden_size",
    "max_position_embeddings"};
constexpr ShapeKeys kNumLayers{
    "num_layers",          "hidden_size", "vocab_size",        "num_attention_heads",
    "num_key_value_heads", "head_dim",    "intermediate_size", "max_position_embeddings"};
constexpr ExpertKeys kMixtralMoe{"num_local_experts", "intermediate_size", "num_experts_per_tok", "", ""};
constexpr ExpertKeys kQwenMoe{"num_experts", "moe_intermediate_size", "num_experts_per_tok", "",
                              "shared_expert_intermediate_size"};
/// Qwen3 has no shared expert.
constexpr ExpertKeys kQwen3Moe{"num_experts", "moe_intermediate_size", "num_experts_per_tok", "", ""};
constexpr ExpertKeys kPlainMoe{"num_experts", "intermediate_size", "num_experts_per_tok", "", ""};
constexpr ExpertKeys kDeepSeekMoe{"n_routed_experts", "moe_intermediate_size", "num_experts_per_tok",
                                  "n_shared_experts", ""};
constexpr ExpertKeys kKimiLinearMoe{"num_experts", "moe_intermediate_size", "num_experts_per_token",
                                    "num_shared_experts", ""};
constexpr ExpertKeys kHunyuanMoe{"num_experts", "moe_intermediate_size", "moe_topk", "num_shared_expert", ""};
constexpr ExpertKeys kBailingMoe{"num_experts", "moe_intermediate_size", "num_experts_per_tok",
                                 "num_shared_experts", "moe_shared_expert_intermediate_size"};
constexpr ExpertKeys kErnieMoe{"moe_num_experts", "moe_intermediate_size", "moe_k", "moe_num_shared_experts",
                               ""};
constexpr ExpertKeys kSharedWidthMoe{"num_local_experts", "intermediate_size", "num_experts_per_tok", "",
                                     "shared_intermediate_size"};
constexpr ExpertKeys kNemotronMoe{"n_routed_experts", "moe_intermediate_size", "num_experts_per_tok",
                                  "n_shared_experts", "moe_shared_expert_intermediate_size"};
constexpr ExpertKeys kDbrxMoe{"ffn_config.moe_num_experts", "ffn_config.ffn_hidden_size",
                              "ffn_config.moe_top_k", "", ""};
constexpr ExpertKeys kParamsMoe{"moe.num_experts", "hidden_dim", "moe.num_experts_per_tok", "", ""};

constexpr unsigned kBothBiases = kBiasKey | kOutputBiasKey;
constexpr unsigned kDeepSeek = kLatent | kDenseFirstKey;
constexpr Count kGiven = -1;

} // namespace

const std::vector<ModelFamily>& modelFamilies() {
    using Q = QkNorm;
    static const std::vector<ModelFamily> rows{
        {"llama", "Llama|Yi", &kUsual, nullptr, kBothBiases, Q::None, 0, 0, 0, uniformLayers, nullptr},
        {"mistral", "Mistral", &kUsual, nullptr, kWindowKey, Q::None, 8, 0, 0, uniformLayers, nullptr},
        {"qwen2", "Qwen2", &kUsual, nullptr, kQkvBias | kWindowSwitch, Q::None, kGiven, 0, 0, uniformLayers,
         nullptr},
        {"qwen3", "Qwen3", &kUsual, nullptr, kBothBiases | kWindowSwitch, Q::Head, kGiven, 128, 0,
         uniformLayers, nullptr},
        {"mixtral", "Mixtral", &kUsual, &kMixtralMoe, kWindowKey, Q::None, 8, 0, 0, uniformLayers, nullptr},
        {"qwen2_moe", "Qwen2Moe", &kUsual, &kQwenMoe, kQkvBias | kWindowSwitch | kSharedGate, Q::None, kGiven,
         0, 0, uniformLayers, qwenRoutes},
        {"qwen3_moe", "Qwen3Moe", &kUsual, &kQwen3Moe, kBothBiases | kWindowSwitch, Q::Head, kGiven, 0, 0,
         uniformLayers, qwenRoutes},
        {"qwen3_next", "Qwen3Next", &kUsual, &kQwenMoe, kBothBiases | kSharedGate | kOutputGate, Q::Head,
         kGiven, 256, 0, gatedDeltaLayers, qwenRoutes},
        {"qwen3_5_moe", "Qwen3_5Moe", &kUsual, &kQwenMoe, kBothBiases | kSharedGate | kOutputGate, Q::Head,
         kGiven, 256, 0, gatedDeltaLayers, qwenRoutes},
        {"qwen3_5_moe_text", "Qwen3_5Moe", &kUsual, &kQwenMoe, kBothBiases | kSharedGate | kOutputGate,
         Q::Head, kGiven, 256, 0, gatedDeltaLayers, qwenRoutes},
        {"qwen3_vl_text", "Qwen3VL", &kUsual, nullptr, kBothBiases | kWindowSwitch, Q::Head, kGiven, 128, 0,
         uniformLayers, nullptr},
        {"qwen3_vl_moe_text", "Qwen3VLMoe", &kUsual, &kQwen3Moe, kBothBiases | kWindowSwitch, Q::Head, kGiven,
         0, 0, uniformLayers, qwenRoutes},
        {"qwen3_omni_moe_text", "Qwen3OmniMoe", &kUsual, &kQwen3Moe, kBothBiases | kWindowSwitch, Q::Head,
         kGiven, 0, 0, uniformLayers, qwenRoutes},
        {"qwen2_vl_text", "Qwen2VL", &kUsual, nullptr, kQkvBias | kWindowSwitch, Q::None, kGiven, 0, 0,
         uniformLayers, nullptr},
        {"qwen2_5_vl_text", "Qwen2_5_VL", &kUsual, nullptr, kQkvBias | kWindowSwitch, Q::None, kGiven, 0, 0,
         uniformLayers, nullptr},
        {"qwen3_5_text", "Qwen3_5", &kUsual, nullptr, kBothBiases | kOutputGate, Q::Head, kGiven, 256, 0,
         gatedDeltaLayers, nullptr},
        {"mimo", "MiMo", &kUsual, nullptr, kQkvBias | kWindowSwitch, Q::None, kGiven, 0, 0, uniformLayers,
         nullptr},
        {"ministral3", "Ministral3", &kUsual, nullptr, kWindowKey, Q::None, 8, 0, 0, uniformLayers, nullptr},
        {"phi3", "Phi3", &kUsual, nullptr, kBothBiases | kWindowKey, Q::None, 0, 0, 0, uniformLayers,
         nullptr},
        {"seed_oss", "SeedOss", &kUsual, nullptr, kBiasKey, Q::None, kGiven, 0, 0, uniformLayers, nullptr},
        {"arcee", "Arcee", &kUsual, nullptr, kBothBiases | kTwoMatrices, Q::None, kGiven, 0, 0, uniformLayers,
         nullptr},
        {"smollm3", "SmolLM3", &kUsual, nullptr, kBothBiases | kWindowSwitch | kTied, Q::None, kGiven, 0, 0,
         smolLayers, nullptr},
        {"olmo2", "Olmo2", &kUsual, nullptr, kBothBiases, Q::Width, 0, 0, 0, uniformLayers, nullptr},
        {"olmo3", "Olmo3", &kUsual, nullptr, kBothBiases, Q::Width, 0, 0, 0, windowedLayers, nullptr},
        {"exaone4", "Exaone4", &kUsual, nullptr, kBiasKey, Q::Head, kGiven, 0, 0, windowedLayers, nullptr},
        {"olmoe", "Olmoe", &kUsual, &kPlainMoe, kBothBiases, Q::Width, 0, 0, 0, uniformLayers, nullptr},
        {"deepseek_v2", "DeepseekV2", &kUsual, &kDeepSeekMoe, kDeepSeek, Q::None, 0, 0, 0, uniformLayers,
         deepSeekRoutes},
        {"deepseek_v3", "DeepseekV3", &kUsual, &kDeepSeekMoe, kDeepSeek, Q::None, 0, 0, 0, uniformLayers,
         deepSeekRoutes},
        {"deepseek_v32", "DeepseekV32", &kUsual, &kDeepSeekMoe, kDeepSeek, Q::None, 0, 0, 0, sparseLayers,
         deepSeekRoutes},
        {"kimi_k2", "DeepseekV3|KimiK2", &kUsual, &kDeepSeekMoe, kDeepSeek, Q::None, 0, 0, 0, uniformLayers,
         deepSeekRoutes},
        {"kimi_k25", "KimiK25|DeepseekV3", &kUsual, &kDeepSeekMoe, kDeepSeek, Q::None, 0, 0, 0, uniformLayers,
         deepSeekRoutes},
        {"glm_moe_dsa", "GlmMoeDsa", &kUsual, &kDeepSeekMoe, kDeepSeek | kScoreCorrection, Q::None, 0, 0, 0,
         sparseLayers, deepSeekRoutes},
        {"kimi_linear", "KimiLinear", &kUsual, &kKimiLinearMoe, kDeepSeek | kScoreCorrection, Q::None, 0, 0,
         0, kimiLinearLayers, deepSeekRoutes},
        {"glm4_moe", "Glm4Moe", &kUsual, &kDeepSeekMoe,
         kBiasKey | kQkNormKey | kDenseFirstKey | kScoreCorrection, Q::Head, kGiven, 128, 0, uniformLayers,
         deepSeekRoutes},
        {"glm4v_moe_text", "Glm4vMoe", &kUsual, &kDeepSeekMoe,
         kBiasKey | kQkNormKey | kDenseFirstKey | kScoreCorrection, Q::Head, kGiven, 128, 0, uniformLayers,
         deepSeekRoutes},
        {"glm4_moe_lite", "Glm4MoeLite", &kUsual, &kDeepSeekMoe, kDeepSeek | kScoreCorrection, Q::None, 0, 0,
         0, uniformLayers, deepSeekRoutes},
        {"dots1", "Dots1", &kUsual, &kDeepSeekMoe,
         kBiasKey | kDenseFirstKey | kScoreCorrection | kWindowSwitch, Q::Head, kGiven, 0, 0, uniformLayers,
         deepSeekRoutes},
        {"deepseek_v4", "DeepseekV4", &kUsual, &kDeepSeekMoe, kDenseFirstKey, Q::None, kGiven, 0, 0,
         compressedLayers, deepSeekRoutes},
        {"deepseek_ref", "DeepseekV4|DeepseekRef", &kUsual, &kDeepSeekMoe, kDenseFirstKey, Q::None, kGiven, 0,
         0, compressedLayers, deepSeekRoutes},
        {"mimo_v2_flash", "MiMoV2Flash", &kUsual, &kDeepSeekMoe, kScoreCorrection, Q::None, kGiven, 0, 0,
         narrowValueLayers, deepSeekRoutes},
        {"mimo_v2", "MiMoV2", &kUsual, &kDeepSeekMoe, kScoreCorrection, Q::None, kGiven, 0, 0,
         narrowValueLayers, deepSeekRoutes},
        {"nemotron-nas", "DeciLM", &kUsual, nullptr, kBothBiases, Q::None, 0, 0, 0, searchedLayers, nullptr},
        {"deci", "DeciLM", &kUsual, nullptr, kBothBiases, Q::None, 0, 0, 0, searchedLayers, nullptr},
        {"longcat_flash", "LongcatFlash", &kLongcat, &kLongcatMoe, kLatent | kPairs, Q::None, 0, 0, 0,
         pairedLayers, pairedRoutes},
        {"glm5_next", "Glm5Next", &kUsual, &kDeepSeekMoe, kDeepSeek | kScoreCorrection, Q::None, 0, 0, 0,
         pooledLayers, deepSeekRoutes},
        {"glm5_next_text", "Glm5Next", &kUsual, &kDeepSeekMoe, kDeepSeek | kScoreCorrection, Q::None, 0, 0, 0,
         pooledLayers, deepSeekRoutes},
        {"gemma", "Gemma", &kUsual, nullptr, kBothBiases | kTied, Q::None, kGiven, 256, 0, uniformLayers,
         nullptr},
        {"glm", "Glm", &kUsual, nullptr, kBiasKey, Q::None, kGiven, 128, 0, uniformLayers, nullptr},
        {"glm4", "Glm4", &kUsual, nullptr, kBiasKey | kFourNorms, Q::None, kGiven, 128, 0, uniformLayers,
         nullptr},
        {"granite", "Granite", &kUsual, nullptr, kBothBiases, Q::None, 0, 0, 0, uniformLayers, nullptr},
        {"granitemoe", "GraniteMoe", &kUsual, &kMixtralMoe, kBothBiases, Q::None, 0, 0, 0, uniformLayers,
         nullptr},
        {"granitemoeshared", "GraniteMoeShared", &kUsual, &kSharedWidthMoe, kBothBiases, Q::None, 0, 0, 0,
         uniformLayers, nullptr},
        {"exaone", "Exaone", &kNumLayers, nullptr, 0, Q::None, 0, 0, 0, uniformLayers, nullptr},
        {"baichuan", "Baichuan|BaiChuan", &kUsual, nullptr, 0, Q::None, 0, 0, 0, uniformLayers, nullptr},
        {"internlm", "InternLM", &kUsual, nullptr, kBothBiases, Q::None, 0, 0, 0, uniformLayers, nullptr},
        {"orion", "Orion", &kUsual, nullptr, kLayerNorm, Q::None, 0, 0, 0, uniformLayers, nullptr},
        {"stablelm", "StableLm", &kUsual, nullptr, kBiasKey | kLayerNorm, Q::None, 0, 0, 0, stableLayers,
         nullptr},
        {"starcoder2", "Starcoder2", &kUsual, nullptr,
         kWindowKey | kTied | kLayerNorm | kTwoMatrices | kLinearBias, Q::None, 2, 0, 0, uniformLayers,
         nullptr},
        {"gpt_neox", "GPTNeoX", &kUsual, nullptr, kLayerNorm | kTwoMatrices | kLinearBias, Q::None, 0, 0, 0,
         neoxLayers, nullptr},
        {"gpt2", "GPT2LMHead|GPT2", &kGpt2, nullptr,
         kTied | kLayerNorm | kTwoMatrices | kLinearBias | kLearned | kFourTimes, Q::None, 0, 0, 0,
         uniformLayers, nullptr},
        {"gpt_bigcode", "GPTBigCode", &kGpt2, nullptr,
         kTied | kLayerNorm | kTwoMatrices | kLinearBias | kLearned | kFourTimes, Q::None, 0, 0, 0,
         oneKeyLayers, nullptr},
        {"phi", "Phi", &kUsual, nullptr, kLayerNorm | kTwoMatrices | kLinearBias, Q::None, 0, 0, 0, phiLayers,
         nullptr},
        {"gptj", "GPTJ", &kGpt2, nullptr, kLayerNorm | kTwoMatrices | kFourTimes, Q::None, 0, 0, 0,
         gptJLayers, nullptr},
        {"codegen", "CodeGen", &kGpt2, nullptr, kLayerNorm | kTwoMatrices | kFourTimes, Q::None, 0, 0, 0,
         gptJLayers, nullptr},
        {"falcon", "Falcon", &kFalcon, nullptr, kBothBiases | kLayerNorm | kTwoMatrices | kFourTimes | kTied,
         Q::None, 0, 0, 0, falconLayers, nullptr},
        {"cohere", "Cohere", &kUsual, nullptr, kBothBiases | kTied | kQkNormKey, Q::Width, 0, 0, 0,
         cohereLayers, nullptr},
        {"cohere2", "Cohere2", &kUsual, nullptr, kBothBiases | kTied, Q::None, 0, 0, 0, cohere2Layers,
         nullptr},
        {"lfm2", "Lfm2", &kUsual, nullptr, kTied, Q::Head, kGiven, 0, 0, convLayers, nullptr},
        {"lfm2_moe", "Lfm2Moe", &kUsual, &kQwen3Moe, kTied, Q::Head, kGiven, 0, 0, convLayers, afmoeRoutes},
        {"falcon_h1", "FalconH1", &kUsual, nullptr, kBothBiases, Q::None, kGiven, 0, 0, besideStateLayers,
         nullptr},
        {"minicpm3", "MiniCPM3", &kUsual, nullptr, kLatent | kTied, Q::None, 0, 0, 0, uniformLayers, nullptr},
        {"arctic", "Arctic", &kUsual, &kMixtralMoe, 0, Q::None, 0, 0, 0, besideDenseLayers, nullptr},
        {"internlm2", "InternLM2", &kUsual, nullptr, 0, Q::None, 0, 0, 0, uniformLayers, nullptr},
        {"internlm3", "InternLM3", &kUsual, nullptr, 0, Q::None, 0, 0, 0, uniformLayers, nullptr},
        {"minicpm", "MiniCPM", &kUsual, nullptr, kTied, Q::None, 0, 0, 0, uniformLayers, nullptr},
        {"nemotron", "Nemotron", &kUsual, nullptr, kBothBiases | kTwoMatrices | kLayerNorm, Q::None, 0, 0, 0,
         uniformLayers, nullptr},
        {"ernie4_5", "Ernie4_5", &kUsual, nullptr, kTied, Q::None, kGiven, 128, 0, ernieLayers, nullptr},
        {"hunyuan_v1_dense", "HunYuanDenseV1", &kUsual, nullptr, kBothBiases | kQkNormKey, Q::Head, 0, 0, 0,
         crossLayerKv, nullptr},
        {"deepseek", "Deepseek", &kUsual, &kDeepSeekMoe, kBothBiases | kDenseFirstKey, Q::None, 0, 0, 0,
         uniformLayers, deepSeekRoutes},
        {"gpt_oss", "GptOss", &kUsual, &kMixtralMoe, kBothBiases, Q::None, 8, 64, 0, gptOssLayers, nullptr},
        {"llama4", "Llama4", &kLlama4, &kMixtralMoe, kBothBiases, Q::None, 8, 0, 0, llama4Layers,
         llama4Routes},
        {"llama4_text", "Llama4", &kLlama4, &kMixtralMoe, kBothBiases, Q::None, 8, 0, 0, llama4Layers,
         llama4Routes},
        {"minimax_text_01", "MiniMaxText01", &kUsual, &kSharedWidthMoe, 0, Q::None, kGiven, 0, 0,
         lightningLayers, nullptr},
        {"minimax_m2", "MiniMaxM2", &kUsual, &kSharedWidthMoe, kQkNormKey, Q::Width, kGiven, 0, 0,
         miniMaxM2Layers, nullptr},
        {"gemma2", "Gemma2", &kUsual, nullptr, kBothBiases | kTied | kFourNorms, Q::None, 4, 256, 256000,
         gemma2Layers, nullptr},
        {"gemma3", "Gemma3", &kUsual, nullptr, kBothBiases | kTied | kFourNorms, Q::Head, 4, 256, 262208,
         gemma3Layers, nullptr},
        {"gemma3_text", "Gemma3", &kUsual, nullptr, kBothBiases | kTied | kFourNorms, Q::Head, 4, 256, 262208,
         gemma3Layers, nullptr},
        {"gemma4", "Gemma4", &kUsual, &kGemma4Moe, kBothBiases | kTied | kFourNorms, Q::Head, kGiven, 0, 0,
         gemma4Layers, gemma4Routes},
        {"gemma4_text", "Gemma4", &kUsual, &kGemma4Moe, kBothBiases | kTied | kFourNorms, Q::Head, kGiven, 0,
         0, gemma4Layers, gemma4Routes},
        {"minimax_m3", "MiniMaxM3|MiniMaxM3Sparse", &kBlocks, &kBlocksMoe, kScoreCorrection, Q::Head, kGiven,
         0, 0, blockLayers, deepSeekRoutes},
        {"minimax_m3_text", "MiniMaxM3|MiniMaxM3Sparse", &kBlocks, &kBlocksMoe, kScoreCorrection, Q::Head,
         kGiven, 0, 0, blockLayers, deepSeekRoutes},
        {"minimax_m3_vl_text", "MiniMaxM3VL", &kBlocks, &kBlocksMoe, kScoreCorrection, Q::Head, kGiven, 0, 0,
         blockLayers, deepSeekRoutes},
        {"step3p5", "Step3p5", &kUsual, &kStepMoe, kScoreCorrection, Q::Head, kGiven, 0, 0, stepLayers,
         stepRoutes},
        {"step3p7", "Step3p7Flash|Step3p7", &kUsual, &kStepMoe, kScoreCorrection, Q::Head, kGiven, 0, 0,
         stepLayers, stepRoutes},
        {"afmoe", "Afmoe", &kUsual, &kAfmoeMoe, kFourNorms | kOutputGate | kScoreCorrection, Q::Head, kGiven,
         0, 0, afmoeLayers, afmoeRoutes},
        {"phimoe", "PhiMoE|Phimoe", &kUsual, &kMixtralMoe, kBothBiases | kWindowKey | kLayerNorm, Q::None, 8,
         0, 0, uniformLayers, nullptr},
        {"hunyuan", "HunYuan|HunYuanMoE", &kUsual, &kHunyuanMoe, kBothBiases | kQkNormKey, Q::Head, 0, 0, 0,
         crossLayerKv, nullptr},
        {"hunyuan_v1_moe", "HunYuanMoEV1", &kUsual, &kHunyuanMoe, kBothBiases | kQkNormKey, Q::Head, 0, 0, 0,
         crossLayerKv, nullptr},
        {"ernie4_5_moe", "Ernie4_5_Moe|Ernie4_5Moe", &kUsual, &kErnieMoe, kScoreCorrection, Q::None, kGiven,
         0, 0, ernieLayers, ernieRoutes},
        {"bailing_moe", "BailingMoe|BailingMoeV2", &kUsual, &kBailingMoe, kQkNormKey | kDenseFirstKey,
         Q::Head, kGiven, 0, 0, uniformLayers, deepSeekRoutes},
        {"bailing_moe_v2", "BailingMoeV2", &kUsual, &kBailingMoe, kQkNormKey | kDenseFirstKey, Q::Head,
         kGiven, 0, 0, uniformLayers, deepSeekRoutes},
        {"jamba", "Jamba", &kUsual, &kPlainMoe, 0, Q::None, 8, 0, 0, jambaLayers, jambaRoutes},
        {"granitemoehybrid", "GraniteMoeHybrid", &kUsual, &kSharedWidthMoe, kBothBiases, Q::None, 0, 0, 0,
         graniteLayers, nullptr},
        {"nemotron_h", "NemotronH", &kNemotron, &kNemotronMoe, kBothBiases | kTwoMatrices, Q::None, kGiven, 0,
         0, nemotronLayers, nemotronRoutes},
        {"grok-1", "Grok1", &kUsual, &kPlainMoe, kFourNorms, Q::None, 8, 0, 0, uniformLayers, nullptr},
        {"dbrx", "Dbrx", &kDbrx, &kDbrxMoe, 0, Q::None, kGiven, 0, 0, uniformLayers, nullptr},
        {"deepseek inference config", "", &kDeepSeekOwn, &kDeepSeekOwnMoe, kLatent, Q::None, 0, 0, 102400,
         deepSeekOwnLayers, deepSeekOwnRoutes},
        {"mistral params.json", "", &kParams, nullptr, kWindowKey, Q::None, 0, 0, 0, uniformLayers, nullptr},
        {"mixtral params.json", "", &kParams, &kParamsMoe, kWindowKey, Q::None, 0, 0, 0, uniformLayers,
         nullptr},
    };
    return rows;
}

const ModelFamily* findFamily(std::string_view type) {
    for (const ModelFamily& row : modelFamilies())
        if (type == row.type) return &row;
    return nullptr;
}

bool hasStem(const ModelFamily& family, std::string_view stem) {
    std::string_view rest = family.stems;
    while (!rest.empty()) {
        const std::size_t bar = rest.find('|');
        if (rest.substr(0, bar) == stem) return true;
        if (bar == std::string_view::npos) break;
        rest.remove_prefix(bar + 1);
    }
    return false;
}

const ModelFamily* familyOfStem(std::string_view stem) {
    for (const ModelFamily& row : modelFamilies())
        if (hasStem(row, stem)) return &row;
    return nullptr;
}

Count classSize(const ModelFamily& family, std::string_view key) {
    struct Size {
        std::string_view family, key;
        Count value;
    };
    static constexpr Size kRows[] = {
        // configuration_gemma3.py, configuration_llama.py, configuration_mistral.py, configuration_qwen2.py
        {"gemma3_text", "num_hidden_layers", 26},
        {"gemma3_text", "hidden_size", 2304},
        {"gemma3_text", "num_attention_heads", 8},
        {"gemma3_text", "intermediate_size", 9216},
        {"llama", "num_hidden_layers", 32},
        {"llama", "hidden_size", 4096},
        {"llama", "num_attention_heads", 32},
        {"llama", "intermediate_size", 11008},
        {"llama", "vocab_size", 32000},
        {"mistral", "num_hidden_layers", 32},
        {"mistral", "hidden_size", 4096},
        {"mistral", "num_attention_heads", 32},
        {"mistral", "intermediate_size", 14336},
        {"mistral", "vocab_size", 32000},
        {"qwen2", "num_hidden_layers", 32},
        {"qwen2", "hidden_size", 4096},
        {"qwen2", "num_attention_heads", 32},
        {"qwen2", "num_key_value_heads", 32},
        {"qwen2", "intermediate_size", 22016},
        {"qwen2", "vocab_size", 151936},
    };
    for (const Size& row : kRows)
        if (row.family == family.type && row.key == key) return row.value;
    return 0;
}

std::span<const MustEqual> mustEqual() {
    static constexpr MustEqual kRows[] = {
        {"phi3", "full_attn_mod", "1"},
        {"phi3", "interpolate_factor", "1"},
        {"hunyuan_v1_dense", "num_experts", "1"},
        {"hunyuan_v1_dense", "norm_type", "rms"},
        {"hunyuan_v1_moe", "norm_type", "rms"},
        {"starcoder2", "mlp_type", "default"},
        {"starcoder2", "norm_type", "layer_norm"},
        {"starcoder2", "use_bias", "true"},
        {"phi", "qk_layernorm", "false"},
        {"gptj", "rotary", "true"},
        {"cohere", "use_parallel_block", "true"},
        {"cohere", "use_gated_activation", "true"},
        {"cohere", "use_embedding_sharing", "true"},
        {"cohere2", "use_parallel_block", "true"},
        {"cohere2", "use_gated_activation", "true"},
        {"cohere2", "use_embedding_sharing", "true"},
        {"cohere2", "order_of_interleaved_layers", "local_attn_first"},
        {"gpt_neox", "attention_bias", "true"},
        {"arctic", "moe_layer_frequency", "1"},
        {"arctic", "use_residual", "true"},
        {"arctic", "parallel_attn_mlp_res", "true"},
        {"gpt2", "add_cross_attention", "false"},
    };
    return kRows;
}

std::string_view otherSpelling(const ModelFamily& family, std::string_view key) {
    struct Spelling {
        std::string_view family; ///< with a star: all that begin so
        std::string_view key, other;
    };
    static constexpr Spelling kRows[] = {
        {"step3p*", "num_experts", "moe_num_experts"},
        {"step3p*", "num_experts_per_tok", "moe_top_k"},
        {"step3p*", "num_key_value_heads", "num_attention_groups"},
        {"gemma4*", "top_k_experts", "num_experts_per_tok"},
        {"minimax_m3*", "num_local_experts", "num_experts"},
        {"mistral", "sliding_window", "sliding_window_size"},
        {"internlm", "attention_bias", "bias"},
        {"falcon", "attention_bias", "bias"},
        {"stablelm", "attention_bias", "use_qkv_bias"},
        {"lfm2*", "tie_word_embeddings", "tie_embedding"},
        {"cohere2", "sliding_window_pattern", "_sliding_window_pattern"},
    };
    const auto isOf = [&](std::string_view name) {
        if (!name.ends_with('*')) return name == family.type;
        name.remove_suffix(1);
        return std::string_view(family.type).starts_with(name);
    };
    for (const Spelling& row : kRows)
        if (isOf(row.family) && key == row.key) return row.other;
    return {};
}

std::string_view stemOf(std::string_view architecture) {
    architecture = architecture.substr(0, architecture.find("For"));
    constexpr std::string_view kModel = "Model";
    if (architecture.ends_with(kModel)) architecture.remove_suffix(kModel.size());
    return architecture;
}

bool isWrapperType(std::string_view type) {
    constexpr std::array kTypes{"gemma3",   "llama4",       "qwen3_5_moe", "qwen3_5",       "qwen3_vl",
                                "qwen2_vl", "qwen3_vl_moe", "kimi_k25",    "minimax_m3_vl", "qwen2_5_vl"};
    return std::find(kTypes.begin(), kTypes.end(), type) != kTypes.end();
}

Message undescribable(std::string_view type) {
    if (type == "deepseek_v41" || type == "deepseek_v41_text")
        return say(
            "compresses the keys of a few layers for all and looks up n-grams in tables, which no kind of "
            "layer here does");
    if (type == "nemotron_h_puzzle")
        return say("gives each mixture of experts sizes of its own, and a scenario has one of them");
    if (type == "gemma3n" || type == "gemma3n_text")
        return say("predicts and corrects streams around each layer (AltUp) and adds a path of low rank "
                   "(LAuReL), which no kind of layer here does");
    if (type == "longcat_flash_ngram" || type == "longcat_flash_lite")
        return say("looks up n-grams in tables, which no kind of layer here has");
    if (type == "hy_v4")
        return say("has connections of residual streams that do not mix them, which no layer here has");
    if (type == "qwen4_exp" || type == "qwen4_exp_text")
        return say(
            "has connections of low rank between residual streams and tables of n-grams, which no layer "
            "here has");
    return {};
}

} // namespace moe
