// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One row per serving engine: how it forms a pass and its defaults. Read in the engines' own sources: vLLM V1
// `v1/core/sched/scheduler.py`, `kv_cache_manager.py`, `block_pool.py` (inference-sim/vllm@f6ec81c7); SGLang
// `managers/schedule_policy.py`, `managers/scheduler.py` (00550cd1); TensorRT-LLM `microBatchScheduler.cpp`
// (0a949d31), `capacityScheduler.cpp` (02a10fed).

#include "models/engine/scenario/catalog.h"
#include "models/engine/scenario/scenario.h"

#include <optional>
#include <string_view>
#include <vector>

namespace moe {

class TrafficServer; // server.h

/// What an engine takes beside its kernels: s, fitted to measured runs of its time (`era`). With K the
/// kernels of a pass of p prompt tokens and `rows` that decode, and X those of its experts:
///     scale·K + moePrefill·X·p/(p + rows) + [p > 512] prefillLayer·L + pass + passLayer·L + perRow·rows
struct EngineOverheads {
    double scale = 1;      ///< of the passes' time
    double moePrefill = 0; ///< of the experts' time that prompts have a share in, besides
    double prefillLayer =
        0;                ///< of every layer of a pass with more prompt tokens than graphs are captured for
    double pass = 0;      ///< of every pass
    double passLayer = 0; ///< of every layer of it
    double perRow = 0;    ///< of every row that decodes in it
    double perPrompt = 0; ///< of every prompt token in it
    double before = 0, perInput = 0, after = 0, turnaround = 0; ///< TrafficOverheads
    double afterPerRequest = 0; ///< until a token is with the client, per request in flight
    bool holdsFirst = false;    ///< the first token waits for half of those that are sent together
    /// |ln(predicted/measured)| of means that four in five runs keep, of models that the constants were not
    /// fitted to; 0 where somebody fitted their own server.
    double ttftWidth = 0, tpotWidth = 0;
    const char* era = "";    ///< versions and dates
    const char* source = ""; ///< a sentence
};

/// EngineOverheads::moePrefill of an engine's experts in one type on one generation, where runs tell it
/// apart; nothing: the engine's.
std::optional<double> expertEra(ServeEngine engine, DataType experts, Generation generation);

/// Defaults of an engine; tokens, sequences, shares.
struct TrafficEngine {
    ServeEngine engine;
    std::string_view key;
    const char* label; ///< as its makers spell it
    ServePolicy policy;
    int batchedTokens; ///< on a GPU of 70 GiB or more; smaller ones: `batchedTokensSmall`
    int batchedTokensSmall;
    int maxSeqs, maxSeqsSmall;
    int blockSize;
    double memoryFraction; ///< of the GPU that weights, activations and the KV pool share
    bool lookahead;        ///< with its scheduler beside the running pass, its default
    bool prefixCaching;
    /// With pools: the first token comes from the worker that decodes, which computes it anew (vLLM's
    /// connectors), else from the one that prefills.
    bool firstFromDecode;
    EngineOverheads overheads;
    /// Forms the next pass: which chunks of prompts it computes and whether running sequences decode.
    void (*form)(TrafficServer&);
};
const std::vector<TrafficEngine>& engines();
/// vLLM's for `steady`, which names none.
const TrafficEngine& engineRow(ServeEngine engine);
/// Whose scheduler runs the scenario's requests.
const TrafficEngine& servedEngine(const ServeSpec& serve);

/// Most that a pass takes: the scenario's own, else its engine's on a GPU of this memory, bytes.
struct BatchLimits {
    Count sequences = 0, tokens = 0;
};
BatchLimits batchLimits(const ServeSpec& serve, double gpuMemory);

/// Prompt tokens up to which engines capture a pass in a graph (vLLM's and SGLang's largest captured size).
inline constexpr double kCapturedTokens = 512;

void formVllm(TrafficServer& server);
void formSglang(TrafficServer& server);
void formTensorRtLlm(TrafficServer& server);

} // namespace moe
