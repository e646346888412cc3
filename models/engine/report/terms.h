#pragma once
// One row per memory component and per part of the step time. Totals, bars, legends, the Explain panel and
// exports loop over these tables.

#include "models/engine/report/report.h"
#include "models/engine/shape/setup.h"

#include <cstddef>
#include <vector>

namespace moe {

/// What a memory term may look at.
struct StageContext {
    const Setup* setup = nullptr;
    int stage = 0;
    Count layers = 0;    ///< transformer layers on this stage
    Count moeLayers = 0; ///< of which MoE
    bool first = false, last = false;
    double inFlight = 1;  ///< micro-batches whose activations are held (1F1B or interleaved), fractional
    double imbalance = 1; ///< λ
    double denseParams = 0, expertParams = 0; ///< P_dense and P_expert of this GPU
};

enum class MemoryGroup { Parameters, Gradients, Optimizer, Activations, Transient, Framework };
const char* groupText(MemoryGroup group);

struct MemoryTerm {
    const char* key; ///< report JSON: memory.terms[].key
    const char* label;
    MemoryGroup group;
    const char* formula; ///< as the Explain panel shows it
    const char* source;
    Bytes (*bytes)(const StageContext&);
    bool lasts = false; ///< transient by kind, but there in every phase of a step
};
const std::vector<MemoryTerm>& memoryTerms();

/// What a part of a step is spent on.
enum class TimeGroup { Compute, Communication, Optimizer, Host, Bubble };

/// A part of a training step, or of a prefill or decode step.
struct TimeTermRow {
    const char* key;
    const char* label;
    TimeGroup group;
    const char* formula; ///< as the Explain panel shows it
    const char* source;
};

enum class StepPart : std::size_t {
    // of a stage's GPU time
    Gemm,
    Attention,
    Elementwise,
    ExpertGemm,
    Tensor,
    Context,
    AllToAll,
    Head,
    Recompute,
    Accumulation,
    SendReceive,
    // of the step
    Host,
    Bubble,
    Data,
    Optimizer,
    Constant,
};
inline constexpr std::size_t kStageParts = static_cast<std::size_t>(StepPart::SendReceive) + 1;
constexpr bool isOfStage(StepPart part) {
    return static_cast<std::size_t>(part) < kStageParts;
}

struct StepContext; ///< a step worked out: step_time_report.cpp

/// Report JSON: train.terms[].
struct StepTermRow : TimeTermRow {
    StepPart part;
    TimeTerm (*time)(const StepContext&);
    double (*linkRanks)(const Setup&) = nullptr; ///< ranks its traffic spans; absent: TP
    const char* assumption = "";                 ///< a sentence; may be empty
};
const std::vector<StepTermRow>& timeTerms();

enum class PassPart : std::size_t {
    Core,
    Projections,
    Mlp,
    Experts,
    Small,
    Dispatch,
    Combine,
    AllReduce,
    Head,
    Hops,
    Engine,
    Prefills,
};

struct Cost;
struct LayerWork; ///< one layer of a pass: serve_pass.cpp
struct PassWork;  ///< a pass: serve_pass.cpp

/// Of a prefill or a decode step, ServeReport's. A part costs something in each layer or once in a pass; what
/// other requests cost is added where they are known (serve.cpp).
struct PassTermRow : TimeTermRow {
    PassPart part;
    Cost (*layer)(const LayerWork&);
    Cost (*pass)(const PassWork&);
};
const std::vector<PassTermRow>& serveTerms();

} // namespace moe
