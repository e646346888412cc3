// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/logs/other_models.h"

#include "data/text.h"

#include <algorithm>

namespace moe {
namespace {

/// Values of model_type that say nothing of layers.
constexpr const char* kPlainTypes[] = {"gpt",     "GPT",       "mamba", "hybrid",   "llama",
                                       "encoder", "ModelType", "None",  "language", "transformer"};

} // namespace

std::string ownLayers(const MegatronLog& log) {
    const auto found = log.arguments.find("model_type");
    const std::string type = found == log.arguments.end() ? std::string() : found->second.text;
    const bool plain = type.empty() || type.find("diffusion") != std::string::npos ||
                       std::any_of(std::begin(kPlainTypes), std::end(kPlainTypes),
                                   [&](const char* each) { return type.starts_with(each); });
    return plain ? std::string() : type;
}

Message otherModel(const MegatronLog& log) {
    const auto text = [&](const char* argument) {
        const auto found = log.arguments.find(argument);
        return found == log.arguments.end() ? std::string() : found->second.text;
    };
    const std::string tokenizer = text("tokenizer_type"), type = text("model_type");
    if (const std::string own = ownLayers(log); !own.empty())
        return say("%1, which has layers of its own", excerpt(own));
    if (log.arguments.contains("encoder_with_decoder")) return say("T5, an encoder with a decoder");
    if (tokenizer.starts_with("BertWordPiece") || text("tokenizer_model").starts_with("BertWordPiece"))
        return say("BERT, which reads from both sides");
    if (type.find("diffusion") != std::string::npos || log.arguments.contains("num_joint_layers"))
        return say("an image model (diffusion)");
    const std::string spec = text("spec");
    for (const char* layers : {"kda", "gdn", "gated_delta", "rwkv"})
        if (spec.find(layers) != std::string::npos)
            return say("layers that its spec brings along (%1)", excerpt(spec, 120));
    if (text("lfm_layer_types").find("conv") != std::string::npos)
        return say("layers of short convolutions (LFM2)");
    if (log.arguments.contains("consumed_train_samples")) return {};
    for (const char* argument : {"img_h", "patch_dim", "vision_model_type", "language_model_type"}) {
        const auto found = log.arguments.find(argument);
        // Defaults of a trainer, which a recipe rests on, have no place in it.
        if (found != log.arguments.end() && found->second.place.line > 0)
            return say("a vision-language model (%1)", argument);
    }
    return {};
}

Message nemoModel(std::string_view name) {
    struct Named {
        std::string_view part;
        const char* model;
    };
    static constexpr Named kRows[] = {
        {"mamba", sentence("a Mamba model, whose layers NeMo lays out itself")},
        {"t5", sentence("T5, an encoder with a decoder")},
        {"ul2", sentence("an encoder with a decoder (UL2)")},
        {"bart", sentence("an encoder with a decoder (BART)")},
        {"bert", sentence("BERT, which reads from both sides")},
        {"retro", sentence("RETRO, which looks texts up")},
        {"griffin", sentence("Griffin, whose recurrent layers are not counted")},
        {"diffusion", sentence("an image model (diffusion)")},
        {"clip", sentence("an image model (CLIP)")},
    };
    for (const Named& row : kRows)
        if (name.find(row.part) != std::string_view::npos) return say(row.model);
    return {};
}

Message programsModel(std::string_view text) {
    struct Started {
        std::string_view program;
        const char* model;
    };
    static constexpr Started kRows[] = {
        {"pretrain_bert.py", sentence("BERT, which reads from both sides")},
        {"pretrain_t5.py", sentence("T5, an encoder with a decoder")},
        {"pretrain_ict.py", sentence("a retriever (ICT)")},
        {"pretrain_retro.py", sentence("RETRO, which looks texts up")},
        {"pretrain_vlm.py", sentence("a vision-language model")},
        {"pretrain_vision_", sentence("an image model")},
    };
    for (const Started& row : kRows)
        for (std::size_t at = text.find(row.program); at != std::string_view::npos;
             at = text.find(row.program, at + 1)) {
            const std::size_t line = text.rfind('\n', at) + 1; // npos + 1: the first
            if (text.substr(line, at - line).find('#') == std::string_view::npos) return say(row.model);
        }
    return {};
}

} // namespace moe
