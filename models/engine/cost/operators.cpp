// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/cost/operators.h"

#include "models/engine/cost/compute_rate.h"
#include "models/engine/cost/fabric.h"
#include "models/engine/cost/network.h"
#include "models/engine/cost/step_time_constants.h"
#include "models/engine/cost/topology.h"
#include "models/engine/routing/expert_load.h"
#include "models/engine/shape/fine_tuning.h"
#include "models/engine/shape/layer_kinds.h"
#include "models/engine/shape/params.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

/// Of computation, memory and the shortest a kernel takes, the longest counts most.
Seconds fourthPowerBlend(Seconds a, Seconds b, Seconds floor) {
    const double a2 = a.base * a.base, b2 = b.base * b.base, c2 = floor.base * floor.base;
    return {std::sqrt(std::sqrt(a2 * a2 + b2 * b2 + c2 * c2))};
}

Cost exposedCost(Seconds time, double share = 1) {
    return {time, share * time, {}, {}};
}

/// What a ring of `gpus` GPUs, neighbours `stride` apart, has of the network.
Bandwidth onNetwork(const Setup& s, Bandwidth nic, double gpus, double stride) {
    return nic / ringSlowdown(s, gpus / s.domain, stride / s.domain);
}

/// Measured on Hopper alone; elsewhere it is taken for the fused kernels of today.
/// Elementwise kernels of plain PyTorch: a part of their time is that of the multiprocessors, which another
/// memory leaves as it is. Of an H100 the constants speak.
Bandwidth plainElementwise(const GpuSpec& gpu, Bandwidth memory, const StepConstants& constants) {
    if (vendorOf(gpu).vendor != Vendor::Nvidia) return memory;
    constexpr double kMemory = 3350e9, kMultiprocessors = 132; // NVIDIA H100 SXM data sheet
    const double cores =
        constants.coresPlain * (kMultiprocessors / multiprocessors(gpu)) * (gpu.hbm.base / kMemory);
    return memory / (1 - constants.coresPlain + cores);
}

bool isCudnn(const Setup& s) {
    return s.attentionKernel == AttentionKernel::Cudnn && s.gpu.generation == Generation::Hopper;
}

/// What the attention kernel reaches over the fused kernels of today.
double kernelShare(const Setup& setup, const GenerationConstants& fitted) {
    const StepConstants& constants = constantsOf(setup);
    const Generation generation = setup.gpu.generation;
    switch (setup.attentionKernel) {
    case AttentionKernel::Sdpa:
    case AttentionKernel::FlashCopy: return generation == Generation::Hopper ? constants.sdpa : 1;
    case AttentionKernel::Flash1:
        return (generation == Generation::Ampere ? constants.flash1Ampere : constants.flash1Hopper) /
               fitted.attention;
    case AttentionKernel::Cudnn: return isCudnn(setup) ? constants.cudnnHopper / fitted.attention : 1;
    case AttentionKernel::Fused:
    case AttentionKernel::Unfused: break;
    }
    return 1;
}

double saturation(const Rates& rates, double dimension) {
    return dimension / (dimension + rates.halfDimension);
}

} // namespace

void setLinear(Rates& rates, const Setup& setup, DataType type) {
    const GpuSpec& gpu = setup.gpu;
    const ComputeRate rate = computeRate(gpu, type, constantsOf(setup));
    rates.fp8 = rate.narrow;
    rates.linearPeak = rate.peak;
    // Servers have their products with blocks from tables; Blackwell scales blocks in its matrix units.
    const StepConstants& constants = constantsOf(setup);
    const bool blocks = rate.narrow && type == DataType::Fp8Block && setup.scenario->train &&
                        gpu.generation == Generation::Hopper;
    const double gain = blocks ? constants.fp8BlockHopper : rate.gain;
    // A user's MFU is of whatever units compute.
    rates.linear = rates.gemmShare * (gpu.mfu > 0 ? 1 : gain) * rate.peak;
    rates.linearBytes = rates.inputBytes = rate.bytes;
    rates.castBytes = rate.castBytes;
}

Rates ratesOf(const Setup& setup) {
    const GpuSpec& gpu = setup.gpu;
    const TrainSpec* train = setup.scenario->train ? &*setup.scenario->train : nullptr;
    const StepConstants& constants = constantsOf(setup);
    const GenerationConstants& fitted = constants.of(gpu);
    // A user's MFU stands for e; attention keeps its ratio to the GEMMs.
    const bool plain = train && train->stack == Stack::PyTorch;
    const double share = plain && gpu.generation == Generation::Hopper ? constants.coolHopper : fitted.gemm;
    const double gemm = gpu.mfu > 0 ? gpu.mfu : share * gpu.clockFactor;
    const double attention =
        gpu.mfu > 0 ? gpu.mfu * fitted.attention / fitted.gemm : fitted.attention * gpu.clockFactor;

    Rates rates;
    rates.peak = gpu.bf16;
    rates.gemmShare = gemm;
    rates.gemm = gemm * gpu.bf16;
    setLinear(rates, setup, setup.scenario->precision.compute);
    rates.halfDimension = plain ? constants.halfDimensionPlain : constants.halfDimension;
    rates.productFloor = constants.productFloor;
    rates.attention = attention * kernelShare(setup, fitted) * gpu.bf16;
    rates.experts = fitted.experts;
    rates.unfused = constants.unfusedAttention * rates.gemm;
    rates.memory = (gpu.bandwidthUtil > 0 ? gpu.bandwidthUtil : constants.memory) * gpu.hbm;
    rates.elementwise = constants.elementwise / constants.memory * rates.memory;
    if (plain) rates.elementwise = plainElementwise(gpu, rates.elementwise, constants);
    rates.nvlink = constants.nvlink * setup.nvlink;
    rates.tensorLink = constants.tensorLink * setup.nvlink;
    rates.fsdpLink = constants.fsdpLink * setup.nvlink;
    rates.nic = constants.nic * setup.nic;
    rates.allToAllNvlink = constants.allToAll * setup.nvlink;
    rates.allToAllNic = constants.allToAll * setup.nic;
    if (train) {
        if (plain)
            rates.eager = train->eager ? constants.eagerPlain : constants.compiledPlain;
        else if (train->eager)
            rates.eager = constants.eager;
        rates.tensorExposed = train->tpOverlap ? constants.tensorOverlap : 1;
        if (train->dispatcher != Dispatcher::AllToAll)
            rates.allToAllNic = constants.fusedExchange * setup.nic;
    }
    return rates;
}

Cost gemmCost(const Rates& rates, Gemm shape, GemmType type) {
    const bool linear = type == GemmType::Linear;
    const Flops work{2 * shape.m * shape.n * shape.k};
    const double sigma = saturation(rates, shape.m) * saturation(rates, shape.n) * saturation(rates, shape.k);
    const double weight = linear ? rates.linearBytes : 2, input = linear ? rates.inputBytes : 2;
    const Bytes bytes{(input * shape.m + weight * shape.n) * shape.k + 2 * shape.m * shape.n};
    const Seconds time = fourthPowerBlend(work / (sigma * (linear ? rates.linear : rates.gemm)),
                                          bytes / rates.memory, rates.productFloor);
    return {time, time, work / (linear ? rates.linearPeak : rates.peak), bytes};
}

Rates withGradients(Rates rates, bool weights) {
    rates.weightGradients = weights;
    return rates;
}

Passes gemmPasses(const Rates& rates, Gemm shape, GemmType type) {
    Passes passes{gemmCost(rates, shape, type), gemmCost(rates, {shape.m, shape.k, shape.n}, type)};
    if (rates.weightGradients) passes.backward += gemmCost(rates, {shape.k, shape.n, shape.m}, type);
    return passes;
}

Passes memoryPasses(const Rates& rates, Bytes forward) {
    const Seconds time = forward / rates.elementwise;
    const Cost cost{time, time, {}, forward};
    return {cost, 2 * cost};
}

AttentionLinears attentionLinears(const Setup& s, const Rates& rates) {
    AttentionLinears linears;
    const LayerKindRow& kind = layerKind(s.mixer);
    for (const Projection& product : kind.projections(s)) {
        const bool out = product.split == Projection::Split::Out, in = product.split == Projection::Split::In;
        linears.all += gemmPasses(rates, {s.T, product.out / (out ? s.tp : 1), product.in / (in ? s.tp : 1)});
    }
    if (!s.mla || !attends(s.mixer)) return linears;
    const double queryOut = s.n * (s.dn + s.dr) / s.tp;
    const Passes upKv = gemmPasses(rates, {s.T, s.n * (s.dn + s.dv) / s.tp, s.rkv});
    linears.all += gemmPasses(rates, {s.T / s.sp, s.rkv + s.dr, s.h}) + upKv;
    linears.upForward = upKv.forward;
    if (s.rq > 0) {
        const Passes upQuery = gemmPasses(rates, {s.T, queryOut, s.rq});
        linears.all += gemmPasses(rates, {s.T / s.sp, s.rq, s.h}) + upQuery;
        linears.upForward += upQuery.forward;
    } else {
        linears.all += gemmPasses(rates, {s.T, queryOut, s.h});
    }
    linears.all += gemmPasses(rates, {s.T, s.h, s.n * s.dv / s.tp});
    return linears;
}

/// The parallel form of a recurrence: chunks of tokens as small products, states between them.
static Passes stateCore(const Setup& s, const Rates& rates) {
    const LayerKindRow* kind = stateOf(s.mixer);
    if (!kind) return {};
    const Flops work{s.T * kind->coreFlops(s, 0) / s.tp};
    if (work.base <= 0) return {};
    const Bytes tensors{2 * s.T * (kind->projected(s) + kind->output(s)) / s.tp};
    const Seconds forward = work / (constantsOf(s).stateKernels * rates.gemm) + tensors / rates.memory;
    const Seconds math = work / rates.peak;
    return {{forward, forward, math, tensors}, {2.5 * forward, 2.5 * forward, 2.5 * math, 2 * tensors}};
}

double attentionFill(double width) {
    return std::min(1.0, 0.5 + width / 256);
}

double coreFill(const Setup& s, const Rates& rates) {
    const double eightBits = s.scenario->train->fp8Attention && rates.fp8 ? constantsOf(s).fp8Attention : 1;
    const bool anyHead = s.mla || s.attentionKernel == AttentionKernel::Flash1;
    return eightBits * (anyHead ? 1 : attentionFill(s.d));
}

double latentShare(const Setup& s) {
    if (!s.mla || isCudnn(s)) return 1; // as fast at 192/128 as at 128
    const StepConstants& constants = constantsOf(s);
    return s.gpu.generation == Generation::Blackwell ? constants.latentBlackwell : constants.latentHopper;
}

/// Tokens of a sequence at which its kernel takes twice its time.
static double shortLength(const Setup& s) {
    return isCudnn(s) ? constantsOf(s).shortCudnn : constantsOf(s).shortAttention;
}

Passes attentionCore(const Setup& s, const Rates& rates) {
    const TrainSpec& train = *s.scenario->train;
    const LayerKindRow& kind = attentionOf(s.mixer);
    const Passes state = stateCore(s, rates);
    if (!attends(s.mixer)) return state;
    const double perKey = (s.mla ? s.n * (s.dn + s.dr + s.dv) : s.q + s.found) / s.tp;
    if (s.attentionKernel == AttentionKernel::Unfused) {
        const Flops work{2 * s.T * s.s * perKey};
        const double scores = s.T * s.s * s.n / s.tp;
        const Seconds math = work / rates.peak;
        const Bytes read{14 * scores}, readBack{18 * scores};
        const Seconds forward = work / rates.unfused + read / rates.memory;
        const Seconds backward = 2 * (work / rates.unfused) + readBack / rates.memory;
        return state + Passes{{forward, forward, math, read}, {backward, backward, 2 * math, readBack}};
    }
    const Flops work{s.T * kind.coreFlops(s, trainingKeys(s)) / s.tp};
    const Seconds plain =
        (1 + shortLength(s) / sampleLength(s)) * work / (coreFill(s, rates) * rates.attention);
    const Seconds forward = 1 / latentShare(s) * plain;
    const Seconds backward = 2.5 / constantsOf(s).backwardAttention *
                             (train.deterministic ? constantsOf(s).deterministic : 1) * plain;
    const Seconds math = work / rates.peak;
    const Bytes tensors{2 * s.T * perKey * 2};
    return state + Passes{{forward, forward, math, tensors}, {backward, backward, 2.5 * math, 2 * tensors}};
}

Passes denseMlp(const Setup& s, const Rates& rates, double width) {
    return gemmPasses(rates, {s.T, s.up * width / s.tp, s.h}) + gemmPasses(rates, {s.T, s.h, width / s.tp});
}

/// Bytes per head and token between MLA's projections and its core. In parts: queries, keys and values are
/// read and written for the rotation, the split and the copy. Fused: the rotated part of the queries in
/// place, what the up-projection gives read, keys and values written (Megatron-LM,
/// fusions/fused_mla_yarn_rope_apply).
static double latentCopies(const Setup& s) {
    if (s.scenario->train && s.scenario->train->fusedRope)
        return 4 * s.dr + 2 * (s.dn + s.dv) + 2 * (s.dn + s.dr + s.dv);
    return 6 * (2 * (s.dn + s.dr) + s.dv);
}

/// Of a layer's two blocks, beside one residual stream that is read twice and written. Connections of m
/// streams read them to find their weights, to mix them for the block and to mix its output in, and write
/// them once: (3·m + 1)·h and (m + 1)·h values with fused kernels (manifold-constrained hyper-connections,
/// arXiv 2512.24880, 4.3.1). Attention residuals read the summed outputs of every earlier block of layers.
static double streamBytes(const Setup& s) {
    const auto block = static_cast<double>(s.scenario->model.residualBlock);
    const double streams = s.streams > 1 ? 2 * 2 * (4 * s.streams - 1) * s.h : 0;
    return streams + (block > 0 ? 2 * 2 * (s.L / (2 * block) + 1.5) * s.h : 0);
}

Bytes elementwiseBytes(const Setup& s, FeedForward feed) {
    const ModelSpec& model = s.scenario->model;
    const double blocks = (mixes(s.mixer) ? 0.5 : 0) + (feed == FeedForward::None ? 0 : 0.5);
    const double norms = model.fourNorms ? 28 : model.sharedNorm && blocks == 1 ? 16 : 20;
    double perToken = blocks * norms * s.h / s.sp;
    perToken += blocks * streamBytes(s) / s.sp;
    if (const LayerKindRow* state = stateOf(s.mixer)) perToken += 4 * state->projected(s) / s.tp;
    if (attends(s.mixer) && s.mla)
        perToken += latentCopies(s) * s.n / s.tp + 4 * (s.rq + s.rkv);
    else if (attends(s.mixer))
        perToken += 4 * (s.q + s.kv) / s.tp;
    if (s.scenario->train && s.scenario->train->dropout > 0) perToken += blocks * 6 * s.h / s.sp;
    return {perToken * s.T};
}

Passes connections(const Setup& s, const Rates& rates, double blocks) {
    // A layer's own embedding: its part of the product that makes all of them, into its width and back.
    const double own = 3 * s.h * static_cast<double>(s.scenario->model.layerEmbedding);
    const Flops work{2 * (blocks * connectionProducts(s) + own) * s.T / s.sp};
    if (!(work.base > 0)) return {};
    const Seconds time = work / rates.linear, math = work / rates.linearPeak;
    const double backward = rates.weightGradients ? 2 : 1;
    return {{time, time, math, {}}, {backward * time, backward * time, backward * math, {}}};
}

Passes latentProjections(const Setup& s, const Rates& rates, double tokens) {
    if (!s.isMoe || s.scenario->moe->latent <= 0) return {};
    return gemmPasses(rates, {tokens, s.latent / s.tp, s.h}) +
           gemmPasses(rates, {tokens, s.h, s.latent / s.tp});
}

Bytes castBytes(const Setup& s, const Rates& rates, double width) {
    return {rates.castBytes * (2 * s.h + (s.q + width) / s.tp) * s.T};
}

Bytes castBytes(const Setup& s, const Rates& rates, const RoutedRows& routed) {
    // A fused kernel quantises what it hands from one product to the next.
    const double between = s.scenario->train && s.scenario->train->fusedGroupedMlp ? 0 : s.fe;
    return {rates.castBytes * ((2 * s.h + s.q / s.tp) * s.T + routed.rows * (s.h + between))};
}

Bytes activationBytes(const Setup& s, double width) {
    return {(s.up > 1 ? 6 : 4) * width * s.T / s.tp};
}

RoutedRows routedRows(const Setup& s) {
    RoutedRows routed;
    routed.tokens = s.T / s.tp;
    routed.rows = routed.tokens * s.k * s.etp * s.imbalance;
    routed.experts = s.E / s.ep;
    routed.perExpert = routed.rows / routed.experts;
    return routed;
}

Passes groupedGemm(const Setup& s, const Rates& rates, const RoutedRows& routed) {
    const double weights = (s.up + 1) * s.latent * s.fe / s.etp;
    const double localWeights = routed.experts * weights;
    const Flops work{2 * routed.rows * weights};
    const double fill = rates.experts * constantsOf(s).groupedShare * routed.perExpert /
                        (routed.perExpert + constantsOf(s).halfRows);
    const Seconds compute = work / (fill * rates.linear);
    const Bytes bytes{localWeights * rates.linearBytes +
                      2 * routed.rows * (2 * s.latent + (s.up + 1) * s.fe / s.etp)};
    const Bytes gradients{4 * localWeights};
    const Seconds math = work / rates.linearPeak;
    const Seconds forward = fourthPowerBlend(compute, bytes / rates.memory, rates.productFloor);
    if (!rates.weightGradients) return {{forward, forward, math, bytes}, {forward, forward, math, bytes}};
    const Seconds backward =
        2 * fourthPowerBlend(compute, (bytes + gradients) / rates.memory, rates.productFloor);
    return {{forward, forward, math, bytes}, {backward, backward, 2 * math, 2 * (bytes + gradients)}};
}

Bytes permuteBytes(const Setup& s, const RoutedRows& routed) {
    // Fused with the products the activation reads nothing again.
    const double parts = s.scenario->moe->expertBias ? constantsOf(s).clampedActivation : 6;
    const double activation = s.scenario->train && s.scenario->train->fusedGroupedMlp ? 2 : parts;
    return {8 * s.latent * s.k * routed.tokens * s.imbalance + activation * s.fe / s.etp * routed.rows +
            24 * s.E * routed.tokens};
}

Cost trainingAllToAll(const Setup& s, const Rates& rates, const RoutedRows& routed, double tokenBytes) {
    Seconds time;
    const double copies = tokenBytes * s.k * routed.tokens;
    if (s.ep > 1) {
        // Copies that a token needs of `all` destinations, one each: the busiest receives every token once at
        // most, however much more than its share the router sends there. The rates were fitted with the
        // natural imbalance on top of it.
        const auto onceEach = [&](double mean, double all) {
            return std::min(mean, all * kNaturalImbalance / s.imbalance);
        };
        const double nodes = std::max(1.0, s.ep * s.etp / s.domain);
        Bytes net, nvlink;
        if (s.scenario->train->dispatcher == Dispatcher::AllToAll) {
            net = {copies * (1 - 1 / nodes)};
            nvlink = {copies * (s.ep - 1) / s.ep / nodes};
        } else if (nodes <= 1) {
            const double ranks = onceEach(s.ep * (1 - std::pow(1 - 1 / s.ep, s.k)), s.ep);
            nvlink = {tokenBytes * routed.tokens * ranks * (s.ep - 1) / s.ep};
        } else {
            double destinations = nodes * (1 - std::pow(1 - 1 / nodes, s.k));
            const MoeSpec& moe = *s.scenario->moe;
            if (moe.groupLimit > 0 && moe.groupLimit < moe.groups)
                destinations =
                    std::min(destinations, distinctNodes({s.E, s.k, nodes, static_cast<double>(moe.groups),
                                                          static_cast<double>(moe.groupLimit)}));
            net = {tokenBytes * routed.tokens * onceEach(destinations, nodes) * (nodes - 1) / nodes};
            nvlink = {0.6 * copies};
        }
        // Where leaves are not joined, a token changes rail over NVLink before it leaves the node.
        if (!s.spine) nvlink += (1 - 1 / s.domain) * net;
        const Bandwidth links = exchangeShare(s, s.ep * s.etp) * rates.allToAllNvlink;
        time =
            s.imbalance * std::max(exchangeSlowdown(s, nodes) * (net / rates.allToAllNic), nvlink / links) +
            constantsOf(s).allToAllLatency;
    }
    if (s.etp > 1) time += Bytes{copies * (s.etp - 1)} / (ringShare(s, s.etp) * rates.nvlink);
    return exposedCost(time);
}

static Bandwidth tensorLink(const Setup& s, const Rates& rates) {
    return s.tp <= s.domain ? ringShare(s, s.tp) * rates.tensorLink : onNetwork(s, rates.nic, s.tp, 1);
}

Cost tensorPair(const Setup& s, const Rates& rates) {
    if (s.tp <= 1) return {};
    const Bandwidth link = tensorLink(s, rates);
    const Bytes moved = 2 * (s.tp - 1) / s.tp * (Bytes{2 * s.T * s.h} + constantsOf(s).tensorMessage);
    return exposedCost(moved / link + 2 * constantsOf(s).collectiveLatency, rates.tensorExposed);
}

Cost gatheredLogits(const Setup& s, const Rates& rates) {
    if (s.lossTp >= s.tp) return {};
    const Bandwidth link = tensorLink(s, rates);
    const Bytes moved{(s.tp - 1) / s.tp * 2 * s.T * s.V};
    return exposedCost(moved / link + constantsOf(s).collectiveLatency);
}

Cost sequenceParallelExtra(const Setup& s, const Rates& rates) {
    if (s.tp <= 1 || s.sp <= 1) return {};
    const Bandwidth link = tensorLink(s, rates);
    return exposedCost(0.3 * (Bytes{4 * s.T * s.h * (s.tp - 1) / s.tp} / link), rates.tensorExposed);
}

namespace {

/// An adapter's matrices on one GPU.
struct AdapterShape {
    double rows, in, out;
};
AdapterShape onGpu(const Setup& s, const Adapter& a, const RoutedRows& routed) {
    const double ranks = a.expert ? s.etp : s.tp;
    return {a.expert ? routed.rows : s.T, a.in / (a.split == Projection::Split::In ? ranks : 1),
            a.out / (a.split == Projection::Split::Out ? ranks : 1)};
}

} // namespace

Passes adapterProducts(const Setup& s, const Rates& given, FeedForward feed) {
    if (!hasAdapters(s)) return {};
    const Adapters adapters = adaptersOf(s, feed);
    if (adapters.count == 0) return {};
    const Rates rates = withGradients(given, true);
    const auto rank = static_cast<double>(s.scenario->train->loraRank);
    const RoutedRows routed = feed == FeedForward::Moe ? routedRows(s) : RoutedRows{};
    Passes sum;
    for (const Adapter& adapter : adapters) {
        const AdapterShape shape = onGpu(s, adapter, routed);
        sum += gemmPasses(rates, {shape.rows, rank, shape.in}, GemmType::Bf16) +
               gemmPasses(rates, {shape.rows, shape.out, rank}, GemmType::Bf16);
        // Forward: scaled (read, written), added (two read, one written); backward: scaled, two gradients of
        // the input added.
        const Bytes ahead{10 * shape.out * shape.rows}, back{(4 * shape.out + 6 * shape.in) * shape.rows};
        const Seconds forward = ahead / rates.elementwise, backward = back / rates.elementwise;
        sum += Passes{{forward, forward, {}, ahead}, {backward, backward, {}, back}};
        if (s.tp <= 1 || adapter.expert) continue;
        const Bytes moved{2 * rank * s.T * (s.tp - 1) / s.tp};
        const Cost exchange = exposedCost(moved / tensorLink(s, rates) + constantsOf(s).collectiveLatency);
        sum += Passes{exchange, exchange};
    }
    return sum;
}

Cost dequantisation(const Setup& s, const Rates& rates, FeedForward feed) {
    if (trainsWeights(s) || !isDequantised(s)) return {};
    const LayerParams layer = layerParams(s);
    const bool moe = feed == FeedForward::Moe;
    const double network = moe ? layer.shared : feed == FeedForward::Dense ? layer.denseMlp : 0;
    const double values =
        (layer.attention + network) / s.tp + (moe ? s.expertSlots / s.ep * layer.expert / s.etp : 0);
    const Bytes bytes{(frozenBytes(s) + 2) * values};
    const Seconds time = bytes / rates.elementwise;
    return {time, time, {}, bytes};
}

Passes contextParallel(const Setup& s, const Rates& rates, const Passes& core) {
    if (s.cp <= 1) return {};
    const Bandwidth link = s.tp * s.cp <= s.domain ? ringShare(s, s.cp) * rates.nvlink
                                                   : onNetwork(s, rates.nic, s.tp * s.cp, s.tp);
    Cost state;
    if (const LayerKindRow* kind = stateOf(s.mixer)) { // from tokens to heads and back
        const Bytes moved{2 * s.T * (kind->projected(s) + kind->output(s)) / s.tp * (s.cp - 1) / s.cp};
        if (moved.base > 0) state = exposedCost(moved / link + 4 * constantsOf(s).collectiveLatency);
    }
    if (!attends(s.mixer)) return {state, state};
    const LayerKindRow& kind = attentionOf(s.mixer);
    const double latent = s.n * (s.dn + s.dr + s.dv) / 2;
    // A joint vector is one of the two, and every rank of TP has all of it.
    const double kv = s.mla ? latent : s.jointKv ? s.d * s.tp / 2 : (s.kv + s.values) / 2;
    const double q = s.mla ? latent : (s.q + s.found) / 2;
    if (s.scenario->parallel.cpComm == CpComm::AllToAll) {
        const Bytes moved{2 * s.T * 2 * (q + kv) / s.tp * (s.cp - 1) / s.cp};
        const Cost cost = state + exposedCost(moved / link + 4 * constantsOf(s).collectiveLatency);
        return {cost, cost};
    }
    // A window or chunk needs no more of the other ranks' keys than it reaches back.
    const double others = s.s * (s.cp - 1) / s.cp, kept = kind.keptTokens(s, s.s);
    const double reach = std::min(others, s.ratio > 0 ? kept / s.ratio + s.window : kept);
    const Seconds forward = Bytes{4 * s.T * kv / s.tp * (s.cp - 1) * (reach / others)} / link;
    const auto exposed = [hides = constantsOf(s).coreHidesRing](Seconds time, Seconds hiding) {
        return std::max(time - hides * hiding, 0.1 * time);
    };
    return Passes{state, state} + Passes{{forward, exposed(forward, core.forward.time), {}, {}},
                                         {2 * forward, exposed(2 * forward, core.backward.time), {}, {}}};
}

} // namespace moe
