// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/shape/setup.h"

#include "models/engine/routing/expert_load.h"
#include "models/engine/schedule/schedules.h"
#include "models/engine/shape/balanced_layout.h"
#include "models/engine/shape/machine.h"

#include <algorithm>
#include <utility>

namespace moe {

namespace {

double asNumber(Count count) {
    return static_cast<double>(count);
}

/// Sliding layers may have heads of their own, any layer a network of its own width.
void speakOf(Setup& setup, const LayerType& type) {
    const ModelSpec& model = setup.scenario->model;
    setup.mixer = type.mixer;
    setup.ownsKv = type.ownsKv;
    setup.frozen = type.frozen;
    setup.f = asNumber(type.ffn > 0 ? type.ffn : model.ffn);
    setup.ratio = asNumber(type.mixer == LayerKind::Csa   ? model.csaRatio
                           : type.mixer == LayerKind::Hca ? model.hcaRatio
                                                          : 0);
    if (type.mixer != LayerKind::Sliding) return;
    if (model.slidingHeads) setup.n = asNumber(*model.slidingHeads);
    if (model.slidingHeadDim) setup.d = setup.dw = asNumber(*model.slidingHeadDim);
    if (model.slidingVDim) setup.dw = asNumber(*model.slidingVDim);
    setup.g = model.slidingKvHeads                ? asNumber(*model.slidingKvHeads)
              : model.attention == Attention::Gqa ? setup.g
                                                  : setup.n;
    setup.q = setup.n * setup.d;
    setup.kv = setup.g * setup.d;
    setup.values = setup.g * setup.dw;
    setup.found = setup.n * setup.dw;
}

/// The only type, or the first that sees all keys, or the first that attends; one that learns where some do.
const LayerType& baseType(const LayerPlan& plan) {
    const auto sees = [](const LayerType& type) {
        return type.ownsKv && (type.mixer == LayerKind::Full || hasIndexer(type.mixer));
    };
    const auto learns = std::find_if(plan.types.begin(), plan.types.end(),
                                     [&](const LayerType& type) { return !type.frozen && sees(type); });
    if (learns != plan.types.end()) return *learns;
    const auto found = std::find_if(plan.types.begin(), plan.types.end(), sees);
    if (found != plan.types.end()) return *found;
    const auto any = std::find_if(plan.types.begin(), plan.types.end(),
                                  [](const LayerType& type) { return attends(type.mixer); });
    return any != plan.types.end() ? *any : plan.types.front();
}

void readModel(Setup& setup, const Scenario& scenario) {
    const ModelSpec& model = scenario.model;
    setup.h = asNumber(model.hidden);
    setup.f = asNumber(model.ffn);
    setup.V = asNumber(model.vocab);
    // Without training a sequence is what is served.
    const auto& serve = scenario.serve;
    setup.s = asNumber(model.sequence > 0 ? model.sequence : serve ? serve->prompt + serve->output : 0);
    setup.L = asNumber(model.layers);
    setup.layers = model.layers;
    setup.mtpLayers = model.mtpLayers;
    setup.matrices = model.gated ? 3 : 2;
    setup.up = model.gated ? 2 : 1;

    setup.n = asNumber(model.heads);
    setup.d = model.headDim ? asNumber(*model.headDim) : setup.n > 0 ? setup.h / setup.n : 0;
    setup.g = model.attention == Attention::Gqa ? asNumber(model.kvHeads.value_or(model.heads)) : setup.n;
    setup.q = setup.n * setup.d;
    setup.kv = setup.g * setup.d;
    setup.mla = model.attention == Attention::Mla;
    setup.dw = !setup.mla && model.vDim > 0 ? asNumber(model.vDim) : setup.d;
    setup.values = setup.g * setup.dw;
    setup.found = setup.n * setup.dw;
    setup.jointKv = model.jointKv && !setup.mla;
    if (setup.jointKv) setup.rq = asNumber(model.qRank);
    setup.groups = asNumber(model.outputGroups);
    setup.groupRank = asNumber(model.outputRank);
    setup.streams = asNumber(model.streams);
    if (setup.mla) {
        setup.rq = asNumber(model.qRank);
        setup.rkv = asNumber(model.kvRank);
        setup.dn = asNumber(model.nopeDim);
        setup.dr = asNumber(model.ropeDim);
        setup.dv = asNumber(model.vDim);
    }

    setup.window = asNumber(model.window);
    setup.chunk = asNumber(model.chunk);
    setup.nk = asNumber(model.linearKeyHeads);
    setup.nv = asNumber(model.linearValueHeads > 0 ? model.linearValueHeads : model.linearKeyHeads);
    setup.dk = asNumber(model.linearKeyDim);
    setup.dlv = asNumber(model.linearValueDim > 0 ? model.linearValueDim : model.linearKeyDim);
    setup.conv = asNumber(model.linearConv);
    setup.D = asNumber(model.mambaInner);
    setup.N = asNumber(model.mambaState);
    setup.G = asNumber(model.mambaGroups);
    setup.mambaHeads = asNumber(model.mambaHeads);
    setup.mambaConv = asNumber(model.mambaConv);
    setup.dtRank = asNumber(model.mambaDtRank);
    setup.nI = asNumber(model.indexHeads);
    setup.dI = asNumber(model.indexDim);
    setup.kI = asNumber(model.indexTopK);
    setup.pool = asNumber(model.indexPool);
    setup.latent = setup.h;

    auto plan = std::make_shared<const LayerPlan>(layerPlan(scenario));
    setup.isMoe = scenario.moe.has_value();
    setup.moeLayers = std::count_if(plan->of.begin(), plan->of.end(), [&](std::uint8_t type) {
        return plan->types[type].feed == FeedForward::Moe;
    });
    const LayerType& base = baseType(*plan);
    setup.plan = std::move(plan);
    speakOf(setup, base);
    if (!setup.isMoe) return;
    const MoeSpec& moe = *scenario.moe;
    setup.E = asNumber(moe.experts);
    // Tokens sent to empty experts stay where they are and cost nothing: the mean of those that work.
    setup.k = asNumber(moe.topK) * setup.E / (setup.E + asNumber(moe.empty));
    setup.fe = asNumber(moe.expertFfn);
    setup.fs = asNumber(moe.sharedFfn.value_or(moe.sharedExperts * moe.expertFfn));
    if (moe.latent > 0) setup.latent = asNumber(moe.latent);
    setup.expertSlots = asNumber(scenario.routing.replicas.value_or(moe.experts));
}

void readLayout(Setup& setup, const Scenario& scenario) {
    const ParallelSpec& parallel = scenario.parallel;
    setup.tp = asNumber(parallel.tp);
    setup.pp = asNumber(parallel.pp);
    setup.vpp = asNumber(parallel.vpp);
    if (scenario.train && scenario.train->schedule) {
        const ScheduleRow& row = scheduleRow(*scenario.train->schedule);
        if (row.places != ChunkPlaces::TwoWay && row.chunks > 1) setup.vpp = row.chunks;
    }
    setup.cp = asNumber(parallel.cp);
    setup.dcp = scenario.serve ? asNumber(scenario.serve->decodeContextParallel) : 1;
    setup.ep = asNumber(parallel.ep);
    setup.etp = asNumber(expertTp(scenario));
    setup.layerGroups = parallel.layersShareGpus ? 1 : std::max<Count>(1, setup.moeLayers);
    const Count perReplica = parallel.tp * parallel.pp * parallel.cp * setup.layerGroups;
    setup.dp = asNumber(
        parallel.dp.value_or(std::max<Count>(1, scenario.cluster.gpus.value_or(perReplica) / perReplica)));
    setup.gpus = asNumber(perReplica) * setup.dp;
    setup.edp = setup.dp * setup.cp * setup.tp / (setup.ep * setup.etp);
    // Megatron-LM's, of training: a server asks nothing of it.
    setup.sp = parallel.sequenceParallel && scenario.train ? setup.tp : 1;
}

void readRouting(Setup& setup, const Scenario& scenario) {
    if (!setup.isMoe || !scenario.train) return;
    LayerLoads loads = layerLoads(scenario.routing, static_cast<Count>(setup.E), static_cast<Count>(setup.k),
                                  setup.moeLayers, setup.loads);
    if (!loads.empty()) setup.layerLoads = std::make_shared<const LayerLoads>(std::move(loads));
}

double routedImbalanceOf(const Setup& setup, RoutedImbalances* known) {
    if (!setup.layerLoads) return 1;
    const PlacementShape group = placementGroup(setup);
    if (group.ranks <= 1 || group.expertSlots % group.ranks != 0) return 1;
    const auto compute = [&] {
        return routedImbalance(*setup.layerLoads, setup.scenario->routing.placement, group);
    };
    if (!known) return compute();
    const auto [at, fresh] = known->try_emplace({group.ranks, group.gpusPerRank}, 0);
    if (fresh) at->second = compute();
    return at->second;
}

void readTraining(Setup& setup, const Scenario& scenario, RoutedImbalances* known = nullptr) {
    if (!scenario.train) return;
    const TrainSpec& train = *scenario.train;
    setup.T = asNumber(train.microBatch) * setup.s / setup.cp;
    setup.microBatches = std::max(1.0, asNumber(train.globalBatch) / (setup.dp * asNumber(train.microBatch)));
    setup.routedImbalance = routedImbalanceOf(setup, known);
    // Rows are padded to a capacity, and whatever is asked of them experts take no more.
    const double capacity = expertCapacity(setup);
    setup.imbalance = train.imbalance ? *train.imbalance
                      : !setup.isMoe  ? 1
                      : capacity > 0  ? capacity
                                      : std::max(kNaturalImbalance, setup.routedImbalance);
    if (capacity > 0) setup.imbalance = std::min(setup.imbalance, capacity);

    const bool old = train.stack == Stack::Megatron2024, plain = train.stack == Stack::PyTorch;
    const LossKernel own = train.eager ? LossKernel::Eager : LossKernel::Compiled;
    setup.loss = train.loss.value_or(plain ? own : old ? LossKernel::Unfused : LossKernel::Fused);
    setup.lossTp = train.parallelLoss ? setup.tp : 1;
    const bool hopper = setup.gpu.generation == Generation::Hopper;
    setup.attentionKernel = train.attentionKernel.value_or(old               ? AttentionKernel::FlashCopy
                                                           : plain && hopper ? AttentionKernel::Cudnn
                                                                             : AttentionKernel::Fused);
    setup.probabilities =
        train.probabilities.value_or(old || plain ? Probabilities::Combine : Probabilities::Activation);
    setup.dummyGradients = train.dummyGradients.value_or(!old && !plain);
    setup.maskInLoader = train.maskInLoader.value_or(false);
}

} // namespace

Setup setupOf(const Scenario& scenario, const Catalog& catalog) {
    Setup setup;
    setup.scenario = &scenario;
    setup.loads = catalog.expertLoads.get();
    setup.constants = catalog.stepConstants.get();
    readMachine(setup, catalog);
    readModel(setup, scenario);
    readLayout(setup, scenario);
    readRouting(setup, scenario);
    readTraining(setup, scenario);
    return setup;
}

void refreshLayout(Setup& setup, RoutedImbalances* known) {
    readLayout(setup, *setup.scenario);
    readTraining(setup, *setup.scenario, known);
}

MixerView::MixerView(const Setup& setup, const LayerType& type) : m_setup(&setup) {
    const double width = asNumber(type.ffn > 0 ? type.ffn : setup.scenario->model.ffn);
    if (setup.mixer == type.mixer && setup.ownsKv == type.ownsKv && setup.f == width &&
        setup.frozen == type.frozen)
        return;
    m_own = setup;
    speakOf(*m_own, type);
    m_setup = &*m_own;
}

ScheduleKind scheduleKind(const Setup& setup) {
    using K = ScheduleKind;
    if (!setup.scenario->train || setup.layerGroups > 1)
        return setup.vpp > 1 ? K::Interleaved : K::OneForwardOneBackward;
    const TrainSpec& train = *setup.scenario->train;
    if (train.schedule) return *train.schedule;
    if (setup.vpp <= 1) return K::OneForwardOneBackward;
    return train.epOverlap && setup.isMoe ? K::Combined : K::Interleaved;
}

double expertCapacity(const Setup& setup) {
    if (!setup.isMoe || setup.scenario->moe->capacityFactor <= 0) return 0;
    return std::min(setup.scenario->moe->capacityFactor, setup.E / setup.k);
}

PlacementShape placementGroup(const Setup& setup) {
    const auto whole = [](double value) { return static_cast<Count>(value + 0.5); };
    PlacementShape shape;
    shape.expertSlots = whole(setup.expertSlots);
    shape.ranks = whole(setup.ep);
    shape.gpusPerRank = whole(setup.etp);
    shape.gpusPerNode = std::max<Count>(1, whole(setup.domain));
    shape.groups = std::max<Count>(1, setup.scenario->moe->groups);
    shape.seed = setup.scenario->routing.seed;
    shape.swaps = setup.scenario->routing.swaps;
    return shape;
}

double pairedShare(const Setup& setup) {
    if (!setup.scenario->train || !setup.isMoe || setup.ep <= 1 || !setup.scenario->train->epOverlap)
        return 0;
    const ScheduleKind kind = scheduleKind(setup);
    if (scheduleRow(kind).pairs) return 1;
    const bool alone = setup.pp <= 1 && kind == ScheduleKind::OneForwardOneBackward;
    return alone ? (setup.microBatches - 1) / setup.microBatches : 0;
}

int rankOfChunk(const Setup& setup, int chunk) {
    const int ranks = static_cast<int>(setup.pp);
    const bool back = scheduleRow(scheduleKind(setup)).places == ChunkPlaces::Vee && chunk >= ranks;
    return back ? 2 * ranks - 1 - chunk : chunk % ranks;
}

int twinRank(const Setup& setup, int rank) {
    if (scheduleRow(scheduleKind(setup)).places != ChunkPlaces::TwoWay) return -1;
    return static_cast<int>(setup.pp) - 1 - rank;
}

double parameterCopies(const Setup& setup) {
    return scheduleRow(scheduleKind(setup)).weights;
}

std::vector<Count> chunkLayers(const Setup& setup) {
    const auto chunks = static_cast<std::size_t>(std::max(1.0, setup.pp * setup.vpp));
    const std::vector<Count>& layout = setup.scenario->parallel.layout.layers;
    if (layout.size() == chunks) return layout;
    if (setup.scenario->parallel.layout.balanced) return balancedLayers(setup, chunks);
    const auto n = static_cast<Count>(chunks);
    std::vector<Count> layers(chunks, setup.layers / n);
    const auto remainder = static_cast<std::size_t>(setup.layers % n);
    const std::size_t begin = (chunks - remainder) / 2;
    for (std::size_t i = 0; i < remainder; ++i) ++layers[begin + i];
    return layers;
}

double tokensPerGpu(const Setup& setup) {
    const Scenario& scenario = *setup.scenario;
    if (scenario.train) return setup.T;
    if (!scenario.serve) return 0;
    if (scenario.serve->phase == Phase::Prefill) return static_cast<double>(scenario.serve->prefillTokens);
    return static_cast<double>(scenario.serve->requests) / setup.dp;
}

} // namespace moe
