// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Training logs of Megatron-LM: what the run was told, what it printed. Layout as
// megatron/training/{arguments,training,utils}.py print it; "MB" there is 2^20 bytes.

#include "data/megatron_arguments.h"
#include "data/problem.h"
#include "data/units.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace moe {

/// One "iteration …" line; a part the line lacks is NaN.
struct MegatronIteration {
    double iteration = 0, total = 0;
    double milliseconds, tflops, learningRate, globalBatch, lmLoss, loadBalancingLoss, gradNorm, paramsNorm,
        zeros, lossScale, skipped, nan; ///< tflops per GPU
    int line = 0;
    bool restart = false; ///< first line of another run in the same text, or after a restart
};

struct MegatronLog {
    std::string source;
    /// "num_layers" → "24": from `--num-layers 24` and from the dump `num_layers ..... 24`; a bare flag is
    /// "True", several values are joined with blanks. The dump, printed by the program itself, wins.
    ArgumentMap arguments;
    ArgumentMap exports;    ///< `export TP=1`
    ArgumentMap unexpanded; ///< arguments whose shell variable is not in the text
    /// What the run worked out and printed as a number, under the argument's name: world_size,
    /// data_parallel_size, padded_vocab_size.
    ArgumentMap printed;
    std::vector<MegatronIteration> iterations; ///< in the order of the text
    // Largest over the ranks that printed.
    std::optional<Bytes> allocated, maxAllocated, reserved, maxReserved;
    std::optional<Bytes> theoreticalState;                ///< "weight and optimizer=…"
    std::optional<Bytes> deviceUsed;                      ///< nvidia-smi, busiest GPU
    std::optional<double> paramsOnRank;                   ///< rank (0, 0)
    std::optional<double> loadedShardParams, totalParams; ///< printed in billions, rounded
    int paramsLine = 0, loadedShardLine = 0;              ///< where they stand; 0 = nowhere
    /// Elements of a gradient bucket that holds the token embedding or the output layer alone.
    std::optional<double> embeddingBucket;
    std::optional<bool> attentionMask; ///< made by the data loader
    std::string gpuName;               ///< nvidia-smi: "NVIDIA A100-SXM4-80GB"
    int year = 0;                      ///< of the first dated iteration; 0 = undated
    Problems problems;                 ///< located; the rest was read nevertheless

    /// The last run of the text: iterations from the last restart on.
    std::vector<MegatronIteration> lastRun() const;
};

/// By "elapsed time per iteration (ms)" beside an iteration number.
bool isMegatronLog(std::string_view text);

/// The arguments of a run without its iterations, as shell scripts hold them: two of the flags or lines of
/// the dump that give a model its size.
bool isMegatronArguments(std::string_view text);

/// Never fails: what cannot be read is a problem, unknown lines (warnings, other programs) are skipped.
MegatronLog readMegatronLog(std::string_view text, std::string source);
/// Likewise, of arguments alone: that there are no iterations is no problem.
MegatronLog readMegatronArguments(std::string_view text, std::string source);

} // namespace moe
