// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/files/foreign_files.h"

#include "models/engine/files/adapter_files.h"

#include <algorithm>

namespace moe {
namespace {

constexpr const char *kConfiguration = sentence("a configuration of %1"),
                     *kResult = sentence("a benchmark result of %1"), *kLog = sentence("a log of %1"),
                     *kFile = sentence("a file of %1");
constexpr const char* kTakeConfig =
    sentence("Open the config.json of the model it names, and set batch, degrees and GPUs with --set.");
constexpr const char* kTakeModel = sentence("Open the config.json of the model.");
constexpr const char* kTakeBench = sentence(
    "Results of servers are read by simulate --fit: of vLLM, SGLang, InferenceX, AIPerf, inference-perf.");

bool isInSection(std::string_view key, std::string_view section) {
    return key == section ||
           (key.size() > section.size() && key.starts_with(section) && key[section.size()] == '.');
}

bool hasKey(const Document& document, std::string_view wanted) {
    const bool anywhere = wanted.starts_with("*.");
    if (anywhere) wanted.remove_prefix(2);
    return std::any_of(document.begin(), document.end(), [&](const DocumentEntry& entry) {
        if (!anywhere) return isInSection(entry.key, wanted);
        const std::string_view key = entry.key;
        for (std::size_t at = 0; at < key.size();) {
            const std::size_t end = std::min(key.find('.', at), key.size());
            if (key.substr(at, end - at) == wanted) return true;
            at = end + 1;
        }
        return false;
    });
}

} // namespace

const std::vector<ForeignFile>& foreignFiles() {
    static const std::vector<ForeignFile> rows{
        // Before DeepSpeed, whose keys they take over.
        {kConfiguration,
         "GPT-NeoX",
         kTakeConfig,
         {{"pipe_parallel_size", "model_parallel_size"},
          {"pipe-parallel-size", "model-parallel-size"},
          {"pipe-parallel-size"},
          {"global_num_gpus"},
          {"pipe_parallel_size"},
          {"train_micro_batch_size_per_gpu", "num-layers"},
          {"train_micro_batch_size_per_gpu", "num_layers"},
          {"text-gen-type"},
          {"text_gen_type"},
          {"data-path", "vocab-file"},
          {"data_path", "vocab_file"},
          {"train_data_paths"},
          {"eval_tasks"},
          {"neox_args"},
          {"hostfile", "launcher"},
          {"launcher", "deepspeed_slurm"},
          {"data_path", "mmap_warmup"},
          {"data-path", "mmap-warmup"}},
         {}},
        {kConfiguration,
         "DeepSpeed",
         kTakeConfig,
         {{"zero_optimization"},
          {"train_micro_batch_size_per_gpu"},
          {"train_batch_size", "gradient_accumulation_steps"},
          {"train_batch_size", "steps_per_print"},
          {"train_batch_size", "fp16"},
          {"train_batch_size", "bf16"},
          {"train_batch_size", "optimizer"},
          {"tensor_parallel.tp_size", "dtype"},
          {"replace_with_kernel_inject"},
          {"compression_training"}},
         {}},
        {kConfiguration,
         "Hugging Face Accelerate",
         kTakeConfig,
         {{"compute_environment", "distributed_type"},
          {"fsdp_config", "num_processes"},
          {"deepspeed_config", "num_processes"}},
         {}},
        {kConfiguration,
         "LLaMA-Factory",
         kTakeConfig,
         {{"model_name_or_path", "finetuning_type"},
          {"model_name_or_path", "template", "stage"},
          {"model_name_or_path", "adapter_name_or_path"},
          {"model_name_or_path", "infer_backend"},
          {"model_name_or_path", "template", "export_dir"},
          {"model_name_or_path", "template"},
          {"stage", "do_train", "dataset"}},
         {}},
        {kConfiguration,
         "Axolotl",
         kTakeConfig,
         {{"base_model", "datasets", "sequence_len"}, {"base_model", "micro_batch_size", "adapter"}},
         {}},
        {kConfiguration,
         "Nanotron",
         kTakeConfig,
         {{"parallelism", "model.model_config"},
          {"checkpoints", "parallelism", "tokens"},
          {"general.benchmark_csv_path"}},
         {}},
        {kConfiguration,
         "MaxText",
         kTakeConfig,
         {{"base_config", "model_name"},
          {"*.ici_fsdp_parallelism"},
          {"*.dcn_data_parallelism"},
          {"*.ici_tensor_parallelism"},
          {"*.dcn_fsdp_parallelism"},
          {"per_device_batch_size", "max_target_length"},
          {"base_emb_dim", "base_num_decoder_layers"}},
         {}},
        {kConfiguration,
         "torchtitan",
         kTakeConfig,
         {{"*.tensor_parallel_degree", "*.local_batch_size"},
          {"*.data_parallel_shard_degree"},
          {"job.config_file"},
          {"model.flavor", "training"}},
         {}},
        {kConfiguration,
         "torchtune",
         kTakeConfig,
         {{"model._component_", "tokenizer"}, {"tokenizer._component_"}},
         {}},
        {kConfiguration,
         "TensorRT-LLM",
         kTakeConfig,
         {{"llm_api_args"},
          {"*.cuda_graph_config", "*.kv_cache_config"},
          {"*.enable_attention_dp", "*.moe_config"},
          {"build_config", "pretrained_config"},
          {"tp_size", "pp_size", "backend"},
          {"tp-size", "pp-size"},
          {"trtllm-bench"},
          {"architecture", "mapping.tp_size"},
          {"architecture", "mapping.world_size"},
          {"kv_cache_config", "backend"},
          {"kv_cache_config", "enable_chunked_prefill"}},
         {}},
        {kConfiguration,
         "a server (vLLM, SGLang)",
         kTakeConfig,
         {{"tensor-parallel-size", "model"},
          {"tensor_parallel_size", "gpu_memory_utilization"},
          {"gpu-memory-utilization"},
          {"mem-fraction-static"},
          {"model-path", "tp-size"}},
         {}},
        {kConfiguration,
         "llm-foundry",
         kTakeConfig,
         {{"max_seq_len", "train_loader"}, {"composer_args"}, {"max_seq_len", "model.expansion_ratio"}},
         {}},
        {kConfiguration, "OLMo", kTakeConfig, {{"model.d_model", "model.n_layers", "run_name"}}, {}},
        {kConfiguration,
         "LitGPT",
         kTakeConfig,
         {{"checkpoint_dir", "train.micro_batch_size", "devices"},
          {"out_dir", "train.micro_batch_size"},
          {"out_dir", "train.global_batch_size"}},
         {}},
        {kConfiguration, "llm-d", kTakeModel, {{"modelArtifacts"}}, {}},
        {kConfiguration,
         "fairseq",
         kTakeConfig,
         {{"task._name", "distributed_training"}, {"task._name", "criterion._name"}},
         {}},
        {kConfiguration,
         "Unsloth",
         kTakeConfig,
         {{"training.per_device_train_batch_size", "max_seq_length"}},
         {"from unsloth import"}},
        {kConfiguration,
         "Levanter",
         kTakeConfig,
         {{"trainer.num_train_steps", "model.type"}, {"trainer.mp", "model.type"}},
         {}},
        {kConfiguration,
         "ms-swift",
         kTakeConfig,
         {{"train_type", "model"}, {"tuner_backend"}},
         {"megatron sft", "megatron pt", "swift sft", "swift pt", "swift rlhf"}},
        {kConfiguration, "Picotron", kTakeConfig, {{"distributed.tp_size", "training.seq_length"}}, {}},
        {kConfiguration,
         "Meta Lingua",
         kTakeConfig,
         {{"dump_dir", "distributed.fsdp_type"}},
         {"dump_dir: !!", "\nprobe_freq:"}},
        {kConfiguration, "mergekit", "", {{"merge_method"}}, {}},
        {kConfiguration, "SkyPilot", "", {{"resources", "run"}, {"resources.accelerators"}}, {}},
        {kConfiguration, "Helm", "", {{"replicaCount", "image"}}, {}},
        {kConfiguration, "verl", kTakeConfig, {{"actor_rollout_ref"}}, {"verl.trainer."}},
        {kConfiguration,
         "NeMo-RL or OpenRLHF",
         kTakeConfig,
         {{"policy", "grpo"}, {"policy", "loss_fn", "cluster"}},
         {}},
        {kConfiguration, "Colossal-AI", kTakeConfig, {{"parallel.tensor.mode"}, {"booster", "plugin"}}, {}},
        {kConfiguration,
         "TRL",
         kTakeConfig,
         {{"model_name_or_path", "per_device_train_batch_size"},
          {"dataset_name", "per_device_train_batch_size"}},
         {}},
        {kFile,
         "SimuMax (model)",
         kTakeModel,
         {{"head_num", "kv_head_num", "layer_num"}, {"layer_num", "hidden_size", "head_num"}},
         {}},
        {kFile,
         "SimuMax (system or strategy)",
         kTakeModel,
         {{"sys_name", "accelerator"}, {"seq_len", "micro_batch_num", "tp_size", "pp_size"}},
         {}},
        {kFile,
         "Calculon",
         kTakeModel,
         {{"attn_heads", "attn_size", "num_blocks"}, {"networks", "mem1", "matrix"}},
         {}},
        {kConfiguration, "Vidur", kTakeConfig, {{"replica_config", "request_generator_config"}}, {}},
        {kResult,
         "genai-perf or AIPerf",
         kTakeBench,
         {{"time_to_first_token", "inter_token_latency"},
          {"time_to_first_token", "request_latency"},
          {"request_throughput", "request_latency"},
          {"input_config", "records"},
          {"profile_export"}},
         {"Time To First Token (ms),"}},
        {kResult,
         "inference-perf (life cycle of requests)",
         kTakeBench,
         {{"load_summary", "successes"}, {"successes.latency", "failures"}},
         {"\"load_summary\": {"}},
        {kResult,
         "GuideLLM",
         kTakeBench,
         {{"benchmarks", "metadata.guidellm_version"}, {"benchmarks.0.metrics"}},
         {}},
        {kResult,
         "LLMPerf",
         kTakeBench,
         {{"results_ttft_s_mean"}, {"results_inter_token_latency_s_mean"}},
         {}},
        {kResult,
         "vLLM (offline: bench latency or throughput)",
         kTakeBench,
         {{"avg_latency", "latencies", "percentiles"}, {"elapsed_time", "num_requests", "tokens_per_second"}},
         {}},
        {kResult,
         "SGLang (offline: bench_one_batch or bench_offline_throughput)",
         kTakeBench,
         {{"prefill_throughput", "median_decode_latency"},
          {"prefill_latency", "overall_throughput"},
          {"total_latency", "last_gen_throughput"},
          {"input_throughput", "last_gen_throughput"}},
         {}},
        {kResult,
         "TensorRT-LLM (trtllm-bench)",
         kTakeBench,
         {{"request_info", "performance", "world_info"},
          {"engine", "performance.system_output_throughput_tok_s"}},
         {"= PERFORMANCE OVERVIEW", "= PYTORCH BACKEND"}},
        {kResult,
         "vLLM or SGLang (what its client prints)",
         sentence("Save it as JSON: --save-result (vLLM), --output-file (SGLang)."),
         {},
         {" Serving Benchmark Result "}},
        {kResult,
         "llama.cpp (llama-bench, llama-batched-bench)",
         kTakeBench,
         {{"avg_ts", "n_gen"}, {"n_kv_max", "speed_tg"}},
         {"build_commit,build_number,", " t/s |"}},
        {kResult, "Ollama", kTakeBench, {{"eval_count", "eval_duration"}}, {}},
        {kResult, "MLPerf", "", {{"Scenario", "QPS"}}, {"MLPerf Results Summary", ":::MLLOG {"}},
        {kResult, "Locust", kTakeBench, {}, {"Type,Name,Request Count,Failure Count"}},
        {kFile,
         "conversations (ShareGPT)",
         sentence("Traces of requests with tokens in and out are read (simulate --trace)."),
         {{"conversations"}, {"question_id", "conversation_a"}},
         {}},
        {kFile,
         "prompts for a benchmark",
         sentence("Traces of requests with tokens in and out are read (simulate --trace)."),
         {{"prompt"}},
         {},
         {"loss", "tokens", "model", "output_tokens"}},
        {kFile,
         "OpenAI (requests of a batch)",
         sentence("Traces of requests with tokens in and out are read (simulate --trace)."),
         {{"custom_id", "method", "url"}},
         {}},
        {kFile, "vLLM or SGLang (tuned kernels of experts)", "", {{"*.BLOCK_SIZE_M", "*.BLOCK_SIZE_N"}}, {}},
        {kFile,
         "PyTorch (execution trace)",
         sentence("Traces of torch.profiler are read (trace --against)."),
         {{"schema", "nodes.0.ctrl_deps"}, {"schema", "nodes.0.attrs"}},
         {}},
        {kConfiguration,
         "MLC LLM",
         kTakeModel,
         {{"conv_template", "quantization"}, {"model_config", "quantization", "prefill_chunk_size"}},
         {}},
        {kResult,
         "lm-evaluation-harness",
         "",
         {{"results", "versions", "n-shot"}, {"results", "higher_is_better"}},
         {}},
        {kFile,
         "Megatron-Bridge (verification card, no recipe)",
         kTakeModel,
         {{"verification_index"}, {"items", "verification_environment"}},
         {}},
        {kFile,
         "Hugging Face (index of weights)",
         kTakeModel,
         {{"weight_map", "metadata"}, {"weight_map"}},
         {}},
        {kFile,
         "Hugging Face (tokenizer)",
         kTakeModel,
         {{"tokenizer_class", "model_max_length"},
          {"bos_token", "eos_token"},
          {"added_tokens", "pre_tokenizer"},
          {"added_tokens_decoder"}},
         {}},
        {kFile,
         "Hugging Face (generation_config.json)",
         kTakeModel,
         {{"_from_model_config"},
          {"do_sample", "temperature"},
          {"eos_token_id", "transformers_version", "bos_token_id"}},
         {},
         {"model_type", "architectures"}}, // a model's own file, refused for another reason
        {kFile,
         "Hugging Face (preprocessor)",
         kTakeModel,
         {{"image_processor_type"}, {"feature_extractor_type"}, {"processor_class"}},
         {}},
        {kFile, "diffusers", "", {{"_class_name", "_diffusers_version"}}, {}},
        {kFile, "PEFT (adapter)", kTakeModel, {{"peft_type"}, {"lora_alpha", "target_modules"}}, {}},
        {kFile, "Hugging Face (state of a Trainer)", "", {{"log_history", "global_step"}}, {}},
        {kFile,
         "Docker Compose",
         "",
         {{"services", "version"}, {"services", "networks"}, {"services", "volumes"}},
         {}},
        {kFile, "Kubernetes", "", {{"apiVersion", "kind"}}, {}},
        {kFile, "a workflow of GitHub", "", {{"on", "jobs"}}, {}},
        {kFile, "Conda (environment)", "", {{"channels", "dependencies"}}, {}},
        {kFile, "npm", "", {{"dependencies", "scripts"}, {"devDependencies"}}, {}},
        {kFile,
         "AutoGPTQ (quantize_config.json)",
         kTakeModel,
         {{"bits", "group_size", "desc_act"}},
         {},
         {"model_type", "architectures"}},
        {kFile, "Jupyter", "", {{"cells", "nbformat"}}, {}},
        {kLog,
         "Hugging Face (Trainer)",
         sentence("Logs of Megatron-LM are read."),
         {},
         {"***** Running training *****", "[INFO|trainer.py", "{'loss':", "{'train_runtime':"}},
        {kLog,
         "Lightning",
         sentence("Logs of Megatron-LM are read."),
         {},
         {"GPU available: True (cuda), used:", "v_num="}},
        {kLog,
         "TensorRT-LLM",
         sentence("Start-up logs of vLLM and SGLang are read."),
         {},
         {"[TensorRT-LLM]"}},
        {kLog,
         "DeepSpeed",
         sentence("Logs of Megatron-LM are read."),
         {},
         {"[INFO] [runner.py", "DeepSpeed info: version", "[deepspeed.launch]"}},
        {kLog,
         "NeMo",
         sentence("Logs of Megatron-LM are read."),
         {},
         {"reduced_train_loss", "train_step_timing in s"}},
        {kLog, "MaxText", sentence("Logs of Megatron-LM are read."), {}, {"TFLOP/s/device:"}},
        {kLog,
         "llm-foundry (Composer)",
         sentence("Logs of Megatron-LM are read."),
         {},
         {"throughput/device/mfu", "throughput/device/tokens_per_sec"}},
        {kLog, "Nanotron", sentence("Logs of Megatron-LM are read."), {}, {"[INFO|DP="}},
        {kLog,
         "a server (vLLM, SGLang)",
         sentence("Results of its benchmarks are read (simulate --fit)."),
         {},
         {"Avg prompt throughput:", "Decode batch. #running-req", "Decode batch, #running-req"}},
        {kLog, "torchtitan", sentence("Logs of Megatron-LM are read."), {}, {"[titan]", "tps: "}},
        {kConfiguration, "torchtitan (TOML)", kTakeConfig, {}, {"[job]\n", "[activation_checkpoint]"}},
        {kConfiguration, "OpenRLHF", kTakeConfig, {}, {"openrlhf.cli"}},
        {kFile,
         "Nsight Systems or rocprof",
         sentence("Traces of torch.profiler are read (trace --against)."),
         {},
         {"Total Time (ns),Instances,Avg (ns)", "\"KernelName\",\"Calls\"",
          "\"Name\",\"Calls\",\"TotalDurationNs\""}},
        {kFile,
         "torch.profiler (table of averages)",
         sentence("Traces of torch.profiler are read (trace --against)."),
         {},
         {"Self CPU time total:", "Self CUDA time total:"}},
        {kConfiguration,
         "slime",
         sentence(
             "Open the file of the model's arguments that it names (scripts/models), or the config.json."),
         {},
         {"--rollout-batch-size"}},
        {kConfiguration, "Cargo", "", {}, {"[package]\n"}},
        {kConfiguration, "a Python project", "", {}, {"[build-system]", "[project]\n"}},
        {kLog, "OSU micro-benchmarks", sentence("Results of nccl-tests are read."), {}, {"# OSU MPI"}},
        {kFile,
         "a Python program",
         kTakeConfig,
         {},
         {"import nemo_run", "from nemo.collections", "from megatron.", "from colossalai.",
          "import torch\n"}},
        // Behind all that know scripts of their own.
        {kFile,
         "a shell",
         sentence("Scripts with the arguments of Megatron-LM (--num-layers, --hidden-size …) are read."),
         {},
         {"#!/bin/bash", "#!/usr/bin/env bash", "#!/bin/sh"}},
    };
    return rows;
}

const ForeignFile* findForeignFile(const Document& document) {
    const auto has = [&](std::string_view key) { return hasKey(document, key); };
    for (const ForeignFile& row : foreignFiles()) {
        if (std::any_of(row.unless.begin(), row.unless.end(), has)) continue;
        for (const std::vector<std::string_view>& group : row.keys)
            if (std::all_of(group.begin(), group.end(), has)) return &row;
    }
    return nullptr;
}

/// The first object of a list or of lines of JSON: brackets outside of quotes, to the one that closes it.
static std::string_view firstObject(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n[");
    if (begin == std::string_view::npos || text[begin] != '{') return {};
    int depth = 0;
    bool quoted = false;
    for (std::size_t at = begin; at < text.size(); ++at) {
        const char c = text[at];
        if (quoted && c == '\\')
            ++at;
        else if (c == '"')
            quoted = !quoted;
        else if (!quoted && (c == '{' || c == '}') && (depth += c == '{' ? 1 : -1) == 0)
            return text.substr(begin, at + 1 - begin);
    }
    return {};
}

const ForeignFile* findForeignFile(std::string_view text) {
    text = text.substr(0, 1 << 20);
    if (const std::string_view object = firstObject(text); !object.empty())
        if (const Result<Document> document = parseDocument(object, ""))
            if (const ForeignFile* found = findForeignFile(*document)) return found;
    for (const ForeignFile& row : foreignFiles())
        for (const std::string_view mark : row.marks)
            if (text.find(mark) != std::string_view::npos) return &row;
    return nullptr;
}

std::optional<Problem> foreignFileProblem(const ForeignFile* file, const std::string& source) {
    if (!file) return std::nullopt;
    if (file->kind == kResult && *file->advice)
        return Problem{.source = source,
                       .rule =
                           say("is %1, no scenario. %2", say(file->kind, file->program), say(file->advice))};
    return Problem{.source = source,
                   .rule = *file->advice ? say("is %1, which this program does not read. %2",
                                               say(file->kind, file->program), say(file->advice))
                                         : say("is %1, which this program does not read",
                                               say(file->kind, file->program))};
}

std::optional<Problem> foreignFileProblem(const Document& document, const std::string& source) {
    std::optional<Problem> problem = foreignFileProblem(findForeignFile(document), source);
    const std::string flags = problem ? adapterFlags(document) : std::string();
    if (!flags.empty()) problem->rule = say("%1 Its adapters: %2", problem->rule, flags);
    return problem;
}

} // namespace moe
