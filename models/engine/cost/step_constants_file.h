// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Constants of the step-time model as a file: what a refit writes, and what a catalogue can hold instead of
// the shipped ones.

#include "data/problem.h"
#include "models/engine/cost/step_time_constants.h"

#include <string>
#include <string_view>
#include <vector>

namespace moe {

inline constexpr const char* kStepConstantsSchema = "moe-explorer/step-constants/1";

struct StepConstantsFile {
    StepConstants constants;
    std::vector<std::size_t> fitted; ///< rows of stepConstantRows() that the file names, in its order
    /// Of the logarithms of `fitted`: row i holds i + 1 values, those up to the diagonal.
    std::vector<std::vector<double>> covariance;
    Count runs = 0;     ///< fitted to
    std::string source; ///< of the runs
};

bool isStepConstants(std::string_view text);
/// Unknown names, values out of range and rows of the covariance that do not fit are located. What the file
/// does not name stays as shipped.
Result<StepConstantsFile> readStepConstants(std::string_view text, const std::string& source);
std::string stepConstantsText(const StepConstantsFile& file);

} // namespace moe
