// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a person's own files say beside the numbers of a report: how far their runs are from what was
// predicted for each, and what they measured where they ran as the scenario does.

#include "models/engine/fit/machine_fit.h"

#include <optional>
#include <string>
#include <vector>

namespace moe {

struct OwnMark {
    const char* metric = ""; ///< row of metrics(): "serve.tpot_seconds"
    std::size_t runs = 0;
    double off = 0; ///< median of measured/predicted − 1, each run beside its own prediction
    /// Of runs at the scenario's own load: median, least and most, and what is predicted for them; base unit.
    struct Here {
        double measured = 0, low = 0, high = 0, predicted = 0;
        std::size_t runs = 0;
    };
    std::optional<Here> here;
};

/// In the order of the figures, one per metric that a report has. Predictions are those before the fit.
std::vector<OwnMark> ownMarks(const std::vector<FitPart>& parts, const Scenario& scenario);

/// A run of a server that says both speeds: a point of latency against throughput.
struct OwnServed {
    std::string source;
    double at = 0;   ///< requests in flight
    double gpus = 1; ///< that answered, those of prefill among them
    /// s; base units; means of the runs of this load, with the least and most of them.
    double tpot = 0, tpotLow = 0, tpotHigh = 0;
    std::optional<double> ttft, tokensPerSecond;
    std::size_t runs = 0;
};
/// By requests in flight, rising; `gpus`: of the server that ran, as the fit's scenario has it.
std::vector<OwnServed> ownServed(const std::vector<FitPart>& parts, double gpus);

/// A time that a server's runs at the scenario's own load had for a share of their requests, or on average.
struct OwnLatency {
    bool first = false;                    ///< to the first token; else of each later one
    std::optional<double> share;           ///< of the requests; absent: the mean
    double seconds = 0, low = 0, high = 0; ///< median, least and most of the runs
    std::size_t runs = 0;
};
std::vector<OwnLatency> ownLatencies(const std::vector<FitPart>& parts, const Scenario& scenario);

} // namespace moe
