// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/memory/memory_saved.h"

#include "models/engine/memory/memory_recipe.h"
#include "models/engine/shape/fine_tuning.h"
#include "models/engine/shape/layer_kinds.h"
#include "models/engine/shape/number_format.h"

#include <cmath>

namespace moe {

namespace {

double element(const Setup& s) {
    return s.scenario->precision.compute == DataType::Fp32 ? 4 : 2;
}

/// DeepSeek-V3 technical report, arXiv 2412.19437, 3.3.3: inputs of SwiGLU in FP8, those of the projection
/// behind attention, which its backward pass reads too, in E5M6.
bool keepsNarrow(const Setup& s) {
    return s.scenario->train->narrowActivations && isNarrow(s.scenario->precision.compute);
}
constexpr double kE5M6 = 1.5;

/// Bytes of a value that an activation function reads.
double activationInput(const Setup& s) {
    return keepsNarrow(s) ? 1 : element(s);
}

bool mode(const Setup& s, Keep keep, Recompute::Mode wanted) {
    return keep == Keep::AsChosen && s.scenario->train->recompute.mode == wanted;
}
bool part(const Setup& s, Keep keep, RecomputePart wanted) {
    return keep == Keep::AsChosen && s.scenario->train->recompute.has(wanted);
}
bool full(const Setup& s, Keep keep) {
    return mode(s, keep, Recompute::Mode::Full);
}

/// Operator-level recompute keeps every second matrix product.
double products(const Setup& s, Keep keep) {
    return mode(s, keep, Recompute::Mode::OpLevel) ? 0.5 : 1;
}

} // namespace

static bool isPlain(const Setup& s) {
    return s.scenario->train->stack == Stack::PyTorch;
}

double gemmInputBytes(const Setup& s) {
    return isNarrow(s.scenario->precision.compute) ? narrowWeightBytes(s) : element(s);
}

/// Of a product's input: what its weight's gradient needs, or what an adapter beside it does, in bf16.
static double inputBytes(const Setup& s, bool adapted) {
    return trainsWeights(s) ? gemmInputBytes(s) : adapted ? element(s) : 0;
}

/// Residual values of a token: of every stream, for each layer its share of a stage's bank of block outputs,
/// which stays to the end of the backward pass.
static double residuals(const Setup& s) {
    const auto block = static_cast<double>(s.scenario->model.residualBlock);
    return s.streams + (block > 0 ? std::ceil(s.L / block) * s.pp / s.L : 0);
}

NormBytes normBytes(const Setup& s, Keep keep) {
    const double a = element(s), residual = a * residuals(s);
    if (full(s, keep)) return {residual, 0};
    if (mode(s, keep, Recompute::Mode::OpLevel))
        return {residual + a, 0}; // input and half of two output projections
    const double statistics =
        s.scenario->model.norm == Norm::LayerNorm ? 8 : 4; // mean and/or reciprocal deviation
    // Of both norms; the second one's output enters shared experts where there are some.
    const bool network = s.isMoe && s.fs <= 0 ? false : adaptsMlpInput(s);
    const double outputs = part(s, keep, RecomputePart::LayerNorm)
                               ? 0
                               : inputBytes(s, adaptsMixerInput(s)) + inputBytes(s, network);
    const double masks = s.scenario->train->dropout > 0 ? 2 : 0;
    const bool attends = s.scenario->model.residualBlock > 0; // to earlier outputs, at both blocks of a layer
    // Both blocks read all streams, and keep the weights of their connections in fp32.
    const double weights = s.streams > 1 ? 2 * 4 * (s.streams * s.streams + 2 * s.streams) : 0;
    return {residual + (s.streams + 2 * (attends ? 1 : 0)) * a + outputs + masks, 2 * statistics + weights};
}

double projectedValues(const Setup& s) {
    return layerKind(s.mixer).projected(s);
}

double attentionOutput(const Setup& s) {
    return layerKind(s.mixer).output(s);
}

AttentionBytes attentionBytes(const Setup& s, Keep keep) {
    AttentionBytes kept;
    if (full(s, keep)) return kept;
    const double a = element(s);
    kept.projected = s.mla && part(s, keep, RecomputePart::MlaUpProj) ? 0 : products(s, keep) * a;
    if (s.mla) {
        kept.latent = products(s, keep) * a;
        kept.latentNorm = keepsNarrow(s) ? products(s, keep) * gemmInputBytes(s) : kept.latent;
        if (!trainsWeights(s) && !adaptsMixerInput(s)) kept.latentNorm = 0;
        kept.latentToken = mode(s, keep, Recompute::Mode::OpLevel) ? 0 : 8;
    }
    kept.output = a;
    if (isNarrow(s.scenario->precision.compute) && trainsWeights(s))
        kept.output += narrowWeightBytes(s); // the projection's own quantised input
    if (keepsNarrow(s)) kept.output = kE5M6;
    if (s.attentionKernel == AttentionKernel::FlashCopy) kept.output += a;
    if (isPlain(s)) { // turned queries and keys beside the projected ones; the output once more as rows
        const double all = projectedValues(s), values = s.mla ? s.n * s.dv : s.values;
        if (s.scenario->model.position == Position::Rope && all > 0)
            kept.projected *= 1 + std::max(0.0, all - values) / all;
        const bool rows =
            s.attentionKernel == AttentionKernel::Fused || s.attentionKernel == AttentionKernel::Cudnn;
        if (rows) kept.output += a;
    }
    if (part(s, keep, RecomputePart::CoreAttn)) return kept;
    // Unfused: probabilities, and with dropout their mask and product, for every pair of the full sequence.
    kept.perHead = s.attentionKernel == AttentionKernel::Unfused
                       ? s.s * (s.scenario->train->dropout > 0 ? 2 * a + 1 : a)
                       : 4; // log-sum-exp
    return kept;
}

double latentBytes(const Setup& s, const AttentionBytes& kept) {
    return kept.latent * (s.rq + s.rkv + s.dr) + kept.latentNorm * (s.rq + s.rkv) + kept.latentToken;
}

/// First products, which the activation's gradient reads, and the input of the second.
static double networkBytes(const Setup& s, Keep keep, bool adapted) {
    const double activation = mode(s, keep, Recompute::Mode::OpLevel) ? 0 : inputBytes(s, adapted);
    // Eager kernels keep both factors of a gated product.
    const bool factors =
        isPlain(s) && s.scenario->train->eager && s.up == 2 && !mode(s, keep, Recompute::Mode::OpLevel);
    return products(s, keep) * activationInput(s) * s.up + activation + (factors ? element(s) : 0);
}

double mlpBytes(const Setup& s, Keep keep) {
    return networkBytes(s, keep, adaptsMlpOutput(s));
}

double expertMlpBytes(const Setup& s, Keep keep) {
    return part(s, keep, RecomputePart::MoeAct) ? activationInput(s) * s.up
                                                : networkBytes(s, keep, adaptsExpertOutput(s));
}

double dispatchedBytes(const Setup& s) {
    return inputBytes(s, adaptsExpertInput(s));
}

double unpermuteBytes(const Setup& s) {
    return s.probabilities == Probabilities::Combine ? element(s) : 0;
}

bool keepsDenseMlp(const Setup& s, Keep keep) {
    return !full(s, keep) && !part(s, keep, RecomputePart::Mlp);
}

bool keepsMoe(const Setup& s, Keep keep) {
    return !full(s, keep) && !part(s, keep, RecomputePart::Moe);
}

static bool holdsMoe(const Setup& s, FeedForward feed, Keep keep) {
    return feed == FeedForward::Moe && keepsMoe(s, keep);
}

double savedNorms(const Setup& s, FeedForward feed, Keep keep) {
    const NormBytes kept = normBytes(s, keep);
    const double both = (kept.perHidden * s.h + kept.perToken) / s.sp;
    const double blocks = (mixes(s.mixer) ? 0.5 : 0) + (feed == FeedForward::None ? 0 : 0.5);
    if (s.scenario->model.sharedNorm && blocks == 1) return both / 2;
    // Norms behind a block keep their input and statistics as well.
    return blocks * both * (s.scenario->model.fourNorms && !full(s, keep) ? 1.5 : 1);
}

double savedAttention(const Setup& s, FeedForward, Keep keep) {
    if (!attends(s.mixer)) return 0;
    const AttentionBytes kept = attentionBytes(s, keep);
    return (kept.projected * projectedValues(s) + kept.output * attentionOutput(s) + kept.perHead * s.n) /
               s.tp +
           latentBytes(s, kept) / s.sp;
}

double savedState(const Setup& s, FeedForward, Keep keep) {
    const LayerKindRow* kind = stateOf(s.mixer);
    if (!kind || full(s, keep)) return 0;
    return (products(s, keep) * element(s) * (kind->projected(s) + kind->output(s)) + kind->savedState(s)) /
           s.tp;
}

double savedDenseMlp(const Setup& s, FeedForward feed, Keep keep) {
    return feed == FeedForward::Dense && keepsDenseMlp(s, keep) ? mlpBytes(s, keep) * s.f / s.tp : 0;
}

double savedRouter(const Setup& s, FeedForward feed, Keep keep) {
    return holdsMoe(s, feed, keep) ? (8 * s.E + 18 * s.k + unpermuteBytes(s) * s.h * s.k) / s.sp : 0;
}

double savedDispatched(const Setup& s, FeedForward feed, Keep keep, double imbalance) {
    return holdsMoe(s, feed, keep) ? imbalance * s.k * dispatchedBytes(s) * s.latent * s.etp / s.sp : 0;
}

double savedExperts(const Setup& s, FeedForward feed, Keep keep, double imbalance) {
    return holdsMoe(s, feed, keep) ? imbalance * s.k * expertMlpBytes(s, keep) * s.fe / s.tp : 0;
}

double savedShared(const Setup& s, FeedForward feed, Keep keep) {
    return holdsMoe(s, feed, keep) ? mlpBytes(s, keep) * s.fs / s.tp : 0;
}

double savedAdapters(const Setup& s, FeedForward feed, Keep keep, double imbalance) {
    if (!hasAdapters(s) || full(s, keep)) return 0;
    double rows = 0;
    for (const Adapter& adapter : adaptersOf(s, feed)) {
        const bool kept = adapter.expert ? keepsMoe(s, keep) : true;
        if (kept) rows += adapter.expert ? imbalance * s.k : 1;
    }
    return 2 * static_cast<double>(s.scenario->train->loraRank) * rows;
}

LayerSaved layerSaved(const Setup& s, FeedForward feed, Keep keep, double imbalance) {
    return {
        savedNorms(s, feed, keep),
        savedAttention(s, feed, keep),
        savedState(s, feed, keep),
        savedDenseMlp(s, feed, keep),
        savedRouter(s, feed, keep),
        savedDispatched(s, feed, keep, imbalance),
        savedExperts(s, feed, keep, imbalance),
        savedShared(s, feed, keep),
        savedAdapters(s, feed, keep, imbalance),
    };
}

double savedLayer(const Setup& s, FeedForward feed, Keep keep, double imbalance) {
    return layerSaved(s, feed, keep, imbalance).all();
}

} // namespace moe
