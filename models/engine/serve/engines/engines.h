// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One row per serving engine: its defaults, kernels, constants and flags. How it forms a pass is in
// traffic/schedulers.h. Read in the engines' own sources: vLLM V1 `v1/core/sched/scheduler.py`,
// `kv_cache_manager.py`, `block_pool.py` (inference-sim/vllm@f6ec81c7); SGLang `managers/schedule_policy.py`,
// `managers/scheduler.py` (00550cd1); TensorRT-LLM `microBatchScheduler` (0a949d31), `capacityScheduler`
// (02a10fed).

#include "models/engine/scenario/catalog.h"
#include "models/engine/scenario/scenario.h"
#include "models/engine/serve/engines/launch_value.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace moe {

/// How many there are: `steady` is the last of the values and none.
inline constexpr std::size_t kServingEngines = static_cast<std::size_t>(ServeEngine::Steady);

/// A limit on GPUs of 70 GiB or more, and on smaller ones.
struct LimitByMemory {
    int large = 0, small = 0;
};

/// Time of a layer that no table holds: norms, RoPE, launches between operators.
struct LayerConstant {
    Seconds seconds;
    const char* source; ///< a sentence
};

/// Whose kernels run experts in blocks of fp8 on Blackwell, where all engines can run those of one library.
enum class BlockKernels {
    Fastest,
    Between, ///< half way from its own to the fastest
    Own
};

/// What its passes are made of.
struct EngineKernels {
    const char* backend; ///< the name of its tables
    /// Inside one NVLink domain it exchanges tokens without a network on no more GPUs than a node of the old
    /// kind has, too.
    bool exchangesOnFew = false;
    bool secondStream = false; ///< shared experts and router run beside routed ones
    BlockKernels blocks = BlockKernels::Fastest;
    /// Scheduler and sampling of a step beside the layers; absent: the analytic model's.
    std::optional<Seconds> step = Seconds{};
    LayerConstant (*layer)(const Scenario&);
};

/// What an engine takes beside its kernels: s, fitted to measured runs of its time (`era`). With K the
/// kernels of a pass of p prompt tokens and `rows` that decode, and X those of its experts:
///     scale·K + moePrefill·X·p/(p + rows) + [p > 512] prefillLayer·L + pass + passLayer·L·(1 + log₂ TP) +
///     perRow·rows
struct EngineOverheads {
    double scale = 1;      ///< of the passes' time
    double moePrefill = 0; ///< of the experts' time that prompts have a share in, besides
    double prefillLayer =
        0;                ///< of every layer of a pass with more prompt tokens than graphs are captured for
    double pass = 0;      ///< of every pass
    double passLayer = 0; ///< of every layer of it, and again each time that the ranks which wait for each
                          ///< other at its end are twice as many
    double perRow = 0;    ///< of every row that decodes in it
    double perPrompt = 0; ///< of every prompt token in it
    double before = 0, perInput = 0, after = 0, turnaround = 0; ///< TrafficOverheads
    double afterPerRequest = 0; ///< until a token is with the client, per request in flight
    bool holdsFirst = false;    ///< the first token waits for half of those that are sent together
    /// |ln(predicted/measured)| of means that four in five runs keep, of models that the constants were not
    /// fitted to, with kWidthsAt requests in flight on a server; 0 where somebody fitted their own server.
    double ttftWidth = 0, tpotWidth = 0;
    /// Powers of the requests in flight that they go with; see widthWith().
    double ttftWidthPower = 0, tpotWidthPower = 0;
    const char* era = "";    ///< versions and dates
    const char* source = ""; ///< in words
};

/// EngineOverheads::moePrefill of its experts in one type on one generation, where runs tell it apart.
struct ExpertEra {
    DataType experts;
    Generation generation;
    double moePrefill;
};

/// Its kernels store a routed expert of one type on one generation in whole tiles: so many of the width
/// that experts work on, and of an expert's own width on a GPU.
struct ExpertTile {
    DataType experts;
    Generation generation;
    int hidden, width;
};

struct ServingEngine {
    ServeEngine engine;
    std::string_view key;
    const char* label; ///< as its makers spell it

    // Defaults: tokens, sequences, shares.
    ServePolicy policy;
    LimitByMemory batchedTokens, maxSeqs;
    int blockSize;
    double memoryFraction; ///< of the GPU that weights, activations and the KV pool share
    /// Bytes that sampling holds for each word of the vocabulary and each sequence it may run, where the
    /// engine lays out its pool beside the peak of that.
    double samplerBytes = 0;
    bool lookahead; ///< with its scheduler beside the running pass, its default
    bool prefixCaching = true;
    /// With pools: the first token comes from the worker that decodes, which computes it anew (vLLM's
    /// connectors), else from the one that prefills.
    bool firstFromDecode = false;
    /// A request starts when its whole output fits beside those of all that started.
    bool reservesOutputs = false;
    /// A prompt that fits into a pass is not cut, and recipes give passes room for the longest.
    bool wholePrompts = false;
    /// Prompts are cut at whole blocks alone: a pass that takes less than one would never begin any.
    bool cutsAtBlocks = false;

    EngineKernels kernels;
    EngineOverheads overheads;
    std::vector<ExpertEra> eras{};
    std::vector<ExpertTile> tiles{};

    const char* expertsFlag; ///< that spreads experts over ranks
    const char* command;     ///< that starts it, before its flags
    std::vector<LaunchFlag> flags;
    std::vector<UnspelledKey> unspelled{}; ///< of the scenario, that no flag sets
};

/// The first serves where none is named.
const std::vector<ServingEngine>& engines();
/// The first for `steady`, which names none.
const ServingEngine& engineRow(ServeEngine engine);
/// nullptr: no engine's key.
const ServingEngine* findEngine(std::string_view key);

/// Whether requests go through the scheduler of an engine that the scenario names.
bool namesEngine(const ServeSpec& serve);
/// From now on it does.
void nameEngine(ServeSpec& serve);
/// Whose scheduler runs the scenario's requests.
const ServingEngine& servedEngine(const ServeSpec& serve);

/// Whose kernels a pass takes where no engine is named and several were measured alike.
const ServingEngine& unnamedKernels();
/// Names of the engines' tables, in the order in which one is taken where none is named.
const std::vector<std::string_view>& engineBackends();

/// ExpertEra::moePrefill; nothing: the engine's.
std::optional<double> expertEra(const ServingEngine& engine, DataType experts, Generation generation);
/// Of its kernels; nullptr: they store experts as they are.
const ExpertTile* expertTile(const ServingEngine& engine, DataType experts, Generation generation);

/// Most that a pass takes: the scenario's own, else its engine's on a GPU of this memory, bytes.
struct BatchLimits {
    Count sequences = 0, tokens = 0;
};
BatchLimits batchLimits(const ServeSpec& serve, double gpuMemory);

/// Prompt tokens up to which engines capture a pass in a graph (vLLM's and SGLang's largest captured size).
inline constexpr double kCapturedTokens = 512;

// A file each.
ServingEngine vllmEngine();
ServingEngine sglangEngine();
ServingEngine tensorRtLlmEngine();

/// A width with so many requests in flight on a server: width·(n/kWidthsAt)^power, n as far as most of the
/// runs go that it was taken from. Nothing known of n (arrivals): as it is.
inline constexpr double kWidthsAt = 32, kFewestInFlight = 4, kMostInFlight = 128;
double widthWith(double inFlight, double width, double power);

/// What remains of constants that are an engine's and not a server's: one setting on two versions of it, of
/// public runs.
inline constexpr const char* kVersionsMove = "another version of this engine moved by 4 % per token (24 % in "
                                             "one of ten) and by 10 % to the first token "
                                             "(83 %)";

/// EngineOverheads::source of constants that runs of InferenceX gave.
inline constexpr const char* kFittedToInferenceX =
    "Fitted to means of InferenceX's closed-loop runs (ai-dynamo/aiconfigurator@095f58a5, "
    "silicon_sample.csv): least absolute deviations of the logarithms of time per token and, half as heavy, "
    "of time to first token, held to what is typical of engines.";

} // namespace moe
