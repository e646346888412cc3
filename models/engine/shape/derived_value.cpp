// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/shape/derived_value.h"

#include "models/engine/shape/gpu_power.h"

#include "models/engine/scenario/enum_text.h"
#include "models/engine/scenario/validate.h"
#include "models/engine/serve/engines/engines.h"
#include "models/engine/shape/sharding.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <string_view>

namespace moe {
namespace {

struct Derived {
    const char* key;
    FieldValue (*get)(const Setup&);
};

template <class E> FieldValue name(E value) {
    return std::string(enumText(value));
}

FieldValue enginesOwn(const Setup&) {
    return FieldValue("the engine's");
}

FieldValue publishedRuns(const Setup&) {
    return FieldValue("published runs'");
}

constexpr Derived kDerived[] = {
    {"model.kv_heads", [](const Setup& s) { return FieldValue(s.g); }},
    {"model.head_dim", [](const Setup& s) { return FieldValue(s.d); }},
    {"model.sliding_heads", [](const Setup& s) { return FieldValue(s.n); }},
    {"model.sliding_kv_heads", [](const Setup& s) { return FieldValue(s.g); }},
    {"model.sliding_v_dim", [](const Setup& s) { return FieldValue(s.dw); }},
    {"model.sliding_head_dim", [](const Setup& s) { return FieldValue(s.d); }},
    {"precision.experts", [](const Setup& s) { return name(s.scenario->precision.weights); }},
    {"precision.attention", [](const Setup& s) { return name(s.scenario->precision.weights); }},
    {"precision.head", [](const Setup& s) { return name(s.scenario->precision.weights); }},
    {"moe.shared_ffn", [](const Setup& s) { return FieldValue(s.fs); }},
    {"train.loss", [](const Setup& s) { return name(s.loss); }},
    {"train.attention_kernel", [](const Setup& s) { return name(s.attentionKernel); }},
    {"train.probabilities", [](const Setup& s) { return name(s.probabilities); }},
    {"train.dummy_gradients", [](const Setup& s) { return FieldValue(s.dummyGradients); }},
    {"train.mask_in_loader", [](const Setup& s) { return FieldValue(s.maskInLoader); }},
    {"train.imbalance", [](const Setup& s) { return FieldValue(s.imbalance); }},
    {"train.recipe", [](const Setup&) { return FieldValue("none"); }},
    {"train.grad_reduce",
     [](const Setup& s) {
         const auto& train = s.scenario->train;
         return train ? name(reducedBytes(*train) > 2 ? GradReduce::Fp32 : GradReduce::Bf16) : FieldValue();
     }},
    {"train.memory_reserve", publishedRuns},
    {"train.context_gib", publishedRuns},
    {"train.memory_error", publishedRuns},
    {"serve.engine", [](const Setup&) { return FieldValue(std::string(unnamedKernels().key)); }},
    {"serve.policy", enginesOwn},
    {"serve.concurrency",
     [](const Setup& s) {
         const auto& serve = s.scenario->serve;
         return serve ? FieldValue(static_cast<double>(serve->requests)) : FieldValue();
     }},
    {"serve.rate", [](const Setup&) { return FieldValue("none"); }},
    {"serve.num_requests",
     [](const Setup& s) {
         const auto& serve = s.scenario->serve;
         return serve ? FieldValue(serve->simulatedRequests()) : FieldValue();
     }},
    {"serve.max_batched_tokens", enginesOwn},
    {"serve.max_seqs", enginesOwn},
    {"serve.kv_memory_fraction", enginesOwn},
    {"serve.kv_free_fraction", [](const Setup&) { return FieldValue("none"); }},
    {"serve.distinct_prompts", [](const Setup&) { return FieldValue("all"); }},
    {"serve.max_prefill_tokens", enginesOwn},
    {"serve.receive_every", enginesOwn},
    {"serve.stream_interval", enginesOwn},
    {"serve.balance_passes", enginesOwn},
    {"serve.kv_blocks", [](const Setup&) { return FieldValue("what memory leaves"); }},
    {"serve.block_size", enginesOwn},
    {"serve.prefix_caching", enginesOwn},
    {"serve.async_scheduling", enginesOwn},
    {"serve.transfer_gbps", [](const Setup& s) { return FieldValue(s.gpu.nic / GBps); }},
    {"serve.pass_scale", enginesOwn},
    {"serve.pass_seconds", enginesOwn},
    {"serve.row_seconds", enginesOwn},
    {"serve.prompt_token_seconds", enginesOwn},
    {"serve.request_seconds", enginesOwn},
    {"serve.stream_seconds", enginesOwn},
    {"serve.ttft_error", enginesOwn},
    {"serve.tpot_error", enginesOwn},
    {"serve.memory_error", [](const Setup&) { return FieldValue("not known"); }},
    {"serve.host_gbps", [](const Setup& s) { return FieldValue(hostLink(s.gpu) / GBps); }},
    {"serve.nvme_gbps", [](const Setup&) { return FieldValue("a drive's"); }},
    {"serve.remote_gbps", [](const Setup&) { return FieldValue("the network card's share"); }},
    {"day.target", [](const Setup&) { return FieldValue("those at the replica's rate"); }},
    {"day.replica_rate", [](const Setup&) { return FieldValue("the most within the limits"); }},
    {"day.start_seconds", [](const Setup&) { return FieldValue("sum of its parts"); }},
    {"day.refuse_above", [](const Setup&) { return FieldValue("none"); }},
    {"serve.slo_ttft", [](const Setup&) { return FieldValue("none"); }},
    {"serve.slo_tpot", [](const Setup&) { return FieldValue("none"); }},
    {"train.shard_group", [](const Setup& s) { return FieldValue(s.dp * s.cp); }},
    {"train.schedule",
     [](const Setup& s) { return s.scenario->train ? name(scheduleKind(s)) : FieldValue(); }},
    {"parallel.etp", [](const Setup& s) { return FieldValue(s.etp); }},
    {"parallel.dp", [](const Setup& s) { return FieldValue(s.dp); }},
    {"cluster.gpus", [](const Setup& s) { return FieldValue(s.gpus); }},
    {"cluster.gpus_per_node", [](const Setup& s) { return FieldValue(s.domain); }},
    {"cluster.nvlink_gbps", [](const Setup& s) { return FieldValue(s.nvlink / GBps); }},
    {"cluster.nic_gbps", [](const Setup& s) { return FieldValue(s.gpu.nic / GBps); }},
    {"cluster.nics_per_node", [](const Setup& s) { return FieldValue(s.domain); }},
    {"gpu.memory_gib", [](const Setup& s) { return FieldValue(s.gpu.memory / GiB); }},
    {"gpu.bf16_tflops", [](const Setup& s) { return FieldValue(s.gpu.bf16 / Tflops); }},
    {"gpu.fp8_tflops", [](const Setup& s) { return FieldValue(s.gpu.fp8 / Tflops); }},
    {"gpu.bandwidth_tbps", [](const Setup& s) { return FieldValue(s.gpu.hbm / TBps); }},
    {"gpu.mfu", [](const Setup& s) { return s.gpu.mfu > 0 ? FieldValue(s.gpu.mfu) : FieldValue("fitted"); }},
    {"gpu.bandwidth_util",
     [](const Setup& s) {
         return s.gpu.bandwidthUtil > 0 ? FieldValue(s.gpu.bandwidthUtil) : FieldValue("fitted");
     }},
    {"gpu.power_w", [](const Setup& s) { return FieldValue(s.gpu.powerW); }},
    {"routing.step", [](const Setup&) { return FieldValue("all"); }},
    {"routing.replicas", [](const Setup& s) { return s.isMoe ? FieldValue(s.expertSlots) : FieldValue(); }},
    {"reliability.checkpoint_seconds", [](const Setup&) { return FieldValue("copy to the host"); }},
    {"reliability.checkpoint_interval", [](const Setup&) { return FieldValue("best"); }},
    {"power.limit_w", [](const Setup& s) { return FieldValue(s.gpu.powerW); }},
    {"power.idle_w", [](const Setup& s) { return FieldValue(gpuPower(s).idle); }},
    {"power.rack_gpus", [](const Setup& s) { return FieldValue(rackGpus(s)); }},
    {"rl.response_mean", [](const Setup&) { return FieldValue("by the median"); }},
    {"rl.rollout_gpus", [](const Setup&) { return FieldValue("as many as train"); }},
    {"rl.token_budget",
     [](const Setup& s) {
         const auto& train = s.scenario->train;
         return train ? FieldValue(static_cast<double>(train->microBatch) * s.s) : FieldValue();
     }},
    {"rl.transfer_gbps", [](const Setup&) { return FieldValue("the way's"); }},
    {"rollout.tp", [](const Setup&) { return FieldValue("fewest that hold it"); }},
    {"rollout.pp", [](const Setup&) { return FieldValue(1.0); }},
    {"rollout.ep", [](const Setup&) { return FieldValue(1.0); }},
    {"rollout.etp", [](const Setup&) { return FieldValue("TP without EP, else 1"); }},
    {"rollout.dp", [](const Setup&) { return FieldValue("EP / TP"); }},
    {"rollout.engine", [](const Setup&) { return FieldValue(std::string(engines().front().key)); }},
    {"rollout.precision.weights", [](const Setup& s) { return name(s.scenario->precision.weights); }},
    {"rollout.precision.kv_cache", [](const Setup& s) { return name(s.scenario->precision.kvCache); }},
    {"serve.context",
     [](const Setup& s) {
         const auto& serve = s.scenario->serve;
         return serve ? FieldValue(std::floor(serve->contextOf())) : FieldValue();
     }},
};

} // namespace

FieldValue derivedValue(const Field& field, const Setup& setup) {
    if (!field.optional) return {};
    for (const Derived& row : kDerived) {
        if (std::string_view(row.key) != field.key) continue;
        FieldValue value = row.get(setup);
        // Three digits are enough for a value that only explains "auto".
        if (double* number = std::get_if<double>(&value); number && *number != std::round(*number)) {
            const double unit = std::pow(10, 2 - std::floor(std::log10(std::abs(*number))));
            *number = std::round(*number * unit) / unit;
        }
        return value;
    }
    return {};
}

std::vector<FieldValue> derivedValues(const Scenario& scenario, const Catalog& catalog) {
    const Setup setup = setupOf(scenario, catalog);
    std::vector<FieldValue> values;
    for (const Field& field : fields()) values.push_back(derivedValue(field, setup));
    return values;
}

void renewGpuValues(std::vector<FieldValue>& values, const Scenario& broken, const Catalog& catalog) {
    // What breaks a rule is elsewhere: the GPU is asked for its values in a scenario that is whole.
    Scenario whole;
    const bool known =
        std::any_of(catalog.presets.begin(), catalog.presets.end(), [&](const ScenarioPreset& preset) {
            whole = preset.scenario;
            whole.gpu = broken.gpu;
            whole.cluster = {};
            return brokenRules(whole, catalog).empty();
        });
    const Setup setup = known ? setupOf(whole, catalog) : Setup{};
    const auto ofGpu = [](std::string_view key) {
        constexpr std::string_view kOfPreset[] = {"cluster.gpus_per_node", "cluster.nvlink_gbps",
                                                  "cluster.nic_gbps", "cluster.nics_per_node"};
        return key.starts_with("gpu.") ||
               std::find(std::begin(kOfPreset), std::end(kOfPreset), key) != std::end(kOfPreset);
    };
    for (std::size_t i = 0; i < values.size(); ++i)
        if (ofGpu(fields()[i].key)) values[i] = known ? derivedValue(fields()[i], setup) : FieldValue();
}

} // namespace moe
