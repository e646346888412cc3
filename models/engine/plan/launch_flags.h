// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How programs spell a layout: Megatron-LM's arguments for training; vLLM, SGLang and TensorRT-LLM for
// serving. What a program has no flag for is named.

#include "models/engine/shape/setup.h"

#include <string>
#include <utility>
#include <vector>

namespace moe {

/// One server or one training job.
struct LaunchCommand {
    std::string program;                                    ///< "Megatron-LM"
    std::string command;                                    ///< before the flags; may be empty
    std::vector<std::pair<std::string, std::string>> flags; ///< value "" = a switch
    std::vector<std::string> unspelled; ///< keys of the scenario that no flag of the program sets
    /// On one line.
    std::string text() const;
};

/// Of a scenario with a train section.
LaunchCommand trainingLaunch(const Scenario& scenario, const Setup& setup);
/// Of a scenario with a serve section: what each engine's verdict is computed with (enginePool() of the same
/// scenario on that engine), memory shares and limits of a pass included.
std::vector<LaunchCommand> servingLaunches(const Scenario& scenario, const Setup& setup,
                                           const Catalog& catalog);

} // namespace moe
