// SPDX-License-Identifier: GPL-3.0-or-later
// Defaults of Megatron-LM where a log is silent: megatron/training/arguments.py.

#include "models/engine/measured/log_scenario.h"

#include "data/number.h"
#include "models/engine/measured/log_arguments.h"
#include "models/engine/measured/validation.h"
#include "models/engine/scenario/catalog.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/shape/params.h"
#include "models/engine/shape/setup.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

class ScenarioMaker {
public:
    ScenarioMaker(const MegatronLog& log, const Catalog& catalog)
        : m_log(log), m_catalog(catalog), m_arguments(log, m_problems) {}

    Result<LogScenario> make() {
        m_made.scenario.name = m_log.source.substr(m_log.source.find_last_of('/') + 1);
        m_made.scenario.train.emplace();
        readStack();
        readModel();
        readExperts();
        readLayout();
        readGpu();
        readTraining();
        readRecompute();
        readOptimizer();
        const std::optional<Count> padded = m_arguments.count("padded_vocab_size");
        const Count step = m_arguments.count("make_vocab_size_divisible_by").value_or(128) * parallel().tp;
        if (!m_problems.empty()) return m_problems;
        findVocabulary(padded, step);
        if (!m_problems.empty()) return m_problems;
        m_made.measured = measuredOf(m_log, train().stack);
        m_made.curve = logCurve(m_log);
        return std::move(m_made);
    }

private:
    ModelSpec& model() { return m_made.scenario.model; }
    TrainSpec& train() { return *m_made.scenario.train; }
    ParallelSpec& parallel() { return m_made.scenario.parallel; }
    void assume(Message assumption) { m_made.assumptions.push_back(std::move(assumption)); }

    Count needed(std::string_view argument) {
        const std::optional<Count> value = m_arguments.count(argument);
        if (!value && !m_arguments.isWrong(argument))
            m_problems.push_back({.source = m_log.source,
                                  .key = std::string(argument),
                                  .rule = say("is needed for a scenario and stands nowhere in the log")});
        return value.value_or(1);
    }

    void readStack() {
        const bool old = m_log.year > 0 && m_log.year <= 2024;
        train().stack = old ? Stack::Megatron2024 : Stack::Megatron2026;
        assume(say(m_log.year > 0 ? "Software stack of %1, from the date of the log."
                                  : "Software stack of %1: the log bears no date.",
                   old ? "2024" : "2026"));
    }

    void readModel() {
        ModelSpec& made = model();
        made.layers = needed("num_layers");
        made.hidden = needed("hidden_size");
        made.heads = needed("num_attention_heads");
        made.sequence = needed("seq_length");
        made.gated = m_arguments.flag("swiglu");
        const Count usual = made.gated ? made.hidden * 8 / 3 / 64 * 64 : 4 * made.hidden;
        made.ffn = m_arguments.count("ffn_hidden_size").value_or(usual);
        made.headDim = m_arguments.count("kv_channels");
        made.attention = m_arguments.flag("group_query_attention") ? Attention::Gqa : Attention::Mha;
        if (made.attention == Attention::Gqa)
            made.kvHeads = m_arguments.count("num_query_groups").value_or(1);
        else if (const auto groups = m_arguments.count("num_query_groups");
                 groups && *groups > 1 && *groups < made.heads) {
            made.attention = Attention::Gqa; // a part of a dump that has the groups but not the switch
            made.kvHeads = groups;
        }
        made.tiedEmbeddings = !m_arguments.flag("untie_embeddings_and_output_weights");
        made.norm = m_arguments.text("normalization").value_or("LayerNorm") == "RMSNorm" ? Norm::RmsNorm
                                                                                         : Norm::LayerNorm;
        made.linearBias = !m_arguments.flag("disable_bias_linear") && !isFalse("add_bias_linear");
        made.position = m_arguments.text("position_embedding_type").value_or("learned_absolute") == "rope"
                            ? Position::Rope
                            : Position::Learned;
        made.qkNorm = m_arguments.flag("qk_layernorm") ? QkNorm::Head : QkNorm::None;
        made.mtpLayers = m_arguments.count("mtp_num_layers").value_or(0);
        if (!m_arguments.flag("multi_latent_attention")) return;
        made.attention = Attention::Mla;
        made.kvHeads.reset();
        made.headDim.reset();
        made.qRank = m_arguments.count("q_lora_rank").value_or(0);
        made.kvRank = m_arguments.count("kv_lora_rank").value_or(32);
        made.nopeDim = m_arguments.count("qk_head_dim").value_or(128);
        made.ropeDim = m_arguments.count("qk_pos_emb_head_dim").value_or(64);
        made.vDim = m_arguments.count("v_head_dim").value_or(128);
    }

    bool isFalse(std::string_view argument) const {
        return m_arguments.text(argument).value_or("True") == "False";
    }

    void readExperts() {
        const bool exported = m_arguments.text("use_moe", {"USE_MOE"}).value_or("false") == "true";
        if (!m_arguments.text("num_experts") && !exported) return;
        MoeSpec& moe = m_made.scenario.moe.emplace();
        moe.experts = needed("num_experts");
        moe.topK = m_arguments.count("moe_router_topk").value_or(2);
        moe.expertFfn = m_arguments.count("moe_ffn_hidden_size").value_or(model().ffn);
        moe.sharedFfn = m_arguments.count("moe_shared_expert_intermediate_size");
        moe.capacityFactor = std::max(0.0, m_arguments.number("moe_expert_capacity_factor").value_or(0));
        moe.groups = m_arguments.count("moe_router_num_groups").value_or(1);
        moe.groupLimit = m_arguments.count("moe_router_group_topk").value_or(0);
        if (const auto pattern = m_arguments.text("moe_layer_freq"))
            model().denseLayers = denseFirst(*pattern);
        if (m_arguments.flag("moe_enable_deepep")) train().dispatcher = Dispatcher::DeepEp;
    }

    /// "([0]*1+[1]*15)": the dense layers in front.
    Count denseFirst(const std::string& pattern) {
        const std::size_t zero = pattern.find("[0]*");
        if (zero == std::string::npos) return 0;
        const std::string digits = pattern.substr(zero + 4);
        const auto count = parseNumber(digits.substr(0, digits.find_first_not_of("0123456789")));
        return std::min(countOf(count).value_or(0), model().layers - 1);
    }

    void readLayout() {
        ParallelSpec& made = parallel();
        made.tp = m_arguments.count("tensor_model_parallel_size").value_or(1);
        made.pp = m_arguments.count("pipeline_model_parallel_size").value_or(1);
        made.cp = m_arguments.count("context_parallel_size").value_or(1);
        made.ep = m_arguments.count("expert_model_parallel_size").value_or(1);
        made.etp = m_arguments.count("expert_tensor_parallel_size")
                       .value_or(m_made.scenario.moe ? made.tp : 1); // Megatron-LM's default
        if (!m_made.scenario.moe) made.ep = made.etp = 1;
        made.sequenceParallel = made.tp > 1 && m_arguments.flag("sequence_parallel");
        if (const auto chunks = m_arguments.count("num_virtual_stages_per_pipeline_rank"))
            made.vpp = *chunks;
        else if (const auto layers = m_arguments.count("num_layers_per_virtual_pipeline_stage");
                 layers && *layers > 0)
            made.vpp = std::max<Count>(1, model().layers / made.pp / *layers);

        std::optional<Count> world = m_arguments.count("world_size");
        const Count perNode = m_arguments.count("nproc_per_node").value_or(8);
        const std::optional<Count> nodes = m_arguments.count("nnodes");
        if (!world && nodes && !m_arguments.isWrong("world_size"))
            world = countOf(m_arguments.checked("world_size", static_cast<double>(perNode * *nodes), 0));
        if (!world) assume(say("8 GPUs: the log does not say how many."));
        const Count gpus = world.value_or(8);
        m_made.scenario.cluster.gpus = gpus;
        made.dp = m_arguments.count("data_parallel_size")
                      .value_or(std::max<Count>(1, gpus / (made.tp * made.pp * made.cp)));
    }

    void readGpu() {
        struct Name {
            std::string_view part, preset;
        };
        static constexpr Name kNames[] = {
            {"A100-SXM", "a100-80g"}, {"A100-PCIE", "a100-pcie"}, {"A800", "a800"}, {"GB200", "gb200"},
            {"GB300", "gb300"},       {"H100", "h100-sxm"},       {"H800", "h800"}, {"H200", "h200"},
            {"H20", "h20"},           {"B200", "b200"},           {"B300", "b300"}, {"A40", "a40"},
            {"4090", "rtx4090"}};
        for (const Name& name : kNames) {
            if (m_log.gpuName.find(name.part) == std::string::npos) continue;
            m_made.scenario.gpu.preset = std::string(name.preset);
            return;
        }
        const bool old = m_log.year > 0 && m_log.year <= 2024;
        m_made.scenario.gpu.preset = old ? "a100-80g" : "h100-sxm";
        assume(say("GPU %1: the log names none; set gpu.preset.", m_made.scenario.gpu.preset));
    }

    void readTraining() {
        TrainSpec& made = train();
        made.microBatch = needed("micro_batch_size");
        std::optional<Count> global = m_arguments.count("global_batch_size");
        const MegatronIteration* last = m_log.iterations.empty() ? nullptr : &m_log.iterations.back();
        if (!global && last && last->globalBatch > 0)
            global = countOf(m_arguments.checked("global_batch_size", last->globalBatch, last->line));
        made.globalBatch = global ? *global : needed("global_batch_size");
        made.lr = m_arguments.number("lr").value_or(0);
        double steps = m_arguments.number("train_iters").value_or(0);
        if (steps <= 0 && last && last->total > 0)
            steps = m_arguments.checked("train_iters", last->total, last->line).value_or(0);
        if (steps > 0)
            made.tokens = m_arguments
                              .checked("train_tokens",
                                       steps * static_cast<double>(made.globalBatch) *
                                           static_cast<double>(model().sequence),
                                       0)
                              .value_or(0);
        made.dropout = std::max(m_arguments.number("hidden_dropout").value_or(0.1),
                                m_arguments.number("attention_dropout").value_or(0.1));
        made.dpOverlap = m_arguments.flag("overlap_grad_reduce") || !m_arguments.lists("micro_batch_size");
        made.tpOverlap = m_arguments.flag("tp_comm_overlap");
        made.epOverlap = m_arguments.flag("overlap_moe_expert_parallel_comm");
        made.cudaGraphs = m_arguments.flag("enable_cuda_graph") || m_arguments.flag("external_cuda_graph");
        made.deterministic = m_arguments.flag("deterministic_mode");
        made.fusedGradAccumulation =
            !m_arguments.flag("no_gradient_accumulation_fusion") && !isFalse("gradient_accumulation_fusion");
        made.loss = LossKernel::Unfused;
        if (m_arguments.flag("cross_entropy_loss_fusion"))
            made.loss = m_arguments.text("cross_entropy_fusion_impl").value_or("native") == "te"
                            ? LossKernel::Fused
                            : LossKernel::Jit;
        if (m_arguments.text("attention_backend").value_or("") == "unfused")
            made.attentionKernel = AttentionKernel::Unfused;
        if (m_arguments.text("fp8") || m_arguments.text("fp8_format"))
            m_made.scenario.precision.compute = DataType::Fp8;
        made.maskInLoader = m_log.attentionMask;
        if (!made.maskInLoader && made.stack == Stack::Megatron2024) {
            made.maskInLoader = !m_arguments.flag("no_create_attention_mask_in_dataloader");
            if (*made.maskInLoader)
                assume(say("The data loader makes an attention mask, Megatron-LM's default of 2024."));
        }
        if (m_arguments.flag("grad_reduce_in_bf16")) made.gradBytes = 2;
        if (m_made.scenario.moe && m_made.scenario.moe->capacityFactor <= 0)
            assume(say("Received tokens 1.15 of the balanced share (train.imbalance): routing is dropless."));
    }

    void readRecompute() {
        const std::string granularity = m_arguments.text("recompute_granularity").value_or("");
        Recompute& made = train().recompute;
        if (granularity == "full") {
            made.mode = Recompute::Mode::Full;
        } else if (granularity == "selective" || m_arguments.flag("recompute_activations")) {
            made.mode = Recompute::Mode::Selective;
            made.parts = {RecomputePart::CoreAttn};
            std::string modules = m_arguments.text("recompute_modules").value_or("");
            std::replace(modules.begin(), modules.end(), ' ', ',');
            if (!modules.empty() && !setField(m_made.scenario, "train.recompute", modules).empty())
                assume(
                    say("Selective recompute is taken as the attention core; unknown modules: %1.", modules));
        }
    }

    /// The padded vocabulary is printed, or follows from a number of parameters, or is assumed.
    void findVocabulary(std::optional<Count> padded, Count step) {
        if (padded) {
            model().vocab = *padded;
            return;
        }
        const double most = findField("model.vocab")->max;
        const std::optional<double> params =
            m_log.paramsOnRank ? m_log.paramsOnRank : m_log.loadedShardParams;
        if (params) {
            const auto held = [&](Count vocab) {
                model().vocab = vocab;
                const StageParams stage = stageParams(setupOf(m_made.scenario, m_catalog), 0);
                return stage.dense + stage.expert;
            };
            const double none = held(step), one = held(2 * step) - none;
            const double steps = one > 0 ? 1 + (*params - none) / one : 0;
            if (const auto whole = countOf(steps);
                whole && steps >= 0.5 && static_cast<double>(step) * std::round(steps) <= most) {
                model().vocab = step * *whole;
                assume(say("Vocabulary %1, from the parameters per rank.", model().vocab));
                return;
            }
        }
        model().vocab = (50257 + step) / step * step;
        m_arguments.checked("padded_vocab_size", static_cast<double>(model().vocab), 0);
        assume(say("Vocabulary %1 (GPT-2, padded): the log does not say.", model().vocab));
    }

    /// With a distributed optimizer or without; a log without the flags still tells by its footprint.
    void readOptimizer() {
        if (m_arguments.flag("use_distributed_optimizer")) return;
        train().zero = 0;
        if (m_arguments.lists("micro_batch_size") || !m_log.theoreticalState ||
            m_log.loadedShardParams.value_or(0) <= 0)
            return;
        const double bytes = *m_log.theoreticalState / byte / *m_log.loadedShardParams;
        if (bytes >= 15) return;
        train().zero = 1;
        assume(say("Distributed optimizer: %1 bytes per parameter of state are printed.", rounded(bytes, 2)));
    }

    const MegatronLog& m_log;
    const Catalog& m_catalog;
    LogArguments m_arguments;
    LogScenario m_made;
    Problems m_problems;
};

} // namespace

std::vector<Measured> measuredOf(const MegatronLog& log, Stack stack) {
    std::vector<Measured> measured;
    const auto add = [&](const char* key, double value) {
        if (std::isfinite(value) && value > 0) measured.push_back({findCaseQuantity(key), value});
    };
    const std::vector<MegatronIteration> run = log.lastRun();
    std::vector<double> times, rates;
    for (std::size_t i = run.size() / 3; i < run.size(); ++i) {
        if (!std::isnan(run[i].milliseconds)) times.push_back(run[i].milliseconds);
        if (!std::isnan(run[i].tflops)) rates.push_back(run[i].tflops);
    }
    if (log.paramsOnRank) add("params_per_gpu", *log.paramsOnRank);
    if (log.allocated) add("allocated_bytes", log.allocated->base);
    if (log.maxAllocated) add("peak_bytes", log.maxAllocated->base);
    if (log.maxReserved) add("reserved_bytes", log.maxReserved->base);
    if (log.deviceUsed) add("device_bytes", log.deviceUsed->base);
    add("step_seconds", quantileOf(times, 0.5) / 1000);
    // Megatron-LM counted the full attention core until 2024, and halves a causal one since.
    add(stack == Stack::Megatron2024 ? "tflops_per_gpu_full_attention" : "tflops_per_gpu",
        quantileOf(rates, 0.5));
    return measured;
}

Result<LogScenario> scenarioFromLog(const MegatronLog& log, const Catalog& catalog) {
    return ScenarioMaker(log, catalog).make();
}

} // namespace moe
