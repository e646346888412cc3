// SPDX-License-Identifier: GPL-3.0-or-later
// Symbols of timeTerms() and of the training metrics, with the constants of step_time_constants.h and where
// each comes from.

#include "models/engine/cost/step_time_constants.h"
#include "models/engine/cost/topology.h"
#include "models/engine/explain/explain_symbols.h"
#include "models/engine/shape/fine_tuning.h"
#include "models/engine/shape/gpu_power.h"
#include "models/engine/shape/layer_kinds.h"
#include "models/engine/shape/sharding.h"
#include "models/engine/time/host_time.h"
#include "models/engine/time/paired_passes.h"
#include "models/engine/time/simulated_step.h"

#include <algorithm>
#include <cmath>

namespace moe {

using namespace explain;

namespace {

double squared(Seconds t) {
    return t.base * t.base;
}
double gpuShare(const ExplainFacts& f) {
    const double blend = std::sqrt(squared(f.step.worst.busy) + squared(f.step.worst.host));
    return blend > 0 ? f.step.worst.busy.base / blend : 0;
}
/// Exposed over all of the explained part.
double exposedShare(const ExplainFacts& f) {
    return f.term && f.term->seconds.base > 0 ? f.term->exposed / f.term->seconds : 0;
}
/// What FSDP leaves of the GPU's own time where its traffic is longer.
double fsdpShare(const ExplainFacts& f) {
    return f.step.worst.fsdp > f.step.worst.gpu ? 1 - constantsOf(f.setup).fsdpOverlap : 1;
}
/// One of the parts of a stage's GPU time.
bool isStagePart(const ExplainFacts& f) {
    return f.partOfStage && f.term.has_value();
}
double stepTokens(const ExplainFacts& f) {
    return static_cast<double>(f.train().globalBatch) * f.setup.s;
}
/// Of layers that see all keys.
double corePerKey(const ExplainFacts& f) {
    const LayerPlan& plan = *f.setup.plan;
    const LayerKindRow& full = layerKind(LayerKind::Full);
    const auto sees = [&](std::size_t type) { return &attentionOf(plan.types[type].mixer) == &full; };
    double layers = 0;
    for (const std::uint8_t type : plan.of) layers += sees(type) ? 1 : 0;
    if (sees(plan.mtp)) layers += static_cast<double>(f.setup.mtpLayers);
    return layers * full.coreFlops(f.setup, 1) / 2;
}
/// Per token: matrices, and the cores of layers that do not see all keys.
double passedParams(const ExplainFacts& f) {
    return stepFlops(f.setup).fullAttention.base / (6 * stepTokens(f)) -
           corePerKey(f) * sampleLength(f.setup);
}
double averageKeys(const ExplainFacts& f) {
    if (corePerKey(f) <= 0) return sampleLength(f.setup) / 2;
    return (stepFlops(f.setup).causal.base / (6 * stepTokens(f)) - passedParams(f)) / corePerKey(f);
}
double bubbleLeft(const ExplainFacts& f) {
    if (!isSimulated(f.setup)) return bubbleShare(f.setup, f.setup.vpp);
    const Seconds others = f.step.sum - f.step.worst.total;
    return others.base > 0 ? f.step.bubble / others : 0;
}
/// DeepEP, HybridEP: their share of the network is their own.
bool fusedExchange(const ExplainFacts& f) {
    return f.setup.scenario->train && f.setup.scenario->train->dispatcher != Dispatcher::AllToAll;
}
bool meshed(const ExplainFacts& f) {
    return f.setup.gpu.topology != Topology::Switch;
}
Bandwidth link(const ExplainFacts& f) {
    const double ranks = f.linkRanks > 0 ? f.linkRanks : f.setup.tp;
    return ranks <= f.setup.domain ? ringShare(f.setup, ranks) * f.rates.nvlink : f.rates.nic;
}

} // namespace

std::vector<ExplainSymbol> timeSymbols() {
    constexpr unsigned T = kTime;
    // clang-format off
    return {
        derived("x", T, "share of the part that the step waits for", "share", "ω·ω_f·G/(G² + H²)^(1/2)", MOE_TRAIN(isStagePart(f) ? std::optional<double>(exposedShare(f)) : std::nullopt)),
        derived("x", T, "share of the part that the step waits for", "share", "", MOE_TRAIN(exposedShare(f))),
        derived("ω", T, "share of the part left over by its own overlap: 0.5 tensor parallel; all-to-all as its pairs of passes leave it", "share", "", MOE_TRAIN(gpuShare(f) > 0 ? exposedShare(f) / gpuShare(f) / fsdpShare(f) : 1)),
        constant("ω_f", T, "share left over where FSDP's traffic takes longer than the computation", "share", "prior", MOE_TRAIN(fsdpShare(f))),
        derived("G", T, "GPU time of one micro-batch on the slowest stage, forward and backward", "s", "", MOE_TRAIN(f.step.worst.busy.base)),
        derived("H", T, "host time of the same: 28 µs for each of 50 kernels of a dense or 150 of an MoE layer, twice that and 190 with the stack of 2024; 0.59 of it with CUDA graphs of parts, 2 µs a kernel with one of the whole iteration", "s", "", MOE_TRAIN(f.step.worst.host.base)),
        derived("t_s", T, "synchronisation of the dispatcher in the same, 0.7 ms per MoE layer; half with graphs or overlap, none with a graph of the whole iteration", "s", "", MOE_TRAIN(f.step.worst.sync.base)),
        derived("t_p", T, "time of this part in one micro-batch on the slowest stage", "s", "", MOE_TRAIN(f.term && f.setup.microBatches > 0 ? std::optional<double>(f.term->seconds.base / f.setup.microBatches) : std::nullopt)),
        result("t_step", T, "step time", "s", "train.step_seconds"),
        derived("t_max", T, "time of one micro-batch on the slowest stage", "s", "(G² + H²)^(1/2) + t_s", MOE_TRAIN(f.step.worst.total.base)),
        derived("t_sum", T, "the same, summed over the stages", "s", "", MOE_TRAIN(f.step.sum.base)),
        {"t_bubble", T, "pipeline bubble", "s", "", "train.terms.bubble", "", "", MOE_TRAIN(f.step.bubble.base)},
        derived("r_b", T, "share left of the bubble of 1F1B: 1/VPP from PP micro-batches on, ((PP − m) + (m − 1)/VPP)/(PP − 1) with fewer; of other schedules as simulated", "share", "", MOE_TRAIN(bubbleLeft(f))),
        {"t_exposed", T, "data-parallel traffic that the step waits for after the pipeline", "s", "", "train.terms.dp", "", "", MOE_TRAIN(f.step.dpExposed.base)},
        {"t_opt", T, "optimizer", "s", "", "train.terms.optimizer", "", "", MOE_TRAIN(f.step.optimizer.base)},
        {"t_it", T, "constant of every iteration", "s", "", "train.terms.constant", "fit", "", MOE_TRAIN(perIteration(f.setup).base)},
        derived("t_dp", T, "data-parallel traffic of a step without FSDP", "s", "", MOE_TRAIN(f.step.dp.base)),
        derived("C", T, "traffic of FSDP or of activations to the host and back in one micro-batch, the longer", "s", "", MOE_TRAIN(f.step.worst.fsdp.base)),
        bound("lat_r", T, "latency of a layer's collective over its replicas, from NCCL's tuning: 14 µs, 1.9 µs per NVLink hop, 4 µs per network hop of the ring; 0 inside a domain"),
        constant("ω_dp", T, "least exposed share of data-parallel traffic with overlap", "share", "prior", MOE_TRAIN(constantsOf(f.setup).dataOverlap)),
        constant("r_dp", T, "share of a stage's time that can hide gradient traffic", "share", "prior", MOE_TRAIN(constantsOf(f.setup).dataHidden)),

        bound("M", T, "rows of a product"),
        bound("N", T, "columns of a product"),
        bound("K", T, "inner dimension of a product"),
        bound("σ", T, "saturation of a product by its dimensions"),
        bound("t_f", T, "forward time of an operator"),
        bound("t_g", T, "time of the product T × V/TP × h, forward and backward"),
        bound("t_v", T, "all-gather of the logits over TP where the loss is not parallel: lat + 2·T·V·(TP − 1)/(TP·link), else 0"),
        bound("X", T, "bytes of elementwise kernels of a layer, forward"),
        bound("Y", T, "bytes of the expert products of a layer, forward; backward also the gradients"),
        bound("X_net", T, "bytes of one dispatch or combine to other nodes; with the plain all-to-all k·T_r·(1 − 1/nodes) times the bytes of a token, 2·h in bf16"),
        bound("X_nvl", T, "bytes of the same to other GPUs of the node"),
        bound("Z", T, "replicas: DP·CP of dense, EDP of expert parameters; with a shard group those inside it, and gradients travel once more between its copies"),
        bound("Z_d", T, "ranks that share the dense optimizer states"),
        bound("Z_e", T, "ranks that share an expert's optimizer states"),
        constant("K_0", T, "half-saturation of each dimension of a product", "", "fit", MOE_GET(f.rates.halfDimension)),
        knob("P", T, "dense bf16 peak", "FLOP/s", "gpu.bf16_tflops", MOE_GET(f.rates.peak.base)),
        knob("P_l", T, "dense peak of the layers' compute type", "FLOP/s", "precision.compute", MOE_GET(f.rates.linearPeak.base)),
        {"e_l", T, "share of that peak a large product reaches; of plain PyTorch on Hopper at the clock that the power limit leaves", "share", "gpu.mfu", "", "fit", "", MOE_GET(f.rates.linear / f.rates.linearPeak)},
        constant("a", T, "share of the bf16 peak of fused attention, forward", "share", "fit", MOE_GET(f.rates.attention / f.rates.peak)),
        constant("a_b", T, "its backward over its forward efficiency", "share", "fit", MOE_GET(constantsOf(f.setup).backwardAttention)),
        knob("det", T, "slow-down of a deterministic backward pass: 1.75, else 1", "", "train.deterministic", MOE_TRAIN(f.train().deterministic ? constantsOf(f.setup).deterministic : 1)),
        derived("δ", T, "how well a head fills the kernel: min(1, 0.5 + d/256), 1 with MLA; times 1.33 in 8 bits", "", "", MOE_TRAIN(coreFill(f.setup, f.rates))),
        constant("δ_f", T, "what MLA's wider heads gain forward: 1.12, on Blackwell 1.15; else 1", "", "source", MOE_TRAIN(latentShare(f.setup))),
        derived("κ", T, "values per key and token on a rank: 2q/TP, MLA n(d_n + d_r + d_v)/TP", "", "", MOE_GET((f.setup.mla ? f.setup.n * (f.setup.dn + f.setup.dr + f.setup.dv) : 2 * f.setup.q) / f.setup.tp)),
        derived("B", T, "memory bandwidth reached", "B/s", "η_mem·HBM", MOE_GET(f.rates.memory.base)),
        {"η_mem", T, "share of the nominal memory bandwidth reached", "share", "gpu.bandwidth_util", "", "fit", "", MOE_GET(f.rates.memory / f.setup.gpu.hbm)},
        derived("B_e", T, "memory bandwidth reached by elementwise kernels", "B/s", "", MOE_GET(f.rates.elementwise.base)),
        bound("n_k", T, "kernels of a layer, both passes"),
        constant("t_k", T, "time between two kernels on the GPU", "s", "fit", MOE_TRAIN((graphsInUse(f.setup) == CudaGraphs::Full ? constantsOf(f.setup).graphGap : constantsOf(f.setup).kernelGap).base)),
        constant("c_h", T, "LM head over what its product takes", "", "fit", MOE_TRAIN(constantsOf(f.setup).headOver(f.setup.scenario->train->stack))),
        constant("c_d", T, "exposed data-parallel traffic over what its bytes take", "", "fit", MOE_GET(constantsOf(f.setup).dataSlower)),
        knob("r_w", T, "share of the traffic of gradient sums that products wait for: 0.45 fused, else 1", "share", "train.fused_grad_accumulation", MOE_TRAIN(f.train().fusedGradAccumulation ? constantsOf(f.setup).fusedAccumulation : 1)),
        knob("w", T, "bytes of an element that enters a layer's product", "B", "precision.compute", MOE_GET(f.rates.linearBytes)),
        knob("eager", T, "factor on elementwise traffic without fused kernels: 1.65, else 1; of plain PyTorch 1.9, compiled 0.86", "", "train.eager", MOE_GET(f.rates.eager)),
        derived("T_r", T, "tokens that a rank routes", "tokens", "T/TP", MOE_TRAIN(f.setup.T / f.setup.tp)),
        derived("R_e", T, "rows that reach a GPU's experts in a layer", "", "T_r·k·ETP·λ", MOE_TRAIN(f.routed.rows)),
        derived("n_r", T, "rows of one local expert", "", "R_e/(E/EP)", MOE_TRAIN(f.setup.isMoe ? std::optional<double>(f.routed.perExpert) : std::nullopt)),
        derived("W_e", T, "weights of one expert on a GPU", "", "(u + 1)·h_e·fe/ETP", MOE_GET((f.setup.up + 1) * f.setup.latent * f.setup.fe / f.setup.etp)),
        constant("n_0", T, "half-saturation in rows of a local expert", "", "prior", MOE_GET(constantsOf(f.setup).halfRows)),
        constant("r_g", T, "grouped over plain product", "share", "prior", MOE_GET(constantsOf(f.setup).groupedShare)),
        constant("M_0", T, "bytes added to each tensor-parallel collective", "B", "fit", MOE_GET(constantsOf(f.setup).tensorMessage.base)),
        constant("lat", T, "latency of a collective", "s", "prior", MOE_GET(constantsOf(f.setup).collectiveLatency.base)),
        constant("lat_a", T, "latency of an all-to-all", "s", "prior", MOE_GET(constantsOf(f.setup).allToAllLatency.base)),
        constant("s_d", T, "share of the multiprocessors that dispatch and combine take while they run", "share", "source", MOE_TRAIN(dispatcherShare(f.setup))),
        constant("δ_d", T, "share of an exchange that stays outside of a pair of passes: first dispatch, last combine, waits between", "share", "fit", MOE_TRAIN(edgeShare(f.setup))),
        derived("link", T, "bandwidth reached between the ranks: 0.70 of NVLink inside a domain, 0.74 with tensor parallelism, 0.62 with FSDP, else 0.76 of the network", "B/s", "", MOE_GET(link(f).base)),
        derived("W_a", T, "network bandwidth reached by kernels that dispatch and combine in one", "B/s", "η_f·NIC", MOE_GET(fusedExchange(f) ? std::optional<double>(f.rates.allToAllNic.base) : std::nullopt)),
        derived("W_a", T, "network bandwidth reached by an all-to-all", "B/s", "η_a·NIC", MOE_GET(f.rates.allToAllNic.base)),
        constant("η_f", T, "share of the line rate that kernels which dispatch and combine in one reach", "share", "source", MOE_GET(constantsOf(f.setup).fusedExchange)),
        derived("N_a", T, "bandwidth between GPUs reached by an all-to-all, of the links that a group without a switch can use", "B/s", "η_a·s_l·NVL", MOE_GET(meshed(f) ? std::optional<double>(exchangeShare(f.setup, f.setup.ep * f.setup.etp) * f.rates.allToAllNvlink.base) : std::nullopt)),
        derived("s_l", T, "share of a GPU's links that lead to its expert-parallel group", "share", "", MOE_GET(exchangeShare(f.setup, f.setup.ep * f.setup.etp))),
        derived("N_a", T, "NVLink bandwidth reached by an all-to-all", "B/s", "η_a·NVL", MOE_GET(f.rates.allToAllNvlink.base)),
        constant("η_a", T, "share of the line rate an all-to-all reaches", "share", "fit", MOE_GET(constantsOf(f.setup).allToAll)),
        {"c_l", T, "bytes per logit, forward and backward", "B", "train.loss", "", "count", "", MOE_TRAIN(constantsOf(f.setup).lossBytes(f.setup.loss, f.setup.scenario->train->stack))},
        derived("Q", T, "parameters of the slowest stage on a GPU", "", "Q_d + Q_e", MOE_TRAIN(f.step.worst.denseParams + f.step.worst.expertParams)),
        derived("Q_d", T, "of these, dense", "", "", MOE_TRAIN(f.step.worst.denseParams)),
        derived("Q_e", T, "of these, of routed experts", "", "", MOE_TRAIN(f.step.worst.expertParams)),
        bound("t_lora", T, "products of an adapter, rows by rank by width, forward and backward"),
        bound("X_lora", T, "bytes that scaling and adding move: 14 of every value it gives, 6 of every value it reads"),
        bound("n_q", T, "passes of a layer's frozen matrices: forward, and backward where a gradient passes"),
        bound("W_q", T, "values of a layer's frozen matrices on a GPU"),
        derived("t_full", T, "step of the same layout and batch, were every weight to learn", "s", "", MOE_TRAIN(f.report.train->fullStep ? std::optional<double>(f.report.train->fullStep->base) : std::nullopt)),
        bound("t_full", T, "step were every weight to learn; of fine-tuning alone"),
        derived("Q_h", T, "matrices of that stage on a GPU, learning or not", "", "", MOE_TRAIN(f.step.worst.heldDense + f.step.worst.heldExpert)),
        knob("b_r", T, "bytes of a gradient on its way", "B", "train.grad_reduce", MOE_TRAIN(reducedBytes(f.train()))),
        bound("X_h", T, "bytes of activations that one micro-batch sends to the host and fetches again"),
        constant("W_h", T, "rate of copies between a GPU and its host, 0.8 of PCIe or NVLink-C2C", "B/s", "prior", MOE_GET(hostLink(f.setup.gpu).base)),
        derived("t_n", T, "Muon: products that orthogonalise the updates; 0 with Adam", "s", "", MOE_TRAIN(f.step.muon.base)),
        knob("b_a", T, "bytes the optimizer moves per parameter of a shard: 30 with Adam, 22 with Muon", "B", "train.optimizer", MOE_TRAIN(adamBytes(f.train()))),
        knob("b_g", T, "bytes of an accumulated gradient", "B", "train.grad_bytes", MOE_TRAIN(static_cast<double>(f.train().gradBytes))),
        knob("m_r", T, "times the gradients of a step are reduced: m with ZeRO-2, else 1", "", "train.zero", MOE_TRAIN(gradientRounds(f.setup))),
        knob("b_u", T, "bytes more when the gradient sum is not fused: 6, else 0", "B", "train.fused_grad_accumulation", MOE_TRAIN(f.train().fusedGradAccumulation ? 0 : 6)),
        knob("turns", T, "exchanges of a micro-batch: VPP/2 when interleaved, else 1", "", "parallel.vpp", MOE_TRAIN(f.setup.vpp > 1 ? f.setup.vpp / 2 : 1)),
        derived("X_o", T, "bytes the optimizer moves on the busiest stage", "B", "", MOE_TRAIN((f.step.optimizer - f.step.muon).base * f.rates.memory.base)),

        result("rate", T, "tokens per second", "1/s", "train.tokens_per_second"),
        result("hours", T, "GPU-hours", "h", "train.gpu_hours"),
        derived("F", T, "FLOPs of the model for a step, attention core halved", "FLOP", "6·GBS·s·(W_m + W_c·s_c)", MOE_TRAIN(stepFlops(f.setup).causal.base)),
        derived("F_full", T, "FLOPs of the model for a step, full attention", "FLOP", "6·GBS·s·(W_m + W_c·s_f)", MOE_TRAIN(stepFlops(f.setup).fullAttention.base)),
        derived("s_f", T, "tokens of a token's own sample: the sequence, or Σ s_i²/Σ s_i of packed samples", "tokens", "", MOE_GET(sampleLength(f.setup))),
        derived("W_m", T, "matrix parameters a token passes through, LM head included, frozen ones counted two thirds; cores of layers that do not see all keys count as such", "", "", MOE_TRAIN(passedParams(f))),
        derived("W_c", T, "multiplications of a token with one key, layers that see all keys", "", "", MOE_TRAIN(corePerKey(f))),
        derived("s_c", T, "keys a token sees on average: s/2 when causal, less with a window", "tokens", "", MOE_TRAIN(averageKeys(f))),
        derived("t_math", T, "time of all FLOPs at the dense peak, mean over the stages", "s", "", MOE_TRAIN(f.step.math.base)),
        derived("X_step", T, "bytes that pass through device memory in a step, mean over the stages", "B", "", MOE_TRAIN(f.step.bytes.base)),
        knob("price", T, "price of a GPU-hour, spot counted", "USD", "price.gpu_hour_usd", MOE_GET(rentPerGpuHour(f.report.scenario))),
        knob("power", T, "power of a GPU, or its limit", "W", "gpu.power_w", MOE_GET(gpuPower(f.setup).full)),
    };
    // clang-format on
}

} // namespace moe
