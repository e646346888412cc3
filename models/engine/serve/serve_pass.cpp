// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/serve/serve_pass.h"

#include "models/engine/cost/network.h"
#include "models/engine/cost/step_time_constants.h"
#include "models/engine/cost/topology.h"
#include "models/engine/report/time_term_row.h"
#include "models/engine/serve/measured_parts.h"
#include "models/engine/serve/operator_profiles.h"
#include "models/engine/serve/serve_work.h"
#include "models/engine/shape/layer_kinds.h"
#include "models/engine/shape/params.h"
#include "models/engine/shape/setup.h"

#include <algorithm>
#include <array>
#include <functional>

namespace moe {

namespace {

/// Launches of norms, RoPE, activation and quantisation: 6–15 µs per layer were measured.
constexpr Seconds kSmallOperators{10e-6};
/// Scheduler, sampling and detokenisation between two steps: 0–2 ms in the engines measured, a prior.
constexpr Seconds kEngineStep{1e-3};
/// Normal kernels keep 20–24 of 132 multiprocessors busy while they overlap with computation.
constexpr double kBesideNormalKernels = 132.0 / (132 - 22);

Cost timed(Seconds time) {
    return {time, time, {}, {}};
}
/// What two-batch overlap hides or hides behind.
bool isExchange(PassPart part) {
    return part == PassPart::Dispatch || part == PassPart::Combine;
}

double tokensOf(const PassShape& shape) {
    return shape.sequences + shape.promptTokens;
}

/// With decode context parallelism each GPU takes the heads of its whole group over its share of the keys.
Cost decode(const LayerWork& w) {
    const double sequences = w.shape.sequences / w.batches;
    if (w.s.dcp <= 1) return decodeCore(w.s, w.rates, sequences, w.shape.context);
    Setup group = w.s;
    group.tp /= w.s.dcp;
    return decodeCore(group, w.rates, sequences, w.shape.context / w.s.dcp);
}
Cost core(const LayerWork& w) {
    return decode(w) + prefillCore(w.s, w.rates, w.shape.promptTokens / w.batches, w.shape.prompt);
}
Cost projections(const LayerWork& w) {
    return attentionLinears(w.s, w.rates.attention).all.forward;
}
Cost allReduces(const LayerWork& w) {
    const double blocks = (mixes(w.s.mixer) ? 1 : 0) + (w.feed == FeedForward::None ? 0 : 1);
    return timed(blocks * allReduceTime(w.s, {2 * w.s.T * w.s.h}));
}
/// Queries of the group's heads are gathered, what they found is reduced and scattered, with the logarithm of
/// each softmax's sum: half an all-reduce each.
Cost shards(const LayerWork& w) {
    const double sequences = w.shape.sequences / w.batches;
    if (w.s.dcp <= 1 || sequences <= 0 || !attends(w.s.mixer)) return {};
    Setup group = w.s;
    group.tp = w.s.dcp;
    const double heads = sequences * w.s.n / w.s.tp * w.s.dcp;
    const Bytes queries{2 * heads * (w.s.mla ? w.s.rkv + w.s.dr : w.s.d)},
        found{heads * (2 * (w.s.mla ? w.s.rkv : w.s.d) + 4)};
    return timed(0.5 * (allReduceTime(group, queries) + allReduceTime(group, found)));
}
Cost mlps(const LayerWork& w) {
    if (w.feed == FeedForward::None) return {};
    if (w.feed == FeedForward::Dense) return denseMlp(w.s, w.rates.dense, w.s.f).forward;
    Cost cost = gemmCost(w.rates.dense, {w.share, w.s.E, w.s.h}, GemmType::Bf16);
    if (w.s.fs > 0) cost += denseMlp(w.s, w.rates.dense, w.s.fs).forward;
    cost += latentProjections(w.s, w.rates.dense, w.s.T).forward;
    return cost;
}
Cost routedExperts(const LayerWork& w) {
    return w.feed == FeedForward::Moe ? expertGemm(w.s, w.rates, w.share, w.shape.experts) : Cost{};
}
Cost smallOperators(const LayerWork& w) {
    Bytes bytes = elementwiseBytes(w.s, w.feed);
    if (w.feed == FeedForward::Moe)
        bytes += activationBytes(w.s, w.s.fs) + permuteBytes(w.s, w.routed) +
                 castBytes(w.s, w.rates.dense, w.routed);
    if (w.feed == FeedForward::Dense)
        bytes += activationBytes(w.s, w.s.f) + castBytes(w.s, w.rates.dense, w.s.f);
    const Seconds time = kSmallOperators + bytes / w.rates.memory;
    return {time, time, {}, bytes};
}
Cost dispatch(const LayerWork& w) {
    return timed(w.traffic.dispatch.time);
}
Cost combine(const LayerWork& w) {
    return timed(w.traffic.combine.time);
}

Cost head(const PassWork& w) {
    return gemmCost(w.rates.head, {w.shape.headRows, w.s.V / w.s.tp, w.s.h}, GemmType::Linear);
}
/// One row of activations per token to the next pipeline stage.
Cost hops(const PassWork& w) {
    const Setup& s = w.s;
    const bool inDomain = s.tp * s.pp * s.dp <= s.domain;
    const Seconds hop = Bytes{2 * tokensOf(w.shape) * s.h / s.tp} /
                            (s.scenario->cluster.networkUtil * (inDomain ? pairShare(s) * s.nvlink : s.nic)) +
                        constantsOf(s).collectiveLatency;
    return (s.pp - 1) * timed(hop);
}
Cost engine(const PassWork&) {
    return timed(kEngineStep);
}

/// The parts of one layer for 1/`batches` of a rank's tokens; measured ones are added to `operators`.
Parts layerParts(Setup s, const ServeRates& rates, const PassShape& shape, double batches, FeedForward feed,
                 const MeasuredOperators* measured, std::vector<OperatorCost>& operators) {
    s.T = tokensOf(shape) / batches;
    LayerWork work{s, rates, shape, batches, feed};
    if (feed == FeedForward::Moe) {
        work.share = s.T / s.tp;
        work.routed.tokens = work.share;
        work.routed.rows = work.share * s.k * s.etp * shape.exchange.gpu;
        // Experts spread over no more than the GPUs of one rank: every GPU has all tokens, the all-reduce
        // adds up.
        if (s.ep * s.etp > s.tp) work.traffic = allToAll(s, work.share, shape.exchange);
    }
    Parts parts{};
    for (const PassTermRow& row : serveTerms())
        if (row.layer) at(parts, row.part) = row.layer(work);
    if (measured != nullptr) measureLayer(*measured, work, parts, operators);
    return parts;
}

void add(ForwardPass& pass, std::size_t row, double count, const Cost& cost, double exposed) {
    pass.terms[row].seconds += count * cost.time;
    pass.terms[row].exposed += count * exposed * cost.time;
    pass.math += count * cost.math;
    pass.bytes += count * cost.bytes;
}

/// Where operators were profiled on this GPU, their times stand in for the model's. What the model counts in
/// FLOP and bytes stays.
void replaceByProfiles(const OperatorProfiles& profiles, const Setup& s, const PassShape& shape, Parts& parts,
                       ForwardPass& pass) {
    for (const auto& [part, time] : profiledParts(profiles, s, shape)) {
        at(parts, part).time = at(parts, part).counted = time.seconds;
        pass.terms[rowOf(part)].origin = time.origin;
    }
}

/// Operators of one layer, or of a half of it, become the pass's.
void addOperators(ForwardPass& pass, std::vector<OperatorCost> operators, double times,
                  const std::function<double(PassPart)>& exposed) {
    for (OperatorCost& one : operators) {
        one.count *= times;
        Origin& origin = pass.terms[rowOf(one.part)].origin;
        if (one.timer != nullptr)
            origin = origin == Origin::Analytic ? one.origin : std::max(origin, one.origin);
        one.exposed = exposed(one.part);
        pass.operators.push_back(one);
    }
}

void addLayers(ForwardPass& pass, const Setup& s, const ServeRates& rates, const PassShape& shape,
               const OperatorProfiles* profiles, const MeasuredOperators* measured, double layers,
               FeedForward feed) {
    if (layers <= 0) return;
    const bool moeLayer = feed == FeedForward::Moe;
    std::vector<OperatorCost> operators;
    Parts parts = layerParts(s, rates, shape, 1, feed, measured, operators);
    if (profiles != nullptr && !moeLayer) replaceByProfiles(*profiles, s, shape, parts, pass);
    const std::vector<PassTermRow>& rows = serveTerms();
    const Seconds exchange = at(parts, PassPart::Dispatch).time + at(parts, PassPart::Combine).time;
    const double overlap = s.scenario->cluster.overlap;
    const auto addWhole = [&] {
        for (std::size_t i = 0; i < rows.size(); ++i) add(pass, i, layers, at(parts, rows[i].part), 1);
        addOperators(pass, std::move(operators), layers, [](PassPart) { return 1.0; });
    };
    // A single sequence cannot be halved.
    if (!moeLayer || overlap <= 0 || exchange.base <= 0 || tokensOf(shape) < 2) return addWhole();
    std::vector<OperatorCost> halfOperators;
    Parts halves = layerParts(s, rates, shape, 2, feed, measured, halfOperators);
    const double slowed = s.scenario->cluster.a2a == A2aKernel::Normal ? kBesideNormalKernels : 1;
    Seconds computing, exchanging, whole;
    for (const PassTermRow& row : rows) {
        Cost& half = at(halves, row.part);
        if (!isExchange(row.part)) half.time = slowed * half.time;
        (isExchange(row.part) ? exchanging : computing) += half.time;
        whole += at(parts, row.part).time;
    }
    // Small batches lose more by reading the weights twice than they hide; engines do not halve those.
    const Seconds smaller = std::min(computing, exchanging);
    if (2 * (computing + exchanging - overlap * smaller) >= whole) return addWhole();
    pass.halved = true;
    const bool hidesExchange = computing >= exchanging;
    const auto exposed = [&](PassPart part) { return isExchange(part) == hidesExchange ? 1 - overlap : 1.0; };
    for (std::size_t i = 0; i < rows.size(); ++i)
        add(pass, i, 2 * layers, at(halves, rows[i].part), exposed(rows[i].part));
    addOperators(pass, std::move(halfOperators), 2 * layers, exposed);
}

/// Between two accounts of a pass.
ForwardPass mixed(const ForwardPass& a, ForwardPass b, double share) {
    for (std::size_t i = 0; i < b.terms.size(); ++i) {
        TimeTerm& term = b.terms[i];
        term.seconds = share * a.terms[i].seconds + (1 - share) * term.seconds;
        term.exposed = share * a.terms[i].exposed + (1 - share) * term.exposed;
        term.origin = std::max(a.terms[i].origin, term.origin);
    }
    for (OperatorCost& one : b.operators) one.count *= 1 - share;
    b.time = share * a.time + (1 - share) * b.time;
    return b;
}

ForwardPass passOf(const Setup& s, const ServeRates& rates, const PassShape& shape,
                   const OperatorProfiles* profiles, const MeasuredOperators* measured) {
    const std::vector<PassTermRow>& rows = serveTerms();
    ForwardPass pass;
    pass.terms.resize(rows.size());
    std::array<double, kMostLayerTypes> layers{};
    for (const std::uint8_t type : s.plan->of) ++layers[type];
    for (std::size_t i = 0; i < s.plan->types.size(); ++i) {
        const MixerView view(s, s.plan->types[i]);
        addLayers(pass, *view, rates, shape, profiles, measured, layers[i], s.plan->types[i].feed);
    }
    Parts ends{};
    for (const PassTermRow& row : rows)
        if (row.pass) at(ends, row.part) = row.pass({s, rates, shape});
    if (measured != nullptr) {
        std::vector<OperatorCost> operators;
        measureEnds(*measured, s, shape, ends, operators);
        addOperators(pass, std::move(operators), 1, [](PassPart) { return 1.0; });
    }
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (rows[i].pass) add(pass, i, 1, at(ends, rows[i].part), 1);
    for (const TimeTerm& term : pass.terms) pass.time += term.exposed;
    return pass;
}

} // namespace

const std::vector<PassTermRow>& serveTerms() {
    using G = TimeGroup;
    using P = PassPart;
    static constexpr const char* kModel = "Time and communication model: operators, all-to-all, overlap";
    static const std::vector<PassTermRow> rows = {
        {{"attention", "Attention core", G::Compute,
          "decode MLA: √((2·b·s·n(2r_kv+d_r)/(0.5·P))² + (b·s(r_kv+d_r)·bytes/B)²) + 15 µs; prefill: causal "
          "half "
          "at 0.6·P; all layers",
          kModel},
         P::Core,
         core,
         nullptr},
        {{"gemm", "Attention projections", G::Compute,
          "Σ t(M,N,K), t⁴ = (2MNK/(P·e·σ))⁴ + (bytes/B)⁴; all layers", "Step-time model, operators"},
         P::Projections,
         projections,
         nullptr},
        {{"mlp", "Dense and shared MLPs", G::Compute, "Σ t(M,N,K) of MLPs, shared experts and router",
          "Step-time model, operators"},
         P::Mlp,
         mlps,
         nullptr},
        {{"expert_gemm", "Expert GEMMs", G::Compute,
          "20 µs + √((FLOP/(P·efficiency))² + (activated experts' weights/B)²); activated "
          "L(1 − (1 − k/E)^tokens)",
          kModel},
         P::Experts,
         routedExperts,
         nullptr},
        {{"memory_bound", "Norms, activations, casts", G::Compute, "10 µs per layer + bytes/B", kModel},
         P::Small,
         smallOperators,
         nullptr},
        {{"dispatch", "Dispatch", G::Communication,
          "a0 + a1·nodes + max(b_net/B_net, b_nvl/B_nvl) of the busiest GPU", kModel},
         P::Dispatch,
         dispatch,
         nullptr},
        {{"combine", "Combine", G::Communication,
          "a0 + a1·nodes + max(b_net/B_net, b_nvl/B_nvl) of the busiest GPU", kModel},
         P::Combine,
         combine,
         nullptr},
        {{"tp", "All-reduce", G::Communication, "2 per layer: a + 2(n−1)/n·M/BW(M)", kModel},
         P::AllReduce,
         allReduces,
         nullptr},
        {{"cp", "Context-parallel exchange", G::Communication,
          "(n_DCP − 1)/n_DCP·(M_q + M_o)/BW(M) per layer that attends; none without decode context "
          "parallelism",
          "vLLM, decode context parallelism; rings as of the all-reduce"},
         P::Shards,
         shards,
         nullptr},
        {{"head", "LM head", G::Compute, "t(rows, V/TP, h)", "Step-time model, operators"},
         P::Head,
         nullptr,
         head},
        {{"pipeline", "Pipeline hops", G::Communication, "(PP − 1)·(2·tokens·h/(TP·link) + 12 µs)", kModel},
         P::Hops,
         nullptr,
         hops},
        {{"engine", "Engine", G::Host, "1 ms per step: scheduler, sampling, detokenisation",
          "Prior; the engines among the measured cases need 0–2 ms"},
         P::Engine,
         nullptr,
         engine},
        {{"prefills", "Prefills of other requests", G::Compute,
          "requests/(DP·output) · (time of a step that takes a prompt along − decode step); 0 when prefill "
          "runs "
          "on other GPUs",
          kModel},
         P::Prefills,
         nullptr,
         nullptr},
        {{"queue", "Queue, scheduler, others' prompts", G::Host,
          "simulated median − parts of a steady batch; without an engine 0",
          "Requests simulated one by one (traffic)"},
         P::Queue,
         nullptr,
         nullptr},
    };
    return rows;
}

std::size_t rowOf(PassPart part) {
    const std::vector<PassTermRow>& rows = serveTerms();
    const auto row =
        std::find_if(rows.begin(), rows.end(), [part](const PassTermRow& each) { return each.part == part; });
    return static_cast<std::size_t>(row - rows.begin());
}

ServeSources serveSources(const Setup& setup, const Catalog& catalog) {
    const Scenario& scenario = *setup.scenario;
    const bool profiled =
        scenario.operators == OperatorSource::Auto && !(scenario.serve && scenario.serve->engine);
    ServeSources sources;
    if (profiled) sources.profiles = OperatorProfiles::near(setup, catalog);
    if (!sources.profiles || sources.profiles->weight() < 1)
        sources.operators = MeasuredOperators::match(setup, catalog);
    return sources;
}

ForwardPass forwardPass(const Setup& s, const ServeRates& rates, const PassShape& shape,
                        const ServeSources* sources) {
    if (sources == nullptr) return passOf(s, rates, shape, nullptr, nullptr);
    const OperatorProfiles* profiles = sources->profiles.get();
    const MeasuredOperators* measured = sources->operators.get();
    if (profiles == nullptr) return passOf(s, rates, shape, nullptr, measured);
    const ForwardPass profiled = passOf(s, rates, shape, profiles, nullptr);
    if (profiles->weight() == 1) return profiled;
    // Beside a profile its share falls with the distance: no step of a size or rate changes the source at
    // once.
    return mixed(profiled, passOf(s, rates, shape, nullptr, measured), profiles->weight());
}

} // namespace moe
