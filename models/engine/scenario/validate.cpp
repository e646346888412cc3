// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/scenario/validate.h"

#include "data/number.h"
#include "models/engine/scenario/enum_text.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/layer_kinds.h"
#include "models/engine/scenario/layers.h"
#include "models/engine/scenario/pipeline_rules.h"

#include <algorithm>
#include <cmath>

namespace moe {

std::optional<std::vector<double>> dayRates(std::string_view text) {
    std::vector<double> rates;
    for (bool more = true; more;) {
        const std::size_t comma = text.find(',');
        more = comma != std::string_view::npos;
        std::string_view part = text.substr(0, comma);
        while (!part.empty() && part.front() == ' ') part.remove_prefix(1);
        while (!part.empty() && part.back() == ' ') part.remove_suffix(1);
        const std::optional<double> rate = parseNumber(part);
        if (!rate || !(*rate >= 0) || !(*rate <= 1e12)) return std::nullopt;
        rates.push_back(*rate);
        if (more) text.remove_prefix(comma + 1);
    }
    const bool some = std::any_of(rates.begin(), rates.end(), [](double rate) { return rate > 0; });
    if (rates.size() < 2 || !some) return std::nullopt;
    return rates;
}

namespace {

/// Whether a curve through the middles of its parts is above 0 anywhere in the first hours.
bool anyRate(const std::vector<double>& rates, double hours) {
    const std::size_t parts = rates.size();
    const double last = std::ceil(std::min(hours, 24.0) / 24 * static_cast<double>(parts) - 0.5);
    for (std::size_t i = 0; i <= static_cast<std::size_t>(last) + 1; ++i)
        if (rates[(i + parts - 1) % parts] > 0) return true;
    return false;
}

} // namespace

namespace {

/// One pass over a scenario, collecting what is wrong.
class Checker {
public:
    Checker(const Scenario& scenario, const Catalog& catalog)
        : s(scenario), m_catalog(catalog), m_layers(layerPlan(scenario)) {}

    Problems run() {
        model();
        if (s.moe) experts();
        gpu();
        layout();
        if (s.train) training();
        if (s.serve) serving();
        reliability();
        if (s.rl) reinforcement(*s.rl);
        if (s.day) day(*s.day);
        routing();
        return std::move(m_problems);
    }

private:
    void broken(const char* key, Message rule) {
        const Field* field = findField(key);
        m_problems.push_back(
            {.key = key, .rule = std::move(rule), .value = field ? fieldText(field->get(s)) : ""});
    }
    void required(const char* key, double value) {
        if (value <= 0) m_problems.push_back({.key = key, .rule = say("is required")});
    }
    /// `pattern`: what `of` counts.
    void divides(const char* key, Count value, Count of, const char* pattern) {
        if (value > 0 && of > 0 && of % value != 0) broken(key, say(pattern, of));
    }

    void model() {
        const ModelSpec& m = s.model;
        required("model.layers", static_cast<double>(m.layers));
        required("model.hidden", static_cast<double>(m.hidden));
        required("model.heads", static_cast<double>(m.heads));
        required("model.vocab", static_cast<double>(m.vocab));
        if (s.train) required("model.sequence", static_cast<double>(m.sequence));
        const bool denseFfn = usesDenseNetwork();
        if (denseFfn && m.ffnWidths.empty()) required("model.ffn", static_cast<double>(m.ffn));
        if (!m.headDim && m.attention != Attention::Mla)
            divides("model.heads", m.heads, m.hidden, sentence("must divide %1 hidden size"));
        if (m.kvHeads) divides("model.kv_heads", *m.kvHeads, m.heads, sentence("must divide %1 heads"));
        if (m.denseLayers > m.layers)
            broken("model.dense_layers", say("must be at most the %1 layers", m.layers));
        if (m.attention == Attention::Mla) {
            required("model.kv_rank", static_cast<double>(m.kvRank));
            required("model.nope_dim", static_cast<double>(m.nopeDim));
            required("model.v_dim", static_cast<double>(m.vDim));
        }
        layerKinds();
    }

    bool usesDenseNetwork() const {
        return std::any_of(m_layers.types.begin(), m_layers.types.end(),
                           [](const LayerType& type) { return type.feed == FeedForward::Dense; });
    }

    /// What each kind of layer that occurs needs, and patterns that fill the layers.
    void layerKinds() {
        const ModelSpec& m = s.model;
        const LayerPlan& plan = m_layers;
        const auto occurs = [&](LayerKind kind) {
            return std::any_of(plan.types.begin(), plan.types.end(),
                               [kind](const LayerType& type) { return type.mixer == kind; });
        };
        const auto needs = [&](const char* key, Count value) {
            if (value <= 0)
                m_problems.push_back({.key = key, .rule = say("is required by layers of this pattern")});
        };
        Count period = 0;
        for (const LayerRun& run : m.pattern) period += run.count;
        if (period > m.layers && m.layers > 0)
            broken("model.pattern", say("must be at most the %1 layers long, is %2", m.layers, period));
        if (m.window > 0 && m.chunk > 0 && m.pattern.empty())
            broken("model.chunk", say("must be 0 beside a window, or a pattern says which layer has which"));
        std::vector<std::string_view> asked;
        for (const LayerFacts& kind : layerFacts()) {
            if (!occurs(kind.kind)) continue;
            for (const LayerNeed& need : kind.needs) {
                if (need.key == nullptr || std::find(asked.begin(), asked.end(), need.key) != asked.end())
                    continue;
                asked.emplace_back(need.key);
                needs(need.key, m.*need.member);
                if (need.splits) splits(need.key, m.*need.member);
            }
        }
        const bool compresses = occurs(LayerKind::Csa) || occurs(LayerKind::Hca);
        if (compresses && !m.jointKv)
            broken("model.joint_kv", say("must be on: compressed keys are joint vectors"));
        if (m.jointKv && (m.attention == Attention::Mla || m.kvHeads.value_or(m.heads) != 1))
            broken("model.joint_kv", say("needs attention gqa with one key head"));
        if (m.outputGroups > 0) {
            needs("model.output_rank", m.outputRank);
            divides("model.output_groups", m.outputGroups, m.heads, sentence("must divide %1 heads"));
            splits("model.output_groups", m.outputGroups);
        }
        if (static_cast<Count>(m.ffnWidths.size()) > m.layers && m.layers > 0)
            broken("model.ffn_widths", say("must be at most the %1 layers long", m.layers));
        if (m.slidingHeads && m.slidingKvHeads)
            divides("model.sliding_kv_heads", *m.slidingKvHeads, *m.slidingHeads,
                    sentence("must divide %1 heads"));
        if (m.kvSharedLayers >= m.layers && m.layers > 0 && m.kvSharedLayers > 0)
            broken("model.kv_shared_layers", say("must be less than the %1 layers", m.layers));
        if (!m_layers.complete)
            broken("model.pattern", say("must describe at most %1 types of layers", kMostLayerTypes));
        if (!s.parallel.layersShareGpus && !(plan.alike && plan.denseFirst))
            broken("parallel.layers_share_gpus", say("must be on where layers differ in kind"));
    }
    /// Heads of a state over TP.
    void splits(const char* key, Count heads) {
        if (heads > 0 && s.parallel.tp > 0 && heads % s.parallel.tp != 0)
            broken("parallel.tp", say("must divide %1 heads of %2", heads, key));
    }
    void experts() {
        const MoeSpec& e = *s.moe;
        required("moe.expert_ffn", static_cast<double>(e.expertFfn));
        if (e.offset >= e.every) broken("moe.offset", say("must be less than MoE every = %1", e.every));
        for (const Count layer : e.layers)
            if (layer >= s.model.layers) {
                broken("moe.layers", say("must be layers from 0 to %1", s.model.layers - 1));
                break;
            }
        if (e.topK > e.experts) broken("moe.top_k", say("must be at most the %1 experts", e.experts));
        divides("moe.groups", e.groups, e.experts, sentence("must divide %1 experts"));
        if (e.groupLimit > e.groups)
            broken("moe.group_limit", say("must be at most the %1 groups", e.groups));
        if (e.groupLimit > 0 && e.groups > 0 && e.topK > e.groupLimit * (e.experts / e.groups))
            broken("moe.top_k",
                   say("must fit in %1 groups of %2 experts", e.groupLimit, e.experts / e.groups));
    }

    void gpu() {
        if (s.operators == OperatorSource::Measured && (s.gpu.mfu || s.gpu.bandwidthUtil))
            broken("operators",
                   say("must be auto or analytic beside a GPU's own MFU or bandwidth utilisation"));
        if (m_catalog.gpu(s.gpu.preset)) return;
        std::vector<Message> names;
        for (const GpuSpec& spec : m_catalog.gpus) names.push_back(spec.key);
        broken("gpu.preset", say("must be one of %1", listed(std::move(names))));
    }

    void layout() {
        const ParallelSpec& p = s.parallel;
        const Count heads = s.model.heads;
        divides("parallel.tp", p.tp, heads, sentence("must divide %1 heads"));
        if (const Count kv = s.model.kvHeads.value_or(heads);
            kv > 0 && heads % p.tp == 0 && kv % p.tp && p.tp % kv)
            broken("parallel.tp", say("must divide or be a multiple of %1 KV heads", kv));
        divides("parallel.cp", p.cp, s.model.sequence, sentence("must divide %1 tokens of a sequence"));
        const bool spread = p.layout.pattern.empty(); // a pattern may leave chunks without layers
        if (spread && p.pp > s.model.layers && s.model.layers > 0)
            broken("parallel.pp", say("must be at most the %1 layers", s.model.layers));
        if (p.vpp > 1 && p.pp == 1) broken("parallel.vpp", say("must be 1 without pipeline parallelism"));
        if (spread && p.vpp > 1 && p.pp * p.vpp > s.model.layers && p.pp <= s.model.layers)
            broken("parallel.vpp",
                   say("must leave a layer for each of PP × VPP chunks: at most %1", s.model.layers / p.pp));
        for (Message& rule : layoutRules(s)) broken("parallel.layout", std::move(rule));
        if (world()) expertLayout();
    }

    /// GPUs = TP·PP·CP·DP, times the groups when every MoE layer has its own. Sets m_dp; false if it does not
    /// work out.
    bool world() {
        const ParallelSpec& p = s.parallel;
        const Count groups = layerGroups(s);
        const Count unit = p.tp * p.pp * p.cp * groups;
        const Message product =
            groups > 1 ? say("TP × PP × CP × %1 layer groups", groups) : Message("TP × PP × CP");
        if (!s.cluster.gpus) {
            m_dp = p.dp.value_or(1);
            return true;
        }
        const Count gpus = *s.cluster.gpus;
        if (gpus % unit != 0) {
            broken("cluster.gpus", say("must be a multiple of %1 = %2", product, unit));
            return false;
        }
        m_dp = gpus / unit;
        if (p.dp && *p.dp != m_dp) {
            broken("parallel.dp", say("must be GPUs / (%1) = %2, or auto", product, m_dp));
            return false;
        }
        return true;
    }

    void expertLayout() {
        const ParallelSpec& p = s.parallel;
        if (!s.moe) {
            if (p.ep > 1) broken("parallel.ep", say("must be 1 for a dense model"));
            if (p.etp.value_or(1) > 1) broken("parallel.etp", say("must be 1 for a dense model"));
            return;
        }
        const Count slots = s.routing.replicas.value_or(s.moe->experts);
        if (p.ep > 0 && slots % p.ep != 0)
            broken("parallel.ep",
                   say(s.routing.replicas ? "must divide %1 expert slots" : "must divide %1 experts", slots));
        const Count ranks = m_dp * p.cp * p.tp;
        const Count etp = expertTp(s);
        if (ranks % (p.ep * etp) != 0)
            broken("parallel.ep", say("EP × ETP = %1 must divide DP × CP × TP = %2", p.ep * etp, ranks));
        if (s.moe->expertFfn > 0)
            divides("parallel.etp", etp, s.moe->expertFfn, sentence("must divide %1 expert FFN size"));
    }

    void training() {
        const TrainSpec& t = *s.train;
        required("train.global_batch", static_cast<double>(t.globalBatch));
        if (t.globalBatch <= 0 || m_dp <= 0) return;
        if (t.globalBatch % m_dp != 0) {
            broken("train.global_batch", say("must be a multiple of DP = %1", m_dp));
        } else {
            divides("train.micro_batch", t.microBatch, t.globalBatch / m_dp,
                    sentence("must divide %1 sequences per data-parallel rank"));
        }
        if (Message rule = t.microBatch > 0 ? scheduleRule(s, m_dp) : Message(); !rule.empty())
            broken("train.schedule", std::move(rule));
        if (t.activationOffload > 0 && s.parallel.pp > 1)
            broken("train.activation_offload", say("must be 0 with pipeline parallelism"));
        if (t.activationOffload > 0 && t.cudaGraphs != CudaGraphs::None)
            broken("train.activation_offload", say("must be 0 with CUDA graphs"));
        if (t.shardGroup) {
            divides("train.shard_group", *t.shardGroup, m_dp * s.parallel.cp,
                    sentence("must divide %1 data-parallel ranks (DP × CP)"));
            if (t.zero == 0)
                broken("train.shard_group", say("must be auto where nothing is sharded (ZeRO 0)"));
        }
        fineTuning();
        if (t.recompute.has(RecomputePart::MlaUpProj) && s.model.attention != Attention::Mla)
            broken("train.recompute", say("mla_up_proj needs MLA attention"));
    }

    void fineTuning() {
        const TrainSpec& t = *s.train;
        if (t.trainable == Trainable::Lora && t.loraTargets.empty())
            broken("train.lora.targets", say("must name a matrix that gets an adapter"));
        if (t.frozen.layers > 0 && t.frozen.layers >= s.model.layers && s.model.layers > 0)
            broken("train.frozen", say("must leave one of the %1 layers to learn", s.model.layers));
        if (s.precision.frozen != FrozenType::Bf16 && t.trainable == Trainable::All && t.frozen.layers == 0)
            broken("precision.frozen", say("must be bf16 where every matrix learns"));
        for (const SampleRun& run : t.packed)
            if (run.tokens > s.model.sequence && s.model.sequence > 0)
                return broken("train.packed", say("must name samples of at most the %1 tokens of a sequence",
                                                  s.model.sequence));
    }

    void serving() {
        const ServeSpec& serve = *s.serve;
        const bool random = serve.arrival == ServeArrival::Poisson || serve.arrival == ServeArrival::Gamma;
        if (random && !serve.rate) broken("serve.rate", say("is required when requests arrive at random"));
        if (serve.maxBatchedTokens && serve.maxSeqs && *serve.maxBatchedTokens < *serve.maxSeqs)
            broken("serve.max_batched_tokens",
                   say("must be at least the %1 requests that run at once", *serve.maxSeqs));
        if (serve.decodeContextParallel > 1) sharedKeys(serve.decodeContextParallel);
        const double tiers = serve.hostGib + serve.nvmeGib + serve.remoteGib;
        if (tiers > 0 && serve.prefixCaching && !*serve.prefixCaching)
            broken("serve.prefix_caching", say("must not be false where keys are kept below the KV pool"));
        if ((serve.prefillWorkers > 0) != (serve.decodeWorkers > 0))
            broken(serve.prefillWorkers > 0 ? "serve.decode_workers" : "serve.prefill_workers",
                   say("must be at least 1 where the other pool has workers"));
    }

    /// A GPU holds a head's keys alone unless several hold the same ones, which can share them.
    void sharedKeys(Count shares) {
        const char* key = "serve.decode_context_parallel";
        const Count kvHeads =
            s.model.attention == Attention::Mla ? 1 : s.model.kvHeads.value_or(s.model.heads);
        const Count same = std::max<Count>(1, s.parallel.tp / std::max<Count>(1, kvHeads));
        if (same % shares != 0)
            broken(key,
                   say("must divide the %1 GPUs of a rank that hold the same keys (TP / KV heads)", same));
        for (const LayerType& type : layerPlan(s).types)
            if (attends(type.mixer) && type.mixer != LayerKind::Full)
                return broken(key, say("must be 1 unless every layer attends to all tokens"));
    }

    void reinforcement(const RlSpec& rl) {
        if (!s.train) broken("rl.prompts", say("needs a training section"));
        constexpr Count kMostResponses = 1000000; // seconds, and a tenth of a gigabyte
        if (rl.group > std::max<Count>(1, kMostResponses / rl.prompts))
            broken("rl.group",
                   say("must be at most %1 for %2 prompts: the responses of a step are simulated one by one",
                       std::max<Count>(1, kMostResponses / rl.prompts), rl.prompts));
        if (rl.placement == RlPlacement::Colocated && rl.mode != RlMode::Sync)
            broken("rl.mode",
                   say("must be sync while the same GPUs sample and train (rl.placement colocated)"));
        if (rl.responseMean && *rl.responseMean > static_cast<double>(rl.responseMax))
            broken("rl.response_mean", say("must be at most the longest response, %1", rl.responseMax));
        const RolloutSpec& rollout = rl.rollout;
        if (rollout.tp) divides("rollout.tp", *rollout.tp, s.model.heads, sentence("must divide %1 heads"));
        if (rollout.pp && *rollout.pp > s.model.layers)
            broken("rollout.pp", say("must be at most the %1 layers", s.model.layers));
        if (rollout.ep && s.moe)
            divides("rollout.ep", *rollout.ep, s.moe->experts, sentence("must divide %1 experts"));
        if (rollout.ep && !s.moe && *rollout.ep > 1) broken("rollout.ep", say("needs experts"));
        if (rollout.ep && s.moe) {
            const Count tp = rollout.tp.value_or(1),
                        ranks = rollout.dp.value_or(std::max<Count>(1, *rollout.ep / tp));
            if (rollout.tp && (tp * ranks) % *rollout.ep != 0)
                broken("rollout.ep",
                       say("must divide the %1 GPUs of an engine's stage (TP × attention DP)", tp * ranks));
        }
    }

    void day(const DaySpec& day) {
        if (!s.serve) broken("day.requests", say("needs a serving section"));
        if (!day.curve.empty() && !dayRates(day.curve))
            broken("day.curve",
                   say("must be two or more rates from 0, comma-separated, one of them above 0"));
        else if (!day.curve.empty() && !anyRate(*dayRates(day.curve), day.hours))
            broken("day.curve",
                   say("must be above 0 somewhere in the %1 hours of the day", numberText(day.hours)));
        if (day.replicasMin > day.replicasMax)
            broken("day.replicas_min", say("must be at most the %1 replicas of the most", day.replicasMax));
    }

    void reliability() {
        const char* key = "reliability.failures_per_1000_node_days";
        if (s.reliability.failuresPer1000NodeDays <= 0) return;
        if (!s.train)
            broken(key, say("needs a training section"));
        else if (!s.cluster.gpus && !s.parallel.dp)
            broken(key, say("needs nodes that can fail: set cluster.gpus or parallel.dp"));
    }

    void routing() {
        if (!s.moe) return;
        if (s.routing.replicas && *s.routing.replicas < s.moe->experts)
            broken("routing.replicas", say("must be at least the %1 experts", s.moe->experts));
        swaps();
        if (s.routing.distribution != Distribution::Table) return;
        const ExpertLoads* loads = m_catalog.expertLoads.get();
        if (!loads)
            broken("routing.distribution",
                   say("needs a table of tokens per layer and expert: load one (--data FILE.csv or File, "
                       "Open), or choose uniform, zipf or lognormal"));
        else if (static_cast<Count>(loads->experts()) != s.moe->experts)
            broken("routing.distribution",
                   say("needs loads of the model's %1 experts, but %2 has %3: load another table, or choose "
                       "uniform, zipf or lognormal",
                       s.moe->experts, loads->source, loads->experts()));
        else if (s.routing.step && !loads->stepIndex(*s.routing.step))
            broken("routing.step",
                   loads->steps.empty()
                       ? say("needs a table of loads with a column \"step\", %1 has none", loads->source)
                       : say("must be one of the %1 steps of %2, %3 to %4", loads->steps.size(),
                             loads->source, loads->steps.front(), loads->steps.back()));
    }

    void swaps() {
        const Count slots = s.routing.replicas.value_or(s.moe->experts);
        const ExpertLoads* loads = m_catalog.expertLoads.get();
        const auto layers = s.routing.distribution == Distribution::Table && loads
                                ? static_cast<Count>(loads->layers.size())
                                : std::count_if(m_layers.of.begin(), m_layers.of.end(), [this](auto type) {
                                      return m_layers.types[type].feed == FeedForward::Moe;
                                  });
        for (const SlotSwap& swap : s.routing.swaps) {
            if (swap.a >= slots || swap.b >= slots)
                return broken("routing.swaps",
                              say("must name slots from 0 to %1, not %2-%3", slots - 1, swap.a, swap.b));
            if (swap.a == swap.b)
                return broken("routing.swaps", say("must name two slots, not %1 twice", swap.a));
            if (swap.layer > layers)
                return broken("routing.swaps",
                              say("must name one of the %1 layers that route, not %2", layers, swap.layer));
        }
    }

    const Scenario& s;
    const Catalog& m_catalog;
    const LayerPlan m_layers;
    Problems m_problems;
    Count m_dp = 0; ///< 0 = the layout does not work out
};

} // namespace

Problems brokenRules(const Scenario& scenario, const Catalog& catalog) {
    return Checker(scenario, catalog).run();
}

} // namespace moe
