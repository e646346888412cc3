// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a flag of a program gets: nothing (the flag is not given), "" (a switch) or its value.

#include <cmath>
#include <optional>
#include <string>

namespace moe {

using LaunchValue = std::optional<std::string>;

/// A server as its flags see it.
struct ServerLaunch {
    double tp = 1, pp = 1, dp = 1, ep = 1, dcp = 1;
    bool isMoe = false;
    double sequences = 0; ///< at once, of a rank
    double longest = 0;   ///< tokens of a request
    double passTokens = 0;
    bool fp8Weights = false, fp8Cache = false;
    double memoryShare = 0; ///< of the GPU that the server may take
    double poolShare = 0;   ///< of what weights and activations leave, that goes to the KV cache
    double ownBlocks = 0;   ///< of the KV cache, where the scenario gives them
    double blockSize = 0;   ///< tokens

    bool spreadsExperts() const { return isMoe && ep > 1; }
    /// Attention of an MoE repeated on every rank, the experts over all of them.
    bool attentionRanks() const { return isMoe && dp > 1; }
};
struct LaunchFlag {
    const char* flag;
    LaunchValue (*value)(const ServerLaunch&);
};
struct UnspelledKey {
    const char* key;
    bool (*is)(const ServerLaunch&);
};

inline LaunchValue launchCount(double value) {
    return std::to_string(std::llround(value));
}
inline LaunchValue countAbove1(double value) {
    return value > 1 ? launchCount(value) : std::nullopt;
}
inline LaunchValue flagIf(bool given) {
    return given ? LaunchValue("") : std::nullopt;
}
inline LaunchValue textIf(bool given, const char* text) {
    return given ? LaunchValue(text) : std::nullopt;
}

} // namespace moe
