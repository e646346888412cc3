// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/operators/operator_model.h"

#include "models/engine/serve/engines/engines.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

// Half-widths of 80 % bands as measured by carrying the H100's surfaces to other GPUs: within a generation
// errors of 4 to 15 % at the median, across generations 11 to 25 %.
const double kSameGeneration = std::log(1.25), kOtherGeneration = std::log(1.45);
const double kNoMeasurement = std::log(1.45);
constexpr double kOutside = 1.25; ///< behind the last measured shape

/// Constants of the roofline where no table speaks: between those fitted to Ampere, Hopper and Blackwell.
Roof analyticRoof(OperatorOp op) {
    switch (op) {
    case OperatorOp::Gemm: return {4, 0.7, 0.78, 2};
    case OperatorOp::AttnContext: return {13, 0.45, 0.7, 2};
    case OperatorOp::AttnGeneration: return {8, 0.5, 0.8, 2};
    case OperatorOp::MlaContext: return {15, 0.5, 0.7, 2};
    case OperatorOp::MlaGeneration: return {13, 0.6, 0.75, 6};
    case OperatorOp::Moe: return {30, 0.45, 0.75, 2};
    case OperatorOp::AllReduce: return {5, 1, 0.8, 2};
    case OperatorOp::AllGather:
    case OperatorOp::ReduceScatter: return {9, 1, 0.67, 2};
    case OperatorOp::AllToAll: return {9, 1, 0.6, 2};
    case OperatorOp::DeepEpLowLatency: return {12, 1, 0.5, 2};
    case OperatorOp::DeepEpNormal: return {36, 1, 0.5, 2};
    case OperatorOp::ExpertAllToAll: return {14, 1, 0.5, 2};
    }
    return {};
}

const OperatorBand& bandOf(const std::vector<OperatorBand>& bands, double us) {
    for (const OperatorBand& band : bands)
        if (us <= band.below) return band;
    static const OperatorBand none;
    return bands.empty() ? none : bands.back();
}

double distance(const OperatorRates& a, const OperatorRates& b) {
    const auto ratio = [](double x, double y) { return x > 0 && y > 0 ? std::abs(std::log(x / y)) : 1.0; };
    return ratio(a.bf16, b.bf16) + ratio(a.hbm, b.hbm);
}

} // namespace

const std::vector<std::string_view>& operatorBackends() {
    static const std::vector<std::string_view> backends = [] {
        std::vector<std::string_view> all = engineBackends();
        all.emplace_back("nccl");
        return all;
    }();
    return backends;
}

const std::vector<MeasuredGpu>& measuredGpus() {
    static const std::vector<MeasuredGpu> gpus = {
        {"a100_sxm", "a100-80g", Generation::Ampere, {312, 0, 0, 2039, 300}},
        {"h100_sxm", "h100-sxm", Generation::Hopper, {989, 1979, 0, 3350, 450}},
        {"b200_sxm", "b200", Generation::Blackwell, {2250, 4500, 9000, 7700, 900}},
        {"b300_sxm", "b300", Generation::Blackwell, {2250, 4500, 13500, 7700, 900}},
        {"gb200", "gb200", Generation::Blackwell, {2500, 5000, 10000, 8000, 900}},
        {"gb300", "gb300", Generation::Blackwell, {2500, 5000, 15000, 8000, 900}},
        {"l40s", "l40s", Generation::Ada, {362, 733, 0, 864, 32}},
        {"rtx_pro_6000_server", "rtx-pro-6000", Generation::Blackwell, {467.8, 935.6, 1871.2, 1792, 64}},
    };
    return gpus;
}

ExactRows::Key exactKey(const OperatorShape& shape) {
    return {shape.hidden, shape.expertFfn, shape.topK, shape.experts, shape.tp, shape.ep};
}

const ExactRows::Group* ExactRows::find(const OperatorShape& shape) const {
    const Key key = exactKey(shape);
    const auto at =
        std::lower_bound(groups.begin(), groups.end(), key,
                         [](const Group& group, const Key& wanted) { return group.key < wanted; });
    return at != groups.end() && at->key == key ? &*at : nullptr;
}

std::optional<ExactRows::Found> ExactRows::factor(const OperatorShape& shape) const {
    const Group* group = find(shape);
    return group != nullptr ? factorOf(*group, shape.tokens) : std::nullopt;
}

std::optional<ExactRows::Found> ExactRows::factorOf(const Group& group, double count) const {
    // The nearest measured counts from here to either side.
    const auto isAbsent = [&](std::size_t i) { return group.values[i] == kAbsent; };
    const std::size_t size = tokens.size();
    std::size_t b =
        static_cast<std::size_t>(std::lower_bound(tokens.begin(), tokens.end(), count) - tokens.begin());
    std::size_t a = b < size && tokens[b] == count && !isAbsent(b) ? b + 1 : b; // one behind the left
    while (b < size && isAbsent(b)) ++b;
    while (a > 0 && isAbsent(a - 1)) --a;
    if (a == 0 && b == size) return std::nullopt;
    const bool left = a > 0, right = b < size;
    a = left ? a - 1 : b;
    if (!right) b = a;
    const double from = group.values[a] * step, to = group.values[b] * step;
    if (a == b) return Found{from, left && right};
    const double share = std::log(count / tokens[a]) / std::log(tokens[b] / tokens[a]);
    return Found{from + share * (to - from), false};
}

/// How far apart sizes of layers may be that say something of each other.
constexpr double kNearFactor = 1.25;

std::vector<ExactRows::Neighbour> ExactRows::neighbours(const OperatorShape& shape) const {
    const double reach = std::log(kNearFactor);
    const Key key = exactKey(shape);
    std::vector<Neighbour> found;
    // Keys begin with the hidden size, by which they rise.
    auto at = std::lower_bound(groups.begin(), groups.end(), key[0] / kNearFactor,
                               [](const Group& group, double hidden) { return group.key[0] < hidden; });
    for (; at != groups.end() && at->key[0] <= key[0] * kNearFactor; ++at) {
        const Group& group = *at;
        if (group.key[4] != key[4] || group.key[5] != key[5]) continue;
        double apart = 0;
        for (std::size_t i = 0; i < 4 && apart < reach; ++i) {
            const double ratio = group.key[i] / key[i];
            if (ratio == 1) continue;
            apart += ratio > kNearFactor || ratio < 1 / kNearFactor ? reach : std::abs(std::log(ratio));
        }
        if (apart < reach) found.push_back({&group, apart});
    }
    return found;
}

ExactRows::Near ExactRows::near(const std::vector<Neighbour>& layers, double count) const {
    const double reach = std::log(kNearFactor);
    double sum = 0, weights = 0;
    Near result;
    for (const auto& [group, apart] : layers) {
        const std::optional<Found> found = factorOf(*group, count);
        if (!found) continue;
        const double weight = (reach - apart) / std::max(apart, 1e-9);
        sum += weight * found->logFactor;
        weights += weight;
        result.weight = std::max(result.weight, 1 - apart / reach);
    }
    if (weights > 0) result.logFactor = result.weight * sum / weights;
    return result;
}

ExactRows::Near ExactRows::near(const OperatorShape& shape) const {
    return near(neighbours(shape), shape.tokens);
}

const OperatorSlice& OperatorModel::nearest(std::array<double, 2> key) const {
    for (const OperatorSlice& slice : slices)
        if (slice.key == key) return slice;
    const auto far = [&](const OperatorSlice& slice) {
        const bool otherKind = (slice.key[1] > 0) != (key[1] > 0);
        return std::abs(std::log2((slice.key[0] + 1) / (key[0] + 1))) +
               0.1 * std::abs(std::log2((slice.key[1] + 1) / (key[1] + 1))) + (otherKind ? 8 : 0);
    };
    const OperatorSlice* best = &slices.front();
    for (const OperatorSlice& slice : slices)
        if (far(slice) < far(*best)) best = &slice;
    return *best;
}

const char* operatorOriginText(OperatorOrigin origin) {
    switch (origin) {
    case OperatorOrigin::Measured: return "measured";
    case OperatorOrigin::Interpolated: return "interpolated";
    case OperatorOrigin::Transferred: return "transferred";
    case OperatorOrigin::Analytic: break;
    }
    return "analytic";
}

double OperatorTimer::analyticUs(const OperatorShape& shape) const {
    return analyticRoof(op).us(operatorWork(op, shape, numbers, rates).ideal);
}

OperatorAnswer OperatorTimer::operator()(const OperatorShape& shape) const {
    const OperatorWork work = operatorWork(op, shape, numbers, rates);
    OperatorAnswer answer;
    if (model == nullptr) {
        answer.us = analyticRoof(op).us(work.ideal);
        answer.low = answer.us * std::exp(-kNoMeasurement);
        answer.high = answer.us * std::exp(kNoMeasurement);
        return answer;
    }
    const std::array<double, 2> key = operatorSlice(op, shape);
    const OperatorSlice* slice = &model->slices.front();
    if (model->slices.size() > 1 || slice->key != key) slice = &model->nearest(key);
    const Surface& surface = slice->surface;
    double more = 0; // ln of what exact rows say over the surface
    const bool inside = slice->key == key && surface.covers(work.at);
    answer.origin = inside ? OperatorOrigin::Interpolated : OperatorOrigin::Analytic;
    const std::vector<OperatorBand>* bands = &model->bands;
    if (!model->exact.groups.empty()) {
        if (const std::optional<ExactRows::Found> exact = model->exact.factor(shape)) {
            more = exact->logFactor;
            bands = &model->exactBands;
            if (exact->measured) answer.origin = OperatorOrigin::Measured;
            answer.known = 1;
        } else {
            const ExactRows::Near close = model->exact.near(shape);
            more = close.logFactor;
            answer.known = close.weight;
        }
    } else if (surface.axes.size() == 1) {
        // One axis has a knot at every measured point.
        const std::vector<double>& knots = surface.axes.front();
        if (inside && std::binary_search(knots.begin(), knots.end(), work.at[0]))
            answer.origin = OperatorOrigin::Measured;
    }
    answer.us = surface.us(work.ideal, surface.nearest(work.at), more);
    const double sheet = std::max(work.ideal.compute, work.ideal.memory);
    if (op == OperatorOp::Moe && answer.known < 1) {
        // Of a layer that nobody measured the residuals of others bend the line; by how far it is from those
        // that were, it goes over to one that never falls, and not below the data sheet.
        const double even = std::max(sheet, risingUs(shape, *slice));
        answer.us = std::exp(answer.known * std::log(answer.us) + (1 - answer.known) * std::log(even));
    } else if (!inside && answer.known < 1) {
        answer.us = std::max(answer.us, sheet); // within what was measured caches may outrun it
    }
    const OperatorBand& band = bandOf(*bands, answer.us);
    const double wider = inside ? 1 : kOutside, apart = otherGpu > 0 ? std::exp(otherGpu) : 1;
    answer.low = answer.us * std::min(band.low, 1 / apart) / wider;
    answer.high = answer.us * std::max(band.high, apart) * wider;
    if (otherGpu > 0 && answer.origin != OperatorOrigin::Analytic)
        answer.origin = OperatorOrigin::Transferred;
    return answer;
}

/// At powers of two the largest so far, straight between them.
template <class At> static double risingTo(double wanted, const At& at) {
    double before = 1, low = at(1.0), high = low;
    for (double now = 2; before < wanted; now *= 2) {
        low = high;
        high = std::max(low, at(now));
        if (now >= wanted) return low + (wanted - before) / (now - before) * (high - low);
        before = now;
    }
    return wanted < 1 ? std::min(low, at(wanted)) : low;
}

double OperatorTimer::risingUs(const OperatorShape& shape, const OperatorSlice& slice) const {
    OperatorShape at = shape;
    const std::vector<ExactRows::Neighbour> layers = model->exact.neighbours(shape);
    // Fewer experts a token have humps of the data elsewhere.
    return risingTo(shape.topK, [&](double topK) {
        at.topK = topK;
        return risingTo(shape.tokens, [&](double tokens) {
            at.tokens = tokens;
            const OperatorWork work = operatorWork(op, at, numbers, rates);
            const double more = model->exact.near(layers, tokens).logFactor;
            return slice.surface.us(work.ideal, slice.surface.nearest(work.at), more);
        });
    });
}

double otherGpuBand(bool sameGeneration) {
    return sameGeneration ? kSameGeneration : kOtherGeneration;
}

const OperatorModel* operatorModelOf(const OperatorMachine& machine, const OperatorWish& wish) {
    const OperatorModel* found = nullptr;
    std::size_t best = operatorBackends().size() + 1;
    for (const OperatorModel& model : machine.models) {
        if (model.op != wish.op || model.dtype != wish.dtype || model.load != wish.load) continue;
        const std::size_t rank = static_cast<std::size_t>(
            std::find(operatorBackends().begin(), operatorBackends().end(), model.backend) -
            operatorBackends().begin());
        if (!wish.backend.empty() ? model.backend == wish.backend : rank < best) {
            found = &model;
            best = rank;
        }
    }
    return found;
}

OperatorTimer operatorTimer(const std::vector<OperatorMachine>& machines, std::string_view gpu,
                            Generation generation, const OperatorRates& rates, const OperatorWish& wish) {
    std::vector<const OperatorMachine*> all;
    for (const OperatorMachine& machine : machines) all.push_back(&machine);
    return operatorTimer(all, gpu, generation, rates, wish);
}

OperatorTimer operatorTimer(const std::vector<const OperatorMachine*>& machines, std::string_view gpu,
                            Generation generation, const OperatorRates& rates, const OperatorWish& wish) {
    OperatorTimer timer;
    timer.op = wish.op;
    timer.rates = rates;
    timer.numbers = operatorNumbers(wish.dtype);
    const OperatorMachine* best = nullptr;
    double least = 0;
    for (const OperatorMachine* machine : machines) {
        if (operatorModelOf(*machine, wish) == nullptr) continue;
        const bool own = machine->gpu.key == gpu;
        const double far =
            own ? -1
                : distance(machine->gpu.rates, rates) + (machine->gpu.generation == generation ? 0 : 100);
        if (best != nullptr && far >= least) continue;
        best = machine;
        least = far;
    }
    if (best == nullptr) return timer;
    timer.source = best;
    timer.model = operatorModelOf(*best, wish);
    if (best->gpu.key == gpu && best->gpu.own)
        timer.otherGpu = timer.model->spread > 0 ? timer.model->spread : kSameGeneration;
    else if (best->gpu.key == gpu)
        timer.rates = best->gpu.rates; // what its surfaces are relative to
    else
        timer.otherGpu = best->gpu.generation == generation ? kSameGeneration : kOtherGeneration;
    return timer;
}

} // namespace moe
