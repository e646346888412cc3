// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/plan/launch_flags.h"

#include "data/number.h"
#include "models/engine/scenario/enum_text.h"
#include "models/engine/schedule/schedules.h"
#include "models/engine/serve/engines/engines.h"
#include "models/engine/traffic/serve_load.h"

#include <cmath>
#include <optional>
#include <string_view>

namespace moe {
namespace {

struct Launch {
    const Scenario& scenario;
    const Setup& setup;
};

struct FlagRow {
    const char* flag;
    LaunchValue (*value)(const Launch&);
};

bool isFp8(DataType type) {
    return type == DataType::Fp8 || type == DataType::Fp8Block || type == DataType::MxFp8;
}
/// Whole layers, or parts by name; op-level recompute is no argument of Megatron-LM.
LaunchValue modules(const Launch& l) {
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
LaunchValue fp8Format(const Launch& l) {
    switch (l.scenario.precision.compute) {
    case DataType::Fp8: return "hybrid";
    case DataType::Fp8Block:
    case DataType::MxFp8: return "e4m3";
    default: return std::nullopt;
    }
}
LaunchValue fp8Recipe(const Launch& l) {
    switch (l.scenario.precision.compute) {
    case DataType::Fp8Block: return "blockwise";
    case DataType::MxFp8: return "mxfp8";
    default: return std::nullopt;
    }
}
LaunchValue samples(const Launch& l) {
    const double tokens = l.scenario.train->tokens;
    return tokens > 0 ? launchCount(std::ceil(tokens / static_cast<double>(l.scenario.model.sequence)))
                      : std::nullopt;
}

/// Spelled as in Megatron-LM's arguments.py.
const FlagRow kFlags[] = {
    {"--tensor-model-parallel-size", [](const Launch& l) { return launchCount(l.setup.tp); }},
    {"--pipeline-model-parallel-size", [](const Launch& l) { return launchCount(l.setup.pp); }},
    {"--num-virtual-stages-per-pipeline-rank", [](const Launch& l) { return countAbove1(l.setup.vpp); }},
    {"--pipeline-model-parallel-layout",
     [](const Launch& l) -> LaunchValue {
         const std::string& pattern = l.scenario.parallel.layout.pattern;
         return pattern.empty() ? std::nullopt : LaunchValue(pattern);
     }},
    {"--context-parallel-size", [](const Launch& l) { return launchCount(l.setup.cp); }},
    {"--cp-comm-type",
     [](const Launch& l) -> LaunchValue {
         if (l.setup.cp <= 1) return std::nullopt;
         return l.scenario.parallel.cpComm == CpComm::Ring ? "p2p" : "a2a";
     }},
    {"--expert-model-parallel-size",
     [](const Launch& l) { return l.setup.isMoe ? launchCount(l.setup.ep) : std::nullopt; }},
    {"--expert-tensor-parallel-size",
     [](const Launch& l) { return l.setup.isMoe ? launchCount(l.setup.etp) : std::nullopt; }},
    {"--sequence-parallel",
     [](const Launch& l) { return flagIf(l.scenario.parallel.sequenceParallel && l.setup.tp > 1); }},
    {"--micro-batch-size",
     [](const Launch& l) { return launchCount(static_cast<double>(l.scenario.train->microBatch)); }},
    {"--global-batch-size",
     [](const Launch& l) { return launchCount(static_cast<double>(l.scenario.train->globalBatch)); }},
    {"--seq-length",
     [](const Launch& l) { return launchCount(static_cast<double>(l.scenario.model.sequence)); }},
    {"--train-samples", samples},
    {"--use-distributed-optimizer", [](const Launch& l) { return flagIf(l.scenario.train->zero >= 1); }},
    {"--use-megatron-fsdp", [](const Launch& l) { return flagIf(l.scenario.train->zero >= 2); }},
    {"--data-parallel-sharding-strategy",
     [](const Launch& l) -> LaunchValue {
         if (l.scenario.train->zero < 2) return std::nullopt;
         return l.scenario.train->zero == 2 ? "optim_grads" : "optim_grads_params";
     }},
    {"--overlap-grad-reduce", [](const Launch& l) { return flagIf(l.scenario.train->dpOverlap); }},
    {"--overlap-param-gather",
     [](const Launch& l) { return flagIf(l.scenario.train->dpOverlap && l.scenario.train->zero >= 1); }},
    {"--tp-comm-overlap", [](const Launch& l) { return flagIf(l.scenario.train->tpOverlap); }},
    {"--recompute-granularity",
     [](const Launch& l) -> LaunchValue {
         if (recomputesAll(l)) return "full";
         return modules(l) ? LaunchValue("selective") : std::nullopt;
     }},
    {"--recompute-method", [](const Launch& l) { return textIf(recomputesAll(l), "uniform"); }},
    {"--recompute-num-layers", [](const Launch& l) { return textIf(recomputesAll(l), "1"); }},
    {"--recompute-modules", modules},
    {"--bf16", [](const Launch&) { return flagIf(true); }},
    {"--fp8-format", fp8Format},
    {"--fp8-recipe", fp8Recipe},
    {"--fp8-param-gather",
     [](const Launch& l) { return flagIf(fp8Format(l) && l.scenario.train->narrowWeights); }},
    {"--moe-token-dispatcher-type",
     [](const Launch& l) -> LaunchValue {
         if (!l.setup.isMoe) return std::nullopt;
         return l.scenario.train->dispatcher == Dispatcher::AllToAll ? "alltoall" : "flex";
     }},
    {"--moe-flex-dispatcher-backend",
     [](const Launch& l) -> LaunchValue {
         if (!l.setup.isMoe || l.scenario.train->dispatcher == Dispatcher::AllToAll) return std::nullopt;
         return l.scenario.train->dispatcher == Dispatcher::DeepEp ? "deepep" : "hybridep";
     }},
    {"--overlap-moe-expert-parallel-comm",
     [](const Launch& l) { return flagIf(l.setup.isMoe && l.scenario.train->epOverlap); }},
    {"--delay-wgrad-compute", [](const Launch& l) { return flagIf(l.scenario.train->delayWgrad); }},
};

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
    LaunchCommand made{"Megatron-LM", {}, {}, {}};
    for (const FlagRow& row : kFlags)
        if (LaunchValue value = row.value({scenario, setup}))
            made.flags.emplace_back(row.flag, *std::move(value));
    const TrainSpec& train = *scenario.train;
    if (train.recompute.mode == Recompute::Mode::OpLevel) made.unspelled.emplace_back("train.recompute");
    if (train.schedule && !scheduleRow(*train.schedule).launches)
        made.unspelled.emplace_back("train.schedule");
    // Adapters are Megatron-Bridge's, not Megatron-LM's.
    if (train.trainable != Trainable::All) made.unspelled.emplace_back("train.trainable");
    if (!(train.frozen == FrozenParts{})) made.unspelled.emplace_back("train.frozen");
    if (!train.packed.empty()) made.unspelled.emplace_back("train.packed");
    if (scenario.precision.frozen != FrozenType::Bf16) made.unspelled.emplace_back("precision.frozen");
    if (train.fp8Attention) made.unspelled.emplace_back("train.fp8_attention");
    const StageLayout& layout = scenario.parallel.layout;
    if (layout.pattern.empty() && (layout.balanced || !layout.layers.empty()))
        made.unspelled.emplace_back("parallel.layout");
    return made;
}

std::vector<LaunchCommand> servingLaunches(const Scenario& scenario, const Setup& setup,
                                           const Catalog& catalog) {
    const ServeSpec& serve = *scenario.serve;
    const auto given = [](const std::optional<Count>& value) {
        return static_cast<double>(value.value_or(0));
    };
    std::vector<LaunchCommand> made;
    for (const ServingEngine& engine : engines()) {
        Scenario served = scenario;
        served.serve->engine = engine.engine;
        const EnginePool pool = enginePool(served, catalog);
        const ServerLaunch server{.tp = setup.tp,
                                  .pp = setup.pp,
                                  .dp = setup.dp,
                                  .ep = setup.ep,
                                  .dcp = setup.dcp,
                                  .isMoe = setup.isMoe,
                                  .sequences = static_cast<double>(pool.limits.sequences),
                                  .longest = static_cast<double>(serve.prompt + serve.output),
                                  .passTokens = static_cast<double>(pool.limits.tokens),
                                  .fp8Weights = isFp8(scenario.precision.weights),
                                  .fp8Cache = isFp8(scenario.precision.kvCache),
                                  .memoryShare = pool.share,
                                  .poolShare = pool.freeShare,
                                  .receiveEvery = given(serve.receiveEvery),
                                  .prefillTokens = given(serve.maxPrefillTokens),
                                  .streamInterval = given(serve.streamInterval),
                                  .balancePasses = given(serve.balancePasses),
                                  .ownBlocks = serve.kvBlocks ? static_cast<double>(pool.blocks) : 0,
                                  .blockSize = static_cast<double>(pool.blockSize)};
        LaunchCommand& command = made.emplace_back(LaunchCommand{engine.label, engine.command, {}, {}});
        for (const LaunchFlag& row : engine.flags)
            if (LaunchValue value = row.value(server))
                command.flags.emplace_back(row.flag, *std::move(value));
        for (const UnspelledKey& row : engine.unspelled)
            if (row.is(server)) command.unspelled.emplace_back(row.key);
    }
    return made;
}

} // namespace moe
