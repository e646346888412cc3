// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/measured/foreign.h"

#include "data/number.h"
#include "data/text.h"
#include "models/engine/measured/flat_toml.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

enum class Program { Bridge, NeMo, Primus, Titan, Script };
const char* nameOf(Program program) {
    switch (program) {
    case Program::Bridge: return "Megatron-Bridge";
    case Program::NeMo: return "NeMo";
    case Program::Primus: return "Primus";
    case Program::Titan: return "torchtitan";
    case Program::Script: return "Megatron-LM";
    }
    return "";
}

struct Foreign {
    Program program = Program::Script;
    Document entries; ///< none of a script
};

std::string_view tailOf(std::string_view key) {
    return key.substr(key.find_last_of('.') + 1); // npos + 1 = 0
}
bool isUnder(std::string_view key, std::string_view section) {
    return key.size() > section.size() && key.substr(0, section.size()) == section &&
           key[section.size()] == '.';
}

std::optional<Program> programOf(const Document& document) {
    int bridge = 0;
    bool trainer = false, model = false, manager = false;
    for (const DocumentEntry& entry : document) {
        const std::string_view key = entry.key;
        const std::string text = entry.text();
        if (isUnder(key, "modules") && tailOf(key) == "framework") return Program::Primus;
        if (tailOf(key) == "_target_") {
            if (text.rfind("megatron.bridge", 0) == 0) return Program::Bridge;
            if (text.rfind("nemo.", 0) == 0) return Program::NeMo;
        }
        trainer = trainer || isUnder(key, "trainer");
        model = model || isUnder(key, "model");
        manager = manager || isUnder(key, "exp_manager");
        for (const std::string_view mark :
             {"train.train_iters", "train.global_batch_size", "train.micro_batch_size", "model.num_layers",
              "model.hidden_size", "model.seq_length", "model.tensor_model_parallel_size",
              "model.pipeline_model_parallel_size", "model.expert_model_parallel_size", "optimizer.lr",
              "ddp.use_distributed_optimizer"})
            bridge += key == mark ? 1 : 0;
    }
    if (manager || (trainer && model)) return Program::NeMo;
    if (bridge >= 2) return Program::Bridge;
    return std::nullopt;
}

/// Tables of a hundred megabytes are not worth reading as YAML.
bool mayBeRecipe(std::string_view text) {
    constexpr std::size_t kLargest = 1 << 22;
    constexpr std::string_view kMarks[] = {"_target_",    "framework:", "exp_manager:",   "trainer:",
                                           "train_iters", "num_layers", "_parallel_size", "batch_size"};
    return text.size() <= kLargest &&
           std::any_of(std::begin(kMarks), std::end(kMarks),
                       [text](std::string_view mark) { return text.find(mark) != std::string_view::npos; });
}

std::optional<Foreign> foreignIn(std::string_view text, const std::string& source) {
    if (!schemaOf(text).empty()) return std::nullopt; // a file of this program
    if (isTorchtitan(text)) return Foreign{Program::Titan, flatToml(text)};
    if (isMegatronLog(text)) return std::nullopt;
    if (isMegatronArguments(text)) return Foreign{};
    if (!mayBeRecipe(text)) return std::nullopt;
    const Result<Document> document = parseDocument(text, source);
    if (!document) return std::nullopt;
    const std::optional<Program> program = programOf(*document);
    if (!program) return std::nullopt;
    return Foreign{*program, *document};
}

/// Where recipes name an argument of Megatron-LM otherwise.
struct Alias {
    std::string_view key, argument;
};
constexpr Alias kAliases[] = {
    {"activations_checkpoint_granularity", "recompute_granularity"},
    {"activations_checkpoint_method", "recompute_method"},
    {"activations_checkpoint_num_layers", "recompute_num_layers"},
    {"bias", "add_bias_linear"},
    {"devices", "nproc_per_node"},
    {"encoder_seq_length", "seq_length"},
    {"gated_linear_unit", "swiglu"},
    {"max_steps", "train_iters"},
    {"num_gpus_per_node", "nproc_per_node"},
    {"num_moe_experts", "num_experts"},
    {"num_nodes", "nnodes"},
    {"sequence_length", "seq_length"},
    {"virtual_pipeline_model_parallel_size", "num_virtual_stages_per_pipeline_rank"},
};
/// Sections that shape neither the model nor the run.
constexpr std::string_view kAsides[] = {"checkpoint", "checkpoint_config", "data",   "exp_manager",
                                        "logger",     "profiling",         "resume", "rng",
                                        "scheduler",  "tokenizer",         "wandb"};

std::string valueText(const DocumentEntry& entry) {
    return entry.list ? "[" + entry.text() + "]" : entry.text();
}

MegatronLog logOf(const Document& entries, const std::string& source) {
    MegatronLog log;
    log.source = source;
    const auto put = [&](std::string_view argument, std::string text, const DocumentEntry& entry) {
        log.arguments.emplace(std::string(argument),
                              MegatronArgument{std::move(text), {entry.line, entry.column}});
    };
    for (const DocumentEntry& entry : entries) {
        const std::string_view tail = tailOf(entry.key);
        const bool aside = std::any_of(std::begin(kAsides), std::end(kAsides),
                                       [&](std::string_view section) { return isUnder(entry.key, section); });
        // ${…} is worked out when the program runs.
        if (entry.isNull() || aside || entry.text().find("${") != std::string::npos) continue;
        const std::string text = valueText(entry);
        const bool yes = text == "true" || text == "True";
        const auto* const alias = std::find_if(std::begin(kAliases), std::end(kAliases),
                                               [&](const Alias& row) { return row.key == tail; });
        if (alias != std::end(kAliases)) {
            put(alias->argument, text, entry);
        } else if (tail == "share_embeddings_and_output_weights") {
            put("untie_embeddings_and_output_weights", yes ? "False" : "True", entry);
        } else if (tail == "activation" && text.find("swiglu") != std::string::npos) {
            put("swiglu", "True", entry);
        } else if (tail == "normalization" && text == "rmsnorm") {
            put(tail, "RMSNorm", entry);
        } else if (tail == "num_query_groups") {
            put(tail, text, entry);
            put("group_query_attention", "True", entry);
        } else if (tail == "name" && text == "distributed_fused_adam") {
            put("use_distributed_optimizer", "True", entry);
        } else {
            put(tail, text, entry);
        }
    }
    return log;
}

/// What a recipe without the sizes of its model still says, as --set takes it.
struct Setting {
    std::string_view name, key; ///< end of the recipe's key; key of a scenario
};
constexpr Setting kSettings[] = {
    {"context_parallel_degree", "parallel.cp"},
    {"context_parallel_size", "parallel.cp"},
    {"encoder_seq_length", "model.sequence"},
    {"expert_model_parallel_size", "parallel.ep"},
    {"expert_parallel_degree", "parallel.ep"},
    {"expert_tensor_parallel_degree", "parallel.etp"},
    {"expert_tensor_parallel_size", "parallel.etp"},
    {"global_batch_size", "train.global_batch"},
    {"local_batch_size", "train.micro_batch"},
    {"lr", "train.lr"},
    {"micro_batch_size", "train.micro_batch"},
    {"pipeline_model_parallel_size", "parallel.pp"},
    {"pipeline_parallel_degree", "parallel.pp"},
    {"seq_len", "model.sequence"},
    {"seq_length", "model.sequence"},
    {"tensor_model_parallel_size", "parallel.tp"},
    {"tensor_parallel_degree", "parallel.tp"},
};

std::string settingsOf(const Document& entries) {
    std::string made;
    for (const DocumentEntry& entry : entries) {
        const auto* const row =
            std::find_if(std::begin(kSettings), std::end(kSettings),
                         [&](const Setting& each) { return each.name == tailOf(entry.key); });
        const std::optional<double> value = parseQuantity(entry.text());
        if (row == std::end(kSettings) || entry.list || !value || !(*value > 0) || std::isinf(*value))
            continue;
        const std::string key(row->key);
        if (made.find(key + "=") != std::string::npos) continue;
        made += (made.empty() ? "--set " : " --set ") + key + "=" + numberText(*value);
    }
    return made;
}

/// The entry that names the model: `model.name`, `modules.pre_trainer.model`, a recipe's class.
const DocumentEntry* modelName(const Document& entries) {
    for (const std::string_view tail : {"flavor", "name", "model", "_target_", "model_type", "recipe"})
        for (const DocumentEntry& entry : entries)
            if (tailOf(entry.key) == tail && !entry.list && !entry.isNull() &&
                (isUnder(entry.key, "model") || isUnder(entry.key, "modules")))
                return &entry;
    return nullptr;
}

Problem withoutSizes(const Foreign& foreign, const std::string& source) {
    Problem problem{.source = source};
    const std::string settings = settingsOf(foreign.entries);
    problem.rule = settings.empty() ? say("is a %1 recipe without the sizes of its model; take a preset "
                                          "(--preset) or the config.json of the "
                                          "model (--scenario)",
                                          nameOf(foreign.program))
                                    : say("is a %1 recipe without the sizes of its model; take a preset "
                                          "(--preset) or the config.json of the "
                                          "model (--scenario) and add %2",
                                          nameOf(foreign.program), settings);
    if (const DocumentEntry* name = modelName(foreign.entries)) {
        problem.line = name->line;
        problem.column = name->column;
        problem.key = name->key;
        problem.value = excerpt(name->text());
    }
    return problem;
}

} // namespace

std::string foreignKind(std::string_view text) {
    const std::optional<Foreign> foreign = foreignIn(text, {});
    if (!foreign) return {};
    return nameOf(foreign->program) +
           std::string(foreign->program == Program::Script ? " arguments" : " recipe");
}

std::optional<Result<LogScenario>> foreignScenario(std::string_view text, const std::string& source,
                                                   const Catalog& catalog) {
    const std::optional<Foreign> foreign = foreignIn(text, source);
    if (!foreign) return std::nullopt;
    if (foreign->program == Program::Script)
        return scenarioFromLog(readMegatronArguments(text, source), catalog);
    const MegatronLog log = logOf(foreign->entries, source);
    const bool sized = log.arguments.contains("num_layers") && log.arguments.contains("hidden_size") &&
                       log.arguments.contains("num_attention_heads");
    if (foreign->program == Program::Titan || !sized) return withoutSizes(*foreign, source);
    return scenarioFromLog(log, catalog);
}

} // namespace moe
