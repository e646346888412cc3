// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Everything one evaluation gives. Immutable; carries its own scenario. The window, the command line, exports
// and tests all read this. nullopt = the model cannot say (a warning tells why); it is never written as 0.

#include "data/message.h"
#include "data/units.h"
#include "models/engine/report/energy_report.h"
#include "models/engine/report/loss_answer.h"
#include "models/engine/report/origin.h"
#include "models/engine/report/rl_report.h"
#include "models/engine/scenario/scenario.h"
#include "models/engine/schedule/simulate.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace moe {

struct Architecture; // shape/architecture.h
struct DayReport;    // day_report.h

/// How fine the pictures of a report are. Numbers are the same at every detail.
enum class Detail {
    Numbers, ///< no maps: searches, sweeps, comparisons
    Coarse,  ///< while a slider is down
    Full,
};

struct Warning {
    std::string id; ///< stable, e.g. "loss-extrapolated"
    Message text;   ///< a sentence
};

/// Parameter counts (not bytes). `total` and `active` include embeddings and exclude multi-token-prediction
/// layers.
struct ParamCounts {
    double total = 0, active = 0, nonEmbedding = 0;
    double dense = 0;  ///< everything but routed experts
    double expert = 0; ///< routed experts
    double perGpu = 0; ///< on the heaviest rank, including multi-token-prediction layers
    double activeNonEmbedding = 0;
    double shared = 0;    ///< A of the loss model: attention + dense FFN, without embeddings
    double trainable = 0; ///< that learn: `total`, but for frozen parts and with adapters
};

enum class Fit { Yes, Tight, No };

/// Moments of one training step, in order.
enum class MemoryPhase { Forward, Loss, Backward, Optimizer };
inline constexpr std::size_t kMemoryPhases = 4;
const char* phaseText(MemoryPhase phase);

/// One pipeline stage (all its ranks are alike). `terms[i]` belongs to memoryTerms()[i] and they sum to peak.
struct StageMemory {
    int stage = 0;
    Count layers = 0;
    std::vector<Bytes> terms;
    Bytes fixed;                             ///< static: parameters, gradients, optimizer, framework
    Bytes peak;                              ///< allocated
    Bytes peakLow, peakHigh;                 ///< λ from 1.0 to 1.25
    std::array<Bytes, kMemoryPhases> phases; ///< most allocated in each phase; the largest is the peak
    /// Of gradients that live for the step alone (plain PyTorch): at the end of the backward pass, and with
    /// their fp32 copies while the optimizer steps.
    std::array<Bytes, 2> stepGradients{};
    std::string peakPhase; ///< "loss forward", "LM-head backward", "last-layer backward", …
};

struct MemorySuggestion {
    std::vector<std::pair<std::string, std::string>> set; ///< key → value
    Bytes device;
};

struct MemoryReport {
    std::vector<StageMemory> stages;
    int worst = 0; ///< index of the heaviest stage
    Bytes reserved, device, capacity;
    Fit fits = Fit::Yes;
    std::optional<double> ownError = {}; ///< that four of five runs of this machine are within; see odds.h
    std::vector<MemorySuggestion> suggestions;
    double gpusPerStage = 1;               ///< of every pipeline stage
    std::optional<double> longestSequence; ///< tokens that the device holds, all else the same; fine-tuning
    const StageMemory& heaviest() const { return stages[static_cast<std::size_t>(worst)]; }
};

/// One part of the training step. `seconds` is all of it, `exposed` what the step waits for; exposed sums to
/// the step.
struct TimeTerm {
    Seconds seconds, exposed;
    Origin origin = Origin::Analytic;
};

struct TrainReport {
    Seconds step;
    std::vector<TimeTerm> terms; ///< terms[i] belongs to timeTerms()[i]
    double tokensPerSecond = 0, tokensPerSecondPerGpu = 0;
    double modelTflopsPerGpu = 0;              ///< causal core halved (current Megatron-LM)
    double modelTflopsPerGpuFullAttention = 0; ///< full attention (Megatron-LM 2024)
    double mfu = 0;                            ///< of the compute type's dense peak
    double bubbleFraction = 0;
    double gpuUtilisation = 0, bandwidthUtilisation = 0;
    std::optional<double> gpuHours, days, usd, energyKwh; ///< need train.tokens (usd also a price)
    std::vector<Seconds> stages;                          ///< per micro-batch, forward + backward
    double microBatches = 0;                              ///< per step and pipeline
    PipelineWork pipeline;                                ///< its schedule and what every chunk takes
    Seconds makespan;                                     ///< of the pipeline, first start to last end
    Seconds exposedData;                                  ///< gradient traffic after it
    std::vector<Seconds> ownIdle;                         ///< of each stage between its first and last pass
    std::vector<double> peakInFlight;         ///< of each stage, in the unit of the schedule's row
    double typicalError = 0, ninetyError = 0; ///< half the runs, nine of ten are off by less (share)
    std::optional<Seconds> fullStep;          ///< were everything to learn; of fine-tuning
};

/// A training run with failures; absent where the scenario gives no rate of them.
struct GoodputReport {
    double efficiency = 0;                     ///< share of the time that is progress
    Seconds interval, between;                 ///< work between checkpoints; mean time between failures
    Bytes checkpoint;                          ///< all of it
    double tokensPerSecond = 0;                ///< of progress
    std::optional<double> gpuHours, days, usd; ///< of the whole run; need train.tokens (usd also a price)
    double spareNodes = 0;                     ///< that one moment in twenty needs at most
};

/// One operator of a layer, forward, one micro-batch, on one GPU.
struct RooflinePoint {
    const char* name = "";
    const char* part = ""; ///< key of the timeTerms() row it belongs to
    Flops flops;
    Bytes bytes; ///< through device memory
    Seconds seconds;
    double count = 1; ///< times per micro-batch on a stage, mean over the stages
    bool fp8 = false; ///< runs under the FP8 roof
    double intensity() const { return flops.base / bytes.base; } ///< FLOP per byte
    Throughput achieved() const { return flops / seconds; }
};
struct RooflineReport {
    std::vector<RooflinePoint> points;
    Throughput bf16, fp8; ///< dense peaks; fp8 = 0 when nothing runs in it
    Bandwidth memory;     ///< nominal
    /// MoE: rows an expert has, and from how many on its GEMM is compute-bound at achieved rates, n* =
    /// P·e·w/(2B).
    std::optional<double> tokensPerExpert, kneeTokensPerExpert;
    double imbalance = 1; ///< of the GPU the rows are those of: λ times the mean
};

struct FabricSize {
    Count levels = 0, leaves = 0, spines = 0, links = 0;
};
/// Step time against oversubscription.
struct FabricPoint {
    double oversubscription = 1;
    Seconds rail, plain; ///< leaves serve one rail of many nodes, or all GPUs of few
    FabricSize size;
};
struct FabricCurve {
    std::vector<FabricPoint> points; ///< oversubscription rising; empty when no byte leaves the NVLink domain
    std::optional<Seconds> withoutSpine; ///< rails only; absent when a rail needs more ports than a leaf has
    bool railOptimised = true;           ///< the scenario's own fabric
    double oversubscription = 1;
    Seconds step;
    FabricSize size;
    double nodes = 1, nodesOnLeaf = 1;
};

/// One MoE layer, forward, one dispatch or combine, all T tokens of a GPU.
struct NetworkReport {
    Bytes dispatch, combine;
    Seconds dispatchTime, combineTime;
    std::optional<Seconds> allreduce;
    std::optional<double> commComputeRatio, busiestLinkUtilisation, networkUtilisation;
    Bytes crossNode; ///< bytes of one dispatch that leave the node, per GPU
    Count leafSwitches = 0, spineSwitches = 0, interSwitchLinks = 0;
};

/// One decode step with so many requests on so many GPUs.
struct ServePoint {
    double requests = 0, gpus = 0, expertsPerGpu = 0;
    double prefillGpus = 0; ///< beside `gpus`; 0 when prefill shares those
    Seconds tpot;
    double tokensPerSecondPerGpu = 0; ///< of both
    bool fits = false;                ///< weights, cache and buffers within the capacity
    /// Of `spread`: tokens/s per GPU over those of its first point that fits; 0 when none fits.
    double efficiency = 0;
    double ranks = 0; ///< of `spread`: EP and DP
    double tokensPerSecondPerUser() const { return 1 / tpot.base; }
    double allGpus() const { return gpus + prefillGpus; }
    double tokensPerSecond() const { return tokensPerSecondPerGpu * allGpus(); }
};
struct ServeCurves {
    std::vector<ServePoint> batch;           ///< requests ascending
    std::size_t batchHere = 0;               ///< the scenario's own point
    std::optional<std::size_t> batchLargest; ///< the largest that fits; absent when not even one does
    /// Point of `batch` beyond which doubling the requests always gives less than half as many more tokens/s.
    std::optional<std::size_t> batchKnee;
    std::vector<ServePoint> spread; ///< experts per GPU descending; empty for dense models
    std::optional<std::size_t> spreadHere;
    double kneeExpertsPerGpu = 0; ///< where an expert GEMM of these requests turns compute-bound; 0 unknown
};

/// Four in five hold: between these times.
struct TimeBand {
    Seconds low, high;
};

/// One measured operator of a forward pass.
struct ServedOperator {
    std::string op;     ///< "gemm", as `profile --op` names it
    std::string kernel; ///< "trtllm 1.3.0rc20, H100"; empty: analytic
    std::string shape;  ///< "m 8, n 4096, k 7168"
    double count = 0;   ///< in the pass
    Seconds seconds;    ///< one of them
    TimeBand band;
    Origin origin = Origin::Analytic;
};

/// One part of a forward pass when serving, a row of serveTerms(); exposed sums to the pass.
struct ServePart {
    const char* key = "";
    const char* label = "";
    Seconds seconds, exposed;
    Origin origin = Origin::Analytic;           ///< of its time, the weakest of its operators
    std::vector<ServedOperator> operators = {}; ///< measured surfaces; empty where none was asked
};

/// Parameters on the heaviest GPU by what holds them, and their bytes.
struct ServedWeights {
    double experts = 0, attention = 0, embedding = 0, rest = 0;
    Bytes bytes;
};

struct ServeReport {
    std::optional<NetworkReport> network;
    Bytes weights; ///< per GPU
    ServedWeights parameters;
    Bytes kvPerToken;  ///< of one sequence, all layers: mean over the tokens of its context, windows regarded
    Bytes kvNextToken; ///< that one more token adds at that context
    Bytes statePerSequence;             ///< of layers that hold a state instead of keys
    double gpus = 1, expertsPerGpu = 0; ///< in all; physical experts of each MoE layer, 0 when dense
    /// GPUs beside those that prefill as many requests per second as decode finishes, in whole ranks of the
    /// scenario's layout; 0 when both share the GPUs, or the scenario is at prefill.
    double prefillGpus = 0;
    // Of the heaviest GPU. A rank holds requests / dp sequences, its stage the layers it runs.
    double sequences = 0, context = 0; ///< sequences of a rank, KV tokens of each
    Bytes kvCache, buffers, capacity;  ///< buffers: low-latency dispatch, 2·(E/EP)·G·T_max·h
    Bytes activations;                 ///< of one layer and the logits, while a step runs
    Bytes device;                      ///< all of these and the weights
    /// Tight: more than the nine tenths of the capacity that engines take unless told.
    Fit fits = Fit::Yes;
    std::optional<double> fitChance = {}; ///< that it fits (odds.h)
    double largestRequests = 0; ///< most sequences on the cluster whose memory fits; 0: not even one
    std::vector<ServePart> prefillParts, decodeParts; ///< of TTFT and TPOT; empty where those are absent
    /// Absent, as are throughput and parts, where the requests do not fit: such a load has no speed.
    std::optional<Seconds> ttft, tpot, latency;
    std::optional<TimeBand> ttftBand, tpotBand; ///< where measured operators were asked
    /// Latencies, throughput and cost are those of requests simulated one by one (traffic), TTFT and TPOT
    /// their medians: the scenario names an engine. Beside them what the formulas of a steady batch say.
    bool simulated = false;
    std::optional<Seconds> steadyTtft, steadyTpot;
    std::optional<double> steadyTokensPerSecondPerGpu;
    /// Where an engine is named: what of a GPU its KV pool gets, and the share of the GPU's memory that it
    /// and all beside it take.
    std::optional<Bytes> kvPool;
    std::optional<double> memoryShare;
    Seconds layerConstant;        ///< per layer beside measured operators: norms, launches
    const char* layerSource = ""; ///< a sentence on it; empty: no measured operators
    std::optional<double> gpuUtilisation, bandwidthUtilisation;
    std::optional<double> tokensPerSecondPerGpu; ///< prefill GPUs counted
    std::optional<double> tokensPerSecondPerUser, kneeTokensPerExpert;
    std::optional<double> requestsPerSecond; ///< that are answered; absent at prefill
    std::optional<double> withinLimits;      ///< share of simulated requests; absent without limits
    /// Chance that the wanted share of requests keeps each limit (odds.h); absent without it, and where
    /// nothing is simulated.
    std::optional<double> ttftChance, tpotChance;
};

/// One operator of a layer from profiles, beside the analytic model.
struct ProfiledOperator {
    const char* op = "";
    const char* label = "";
    double count = 1; ///< per layer
    Seconds profiled; ///< one of them
    std::optional<Seconds> analytic;
    Origin origin = Origin::Interpolated;
    std::optional<double> error; ///< median, of leaving rows out (of a shipped curve: against its rows)
};
struct ProfiledPass {
    const char* key = "";                    ///< "train", "prefill", "decode"
    const char* label = "";                  ///< "Forward pass of a micro-batch"
    bool used = false;                       ///< the report's times come from it; else it stands beside them
    std::vector<ProfiledOperator> operators; ///< in the order they run
    Seconds profiled() const {
        Seconds sum;
        for (const ProfiledOperator& one : operators) sum += one.count * one.profiled;
        return sum;
    }
    /// Of the same operators; those without a model count as measured.
    Seconds analytic() const {
        Seconds sum;
        for (const ProfiledOperator& one : operators) sum += one.count * one.analytic.value_or(one.profiled);
        return sum;
    }
};
/// One dense layer by operator profiles. Absent when no table has this device, shape and TP.
struct ProfileReport {
    Message from; ///< "a100 meta-llama/Llama-2-70b-hf, TP 2, shipped curves"
    std::vector<ProfiledPass> passes;
};

/// Spread of a load over experts, GPUs or nodes.
struct LoadStatistics {
    double mean = 0, std = 0, cv = 0, maxOverMean = 0, gini = 0;
};

/// Placements at random for comparison: max/mean of GPU load.
struct RandomBand {
    double low = 0, median = 0, high = 0; ///< 5, 50 and 95 % of the draws
    Count draws = 0;
};

/// The GPU whose experts take longest: its rows and its activated experts over those of a balanced GPU.
struct ExpertShare {
    double rows = 1, activated = 1;
};

struct PlacementReport {
    PlacementAlgorithm algorithm = PlacementAlgorithm::Contiguous;
    Count layer = 0; ///< its number in the model, or in the table of loads
    LoadStatistics experts, gpus, nodes;
    LoadStatistics activated;       ///< experts of a GPU that get a token at all, of the GPUs
    std::vector<Count> slotExperts; ///< expert held by each physical slot, GPU by GPU
    std::vector<double> expertLoad; ///< tokens per expert in one dispatch of the expert-parallel group
    std::vector<double> gpuLoad;    ///< tokens received per GPU
    std::vector<double> gpuActivated;
    Count slotsPerGpu = 1, gpusPerNode = 8; ///< gpusPerNode: GPUs of the group inside one NVLink domain
    double lowerBound = 0;                  ///< smallest possible max/mean of GPU load
    std::optional<double> auxLoss;          ///< E·Σ f·p
    std::optional<RandomBand> random;       ///< absent where nobody asked for it
    std::vector<double> nodeReach;       ///< probability that a token goes to each node; empty: not counted
    std::optional<double> nodesPerToken; ///< their sum, E[D]
    double nodesPerTokenBound = 1;       ///< no placement needs fewer
    /// Share of the pairs of a token's experts that stand on different nodes: what swaps reduce.
    std::optional<double> separatedPairs;
    /// One per layer of a loaded table with several; then the statistics above are over all layers and max
    /// over mean is their mean, and the lists are those of the first.
    std::vector<PlacementReport> layers;
};

struct Report {
    Scenario scenario;
    std::vector<Warning> warnings;
    ParamCounts params;
    std::optional<MemoryReport> memory; ///< training memory; absent without train
    std::optional<TrainReport> train;
    std::optional<GoodputReport> goodput;
    std::optional<RooflineReport> roofline; ///< pictures of training; absent when the caller asked for
    std::optional<FabricCurve> fabric;      ///< numbers only
    std::optional<NetworkReport> network;   ///< training's when train exists, else serving's; null when dense
    std::optional<ServeReport> serve;
    std::shared_ptr<const ServeCurves> serveCurves; ///< only at full detail
    std::optional<ProfileReport> profiles;
    std::optional<LossReport> loss;
    std::optional<RlReport> rl;
    std::optional<EnergyReport> energy;               ///< needs times of training or of serving
    std::shared_ptr<const DayReport> day;             ///< null where nobody asked for a day (day/day.h)
    std::optional<PlacementReport> placement;         ///< absent when dense
    std::shared_ptr<const Architecture> architecture; ///< null where the caller asked for numbers only
};

} // namespace moe
