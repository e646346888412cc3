// To add a metric: its row in metrics.cpp and its row here.

#include "models/engine/explain_metrics.h"

namespace moe {
namespace {

constexpr const char* kCount = "counted layer by layer, checked against published totals";
constexpr const char* kSurface =
    "surface fitted on the Step Law runs (arXiv 2503.04715) and a Gaussian process of what it leaves over";
constexpr const char* kMemory = "memory model, checked against Megatron-LM memory logs";
constexpr const char* kAllocator = "caching allocator: reserve and CUDA context are typical values";
constexpr const char* kStep =
    "step-time model fitted on 29 public runs (Megatron-LM, torchtitan, NeMo, 2022–2025)";
constexpr const char* kFlops = "Narayanan et al. 2021, arXiv 2104.04473, generalised to MoE and MLA";
constexpr const char* kExchange = "all-to-all kernels measured on H100 with 400 Gb/s per GPU";
constexpr const char* kFabric = "folded-Clos fabric, fewest levels that hold the ports";
constexpr const char* kServing = "roofline of the operators";
constexpr const char* kLoad = "expert load drawn from the routing section, placed as it says";
constexpr const char* kDefinition = "definition";

} // namespace

const std::vector<MetricFormula>& metricFormulas() {
    // clang-format off
    static const std::vector<MetricFormula> rows = {
        {"params.total", "N_dense + N_expert", kCount, "Embeddings count, multi-token-prediction layers do not."},
        {"params.active", "N_dense + L_moe·k·w_e", kCount, "A token passes through all dense parameters and k experts of every MoE layer."},
        {"params.non_embedding", "N_total − N_embedding", kCount, ""},
        {"params.dense", "L·(w_a + w_n) + L_dense·w_f + L_moe·(w_s + E·h) + N_embedding + w_o", kCount, "E·h is the router."},
        {"params.expert", "L_moe·E·w_e", kCount, ""},
        {"params.per_gpu", "P_dense + P_expert", kCount, "Of the heaviest pipeline stage, with multi-token-prediction layers."},

        {"loss.value", "L_c·exp(rise + gp)", kSurface, "Smooth training loss of the Step Law recipe; other tokenizers and data shift it."},
        {"loss.low", "loss·exp(−z_90·(sd² + noise²)^(1/2))", kSurface, "For one run that does not diverge."},
        {"loss.high", "loss·exp(z_90·(sd² + noise²)^(1/2))", kSurface, "For one run that does not diverge."},
        {"loss.optimal_loss", "L_c·exp(shift_L)", kSurface, "Inside the data read off surface and Gaussian process, outside the closed form."},
        {"loss.optimal_lr", "2e-3·exp(x_c + shift_x)", kSurface, "Inside the data read off surface and Gaussian process, outside the closed form."},
        {"loss.optimal_batch_tokens", "524288·exp(y_c + shift_y)", kSurface, "Inside the data read off surface and Gaussian process, outside the closed form."},
        {"loss.law_lr", "exp(i_x + i_N·ln(N) + i_D·ln(D))", "Step Law, arXiv 2503.04715: mean of the bootstrap coefficients", "MoE: N is all parameters."},
        {"loss.law_batch_tokens", "exp(j_y + j_D·ln(D))", "Step Law, arXiv 2503.04715: mean of the bootstrap coefficients", ""},
        {"loss.slope_params", "−G·S^(G − 1)·S_N·a_1", kSurface, "At the best learning rate and batch, at fixed sparsity."},
        {"loss.slope_tokens", "−G·S^(G − 1)·S_D·b_1", kSurface, "At the best learning rate and batch."},

        {"memory.static_bytes", "mem_par + mem_grad + mem_opt + mem_fw", kMemory, ""},
        {"memory.peak_bytes", "mem_static + mem_act + mem_trans", kMemory, "Of the transients only those of the moment that sets the peak count."},
        {"memory.peak_low_bytes", "mem_peak − mem_shift", kMemory, "Every term once more with λ = 1."},
        {"memory.peak_high_bytes", "mem_peak + mem_rise", kMemory, "Every term once more with λ = 1.25, or the capacity factor."},
        {"memory.reserved_bytes", "reserve·mem_peak", kAllocator, ""},
        {"memory.device_bytes", "mem_res + context", kAllocator, "Fits below 90 % of the capacity, tight up to 100 %."},
        {"memory.capacity_bytes", "mem_gpu", "data sheet in resources/gpus.yaml, as the driver reports it", ""},

        {"train.step_seconds", "m·t_max + t_bubble + t_exposed + t_opt + t_it", kStep, ""},
        {"train.tokens_per_second", "GBS·s/t_step", kDefinition, ""},
        {"train.tokens_per_second_per_gpu", "GBS·s/(GPUs·t_step)", kDefinition, ""},
        {"train.model_tflops_per_gpu", "F/(GPUs·t_step·1e12)", kFlops, "The causal attention core is halved, as current Megatron-LM counts it; recompute does not count."},
        {"train.model_tflops_per_gpu_full_attention", "F_full/(GPUs·t_step·1e12)", kFlops, "Full attention, as Megatron-LM counted it in 2024."},
        {"train.mfu", "F/(GPUs·t_step·P_l)", kFlops, "Of the dense peak of the compute type."},
        {"train.bubble_fraction", "t_bubble/(m·t_max)", "Narayanan et al. 2021, arXiv 2104.04473", ""},
        {"train.gpu_utilisation", "t_math/t_step", kStep, "Recomputed work counts here, unlike in MFU."},
        {"train.bandwidth_utilisation", "X_step/(t_step·HBM)", kStep, ""},
        {"train.gpu_hours", "D/rate/3600·GPUs", kDefinition, "Without restarts and evaluation."},
        {"train.days", "D/rate/86400", kDefinition, "Without restarts and evaluation."},
        {"train.usd", "hours·price", kDefinition, ""},
        {"train.energy_kwh", "hours·power/1000", kDefinition, "GPUs at their rated power; hosts and cooling do not count."},

        {"network.dispatch_bytes", "copies·s_x", kExchange, "One MoE layer, forward."},
        {"network.combine_bytes", "copies·s_x", kExchange, "One MoE layer, forward."},
        {"network.dispatch_seconds", "a_0 + nodes·a_1 + hop + max(over·λ_net·X_net/B_net, λ_x·X_nvl/B_nvl)", kExchange, "Until the busiest GPU is done."},
        {"network.combine_seconds", "a_0 + nodes·a_1 + hop + max(over·λ_net·X_net/B_net, λ_x·X_nvl/B_nvl)", kExchange, "Until the busiest GPU is done."},
        {"network.allreduce_seconds", "a_r + 2·(TP − 1)/TP·X_r/B_r·(1 + (X_half/X_r)^(1/2))", "H100 all-reduce tables", "Across nodes the faster of one ring and two levels."},
        {"network.comm_compute_ratio", "(t_dispatch + t_combine)/t_expert", kExchange, ""},
        {"network.busiest_link_utilisation", "max(λ_net·X_both/NIC, λ_x·Y_both/NVL)/t_both", kExchange, ""},
        {"network.network_utilisation", "X_used/(t_both·rate_used)", kExchange, ""},
        {"network.cross_node_bytes", "X_net", kExchange, "Of one dispatch."},
        {"network.leaf_switches", "ceil(ports/down)", kFabric, ""},
        {"network.spine_switches", "agg + core", kFabric, "Every switch above the leaves."},
        {"network.inter_switch_links", "leaves·up + agg·half", kFabric, ""},

        {"serve.weights_bytes", "b_q·P_gpu", kCount, ""},
        {"serve.kv_bytes_per_token", "L·b_kv·v_kv", kCount, ""},
        {"serve.ttft_seconds", "n_chunk·t_chunk", kServing, "No queueing. Old engines are slower, most at small batches."},
        {"serve.tpot_seconds", "(PP − 1)·t_hop + L_dense·t_layer + L_moe·t_moe + t_head + t_engine + t_prefills", kServing, "No queueing. Old engines are slower, most at small batches."},
        {"serve.latency_seconds", "t_first + max(0, output − 1)·t_token", kServing, "No queueing. Old engines are slower, most at small batches."},
        {"serve.tokens_per_second_per_gpu", "rows/(t_pass·TP)", kServing, ""},
        {"serve.tokens_per_second_per_user", "1/t_token", kServing, ""},
        {"serve.tokens_per_second", "GPUs·rows/(t_pass·TP)", kServing, "Groups of GPUs that hold different layers work on different batches at once."},
        {"serve.comm_compute_ratio", "t_exchange/t_experts", kExchange, "Of one MoE layer and all its tokens, without overlap."},
        {"serve.network_utilisation", "X_link/(t_exchange·rate_link)", kExchange, "Of one MoE layer: achieved over peak while its exchanges run."},
        {"serve.gpu_utilisation", "t_math/t_pass", kServing, ""},
        {"serve.bandwidth_utilisation", "X_pass/(t_pass·HBM)", kServing, ""},
        {"serve.knee_tokens_per_expert", "P_e·b_q/(2·B_s)", kServing, "Rows per expert from which its products are bound by compute."},

        {"placement.experts.max_over_mean", "load_max/load_mean", kLoad, "Of the experts."},
        {"placement.experts.std", "(Σ (load_i − load_mean)²/E)^(1/2)", kLoad, "Of the experts: the reference experiment's measure of balance."},
        {"placement.gpus.std", "(Σ (load_i − load_mean)²/GPUs_ep)^(1/2)", kLoad, "Of the GPUs."},
        {"placement.gpus.max_over_mean", "load_max/load_mean", kLoad, "Of the GPUs."},
        {"placement.nodes.max_over_mean", "load_max/load_mean", kLoad, "Of the nodes."},
        {"placement.lower_bound", "load_best/load_mean", kLoad, "With as many slots and the best placement."},
        {"placement.aux_loss", "E·Σ f_i·p_i", "Fedus et al. 2021, arXiv 2101.03961", ""},
    };
    // clang-format on
    return rows;
}

const MetricFormula* findMetricFormula(std::string_view key) {
    for (const MetricFormula& row : metricFormulas())
        if (key == row.key) return &row;
    return nullptr;
}

namespace {

bool startsWith(std::string_view text, std::string_view start) {
    return text.substr(0, start.size()) == start;
}

void addWarnings(std::vector<std::string>& sentences, const Report& report, std::string_view start) {
    for (const Warning& warning : report.warnings)
        if (startsWith(warning.id, start)) sentences.push_back(warning.text);
}

} // namespace

std::vector<std::string> accountAssumptions(std::string_view key, const Report& report) {
    std::vector<std::string> sentences;
    if (const MetricFormula* row = findMetricFormula(key); row && *row->assumption)
        sentences.emplace_back(row->assumption);
    if (startsWith(key, "memory.") && key != "memory.capacity_bytes") {
        if (report.memory && report.memory->stages.size() > 1)
            sentences.push_back("Of the heaviest of " + std::to_string(report.memory->stages.size()) +
                                " pipeline stages, stage " + std::to_string(report.memory->heaviest().stage) +
                                ".");
        if (report.memory && !startsWith(key, "memory.terms."))
            sentences.push_back("The peak is in the " + report.memory->heaviest().peakPhase + ".");
        if (report.scenario.moe)
            sentences.emplace_back("Expert parallelism is carved out of data parallelism: a rank receives "
                                   "λ·k·T rows on average, whatever EP is.");
    }
    if (startsWith(key, "train.terms."))
        sentences.emplace_back("The value is what the step waits for; hidden time is not in it. Host and GPU "
                               "overlap as (G² + H²)^½, so a part owns x of its time.");
    if (key == "train.terms.attention")
        sentences.emplace_back(
            "Unfused attention runs batched products at 0.6 of the GEMM efficiency instead, "
            "with its scores through memory; a sliding window shortens s/2.");
    if (key == "train.terms.memory_bound")
        sentences.emplace_back(
            "MLA, dropout and FP8 casts have their own byte counts in X; a layer counts the "
            "terms of its own kind.");
    if (key == "train.terms.cp")
        sentences.emplace_back("The ring hides behind 0.8 of the attention core; the all-to-all form moves "
                               "2·T·(2q + 2kv)/TP·(CP − 1)/CP each way, exposed.");
    if (key == "train.terms.alltoall")
        sentences.emplace_back(
            "Sums over the MoE layers of the stage: dispatch and combine, forward and backward.");
    if (startsWith(key, "train.")) addWarnings(sentences, report, "time-");
    if (startsWith(key, "loss.") && !startsWith(key, "loss.law_")) {
        if (report.loss && !report.loss->fitOrigin.empty())
            sentences.push_back("Fitted on: " + report.loss->fitOrigin + ".");
        addWarnings(sentences, report, "loss-");
    }
    if (startsWith(key, "serve.")) addWarnings(sentences, report, "serve-");
    if (startsWith(key, "placement.")) addWarnings(sentences, report, "placement-");
    return sentences;
}

} // namespace moe
