// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/serve/measured_parts.h"

#include "models/engine/scenario/layer_kinds.h"
#include "models/engine/shape/layer_kinds.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace moe {
namespace {

using Use = OperatorUse;

constexpr double kNode = 8;           ///< GPUs of a node in the tables
constexpr double kDeepEpSms = 24;     ///< multiprocessors that normal kernels are given
constexpr double kSecondStream = 0.5; ///< of shared experts and router, what routed experts do not hide
/// 80 % of what the analytic model says of today's kernels lies within this factor.
constexpr double kAnalyticBand = 1.45;

class Layer {
public:
    Layer(const MeasuredOperators& measured, const LayerWork& work, Parts& parts,
          std::vector<OperatorCost>& operators)
        : m_measured(measured), m_work(work), m_s(work.s), m_parts(parts), m_operators(operators) {}

    void run() {
        core();
        projections();
        mlps();
        experts();
        smallOperators();
        allReduce();
        stays(PassPart::Shards);
        exchange();
    }

private:
    /// The operators of a part take its place; nothing of them: the model's time stays, as one operator.
    void replace(PassPart part, std::vector<OperatorCost> found) {
        Cost& cost = at(m_parts, part);
        if (found.empty()) return stays(part);
        double us = 0;
        for (const OperatorCost& one : found) us += one.count * one.us;
        cost.time = cost.counted = us * microsecond;
        m_operators.insert(m_operators.end(), found.begin(), found.end());
    }
    void stays(PassPart part) {
        const double us = at(m_parts, part).time / microsecond;
        if (us > 0)
            m_operators.push_back(
                {part, {}, 1, us, us / kAnalyticBand, us * kAnalyticBand, Origin::Analytic, nullptr, 1});
    }

    OperatorCost product(Use use, PassPart part, double m, double n, double k, double count = 1) const {
        OperatorShape shape;
        shape.m = m;
        shape.n = n;
        shape.k = k;
        return m_measured.at(use, part, shape, count);
    }

    void core() {
        const bool known = !m_s.jointKv && (m_s.mla || m_s.dw == m_s.d) && attends(m_s.mixer) &&
                           !choosesKeys(m_s.mixer) && !stateOf(m_s.mixer);
        const Use context = m_s.mla ? Use::LatentContext : Use::Context,
                  generation = m_s.mla ? Use::LatentGeneration : Use::Generation;
        const double sequences = m_work.shape.sequences / m_work.batches,
                     tokens = m_work.shape.promptTokens / m_work.batches;
        if (!known || (sequences > 0 && !m_measured.has(generation)) ||
            (tokens > 0 && !m_measured.has(context)))
            return stays(PassPart::Core);
        OperatorShape shape;
        shape.heads = m_s.n / m_s.tp;
        shape.kvHeads = std::max(m_s.g / m_s.tp, 1.0);
        shape.headDim = m_s.d;
        const LayerFacts& facts = layerFacts(m_s.mixer);
        // A chunk is attended to whole, as engines do it: a prompt is so many sequences of one chunk.
        const bool inChunks = m_s.mixer == LayerKind::Chunked && m_s.chunk > 0;
        if (facts.window != nullptr && !inChunks)
            shape.window = static_cast<double>(m_s.scenario->model.*facts.window);
        std::vector<OperatorCost> found;
        if (sequences > 0) {
            // With decode context parallelism the heads of a group over a share of the keys.
            OperatorShape decode = shape;
            decode.heads *= m_s.dcp;
            decode.kvHeads = std::max(m_s.g * m_s.dcp / m_s.tp, 1.0);
            decode.batch = sequences;
            const double at = m_work.shape.context;
            decode.sequence = (inChunks ? layerKind(m_s.mixer).decodeKeys(m_s, at) : at) / m_s.dcp;
            found.push_back(m_measured.at(generation, PassPart::Core, decode));
            found.back().scale(latentFactor(
                [&](const Setup& s) { return decodeCore(s, m_work.rates, sequences, at).time.base; }));
        }
        if (tokens > 0) {
            // A chunk of a prompt has its share of the whole prompt's work, and no less than a prompt of its
            // own length.
            const double prompt = inChunks ? std::min(m_work.shape.prompt, m_s.chunk) : m_work.shape.prompt;
            shape.sequence = prompt;
            shape.batch = std::max(tokens / prompt, 1.0);
            OperatorCost whole = m_measured.at(context, PassPart::Core, shape);
            if (tokens < prompt) {
                whole.scaleWork(tokens / prompt);
                shape.sequence = tokens;
                const OperatorCost alone = m_measured.at(context, PassPart::Core, shape);
                if (alone.us > whole.us) whole = alone;
            }
            whole.scale(latentFactor(
                [&](const Setup& s) { return prefillCore(s, m_work.rates, tokens, prompt).time.base; }));
            found.push_back(whole);
        }
        replace(PassPart::Core, std::move(found));
    }

    /// MLA was measured with DeepSeek's sizes.
    template <class Time> double latentFactor(const Time& time) const {
        if (!m_s.mla || (m_s.rkv == 512 && m_s.dr == 64 && m_s.dn == 128 && m_s.dv == 128)) return 1;
        Setup like = m_s;
        like.rkv = 512;
        like.dr = 64;
        like.dn = like.dv = 128;
        return time(m_s) / time(like);
    }

    void projections() {
        if (!m_measured.has(Use::AttentionLinear)) return stays(PassPart::Projections);
        std::vector<OperatorCost> found;
        const double T = m_s.T;
        const auto add = [&](double n, double k) {
            if (n > 0 && k > 0)
                found.push_back(product(Use::AttentionLinear, PassPart::Projections, T, n, k));
        };
        const LayerKindRow& kind = layerKind(m_s.mixer);
        for (const Projection& one : kind.projections(m_s))
            add(one.out / (one.split == Projection::Split::Out ? m_s.tp : 1),
                one.in / (one.split == Projection::Split::In ? m_s.tp : 1));
        if (m_s.mla && attends(m_s.mixer)) {
            // Both compressions are one product.
            const double queryOut = m_s.n * (m_s.dn + m_s.dr) / m_s.tp;
            add(m_s.rq + m_s.rkv + m_s.dr, m_s.h);
            add(queryOut, m_s.rq > 0 ? m_s.rq : m_s.h);
            add(m_s.n * (m_s.dn + m_s.dv) / m_s.tp, m_s.rkv);
            add(m_s.h, m_s.n * m_s.dv / m_s.tp);
        }
        if (at(m_parts, PassPart::Projections).time.base > 0)
            replace(PassPart::Projections, std::move(found));
    }

    void addMlp(std::vector<OperatorCost>& found, double width, double share = 1) const {
        found.push_back(product(Use::Linear, PassPart::Mlp, m_s.T, m_s.up * width / m_s.tp, m_s.h, share));
        found.push_back(product(Use::Linear, PassPart::Mlp, m_s.T, m_s.h, width / m_s.tp, share));
    }

    void mlps() {
        if (m_work.feed == FeedForward::None) return;
        const bool moe = m_work.feed == FeedForward::Moe;
        if (!m_measured.has(Use::Linear) || (moe && !m_measured.has(Use::Router)))
            return stays(PassPart::Mlp);
        std::vector<OperatorCost> found;
        if (!moe) {
            addMlp(found, m_s.f);
            return replace(PassPart::Mlp, std::move(found));
        }
        const double share = m_measured.secondStream() ? kSecondStream : 1;
        const double tokens = m_s.ep * m_s.etp > m_s.tp ? m_work.share : m_s.T;
        found.push_back(product(Use::Router, PassPart::Mlp, tokens, m_s.E, m_s.h, share));
        if (m_s.fs > 0) addMlp(found, m_s.fs, share);
        const double latent = latentProjections(m_s, m_work.rates.dense, m_s.T).forward.time / microsecond;
        if (latent > 0)
            found.push_back({PassPart::Mlp,
                             {},
                             1,
                             latent,
                             latent / kAnalyticBand,
                             latent * kAnalyticBand,
                             Origin::Analytic,
                             nullptr,
                             1});
        replace(PassPart::Mlp, std::move(found));
    }

    void experts() {
        if (m_work.feed != FeedForward::Moe) return;
        if (!m_measured.has(Use::Experts) || !(m_work.share > 0)) return stays(PassPart::Experts);
        OperatorShape shape;
        shape.tokens = m_work.share * m_s.ep * m_s.etp; // of the whole group
        shape.hidden = m_s.latent;
        shape.expertFfn = m_s.fe;
        shape.topK = m_s.k;
        shape.experts = m_s.E;
        shape.tp = m_s.etp;
        shape.ep = m_s.ep;
        OperatorCost cost = m_measured.at(Use::Experts, PassPart::Experts, shape);
        if (m_measured.has(Use::BalancedExperts)) routed(shape, cost);
        replace(PassPart::Experts, {cost});
    }

    /// Half of what a power law of loads takes, half of what evenly loaded experts do: between them lie
    /// routers, and of four forms this one was nearest to published closed loops.
    void routed(const OperatorShape& shape, OperatorCost& cost) const {
        const double us = evenly(shape);
        double share = 0.5 + 0.5 * us / cost.us;
        const ExpertShare& skew = m_work.shape.experts;
        if (skew.rows != 1 || skew.activated != 1) {
            // A placement that loads a GPU more than routers do.
            const auto model = [&](const ExpertShare& one) {
                return expertGemm(m_s, m_work.rates, m_work.share, one).time.base;
            };
            share = std::max(share, us * model(skew) / model({}) / cost.us);
        }
        cost.scaleWork(share);
    }

    /// µs of experts that are loaded evenly, but not more of them than routers reach. The tables' balanced
    /// columns deal tokens in turn, so that t of them reach min(E, t·k) experts and all weights are read at
    /// t = E/k; routers reach E·(1 − (1 − k/E)^t), 64 % there.
    double evenly(const OperatorShape& shape) const {
        const auto at = [&](double tokens) {
            OperatorShape one = shape;
            one.tokens = tokens;
            return m_measured.at(Use::BalancedExperts, PassPart::Experts, one).us;
        };
        const double each = shape.experts / shape.topK; // tokens that reach every expert once, dealt in turn
        const double reached = each * (1 - std::pow(1 - 1 / each, shape.tokens));
        const double few = at(std::min(shape.tokens, reached));
        return shape.tokens <= each ? few : few + std::max(0.0, at(shape.tokens) - at(each));
    }

    /// Norms, RoPE and activations: what engines leave between measured operators.
    void smallOperators() {
        Bytes bytes = elementwiseBytes(m_s, m_work.feed);
        if (m_work.feed == FeedForward::Moe) bytes += activationBytes(m_s, m_s.fs);
        if (m_work.feed == FeedForward::Dense) bytes += activationBytes(m_s, m_s.f);
        const Seconds time = m_measured.layerConstant().seconds + bytes / m_work.rates.memory;
        at(m_parts, PassPart::Small).time = at(m_parts, PassPart::Small).counted = time;
        stays(PassPart::Small);
    }

    void allReduce() {
        const Cost& cost = at(m_parts, PassPart::AllReduce);
        if (cost.time.base <= 0) return;
        if (!m_measured.has(Use::AllReduce)) return stays(PassPart::AllReduce);
        const double inNode = std::min({m_s.tp, m_s.domain, kNode});
        if (inNode < 2) return stays(PassPart::AllReduce); // all of it over the network: nobody measured that
        OperatorShape shape;
        shape.ranks = inNode;
        shape.bytes = 2 * m_s.T * m_s.h;
        const Seconds one = allReduceTime(m_s, {shape.bytes});
        OperatorCost found =
            m_measured.at(Use::AllReduce, PassPart::AllReduce, shape, std::round(cost.time / one));
        if (inNode < m_s.tp) {
            Setup node = m_s;
            node.tp = inNode;
            found.scale(one / allReduceTime(node, {shape.bytes}));
        }
        replace(PassPart::AllReduce, {found});
    }

    void exchange() {
        if (m_work.feed != FeedForward::Moe || m_work.traffic.dispatch.time.base <= 0) return;
        const PrecisionSpec& precision = m_s.scenario->precision;
        exchange(Use::Dispatch, PassPart::Dispatch, m_work.traffic.dispatch.time,
                 dispatchTokenBytes(m_s.h, precision.dispatch) / dispatchTokenBytes(m_s.h, DataType::Fp8),
                 [](const AllToAll& traffic) { return traffic.dispatch.time; });
        exchange(Use::Combine, PassPart::Combine, m_work.traffic.combine.time,
                 combineTokenBytes(m_s.h, precision.combine) / combineTokenBytes(m_s.h, DataType::Bf16),
                 [](const AllToAll& traffic) { return traffic.combine.time; });
    }

    /// `bytes`: of a token over those that were measured.
    void exchange(Use use, PassPart part, Seconds model, double bytes, Seconds (*timeOf)(const AllToAll&)) {
        if (!m_measured.has(use)) return stays(part);
        if (m_measured.operatorOf(use) == OperatorOp::ExpertAllToAll)
            return inDomain(use, part, model, timeOf);
        if (m_measured.operatorOf(use) != OperatorOp::DeepEpLowLatency &&
            m_measured.operatorOf(use) != OperatorOp::DeepEpNormal)
            return gathered(use, part);
        const double nodes = m_measured.measuredSlice(use, std::ceil(m_s.ep * m_s.etp / kNode));
        OperatorShape shape;
        shape.nodes = nodes;
        shape.hidden = m_s.h;
        shape.topK = m_s.k;
        shape.experts = m_s.E;
        shape.tokens = m_work.share * bytes;
        shape.sms = kDeepEpSms;
        OperatorCost found = m_measured.at(use, part, shape);
        // The same exchange, balanced, among the GPUs of the table and over their links and network.
        Setup like = m_s;
        like.nvlink = m_measured.linkOf(use);
        like.nic = m_measured.nicOf(use);
        std::optional<Scenario> full;
        if (m_s.scenario->cluster.oversubscription > 1) {
            full.emplace(*m_s.scenario).cluster.oversubscription = 1;
            like.scenario = &*full;
        }
        like.ep = kNode * nodes;
        like.etp = 1;
        like.domain = kNode;
        const Seconds reference = timeOf(allToAll(like, m_work.share, {}));
        found.scale(model / reference);
        if (bytes != 1) found.origin = std::max(found.origin, Origin::Extrapolated);
        replace(part, {found});
    }

    /// Every GPU gets the tokens of all, and all add up what they found for each.
    void gathered(Use use, PassPart part) {
        OperatorShape shape;
        shape.ranks = m_s.ep * m_s.etp;
        shape.bytes = 2 * m_s.h * m_work.share * shape.ranks;
        replace(part, {m_measured.at(use, part, shape)});
    }

    /// All GPUs of the group are behind the same switches: measured as it is, but for the skew.
    void inDomain(Use use, PassPart part, Seconds model, Seconds (*timeOf)(const AllToAll&)) {
        OperatorShape shape;
        shape.ep = m_s.ep * m_s.etp;
        shape.hidden = m_s.h;
        shape.topK = m_s.k;
        shape.experts = m_s.E;
        shape.tokens = m_work.share;
        std::vector<OperatorCost> found{m_measured.at(use, part, shape)};
        found.front().scale(model / timeOf(allToAll(m_s, m_work.share, {})));
        if (part == PassPart::Dispatch && m_measured.has(Use::Prepare))
            found.push_back(m_measured.at(Use::Prepare, part, shape));
        replace(part, std::move(found));
    }

    const MeasuredOperators& m_measured;
    const LayerWork& m_work;
    const Setup& m_s;
    Parts& m_parts;
    std::vector<OperatorCost>& m_operators;
};

} // namespace

void measureLayer(const MeasuredOperators& measured, const LayerWork& work, Parts& parts,
                  std::vector<OperatorCost>& operators) {
    Layer(measured, work, parts, operators).run();
}

void measureEnds(const MeasuredOperators& measured, const Setup& s, const PassShape& shape, Parts& parts,
                 std::vector<OperatorCost>& operators) {
    if (measured.engineStep())
        at(parts, PassPart::Engine).time = at(parts, PassPart::Engine).counted = *measured.engineStep();
    if (measured.has(Use::Head) && shape.headRows > 0) {
        OperatorShape head;
        head.m = shape.headRows;
        head.n = s.V / s.tp;
        head.k = s.h;
        operators.push_back(measured.at(Use::Head, PassPart::Head, head));
        at(parts, PassPart::Head).time = at(parts, PassPart::Head).counted =
            operators.back().us * microsecond;
    }
    for (const PassPart part : {PassPart::Head, PassPart::Hops, PassPart::Engine}) {
        if (part == PassPart::Head && measured.has(Use::Head)) continue;
        const double us = at(parts, part).time / microsecond;
        if (us > 0)
            operators.push_back(
                {part, {}, 1, us, us / kAnalyticBand, us * kAnalyticBand, Origin::Analytic, nullptr, 1});
    }
}

} // namespace moe
