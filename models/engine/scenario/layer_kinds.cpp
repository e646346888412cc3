// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/scenario/layer_kinds.h"

#include "models/engine/scenario/enum_text.h"

namespace moe {
namespace {

constexpr LayerNeed kTopK{"model.index.top_k", &ModelSpec::indexTopK},
    kIndexHeads{"model.index.heads", &ModelSpec::indexHeads},
    kIndexDim{"model.index.dim", &ModelSpec::indexDim};
constexpr LayerNeed kWindow{"model.window", &ModelSpec::window};
constexpr LayerNeed kLinearHeads{"model.linear.key_heads", &ModelSpec::linearKeyHeads, true},
    kLinearDim{"model.linear.key_dim", &ModelSpec::linearKeyDim};
constexpr LayerNeed kInner{"model.mamba.inner", &ModelSpec::mambaInner},
    kState{"model.mamba.state", &ModelSpec::mambaState};

// Colours: Okabe–Ito, kinds that occur together far apart; lighter or darker ones where it ends.
constexpr LayerFacts kFacts[] = {
    {.kind = LayerKind::Full,
     .key = "full",
     .label = "Full attention",
     .letter = "F",
     .colour = "#0072b2",
     .attends = true},
    {.kind = LayerKind::Sliding,
     .key = "sliding",
     .label = "Sliding window",
     .letter = "S",
     .colour = "#56b4e9",
     .attends = true,
     .window = &ModelSpec::window,
     .needs = {kWindow}},
    {.kind = LayerKind::Chunked,
     .key = "chunked",
     .label = "Chunked attention",
     .letter = "C",
     .colour = "#009e73",
     .attends = true,
     .window = &ModelSpec::chunk,
     .needs = {{{"model.chunk", &ModelSpec::chunk}}}},
    {.kind = LayerKind::Sparse,
     .key = "sparse",
     .label = "Sparse attention with an indexer",
     .letter = "X",
     .colour = "#f0e442",
     .attends = true,
     .indexes = true,
     .choosesKeys = true,
     .needs = {kIndexHeads, kIndexDim, kTopK}},
    {.kind = LayerKind::SparseShared,
     .key = "sparse_shared",
     .label = "Sparse attention by an earlier index",
     .letter = "Y",
     .colour = "#fff7b2",
     .attends = true,
     .choosesKeys = true,
     .needs = {kTopK}},
    {.kind = LayerKind::Blocks,
     .key = "blocks",
     .label = "Attention to chosen blocks",
     .letter = "B",
     .colour = "#8fc9b9",
     .attends = true,
     .indexes = true,
     .choosesKeys = true,
     .needs = {kIndexHeads, kIndexDim, kTopK}},
    {.kind = LayerKind::Csa,
     .key = "csa",
     .label = "Compressed sparse attention",
     .letter = "V",
     .colour = "#3d9c8b",
     .attends = true,
     .indexes = true,
     .choosesKeys = true,
     .needs = {kIndexHeads, kIndexDim, kTopK, kWindow}},
    {.kind = LayerKind::Hca,
     .key = "hca",
     .label = "Heavily compressed attention",
     .letter = "H",
     .colour = "#1f5f63",
     .attends = true,
     .needs = {kWindow}},
    {.kind = LayerKind::Gdn,
     .key = "gdn",
     .label = "Gated delta net",
     .letter = "G",
     .colour = "#e69f00",
     .needs = {kLinearHeads, kLinearDim}},
    {.kind = LayerKind::Kda,
     .key = "kda",
     .label = "Kimi delta attention",
     .letter = "K",
     .colour = "#d55e00",
     .needs = {kLinearHeads, kLinearDim}},
    {.kind = LayerKind::Lightning,
     .key = "lightning",
     .label = "Lightning attention",
     .letter = "L",
     .colour = "#cc79a7"},
    {.kind = LayerKind::Mamba1,
     .key = "mamba1",
     .label = "Mamba",
     .letter = "A",
     .colour = "#8c6bb1",
     .stateSpace = true,
     .needs = {kInner, kState, LayerNeed{"model.mamba.dt_rank", &ModelSpec::mambaDtRank}}},
    {.kind = LayerKind::Mamba2,
     .key = "mamba2",
     .label = "Mamba-2",
     .letter = "M",
     .colour = "#88419d",
     .stateSpace = true,
     .needs = {kInner, kState, LayerNeed{"model.mamba.heads", &ModelSpec::mambaHeads, true}}},
    {.kind = LayerKind::Conv,
     .key = "conv",
     .label = "Short convolution",
     .letter = "T",
     .colour = "#8a7a2f"},
    {.kind = LayerKind::FullMamba2,
     .key = "full_mamba2",
     .label = "Full attention beside Mamba-2",
     .letter = "P",
     .colour = "#3f3f8f",
     .attends = true,
     .stateSpace = true,
     .beside = LayerKind::Mamba2,
     .needs = {kInner, kState, LayerNeed{"model.mamba.heads", &ModelSpec::mambaHeads, true}}},
    {.kind = LayerKind::Ffn,
     .key = "ffn",
     .label = "Feed-forward only",
     .letter = "N",
     .colour = "#b3b8bf",
     .mixes = false},
    {.kind = LayerKind::None,
     .key = "none",
     .label = "Nothing",
     .letter = "O",
     .colour = "#e3e5e8",
     .mixes = false},
};

} // namespace

std::span<const LayerFacts> layerFacts() {
    return kFacts;
}

const LayerFacts& layerFacts(LayerKind kind) {
    return kFacts[static_cast<std::size_t>(kind)];
}

template <> const std::vector<std::string>& enumNames<LayerKind>() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> keys;
        for (const LayerFacts& row : layerFacts()) keys.emplace_back(row.key);
        return keys;
    }();
    return names;
}

} // namespace moe
