// SPDX-License-Identifier: GPL-3.0-or-later
// What the words of a published run mean as keys of a scenario.

#include "models/engine/cost/vendor.h"
#include "models/engine/measured/run_list.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/validate.h"
#include "models/engine/shape/flops.h"
#include "models/engine/shape/setup.h"

#include <algorithm>
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
    const char* device = runDevice(gpu);
    if (!catalog.gpu(device)) return {{}, say("the list of GPUs has no %1", gpu)};
    if (row.has("kind", "lora")) return {{}, say("frozen weights have no key in a scenario")};
    if (row.has("quality", "C")) return {{}, say("the figure includes other work, or is not plausible")};
    if (Message gap = missing(row); !gap.empty()) return {{}, std::move(gap)};

    MeasuredCase made;
    Scenario& scenario = made.scenario;
    scenario.train.emplace();
    RunScenario maker(row, scenario);
    scenario.gpu.preset = device;
    readModel(row, maker, scenario);
    for (const FrameworkDefaults& framework : frameworkDefaults()) {
        if (row.has(framework.key, framework.part)) maker.setAll(framework.set);
    }
    for (const WordMeaning& word : wordMeanings()) {
        if (!row.has(word.key, word.part)) continue;
        if (!maker.set(word.set) && word.otherwise) maker.set(word.otherwise);
    }
    if (row.has("overlap", "no EP overlap")) maker.set("train.ep_overlap=false");
    for (const auto& [key, entry] : row.entries()) {
        if (key.starts_with("set.")) maker.take(key, std::string_view(key).substr(4));
    }
    if (!row.problems.empty()) return {};
    if (!row.entry("pp_layout")) readLayout(maker, scenario);
    if (Message contradiction = readBatches(row, scenario); !contradiction.empty())
        return {{}, std::move(contradiction)};
    for (Problem& problem : validate(scenario, catalog))
        row.complain("", say("%1: %2", problem.key, std::move(problem.rule)), problem.value);
    if (!row.problems.empty()) return {};

    made.id = *row.text("id");
    scenario.name = made.model = row.text("model").value_or("");
    made.source = *row.text("source") + ": " + row.text("path").value_or("");
    made.group = row.text("file").value_or(upTo(*row.text("source"), "@:"));
    made.publisher = upTo(*row.text("source"), "@:");
    made.vendor = vendorName(vendorOf(scenario.gpu.preset));
    made.quality = row.text("quality").value_or("B");
    made.hardware = std::to_string(*scenario.cluster.gpus) + " x " + gpu;
    made.framework = row.text("framework").value_or("");
    made.notes = row.text("notes").value_or("");
    made.cause = row.text("cause").value_or("");
    made.set = RunSet::Second;
    made.usedForFit = row.has("used_for_fit", "true");
    made.stepTimeInScope = !row.has("in_scope", "false");
    const double step = measuredStep(row, scenario, catalog);
    if (!(step > 0)) return {{}, say("%1 is not stated", "step_time_s")};
    made.measured.push_back({findCaseQuantity("step_seconds"), step});
    if (const std::optional<double> peak = row.number("peak_mem_gib"); peak && *peak > 0)
        made.measured.push_back({findCaseQuantity("peak_bytes"), *peak * GiB.base});
    return {std::move(made), {}};
}

} // namespace moe
