// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a profiled operator has to do at least: the ideal time against which a measured one is a utilisation.

#include "models/engine/cost/operators.h"
#include "models/engine/scenario/catalog.h"

#include <optional>
#include <string_view>
#include <vector>

namespace moe {

/// Keys of a profile row, and what is asked of it. Values are 2 bytes (fp16, as profiled).
struct ProfileShape {
    double heads = 0, kvHeads = 0, hidden = 0, ffn = 0,
           vocab = 0; ///< n_head, n_kv_head, n_embd, n_expanded_embd
    bool gated = true;
    double tp = 1;
    double tokens = 0;            ///< num_tokens; of attention: chunk or batch
    double batch = 0, kv = 0;     ///< decode: sequences, cached keys of each; prefill: kv only
    double chunk = 0;             ///< prefill_chunk_size
    double size = 0, workers = 1; ///< collectives: bytes, GPUs
    double devicesPerNode = 1;    ///< of the workers

    double headDim() const { return heads > 0 ? hidden / heads : 0; }
    double query() const { return hidden / tp; }
    /// Key or value width on one GPU: a head is not split.
    double keyValue() const;
};

struct ProfileWork {
    Flops flops;
    Bytes bytes;      ///< through device memory
    Bytes wire;       ///< through the busiest link; collectives only
    bool nic = false; ///< the link is the network, not NVLink
};

enum class ProfileAxes {
    Tokens,  ///< over num_tokens
    Prefill, ///< over kv_cache_size and prefill_chunk_size
    Decode,  ///< over batch_size and kv_cache_size
    Phase,   ///< prefill or decode, whichever is asked
    Size     ///< over size
};

/// One row per operator that a profile may hold.
struct ProfileOperatorRow {
    const char* name;
    const char* label;
    ProfileAxes axes;
    const char* formula; ///< of the work, on one GPU
    ProfileWork (*work)(const ProfileShape&);
    std::optional<Gemm> (*gemm)(const ProfileShape&); ///< nullptr: no product
};
const std::vector<ProfileOperatorRow>& profileOperators();
const ProfileOperatorRow* profileOperator(std::string_view name);

/// Roofline max(FLOP/peak, bytes/bandwidth, wire/link) of data-sheet rates; no efficiency is assumed.
Seconds idealTime(const ProfileWork& work, const GpuSpec& gpu);

/// The device of a profile's folder ("h100", "a100_dgx") in the catalogue: its own key, or a100 → a100-80g,
/// h100 → h100-sxm, a40 → a40. nullptr: unknown.
const GpuSpec* profileGpu(const Catalog& catalog, std::string_view device);

} // namespace moe
