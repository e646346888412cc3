// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Power, energy and what they cost (energy/energy.h).

#include <optional>
#include <vector>

namespace moe {

/// Joules of one part of a step or of a request, at the facility's meter; parts sum to the whole.
struct EnergyPart {
    const char* key = "";
    double joules = 0;
};

struct EnergyReport {
    // W of a GPU, at the board.
    double idleW = 0, memoryW = 0, fullW = 0;
    std::optional<double> trainW;            ///< while it trains
    std::optional<double> prefillW, decodeW; ///< in a pass
    std::optional<double> serveW;            ///< of a server under its load, waiting included
    double peakW = 0;                        ///< the most of these
    double rackGpus = 0, rackKw = 0;         ///< a rack at that, with the rest of its nodes
    double facilityKw = 0;                   ///< all GPUs on average, with nodes and cooling
    double toMeter = 1;                      ///< node factor × PUE
    double gpus = 1;                         ///< of training; of the server where nothing trains
    std::vector<EnergyPart> stepParts, requestParts;
    // At the facility's meter.
    std::optional<double> kwhPerStep, kwh; ///< of a training step; of the run
    std::optional<double> joulesPerTrainedToken;
    std::optional<double> joulesPerPromptToken, joulesPerOutputToken, joulesPerRequest, tokensPerKwh;
    std::optional<double> co2KgPerStep, co2Kg, co2GPerMillionTokens;
    std::optional<double> usdPerStep, usdPerMillionPrompt, usdPerMillionOutput;
    double usdPerGpuHour = 0; ///< rented, or owned with its electricity; 0: no price
    // Of the server: GPU-seconds of a token, and the share of the time that it works.
    double promptGpuSeconds = 0, outputGpuSeconds = 0, busy = 1;
    double prompt = 0, output = 0, requestsPerSecond = 0;
};

} // namespace moe
