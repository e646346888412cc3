// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/files/tokenizers.h"

#include <string>

namespace moe {
namespace {

/// The first that matches: longer names stand before those they contain.
constexpr Tokenizer kTokenizers[] = {
    {"llama-4", 202048, "meta-llama/Llama-4-Scout-17B-16E"},
    {"llama4", 202048, "meta-llama/Llama-4-Scout-17B-16E"},
    {"llama-3", 128256, "meta-llama/Llama-3.1-8B"},
    {"llama3", 128256, "meta-llama/Llama-3.1-8B"},
    {"llama-2", 32000, "meta-llama/Llama-2-7b-hf"},
    {"llama2", 32000, "meta-llama/Llama-2-7b-hf"},
    {"tinyllama", 32000, "TinyLlama/TinyLlama-1.1B"},
    {"codellama", 32016, "codellama/CodeLlama-7b-hf"},
    {"mixtral-8x22b", 32000, "mistral-community/Mixtral-8x22B-v0.1"},
    {"mixtral", 32000, "mistralai/Mixtral-8x7B-v0.1"},
    {"mistral-nemo", 131072, "mistralai/Mistral-Nemo-Base-2407"},
    {"mistral-large", 32768, "mistralai/Mistral-Large-Instruct-2407"},
    {"mistral-small-3", 131072, "mistralai/Mistral-Small-3.1-24B-Base-2503"},
    {"mistral-7b-v0-3", 32768, "mistralai/Mistral-7B-v0.3"},
    {"mistral-7b", 32000, "mistralai/Mistral-7B-v0.1"},
    {"deepseek-v4", 129280, "deepseek-ai/DeepSeek-V4-Flash"},
    {"deepseek-v3", 129280, "deepseek-ai/DeepSeek-V3"},
    {"deepseekv3", 129280, "deepseek-ai/DeepSeek-V3"},
    {"deepseek-r1", 129280, "deepseek-ai/DeepSeek-R1"},
    {"deepseek-v2", 102400, "deepseek-ai/DeepSeek-V2"},
    {"deepseekv2", 102400, "deepseek-ai/DeepSeek-V2"},
    {"moonlight", 163840, "moonshotai/Moonlight-16B-A3B"},
    {"kimi-k2", 163840, "moonshotai/Kimi-K2-Instruct"},
    {"qwen3-5", 248320, "Qwen/Qwen3.5-397B-A17B"},
    {"qwen3", 151936, "Qwen/Qwen3-8B"},
    {"qwen2-5-0-5b", 151936, "Qwen/Qwen2.5-0.5B"},
    {"qwen2-5-1-5b", 151936, "Qwen/Qwen2.5-1.5B"},
    {"qwen2-5-3b", 151936, "Qwen/Qwen2.5-3B"},
    {"qwen2-5", 152064, "Qwen/Qwen2.5-7B"},
    {"qwen2-57b-a14b", 151936, "Qwen/Qwen2-57B-A14B"},
    {"qwen2-0-5b", 151936, "Qwen/Qwen2-0.5B"},
    {"qwen2-1-5b", 151936, "Qwen/Qwen2-1.5B"},
    {"qwen2", 152064, "Qwen/Qwen2-7B"},
    {"gpt-oss", 201088, "openai/gpt-oss-120b"},
    {"gpt-neox", 50432, "EleutherAI/gpt-neox-20b"},
    {"gpt2", 50257, "openai-community/gpt2"},
    {"minimax-m3", 200064, "MiniMaxAI/MiniMax-M3"},
    {"minimax-m2", 200064, "MiniMaxAI/MiniMax-M2"},
    {"minimax-text-01", 200064, "MiniMaxAI/MiniMax-Text-01"},
    {"lfm2", 65536, "LiquidAI/LFM2-8B-A1B"},
    {"gemma-3", 262144, "google/gemma-3-4b-pt"},
    {"gemma-2", 256000, "google/gemma-2-9b"},
    {"gemma", 256000, "google/gemma-7b"},
    {"grok-1", 131072, "xai-org/grok-1"},
    {"chatglm2", 65024, "THUDM/chatglm2-6b"},
    {"chatglm3", 65024, "THUDM/chatglm3-6b"},
    {"glm-4-9b", 151552, "THUDM/glm-4-9b"},
    {"glm-5", 154880, "zai-org/GLM-5"},
    {"falcon-7b", 65024, "tiiuae/falcon-7b"},
    {"falcon-40b", 65024, "tiiuae/falcon-40b"},
    {"baichuan2", 125696, "baichuan-inc/Baichuan2-7B-Base"},
    {"starcoder2", 49152, "bigcode/starcoder2-7b"},
    {"internlm2", 92544, "internlm/internlm2-7b"},
    {"olmo-2", 100352, "allenai/OLMo-2-1124-7B"},
    {"smollm", 49152, "HuggingFaceTB/SmolLM2-1.7B"},
    {"dbrx", 100352, "databricks/dbrx-base"},
    {"glm-4-5", 151552, "zai-org/GLM-4.5"},
    {"phi-3-5-moe", 32064, "microsoft/Phi-3.5-MoE-instruct"},
    {"olmoe", 50304, "allenai/OLMoE-1B-7B-0924"},
    {"nemotron-4", 256000, "nvidia/Nemotron-4-340B-Base"},
    {"nemotron-h", 131072, "nvidia/Nemotron-H-8B-Base-8K"},
};

} // namespace

const Tokenizer* findTokenizer(std::string_view name) {
    std::string lower;
    for (const char c : name)
        lower += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c == '_' || c == '.' ? '-' : c;
    for (const Tokenizer& row : kTokenizers)
        if (lower.find(row.part) != std::string::npos) return &row;
    return nullptr;
}

} // namespace moe
