// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/files/adapter_files.h"

#include "data/number.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace moe {
namespace {

std::string_view tailOf(std::string_view key) {
    return key.substr(key.find_last_of('.') + 1); // npos + 1 = 0
}
/// One of the sections a key stands in.
bool hasSection(std::string_view key, std::string_view section) {
    for (std::size_t at = 0; at < key.size();) {
        const std::size_t end = std::min(key.find('.', at), key.size());
        if (end < key.size() && key.substr(at, end - at) == section) return true;
        at = end + 1;
    }
    return false;
}

/// Matrices by the names of Transformers, Megatron-LM and torchtune.
struct AdaptedMatrix {
    std::string_view name, word;
};
constexpr AdaptedMatrix kTargets[] = {
    {"linear_qkv", "qkv"},
    {"attention_qkv", "qkv"},
    {"qkv_proj", "qkv"},
    {"query_key_value", "qkv"},
    {"linear_proj", "o"},
    {"attention_dense", "o"},
    {"linear_fc1", "fc1"},
    {"mlp_fc1", "fc1"},
    {"linear_fc2", "down"},
    {"mlp_fc2", "down"},
    {"gate_up_proj", "fc1"},
    {"q_proj", "q"},
    {"linear_q_proj", "q"},
    {"linear_q_down_proj", "q"},
    {"linear_q_up_proj", "q"},
    {"q_a_proj", "q"},
    {"q_b_proj", "q"},
    {"k_proj", "k"},
    {"v_proj", "v"},
    {"linear_kv_down_proj", "k"},
    {"linear_kv_up_proj", "k"},
    {"kv_a_proj_with_mqa", "k"},
    {"kv_b_proj", "k"},
    {"o_proj", "o"},
    {"output_proj", "o"},
    {"gate_proj", "gate"},
    {"up_proj", "up"},
    {"down_proj", "down"},
    {"w1", "gate"},
    {"w3", "up"},
    {"w2", "down"},
};
constexpr std::string_view kEvery = "q,k,v,o,gate,up,down", kFused = "qkv,o,fc1,down";

/// Where a program writes what: the key, or the end of it within a section.
struct AdapterKey {
    std::string_view section, tail;
};
constexpr AdapterKey kRanks[] = {{"peft", "dim"},   {"lora_tuning", "adapter_dim"},
                                 {"lora", "dim"},   {"", "lora_r"},
                                 {"", "lora_rank"}, {"", "r"}};
constexpr AdapterKey kAlphas[] = {
    {"peft", "alpha"}, {"lora_tuning", "alpha"}, {"lora", "alpha"}, {"", "lora_alpha"}};
constexpr AdapterKey kNames[] = {{"peft", "target_modules"}, {"lora_tuning", "target_modules"},
                                 {"lora", "target_modules"}, {"", "lora_target_modules"},
                                 {"", "lora_target"},        {"", "lora_attn_modules"},
                                 {"", "target_modules"}};

template <std::size_t N> const DocumentEntry* said(const Document& document, const AdapterKey (&places)[N]) {
    for (const AdapterKey& place : places)
        for (const DocumentEntry& entry : document)
            if (!entry.isNull() && tailOf(entry.key) == place.tail &&
                (place.section.empty() || hasSection(entry.key, place.section)))
                return &entry;
    return nullptr;
}

const DocumentEntry* withTail(const Document& document, std::string_view tail) {
    for (const DocumentEntry& entry : document)
        if (!entry.isNull() && tailOf(entry.key) == tail) return &entry;
    return nullptr;
}
bool isTrue(const DocumentEntry* entry) {
    return entry && (entry->text() == "true" || entry->text() == "True");
}
bool says(const DocumentEntry* entry, std::string_view text) {
    return entry && entry->text() == text;
}

enum class Dialect { None, Megatron, Peft };
/// Which program's defaults hold, if the document trains adapters at all.
Dialect dialectOf(const Document& document) {
    const DocumentEntry *enabled = nullptr, *scheme = withTail(document, "peft_scheme");
    bool megatron = false;
    for (const DocumentEntry& entry : document) {
        if (hasSection(entry.key, "lora") && tailOf(entry.key) == "enabled") enabled = &entry;
        megatron = megatron ||
                   (hasSection(entry.key, "peft") && !entry.isNull() &&
                    (tailOf(entry.key) == "dim" || tailOf(entry.key) == "target_modules" ||
                     (tailOf(entry.key) == "_target_" && entry.text().find("LoRA") != std::string::npos)));
    }
    if (says(scheme, "lora") || isTrue(enabled)) return Dialect::Megatron;
    if (scheme || enabled) return Dialect::None; // of another kind, or switched off
    if (megatron || says(withTail(document, "peft"), "lora")) return Dialect::Megatron;
    const DocumentEntry *adapter = withTail(document, "adapter"),
                        *kind = withTail(document, "finetuning_type");
    if (says(adapter, "lora") || says(adapter, "qlora") || says(kind, "lora") ||
        says(withTail(document, "peft_type"), "LORA") || isTrue(withTail(document, "use_peft")))
        return Dialect::Peft;
    const DocumentEntry* component = withTail(document, "_component_");
    for (const DocumentEntry& entry : document)
        if (tailOf(entry.key) == "_component_" && entry.text().find("lora") != std::string::npos)
            component = &entry;
    const bool tune = component && component->text().find("lora") != std::string::npos;
    return tune ? Dialect::Peft : Dialect::None;
}

/// The text of a list, "[q_proj, v_proj]" or "q_proj,v_proj", by its words.
std::vector<std::string> wordsOf(std::string text) {
    for (char& c : text)
        if (std::string_view("[]',\"").find(c) != std::string_view::npos) c = ' ';
    std::vector<std::string> words;
    for (std::size_t at = 0; (at = text.find_first_not_of(' ', at)) != std::string::npos;) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        words.push_back(text.substr(at, end - at));
        at = end;
    }
    return words;
}

std::string targetsOf(const Document& document, Dialect dialect, std::vector<std::string>& unknown) {
    const DocumentEntry* names = said(document, kNames);
    if (!names) {
        if (isTrue(withTail(document, "lora_target_linear"))) return std::string(kEvery);
        if (dialect == Dialect::Megatron) return std::string(kFused);
        return {};
    }
    std::string text;
    const auto add = [&text](std::string_view word) {
        for (const std::string& one : wordsOf(text))
            if (one == word) return;
        text += (text.empty() ? "" : ",") + std::string(word);
    };
    for (const std::string& name : wordsOf(names->text())) {
        if (name == "all" || name == "all-linear") return std::string(kEvery);
        const std::string_view last = tailOf(name);
        const auto* const row = std::find_if(std::begin(kTargets), std::end(kTargets),
                                             [&](const AdaptedMatrix& each) { return each.name == last; });
        if (row == std::end(kTargets))
            unknown.push_back(name);
        else
            add(row->word);
    }
    // torchtune names attention's matrices; the network's have switches.
    if (isTrue(withTail(document, "apply_lora_to_mlp")))
        for (const std::string_view word : {"gate", "up", "down"}) add(word);
    return text;
}

} // namespace

AdapterSettings adapterSettings(const Document& document) {
    AdapterSettings made;
    const Dialect dialect = dialectOf(document);
    if (dialect == Dialect::None) return made;
    made.set.emplace_back("train.trainable", "lora");
    const auto number = [&](const DocumentEntry* entry, const char* key, double least,
                            const char* otherwise) {
        const std::optional<double> value = entry ? parseNumber(entry->text()) : std::nullopt;
        if (value && *value >= least && *value <= 8192)
            made.set.emplace_back(key, numberText(*value));
        else if (*otherwise)
            made.set.emplace_back(key, otherwise);
    };
    // LoraConfig of PEFT: r 8; LoRA of Megatron-Bridge: dim 32, the scenario's own default.
    number(said(document, kRanks), "train.lora.rank", 1, dialect == Dialect::Peft ? "8" : "");
    number(said(document, kAlphas), "train.lora.alpha", 0, "");
    if (const std::string targets = targetsOf(document, dialect, made.unknown); !targets.empty())
        made.set.emplace_back("train.lora.targets", targets);
    const bool four = says(withTail(document, "adapter"), "qlora") ||
                      isTrue(withTail(document, "load_in_4bit")) ||
                      says(withTail(document, "quantization_bit"), "4");
    const bool eight =
        isTrue(withTail(document, "load_in_8bit")) || says(withTail(document, "quantization_bit"), "8");
    if (four)
        made.set.emplace_back("precision.frozen",
                              isTrue(withTail(document, "bnb_4bit_use_double_quant")) ? "nf4-double" : "nf4");
    else if (eight)
        made.set.emplace_back("precision.frozen", "int8");
    return made;
}

std::string adapterFlags(const Document& document) {
    std::string text;
    for (const auto& [key, value] : adapterSettings(document).set)
        text += (text.empty() ? "--set " : " --set ") + key + "=" + value;
    return text;
}

} // namespace moe
