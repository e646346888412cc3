// SPDX-License-Identifier: GPL-3.0-or-later
// The table of results: what each is, how it is read off a report, and the formula behind it. The JSON writer
// puts each value at its key; a test compares the two.

#include "models/engine/report/metrics.h"

#include "models/engine/report/day_report.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>

namespace moe {
namespace {

using Value = std::optional<double>;
constexpr const char* kCount = "counted layer by layer, checked against published totals";
constexpr const char* kSurface =
    "surface fitted on the Step Law runs (arXiv 2503.04715) and a Gaussian process of what it leaves over";
constexpr const char* kMemoryModel = "memory model, checked against Megatron-LM memory logs";
constexpr const char* kAllocator = "caching allocator: reserve and CUDA context are typical values";
constexpr const char* kStep =
    "step-time model fitted on 29 public runs (Megatron-LM, torchtitan, NeMo, 2022–2025)";
constexpr const char* kFlops = "Narayanan et al. 2021, arXiv 2104.04473, generalised to MoE and MLA";
constexpr const char* kExchange = "all-to-all kernels measured on H100 with 400 Gb/s per GPU";
constexpr const char* kFabric = "folded-Clos fabric, fewest levels that hold the ports";
constexpr const char* kServing = "roofline of the operators";
Value perMillionTokens(const Report& report) {
    if (!report.serve || !report.serve->tokensPerSecondPerGpu) return {};
    return usdPerMillionTokens(rentPerGpuHour(report.scenario), *report.serve->tokensPerSecondPerGpu);
}
constexpr const char* kServed = "weights and caches counted, activations of a step estimated";
constexpr const char* kLoad = "expert load drawn from the routing section, placed as it says";
constexpr const char* kFailures =
    "renewal process of exponential failures, as Daly 2006 and arXiv 2410.18124";
constexpr const char* kDefinition = "definition";
constexpr const char* kSampling =
    "requests simulated one by one, training layout's own step; see docs, Reinforcement learning";
constexpr const char* kPower =
    "watts by utilisation, idle power measured (boettiger-lab/nrp-carbon-api#3); see docs, Power and money";
constexpr const char* kDaySimulated = "every request simulated; see docs, A day";
constexpr const char* kDaySpans = "replicas from the wish for them to their last answer";
constexpr const char* kDayPower = "watts by utilisation at the mean batch; see docs, Power and money";
constexpr const char* kLengths = "log-normal lengths; spread and likeness within a group are assumed";

constexpr Better kLower = Better::Lower, kHigher = Better::Higher, kNeither = Better::Neither;

Value base(const std::optional<Seconds>& time) {
    return time ? Value(time->base) : Value();
}

// A metric of an optional section is absent with its section.
#define MOE_FROM(section, expression)                                                                        \
    [](const Report& report) -> Value {                                                                      \
        if (!report.section) return {};                                                                      \
        const auto& r = *report.section;                                                                     \
        return expression;                                                                                   \
    }
#define MOE_COUNT(member) MOE_FROM(day, Value(static_cast<double>(r.member)))
#define MOE_PARAM(member) [](const Report& report) -> Value { return report.params.member; }

std::vector<Metric> makeMetrics() {
    // clang-format off
    return {
        {"params.total", "Parameters", "Parameters", "", kNeither, MOE_PARAM(total),
         "N_dense + N_expert", kCount, "Embeddings count, multi-token-prediction layers do not."},
        {"params.active", "Parameters", "Active parameters", "", kNeither, MOE_PARAM(active),
         "N_dense + L_moe·k·w_e", kCount, "A token passes through all dense parameters and k experts of every MoE layer."},
        {"params.non_embedding", "Parameters", "Non-embedding parameters", "", kNeither, MOE_PARAM(nonEmbedding),
         "N_total − N_embedding", kCount, ""},
        {"params.active_non_embedding", "Parameters", "Active parameters without embeddings", "", kNeither, MOE_PARAM(activeNonEmbedding),
         "N_dense + L_moe·k·w_e − N_embedding", kCount, "Cards of some models call this number active."},
        {"params.dense", "Parameters", "Dense parameters", "", kNeither, MOE_PARAM(dense),
         "L·(w_a + w_n) + L_dense·w_f + L_moe·(w_s + w_r) + N_embedding + w_o", kCount, "Attention and norms are means over the layers."},
        {"params.expert", "Parameters", "Routed expert parameters", "", kNeither, MOE_PARAM(expert),
         "L_moe·E·w_e", kCount, ""},
        {"params.per_gpu", "Parameters", "Parameters per GPU", "", kLower, MOE_PARAM(perGpu),
         "P_gpu", kCount, "Of the stage that holds most of them, with multi-token-prediction layers: dense, routed, frozen and adapters."},
        {"params.trainable", "Parameters", "Trainable parameters", "", kNeither, MOE_PARAM(trainable),
         "N_total − N_frozen + N_lora", kCount, "Adapters: r·(in + out) of every adapted matrix."},
        {"params.trainable_share", "Parameters", "Trainable share", "share", kNeither, [](const Report& report) -> Value {
             const std::optional<TrainSpec>& train = report.scenario.train;
             const bool adapters = train && train->trainable != Trainable::All;
             const double all = report.params.total + (adapters ? report.params.trainable : 0);
             return all > 0 ? Value(report.params.trainable / all) : Value();
         },
         "N_train/(N_total + N_lora)", kDefinition, "Of the model with its adapters, as PEFT prints it."},

        {"loss.value", "Loss", "Predicted loss", "nats/token", kLower, MOE_FROM(loss, r.value),
         "L_c·exp(rise + gp)", kSurface, "Smooth training loss of the Step Law recipe; other tokenizers and data shift it."},
        {"loss.low", "Loss", "Loss, 5 %", "nats/token", kLower, MOE_FROM(loss, r.low),
         "loss·exp(−z_90·(sd² + noise²)^(1/2))", kSurface, "For one run that does not diverge."},
        {"loss.high", "Loss", "Loss, 95 %", "nats/token", kLower, MOE_FROM(loss, r.high),
         "loss·exp(z_90·(sd² + noise²)^(1/2))", kSurface, "For one run that does not diverge."},
        {"loss.optimal_loss", "Loss", "Best loss over lr × batch", "nats/token", kLower, MOE_FROM(loss, r.optimalLoss),
         "L_c·exp(shift_L)", kSurface, "Inside the data read off surface and Gaussian process, outside the closed form."},
        {"loss.optimal_lr", "Loss", "Best learning rate", "", kNeither, MOE_FROM(loss, r.optimalLr),
         "2e-3·exp(x_c + shift_x)", kSurface, "Inside the data read off surface and Gaussian process, outside the closed form."},
        {"loss.optimal_batch_tokens", "Loss", "Best batch", "tokens", kNeither, MOE_FROM(loss, r.optimalBatchTokens),
         "524288·exp(y_c + shift_y)", kSurface, "Inside the data read off surface and Gaussian process, outside the closed form."},
        {"loss.law_lr", "Loss", "Step Law learning rate", "", kNeither, MOE_FROM(loss, r.lawLr),
         "exp(i_x + i_N·ln(N) + i_D·ln(D))", "Step Law, arXiv 2503.04715: mean of the bootstrap coefficients", "MoE: N is all parameters."},
        {"loss.law_batch_tokens", "Loss", "Step Law batch", "tokens", kNeither, MOE_FROM(loss, r.lawBatchTokens),
         "exp(j_y + j_D·ln(D))", "Step Law, arXiv 2503.04715: mean of the bootstrap coefficients", ""},
        {"loss.slope_params", "Loss", "−∂L/∂ln N", "nats/token", kNeither, MOE_FROM(loss, r.slopeParams),
         "−(G·S^(G − 1)·S_N·a_1 + L_c·rise_N)·exp(rise)", kSurface, "At this learning rate, batch and sparsity."},
        {"loss.slope_tokens", "Loss", "−∂L/∂ln D", "nats/token", kNeither, MOE_FROM(loss, r.slopeTokens),
         "−(G·S^(G − 1)·S_D·b_1 + L_c·rise_D)·exp(rise)", kSurface, "At this learning rate and batch."},

        {"memory.static_bytes", "Memory", "Static memory", "B", kLower, MOE_FROM(memory, r.heaviest().fixed.base),
         "mem_par + mem_grad + mem_opt + mem_fw", kMemoryModel, ""},
        {"memory.peak_bytes", "Memory", "Peak allocated", "B", kLower, MOE_FROM(memory, r.heaviest().peak.base),
         "mem_static + mem_act + mem_trans", kMemoryModel, "Of the transients only those of the moment that sets the peak count."},
        {"memory.peak_low_bytes", "Memory", "Peak, balanced routing", "B", kLower, MOE_FROM(memory, r.heaviest().peakLow.base),
         "mem_peak − mem_shift", kMemoryModel, "Every term once more with λ = 1."},
        {"memory.peak_high_bytes", "Memory", "Peak, λ = 1.25", "B", kLower, MOE_FROM(memory, r.heaviest().peakHigh.base),
         "mem_peak + mem_rise", kMemoryModel, "Every term once more with λ = 1.25, or the capacity factor."},
        {"memory.reserved_bytes", "Memory", "Reserved by the allocator", "B", kLower, MOE_FROM(memory, r.reserved.base),
         "reserve·mem_peak", kAllocator, ""},
        {"memory.device_bytes", "Memory", "Device memory used", "B", kLower, MOE_FROM(memory, r.device.base),
         "mem_res + context", kAllocator, "Fits below 90 % of the capacity, tight up to 100 %."},
        {"memory.capacity_bytes", "Memory", "Memory capacity", "B", kHigher, MOE_FROM(memory, r.capacity.base),
         "mem_gpu", "data sheet in resources/gpus.yaml, as the driver reports it", ""},
        {"memory.longest_sequence", "Memory", "Longest sequence that fits", "tokens", kHigher, MOE_FROM(memory, r.longestSequence),
         "s_most", kAllocator, "Of fine-tuning, up to 100 % of the device's memory, all else the same; at most 16 777 216."},

        {"train.step_seconds", "Training", "Step time", "s", kLower, MOE_FROM(train, r.step.base),
         "m·t_max + t_bubble + t_exposed + t_opt + t_it", kStep, ""},
        {"train.full_step_seconds", "Training", "Step of full fine-tuning", "s", kLower, MOE_FROM(train, base(r.fullStep)),
         "t_full", kStep, "The same layout and batch, were every weight to learn; whether that fits is another question."},
        {"train.tokens_per_second", "Training", "Tokens per second", kPerSecond, kHigher, MOE_FROM(train, r.tokensPerSecond),
         "GBS·s/t_step", kDefinition, ""},
        {"train.tokens_per_second_per_gpu", "Training", "Tokens per second and GPU", kPerSecond, kHigher, MOE_FROM(train, r.tokensPerSecondPerGpu),
         "GBS·s/(GPUs·t_step)", kDefinition, ""},
        {"train.model_tflops_per_gpu", "Training", "Model TFLOP/s per GPU", "TFLOP/s", kHigher, MOE_FROM(train, r.modelTflopsPerGpu),
         "F/(GPUs·t_step·1e12)", kFlops, "The causal attention core is halved, as current Megatron-LM counts it; recompute does not count."},
        {"train.model_tflops_per_gpu_full_attention", "Training", "Model TFLOP/s per GPU, full attention", "TFLOP/s", kHigher, MOE_FROM(train, r.modelTflopsPerGpuFullAttention),
         "F_full/(GPUs·t_step·1e12)", kFlops, "Full attention, as Megatron-LM counted it in 2024."},
        {"train.mfu", "Training", "MFU", "share", kHigher, MOE_FROM(train, r.mfu),
         "F/(GPUs·t_step·P_l)", kFlops, "Of the dense peak of the compute type."},
        {"train.bubble_fraction", "Training", "Pipeline bubble", "share", kLower, MOE_FROM(train, r.bubbleFraction),
         "t_bubble/(m·t_max + t_bubble)", "Narayanan et al. 2021, arXiv 2104.04473", ""},
        {"train.makespan_seconds", "Training", "Pipeline", "s", kLower, MOE_FROM(train, r.makespan.base),
         "m·t_max + t_bubble", kStep, "From the first start to the last end over all stages."},
        {"train.exposed_dp_seconds", "Training", "Gradient traffic after the pipeline", "s", kLower, MOE_FROM(train, r.exposedData.base),
         "t_exposed", kStep, "Gradients of a chunk are reduced while others still compute."},
        {"train.gpu_utilisation", "Training", "GPU compute utilisation", "share", kHigher, MOE_FROM(train, r.gpuUtilisation),
         "t_math/t_step", kStep, "Recomputed work counts here, unlike in MFU."},
        {"train.bandwidth_utilisation", "Training", "Memory-bandwidth utilisation", "share", kHigher, MOE_FROM(train, r.bandwidthUtilisation),
         "min(1, X_step/(t_step·HBM))", kStep, ""},
        {"train.gpu_hours", "Training", "GPU-hours", "h", kLower, MOE_FROM(train, r.gpuHours),
         "D/rate/3600·GPUs", kDefinition, "Without restarts and evaluation."},
        {"train.days", "Training", "Days", "d", kLower, MOE_FROM(train, r.days),
         "D/rate/86400", kDefinition, "Without restarts and evaluation."},
        {"train.usd", "Training", "Cost", "USD", kLower, MOE_FROM(train, r.usd),
         "hours·price", kDefinition, ""},
        {"train.energy_kwh", "Training", "GPU energy at full power", "kWh", kLower, MOE_FROM(train, r.energyKwh),
         "hours·power/1000", kDefinition, "GPUs at their rated power, or its limit; hosts and cooling do not count."},

        {"goodput.efficiency", "Goodput", "Efficiency with failures", "share", kHigher, MOE_FROM(goodput, r.efficiency),
         "τ/((M + R)·(exp((τ + w)/M) − 1))", kFailures, "Failures come at random, none of them during a restart."},
        {"goodput.interval_seconds", "Goodput", "Checkpoint interval", "s", kNeither, MOE_FROM(goodput, r.interval.base),
         "max(τ_0, τ_min)", kFailures, "Best for the efficiency unless it is given."},
        {"goodput.mtbf_hours", "Goodput", "Time between failures", "h", kHigher, MOE_FROM(goodput, r.between.base / 3600),
         "24·1000/(nodes·fail)", kDefinition, "Of the whole job: any node's failure stops it."},
        {"goodput.checkpoint_bytes", "Goodput", "Checkpoint", "B", kLower, MOE_FROM(goodput, r.checkpoint.base),
         "b_c·N_total", kDefinition, "bf16 weights, and master copy and moments as the scenario keeps them."},
        {"goodput.effective_tokens_per_second", "Goodput", "Tokens per second with failures", kPerSecond, kHigher, MOE_FROM(goodput, r.tokensPerSecond),
         "e·(1 − s_s)·rate", kDefinition, ""},
        {"goodput.gpu_hours", "Goodput", "GPU-hours with failures", "h", kLower, MOE_FROM(goodput, r.gpuHours),
         "hours/(e·(1 − s_s))", kDefinition, "Spare nodes do not count."},
        {"goodput.days", "Goodput", "Days with failures", "d", kLower, MOE_FROM(goodput, r.days),
         "D/rate_e/86400", kDefinition, ""},
        {"goodput.usd", "Goodput", "Cost with failures", "USD", kLower, MOE_FROM(goodput, r.usd),
         "hours_e·price", kDefinition, "Spare nodes do not count."},
        {"goodput.spare_nodes", "Goodput", "Spare nodes", "", kLower, MOE_FROM(goodput, r.spareNodes),
         "k_s", kDefinition, "So many that more nodes are under repair less than 5 % of the time; a repair takes a day."},

        {"rl.step_seconds", "RL step", "RL step", "s", kLower, MOE_FROM(rl, r.step.base),
         "t_roll + t_rew + t_old + t_ref + t_crit + t_fit + t_send + t_sw + t_fw + t_wait", kSampling, "No failures, no convergence; host work only where it is given."},
        {"rl.rollout_seconds", "RL step", "Rollout", "s", kLower, MOE_FROM(rl, r.phases[static_cast<std::size_t>(RlPart::Rollout)].exposed.base),
         "x_w·t_sim", kSampling, "All sequences are sent at once; the slowest engine decides."},
        {"rl.reward_seconds", "RL step", "Reward", "s", kLower, MOE_FROM(rl, r.phases[static_cast<std::size_t>(RlPart::Reward)].exposed.base),
         "x_w·t_judge", kSampling, ""},
        {"rl.logprob_seconds", "RL step", "Old log-probabilities", "s", kLower, MOE_FROM(rl, r.phases[static_cast<std::size_t>(RlPart::Logprob)].exposed.base),
         "t_forw", kSampling, ""},
        {"rl.reference_seconds", "RL step", "Reference model", "s", kLower, MOE_FROM(rl, r.phases[static_cast<std::size_t>(RlPart::Reference)].exposed.base),
         "t_forw", kSampling, "A frozen copy of the same size."},
        {"rl.critic_seconds", "RL step", "Critic", "s", kLower, MOE_FROM(rl, r.phases[static_cast<std::size_t>(RlPart::Critic)].exposed.base),
         "t_forw + n_ep·n_mb·t_opt", kSampling, "A critic of the same size."},
        {"rl.train_seconds", "RL step", "Training of a step", "s", kLower, MOE_FROM(rl, r.phases[static_cast<std::size_t>(RlPart::Train)].exposed.base),
         "n_ep·n_mb·t_opt", kSampling, "Sequences packed into micro-batches, attention by their own lengths."},
        {"rl.transfer_seconds", "RL step", "Weight transfer", "s", kLower, MOE_FROM(rl, r.phases[static_cast<std::size_t>(RlPart::Transfer)].exposed.base),
         "N_total·b_w/B_t", kSampling, "Nearly the same for any number of GPUs."},
        {"rl.switch_seconds", "RL step", "Switch of GPUs", "s", kLower, MOE_FROM(rl, r.phases[static_cast<std::size_t>(RlPart::Switch)].exposed.base),
         "t_moved", kSampling, "Colocated engines that sleep; 0 elsewhere."},
        {"rl.framework_seconds", "RL step", "Between phases", "s", kLower, MOE_FROM(rl, r.phases[static_cast<std::size_t>(RlPart::Framework)].exposed.base),
         "t_host", kSampling, "0 unless it is given: frameworks differ by minutes."},
        {"rl.idle_seconds", "RL step", "Waiting for the rollout", "s", kLower, MOE_FROM(rl, r.phases[static_cast<std::size_t>(RlPart::Idle)].exposed.base),
         "t_ahead", kSampling, "Where sampling runs beside training."},
        {"rl.tokens_per_second_per_gpu", "RL step", "RL tokens per second and GPU", kPerSecond, kHigher, MOE_FROM(rl, r.tokensPerSecondPerGpu),
         "n_tok/(t_step·n_gpu)", kDefinition, "Counts all GPUs, those that only sample too."},
        {"rl.samples_per_second", "RL step", "Samples per second", kPerSecond, kHigher, MOE_FROM(rl, r.samplesPerSecond),
         "n_seq/t_step", kDefinition, ""},
        {"rl.steps_per_day", "RL step", "Steps per day", "", kHigher, MOE_FROM(rl, r.stepsPerDay),
         "86400/t_step", kDefinition, ""},
        {"rl.usd", "RL step", "Cost of an RL step", "USD", kLower, MOE_FROM(rl, r.usd),
         "price·n_gpu·t_step/3600", kDefinition, ""},
        {"rl.idle_share", "RL step", "Idle GPUs", "share", kLower, MOE_FROM(rl, r.idleShare),
         "1 − t_busy/t_step", kSampling, "Of all GPUs: what neither trains nor samples at the rate of a full batch."},
        {"rl.rollout_idle_share", "RL step", "Idle while sampling", "share", kLower, MOE_FROM(rl, r.rolloutIdle),
         "1 − x_full", kSampling, "The long tail: engines whose batch runs empty."},
        {"rl.tail_seconds", "RL step", "Last tenth of the sequences", "s", kLower, MOE_FROM(rl, r.tail.base),
         "t_sim − t_90", kSampling, ""},
        {"rl.staleness_mean", "RL step", "Mean staleness", "", kLower, MOE_FROM(rl, r.staleness),
         "η_mean", kDefinition, ""},
        {"rl.response_mean", "RL step", "Mean response", "tokens", kNeither, MOE_FROM(rl, r.lengths.mean),
         "o_mean", kLengths, ""},
        {"rl.response_p99", "RL step", "Response, 99 %", "tokens", kNeither, MOE_FROM(rl, r.lengths.p99),
         "o_99", kLengths, ""},
        {"rl.cut_share", "RL step", "Responses that are cut", "share", kLower, MOE_FROM(rl, r.lengths.cut),
         "x_cut", kLengths, ""},
        {"rl.train_imbalance", "RL step", "Slowest rank", "", kLower, MOE_FROM(rl, r.trainImbalance),
         "x_slow", kDefinition, ""},
        {"rl.rollout_memory_bytes", "RL step", "Memory while sampling", "B", kLower, MOE_FROM(rl, r.rolloutMemory.base),
         "M_roll", kMemoryModel, "A pool takes what is left."},
        {"rl.train_memory_bytes", "RL step", "Memory while training", "B", kLower, MOE_FROM(rl, r.trainMemory.base),
         "M_fit", kMemoryModel, "With the longest sequence in a micro-batch."},
        {"rl.host_bytes", "RL step", "Host memory of a node", "B", kLower, MOE_FROM(rl, r.host.base),
         "M_host", kMemoryModel, ""},

        {"power.train_w", "Energy", "GPU power, training", "W", kLower, MOE_FROM(energy, r.trainW),
         "P_idle + max((P_full − P_idle)·min(1, u_math/η_math), (P_mem − P_idle)·min(1, u_hbm/η_hbm))", kPower, "Of a GPU's board. What the ceilings are reached at is assumed."},
        {"power.prefill_w", "Energy", "GPU power, prefill", "W", kLower, MOE_FROM(energy, r.prefillW),
         "W_pre", kPower, "Of a GPU's board, while it computes a prompt."},
        {"power.decode_w", "Energy", "GPU power, decode", "W", kLower, MOE_FROM(energy, r.decodeW),
         "W_dec", kPower, "Of a GPU's board, in passes that decode the requests in flight."},
        {"power.serve_w", "Energy", "GPU power, serving", "W", kLower, MOE_FROM(energy, r.serveW),
         "W_serve", kPower, "Mean over the load, waiting included."},
        {"power.peak_w", "Energy", "GPU power, peak", "W", kLower, MOE_FROM(energy, Value(r.peakW)),
         "W_most", kPower, "The highest of these phases; spikes within a pass are not in it."},
        {"power.rack_kw", "Energy", "Power of a rack", "kW", kLower, MOE_FROM(energy, Value(r.rackKw)),
         "W_rack·n_rack·f_node/1000", kPower, "All GPUs of a rack at once, with the rest of its nodes; no cooling. They train where the scenario trains."},
        {"power.facility_kw", "Energy", "Power of all GPUs", "kW", kLower, MOE_FROM(energy, r.facilityKw > 0 ? Value(r.facilityKw) : Value()),
         "W_mean·n_all·f_node·PUE/1000", kPower, "On average, with nodes and cooling: of training where the scenario trains, else of the server."},
        {"energy.kwh_per_step", "Energy", "Energy of a step", "kWh", kLower, MOE_FROM(energy, r.kwhPerStep),
         "J_step/3600000", kPower, "At the facility's meter. Of a step of reinforcement learning where it is one."},
        {"energy.kwh", "Energy", "Energy of the run", "kWh", kLower, MOE_FROM(energy, r.kwh),
         "E_step·n_steps", kPower, "At the facility's meter, without failures."},
        {"energy.joules_per_trained_token", "Energy", "Energy of a trained token", "J", kLower, MOE_FROM(energy, r.joulesPerTrainedToken),
         "J_step/n_trained", kPower, ""},
        {"energy.joules_per_prompt_token", "Energy", "Energy of a prompt token", "J", kLower, MOE_FROM(energy, r.joulesPerPromptToken),
         "W_pre·s_in·f_node·PUE", kPower, "At the facility's meter; a cached prefix costs nothing."},
        {"energy.joules_per_output_token", "Energy", "Energy of an output token", "J", kLower, MOE_FROM(energy, r.joulesPerOutputToken),
         "W_dec·s_out·f_node·PUE", kPower, "At the facility's meter; of decoding alone."},
        {"energy.joules_per_request", "Energy", "Energy of a request", "J", kLower, MOE_FROM(energy, r.joulesPerRequest),
         "prompt·J_in + output·J_out + J_wait", kPower, "Its share of the time that GPUs wait is in it."},
        {"energy.tokens_per_kwh", "Energy", "Output tokens per kWh", "", kHigher, MOE_FROM(energy, r.tokensPerKwh),
         "3600000·output/J_req", kDefinition, "Prompts and waiting are paid by the tokens that come out."},
        {"energy.co2_kg_per_step", "Energy", "CO2 of a step", "kg", kLower, MOE_FROM(energy, r.co2KgPerStep),
         "g_CO2·E_step/1000", kDefinition, ""},
        {"energy.co2_kg", "Energy", "CO2 of the run", "kg", kLower, MOE_FROM(energy, r.co2Kg),
         "g_CO2·E_run/1000", kDefinition, ""},
        {"energy.co2_g_per_million_tokens", "Energy", "CO2 of a million output tokens", "g", kLower, MOE_FROM(energy, r.co2GPerMillionTokens),
         "1000000·g_CO2/n_kwh", kDefinition, ""},
        {"cost.usd_per_step", "Energy", "Cost of a step", "USD", kLower, MOE_FROM(energy, r.usdPerStep),
         "C_gpu·n_train·t_it/3600", kDefinition, "GPUs rented, or owned with their electricity."},
        {"cost.usd_per_million_prompt_tokens", "Energy", "Cost of a million prompt tokens", "USD", kLower, MOE_FROM(energy, r.usdPerMillionPrompt),
         "1000000·C_serve·s_in/3600", kDefinition, "By the time that prompts take of the GPUs."},
        {"cost.usd_per_million_output_tokens", "Energy", "Cost of a million output tokens, prompts apart", "USD", kLower, MOE_FROM(energy, r.usdPerMillionOutput),
         "1000000·C_serve·s_rest/3600", kDefinition, "All time of the GPUs that prompts do not take."},

        {"day.requests", "A day", "Requests", "", kNeither, MOE_COUNT(requests),
         "n_ok + n_no + n_open", kDaySimulated, ""},
        {"day.answered", "A day", "Answered in the day", "", kHigher, MOE_COUNT(answered), "n_ok", kDaySimulated, ""},
        {"day.refused", "A day", "Refused", "", kLower, MOE_COUNT(refused), "n_no", kDaySimulated, ""},
        {"day.running", "A day", "Not yet answered at its end", "", kLower, MOE_COUNT(running), "n_open", kDaySimulated, ""},
        {"day.within_share", "A day", "Within the limits", "share", kHigher, MOE_FROM(day, r.within),
         "n_in/(n_ok + n_no + n_open)", kDaySimulated, "Refused requests are not within."},
        {"day.worst_within_share", "A day", "Within the limits, worst quarter of an hour", "share", kHigher, MOE_FROM(day, r.worstWithin),
         "x_worst", kDaySimulated, ""},
        {"day.ttft_seconds.p50", "A day", "Time to first token, median", "s", kLower, MOE_FROM(day, Value(r.ttft.p50)),
         "t_f50", kDaySimulated, "From a request's arrival."},
        {"day.ttft_seconds.p95", "A day", "Time to first token, 95 %", "s", kLower, MOE_FROM(day, Value(r.ttft95)),
         "t_f95", kDaySimulated, "From a request's arrival."},
        {"day.ttft_seconds.p99", "A day", "Time to first token, 99 %", "s", kLower, MOE_FROM(day, Value(r.ttft.p99)),
         "t_f99", kDaySimulated, "From a request's arrival."},
        {"day.worst_ttft_seconds", "A day", "Time to first token, 95 %, worst quarter of an hour", "s", kLower, MOE_FROM(day, Value(r.worstTtft95)),
         "t_worst", kDaySimulated, ""},
        {"day.tpot_seconds.p50", "A day", "Time per output token, median", "s", kLower, MOE_FROM(day, Value(r.tpot.p50)),
         "t_o50", kDaySimulated, "(latency − TTFT) / (output − 1) of each request."},
        {"day.tpot_seconds.p99", "A day", "Time per output token, 99 %", "s", kLower, MOE_FROM(day, Value(r.tpot.p99)),
         "t_o99", kDaySimulated, "(latency − TTFT) / (output − 1) of each request."},
        {"day.replica_hours", "A day", "Replica-hours", "", kLower, MOE_FROM(day, Value(r.replicaHours)),
         "h_on + h_up + h_down", kDaySpans, ""},
        {"day.start_hours", "A day", "Replica-hours of starts", "", kLower, MOE_FROM(day, Value(r.startHours)), "h_up", kDaySpans, ""},
        {"day.drain_hours", "A day", "Replica-hours of draining", "", kLower, MOE_FROM(day, Value(r.drainHours)), "h_down", kDaySpans, ""},
        {"day.gpu_hours", "A day", "GPU-hours", "", kLower, MOE_FROM(day, Value(r.gpuHours)),
         "(h_on + h_up + h_down)·n_rep", kDaySpans, ""},
        {"day.most_replicas", "A day", "Most replicas", "", kLower, MOE_FROM(day, Value(r.mostReplicas)), "n_most", kDaySpans, "Paid at once, of the stretches of the day."},
        {"day.starts", "A day", "Starts", "", kLower, MOE_COUNT(starts), "n_up", kDaySpans, "Behind the beginning of the day."},
        {"day.busy_share", "A day", "Replicas busy", "share", kHigher, MOE_FROM(day, Value(r.busyShare)),
         "h_pass/(h_on + h_up + h_down)", kDaySpans, ""},
        {"day.usd", "A day", "Cost of the day", "USD", kLower, MOE_FROM(day, r.usd),
         "C_gpu·(h_on + h_up + h_down)·n_rep", kDefinition, "GPUs rented, or owned with their electricity."},
        {"day.usd_per_million_tokens", "A day", "Cost of a million output tokens", "USD", kLower, MOE_FROM(day, r.usdPerMillion),
         "1000000·C_gpu·(h_on + h_up + h_down)·n_rep/n_out", kDefinition, ""},
        {"day.kwh", "A day", "Energy of the day", "kWh", kLower, MOE_FROM(day, r.kwh),
         "E_pre + E_dec + E_idle", kDayPower, "At the facility's meter."},
        {"day.kwh_prompt", "A day", "Energy of prompts", "kWh", kLower, MOE_FROM(day, r.kwhPrompt), "E_pre", kDayPower, ""},
        {"day.kwh_output", "A day", "Energy of output tokens", "kWh", kLower, MOE_FROM(day, r.kwhOutput), "E_dec", kDayPower, ""},
        {"day.kwh_idle", "A day", "Energy of waiting", "kWh", kLower, MOE_FROM(day, r.kwhIdle), "E_idle", kDayPower, ""},
        {"day.output_tokens", "A day", "Output tokens", "", kHigher, MOE_FROM(day, Value(r.outputTokens)), "n_out", kDaySimulated, "Until the day's end."},
        {"day.hit_share", "A day", "Prompt tokens from caches", "share", kHigher, MOE_FROM(day, Value(r.inputTokens > 0 ? r.cachedTokens / r.inputTokens : 0)),
         "n_hit/n_read", kDaySimulated, ""},
        {"day.preemptions", "A day", "Preemptions", "", kLower, MOE_FROM(day, Value(r.preemptions)), "n_pre", kDaySimulated, ""},

        {"network.dispatch_bytes", "Network", "Dispatch per layer", "B", kLower, MOE_FROM(network, r.dispatch.base),
         "copies·s_x", kExchange, "One MoE layer, forward."},
        {"network.combine_bytes", "Network", "Combine per layer", "B", kLower, MOE_FROM(network, r.combine.base),
         "copies·s_x", kExchange, "One MoE layer, forward."},
        {"network.dispatch_seconds", "Network", "Dispatch time", "s", kLower, MOE_FROM(network, r.dispatchTime.base),
         "a_0 + nodes·a_1 + hop + max(over·λ_net·X_net/B_net, λ_x·X_nvl/B_nvl)", kExchange, "Until the busiest GPU is done."},
        {"network.combine_seconds", "Network", "Combine time", "s", kLower, MOE_FROM(network, r.combineTime.base),
         "a_0 + nodes·a_1 + hop + max(over·λ_net·X_net/B_net, λ_x·X_nvl/B_nvl)", kExchange, "Until the busiest GPU is done."},
        {"network.allreduce_seconds", "Network", "All-reduce time", "s", kLower, MOE_FROM(network, base(r.allreduce)),
         "a_r + 2·(TP − 1)/TP·X_r/B_r·(1 + (X_half/X_r)^(1/2))", "H100 all-reduce tables", "Across nodes the faster of one ring and two levels."},
        {"network.comm_compute_ratio", "Network", "Communication over compute", "", kLower, MOE_FROM(network, r.commComputeRatio),
         "(t_dispatch + t_combine)/t_expert", kExchange, ""},
        {"network.busiest_link_utilisation", "Network", "Busiest link utilisation", "share", kLower, MOE_FROM(network, r.busiestLinkUtilisation),
         "max(λ_net·X_both/NIC, λ_x·Y_both/NVL)/t_both", kExchange, ""},
        {"network.network_utilisation", "Network", "Network utilisation", "share", kHigher, MOE_FROM(network, r.networkUtilisation),
         "X_used/(t_both·rate_used)", kExchange, ""},
        {"network.cross_node_bytes", "Network", "Bytes across nodes", "B", kLower, MOE_FROM(network, r.crossNode.base),
         "X_net", kExchange, "Of one dispatch."},
        {"network.leaf_switches", "Network", "Leaf switches", "", kLower, MOE_FROM(network, static_cast<double>(r.leafSwitches)),
         "ceil(ports/down)", kFabric, ""},
        {"network.spine_switches", "Network", "Spine switches", "", kLower, MOE_FROM(network, static_cast<double>(r.spineSwitches)),
         "agg + core", kFabric, "Every switch above the leaves."},
        {"network.inter_switch_links", "Network", "Inter-switch links", "", kLower, MOE_FROM(network, static_cast<double>(r.interSwitchLinks)),
         "leaves·up + agg·half", kFabric, ""},

        {"serve.weights_bytes", "Serving", "Weights per GPU", "B", kLower, MOE_FROM(serve, r.weights.base),
         "P_exp·b_e + P_att·b_a + P_emb·b_h + P_rest·b_q", kCount, "Each part in its own type, scales included."},
        {"serve.kv_bytes_per_token", "Serving", "KV cache per token", "B", kLower, MOE_FROM(serve, r.kvPerToken.base),
         "L_kv·b_kv·v_kv", kCount, "Mean over the tokens of the context: windows and chunks keep no more than they see."},
        {"serve.kv_bytes_next_token", "Serving", "KV cache of the next token", "B", kLower, MOE_FROM(serve, r.kvNextToken.base),
         "L_next·b_kv·v_kv", kCount, "Layers whose window is full keep no more."},
        {"serve.state_bytes_per_sequence", "Serving", "State per sequence", "B", kLower, MOE_FROM(serve, r.statePerSequence.base),
         "X_state", kCount, "Linear attention and state-space layers; whatever the length of the sequence."},
        {"serve.device_bytes", "Serving", "Serving: memory per GPU", "B", kLower, MOE_FROM(serve, r.device.base),
         "X_w + X_kv + X_buffers + X_act", kServed, "Of the heaviest GPU; the engine's own share of it, a tenth as a rule, is not counted."},
        {"serve.prefill_gpus", "Serving", "GPUs for prefill alone", "", kLower, MOE_FROM(serve, r.tpot ? Value(r.prefillGpus) : Value()),
         "GPUs_rank·ceil(R_p·prompt/(r_prefill·GPUs_rank))", kServing, "A pool of the same GPUs and layout; the transfer of the cache is free."},
        {"serve.ttft_seconds", "Serving", "Time to first token", "s", kLower, MOE_FROM(serve, base(r.ttft)),
         "n_chunk·t_chunk", kServing, "No queueing unless an engine is named. Another version of one moved by 4 % per token and 10 % to the first, 24 and 83 % in one of ten; simulate --fit on two results of a server removes part of it."},
        {"serve.tpot_seconds", "Serving", "Time per output token", "s", kLower, MOE_FROM(serve, base(r.tpot)),
         "(PP − 1)·t_hop + L_dense·t_layer + L_moe·t_moe + t_head + t_engine + t_prefills", kServing, "No queueing unless an engine is named. Another version of one moved by 4 % per token and 10 % to the first, 24 and 83 % in one of ten; simulate --fit on two results of a server removes part of it."},
        {"serve.latency_seconds", "Serving", "Request latency", "s", kLower, MOE_FROM(serve, base(r.latency)),
         "t_first + max(0, output − 1)·t_token", kServing, "No queueing. Old engines are slower, most at small batches."},
        {"serve.tokens_per_second_per_gpu", "Serving", "Serving: tokens per second and GPU", kPerSecond, kHigher, MOE_FROM(serve, r.tokensPerSecondPerGpu),
         "rows/(t_pass·TP)·GPUs/(GPUs + GPUs_p)", kServing, "GPUs for prefill alone are counted.", "Tokens per second and GPU"},
        {"serve.tokens_per_second_per_user", "Serving", "Serving: tokens per second and user", kPerSecond, kHigher, MOE_FROM(serve, r.tokensPerSecondPerUser),
         "1/t_token", kServing, "", "Tokens per second and user"},
        {"serve.tokens_per_second", "Serving", "Serving: tokens per second, all GPUs", kPerSecond, kHigher, MOE_FROM(serve, r.tokensPerSecondPerGpu ? Value(*r.tokensPerSecondPerGpu * (r.gpus + r.prefillGpus)) : Value()),
         "GPUs·rows/(t_pass·TP)", kServing, "Groups of GPUs that hold different layers work on different batches at once."},
        {"serve.requests_per_second", "Serving", "Serving: requests per second", kPerSecond, kHigher, MOE_FROM(serve, r.requestsPerSecond),
         "GPUs·rows/(t_pass·TP·output)", kServing, "That are answered, on all GPUs; none at prefill.", "Requests per second"},
        {"serve.usd_per_million_tokens", "Serving", "Serving: cost of a million output tokens", "USD", kLower, perMillionTokens,
         "1e6·price/(3600·rate_gpu)", kDefinition, "At prefill, of a million prompt tokens. GPUs for prefill alone are counted.", "Cost of a million output tokens"},
        {"serve.comm_compute_ratio", "Serving", "Serving: communication over compute", "", kLower, MOE_FROM(serve, r.network ? r.network->commComputeRatio : Value()),
         "t_exchange/t_experts", kExchange, "Of one MoE layer and all its tokens, without overlap."},
        {"serve.network_utilisation", "Serving", "Serving: network utilisation", "share", kHigher, MOE_FROM(serve, r.network ? r.network->networkUtilisation : Value()),
         "X_link/(t_exchange·rate_link)", kExchange, "Of one MoE layer: achieved over peak while its exchanges run."},
        {"serve.gpu_utilisation", "Serving", "Serving: GPU compute utilisation", "share", kHigher, MOE_FROM(serve, r.gpuUtilisation),
         "t_math/t_pass", kServing, ""},
        {"serve.bandwidth_utilisation", "Serving", "Serving: memory-bandwidth utilisation", "share", kHigher, MOE_FROM(serve, r.bandwidthUtilisation),
         "min(1, X_pass/(t_pass·HBM))", kServing, ""},
        {"serve.knee_tokens_per_expert", "Serving", "Knee, tokens per expert", "", kNeither, MOE_FROM(serve, r.kneeTokensPerExpert),
         "P_e·b_e/(2·B_s)", kServing, "Rows per expert from which its products are bound by compute."},

        {"placement.experts.max_over_mean", "Placement", "Busiest expert over mean", "", kLower, MOE_FROM(placement, r.experts.maxOverMean),
         "load_max/load_mean", kLoad, "Of the experts."},
        {"placement.experts.std", "Placement", "Spread of tokens per expert", "tokens", kLower, MOE_FROM(placement, r.experts.std),
         "(Σ (load_i − load_mean)²/E)^(1/2)", kLoad, "Of the experts: the reference experiment's measure of balance."},
        {"placement.gpus.std", "Placement", "Spread of GPU load", "tokens", kLower, MOE_FROM(placement, r.gpus.std),
         "(Σ (load_i − load_mean)²/GPUs_ep)^(1/2)", kLoad, "Of the GPUs."},
        {"placement.gpus.max_over_mean", "Placement", "Busiest GPU over mean", "", kLower, MOE_FROM(placement, r.gpus.maxOverMean),
         "load_max/load_mean", kLoad, "Of the GPUs."},
        {"placement.nodes.max_over_mean", "Placement", "Busiest node over mean", "", kLower, MOE_FROM(placement, r.nodes.maxOverMean),
         "load_max/load_mean", kLoad, "Of the nodes."},
        {"placement.lower_bound", "Placement", "Lower bound of the busiest GPU", "", kNeither, MOE_FROM(placement, r.lowerBound),
         "load_best/load_mean", kLoad, "With as many slots and the best placement."},
        {"placement.aux_loss", "Placement", "Load-balancing loss", "", kLower, MOE_FROM(placement, r.auxLoss),
         "E·Σ f_i·p_i", "Fedus et al. 2021, arXiv 2101.03961", ""},
    };
    // clang-format on
}

} // namespace

std::optional<double> usdPerMillionTokens(double gpuHourUsd, double tokensPerSecondPerGpu) {
    if (!(gpuHourUsd > 0) || !(tokensPerSecondPerGpu > 0)) return std::nullopt;
    return 1e6 * gpuHourUsd / (3600 * tokensPerSecondPerGpu);
}

const std::vector<Metric>& metrics() {
    static const std::vector<Metric> rows = makeMetrics();
    return rows;
}

const Metric* findMetric(std::string_view key) {
    // Every card and column of every update asks.
    static const std::unordered_map<std::string_view, const Metric*> byKey = [] {
        std::unordered_map<std::string_view, const Metric*> all;
        for (const Metric& metric : metrics()) all.emplace(metric.key, &metric);
        return all;
    }();
    const auto found = byKey.find(key);
    return found != byKey.end() ? found->second : nullptr;
}

MetricName nameOf(std::string_view key) {
    static constexpr MetricName kOfRuns[] = {
        {"serve.ttft_seconds.p99", "Time to first token, 99 %", "s", kLower},
        {"serve.tpot_seconds.p99", "Time per output token, 99 %", "s", kLower},
        {"serve.rate", "Arrivals per second", kPerSecond, kHigher},
        {"serve.requests", "Requests at once", "", kHigher},
        {"serve.max_batched_tokens", "Tokens of a pass, at most", "", kHigher},
        {"serve.kv_use_peak", "KV pool used at most", "share", kLower},
        {"serve.preemptions", "Preemptions", "", kLower},
        {"serve.slo_share", "Within the limits", "share", kHigher},
    };
    if (const Metric* row = findMetric(key))
        return {row->key, *row->brief != '\0' ? row->brief : row->label, row->unit, row->better};
    return *std::find_if(std::begin(kOfRuns), std::end(kOfRuns),
                         [key](const MetricName& row) { return key == row.key; });
}

std::optional<Fit> verdict(const Report& report, const std::vector<const Metric*>& shown) {
    const auto served = [](const Metric* metric) {
        const std::string_view key = metric->key;
        return key.starts_with("serve.") || key.starts_with("day.");
    };
    const bool some = std::any_of(shown.begin(), shown.end(), served);
    const bool all = some && std::all_of(shown.begin(), shown.end(), served);
    std::optional<Fit> worst;
    if (report.memory && !all) {
        worst = report.memory->fits;
        // What runs is the step of reinforcement learning: it is judged, not plain training on as many GPUs.
        if (report.scenario.rl) worst = report.rl ? std::optional(report.rl->fits) : std::nullopt;
    }
    if (report.serve && (some || !report.memory))
        worst = std::max(worst.value_or(Fit::Yes), report.serve->fits);
    return worst;
}

} // namespace moe
