// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/plan/launch_flags.h"

#include "data/number.h"
#include "models/engine/scenario/enum_text.h"
#include "models/engine/schedule/schedules.h"

#include <cmath>
#include <optional>
#include <string_view>

namespace moe {
namespace {

using Value = std::optional<std::string>; // absent: the flag is not given; "": it has no value

struct Launch {
    const Scenario& scenario;
    const Setup& setup;
    double headroom = 0, freeShare = 0;
};

struct FlagRow {
    const char* program;
    const char* flag;
    Value (*value)(const Launch&);
};

Value count(double value) {
    return std::to_string(static_cast<Count>(std::llround(value)));
}
Value above1(double value) {
    return value > 1 ? count(value) : std::nullopt;
}
Value flagIf(bool given) {
    return given ? Value("") : std::nullopt;
}
Value textIf(bool given, const char* text) {
    return given ? Value(text) : std::nullopt;
}
bool isFp8(DataType type) {
    return type == DataType::Fp8 || type == DataType::Fp8Block || type == DataType::MxFp8;
}
/// Sequences of a rank of attention.
Value perRank(const Launch& l) {
    return count(std::ceil(static_cast<double>(l.scenario.serve->requests) / l.setup.dp));
}
Value longest(const Launch& l) {
    return count(static_cast<double>(l.scenario.serve->prompt + l.scenario.serve->output));
}
Value stepTokens(const Launch& l) {
    return count(static_cast<double>(l.scenario.serve->prefillTokens));
}
Value servedShare(const Launch& l) {
    return rounded(1 - l.headroom, 3);
}
bool servesFp8(const Launch& l) {
    return isFp8(l.scenario.precision.weights);
}
bool spreadsExperts(const Launch& l) {
    return l.setup.isMoe && l.setup.ep > 1;
}
/// Attention of an MoE repeated on every rank, the experts over all of them.
bool attentionRanks(const Launch& l) {
    return l.setup.isMoe && l.setup.dp > 1;
}

/// Whole layers, or parts by name; op-level recompute is no argument of Megatron-LM.
Value modules(const Launch& l) {
    const Recompute& recompute = l.scenario.train->recompute;
    if (recompute.mode != Recompute::Mode::Selective) return std::nullopt;
    std::string text = listText(recompute);
    for (char& c : text)
        if (c == ',') c = ' ';
    return text;
}
bool recomputesAll(const Launch& l) {
    return l.scenario.train->recompute.mode == Recompute::Mode::Full;
}
Value fp8Format(const Launch& l) {
    switch (l.scenario.precision.compute) {
    case DataType::Fp8: return "hybrid";
    case DataType::Fp8Block:
    case DataType::MxFp8: return "e4m3";
    default: return std::nullopt;
    }
}
Value fp8Recipe(const Launch& l) {
    switch (l.scenario.precision.compute) {
    case DataType::Fp8Block: return "blockwise";
    case DataType::MxFp8: return "mxfp8";
    default: return std::nullopt;
    }
}
Value samples(const Launch& l) {
    const double tokens = l.scenario.train->tokens;
    return tokens > 0 ? count(std::ceil(tokens / static_cast<double>(l.scenario.model.sequence)))
                      : std::nullopt;
}

constexpr const char* kMegatron = "Megatron-LM";
constexpr const char* kVllm = "vLLM";
constexpr const char* kSglang = "SGLang";
constexpr const char* kTensorRt = "TensorRT-LLM";

/// Spelled as in Megatron-LM's arguments.py, `vllm serve --help`, SGLang's server_args.py and
/// `trtllm-serve --help`.
const FlagRow kFlags[] = {
    {kMegatron, "--tensor-model-parallel-size", [](const Launch& l) { return count(l.setup.tp); }},
    {kMegatron, "--pipeline-model-parallel-size", [](const Launch& l) { return count(l.setup.pp); }},
    {kMegatron, "--num-virtual-stages-per-pipeline-rank",
     [](const Launch& l) { return above1(l.setup.vpp); }},
    {kMegatron, "--pipeline-model-parallel-layout",
     [](const Launch& l) -> Value {
         const std::string& pattern = l.scenario.parallel.layout.pattern;
         return pattern.empty() ? std::nullopt : Value(pattern);
     }},
    {kMegatron, "--context-parallel-size", [](const Launch& l) { return count(l.setup.cp); }},
    {kMegatron, "--cp-comm-type",
     [](const Launch& l) -> Value {
         if (l.setup.cp <= 1) return std::nullopt;
         return l.scenario.parallel.cpComm == CpComm::Ring ? "p2p" : "a2a";
     }},
    {kMegatron, "--expert-model-parallel-size",
     [](const Launch& l) { return l.setup.isMoe ? count(l.setup.ep) : std::nullopt; }},
    {kMegatron, "--expert-tensor-parallel-size",
     [](const Launch& l) { return l.setup.isMoe ? count(l.setup.etp) : std::nullopt; }},
    {kMegatron, "--sequence-parallel",
     [](const Launch& l) { return flagIf(l.scenario.parallel.sequenceParallel && l.setup.tp > 1); }},
    {kMegatron, "--micro-batch-size",
     [](const Launch& l) { return count(static_cast<double>(l.scenario.train->microBatch)); }},
    {kMegatron, "--global-batch-size",
     [](const Launch& l) { return count(static_cast<double>(l.scenario.train->globalBatch)); }},
    {kMegatron, "--seq-length",
     [](const Launch& l) { return count(static_cast<double>(l.scenario.model.sequence)); }},
    {kMegatron, "--train-samples", samples},
    {kMegatron, "--use-distributed-optimizer",
     [](const Launch& l) { return flagIf(l.scenario.train->zero >= 1); }},
    {kMegatron, "--use-megatron-fsdp", [](const Launch& l) { return flagIf(l.scenario.train->zero >= 2); }},
    {kMegatron, "--data-parallel-sharding-strategy",
     [](const Launch& l) -> Value {
         if (l.scenario.train->zero < 2) return std::nullopt;
         return l.scenario.train->zero == 2 ? "optim_grads" : "optim_grads_params";
     }},
    {kMegatron, "--overlap-grad-reduce", [](const Launch& l) { return flagIf(l.scenario.train->dpOverlap); }},
    {kMegatron, "--overlap-param-gather",
     [](const Launch& l) { return flagIf(l.scenario.train->dpOverlap && l.scenario.train->zero >= 1); }},
    {kMegatron, "--tp-comm-overlap", [](const Launch& l) { return flagIf(l.scenario.train->tpOverlap); }},
    {kMegatron, "--recompute-granularity",
     [](const Launch& l) -> Value {
         if (recomputesAll(l)) return "full";
         return modules(l) ? Value("selective") : std::nullopt;
     }},
    {kMegatron, "--recompute-method", [](const Launch& l) { return textIf(recomputesAll(l), "uniform"); }},
    {kMegatron, "--recompute-num-layers", [](const Launch& l) { return textIf(recomputesAll(l), "1"); }},
    {kMegatron, "--recompute-modules", modules},
    {kMegatron, "--bf16", [](const Launch&) { return flagIf(true); }},
    {kMegatron, "--fp8-format", fp8Format},
    {kMegatron, "--fp8-recipe", fp8Recipe},
    {kMegatron, "--fp8-param-gather",
     [](const Launch& l) { return flagIf(fp8Format(l) && l.scenario.train->narrowWeights); }},
    {kMegatron, "--moe-token-dispatcher-type",
     [](const Launch& l) -> Value {
         if (!l.setup.isMoe) return std::nullopt;
         return l.scenario.train->dispatcher == Dispatcher::AllToAll ? "alltoall" : "flex";
     }},
    {kMegatron, "--moe-flex-dispatcher-backend",
     [](const Launch& l) -> Value {
         if (!l.setup.isMoe || l.scenario.train->dispatcher == Dispatcher::AllToAll) return std::nullopt;
         return l.scenario.train->dispatcher == Dispatcher::DeepEp ? "deepep" : "hybridep";
     }},
    {kMegatron, "--overlap-moe-expert-parallel-comm",
     [](const Launch& l) { return flagIf(l.setup.isMoe && l.scenario.train->epOverlap); }},
    {kMegatron, "--delay-wgrad-compute",
     [](const Launch& l) { return flagIf(l.scenario.train->delayWgrad); }},

    {kVllm, "--tensor-parallel-size", [](const Launch& l) { return count(l.setup.tp); }},
    {kVllm, "--pipeline-parallel-size", [](const Launch& l) { return above1(l.setup.pp); }},
    {kVllm, "--data-parallel-size", [](const Launch& l) { return above1(l.setup.dp); }},
    {kVllm, "--decode-context-parallel-size", [](const Launch& l) { return above1(l.setup.dcp); }},
    {kVllm, "--enable-expert-parallel", [](const Launch& l) { return flagIf(spreadsExperts(l)); }},
    {kVllm, "--quantization", [](const Launch& l) { return textIf(servesFp8(l), "fp8"); }},
    {kVllm, "--kv-cache-dtype",
     [](const Launch& l) { return textIf(isFp8(l.scenario.precision.kvCache), "fp8"); }},
    {kVllm, "--max-model-len", longest},
    {kVllm, "--max-num-seqs", perRank},
    {kVllm, "--max-num-batched-tokens", stepTokens},
    {kVllm, "--gpu-memory-utilization", servedShare},

    {kSglang, "--tp-size",
     [](const Launch& l) { return count(attentionRanks(l) ? l.setup.tp * l.setup.dp : l.setup.tp); }},
    {kSglang, "--pp-size", [](const Launch& l) { return above1(l.setup.pp); }},
    {kSglang, "--dp-size", [](const Launch& l) { return above1(l.setup.dp); }},
    {kSglang, "--enable-dp-attention", [](const Launch& l) { return flagIf(attentionRanks(l)); }},
    {kSglang, "--ep-size", [](const Launch& l) { return l.setup.isMoe ? above1(l.setup.ep) : std::nullopt; }},
    {kSglang, "--quantization", [](const Launch& l) { return textIf(servesFp8(l), "fp8"); }},
    {kSglang, "--kv-cache-dtype",
     [](const Launch& l) { return textIf(isFp8(l.scenario.precision.kvCache), "fp8_e4m3"); }},
    {kSglang, "--context-length", longest},
    {kSglang, "--max-running-requests", perRank},
    {kSglang, "--chunked-prefill-size", stepTokens},
    {kSglang, "--mem-fraction-static", servedShare},

    {kTensorRt, "--tp_size",
     [](const Launch& l) { return count(attentionRanks(l) ? l.setup.tp * l.setup.dp : l.setup.tp); }},
    {kTensorRt, "--pp_size", [](const Launch& l) { return above1(l.setup.pp); }},
    {kTensorRt, "--ep_size",
     [](const Launch& l) { return l.setup.isMoe ? above1(l.setup.ep) : std::nullopt; }},
    {kTensorRt, "--max_seq_len", longest},
    {kTensorRt, "--max_batch_size", perRank},
    {kTensorRt, "--max_num_tokens", stepTokens},
    {kTensorRt, "--kv_cache_free_gpu_memory_fraction",
     [](const Launch& l) -> Value { return rounded(l.freeShare, 3); }},
};

LaunchCommand commandOf(const char* program, const char* command, const Launch& launch) {
    LaunchCommand made{program, command, {}, {}};
    for (const FlagRow& row : kFlags) {
        if (std::string_view(row.program) != program) continue;
        if (Value value = row.value(launch)) made.flags.emplace_back(row.flag, *std::move(value));
    }
    return made;
}

} // namespace

std::string LaunchCommand::text() const {
    std::string line = command;
    for (const auto& [flag, value] : flags) {
        if (!line.empty()) line += ' ';
        line += flag;
        const bool quoted = value.find_first_of("|*()") != std::string::npos;
        if (!value.empty()) line += quoted ? " '" + value + "'" : " " + value;
    }
    return line;
}

LaunchCommand trainingLaunch(const Scenario& scenario, const Setup& setup) {
    LaunchCommand made = commandOf(kMegatron, "", {scenario, setup});
    const TrainSpec& train = *scenario.train;
    if (train.recompute.mode == Recompute::Mode::OpLevel) made.unspelled.emplace_back("train.recompute");
    if (train.schedule && !scheduleRow(*train.schedule).launches)
        made.unspelled.emplace_back("train.schedule");
    const StageLayout& layout = scenario.parallel.layout;
    if (layout.pattern.empty() && (layout.balanced || !layout.layers.empty()))
        made.unspelled.emplace_back("parallel.layout");
    return made;
}

std::vector<LaunchCommand> servingLaunches(const Scenario& scenario, const Setup& setup, double headroom,
                                           double freeShare) {
    const Launch launch{scenario, setup, headroom, freeShare};
    std::vector<LaunchCommand> made{
        commandOf(kVllm, "vllm serve MODEL", launch),
        commandOf(kSglang, "python -m sglang.launch_server --model-path MODEL", launch),
        commandOf(kTensorRt, "trtllm-serve MODEL", launch)};
    // vLLM spreads experts over all of TP·DP, or splits each over them; TensorRT-LLM repeats attention by an
    // option of its configuration file (enable_attention_dp), and replicas are servers of their own.
    if (setup.isMoe && setup.ep > 1 && setup.ep != setup.tp * setup.dp)
        made[0].unspelled.emplace_back("parallel.ep");
    if (setup.dp > 1) made[2].unspelled.emplace_back("parallel.dp");
    return made;
}

} // namespace moe
