#include "models/engine/memory_saved.h"

#include <algorithm>

namespace moe {

namespace {

double element(const Setup& s) {
    return s.scenario->precision.compute == DataType::Fp32 ? 4 : 2;
}

/// Bytes of a saved GEMM input: FP8 recipes keep the quantised copy.
double gemmInput(const Setup& s) {
    return s.scenario->precision.compute == DataType::Fp8 ? 1 : element(s);
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

/// First product and activation of an MLP of width `width`.
double mlp(const Setup& s, Keep keep, double width) {
    const double activation = mode(s, keep, Recompute::Mode::OpLevel) ? 0 : gemmInput(s) * width;
    return products(s, keep) * element(s) * s.up * width + activation;
}

} // namespace

double savedNorms(const Setup& s, LayerKind, Keep keep) {
    const double input = element(s) * s.h;
    if (full(s, keep)) return input / s.sp;
    if (mode(s, keep, Recompute::Mode::OpLevel))
        return 2 * input / s.sp; // input and half of two output projections
    const double statistics =
        s.scenario->model.norm == Norm::LayerNorm ? 8 : 4; // mean and/or reciprocal deviation
    const double output = part(s, keep, RecomputePart::LayerNorm) ? 0 : gemmInput(s) * s.h;
    const double masks = s.scenario->train->dropout > 0 ? 2 * s.h : 0;
    return (2 * (input + output + statistics) + masks) / s.sp;
}

double savedAttention(const Setup& s, LayerKind, Keep keep) {
    if (full(s, keep)) return 0;
    const double a = element(s);
    const bool opLevel = mode(s, keep, Recompute::Mode::OpLevel);
    double heads = 0;  // split over TP
    double hidden = 0; // split over sequence parallelism
    const double output = s.mla ? s.n * s.dv : s.q;
    if (s.mla) {
        heads = products(s, keep) * a * s.n * (2 * (s.dn + s.dr) + s.dv);
        hidden = products(s, keep) * a * (2 * s.rq + 2 * s.rkv + s.dr) + (opLevel ? 0 : 8);
        if (part(s, keep, RecomputePart::MlaUpProj)) heads = 0;
    } else {
        heads =
            products(s, keep) * a * (s.q + 2 * std::max(s.kv, s.d * s.tp)); // at least one KV head per rank
    }
    heads += a * output;
    if (s.scenario->precision.compute == DataType::Fp8)
        heads += output; // the projection's own quantised input
    if (s.attentionKernel == AttentionKernel::FlashCopy) heads += a * output;
    const bool recomputed = part(s, keep, RecomputePart::CoreAttn);
    if (s.attentionKernel == AttentionKernel::Unfused) {
        // Probabilities, and with dropout their mask and product, for every pair of the full sequence.
        if (!recomputed) heads += s.n * s.s * (s.scenario->train->dropout > 0 ? 2 * a + 1 : a);
    } else if (!recomputed) {
        heads += 4 * s.n; // log-sum-exp
    }
    return heads / s.tp + hidden / s.sp;
}

double savedDenseMlp(const Setup& s, LayerKind kind, Keep keep) {
    if (kind == LayerKind::Moe || full(s, keep) || part(s, keep, RecomputePart::Mlp)) return 0;
    return mlp(s, keep, s.f) / s.tp;
}

static bool keepsNoMoe(const Setup& s, LayerKind kind, Keep keep) {
    return kind == LayerKind::Dense || full(s, keep) || part(s, keep, RecomputePart::Moe);
}

double savedRouter(const Setup& s, LayerKind kind, Keep keep) {
    if (keepsNoMoe(s, kind, keep)) return 0;
    const double unpermute = s.probabilities == Probabilities::Combine ? element(s) * s.h * s.k : 0;
    return (8 * s.E + 18 * s.k + unpermute) / s.sp;
}

double savedDispatched(const Setup& s, LayerKind kind, Keep keep, double imbalance) {
    if (keepsNoMoe(s, kind, keep)) return 0;
    return imbalance * s.k * gemmInput(s) * s.h * s.etp / s.sp;
}

double savedExperts(const Setup& s, LayerKind kind, Keep keep, double imbalance) {
    if (keepsNoMoe(s, kind, keep)) return 0;
    const double width = part(s, keep, RecomputePart::MoeAct) ? element(s) * s.up * s.fe : mlp(s, keep, s.fe);
    return imbalance * s.k * width / s.tp;
}

double savedShared(const Setup& s, LayerKind kind, Keep keep) {
    if (keepsNoMoe(s, kind, keep)) return 0;
    return mlp(s, keep, s.fs) / s.tp;
}

double savedLayer(const Setup& s, LayerKind kind, Keep keep, double imbalance) {
    return savedNorms(s, kind, keep) + savedAttention(s, kind, keep) + savedDenseMlp(s, kind, keep) +
           savedRouter(s, kind, keep) + savedDispatched(s, kind, keep, imbalance) +
           savedExperts(s, kind, keep, imbalance) + savedShared(s, kind, keep);
}

} // namespace moe
