// SPDX-License-Identifier: GPL-3.0-or-later
// Defaults of Megatron-LM where a log is silent: megatron/training/arguments.py.

#include "models/engine/logs/log_scenario.h"

#include "data/number.h"
#include "models/engine/logs/log_draft.h"
#include "models/engine/logs/log_layers.h"
#include "models/engine/measured/validation.h"
#include "models/engine/scenario/fields.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace moe {
namespace {

class ScenarioMaker {
public:
    ScenarioMaker(const MegatronLog& log, const Catalog& catalog) : m_draft(log, catalog) {}

    Result<LogScenario> make() {
        m_made.scenario.name = m_log.source.substr(m_log.source.find_last_of('/') + 1);
        m_made.scenario.train.emplace();
        readStack();
        readLogModel(m_draft);
        readLayout();
        readLogLayout(m_draft);
        readGpu();
        if (isNamed("bert"))
            assume(say("Counted as a causal model: the name of the file speaks of BERT, whose attention sees "
                       "both ways and which has heads of its own."));
        readTraining();
        readRecompute();
        readLogOptimizer(m_draft);
        readLogPrecision(m_draft);
        leaveOutUnknown(m_draft);
        for (const char* argument : {"make_vocab_size_divisible_by", "padded_vocab_size", "vocab_size"})
            m_arguments.count(argument); // whose problems are named with the others
        if (!m_problems.empty()) return m_problems;
        findLogVocabulary(m_draft);
        if (!m_problems.empty()) return m_problems;
        if (isModelAlone()) m_made.scenario.train.reset();
        m_made.measured = measuredOf(m_log, m_stack);
        m_made.curve = logCurve(m_log);
        return std::move(m_made);
    }

private:
    ModelSpec& model() { return m_draft.model(); }
    TrainSpec& train() { return m_draft.train(); }
    ParallelSpec& parallel() { return m_draft.parallel(); }
    void assume(Message assumption, const char* key = "") { m_draft.assume(std::move(assumption), key); }
    Count needed(std::string_view argument) { return m_draft.needed(argument); }
    bool isFalse(std::string_view argument) const { return m_draft.isFalse(argument); }
    /// The arguments of a model, as scripts share them, without a run.
    bool isModelAlone() const {
        return m_log.iterations.empty() && !m_arguments.text("micro_batch_size", {"MBSZ", "MBS"}) &&
               !m_arguments.text("global_batch_size", {"GBSZ", "GBS"});
    }

    void readStack() {
        const bool old = m_log.year > 0 && m_log.year <= 2024;
        m_stack = train().stack = old ? Stack::Megatron2024 : Stack::Megatron2026;
        assume(say(m_log.year > 0 ? "Software stack of %1, from the date of the log."
                                  : "Software stack of %1: the file bears no date.",
                   old ? "2024" : "2026"),
               "train.stack");
    }

    void readLayout() {
        ParallelSpec& made = parallel();
        made.tp = m_arguments.count("tensor_model_parallel_size").value_or(1);
        made.pp = m_arguments.count("pipeline_model_parallel_size").value_or(1);
        made.cp = m_arguments.count("context_parallel_size").value_or(1);
        made.ep = m_arguments.count("expert_model_parallel_size").value_or(1);
        if (!m_made.scenario.moe) made.ep = 1;
        made.etp.reset();
        const Count unless = expertTp(m_made.scenario);
        const Count split =
            m_arguments.count("expert_tensor_parallel_size").value_or(made.tp); // Megatron-LM's default
        if (m_made.scenario.moe && split != unless) made.etp = split;
        const std::string exchange = m_arguments.text("cp_comm_type").value_or("p2p");
        if (exchange.find("p2p") == std::string::npos || exchange.find("a2a") != std::string::npos) {
            made.cpComm = exchange.find("a2a") != std::string::npos ? CpComm::AllToAll : CpComm::Ring;
            const bool both = exchange.find("p2p") != std::string::npos;
            if (made.cp > 1 && (both || made.cpComm == CpComm::Ring)) m_draft.leaveOut("cp_comm_type");
        }
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
        if (!world) tellLayout();
        std::optional<Count> named;
        if (!world) named = gpusOfName(m_log.source);
        const Count gpus = world ? *world : named.value_or(fewestGpus());
        if (named)
            assume(say("%1 GPUs, derived from the name of the file: it does not say how many.", gpus),
                   "cluster.gpus");
        else if (!world)
            assume(say("%1 GPUs: the file does not say how many.", gpus), "cluster.gpus");
        m_made.scenario.cluster.gpus = gpus;
        made.dp = m_arguments.count("data_parallel_size")
                      .value_or(std::max<Count>(1, gpus / (made.tp * made.pp * made.cp)));
    }

    /// What a file without a log leaves to the program that runs it.
    void tellLayout() {
        if (!m_log.iterations.empty()) return; // a log's flags are complete: what is not there is 1
        struct Degree {
            const char *argument, *name;
        };
        std::string list;
        for (const Degree& each : {Degree{"tensor_model_parallel_size", "TP"},
                                   {"pipeline_model_parallel_size", "PP"},
                                   {"context_parallel_size", "CP"},
                                   {"expert_model_parallel_size", "EP"}})
            if (!m_arguments.said(each.argument) && !m_arguments.count(each.argument) &&
                (m_made.scenario.moe || std::string_view(each.name) != "EP"))
                list += (list.empty() ? "" : ", ") + std::string(each.name);
        if (!list.empty()) assume(say("%1 of 1: not in the file.", list));
    }

    /// "…-256gpus-…" of a path; what a recipe's folder is called is no argument, and is said.
    static std::optional<Count> gpusOfName(const std::string& path) {
        const std::string name = path.substr(path.find_last_of('/') + 1);
        for (std::size_t at = 0; (at = name.find("gpu", at)) != std::string::npos; at += 3) {
            std::size_t begin = at;
            while (begin > 0 && (name[begin - 1] == '-' || name[begin - 1] == '_')) --begin;
            const std::size_t end = begin;
            while (begin > 0 && name[begin - 1] >= '0' && name[begin - 1] <= '9') --begin;
            if (begin == end || end - begin > 6) continue;
            const std::optional<double> count =
                parseNumber(std::string_view(name).substr(begin, end - begin));
            if (count && *count >= 1) return static_cast<Count>(*count);
        }
        return std::nullopt;
    }

    /// A node, or what the layout takes.
    Count fewestGpus() {
        const ParallelSpec& made = parallel();
        const Count ranks = made.tp * made.cp, experts = made.ep * expertTp(m_made.scenario);
        const Count taken = std::lcm(ranks, std::max<Count>(1, experts)) * made.pp;
        return taken <= 8 && 8 % taken == 0 ? 8 : std::min<Count>(taken, 1000000);
    }

    /// "MI300X/llama3.1_8B-pretrain.yaml": the file's name and its folder's.
    std::string_view ownName() const {
        const std::string_view path = m_log.source;
        std::size_t folder = path.find_last_of('/');
        if (folder != std::string_view::npos && folder > 0) folder = path.find_last_of('/', folder - 1);
        return folder == std::string_view::npos ? path : path.substr(folder + 1);
    }
    bool isNamed(std::string_view word) const {
        const std::string_view name = ownName();
        for (std::size_t begin = 0; begin < name.size();) {
            const std::size_t end = std::min(name.find_first_of("/_-. ", begin), name.size());
            if (name.substr(begin, end - begin) == word) return true;
            begin = end + 1;
        }
        return false;
    }

    /// Of a GPU, or of a machine of Google's cloud (cloud.google.com/compute/docs/gpus).
    const GpuSpec* gpuOfName() const {
        if (const GpuSpec* said = m_draft.catalog.gpuNamed(ownName())) return said;
        struct Machine {
            std::string_view name, gpu;
        };
        for (const Machine& machine : {Machine{"a3mega", "h100-sxm"},
                                       {"a3high", "h100-sxm"},
                                       {"a3ultra", "h200"},
                                       {"a4x", "gb200"},
                                       {"a4", "b200"}})
            if (isNamed(machine.name)) return m_draft.catalog.gpu(machine.gpu);
        return nullptr;
    }

    void readGpu() {
        if (const GpuSpec* named = m_draft.catalog.gpuNamed(m_log.gpuName)) {
            m_made.scenario.gpu.preset = named->key;
            return;
        }
        if (const GpuSpec* named = m_log.gpuName.empty() ? gpuOfName() : nullptr) {
            m_made.scenario.gpu.preset = named->key;
            assume(say("GPU %1, derived from the name of the file: it does not say which.", named->key),
                   "gpu.preset");
            return;
        }
        const bool old = m_log.year > 0 && m_log.year <= 2024;
        m_made.scenario.gpu.preset = old ? "a100-80g" : "h100-sxm";
        if (m_log.gpuName.empty())
            assume(say("GPU %1: the file names none; set gpu.preset.", m_made.scenario.gpu.preset),
                   "gpu.preset");
        else
            assume(say("GPU %1: the log names %2, which is not in the catalogue; set gpu.preset.",
                       m_made.scenario.gpu.preset, excerpt(m_log.gpuName)),
                   "gpu.preset");
    }

    void readTraining() {
        TrainSpec& made = train();
        if (!isModelAlone()) made.microBatch = needed("micro_batch_size");
        std::optional<Count> global = m_arguments.count("global_batch_size");
        const MegatronIteration* last = m_log.iterations.empty() ? nullptr : &m_log.iterations.back();
        if (!global && last && last->globalBatch > 0)
            global = countOf(m_arguments.checked("global_batch_size", last->globalBatch, last->line));
        if (!global && m_log.iterations.empty() && m_arguments.said("micro_batch_size")) // the default
            global = m_arguments.checked(
                "global_batch_size",
                static_cast<double>(made.microBatch) * static_cast<double>(*parallel().dp), 0);
        if (global)
            made.globalBatch = *global;
        else if (!isModelAlone())
            made.globalBatch = needed("global_batch_size");
        made.lr = m_arguments.number("lr").value_or(0);
        double steps = m_arguments.number("train_iters").value_or(0);
        if (steps <= 0 && last && last->total > 0)
            steps = m_arguments.checked("train_iters", last->total, last->line).value_or(0);
        const std::optional<double> samples = m_arguments.number("train_samples");
        if (steps <= 0 && samples.value_or(0) > 0)
            made.tokens =
                m_arguments.checked("train_tokens", *samples * static_cast<double>(model().sequence), 0)
                    .value_or(0);
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
        made.cudaGraphs = graphs();
        made.delayWgrad = m_arguments.flag("delay_wgrad_compute");
        made.fusedGroupedMlp =
            m_arguments.flag("use_transformer_engine_op_fuser") && m_made.scenario.moe.has_value();
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
        made.maskInLoader = m_log.attentionMask;
        if (!made.maskInLoader && made.stack == Stack::Megatron2024) {
            made.maskInLoader = !m_arguments.flag("no_create_attention_mask_in_dataloader");
            if (*made.maskInLoader)
                assume(say("The data loader makes an attention mask, Megatron-LM's default of 2024."),
                       "train.mask_in_loader");
        }
        // Benchmarks replace what the router says, so that every expert gets as much.
        if (m_made.scenario.moe && m_arguments.flag("moe_router_force_load_balancing"))
            made.imbalance = 1;
        else if (m_made.scenario.moe && m_made.scenario.moe->capacityFactor <= 0)
            assume(say("Received tokens 1.15 of the balanced share (train.imbalance): routing is dropless."),
                   "train.imbalance");
    }

    /// "local" and "transformer_engine" record what the scope says; newer versions name the whole iteration
    /// as a way of its own.
    CudaGraphs graphs() const {
        const std::string made = m_arguments.text("cuda_graph_impl").value_or("none");
        const bool older = m_arguments.flag("enable_cuda_graph") || m_arguments.flag("external_cuda_graph");
        if (made == "none" && !older) return CudaGraphs::None;
        const std::string scope = m_arguments.text("cuda_graph_scope").value_or("");
        const bool whole = made == "full_iteration" || scope.find("full_iteration") != std::string::npos;
        return whole ? CudaGraphs::Full : CudaGraphs::Scoped;
    }

    void readRecompute() {
        std::string granularity = m_arguments.text("recompute_granularity").value_or("");
        // Before 2022, and in Megatron-DeepSpeed, one flag said it: whole layers.
        if (granularity.empty() && (m_arguments.flag("checkpoint_activations") ||
                                    m_arguments.flag("deepspeed_activation_checkpointing")))
            granularity = "full";
        Recompute& made = train().recompute;
        if (granularity == "full") {
            // Some layers only, or several together.
            const std::string method = m_arguments.text("recompute_method").value_or("uniform");
            const std::optional<Count> older =
                countOf(parseNumber(m_arguments.text("checkpoint_num_layers").value_or("")));
            const Count layers = m_arguments.count("recompute_num_layers").value_or(older.value_or(1));
            if (method == "block" && layers == 0) return;
            made.mode = Recompute::Mode::Full;
            const bool all =
                method == "block" ? layers * parallel().pp * parallel().vpp >= model().layers : layers == 1;
            if (!all) m_draft.leaveOut("recompute_num_layers");
        } else if (granularity == "selective" || m_arguments.flag("recompute_activations")) {
            made.mode = Recompute::Mode::Selective;
            made.parts = {RecomputePart::CoreAttn};
            readRecomputed();
        } else if (!granularity.empty()) {
            m_draft.leaveOut("recompute_granularity");
        }
    }

    /// The modules that a scenario knows; the others are said to be left out.
    void readRecomputed() {
        std::string modules = m_arguments.text("recompute_modules").value_or(""), known;
        for (char& c : modules)
            if (std::string_view("[]',\"").find(c) != std::string_view::npos) c = ' ';
        for (std::size_t at = 0; (at = modules.find_first_not_of(' ', at)) != std::string::npos;) {
            const std::size_t end = std::min(modules.find(' ', at), modules.size());
            const std::string word = modules.substr(at, end - at);
            at = end;
            Scenario trial = m_made.scenario;
            if (word != "none" && word != "full" && setField(trial, "train.recompute", word).empty())
                known += (known.empty() ? "" : ",") + word;
            else
                m_made.scenario.leftOut.push_back("recompute_modules " + word);
        }
        if (!known.empty()) setField(m_made.scenario, "train.recompute", known);
    }

    LogDraft m_draft;
    const MegatronLog& m_log = m_draft.log;
    LogArguments& m_arguments = m_draft.arguments;
    LogScenario& m_made = m_draft.made;
    Problems& m_problems = m_draft.problems;
    Stack m_stack = Stack::Megatron2026;
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
