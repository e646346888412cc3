// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Measured operators (operators/operator_model.h) where a scenario can use them: on a GPU that has surfaces
// or whose generation has, in types that were measured, without context parallelism and without a user's own
// MFU or bandwidth utilisation, which replace all that is fitted.
//
// Operators are the scenario's engine's where it has tables; else, and without an engine, products and
// experts take the fastest backend that was measured, as engines choose between kernels. A GPU's own figures
// (bandwidth, peaks) move its surfaces by what the data sheet's roofline says, so that nothing jumps.

#include "models/engine/operators/operator_tables.h"
#include "models/engine/report/report.h"
#include "models/engine/serve/engines/engines.h"
#include "models/engine/serve/serve_terms.h"
#include "models/engine/shape/setup.h"

#include <array>
#include <memory>
#include <string>

namespace moe {

/// What a pass asks for; each has timers of its own.
enum class OperatorUse : std::size_t {
    Linear,          ///< dense and shared MLPs
    AttentionLinear, ///< projections of the mixers
    Router,
    Head,
    Context,
    Generation,
    LatentContext, ///< MLA
    LatentGeneration,
    Experts,         ///< power law 1.01: as routers load experts when nothing is said
    BalancedExperts, ///< what a placement's load is applied to
    AllReduce,       ///< graph-captured
    Prepare,         ///< of an exchange inside one domain: who sends how much to whom
    Dispatch,
    Combine,
};
inline constexpr std::size_t kOperatorUses = static_cast<std::size_t>(OperatorUse::Combine) + 1;

/// One operator of a pass, in microseconds.
struct OperatorCost {
    PassPart part = PassPart::Core;
    OperatorShape shape;
    double count = 1;
    double us = 0, low = 0, high = 0; ///< of one; low and high hold four times in five
    Origin origin = Origin::Analytic;
    const OperatorTimer* timer = nullptr; ///< as long as the operators live; null: the analytic model's
    double exposed = 1;                   ///< share that the pass waits for

    /// So much of the operator's work: time and band with it.
    void scaleWork(double share);
    /// The same operator where a model knows how its shape differs from the measured one.
    void scale(double factor);
};

class MeasuredOperators {
public:
    /// nullptr where the scenario asks for the analytic model, or nothing measured applies.
    static std::shared_ptr<const MeasuredOperators> match(const Setup& setup, const Catalog& catalog);

    bool has(OperatorUse use) const { return !timersOf(use).empty(); }
    /// The fastest of its timers; has(use).
    OperatorCost at(OperatorUse use, PassPart part, const OperatorShape& shape, double count = 1) const;
    /// The operator that is asked for it; has(use).
    OperatorOp operatorOf(OperatorUse use) const { return timersOf(use).all.front().op; }
    /// Of the GPU that was measured, where exchanges are answered as they were there (DeepEP's); has(use).
    Bandwidth linkOf(OperatorUse use) const { return timersOf(use).all.front().rates.link * GBps; }
    Bandwidth nicOf(OperatorUse use) const { return timersOf(use).nic; }
    /// Values of the shape's slice that were measured (ranks, nodes): the largest up to `wanted`, else the
    /// smallest.
    double measuredSlice(OperatorUse use, double wanted) const;

    LayerConstant layerConstant() const { return m_layer; }
    /// Per step, scheduler and sampling; nullopt: the analytic model's.
    std::optional<Seconds> engineStep() const { return m_step; }
    /// Shared experts and router run beside routed ones.
    bool secondStream() const { return m_secondStream; }

private:
    struct Timers {
        std::array<OperatorTimer, kServingEngines> all; ///< by backend
        std::array<OperatorTimer, kServingEngines>
            wider; ///< of experts: the same backend's in bf16, where it has them
        std::array<OperatorRates, kServingEngines> listed; ///< of the asked GPU without its edits
        std::size_t count = 0;
        Bandwidth nic;         ///< of the first one's GPU as it is listed
        bool ofEngine = false; ///< the first is the scenario's engine's
        bool empty() const { return count == 0; }
    };
    const Timers& timersOf(OperatorUse use) const { return m_timers[static_cast<std::size_t>(use)]; }

    std::shared_ptr<const OperatorTables> m_tables; ///< owns the models
    std::array<Timers, kOperatorUses> m_timers;
    LayerConstant m_layer;
    std::optional<Seconds> m_step;
    bool m_secondStream = false;
    /// On Blackwell all engines can run the expert kernels of one library, and choose the fastest.
    bool m_shareKernels = false;
    bool m_betweenKernels = false; ///< experts: half way from the engine's own kernel to the fastest
};

/// "m 8, n 4096, k 7168".
std::string operatorShapeText(OperatorOp op, const OperatorShape& shape);
/// "trtllm 1.3.0rc20, H100"; empty without a model.
std::string operatorKernelText(const OperatorTimer& timer);

/// The tables' name of the type in which the scenario's experts (Moe) or dense products (Gemm) are multiplied
/// on this GPU; empty: none was measured, or the operator is another.
std::string computedType(const Scenario& scenario, OperatorOp op, const GpuSpec& gpu);

} // namespace moe
