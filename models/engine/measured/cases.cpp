// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/measured/cases.h"

#include "data/document.h"
#include "data/number.h"
#include "models/engine/files/scenario_file.h"

#include <algorithm>

namespace moe {
namespace {

using Value = std::optional<double>;

Value base(const std::optional<Seconds>& time) {
    return time ? Value(time->base) : Value();
}
const StageMemory* stageOf(const Report& report, std::size_t stage) {
    return report.memory && stage < report.memory->stages.size() ? &report.memory->stages[stage] : nullptr;
}

constexpr std::string_view kSection = "case.", kMeasured = "case.measured.";

/// "NVIDIA-NeMo/Megatron-Bridge@067f987d: …" is of that repository; what names none is of its group.
std::string publisherOf(const MeasuredCase& one) {
    const std::string name = one.source.substr(0, one.source.find_first_of("@: "));
    return name.find('/') == std::string::npos ? one.group : name;
}

/// Takes yes or no; the rule when it is neither.
Message setFlag(bool& flag, const std::string& text) {
    if (text != "true" && text != "false") return say("must be true or false");
    flag = text == "true";
    return "";
}

Message setMeasured(MeasuredCase& made, std::string_view key, const std::string& text) {
    const CaseQuantity* quantity = findCaseQuantity(key);
    if (!quantity) return say("is no measured quantity");
    const std::optional<double> value = parseNumber(text);
    if (!value || !(*value > 0)) return say("must be a number above 0");
    made.measured.push_back({quantity, *value});
    return "";
}

Message setCaseKey(MeasuredCase& made, std::string_view key, const std::string& text) {
    struct TextKey {
        std::string_view key;
        std::string MeasuredCase::*member;
    };
    static constexpr TextKey kTexts[] = {
        {"id", &MeasuredCase::id},
        {"group", &MeasuredCase::group},
        {"source", &MeasuredCase::source},
        {"hardware", &MeasuredCase::hardware},
        {"framework", &MeasuredCase::framework},
        {"notes", &MeasuredCase::notes},
        {"cause", &MeasuredCase::cause},
    };
    for (const TextKey& known : kTexts) {
        if (known.key == key) return made.*known.member = text, "";
    }
    if (key == "quality")
        return made.quality = text, text == "A" || text == "B" ? Message() : say("must be A or B");
    if (key == "memory_stage")
        return made.lastStage = text == "last",
               text == "last" || text == "heaviest" ? Message() : say("must be last or heaviest");
    if (key == "step_time_in_scope") return setFlag(made.stepTimeInScope, text);
    if (key == "used_for_fit") {
        bool used = false;
        Message rule = setFlag(used, text);
        if (rule.empty()) made.usedForFit = used;
        return rule;
    }
    return say("is no key of a case");
}

Value phaseOf(const Report& report, RlPart part) {
    return report.rl ? Value(report.rl->phases[static_cast<std::size_t>(part)].seconds.base) : Value();
}

} // namespace

const std::vector<CaseQuantity>& caseQuantities() {
    // clang-format off
    static const std::vector<CaseQuantity> rows = {
        {"params", "parameters", "", [](const Report& r, std::size_t) -> Value { return r.params.total; }},
        {"params_per_gpu", "parameters", "", [](const Report& r, std::size_t) -> Value { return r.params.perGpu; }},
        // Between steps: static memory and what stays once it was there (Transformer Engine's dummy gradients).
        {"allocated_bytes", "static memory", "B", [](const Report& r, std::size_t stage) -> Value {
             const StageMemory* memory = stageOf(r, stage);
             const auto between = static_cast<std::size_t>(MemoryPhase::Optimizer);
             return memory ? Value((memory->phases[between] - memory->stepGradients[1]).base) : Value();
         }},
        {"peak_bytes", "peak memory", "B", [](const Report& r, std::size_t stage) -> Value {
             const StageMemory* memory = stageOf(r, stage);
             return memory ? Value(memory->peak.base) : Value();
         }},
        {"last_stage_peak_bytes", "peak memory", "B", [](const Report& r, std::size_t) -> Value {
             return r.memory ? Value(r.memory->stages.back().peak.base) : Value();
         }},
        {"reserved_bytes", "reserved memory", "B", [](const Report& r, std::size_t) -> Value {
             return r.memory ? Value(r.memory->reserved.base) : Value();
         }},
        {"device_bytes", "device memory", "B", [](const Report& r, std::size_t) -> Value {
             return r.memory ? Value(r.memory->device.base) : Value();
         }},
        {"step_seconds", "step time", "s", [](const Report& r, std::size_t) -> Value {
             return r.train ? Value(r.train->step.base) : Value();
         }},
        {"tokens_per_second_per_gpu", "throughput", "1/s", [](const Report& r, std::size_t) -> Value {
             return r.train ? Value(r.train->tokensPerSecondPerGpu) : Value();
         }},
        {"tflops_per_gpu", "throughput", "TFLOP/s", [](const Report& r, std::size_t) -> Value {
             return r.train ? Value(r.train->modelTflopsPerGpu) : Value();
         }},
        {"tflops_per_gpu_full_attention", "throughput", "TFLOP/s", [](const Report& r, std::size_t) -> Value {
             return r.train ? Value(r.train->modelTflopsPerGpuFullAttention) : Value();
         }},
        {"ttft_seconds", "serving time", "s", [](const Report& r, std::size_t) -> Value {
             return r.serve ? base(r.serve->ttft) : Value();
         }},
        {"tpot_seconds", "serving time", "s", [](const Report& r, std::size_t) -> Value {
             return r.serve ? base(r.serve->tpot) : Value();
         }},
        {"latency_seconds", "serving time", "s", [](const Report& r, std::size_t) -> Value {
             return r.serve ? base(r.serve->latency) : Value();
         }},
        {"input_tokens_per_second_per_gpu", "serving throughput", "1/s", [](const Report& r, std::size_t) -> Value {
             return r.serve ? r.serve->tokensPerSecondPerGpu : Value();
         }},
        // Output tokens over prefill + decode of a fixed batch, per GPU of the whole cluster.
        {"output_tokens_per_second_per_gpu", "serving throughput", "1/s", [](const Report& r, std::size_t) -> Value {
             if (!r.serve || !r.serve->latency || !r.scenario.cluster.gpus) return {};
             const ServeSpec& serve = *r.scenario.serve;
             return static_cast<double>(serve.requests) * static_cast<double>(serve.output) /
                    r.serve->latency->base / static_cast<double>(*r.scenario.cluster.gpus);
         }},
        {"rl_step_seconds", "RL step", "s", [](const Report& r, std::size_t) -> Value {
             return r.rl ? Value(r.rl->step.base) : Value();
         }},
        // What frameworks print phase by phase; of steps in which one waits for the other.
        {"rl_rollout_seconds", "RL phase", "s", [](const Report& r, std::size_t) { return phaseOf(r, RlPart::Rollout); }},
        {"rl_logprob_seconds", "RL phase", "s", [](const Report& r, std::size_t) { return phaseOf(r, RlPart::Logprob); }},
        {"rl_reference_seconds", "RL phase", "s", [](const Report& r, std::size_t) { return phaseOf(r, RlPart::Reference); }},
        {"rl_train_seconds", "RL phase", "s", [](const Report& r, std::size_t) { return phaseOf(r, RlPart::Train); }},
        {"rl_tokens_per_second_per_gpu", "RL throughput", "1/s", [](const Report& r, std::size_t) -> Value {
             return r.rl ? Value(r.rl->tokensPerSecondPerGpu) : Value();
         }},
    };
    // clang-format on
    return rows;
}

const CaseQuantity* findCaseQuantity(std::string_view key) {
    for (const CaseQuantity& quantity : caseQuantities()) {
        if (quantity.key == key) return &quantity;
    }
    return nullptr;
}

const std::vector<std::string>& runFamilyNames() {
    static const std::vector<std::string> names = {"source", "vendor", "gpu", "model"};
    return names;
}

const std::string& familyOf(const MeasuredCase& run, RunFamily family) {
    switch (family) {
    case RunFamily::Source: return run.publisher;
    case RunFamily::Vendor: return run.vendor;
    case RunFamily::Gpu: return run.scenario.gpu.preset;
    case RunFamily::Model: break;
    }
    return run.model;
}

bool isInSample(const MeasuredCase& run) {
    return run.usedForFit.value_or(run.set == RunSet::First);
}

Result<MeasuredCase> readCase(std::string_view text, const std::string& source) {
    const Result<Document> document = parseDocument(text, source);
    if (!document) return document.error();
    MeasuredCase made;
    Document scenario;
    Problems problems;
    for (const DocumentEntry& entry : *document) {
        const std::string_view key = entry.key;
        if (key.substr(0, kSection.size()) != kSection) {
            scenario.push_back(entry);
            continue;
        }
        Message rule = key.substr(0, kMeasured.size()) == kMeasured
                           ? setMeasured(made, key.substr(kMeasured.size()), entry.text())
                           : setCaseKey(made, key.substr(kSection.size()), entry.text());
        if (!rule.empty())
            problems.push_back({source, entry.line, entry.column, entry.key, std::move(rule), entry.text()});
    }
    for (const auto& [key, value] : {std::pair{"id", &made.id},
                                     {"group", &made.group},
                                     {"quality", &made.quality},
                                     {"source", &made.source}}) {
        if (value->empty())
            problems.push_back(
                {.source = source, .key = std::string(kSection) + key, .rule = say("is missing")});
    }
    if (made.measured.empty())
        problems.push_back({.source = source, .key = "case.measured", .rule = say("is missing")});
    const Result<Scenario> read = scenarioFrom(scenario, source);
    if (!read) append(problems, read.error());
    if (!problems.empty()) return problems;
    made.scenario = *read;
    made.publisher = publisherOf(made);
    made.model = made.scenario.name;
    return made;
}

} // namespace moe
