// The table of results. The JSON writer puts each value at its key; a test compares the two.

#include "models/engine/metrics.h"

namespace moe {
namespace {

using Value = std::optional<double>;
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
#define MOE_PARAM(member) [](const Report& report) -> Value { return report.params.member; }

std::vector<Metric> makeMetrics() {
    // clang-format off
    return {
        {"params.total", "Parameters", "Parameters", "", kNeither, MOE_PARAM(total)},
        {"params.active", "Parameters", "Active parameters", "", kNeither, MOE_PARAM(active)},
        {"params.non_embedding", "Parameters", "Non-embedding parameters", "", kNeither, MOE_PARAM(nonEmbedding)},
        {"params.dense", "Parameters", "Dense parameters", "", kNeither, MOE_PARAM(dense)},
        {"params.expert", "Parameters", "Routed expert parameters", "", kNeither, MOE_PARAM(expert)},
        {"params.per_gpu", "Parameters", "Parameters per GPU", "", kLower, MOE_PARAM(perGpu)},

        {"loss.value", "Loss", "Predicted loss", "nats/token", kLower, MOE_FROM(loss, r.value)},
        {"loss.low", "Loss", "Loss, 5 %", "nats/token", kLower, MOE_FROM(loss, r.low)},
        {"loss.high", "Loss", "Loss, 95 %", "nats/token", kLower, MOE_FROM(loss, r.high)},
        {"loss.optimal_loss", "Loss", "Best loss over lr × batch", "nats/token", kLower, MOE_FROM(loss, r.optimalLoss)},
        {"loss.optimal_lr", "Loss", "Best learning rate", "", kNeither, MOE_FROM(loss, r.optimalLr)},
        {"loss.optimal_batch_tokens", "Loss", "Best batch", "tokens", kNeither, MOE_FROM(loss, r.optimalBatchTokens)},
        {"loss.law_lr", "Loss", "Step Law learning rate", "", kNeither, MOE_FROM(loss, r.lawLr)},
        {"loss.law_batch_tokens", "Loss", "Step Law batch", "tokens", kNeither, MOE_FROM(loss, r.lawBatchTokens)},
        {"loss.slope_params", "Loss", "−∂L/∂ln N", "nats/token", kNeither, MOE_FROM(loss, r.slopeParams)},
        {"loss.slope_tokens", "Loss", "−∂L/∂ln D", "nats/token", kNeither, MOE_FROM(loss, r.slopeTokens)},

        {"memory.static_bytes", "Memory", "Static memory", "B", kLower, MOE_FROM(memory, r.heaviest().fixed.base)},
        {"memory.peak_bytes", "Memory", "Peak allocated", "B", kLower, MOE_FROM(memory, r.heaviest().peak.base)},
        {"memory.peak_low_bytes", "Memory", "Peak, balanced routing", "B", kLower, MOE_FROM(memory, r.heaviest().peakLow.base)},
        {"memory.peak_high_bytes", "Memory", "Peak, λ = 1.25", "B", kLower, MOE_FROM(memory, r.heaviest().peakHigh.base)},
        {"memory.reserved_bytes", "Memory", "Reserved by the allocator", "B", kLower, MOE_FROM(memory, r.reserved.base)},
        {"memory.device_bytes", "Memory", "Device memory used", "B", kLower, MOE_FROM(memory, r.device.base)},
        {"memory.capacity_bytes", "Memory", "Memory capacity", "B", kHigher, MOE_FROM(memory, r.capacity.base)},

        {"train.step_seconds", "Training", "Step time", "s", kLower, MOE_FROM(train, r.step.base)},
        {"train.tokens_per_second", "Training", "Tokens per second", "1/s", kHigher, MOE_FROM(train, r.tokensPerSecond)},
        {"train.tokens_per_second_per_gpu", "Training", "Tokens per second and GPU", "1/s", kHigher, MOE_FROM(train, r.tokensPerSecondPerGpu)},
        {"train.model_tflops_per_gpu", "Training", "Model TFLOP/s per GPU", "TFLOP/s", kHigher, MOE_FROM(train, r.modelTflopsPerGpu)},
        {"train.model_tflops_per_gpu_full_attention", "Training", "Model TFLOP/s per GPU, full attention", "TFLOP/s", kHigher, MOE_FROM(train, r.modelTflopsPerGpuFullAttention)},
        {"train.mfu", "Training", "MFU", "share", kHigher, MOE_FROM(train, r.mfu)},
        {"train.bubble_fraction", "Training", "Pipeline bubble", "share", kLower, MOE_FROM(train, r.bubbleFraction)},
        {"train.gpu_utilisation", "Training", "GPU compute utilisation", "share", kHigher, MOE_FROM(train, r.gpuUtilisation)},
        {"train.bandwidth_utilisation", "Training", "Memory-bandwidth utilisation", "share", kHigher, MOE_FROM(train, r.bandwidthUtilisation)},
        {"train.gpu_hours", "Training", "GPU-hours", "h", kLower, MOE_FROM(train, r.gpuHours)},
        {"train.days", "Training", "Days", "d", kLower, MOE_FROM(train, r.days)},
        {"train.usd", "Training", "Cost", "USD", kLower, MOE_FROM(train, r.usd)},
        {"train.energy_kwh", "Training", "Energy", "kWh", kLower, MOE_FROM(train, r.energyKwh)},

        {"network.dispatch_bytes", "Network", "Dispatch per layer", "B", kLower, MOE_FROM(network, r.dispatch.base)},
        {"network.combine_bytes", "Network", "Combine per layer", "B", kLower, MOE_FROM(network, r.combine.base)},
        {"network.dispatch_seconds", "Network", "Dispatch time", "s", kLower, MOE_FROM(network, r.dispatchTime.base)},
        {"network.combine_seconds", "Network", "Combine time", "s", kLower, MOE_FROM(network, r.combineTime.base)},
        {"network.allreduce_seconds", "Network", "All-reduce time", "s", kLower, MOE_FROM(network, base(r.allreduce))},
        {"network.comm_compute_ratio", "Network", "Communication over compute", "", kLower, MOE_FROM(network, r.commComputeRatio)},
        {"network.busiest_link_utilisation", "Network", "Busiest link utilisation", "share", kLower, MOE_FROM(network, r.busiestLinkUtilisation)},
        {"network.network_utilisation", "Network", "Network utilisation", "share", kHigher, MOE_FROM(network, r.networkUtilisation)},
        {"network.cross_node_bytes", "Network", "Bytes across nodes", "B", kLower, MOE_FROM(network, r.crossNode.base)},
        {"network.leaf_switches", "Network", "Leaf switches", "", kLower, MOE_FROM(network, static_cast<double>(r.leafSwitches))},
        {"network.spine_switches", "Network", "Spine switches", "", kLower, MOE_FROM(network, static_cast<double>(r.spineSwitches))},
        {"network.inter_switch_links", "Network", "Inter-switch links", "", kLower, MOE_FROM(network, static_cast<double>(r.interSwitchLinks))},

        {"serve.weights_bytes", "Serving", "Weights per GPU", "B", kLower, MOE_FROM(serve, r.weights.base)},
        {"serve.kv_bytes_per_token", "Serving", "KV cache per token", "B", kLower, MOE_FROM(serve, r.kvPerToken.base)},
        {"serve.ttft_seconds", "Serving", "Time to first token", "s", kLower, MOE_FROM(serve, base(r.ttft))},
        {"serve.tpot_seconds", "Serving", "Time per output token", "s", kLower, MOE_FROM(serve, base(r.tpot))},
        {"serve.latency_seconds", "Serving", "Request latency", "s", kLower, MOE_FROM(serve, base(r.latency))},
        {"serve.tokens_per_second_per_gpu", "Serving", "Serving: tokens per second and GPU", "1/s", kHigher, MOE_FROM(serve, r.tokensPerSecondPerGpu)},
        {"serve.tokens_per_second_per_user", "Serving", "Serving: tokens per second and user", "1/s", kHigher, MOE_FROM(serve, r.tokensPerSecondPerUser)},
        {"serve.tokens_per_second", "Serving", "Serving: tokens per second, all GPUs", "1/s", kHigher, MOE_FROM(serve, r.tokensPerSecondPerGpu ? Value(*r.tokensPerSecondPerGpu * r.gpus) : Value())},
        {"serve.comm_compute_ratio", "Serving", "Serving: communication over compute", "", kLower, MOE_FROM(serve, r.network ? r.network->commComputeRatio : Value())},
        {"serve.network_utilisation", "Serving", "Serving: network utilisation", "share", kHigher, MOE_FROM(serve, r.network ? r.network->networkUtilisation : Value())},
        {"serve.gpu_utilisation", "Serving", "Serving: GPU compute utilisation", "share", kHigher, MOE_FROM(serve, r.gpuUtilisation)},
        {"serve.bandwidth_utilisation", "Serving", "Serving: memory-bandwidth utilisation", "share", kHigher, MOE_FROM(serve, r.bandwidthUtilisation)},
        {"serve.knee_tokens_per_expert", "Serving", "Knee, tokens per expert", "", kNeither, MOE_FROM(serve, r.kneeTokensPerExpert)},

        {"placement.experts.max_over_mean", "Placement", "Busiest expert over mean", "", kLower, MOE_FROM(placement, r.experts.maxOverMean)},
        {"placement.experts.std", "Placement", "Spread of tokens per expert", "tokens", kLower, MOE_FROM(placement, r.experts.std)},
        {"placement.gpus.std", "Placement", "Spread of GPU load", "tokens", kLower, MOE_FROM(placement, r.gpus.std)},
        {"placement.gpus.max_over_mean", "Placement", "Busiest GPU over mean", "", kLower, MOE_FROM(placement, r.gpus.maxOverMean)},
        {"placement.nodes.max_over_mean", "Placement", "Busiest node over mean", "", kLower, MOE_FROM(placement, r.nodes.maxOverMean)},
        {"placement.lower_bound", "Placement", "Lower bound of the busiest GPU", "", kNeither, MOE_FROM(placement, r.lowerBound)},
        {"placement.aux_loss", "Placement", "Load-balancing loss", "", kLower, MOE_FROM(placement, r.auxLoss)},
    };
    // clang-format on
}

} // namespace

const std::vector<Metric>& metrics() {
    static const std::vector<Metric> rows = makeMetrics();
    return rows;
}

const Metric* findMetric(std::string_view key) {
    for (const Metric& metric : metrics()) {
        if (key == metric.key) return &metric;
    }
    return nullptr;
}

} // namespace moe
