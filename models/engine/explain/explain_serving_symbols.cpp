// SPDX-License-Identifier: GPL-3.0-or-later
// Symbols of the network, serving and placement results.

#include "models/engine/cost/fabric.h"
#include "models/engine/explain/explain_symbols.h"
#include "models/engine/serve/serve.h"
#include "models/engine/serve/serve_pass.h"
#include "models/engine/shape/layer_kinds.h"
#include "models/engine/shape/number_format.h"

#include <algorithm>
#include <cmath>

namespace moe {

using namespace explain;

namespace {

const Exchange& exchange(const ExplainFacts& f) {
    return f.combine ? f.exchange.combine : f.exchange.dispatch;
}
bool moves(const ExplainFacts& f) {
    return exchange(f).time.base > 0;
}
ExchangeRates links(const ExplainFacts& f) {
    const AllToAllRates rates = allToAllRates(f.setup, f.exchange.nodes);
    return f.combine ? rates.combine : rates.dispatch;
}
double tokenBytes(const ExplainFacts& f) {
    const PrecisionSpec& precision = f.report.scenario.precision;
    return f.combine ? combineTokenBytes(f.setup.h, precision.combine)
                     : dispatchTokenBytes(f.setup.h, precision.dispatch);
}
double bothTimes(const ExplainFacts& f) {
    return (f.exchange.dispatch.time + f.exchange.combine.time).base;
}
double bothNetwork(const ExplainFacts& f) {
    return (f.exchange.dispatch.network + f.exchange.combine.network).base;
}
double bothNvlink(const ExplainFacts& f) {
    return (f.exchange.dispatch.nvlink + f.exchange.combine.nvlink).base;
}
bool acrossNodes(const ExplainFacts& f) {
    return f.exchange.nodes > 1;
}
double crossing(const ExplainFacts& f) {
    return crossLeafShare(f.setup, f.exchange.nodes);
}
/// What the hops across leaves add.
double hops(const ExplainFacts& f) {
    return moves(f) && crossing(f) > 0 ? kAcrossLeaves.base : 0;
}

struct Leaves {
    double ports = 0, down = 1, up = 0, aggregation = 0, core = 0, half = 0;
};
Leaves leaves(const ExplainFacts& f) {
    Leaves made;
    const ClusterSpec& cluster = f.report.scenario.cluster;
    const FabricCounts counts = fabricOf(f.setup);
    made.half = std::max<double>(1, std::floor(static_cast<double>(cluster.leafPorts) / 2));
    if (counts.levels == 0) return made;
    const double nics = cluster.nicsPerNode ? static_cast<double>(*cluster.nicsPerNode) / f.setup.domain : 1;
    made.ports = std::ceil(f.setup.gpus * nics);
    const auto switchPorts = static_cast<double>(cluster.leafPorts);
    made.down = counts.levels == 1
                    ? switchPorts
                    : static_cast<double>(leafDownlinks(cluster.leafPorts, cluster.oversubscription));
    made.up = counts.levels == 1 ? 0 : std::max(1.0, switchPorts - made.down);
    if (counts.levels == 3)
        made.aggregation = std::ceil(static_cast<double>(counts.leaves) * made.up / made.half);
    made.core = static_cast<double>(counts.spines) - made.aggregation;
    return made;
}

const ServeSpec& serve(const ExplainFacts& f) {
    return *f.report.scenario.serve;
}
double chunks(const ExplainFacts& f) {
    return std::ceil(static_cast<double>(serve(f).prompt) / static_cast<double>(serve(f).prefillTokens));
}
double passRows(const ExplainFacts& f) {
    return serve(f).phase == Phase::Prefill
               ? static_cast<double>(serve(f).prefillTokens)
               : static_cast<double>(serve(f).requests) / f.setup.dp / f.setup.pp;
}
Value passTime(const ExplainFacts& f) {
    const Value rate = f.report.serve->tokensPerSecondPerGpu;
    if (!rate || *rate <= 0) return {};
    const double all = f.setup.gpus + f.report.serve->prefillGpus;
    return passRows(f) / *rate / f.setup.tp * (f.setup.gpus / all);
}
double gpusOfRank(const ExplainFacts& f) {
    return f.setup.gpus / f.setup.dp;
}
/// Requests per second that are prefilled elsewhere.
Value handedOver(const ExplainFacts& f) {
    const ServeReport& report = *f.report.serve;
    if (!report.tokensPerSecondPerGpu) return {};
    if (report.prefillGpus <= 0) return 0;
    const double all = f.setup.gpus + report.prefillGpus;
    return *report.tokensPerSecondPerGpu * all / static_cast<double>(serve(f).output);
}
/// Prompt tokens per second of a GPU: those of the same scenario at prefill.
Value prefillRate(const ExplainFacts& f) {
    Scenario scenario = f.report.scenario;
    scenario.serve->phase = Phase::Prefill;
    scenario.train.reset();
    const Setup setup = setupOf(scenario, f.catalog);
    std::vector<Warning> unused;
    const ServeSources sources = serveSources(setup, f.catalog);
    return serving(setup, &sources, unused).tokensPerSecondPerGpu;
}
Value times(Value a, Value b) {
    return a && b ? Value(*a * *b) : Value();
}
Value over(Value a, Value b) {
    return a && b && *b > 0 ? Value(*a / *b) : Value();
}
/// Serving's own exchanges: the network section may be training's.
Value exchangeTime(const ExplainFacts& f) {
    if (!f.report.serve->network) return {};
    const Seconds both = f.report.serve->network->dispatchTime + f.report.serve->network->combineTime;
    return both.base > 0 ? Value(both.base) : Value();
}
Value linkRate(const ExplainFacts& f) {
    return f.setup.ep * f.setup.etp > f.setup.domain ? f.setup.nic.base : f.setup.nvlink.base;
}

/// Of one layer, a token and a GPU: b_kv·v_kv.
double fullCache(const ExplainFacts& f) {
    const Setup& s = f.setup;
    return f.serving.kvBytes * cachedValues(s);
}

} // namespace

#define MOE_NETWORK(expression)                                                                              \
    [](const ExplainFacts& f) -> std::optional<double> {                                                     \
        if (!f.report.network) return {};                                                                    \
        return expression;                                                                                   \
    }
#define MOE_SERVE(expression)                                                                                \
    [](const ExplainFacts& f) -> std::optional<double> {                                                     \
        if (!f.report.serve || !f.report.scenario.serve) return {};                                          \
        return expression;                                                                                   \
    }
#define MOE_PLACEMENT(expression)                                                                            \
    [](const ExplainFacts& f) -> std::optional<double> {                                                     \
        if (!f.report.placement) return {};                                                                  \
        return expression;                                                                                   \
    }

std::vector<ExplainSymbol> servingSymbols() {
    constexpr unsigned N = kNetwork, S = kServe, P = kPlacement;
    // clang-format off
    return {
        derived("T_x", N, "tokens a GPU brings to an MoE layer: a micro-batch, a decode step or a prefill step", "tokens", "", MOE_NETWORK(f.exchangeTokens)),
        derived("λ_x", N, "tokens of the busiest GPU over the mean", "", "", MOE_NETWORK(f.exchangeImbalance.gpu)),
        derived("λ_net", N, "bytes of the busiest network port over the mean: λ_x with low-latency kernels, the busiest node with normal ones", "", "", MOE_NETWORK(f.exchangeImbalance.nic)),
        derived("copies", N, "token copies handed over: T_x·k; one per destination node with normal kernels", "", "", MOE_NETWORK(moves(f) ? exchange(f).payload.base / tokenBytes(f) : 0)),
        knob("s_x", N, "bytes of one token on the wire; FP8 with a scale per 128 values and 16 bytes of routing", "B", "precision.dispatch", MOE_NETWORK(f.combine ? Value() : Value(tokenBytes(f)))),
        knob("s_x", N, "bytes of one token on the wire", "B", "precision.combine", MOE_NETWORK(tokenBytes(f))),
        derived("nodes", N, "nodes of the expert-parallel group", "", "max(1, ceil(EP·ETP/g_node))", MOE_NETWORK(f.exchange.nodes)),
        {"a_0", N, "start of the kernel", "s", "cluster.a2a", "", "fit", "", MOE_NETWORK(moves(f) ? links(f).base.base : 0)},
        {"a_1", N, "time per node", "s", "cluster.a2a", "", "fit", "", MOE_NETWORK(moves(f) ? links(f).perNode.base : 0)},
        constant("hop", N, "more hops across leaves: 0.9 µs, else 0", "s", "prior", MOE_NETWORK(hops(f))),
        derived("over", N, "slow-down on the uplinks of a leaf", "", "", MOE_NETWORK(std::max(1.0, crossing(f) * f.report.scenario.cluster.oversubscription))),
        derived("X_net", N, "bytes of one exchange to other nodes, per GPU", "B", "", MOE_NETWORK(exchange(f).network.base)),
        derived("X_nvl", N, "bytes of one exchange to other GPUs of the node", "B", "", MOE_NETWORK(exchange(f).nvlink.base)),
        {"B_net", N, "network bandwidth reached", "B/s", "cluster.network_util", "", "fit", "", MOE_NETWORK(links(f).network.base)},
        {"B_nvl", N, "NVLink bandwidth reached", "B/s", "cluster.network_util", "", "fit", "", MOE_NETWORK(links(f).nvlink.base)},
        result("t_dispatch", N, "dispatch time", "s", "network.dispatch_seconds"),
        result("t_combine", N, "combine time", "s", "network.combine_seconds"),
        derived("t_expert", N, "expert products of the layer, forward", "s", "", MOE_NETWORK(expertGemm(f.setup, f.serving, f.exchangeTokens, f.experts).time.base)),
        derived("X_both", N, "bytes of dispatch and combine to other nodes", "B", "", MOE_NETWORK(bothNetwork(f))),
        derived("Y_both", N, "bytes of dispatch and combine inside the node", "B", "", MOE_NETWORK(bothNvlink(f))),
        derived("X_used", N, "bytes of dispatch and combine over the outermost link", "B", "", MOE_NETWORK(acrossNodes(f) ? bothNetwork(f) : bothNvlink(f))),
        derived("rate_used", N, "nominal bandwidth of that link: network across nodes, else NVLink", "B/s", "", MOE_NETWORK(acrossNodes(f) ? f.setup.nic.base : f.setup.nvlink.base)),
        derived("t_both", N, "dispatch and combine", "s", "t_dispatch + t_combine", MOE_NETWORK(bothTimes(f))),
        derived("X_r", N, "bytes that are reduced", "B", "2·T_x·h", MOE_NETWORK(2 * f.exchangeTokens * f.setup.h)),
        bound("a_r", N, "latency: 7.1 µs for 2 ranks, 10.6 for 4, 17.4 for 8"),
        bound("B_r", N, "peak of the ring: 262, 307, 374 GB/s on H100, scaled with NVLink"),
        bound("X_half", N, "message that reaches half of it: 0.1 MB, 0.1 MB, 1.5 MB"),
        derived("ports", N, "network ports of all GPUs; 0 when one NVLink domain holds them", "", "", MOE_NETWORK(leaves(f).ports)),
        knob("down", N, "ports of a leaf that face GPUs", "", "cluster.leaf_ports", MOE_NETWORK(leaves(f).down)),
        knob("up", N, "ports of a leaf that face the spine", "", "cluster.oversubscription", MOE_NETWORK(leaves(f).up)),
        derived("leaves", N, "leaf switches", "", "ceil(ports/down)", MOE_NETWORK(static_cast<double>(f.report.network->leafSwitches))),
        derived("agg", N, "aggregation switches of a three-level fabric; 0 with two levels", "", "", MOE_NETWORK(leaves(f).aggregation)),
        derived("core", N, "switches of the top level: their ports take every link from below", "", "", MOE_NETWORK(leaves(f).core)),
        derived("half", N, "half the ports of a switch", "", "", MOE_NETWORK(leaves(f).half)),

        knob("b_q", S, "bytes of a weight", "B", "precision.weights", MOE_SERVE(bytesOf(f.report.scenario.precision.weights))),
        knob("b_e", S, "bytes of a routed expert's weight", "B", "precision.experts", MOE_SERVE(f.serving.weightBytes)),
        knob("b_a", S, "bytes of a weight of attention and other mixers", "B", "precision.attention", MOE_SERVE(bytesOf(weightTypes(f.report.scenario.precision).attention))),
        knob("b_h", S, "bytes of a weight of the embedding and the LM head", "B", "precision.head", MOE_SERVE(bytesOf(weightTypes(f.report.scenario.precision).head))),
        derived("P_exp", S, "routed-expert parameters on the heaviest GPU, in whole tiles where its engine's kernels store them so", "", "", MOE_SERVE(f.report.serve->parameters.experts)),
        derived("P_att", S, "parameters of attention and other mixers on it", "", "", MOE_SERVE(f.report.serve->parameters.attention)),
        derived("P_emb", S, "parameters of the embedding and the LM head on it", "", "", MOE_SERVE(f.report.serve->parameters.embedding)),
        derived("P_rest", S, "its other parameters, without multi-token-prediction layers", "", "", MOE_SERVE(f.report.serve->parameters.rest)),
        derived("L_kv", S, "layers that cache keys and values, each with the share of the context it keeps and its size beside the full cache of a layer", "", "", MOE_SERVE(f.report.serve->kvPerToken.base / fullCache(f))),
        derived("L_next", S, "those that keep one more token", "", "", MOE_SERVE(f.report.serve->kvNextToken.base / fullCache(f))),
        derived("X_state", S, "bytes of states on one GPU: the sum over layers without a cache, as their kinds say", "B", "", MOE_SERVE(f.report.serve->statePerSequence.base)),
        result("X_w", S, "weights", "B", "serve.weights_bytes"),
        derived("X_kv", S, "KV cache and states of the sequences that a rank holds", "B", "", MOE_SERVE(f.report.serve->kvCache.base)),
        derived("X_buffers", S, "buffers that low-latency dispatch keeps: 2·(E/EP)·n·T·h, n GPUs of the group; else 0", "B", "", MOE_SERVE(f.report.serve->buffers.base)),
        derived("X_act", S, "activations of one layer, and the logits of a step", "B", "", MOE_SERVE(f.report.serve->activations.base)),
        knob("price", S, "price of a GPU-hour, spot counted", "USD", "price.gpu_hour_usd", MOE_GET(rentPerGpuHour(f.report.scenario))),
        result("rate_gpu", S, "tokens per second and GPU", "1/s", "serve.tokens_per_second_per_gpu"),
        knob("b_kv", S, "bytes of a cached value", "B", "precision.kv_cache", MOE_SERVE(f.serving.kvBytes)),
        derived("v_kv", S, "values cached per token, layer and GPU; the latent is not divided by TP", "", "r_kv + d_r", MOE_SERVE(f.setup.mla ? Value(f.setup.rkv + f.setup.dr) : Value())),
        derived("v_kv", S, "values cached per token, layer and GPU: one vector is key and value", "", "d", MOE_SERVE(f.setup.jointKv ? Value(f.setup.d) : Value())),
        derived("v_kv", S, "values cached per token, layer and GPU; at least one KV head", "", "2·max(kv/TP, d)", MOE_SERVE(f.setup.kv == f.setup.values ? Value(2 * std::max(f.setup.kv / f.setup.tp, f.setup.d)) : Value())),
        derived("v_kv", S, "values cached per token, layer and GPU: values are narrower than keys; at least one head", "", "", MOE_SERVE(cachedValues(f.setup))),
        derived("n_chunk", S, "prefill steps of a prompt", "", "ceil(prompt/prefill)", MOE_SERVE(chunks(f))),
        knob("prompt", S, "input tokens of a request", "tokens", "serve.prompt", MOE_SERVE(static_cast<double>(serve(f).prompt))),
        knob("prefill", S, "tokens of a prefill step and rank", "tokens", "serve.prefill_tokens", MOE_SERVE(static_cast<double>(serve(f).prefillTokens))),
        knob("output", S, "generated tokens of a request", "tokens", "serve.output", MOE_SERVE(static_cast<double>(serve(f).output))),
        knob("requests", S, "sequences on the whole cluster", "", "serve.requests", MOE_SERVE(static_cast<double>(serve(f).requests))),
        derived("t_chunk", S, "forward pass of one prefill step: a roofline of its operators and exchanges", "s", "", MOE_SERVE(f.report.serve->ttft ? Value(f.report.serve->ttft->base / chunks(f)) : Value())),
        result("t_first", S, "time to first token", "s", "serve.ttft_seconds"),
        result("t_token", S, "time per output token", "s", "serve.tpot_seconds"),
        bound("t_hop", S, "activations to the next stage"),
        bound("t_layer", S, "a dense layer: attention core, products (a smooth maximum of compute and bytes), norms and activations, all-reduces"),
        bound("t_moe", S, "an MoE layer: max + (1 − η)·min of computing and exchanging, of both halves of the batch when they overlap"),
        bound("t_head", S, "the LM head"),
        bound("t_engine", S, "scheduler, sampling and detokenisation of a step, 1 ms: a prior"),
        bound("t_prefills", S, "what prompts that join the step add; 0 when prefill runs on other GPUs"),
        derived("rows", S, "tokens of a step on a rank: a prefill step, or the sequences of one stage's turn", "tokens", "", MOE_SERVE(passRows(f))),
        derived("GPUs_p", S, "GPUs for prefill alone; 0 when prefill and decode share theirs", "", "", MOE_SERVE(f.report.serve->prefillGpus)),
        derived("GPUs_rank", S, "GPUs of a rank", "", "", MOE_SERVE(gpusOfRank(f))),
        derived("R_p", S, "requests that decode finishes and the prefill GPUs hand over; 0 when both share the GPUs", "1/s", "", MOE_SERVE(handedOver(f))),
        derived("r_prefill", S, "prompt tokens that a GPU prefills: the throughput of this scenario at prefill", "1/s", "", MOE_SERVE(prefillRate(f))),
        derived("t_pass", S, "time of that step", "s", "", MOE_SERVE(passTime(f))),
        derived("t_math", S, "time of its FLOPs at the dense peak", "s", "", MOE_SERVE(times(f.report.serve->gpuUtilisation, passTime(f)))),
        derived("X_pass", S, "bytes it reads from device memory", "B", "", MOE_SERVE(times(times(f.report.serve->bandwidthUtilisation, passTime(f)), f.setup.gpu.hbm.base))),
        derived("t_exchange", S, "dispatch and combine of one MoE layer", "s", "", MOE_SERVE(exchangeTime(f))),
        derived("t_experts", S, "expert products of that layer", "s", "", MOE_SERVE(over(exchangeTime(f), f.report.serve->network ? f.report.serve->network->commComputeRatio : Value()))),
        derived("rate_link", S, "nominal bandwidth of the outermost link: network across nodes, else NVLink", "B/s", "", MOE_SERVE(linkRate(f))),
        derived("X_link", S, "bytes of both exchanges over that link, per GPU", "B", "", MOE_SERVE(times(times(f.report.serve->network ? f.report.serve->network->networkUtilisation : Value(), exchangeTime(f)), linkRate(f)))),
        {"P_e", S, "throughput an expert product reaches", "FLOP/s", "gpu.mfu", "", "fit", "", MOE_SERVE(f.serving.expert.base)},
        {"B_s", S, "memory bandwidth reached", "B/s", "gpu.bandwidth_util", "", "fit", "", MOE_SERVE(f.serving.memory.base)},

        derived("load_max", P, "tokens of the busiest one", "tokens", "", MOE_PLACEMENT(f.load.maxOverMean * f.load.mean)),
        derived("load_mean", P, "tokens on average", "tokens", "", MOE_PLACEMENT(f.load.mean)),
        derived("load_best", P, "smallest possible load of the busiest GPU: the mean, or the heaviest expert over its best number of replicas", "tokens", "", MOE_PLACEMENT(f.report.placement->lowerBound * f.load.mean)),
        bound("load_i", P, "tokens of expert or GPU i"),
        derived("GPUs_ep", P, "GPUs of the expert-parallel group", "", "EP·ETP", MOE_PLACEMENT(f.setup.ep * f.setup.etp)),
        bound("f_i", P, "share of the tokens that expert i receives"),
        bound("p_i", P, "mean probability the router gives expert i"),
    };
    // clang-format on
}

} // namespace moe
