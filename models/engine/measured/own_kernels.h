// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Kernels of training that a person measured on one GPU (resources/scripts/gpu), beside the constants of the
// step-time model: shares of the data sheet's rates, and how far off the constants would be.

#include "data/problem.h"
#include "models/engine/cost/step_time_constants.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace moe {

/// Columns kernel, case, flop, bytes, us; others are not read.
struct OwnKernel {
    std::string kernel;
    double flop = 0, bytes = 0, us = 0;
    /// Of attention, where its case names them: "batch 4 tokens 4096 heads 64 d 64/64". 0: not named.
    double tokens = 0, width = 0;
};
struct OwnKernels {
    std::vector<OwnKernel> rows;
    Problems problems; ///< rows that were left out
};
/// The text holds such a table, below comments or not.
bool isOwnKernels(std::string_view text);
Result<OwnKernels> readOwnKernels(std::string_view text, const std::string& source);

/// Lines that begin with # become empty, so that the others keep their numbers.
std::string withoutComments(std::string_view text);

/// Rows of one kernel.
struct OwnKernelShare {
    std::string kernel;
    std::size_t rows = 0;
    double us = 0;                        ///< median
    std::optional<double> compute, bytes; ///< median share of the dense peak (bf16, FP8), of the bandwidth
    /// What the model has in the place of the share that binds; absent where it has no such constant.
    std::optional<double> constant;
    /// Medians of |predicted/measured − 1| and of predicted/measured − 1 with that constant; attention by the
    /// length of its sequences and the width of its heads, as in a step.
    std::optional<double> median, bias;
};
/// In the order of the table.
std::vector<OwnKernelShare> ownKernelShares(const std::vector<OwnKernel>& rows, const GpuSpec& gpu,
                                            const StepConstants& constants);

} // namespace moe
