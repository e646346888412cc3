// SPDX-License-Identifier: GPL-3.0-or-later
// Model, layout and batch: symbols that mean the same in every formula.

#include "models/engine/explain/explain_symbols.h"

#include "models/engine/report/metrics.h"
#include "models/engine/shape/params.h"

#include <algorithm>

namespace moe {

using namespace explain;

namespace {

double layersWith(const ExplainFacts& f, FeedForward feed) {
    const LayerPlan& plan = *f.setup.plan;
    return static_cast<double>(std::count_if(
        plan.of.begin(), plan.of.end(), [&](std::uint8_t type) { return plan.types[type].feed == feed; }));
}

template <class Part> double meanOf(const ExplainFacts& f, Part part) {
    const LayerPlan& plan = *f.setup.plan;
    std::array<double, kMostLayerTypes> counts{};
    for (const std::uint8_t type : plan.of) ++counts[type];
    double sum = 0;
    for (std::size_t i = 0; i < plan.types.size(); ++i) {
        const MixerView view(f.setup, plan.types[i]);
        sum += counts[i] * part(layerParams(*view), plan.types[i].feed);
    }
    return sum / std::max(1.0, f.setup.L);
}

double adapterTotal(const ExplainFacts& f) {
    const std::optional<TrainSpec>& train = f.report.scenario.train;
    return train && train->trainable != Trainable::All ? f.report.params.trainable : 0;
}

double denseMlp(const ExplainFacts& f) {
    const double dense = layersWith(f, FeedForward::Dense);
    if (dense <= 0) return layerParams(f.setup).denseMlp;
    return f.setup.L / dense * meanOf(f, [](const LayerParams& layer, FeedForward feed) {
               return feed == FeedForward::Dense ? layer.denseMlp : 0;
           });
}

} // namespace

std::vector<ExplainSymbol> shapeSymbols() {
    constexpr unsigned S = kShape;
    // clang-format off
    return {
        knob("L", S, "transformer layers", "", "model.layers", MOE_GET(f.setup.L)),
        knob("L_dense", S, "layers with a dense feed-forward network", "", "model.dense_layers", MOE_GET(layersWith(f, FeedForward::Dense))),
        derived("L_moe", S, "MoE layers", "", "L − L_dense", MOE_GET(layersWith(f, FeedForward::None) > 0 ? std::nullopt : std::optional<double>(static_cast<double>(f.setup.moeLayers)))),
        derived("L_moe", S, "MoE layers", "", "", MOE_GET(static_cast<double>(f.setup.moeLayers))),
        derived("h_e", S, "width that routed experts work on: the hidden size, or a projection of it", "", "", MOE_GET(f.setup.latent)),
        knob("L_mtp", S, "multi-token-prediction layers", "", "model.mtp_layers", MOE_GET(static_cast<double>(f.setup.mtpLayers))),
        knob("h", S, "hidden size", "", "model.hidden", MOE_GET(f.setup.h)),
        derived("h_p", S, "widest vector of a token that a stage hands on: h, or all residual streams", "", "", MOE_GET(handedWidth(f.setup, f.setup.L * (1 - 1 / f.setup.pp)))),
        knob("f", S, "width of a dense feed-forward layer", "", "model.ffn", MOE_GET(f.setup.f)),
        knob("V", S, "vocabulary, padded", "", "model.vocab", MOE_GET(f.setup.V)),
        knob("s", S, "sequence length", "tokens", "model.sequence", MOE_GET(f.setup.s)),
        knob("n", S, "query heads", "", "model.heads", MOE_GET(f.setup.n)),
        knob("g", S, "key and value heads", "", "model.kv_heads", MOE_GET(f.setup.g)),
        knob("d", S, "dimension of a head", "", "model.head_dim", MOE_GET(f.setup.d)),
        derived("q", S, "query values of a token", "", "n·d", MOE_GET(f.setup.q)),
        derived("kv", S, "key values of a token, and as many value values", "", "g·d", MOE_GET(f.setup.kv)),
        knob("r_q", S, "rank of MLA's query compression", "", "model.q_rank", MOE_GET(f.setup.rq)),
        knob("r_kv", S, "rank of MLA's key and value latent", "", "model.kv_rank", MOE_GET(f.setup.rkv)),
        knob("d_n", S, "MLA head dimension without rotary position", "", "model.nope_dim", MOE_GET(f.setup.dn)),
        knob("d_r", S, "MLA head dimension with rotary position", "", "model.rope_dim", MOE_GET(f.setup.dr)),
        knob("d_v", S, "MLA value dimension of a head", "", "model.v_dim", MOE_GET(f.setup.dv)),
        knob("E", S, "routed experts of a layer", "", "moe.experts", MOE_GET(f.setup.E)),
        knob("k", S, "experts each token visits", "", "moe.top_k", MOE_GET(f.setup.k)),
        knob("fe", S, "width of one routed expert", "", "moe.expert_ffn", MOE_GET(f.setup.fe)),
        knob("fs", S, "total width of the shared experts", "", "moe.shared_ffn", MOE_GET(f.setup.fs)),
        knob("E_slots", S, "physical expert slots of a layer, with redundant ones", "", "routing.replicas", MOE_GET(f.setup.expertSlots)),
        knob("u", S, "first products of an MLP: 2 gated, else 1", "", "model.gated", MOE_GET(f.setup.up)),
        knob("c", S, "matrices of an MLP: 3 gated, else 2", "", "model.gated", MOE_GET(f.setup.matrices)),
        knob("TP", S, "tensor-parallel degree", "", "parallel.tp", MOE_GET(f.setup.tp)),
        knob("TP_v", S, "ranks the logits are split over: TP, or 1 without a parallel loss", "", "train.parallel_loss", MOE_TRAIN(f.setup.lossTp)),
        knob("PP", S, "pipeline stages", "", "parallel.pp", MOE_GET(f.setup.pp)),
        knob("VPP", S, "chunks per pipeline stage", "", "parallel.vpp", MOE_GET(f.setup.vpp)),
        knob("CP", S, "context-parallel degree", "", "parallel.cp", MOE_GET(f.setup.cp)),
        knob("DP", S, "data-parallel degree", "", "parallel.dp", MOE_GET(f.setup.dp)),
        knob("EP", S, "expert-parallel degree", "", "parallel.ep", MOE_GET(f.setup.ep)),
        knob("ETP", S, "tensor-parallel degree of an expert", "", "parallel.etp", MOE_GET(f.setup.etp)),
        derived("EDP", S, "replicas of an expert", "", "DP·CP·TP/(EP·ETP)", MOE_GET(f.setup.edp)),
        knob("SP", S, "TP with sequence parallelism, else 1", "", "parallel.sequence_parallel", MOE_GET(f.setup.sp)),
        knob("GPUs", S, "GPUs in all", "", "cluster.gpus", MOE_GET(f.setup.gpus)),
        knob("b", S, "micro-batch", "sequences", "train.micro_batch", MOE_TRAIN(static_cast<double>(f.train().microBatch))),
        knob("GBS", S, "global batch", "sequences", "train.global_batch", MOE_TRAIN(static_cast<double>(f.train().globalBatch))),
        knob("D", S, "tokens of the training run", "tokens", "train.tokens", MOE_TRAIN(f.train().tokens)),
        derived("T", S, "tokens of a rank and micro-batch", "tokens", "b·s/CP", MOE_TRAIN(f.setup.T)),
        derived("m", S, "micro-batches of a step", "", "max(1, GBS/(DP·b))", MOE_TRAIN(f.setup.microBatches)),
        knob("λ", S, "tokens a rank receives over its balanced share", "", "train.imbalance", MOE_TRAIN(f.setup.imbalance)),
        knob("mem_gpu", S, "device memory as the driver reports it", "B", "gpu.memory_gib", MOE_GET(f.setup.gpu.memory.base)),
        knob("HBM", S, "nominal memory bandwidth", "B/s", "gpu.bandwidth_tbps", MOE_GET(f.setup.gpu.hbm.base)),
        knob("NIC", S, "network bandwidth per GPU and direction", "B/s", "cluster.nic_gbps", MOE_GET(f.setup.nic.base)),
        knob("NVL", S, "NVLink bandwidth per GPU and direction", "B/s", "cluster.nvlink_gbps", MOE_GET(f.setup.nvlink.base)),
        knob("g_node", S, "GPUs of an NVLink domain", "", "cluster.gpus_per_node", MOE_GET(f.setup.domain)),

        result("N_total", S, "all parameters", "", "params.total"),
        result("N_train", S, "parameters that learn", "", "params.trainable"),
        derived("N_frozen", S, "parameters that do not learn", "", "", MOE_GET(f.report.params.total - (adapterTotal(f) > 0 ? 0 : f.report.params.trainable))),
        derived("N_lora", S, "parameters of adapters", "", "", MOE_GET(adapterTotal(f))),
        result("N_dense", S, "parameters of everything but routed experts", "", "params.dense"),
        result("N_expert", S, "parameters of the routed experts", "", "params.expert"),
        derived("w_a", S, "parameters of attention or another mixer, mean over the layers", "", "", MOE_GET(meanOf(f, [](const LayerParams& layer, FeedForward) { return layer.attention; }))),
        derived("w_f", S, "parameters of a dense MLP, mean over the layers that have one", "", "", MOE_GET(denseMlp(f))),
        derived("w_e", S, "parameters of one routed expert", "", "", MOE_GET(layerParams(f.setup).expert)),
        derived("w_s", S, "parameters of a layer's shared experts", "", "", MOE_GET(layerParams(f.setup).shared)),
        derived("w_r", S, "the router, with score corrections and the gate of shared experts", "", "", MOE_GET(layerParams(f.setup).router)),
        derived("w_n", S, "norms and biases of a layer, on every rank, mean over the layers", "", "", MOE_GET(meanOf(f, [](const LayerParams& layer, FeedForward feed) { return layer.replicated(feed); }))),
        derived("w_o", S, "final norm, and what joins residual streams", "", "", MOE_GET(endParams(f.setup))),
        derived("N_embedding", S, "token embedding, LM head unless tied, learned positions, embeddings that layers read", "", "", MOE_GET(allEmbeddings(f.setup))),
        derived("P_dense", S, "dense parameters that learn on a GPU of the heaviest stage: attention, MLPs and shared experts over TP; norms, router and its ends' embeddings", "", "", MOE_GET(f.stage.denseParams)),
        derived("P_expert", S, "routed-expert parameters on a GPU of the heaviest stage", "", "held_moe·E_slots/EP·w_e/ETP", MOE_GET(f.stage.frozen.all() > 0 ? std::nullopt : std::optional<double>(f.stage.expertParams))),
        derived("P_expert", S, "routed-expert parameters that learn on a GPU of the heaviest stage", "", "", MOE_GET(f.stage.expertParams)),
        derived("P_gpu", S, "parameters on a GPU of the stage that holds most: dense over TP, experts over EP and ETP, frozen ones and adapters", "", "", MOE_GET(f.report.params.perGpu)),
        derived("P_fl", S, "frozen parameters of layer linears on a GPU", "", "", MOE_GET(f.stage.frozen.linear)),
        derived("P_fe", S, "frozen parameters of routed experts on a GPU", "", "", MOE_GET(f.stage.frozen.expert)),
        derived("P_fo", S, "other frozen parameters on a GPU: embedding, head, norms, routers", "", "", MOE_GET(f.stage.frozen.other)),
        derived("P_a", S, "parameters of adapters on a GPU: Σ r·(in + out), one of the two factors over TP", "", "", MOE_GET(f.stage.frozen.adapters)),
        derived("P_ae", S, "parameters of routed experts' adapters on a GPU", "", "", MOE_GET(f.stage.frozen.expertAdapters)),
        derived("held_moe", S, "MoE layers of that stage, multi-token-prediction layers included", "", "", MOE_GET(static_cast<double>(f.stage.layers.moeLayers + (f.stage.last && f.setup.isMoe ? f.setup.mtpLayers : 0)))),
    };
    // clang-format on
}

const std::vector<ExplainSymbol>& explainSymbols() {
    static const std::vector<ExplainSymbol> all = [] {
        std::vector<ExplainSymbol> rows;
        for (const auto& part :
             {memorySymbols(), timeSymbols(), goodputSymbols(), rlSymbols(), energySymbols(), daySymbols(),
              lossSymbols(), servingSymbols(), shapeSymbols()})
            rows.insert(rows.end(), part.begin(), part.end());
        return rows;
    }();
    return all;
}

const ExplainSymbol* findSymbol(std::string_view symbol, unsigned scope, const ExplainFacts& facts) {
    const ExplainSymbol* first = nullptr;
    for (const ExplainSymbol& row : explainSymbols()) {
        if (!(row.scope & scope) || symbol != row.symbol) continue;
        if (!first) first = &row;
        // Shapes come last, so that a part's own meaning of a letter wins.
        if (row.scope == kShape && first->scope != kShape) break;
        if (symbolValue(row, facts)) return &row;
    }
    return first;
}

std::optional<double> symbolValue(const ExplainSymbol& symbol, const ExplainFacts& facts) {
    if (symbol.value) return symbol.value(facts);
    const Metric* metric = findMetric(symbol.account);
    return metric ? metric->value(facts.report) : std::nullopt;
}

} // namespace moe
