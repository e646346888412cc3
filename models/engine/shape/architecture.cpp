// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/shape/architecture.h"

#include "models/engine/scenario/layer_kinds.h"
#include "models/engine/shape/layer_kinds.h"
#include "models/engine/shape/params.h"

#include <numeric>

namespace moe {
namespace {

struct PartRow {
    BlockPart part;
    const char *label, *paramsFormula, *flopsFormula, *source;
};
constexpr const char* kNotCounted = "0"; ///< published counts leave it out
const std::vector<PartRow>& partRows() {
    static const std::vector<PartRow> rows{
        {BlockPart::Mixer, "Mixer", "", "", ""}, // of its kind
        {BlockPart::Norms, "Norms and biases", "h per norm", kNotCounted, "RMSNorm, arXiv 1910.07467"},
        {BlockPart::Mlp, "Dense network", "c·h·f", "2·c·h·f", "GLU variants, arXiv 2002.05202"},
        {BlockPart::Router, "Router", "E·h", kNotCounted, "Mixture of experts, arXiv 1701.06538"},
        {BlockPart::Experts, "Routed experts", "E·c·h·fe", "2·k·c·h·fe",
         "Mixture of experts, arXiv 1701.06538"},
        {BlockPart::Shared, "Shared experts", "c·h·fs", "2·c·h·fs", "DeepSeekMoE, arXiv 2401.06066"},
        {BlockPart::Embedding, "Embedding", "V·h", "0", "Vaswani et al. 2017"},
        {BlockPart::Projection, "Projection", "2·h² + 3·h", "4·h²", "DeepSeek-V3, arXiv 2412.19437"},
        {BlockPart::Head, "LM head", "V·h; tied: the embedding's", "2·V·h", "Vaswani et al. 2017"},
    };
    return rows;
}

ArchitecturePart partOf(BlockPart part, double params, double active, double flops) {
    const PartRow& row = partRows()[static_cast<std::size_t>(part)];
    return {part, row.label, params, active, flops, row.paramsFormula, row.flopsFormula, "", row.source};
}

double sum(const std::vector<ArchitecturePart>& parts, double ArchitecturePart::*member) {
    return std::accumulate(parts.begin(), parts.end(), 0.0,
                           [member](double so, const ArchitecturePart& part) { return so + part.*member; });
}

/// `setup` has TP 1: caches are those of all GPUs.
ArchitectureBlock layerBlock(const Setup& setup, const LayerType& type) {
    ArchitectureBlock block;
    block.type = type;
    const MixerView view(setup, type);
    const Setup& s = *view;
    const LayerKindRow& kind = layerKind(type.mixer);
    const LayerParams layer = layerParams(s);
    const ModelSpec& model = s.scenario->model;
    const double norm =
        mixes(type.mixer) ? (model.fourNorms ? 2 : 1) * normParams(s) + connectionParams(s) : 0;
    if (mixes(type.mixer)) {
        const double params = layer.attention + layer.mixerReplicated - norm;
        const double flops = 2 * mixerMatrices(s) + kind.coreFlops(s, kind.meanKeys(s, s.s));
        block.parts.push_back({BlockPart::Mixer, layerFacts(type.mixer).label, params, params, flops,
                               kind.paramsFormula, kind.flopsFormula, kind.cacheFormula, kind.source});
        block.kvBytesPerToken = kvBytes(s);
        block.stateBytesPerSequence = kind.stateBytes(s);
    }
    if (type.feed == FeedForward::Dense)
        block.parts.push_back(
            partOf(BlockPart::Mlp, layer.denseMlp, layer.denseMlp, 2 * s.matrices * s.h * s.f));
    if (type.feed == FeedForward::Moe) {
        block.parts.push_back(partOf(BlockPart::Router, layer.router, layer.router, 0));
        block.parts.push_back(partOf(BlockPart::Experts, s.E * layer.expert, s.k * layer.expert,
                                     2 * s.matrices * s.k * s.latent * s.fe));
        const double latent = s.scenario->moe->latent > 0 ? 2 * s.h * s.latent : 0;
        if (layer.shared > 0)
            block.parts.push_back(partOf(BlockPart::Shared, layer.shared, layer.shared,
                                         2 * (s.matrices * s.h * s.fs + latent)));
    }
    const double norms = norm + (type.feed == FeedForward::None ? 0 : layer.feedReplicated);
    const double joints = (mixes(type.mixer) ? 1 : 0) + (type.feed == FeedForward::None ? 0 : 1);
    if (norms > 0)
        block.parts.push_back(
            partOf(BlockPart::Norms, norms, norms,
                   2 * joints * connectionProducts(s) + 4 * s.h * static_cast<double>(model.layerEmbedding)));
    return block;
}

} // namespace

const char* blockPartLabel(BlockPart part) {
    return partRows()[static_cast<std::size_t>(part)].label;
}

double ArchitectureBlock::params() const {
    return sum(parts, &ArchitecturePart::params);
}
double ArchitectureBlock::active() const {
    return sum(parts, &ArchitecturePart::active);
}
double ArchitectureBlock::flops() const {
    return sum(parts, &ArchitecturePart::flops);
}

Architecture architecture(const Setup& setup) {
    using Role = ArchitectureBlock::Role;
    Setup s = setup;
    s.tp = 1;
    const LayerPlan& plan = *s.plan;
    const ModelSpec& model = s.scenario->model;
    Architecture made;
    made.name = s.scenario->name;
    made.sequence = s.s;

    ArchitectureBlock embedding;
    embedding.role = Role::Embedding;
    const double embedded = embeddingParams(s) + positionParams(s) + layerEmbeddingParams(s);
    embedding.parts = {partOf(BlockPart::Embedding, embedded, embedded - layerLookups(s),
                              2 * s.h * s.L * static_cast<double>(model.layerEmbedding))};
    made.blocks.push_back(embedding);

    std::vector<std::size_t> blockOf(plan.types.size(), 0);
    for (const std::uint8_t type : plan.of) {
        if (blockOf[type] == 0) {
            blockOf[type] = made.blocks.size();
            made.blocks.push_back(layerBlock(s, plan.types[type]));
            made.blocks.back().count = 0;
        }
        ++made.blocks[blockOf[type]].count;
        made.of.push_back(static_cast<std::uint8_t>(blockOf[type]));
    }
    made.periods = layerPeriods(made.of);

    // A head of its own, which shares its weights with the other.
    const double headFlops = 2 * s.V * s.h;
    if (s.mtpLayers > 0) {
        ArchitectureBlock block = layerBlock(s, plan.types[plan.mtp]);
        block.role = Role::Prediction;
        block.count = s.mtpLayers;
        const double projection = 2 * s.h * s.h + 3 * normParams(s);
        block.parts.push_back(partOf(BlockPart::Projection, projection, projection, 4 * s.h * s.h));
        block.parts.push_back(partOf(BlockPart::Head, 0, 0, headFlops));
        made.blocks.push_back(block);
    }
    ArchitectureBlock head;
    head.role = Role::Head;
    const double output = (model.tiedEmbeddings ? 0 : embeddingParams(s)) + (model.headBias ? s.V : 0);
    head.parts = {partOf(BlockPart::Norms, endParams(s), endParams(s), 0),
                  partOf(BlockPart::Head, output, output, headFlops)};
    made.blocks.push_back(head);

    for (const ArchitectureBlock& block : made.blocks) {
        const auto count = static_cast<double>(block.count);
        made.flops += count * block.flops();
        if (block.role == Role::Prediction) continue;
        made.total += count * block.params();
        made.active += count * block.active();
        made.kvBytesPerToken += count * block.kvBytesPerToken;
        made.stateBytesPerSequence += count * block.stateBytesPerSequence;
    }
    return made;
}

} // namespace moe
