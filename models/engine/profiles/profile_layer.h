// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One layer of a dense transformer put together from profiled operators.

#include "models/engine/profiles/profile.h"

namespace moe {

struct LayerTimeRequest {
    std::string device, model, network; ///< network only for TP > 1
    double tp = 1;
    bool prefill = true;
    double kv = 0;                                               ///< cached keys per sequence
    double chunk = 0;                                            ///< prefill: new tokens
    double batch = 0;                                            ///< decode: sequences
    std::vector<std::pair<std::string, std::string>> fixed = {}; ///< of the attention table
};

struct LayerTimePart {
    std::string op;
    double count = 1; ///< per layer
    ProfileAnswer answer;
};

struct ProfiledLayer {
    Seconds seconds;                  ///< of one layer
    Seconds embedding;                ///< once per model, not in `seconds`
    Origin origin = Origin::Measured; ///< the weakest of the parts
    std::vector<LayerTimePart> parts; ///< in the order they run
    std::vector<std::string> notes;   ///< operators left out, and why
};

/// Norm, QKV projection, RoPE, input reshape, KV save, attention, output reshape, output projection,
/// all-reduce, norm, up, activation, down, all-reduce, add. The all-reduce carries tokens · hidden · 2 B over
/// TP workers of one node. An operator the tables do not have is left out with a note.
Result<ProfiledLayer> profileLayerTime(const ProfileSet& set, const Catalog& catalog,
                                       const LayerTimeRequest& request);

} // namespace moe
