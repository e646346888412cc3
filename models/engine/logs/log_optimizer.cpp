// SPDX-License-Identifier: GPL-3.0-or-later
// What a GPU keeps of gradients and moments, and which number formats compute: the arguments of Megatron-LM's
// optimizers (megatron/training/arguments.py, megatron/core/optimizer/optimizer_config.py).

#include "data/number.h"
#include "models/engine/logs/log_draft.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

/// "torch.bfloat16" or "bf16"; 0 = no such type.
Count bytesOfType(std::string_view name) {
    struct Row {
        std::string_view name;
        Count bytes;
    };
    static constexpr Row kTypes[] = {{"fp32", 4}, {"torch.float32", 4}, {"bf16", 2}, {"torch.bfloat16", 2},
                                     {"fp16", 2}, {"torch.float16", 2}, {"fp8", 1},  {"torch.uint8", 1}};
    for (const Row& row : kTypes)
        if (row.name == name) return row.bytes;
    return 0;
}

void readSharding(LogDraft& draft) {
    LogArguments& said = draft.arguments;
    TrainSpec& train = draft.train();
    const bool sharded = said.flag("use_megatron_fsdp") || said.flag("use_custom_fsdp");
    // Megatron-DeepSpeed: its own argument, or the file that the script writes.
    if (const std::optional<double> stage = parseNumber(said.text("zero_stage").value_or("")); stage) {
        if (*stage < 0 || *stage > 3 || *stage != std::floor(*stage))
            return draft.refuse("zero_stage", say("must be a whole number from %1 to %2", 0, 3));
        train.zero = static_cast<Count>(*stage);
        return;
    }
    if (said.text("deepspeed_config") && !sharded && !said.flag("use_torch_fsdp2") &&
        !said.flag("use_distributed_optimizer"))
        draft.assume(say("The stage of ZeRO stands in a file of DeepSpeed (%1): %2 is taken; set train.zero.",
                         excerpt(*said.text("deepspeed_config")), 0),
                     "train.zero");
    if (said.flag("use_torch_fsdp2")) {
        train.zero = 3;
        return;
    }
    if (sharded) {
        static constexpr std::string_view kStages[] = {"no_shard", "optim", "optim_grads",
                                                       "optim_grads_params"};
        const std::string strategy = said.text("data_parallel_sharding_strategy").value_or("no_shard");
        const auto* const stage = std::find(std::begin(kStages), std::end(kStages), strategy);
        if (stage == std::end(kStages))
            return draft.refuse("data_parallel_sharding_strategy",
                                say("must be one of %1", "no_shard, optim, optim_grads, optim_grads_params"));
        train.zero = stage - std::begin(kStages);
        return;
    }
    if (said.flag("use_distributed_optimizer")) return;
    train.zero = 0;
    // A log without the flags still tells by its footprint.
    if (said.lists("micro_batch_size") || !draft.log.theoreticalState ||
        draft.log.loadedShardParams.value_or(0) <= 0)
        return;
    const double bytes = *draft.log.theoreticalState / byte / *draft.log.loadedShardParams;
    if (bytes >= 15) return;
    train.zero = 1;
    draft.assume(
        say("Distributed optimizer: %1 bytes per parameter of state are printed.", rounded(bytes, 2)));
}

void readTypes(LogDraft& draft) {
    LogArguments& said = draft.arguments;
    if (!said.flag("use_precision_aware_optimizer")) return;
    const auto bytes = [&](std::string_view argument) {
        const std::optional<std::string> name = said.text(argument);
        const Count made = name ? bytesOfType(*name) : 4;
        if (made == 0) draft.refuse(argument, say("must be one of %1", "fp32, bf16, fp16, fp8"));
        return made;
    };
    const Count first = bytes("exp_avg_dtype"), second = bytes("exp_avg_sq_dtype");
    draft.train().momentBytes = std::max<Count>(1, (first + second + 1) / 2);
    if ((first + second) % 2 != 0) { // 1 and 2 or 4: half a byte too much
        draft.leaveOut("exp_avg_dtype");
        draft.leaveOut("exp_avg_sq_dtype");
    }
    if (bytes("main_grads_dtype") == 2 && !said.flag("accumulate_allreduce_grads_in_fp32"))
        draft.train().gradBytes = 2;
    if (bytes("main_params_dtype") < 4) draft.leaveOut("main_params_dtype");
}

} // namespace

void readLogOptimizer(LogDraft& draft) {
    LogArguments& said = draft.arguments;
    readSharding(draft);
    const std::string inFp32 = said.text("grad_reduce_in_fp32").value_or("");
    if (said.flag("grad_reduce_in_bf16") || inFp32 == "False" || inFp32 == "false")
        draft.train().gradBytes = 2;
    if (said.flag("fp16"))
        draft.assume(say("Computes in fp16, counted as bf16: the same bytes and the same rate."),
                     "precision.compute");
    const auto names = [&](const char* key) { return said.said(key) && !draft.isFalse(key); };
    const bool format = names("bf16") || names("fp16") || names("fp8_format") || names("fp8") ||
                        names("precision") || names("mixed_precision") || names("params_dtype");
    if (!format && said.said("micro_batch_size"))
        draft.assume(say("Computes in bf16: the file names neither bf16 nor fp16, and Megatron-LM takes fp32 "
                         "then."),
                     "precision.compute");
    // 2 bytes of weights, 2 + 4 of gradients, 4 of master weights, 8 of moments.
    if (said.flag("fp16") && said.said("accumulate_allreduce_grads_in_fp32") &&
        draft.isFalse("accumulate_allreduce_grads_in_fp32"))
        draft.train().gradBytes = 2; // the copy counts as optimizer state
    readTypes(draft);
    if (said.flag("cpu_optimizer")) draft.leaveOut("cpu_optimizer"); // Megatron-DeepSpeed
    if (said.flag("optimizer_cpu_offload") && said.number("optimizer_offload_fraction").value_or(1) > 0)
        draft.leaveOut("optimizer_cpu_offload");
    const std::string optimizer = said.text("optimizer").value_or("adam");
    if (optimizer == "muon" || optimizer == "dist_muon")
        draft.train().optimizer = Optimizer::Muon;
    else if (optimizer != "adam")
        draft.leaveOut("optimizer"); // two moments per weight are Adam's
}

void readLogPrecision(LogDraft& draft) {
    LogArguments& said = draft.arguments;
    const auto on = [&](const char* argument) {
        const std::string value = said.text(argument).value_or("False");
        return value != "False" && value != "false";
    };
    DataType& compute = draft.made.scenario.precision.compute;
    if (on("fp4") || on("fp4_format")) {
        compute = DataType::NvFp4;
    } else if (on("fp8") || on("fp8_format")) {
        const std::string recipe = said.text("fp8_recipe").value_or("delayed");
        compute = DataType::Fp8;
        if (recipe == "blockwise")
            compute = DataType::Fp8Block;
        else if (recipe == "mxfp8")
            compute = DataType::MxFp8;
        else if (recipe != "delayed" && recipe != "tensorwise")
            draft.leaveOut("fp8_recipe");
    } else {
        return;
    }
    for (const char* argument : {"fp8_param_gather", "fp8_param", "fp4_param_gather", "fp4_param"})
        if (said.flag(argument)) draft.train().narrowWeights = true;
    if (said.flag("fp8_dot_product_attention")) draft.train().fp8Attention = true;
    for (const char* argument : {"fp8_multi_head_attention", "first_last_layers_bf16"})
        if (said.flag(argument)) draft.leaveOut(argument);
}

} // namespace moe
