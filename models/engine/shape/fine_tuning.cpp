// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/shape/fine_tuning.h"

#include <algorithm>
#include <initializer_list>

namespace moe {
namespace {

using Split = Projection::Split;

const TrainSpec* trainOf(const Setup& setup) {
    return setup.scenario->train ? &*setup.scenario->train : nullptr;
}

bool adapts(const Setup& view, std::initializer_list<LoraTarget> any) {
    const TrainSpec* train = trainOf(view);
    if (!train || train->trainable != Trainable::Lora || view.frozen) return false;
    return std::any_of(any.begin(), any.end(), [&](LoraTarget target) {
        return std::find(train->loraTargets.begin(), train->loraTargets.end(), target) !=
               train->loraTargets.end();
    });
}

class Builder {
public:
    explicit Builder(const Setup& view) : s(view) {}

    void add(double in, double out, Split split, bool expert = false) {
        if (in > 0 && out > 0 && list.count < list.all.size())
            list.all[list.count++] = {in, out, split, expert};
    }

    void mixer() {
        using T = LoraTarget;
        // Kinds that compress keys have products of their own.
        const bool softmax = attends(s.mixer) && s.mixer != LayerKind::Csa && s.mixer != LayerKind::Hca;
        if (softmax && s.mla) return latent();
        if (softmax) {
            const double k = s.ownsKv ? s.kv : 0, v = s.ownsKv ? s.values : 0;
            if (adapts(s, {T::Qkv})) {
                add(s.h, s.q + k + v, Split::Out);
            } else {
                if (adapts(s, {T::Q})) add(s.h, s.q, Split::Out);
                if (adapts(s, {T::K})) add(s.h, k, Split::Out);
                if (adapts(s, {T::V})) add(s.h, v, Split::Out);
            }
            if (adapts(s, {T::O})) add(s.found, s.h, Split::In);
            return;
        }
        for (const Projection& product : layerKind(s.mixer).projections(s))
            if (product.split == Split::In ? adaptsMixerOutput(s) : adaptsMixerInput(s))
                add(product.in, product.out, product.split);
    }

    /// Of MLA's products down to its latents and up from them.
    void latent() {
        using T = LoraTarget;
        const double queries = s.n * (s.dn + s.dr);
        if (adapts(s, {T::Qkv, T::Q})) {
            if (s.rq > 0) add(s.h, s.rq, Split::None);
            add(s.rq > 0 ? s.rq : s.h, queries, Split::Out);
        }
        if (adapts(s, {T::Qkv, T::K, T::V})) {
            add(s.h, s.rkv + s.dr, Split::None);
            add(s.rkv, s.n * (s.dn + s.dv), Split::Out);
        }
        if (adapts(s, {T::O})) add(s.n * s.dv, s.h, Split::In);
    }

    void mlp(double hidden, double width, bool expert) {
        using T = LoraTarget;
        if (adapts(s, {T::Fc1})) {
            add(hidden, s.up * width, Split::Out, expert);
        } else {
            if (adapts(s, {T::Gate}) && s.up > 1) add(hidden, width, Split::Out, expert);
            if (adapts(s, {T::Up})) add(hidden, width, Split::Out, expert);
        }
        if (adapts(s, {T::Down})) add(width, hidden, Split::In, expert);
    }

    const Setup& s;
    Adapters list;
};

bool adaptsExperts(const Setup& view) {
    const TrainSpec* train = trainOf(view);
    return train && train->loraExperts != LoraExperts::None;
}

} // namespace

static bool trains(const Setup& setup, bool frozen) {
    const TrainSpec* train = trainOf(setup);
    return !train || (train->trainable == Trainable::All && !frozen);
}

bool trainsWeights(const Setup& view) {
    return trains(view, view.frozen);
}

bool trainsWeights(const Setup& setup, const LayerType& type) {
    return trains(setup, type.frozen);
}

bool trainsEmbedding(const Setup& setup) {
    const TrainSpec* train = trainOf(setup);
    return !train || (train->trainable == Trainable::All && !train->frozen.embeddings);
}

bool trainsHead(const Setup& setup) {
    const TrainSpec* train = trainOf(setup);
    return !train || (train->trainable == Trainable::All &&
                      !(train->frozen.embeddings && setup.scenario->model.tiedEmbeddings));
}

bool passesBack(const Setup& view) {
    const TrainSpec* train = trainOf(view);
    return !train || (train->trainable != Trainable::None && (!view.frozen || trainsEmbedding(view)));
}

bool isFineTuning(const Setup& setup) {
    const TrainSpec* train = trainOf(setup);
    return train && (train->trainable != Trainable::All || !(train->frozen == FrozenParts{}));
}

bool hasAdapters(const Setup& view) {
    const TrainSpec* train = trainOf(view);
    return train && train->trainable == Trainable::Lora && !view.frozen;
}

Adapters adaptersOf(const Setup& view, FeedForward feed) {
    Builder builder(view);
    if (!hasAdapters(view)) return builder.list;
    builder.mixer();
    if (feed == FeedForward::Dense) builder.mlp(view.h, view.f, false);
    if (feed == FeedForward::Moe) {
        builder.mlp(view.h, view.fs, false);
        if (adaptsExperts(view)) builder.mlp(view.latent, view.fe, true);
    }
    return builder.list;
}

double adapterParams(const Setup& s, const Adapter& a) {
    const TrainSpec& train = *s.scenario->train;
    const double ranks = a.expert ? s.etp : s.tp;
    const double each = static_cast<double>(train.loraRank) * (a.in / (a.split == Split::In ? ranks : 1) +
                                                               a.out / (a.split == Split::Out ? ranks : 1));
    return a.expert && train.loraExperts == LoraExperts::Each ? s.expertSlots / s.ep * each : each;
}

double wholeAdapterParams(const Setup& s, const Adapter& a) {
    const TrainSpec& train = *s.scenario->train;
    const double each = static_cast<double>(train.loraRank) * (a.in + a.out);
    return a.expert && train.loraExperts == LoraExperts::Each ? s.E * each : each;
}

bool adaptsMixerInput(const Setup& view) {
    return adapts(view, {LoraTarget::Qkv, LoraTarget::Q, LoraTarget::K, LoraTarget::V});
}
bool adaptsMixerOutput(const Setup& view) {
    return adapts(view, {LoraTarget::O});
}
bool adaptsMlpInput(const Setup& view) {
    return adapts(view, {LoraTarget::Fc1, LoraTarget::Gate, LoraTarget::Up});
}
bool adaptsMlpOutput(const Setup& view) {
    return adapts(view, {LoraTarget::Down});
}
bool adaptsExpertInput(const Setup& view) {
    return adaptsExperts(view) && adaptsMlpInput(view);
}
bool adaptsExpertOutput(const Setup& view) {
    return adaptsExperts(view) && adaptsMlpOutput(view);
}

double frozenBytes(const Setup& setup) {
    switch (setup.scenario->precision.frozen) {
    case FrozenType::Bf16: break;
    case FrozenType::Fp8:
    case FrozenType::Int8: return 1;
    case FrozenType::Nf4: return 0.5 + 4.0 / 64;
    case FrozenType::Nf4Double: return 0.5 + 1.0 / 64 + 4.0 / (64 * 256);
    }
    return setup.scenario->precision.weights == DataType::Fp32 ? 4 : 2;
}

bool isDequantised(const Setup& setup) {
    const PrecisionSpec& precision = setup.scenario->precision;
    if (precision.frozen == FrozenType::Bf16) return false;
    // Products of 8 bits read frozen ones of 8 bits as they are.
    return !(precision.frozen == FrozenType::Fp8 && precision.compute != DataType::Bf16 &&
             precision.compute != DataType::Fp32);
}

double sampleLength(const Setup& setup) {
    const TrainSpec* train = trainOf(setup);
    if (!train || train->packed.empty()) return setup.s;
    double tokens = 0, squares = 0;
    for (const SampleRun& run : train->packed) {
        const auto length = static_cast<double>(run.tokens), all = length * static_cast<double>(run.count);
        tokens += all;
        squares += length * all;
    }
    return squares / tokens;
}

double trainingKeys(const Setup& view) {
    const LayerKindRow& kind = layerKind(view.mixer);
    const TrainSpec* train = trainOf(view);
    if (!train || train->packed.empty()) return kind.meanKeys(view, view.s);
    double tokens = 0, keys = 0;
    for (const SampleRun& run : train->packed) {
        const auto length = static_cast<double>(run.tokens), all = length * static_cast<double>(run.count);
        tokens += all;
        keys += all * kind.meanKeys(view, length);
    }
    return keys / tokens;
}

} // namespace moe
