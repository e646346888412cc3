// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/measured/run_list.h"

#include "data/number.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/machines/vendor.h"
#include "models/engine/scenario/validate.h"
#include "models/engine/shape/flops.h"
#include "models/engine/shape/setup.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace moe {
namespace {

class RunScenario {
public:
    RunScenario(RunRow& row, Scenario& scenario) : m_row(row), m_scenario(scenario) {}

    /// "key=value"; false when the scenario knows no such key or value.
    bool set(std::string_view pair) {
        const std::size_t equals = pair.find('=');
        return setField(m_scenario, pair.substr(0, equals), pair.substr(equals + 1)).empty();
    }
    void setAll(std::string_view pairs) {
        while (!pairs.empty()) {
            const std::size_t space = std::min(pairs.find(' '), pairs.size());
            set(pairs.substr(0, space));
            pairs.remove_prefix(std::min(space + 1, pairs.size()));
        }
    }
    /// The value of the run's `from` under the scenario's `key`; a wrong value is
    /// the run's problem.
    void take(std::string_view from, std::string_view key) {
        const std::optional<std::string> value = m_row.text(from);
        if (!value) return;
        for (Problem& problem : setField(m_scenario, key, *value))
            m_row.complain(from, std::move(problem.rule), *value);
    }

private:
    RunRow& m_row;
    Scenario& m_scenario;
};

/// What the run does not say and every scenario needs, but for what follows
/// from the rest.
Message missing(const RunRow& row) {
    for (const char* key : {"shape.layers", "shape.hidden", "shape.heads", "shape.vocab", "seq", "gpus"}) {
        if (!row.entry(key)) return say("%1 is not stated", key);
    }
    if (!row.entry("global_batch") && !row.entry("per_device_batch") && !row.entry("micro_batch"))
        return say("%1 is not stated", "global_batch");
    if (!row.entry("micro_batch") && !row.entry("per_device_batch"))
        return say("%1 is not stated", "micro_batch");
    for (const char* key : {"step_time_s", "tokens_per_s_per_gpu", "tflops"}) {
        if (row.entry(key)) return {};
    }
    return say("%1 is not stated", "step_time_s");
}

/// Megatron-LM counts the embedding and the loss as layers where only that
/// divides them evenly.
void readLayout(RunScenario& maker, const Scenario& scenario) {
    const Count chunks = scenario.parallel.pp * scenario.parallel.vpp, units = scenario.model.layers + 2;
    if (chunks < 2 || scenario.model.layers % chunks == 0 || units % chunks != 0) return;
    const auto layers = [](Count count) { return count > 0 ? "t*" + std::to_string(count) : std::string(); };
    const Count each = units / chunks;
    maker.set("parallel.layout=E" + layers(each - 1) + "|(" + layers(each) + "|)*" +
              std::to_string(chunks - 2) + layers(each - 1) + (scenario.model.mtpLayers > 0 ? "mL" : "L"));
}

/// The whole number after `word` in the text of a key; absent where the text does not hold it.
std::optional<Count> numberAfter(const RunRow& row, std::string_view key, std::string_view word) {
    const std::optional<std::string> said = row.text(key);
    const std::size_t at = said ? said->find(word) : std::string::npos;
    if (at == std::string::npos) return std::nullopt;
    Count value = 0;
    const char* const begin = said->data() + at + word.size();
    if (std::from_chars(begin, said->data() + said->size(), value).ec != std::errc()) return std::nullopt;
    return value;
}

/// What is said in numbers within words: ranks that share parameters where copies are kept beyond them, and
/// layers whose activations wait on the host.
void readShares(RunRow& row, RunScenario& maker, const Scenario& scenario) {
    std::optional<Count> group;
    const std::optional<Count> copies = numberAfter(row, "sharding", "data parallel ");
    if (copies.value_or(1) > 1) group = numberAfter(row, "sharding", "over ");
    if (!group && row.has("sharding", "data parallel over"))
        group = numberAfter(row, "sharding", "in a slice of ");
    if (!group && row.has("sharding", "in the VM")) group = numberAfter(row, "sharding", "fsdp ");
    const Count slices = static_cast<Count>(row.number("dp_slices").value_or(1));
    if (!group && slices > 1) group = *scenario.cluster.gpus / slices / scenario.parallel.tp;
    if (group) maker.set("train.shard_group=" + std::to_string(*group));
    if (const std::optional<Count> layers = numberAfter(row, "offload", "activations of "))
        maker.set("train.activation_offload=" +
                  numberText(static_cast<double>(*layers) / static_cast<double>(scenario.model.layers)));
}

/// Degrees and batches that follow from the others; a reason when they
/// contradict each other.
Message readBatches(RunRow& row, Scenario& scenario) {
    ParallelSpec& parallel = scenario.parallel;
    TrainSpec& train = *scenario.train;
    const Count gpus = scenario.cluster.gpus.value_or(1), stages = parallel.tp * parallel.pp * parallel.cp;
    if (!parallel.dp) parallel.dp = std::max<Count>(1, gpus / stages);
    if (stages * *parallel.dp != gpus)
        return say("TP·PP·CP·DP is %1, but the run had %2 devices", stages * *parallel.dp, gpus);
    const std::optional<double> perDevice = row.number("per_device_batch");
    if (!row.entry("global_batch"))
        train.globalBatch = perDevice && !row.entry("micro_batch")
                                ? std::llround(*perDevice * static_cast<double>(gpus))
                                : train.microBatch * *parallel.dp;
    if (!row.entry("micro_batch")) train.microBatch = std::max<Count>(1, train.globalBatch / *parallel.dp);
    return {};
}

void readModel(RunRow& row, RunScenario& maker, Scenario& scenario) {
    const bool routes = row.entry("shape.experts") != nullptr;
    if (routes) scenario.moe.emplace();
    for (const auto& [from, key] : runKeys()) {
        const bool chunked = row.entry("shape.chunk_window") && from == "shape.window";
        if (!chunked) maker.take(from, key);
    }
    if (!row.has("shape.attention", "mla")) maker.take("shape.kv_heads", "model.kv_heads");
    // Of a model that only routes this is the width of its experts.
    const bool dense =
        !routes || row.number("shape.first_dense").value_or(0) > 0 || row.entry("shape.moe_every");
    if (dense) maker.take("shape.ffn", "model.ffn");
    if (row.entry("shape.global_head_dim")) {
        // The sizes said are those of sliding layers.
        maker.take("shape.heads", "model.sliding_heads");
        maker.take("shape.kv_heads", "model.sliding_kv_heads");
        maker.take("shape.head_dim", "model.sliding_head_dim");
        maker.take("shape.global_head_dim", "model.head_dim");
        if (row.entry("shape.global_kv_heads")) maker.take("shape.global_kv_heads", "model.kv_heads");
    }
}

/// By the words of a row; what its scenario says is told by time/unmodelled.h.
std::string unmodelledOf(const RunRow& row) {
    for (const UnmodelledWord& word : unmodelledWords()) {
        if (row.has(word.key, word.part)) return word.name;
    }
    return {};
}

/// Seconds of a step from what the source printed.
double measuredStep(RunRow& row, const Scenario& scenario, const Catalog& catalog) {
    if (const std::optional<double> seconds = row.number("step_time_s")) return *seconds;
    const auto gpus = static_cast<double>(*scenario.cluster.gpus);
    const double tokens =
        static_cast<double>(scenario.train->globalBatch) * static_cast<double>(scenario.model.sequence);
    if (const std::optional<double> rate = row.number("tokens_per_s_per_gpu")) return tokens / (*rate * gpus);
    // Sources that print nothing but this count all of attention: 6N + 12·L·n·d·s
    // per token.
    const double rate = row.number("tflops").value_or(0) * Tflops.base;
    return stepFlops(setupOf(scenario, catalog)).fullAttention.base / (rate * gpus);
}

/// "NeMo 24.12" → 24.12; 0 without a number.
double releaseOf(const RunRow& row, std::string_view framework) {
    const std::string said = row.text("framework").value_or("");
    const std::size_t at = said.find(framework);
    if (at == std::string::npos) return 0;
    const std::size_t digit = said.find_first_of("0123456789", at);
    if (digit == std::string::npos) return 0;
    double release = 0;
    std::from_chars(said.data() + digit, said.data() + said.size(), release);
    return release;
}

/// Chunks of NeMo's and Megatron-Bridge's recipes for the 61 layers of DeepSeek-V3 and Kimi K2
/// (set_deepseek_v3_pipeline_model_parallel_layout, map_pp_vp_to_layout): as many layers on each but the
/// last, which holds the loss.
std::string recipeLayout(const Scenario& scenario) {
    const Count chunks = scenario.parallel.pp * scenario.parallel.vpp;
    if (scenario.model.layers != 61 || (chunks != 4 && chunks != 8 && chunks != 16)) return {};
    const Count each = 64 / chunks;
    const auto layers = [](Count count) { return "t*" + std::to_string(count); };
    return "E" + layers(each) + "|(" + layers(each) + "|)*" + std::to_string(chunks - 2) + layers(each - 3) +
           (scenario.model.mtpLayers > 0 ? "mL" : "L");
}

/// What recipes do without printing it, by what the run is.
void readUnprinted(RunRow& row, RunScenario& maker, const Scenario& scenario) {
    const bool nemo = row.text("framework").value_or("").starts_with("NeMo ");
    const double release = nemo ? releaseOf(row, "NeMo") : 0;
    constexpr double kOwnExpertTensor = 25.04; // NeMo took expert_tensor_parallel_size as TP before
    const bool expertsAsTensor = release > 0 && release < kOwnExpertTensor;
    if (scenario.moe && !row.entry("etp"))
        maker.set("parallel.etp=" + std::to_string(expertsAsTensor ? scenario.parallel.tp : 1));
    // NVIDIA's recipes overlap TP's collectives (tp_comm_overlap); NVFP4 products take no part in it.
    const bool recipes = nemo || row.has("framework", "Megatron-Bridge") || row.has("framework", "MLPerf") ||
                         row.has("source", "mlcommons");
    const bool four = scenario.precision.compute == DataType::NvFp4;
    const bool asked = row.has("overlap", "no TP overlap");
    if (recipes && scenario.parallel.tp > 1)
        maker.set(four || asked ? "train.tp_overlap=false" : "train.tp_overlap=true");
    // Their LoRA adapts the fused projection alone, and packs short samples of SQuAD into a sequence
    // (llama3_70b_lora_config_*: cfg.peft.target_modules = ["linear_qkv"], packed_sequence_specs).
    if (row.has("kind", "lora")) maker.setAll("train.trainable=lora");
    if (row.has("kind", "lora") && recipes) maker.setAll("train.lora.targets=qkv train.packed=256");
    if (recipes && scenario.model.attention == Attention::Mla) maker.set("train.fused_rope=true");
    if (const std::string layout = recipes ? recipeLayout(scenario) : std::string();
        !layout.empty() && !row.entry("pp_layout"))
        maker.set("parallel.layout=" + layout);
    // DeepSeek-V3, arXiv 2412.19437, section 2.1.2: a token goes to 4 of 8 groups of experts.
    const bool v3 = row.has("model", "deepseek-v3") || row.has("model", "deepseek3-671b") ||
                    row.has("model", "deepseek-r1");
    if (v3 && scenario.moe && scenario.moe->experts % 8 == 0 && scenario.moe->groupLimit == 0) {
        maker.set("moe.groups=8");
        maker.set("moe.group_limit=4");
    }
}

/// "8 x 100 Gb/s per VM of 8 GPUs": cards of a node and the rate of each.
void readNetwork(RunRow& row, RunScenario& maker, const Scenario& scenario) {
    if (scenario.cluster.nicGbps || scenario.cluster.nicsPerNode) return;
    // Digits, "x" between them, then "Gb/s" or "Gbit/s"; a blank beside each may be missing.
    const auto digitsAt = [](std::string_view text) {
        return text.substr(0, std::min(text.find_first_not_of("0123456789"), text.size()));
    };
    const auto skip = [](std::string_view& text, std::string_view word) {
        const bool begins = text.starts_with(word);
        if (begins) text.remove_prefix(word.size());
        return begins;
    };
    for (const char* key : {"network", "notes"}) {
        const std::string said = row.text(key).value_or("");
        for (std::size_t at = 0; (at = said.find_first_of("0123456789", at)) != std::string::npos;) {
            std::string_view rest = std::string_view(said).substr(at);
            const std::string_view cards = digitsAt(rest);
            at += cards.size();
            rest.remove_prefix(cards.size());
            skip(rest, " ");
            if (!skip(rest, "x") && !skip(rest, "×")) continue;
            skip(rest, " ");
            const std::string_view each = digitsAt(rest);
            rest.remove_prefix(each.size());
            skip(rest, " ");
            const std::optional<double> rate = parseNumber(each);
            if (!rate || !(rest.starts_with("Gb/s") || rest.starts_with("Gbit/s"))) continue;
            maker.set("cluster.nics_per_node=" + std::string(cards));
            maker.set("cluster.nic_gbps=" + numberText(*rate / 8));
            return;
        }
    }
}

/// What decides a step and is printed as unknown, or as one of two.
Message undecided(const RunRow& row) {
    for (const char* key :
         {"tp", "pp", "vpp", "cp", "ep", "etp", "dp", "micro_batch", "global_batch", "gpus", "seq"}) {
        const std::optional<std::string> said = row.text(key);
        if (said &&
            (*said == "-" || *said == "?" || said->starts_with("not ") || said->starts_with("unknown")))
            return say("%1 is not stated", key);
    }
    if (row.has("precision", "_or_") || row.has("precision", " or "))
        return say("%1 is not stated", "precision");
    const std::string stages = row.text("pp").value_or("1");
    if (stages != "1" && !row.entry("micro_batch")) return say("%1 is not stated", "micro_batch");
    return {};
}

std::string upTo(const std::string& text, std::string_view ends) {
    return text.substr(0, text.find_first_of(ends));
}

} // namespace
RunOutcome caseOfRun(RunRow& row, const Catalog& catalog) {
    for (const auto& [key, entry] : row.entries()) {
        if (!isRunKey(key)) row.complain(key, say("is no key of a run"), entry->text());
    }
    for (const char* key : {"id", "source", "gpu"}) {
        if (!row.entry(key)) row.complain(key, say("is missing"));
    }
    if (!row.problems.empty()) return {};
    const std::string gpu = *row.text("gpu");
    const GpuSpec* device = catalog.gpuNamed(gpu);
    if (device == nullptr) return {{}, say("the list of GPUs has no %1", gpu)};
    if (row.has("quality", "C")) return {{}, say("the figure includes other work, or is not plausible")};
    if (Message gap = undecided(row); !gap.empty()) return {{}, std::move(gap)};
    if (Message gap = missing(row); !gap.empty()) return {{}, std::move(gap)};

    MeasuredCase made;
    Scenario& scenario = made.scenario;
    scenario.train.emplace();
    RunScenario maker(row, scenario);
    scenario.gpu.preset = device->key;
    readModel(row, maker, scenario);
    for (const FrameworkDefaults& framework : frameworkDefaults()) {
        if (row.has(framework.key, framework.part)) maker.setAll(framework.set);
    }
    for (const WordMeaning& word : wordMeanings()) {
        if (!row.has(word.key, word.part)) continue;
        if (!maker.set(word.set) && word.otherwise) maker.set(word.otherwise);
    }
    if (row.has("overlap", "no EP overlap")) maker.set("train.ep_overlap=false");
    // Of an MoE layer what is not kept of the network are its experts.
    if (Recompute& again = scenario.train->recompute;
        scenario.moe && again.has(RecomputePart::Mlp) && !again.has(RecomputePart::Moe)) {
        again.parts.push_back(RecomputePart::Moe);
        std::sort(again.parts.begin(), again.parts.end());
    }
    readUnprinted(row, maker, scenario);
    for (const auto& [key, entry] : row.entries()) {
        if (key.starts_with("set.")) maker.take(key, std::string_view(key).substr(4));
    }
    if (!row.problems.empty()) return {};
    if (!row.entry("pp_layout") && scenario.parallel.layout == StageLayout{}) readLayout(maker, scenario);
    if (Message contradiction = readBatches(row, scenario); !contradiction.empty())
        return {{}, std::move(contradiction)};
    readShares(row, maker, scenario);
    readNetwork(row, maker, scenario);
    for (Problem& problem : validate(scenario, catalog))
        row.complain("", say("%1: %2", problem.key, std::move(problem.rule)), problem.value);
    if (!row.problems.empty()) return {};

    made.id = *row.text("id");
    scenario.name = made.model = row.text("model").value_or("");
    made.source = *row.text("source") + ": " + row.text("path").value_or("");
    made.group = row.text("file").value_or(upTo(*row.text("source"), "@:"));
    made.publisher = upTo(*row.text("source"), "@:");
    made.vendor = vendorOf(catalog, scenario.gpu.preset).name;
    made.quality = row.text("quality").value_or("B");
    made.hardware = std::to_string(*scenario.cluster.gpus) + " x " + gpu;
    made.framework = row.text("framework").value_or("");
    made.notes = row.text("notes").value_or("");
    made.cause = row.text("cause").value_or("");
    made.set = RunSet::Second;
    made.usedForFit = row.has("used_for_fit", "true");
    made.stepTimeInScope = !row.has("in_scope", "false");
    made.unmodelled = unmodelledOf(row);
    const double step = measuredStep(row, scenario, catalog);
    if (!(step > 0)) return {{}, say("%1 is not stated", "step_time_s")};
    made.measured.push_back({findCaseQuantity("step_seconds"), step});
    if (const std::optional<double> peak = row.number("peak_mem_gib"); peak && *peak > 0)
        made.measured.push_back({findCaseQuantity("peak_bytes"), *peak * GiB.base});
    return {std::move(made), {}};
}
} // namespace moe
