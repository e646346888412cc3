// SPDX-License-Identifier: GPL-3.0-or-later
// A model: its attention, experts and layers of other kinds: rows of fields().

#include "models/engine/scenario/field_rows.h"

namespace moe {
namespace {

using S = Scale;
constexpr Heading<&Scenario::model> kModelRows{"Model"};
constexpr Heading<&Scenario::model> kAttentionRows{"Attention"};
constexpr Heading<&Scenario::moe> kExpertsRows{"Experts"};
constexpr Heading<&Scenario::model> kLayersRows{"Layer kinds"};

} // namespace

std::vector<Field> modelFields() {
    return {
        kModelRows.row<&ModelSpec::layers>(
            "model.layers", "Layers", integer(1, 1000, S::Log), {.symbol = "L", .everyday = true},
            "Transformer layers. Includes dense first layers, excludes multi-token-prediction layers."),
        kModelRows.row<&ModelSpec::hidden>("model.hidden", "Hidden size", integer(64, 65536, S::Log),
                                           {.symbol = "h", .everyday = true},
                                           "Width of the residual stream."),
        kModelRows.row<&ModelSpec::ffn>("model.ffn", "Dense FFN size", integer(0, 1e6, S::Log),
                                        {.symbol = "f", .everyday = true},
                                        "Width of the dense feed-forward layers; 0 when every layer is MoE."),
        kModelRows.row<&ModelSpec::vocab>("model.vocab", "Vocabulary", integer(1, 4e6, S::Log),
                                          {.symbol = "V", .unit = "tokens", .everyday = true},
                                          "Padded vocabulary."),
        kModelRows.row<&ModelSpec::sequence>(
            "model.sequence", "Sequence length", integer(1, 16777216, S::Log),
            {.symbol = "s", .unit = "tokens", .everyday = true}, "Tokens per training sequence."),
        kModelRows.row<&ModelSpec::denseLayers>(
            "model.dense_layers", "Dense first layers", integer(0, 1000), {},
            "First layers of an MoE that keep a dense feed-forward network."),
        kModelRows.row<&ModelSpec::mtpLayers>(
            "model.mtp_layers", "Multi-token layers", integer(0, 16), {},
            "Multi-token-prediction layers; they sit on the last pipeline stage."),
        kModelRows.row<&ModelSpec::gated>("model.gated", "Gated MLP", flag(), {},
                                          "SwiGLU with three matrices; otherwise GELU with two."),
        kModelRows.row<&ModelSpec::tiedEmbeddings>("model.tied_embeddings", "Tied embeddings", flag(), {},
                                                   "Input and output embeddings share one matrix."),
        kModelRows.row<&ModelSpec::norm>("model.norm", "Normalisation", oneOf<Norm>(), {},
                                         "Kind of normalisation layer."),
        kModelRows.row<&ModelSpec::linearBias>("model.linear_bias", "Linear biases", flag(), {},
                                               "Linear layers have a bias vector."),
        kModelRows.row<&ModelSpec::position>("model.position", "Positions", oneOf<Position>(), {},
                                             "Rotary, or learned absolute embeddings."),
        kModelRows.row<&ModelSpec::qkNorm>(
            "model.qk_norm", "QK normalisation", oneOf<QkNorm>(), {},
            "Normalises queries and keys, each head alone or all heads together; true means each head."),
        kAttentionRows.row<&ModelSpec::attention>(
            "model.attention", "Attention", oneOf<Attention>(), {.everyday = true},
            "Multi-head, grouped-query, or multi-head latent attention."),
        kAttentionRows.row<&ModelSpec::heads>("model.heads", "Heads", integer(1, 4096, S::Log),
                                              {.symbol = "n", .everyday = true}, "Query heads."),
        kAttentionRows.row<&ModelSpec::kvHeads>("model.kv_heads", "KV heads", integer(1, 4096, S::Log),
                                                {.symbol = "g", .everyday = true},
                                                "Key and value heads; auto = heads."),
        kAttentionRows.row<&ModelSpec::headDim>("model.head_dim", "Head dimension", integer(1, 4096, S::Log),
                                                {.symbol = "d"}, "Auto = hidden / heads."),
        kAttentionRows.row<&ModelSpec::qRank>("model.q_rank", "Query rank", integer(0, 65536),
                                              {.symbol = "r_q"}, "MLA query compression; 0 = none."),
        kAttentionRows.row<&ModelSpec::kvRank>("model.kv_rank", "KV rank", integer(0, 65536),
                                               {.symbol = "r_kv"}, "MLA latent width of keys and values."),
        kAttentionRows.row<&ModelSpec::nopeDim>("model.nope_dim", "No-position dim", integer(0, 4096),
                                                {.symbol = "d_n"},
                                                "MLA head dimension without rotary position."),
        kAttentionRows.row<&ModelSpec::ropeDim>("model.rope_dim", "Rotary dim", integer(0, 4096),
                                                {.symbol = "d_r"},
                                                "MLA head dimension with rotary position, shared by heads."),
        kAttentionRows.row<&ModelSpec::vDim>("model.v_dim", "Value dim", integer(0, 4096), {.symbol = "d_v"},
                                             "MLA value head dimension."),
        kExpertsRows.row<&MoeSpec::experts>("moe.experts", "Experts per layer", integer(1, 65536, S::Log),
                                            {.symbol = "E", .everyday = true},
                                            "Routed experts in each MoE layer."),
        kExpertsRows.row<&MoeSpec::topK>("moe.top_k", "Experts per token", integer(1, 1024, S::Log),
                                         {.symbol = "k", .everyday = true},
                                         "Routed experts each token visits."),
        kExpertsRows.row<&MoeSpec::expertFfn>("moe.expert_ffn", "Expert FFN size", integer(1, 1e6, S::Log),
                                              {.symbol = "f_e", .everyday = true},
                                              "Width of one routed expert."),
        kExpertsRows.row<&MoeSpec::sharedExperts>("moe.shared_experts", "Shared experts", integer(0, 64),
                                                  {.everyday = true}, "Experts that every token visits."),
        kExpertsRows.row<&MoeSpec::sharedFfn>(
            "moe.shared_ffn", "Shared FFN size", integer(0, 4e6, S::Log), {.symbol = "f_s"},
            "Total width of the shared experts; auto = shared experts × expert FFN size."),
        kExpertsRows.row<&MoeSpec::capacityFactor>(
            "moe.capacity_factor", "Capacity factor", real(0, 64), {},
            "Tokens an expert may take over its balanced share; 0 = dropless."),
        kExpertsRows.row<&MoeSpec::groups>("moe.groups", "Expert groups", integer(1, 1024), {},
                                           "Groups of node-limited routing."),
        kExpertsRows.row<&MoeSpec::groupLimit>("moe.group_limit", "Group limit", integer(0, 1024), {},
                                               "Groups one token may use; 0 = all."),
        kExpertsRows.row<&MoeSpec::every>(
            "moe.every", "MoE every", integer(1, kMostLayers), {},
            "Layer i, counted from 0, routes where i modulo this is the offset; 1 = all."),
        kExpertsRows.row<&MoeSpec::offset>("moe.offset", "MoE offset", integer(0, kMostLayers), {},
                                           "First layer that routes, of each period."),
        kExpertsRows.row<&MoeSpec::layers>(
            "moe.layers", "MoE layers", text(), {},
            "Layers that route, counted from 0, comma-separated; empty = as MoE every and offset say."),
        kExpertsRows.row<&MoeSpec::sharedGate>("moe.shared_gate", "Shared-expert gate", flag(), {},
                                               "The output of the shared experts has a gate of its own."),
        kExpertsRows.row<&MoeSpec::routerBias>("moe.router_bias", "Router bias", flag(), {},
                                               "One number per expert: a bias or a correction of its score."),
        kExpertsRows.row<&MoeSpec::expertBias>("moe.expert_bias", "Expert biases", flag(), {},
                                               "The products of routed experts have biases."),
        kExpertsRows.row<&MoeSpec::latent>(
            "moe.latent", "Expert latent width", integer(0, 65536), {},
            "Width tokens are projected to before they are routed; 0 = hidden size."),
        kExpertsRows.row<&MoeSpec::latentNorm>("moe.latent_norm", "Latent norm", flag(), {},
                                               "A norm of the latent width stands before routed experts."),
        kExpertsRows.row<&MoeSpec::empty>(
            "moe.empty", "Empty experts", integer(0, 65536), {},
            "Experts beside the others that hand a token on as it is: a token visits fewer that work."),
        kLayersRows.row<&ModelSpec::pattern>(
            "model.pattern", "Pattern", text(), {.everyday = true},
            "Kinds of layers with repeats, cycled: full, sliding, chunked, sparse, sparse_shared, blocks, "
            "gdn, csa, hca, kda, lightning, mamba1, mamba2, ffn, none; e.g. full,sliding*5. Empty = full "
            "attention."),
        kLayersRows.row<&ModelSpec::window>("model.window", "Window", integer(0, 1e8),
                                            {.symbol = "w", .unit = "tokens"},
                                            "Keys a sliding layer sees; 0 = none."),
        kLayersRows.row<&ModelSpec::chunk>(
            "model.chunk", "Chunk", integer(0, 1e8), {.symbol = "C", .unit = "tokens"},
            "A chunked layer sees its own chunk of this many tokens; 0 = none."),
        kLayersRows.row<&ModelSpec::globalEvery>(
            "model.global_every", "Global every", integer(0, kMostLayers), {},
            "Without a pattern: every n-th layer sees all keys, the others "
            "the window or chunk; 0 = none does."),
        kLayersRows.row<&ModelSpec::slidingHeads>("model.sliding_heads", "Sliding heads", integer(1, 4096),
                                                  {}, "Query heads of sliding layers; auto = as the others."),
        kLayersRows.row<&ModelSpec::slidingKvHeads>(
            "model.sliding_kv_heads", "Sliding KV heads", integer(1, 4096), {},
            "Key and value heads of sliding layers; auto = as the others."),
        kLayersRows.row<&ModelSpec::slidingHeadDim>(
            "model.sliding_head_dim", "Sliding head dimension", integer(1, 4096), {},
            "Head dimension of sliding layers; auto = as the others."),
        kLayersRows.row<&ModelSpec::slidingVDim>(
            "model.sliding_v_dim", "Sliding value dim", integer(1, 4096), {},
            "Width of a value head of sliding layers; auto = as the others."),
        kLayersRows.row<&ModelSpec::sinks>("model.sinks", "Attention sinks", flag(), {},
                                           "One learned logit per head that takes attention away."),
        kLayersRows.row<&ModelSpec::slidingSinks>("model.sliding_sinks", "Sinks of sliding layers", flag(),
                                                  {}, "Sliding layers alone have attention sinks."),
        kLayersRows.row<&ModelSpec::jointKv>(
            "model.joint_kv", "Joint key and value", flag(), {},
            "A token's key and value are one vector of a head's width, shared by all heads (DeepSeek-V4)."),
        kLayersRows.row<&ModelSpec::outputGroups>(
            "model.output_groups", "Output groups", integer(0, 4096), {.symbol = "G"},
            "Groups of heads whose outputs are projected to a low rank first; 0 = one matrix."),
        kLayersRows.row<&ModelSpec::outputRank>("model.output_rank", "Output rank", integer(0, 65536),
                                                {.symbol = "o"},
                                                "Rank of the output projection of each group."),
        kLayersRows.row<&ModelSpec::csaRatio>("model.csa_ratio", "Sparse compression", integer(1, 65536),
                                              {.symbol = "R", .unit = "tokens"},
                                              "Tokens of a compressed key of csa layers."),
        kLayersRows.row<&ModelSpec::hcaRatio>("model.hca_ratio", "Heavy compression", integer(1, 65536),
                                              {.symbol = "R", .unit = "tokens"},
                                              "Tokens of a compressed key of hca layers."),
        kLayersRows.row<&ModelSpec::outputGate>(
            "model.output_gate", "Output gate", flag(), {},
            "The output of attention is gated by a projection of its input."),
        kLayersRows.row<&ModelSpec::headGate>(
            "model.head_gate", "Gate per head", flag(), {},
            "The output of each head is gated by one number, projected from the layer's input."),
        kLayersRows.row<&ModelSpec::keysAreValues>(
            "model.keys_are_values", "Keys are values", flag(), {},
            "Layers that see all keys have no value projection; the cache keeps keys and values."),
        kLayersRows.row<&ModelSpec::attentionBias>("model.attention_bias", "QKV biases", flag(), {},
                                                   "Query, key and value projections have biases."),
        kLayersRows.row<&ModelSpec::outputBias>("model.output_bias", "Output bias", flag(), {},
                                                "The output projection of attention has a bias."),
        kLayersRows.row<&ModelSpec::headBias>("model.head_bias", "LM-head bias", flag(), {},
                                              "The LM head has a bias."),
        kLayersRows.row<&ModelSpec::fourNorms>("model.four_norms", "Four norms", flag(), {},
                                               "Norms before and after both blocks of a layer."),
        kLayersRows.row<&ModelSpec::sharedNorm>(
            "model.shared_norm", "One norm a layer", flag(), {},
            "One norm feeds both blocks of a layer, which run side by side "
            "(parallel residual)."),
        kLayersRows.row<&ModelSpec::oneBlock>("model.one_block", "One block a layer", flag(), {},
                                              "A layer is a mixer or a feed-forward network, not both."),
        kLayersRows.row<&ModelSpec::kvSharedLayers>(
            "model.kv_shared_layers", "Layers that share KV", integer(0, kMostLayers), {},
            "Last layers that use the keys and values of earlier ones."),
        kLayersRows.row<&ModelSpec::kvShareFactor>(
            "model.kv_share_factor", "KV shared by", integer(1, 64), {},
            "Only every n-th layer has keys and values of its own; 1 = each has."),
        kLayersRows.row<&ModelSpec::wideShared>(
            "model.wide_shared", "Wide FFN where KV is shared", flag(), {},
            "Layers that share keys and values have a dense network of twice the width."),
        kLayersRows.row<&ModelSpec::ffnWidths>(
            "model.ffn_widths", "FFN widths", text(), {},
            "Width of the dense network of each layer, cycled, with commas; 0 "
            "= no network. Empty = all as the dense FFN size."),
        kLayersRows.row<&ModelSpec::streams>(
            "model.streams", "Residual streams", integer(1, 64), {.symbol = "m"},
            "Residual streams that connections mix at every block (hyper-connections): pipeline stages hand "
            "on all of them; 1 = the usual one."),
        kLayersRows.row<&ModelSpec::residualBlock>(
            "model.residual_block", "Attention-residual block", integer(0, kMostLayers), {.unit = "layers"},
            "Layers whose summed output later ones attend to; pipeline "
            "stages hand on all of them; 0 = none."),
        kLayersRows.row<&ModelSpec::layerEmbedding>(
            "model.layer_embedding", "Embedding per layer", integer(0, 65536), {.symbol = "p"},
            "Width of embeddings of its own that every layer reads; 0 = none."),
        kLayersRows.row<&ModelSpec::layerVocab>("model.layer_vocab", "Rows of layer embeddings",
                                                integer(0, 1e7, S::Log), {.unit = "tokens"},
                                                "Rows of each layer's embeddings; 0 = as the vocabulary."),
        kLayersRows.row<&ModelSpec::layerParams>(
            "model.layer_params", "Further parameters", integer(0, 1e9), {},
            "Of each layer that mixes tokens, beside those the other keys "
            "give: more norms, scalars; every rank holds them."),
        kLayersRows.row<&ModelSpec::linearKeyHeads>("model.linear.key_heads", "Linear key heads",
                                                    integer(0, 4096), {.symbol = "n_k"},
                                                    "Of gated delta net and Kimi delta layers."),
        kLayersRows.row<&ModelSpec::linearValueHeads>(
            "model.linear.value_heads", "Linear value heads", integer(0, 4096), {.symbol = "n_v"},
            "Of gated delta net layers; Kimi delta has as many as key heads."),
        kLayersRows.row<&ModelSpec::linearKeyDim>("model.linear.key_dim", "Linear key dim", integer(0, 4096),
                                                  {.symbol = "d_k"}, "Width of a key head."),
        kLayersRows.row<&ModelSpec::linearValueDim>("model.linear.value_dim", "Linear value dim",
                                                    integer(0, 4096), {.symbol = "d_v"},
                                                    "Width of a value head."),
        kLayersRows.row<&ModelSpec::linearConv>(
            "model.linear.conv", "Linear convolution", integer(1, 64), {.symbol = "c"},
            "Taps of the short convolution over queries, keys and values."),
        kLayersRows.row<&ModelSpec::linearFullGate>(
            "model.linear.full_gate", "Full-rank gate", flag(), {},
            "The output gate of Kimi delta layers is one matrix, not two of low rank."),
        kLayersRows.row<&ModelSpec::mambaInner>("model.mamba.inner", "Mamba inner width", integer(0, 1e6),
                                                {.symbol = "D"}, "Width of the state-space block."),
        kLayersRows.row<&ModelSpec::mambaState>("model.mamba.state", "Mamba state", integer(0, 65536),
                                                {.symbol = "N"}, "State per channel."),
        kLayersRows.row<&ModelSpec::mambaGroups>("model.mamba.groups", "Mamba groups", integer(1, 4096),
                                                 {.symbol = "G"},
                                                 "Groups that share input and output matrices (Mamba-2)."),
        kLayersRows.row<&ModelSpec::mambaHeads>("model.mamba.heads", "Mamba heads", integer(0, 65536), {},
                                                "Heads of the state-space block (Mamba-2)."),
        kLayersRows.row<&ModelSpec::mambaConv>("model.mamba.conv", "Mamba convolution", integer(1, 64), {},
                                               "Taps of the convolution."),
        kLayersRows.row<&ModelSpec::mambaDtRank>("model.mamba.dt_rank", "Mamba time-step rank",
                                                 integer(0, 65536), {},
                                                 "Rank of the time-step projection (Mamba-1)."),
        kLayersRows.row<&ModelSpec::mambaNorm>("model.mamba.norm", "Mamba norm", flag(), {},
                                               "Mamba-2 layers norm what their state gives."),
        kLayersRows.row<&ModelSpec::indexHeads>("model.index.heads", "Indexer heads", integer(0, 4096),
                                                {.symbol = "n_I"}, "Heads of the indexer of sparse layers."),
        kLayersRows.row<&ModelSpec::indexDim>("model.index.dim", "Indexer dim", integer(0, 4096),
                                              {.symbol = "d_I"}, "Width of an indexer head."),
        kLayersRows.row<&ModelSpec::indexTopK>("model.index.top_k", "Indexed keys", integer(0, 1e8), {},
                                               "Keys a query of a sparse layer attends to."),
        kLayersRows.row<&ModelSpec::indexPool>("model.index.pool", "Indexer pool", integer(1, 65536),
                                               {.unit = "tokens"},
                                               "Tokens that share one key of the indexer."),
    };
}

} // namespace moe
