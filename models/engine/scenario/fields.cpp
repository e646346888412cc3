// SPDX-License-Identifier: GPL-3.0-or-later
// The table of knobs: a new knob is a member in scenario.h and a row here.

#include "models/engine/scenario/fields.h"

#include "models/engine/scenario/field_access.h"
#include "models/engine/scenario/recipes.h"

namespace moe {
namespace {

using K = FieldKind;
using S = Scale;
constexpr bool kEveryday = true, kMore = false; // shown at once, or under "More"

template <auto Section, auto Member>
Field row(const char* key, const char* group, const char* label, const char* symbol, const char* unit, K kind,
          double min, double max, S scale, std::vector<std::string> choices, bool everyday,
          const char* help) {
    return {key,
            group,
            label,
            symbol,
            unit,
            kind,
            min,
            max,
            scale,
            std::move(choices),
            everyday,
            access::isOptional<Section, Member>(),
            help,
            access::get<Section, Member>,
            access::set<Section, Member>,
            access::words<Section, Member>()};
}

/// Choosing a recipe sets what it names.
Field recipeRow() {
    Field made = row<&Scenario::train, &TrainSpec::recipe>(
        "train.recipe", "Training", "Recipe", "", "", K::Choice, 0, 0, S::Linear, recipeKeys(), kEveryday,
        "Named set of training keys of a published recipe; keys given beside it win; auto = none.");
    made.set = setRecipe;
    return made;
}

/// A member of no section.
template <auto Member>
Field row(const char* key, const char* group, const char* label, std::vector<std::string> choices,
          const char* help) {
    return {key,
            group,
            label,
            "",
            "",
            K::Choice,
            0,
            0,
            S::Linear,
            std::move(choices),
            kMore,
            false,
            help,
            access::get<Member>,
            access::set<Member>,
            {}};
}

/// Of the layout that samples.
template <auto Member>
Field rolloutRow(const char* key, const char* label, K kind, double min, double max,
                 std::vector<std::string> choices, const char* help) {
    return {key,
            "RL rollout",
            label,
            "",
            "",
            kind,
            min,
            max,
            S::Log,
            std::move(choices),
            kMore,
            true,
            help,
            [](const Scenario& scenario) {
                return scenario.rl ? access::read(scenario.rl->rollout.*Member) : FieldValue{};
            },
            [](Scenario& scenario, const FieldValue& value) {
                RlSpec rl = scenario.rl.value_or(RlSpec{});
                if (!access::write(rl.rollout.*Member, value)) return false;
                scenario.rl = rl;
                return true;
            },
            {}};
}

std::vector<Field> makeFields() {
    return {
        row<&Scenario::model, &ModelSpec::layers>(
            "model.layers", "Model", "Layers", "L", "", K::Integer, 1, 1000, S::Log, {}, kEveryday,
            "Transformer layers. Includes dense first layers, excludes multi-token-prediction layers."),
        row<&Scenario::model, &ModelSpec::hidden>("model.hidden", "Model", "Hidden size", "h", "", K::Integer,
                                                  64, 65536, S::Log, {}, kEveryday,
                                                  "Width of the residual stream."),
        row<&Scenario::model, &ModelSpec::ffn>(
            "model.ffn", "Model", "Dense FFN size", "f", "", K::Integer, 0, 1e6, S::Log, {}, kEveryday,
            "Width of the dense feed-forward layers; 0 when every layer is MoE."),
        row<&Scenario::model, &ModelSpec::vocab>("model.vocab", "Model", "Vocabulary", "V", "tokens",
                                                 K::Integer, 1, 4e6, S::Log, {}, kEveryday,
                                                 "Padded vocabulary."),
        row<&Scenario::model, &ModelSpec::sequence>("model.sequence", "Model", "Sequence length", "s",
                                                    "tokens", K::Integer, 1, 16777216, S::Log, {}, kEveryday,
                                                    "Tokens per training sequence."),
        row<&Scenario::model, &ModelSpec::denseLayers>(
            "model.dense_layers", "Model", "Dense first layers", "", "", K::Integer, 0, 1000, S::Linear, {},
            kMore, "First layers of an MoE that keep a dense feed-forward network."),
        row<&Scenario::model, &ModelSpec::mtpLayers>(
            "model.mtp_layers", "Model", "Multi-token layers", "", "", K::Integer, 0, 16, S::Linear, {},
            kMore, "Multi-token-prediction layers; they sit on the last pipeline stage."),
        row<&Scenario::model, &ModelSpec::gated>("model.gated", "Model", "Gated MLP", "", "", K::Flag, 0, 1,
                                                 S::Linear, {}, kMore,
                                                 "SwiGLU with three matrices; otherwise GELU with two."),
        row<&Scenario::model, &ModelSpec::tiedEmbeddings>("model.tied_embeddings", "Model", "Tied embeddings",
                                                          "", "", K::Flag, 0, 1, S::Linear, {}, kMore,
                                                          "Input and output embeddings share one matrix."),
        row<&Scenario::model, &ModelSpec::norm>("model.norm", "Model", "Normalisation", "", "", K::Choice, 0,
                                                0, S::Linear, enumNames<Norm>(), kMore,
                                                "Kind of normalisation layer."),
        row<&Scenario::model, &ModelSpec::linearBias>("model.linear_bias", "Model", "Linear biases", "", "",
                                                      K::Flag, 0, 1, S::Linear, {}, kMore,
                                                      "Linear layers have a bias vector."),
        row<&Scenario::model, &ModelSpec::position>("model.position", "Model", "Positions", "", "", K::Choice,
                                                    0, 0, S::Linear, enumNames<Position>(), kMore,
                                                    "Rotary, or learned absolute embeddings."),
        row<&Scenario::model, &ModelSpec::qkNorm>(
            "model.qk_norm", "Model", "QK normalisation", "", "", K::Choice, 0, 0, S::Linear,
            enumNames<QkNorm>(), kMore,
            "Normalises queries and keys, each head alone or all heads together; true means each head."),
        row<&Scenario::model, &ModelSpec::attention>(
            "model.attention", "Attention", "Attention", "", "", K::Choice, 0, 0, S::Linear,
            enumNames<Attention>(), kEveryday, "Multi-head, grouped-query, or multi-head latent attention."),
        row<&Scenario::model, &ModelSpec::heads>("model.heads", "Attention", "Heads", "n", "", K::Integer, 1,
                                                 4096, S::Log, {}, kEveryday, "Query heads."),
        row<&Scenario::model, &ModelSpec::kvHeads>("model.kv_heads", "Attention", "KV heads", "g", "",
                                                   K::Integer, 1, 4096, S::Log, {}, kEveryday,
                                                   "Key and value heads; auto = heads."),
        row<&Scenario::model, &ModelSpec::headDim>("model.head_dim", "Attention", "Head dimension", "d", "",
                                                   K::Integer, 1, 4096, S::Log, {}, kMore,
                                                   "Auto = hidden / heads."),
        row<&Scenario::model, &ModelSpec::qRank>("model.q_rank", "Attention", "Query rank", "r_q", "",
                                                 K::Integer, 0, 65536, S::Linear, {}, kMore,
                                                 "MLA query compression; 0 = none."),
        row<&Scenario::model, &ModelSpec::kvRank>("model.kv_rank", "Attention", "KV rank", "r_kv", "",
                                                  K::Integer, 0, 65536, S::Linear, {}, kMore,
                                                  "MLA latent width of keys and values."),
        row<&Scenario::model, &ModelSpec::nopeDim>("model.nope_dim", "Attention", "No-position dim", "d_n",
                                                   "", K::Integer, 0, 4096, S::Linear, {}, kMore,
                                                   "MLA head dimension without rotary position."),
        row<&Scenario::model, &ModelSpec::ropeDim>(
            "model.rope_dim", "Attention", "Rotary dim", "d_r", "", K::Integer, 0, 4096, S::Linear, {}, kMore,
            "MLA head dimension with rotary position, shared by heads."),
        row<&Scenario::model, &ModelSpec::vDim>("model.v_dim", "Attention", "Value dim", "d_v", "",
                                                K::Integer, 0, 4096, S::Linear, {}, kMore,
                                                "MLA value head dimension."),
        row<&Scenario::moe, &MoeSpec::experts>("moe.experts", "Experts", "Experts per layer", "E", "",
                                               K::Integer, 1, 65536, S::Log, {}, kEveryday,
                                               "Routed experts in each MoE layer."),
        row<&Scenario::moe, &MoeSpec::topK>("moe.top_k", "Experts", "Experts per token", "k", "", K::Integer,
                                            1, 1024, S::Log, {}, kEveryday,
                                            "Routed experts each token visits."),
        row<&Scenario::moe, &MoeSpec::expertFfn>("moe.expert_ffn", "Experts", "Expert FFN size", "f_e", "",
                                                 K::Integer, 1, 1e6, S::Log, {}, kEveryday,
                                                 "Width of one routed expert."),
        row<&Scenario::moe, &MoeSpec::sharedExperts>("moe.shared_experts", "Experts", "Shared experts", "",
                                                     "", K::Integer, 0, 64, S::Linear, {}, kEveryday,
                                                     "Experts that every token visits."),
        row<&Scenario::moe, &MoeSpec::sharedFfn>(
            "moe.shared_ffn", "Experts", "Shared FFN size", "f_s", "", K::Integer, 0, 4e6, S::Log, {}, kMore,
            "Total width of the shared experts; auto = shared experts × expert FFN size."),
        row<&Scenario::moe, &MoeSpec::capacityFactor>(
            "moe.capacity_factor", "Experts", "Capacity factor", "", "", K::Real, 0, 64, S::Linear, {}, kMore,
            "Tokens an expert may take over its balanced share; 0 = dropless."),
        row<&Scenario::moe, &MoeSpec::groups>("moe.groups", "Experts", "Expert groups", "", "", K::Integer, 1,
                                              1024, S::Linear, {}, kMore, "Groups of node-limited routing."),
        row<&Scenario::moe, &MoeSpec::groupLimit>("moe.group_limit", "Experts", "Group limit", "", "",
                                                  K::Integer, 0, 1024, S::Linear, {}, kMore,
                                                  "Groups one token may use; 0 = all."),
        row<&Scenario::moe, &MoeSpec::every>(
            "moe.every", "Experts", "MoE every", "", "", K::Integer, 1, kMostLayers, S::Linear, {}, kMore,
            "Layer i, counted from 0, routes where i modulo this is the offset; 1 = all."),
        row<&Scenario::moe, &MoeSpec::offset>("moe.offset", "Experts", "MoE offset", "", "", K::Integer, 0,
                                              kMostLayers, S::Linear, {}, kMore,
                                              "First layer that routes, of each period."),
        row<&Scenario::moe, &MoeSpec::layers>(
            "moe.layers", "Experts", "MoE layers", "", "", K::Text, 0, 0, S::Linear, {}, kMore,
            "Layers that route, counted from 0, comma-separated; empty = as MoE every and offset say."),
        row<&Scenario::moe, &MoeSpec::sharedGate>("moe.shared_gate", "Experts", "Shared-expert gate", "", "",
                                                  K::Flag, 0, 1, S::Linear, {}, kMore,
                                                  "The output of the shared experts has a gate of its own."),
        row<&Scenario::moe, &MoeSpec::routerBias>(
            "moe.router_bias", "Experts", "Router bias", "", "", K::Flag, 0, 1, S::Linear, {}, kMore,
            "One number per expert: a bias or a correction of its score."),
        row<&Scenario::moe, &MoeSpec::expertBias>("moe.expert_bias", "Experts", "Expert biases", "", "",
                                                  K::Flag, 0, 1, S::Linear, {}, kMore,
                                                  "The products of routed experts have biases."),
        row<&Scenario::moe, &MoeSpec::latent>(
            "moe.latent", "Experts", "Expert latent width", "", "", K::Integer, 0, 65536, S::Linear, {},
            kMore, "Width tokens are projected to before they are routed; 0 = hidden size."),
        row<&Scenario::moe, &MoeSpec::latentNorm>("moe.latent_norm", "Experts", "Latent norm", "", "",
                                                  K::Flag, 0, 1, S::Linear, {}, kMore,
                                                  "A norm of the latent width stands before routed experts."),
        row<&Scenario::moe, &MoeSpec::empty>(
            "moe.empty", "Experts", "Empty experts", "", "", K::Integer, 0, 65536, S::Linear, {}, kMore,
            "Experts beside the others that hand a token on as it is: a token visits fewer that work."),
        row<&Scenario::model, &ModelSpec::pattern>(
            "model.pattern", "Layer kinds", "Pattern", "", "", K::Text, 0, 0, S::Linear, {}, kEveryday,
            "Kinds of layers with repeats, cycled: full, sliding, chunked, sparse, sparse_shared, blocks, "
            "gdn, "
            "csa, hca, kda, lightning, mamba1, mamba2, ffn, none; e.g. full,sliding*5. Empty = full "
            "attention."),
        row<&Scenario::model, &ModelSpec::window>("model.window", "Layer kinds", "Window", "w", "tokens",
                                                  K::Integer, 0, 1e8, S::Linear, {}, kMore,
                                                  "Keys a sliding layer sees; 0 = none."),
        row<&Scenario::model, &ModelSpec::chunk>(
            "model.chunk", "Layer kinds", "Chunk", "C", "tokens", K::Integer, 0, 1e8, S::Linear, {}, kMore,
            "A chunked layer sees its own chunk of this many tokens; 0 = none."),
        row<&Scenario::model, &ModelSpec::globalEvery>("model.global_every", "Layer kinds", "Global every",
                                                       "", "", K::Integer, 0, kMostLayers, S::Linear, {},
                                                       kMore,
                                                       "Without a pattern: every n-th layer sees all keys, "
                                                       "the others the window or chunk; 0 = none does."),
        row<&Scenario::model, &ModelSpec::slidingHeads>(
            "model.sliding_heads", "Layer kinds", "Sliding heads", "", "", K::Integer, 1, 4096, S::Linear, {},
            kMore, "Query heads of sliding layers; auto = as the others."),
        row<&Scenario::model, &ModelSpec::slidingKvHeads>(
            "model.sliding_kv_heads", "Layer kinds", "Sliding KV heads", "", "", K::Integer, 1, 4096,
            S::Linear, {}, kMore, "Key and value heads of sliding layers; auto = as the others."),
        row<&Scenario::model, &ModelSpec::slidingHeadDim>(
            "model.sliding_head_dim", "Layer kinds", "Sliding head dimension", "", "", K::Integer, 1, 4096,
            S::Linear, {}, kMore, "Head dimension of sliding layers; auto = as the others."),
        row<&Scenario::model, &ModelSpec::slidingVDim>(
            "model.sliding_v_dim", "Layer kinds", "Sliding value dim", "", "", K::Integer, 1, 4096, S::Linear,
            {}, kMore, "Width of a value head of sliding layers; auto = as the others."),
        row<&Scenario::model, &ModelSpec::sinks>("model.sinks", "Layer kinds", "Attention sinks", "", "",
                                                 K::Flag, 0, 1, S::Linear, {}, kMore,
                                                 "One learned logit per head that takes attention away."),
        row<&Scenario::model, &ModelSpec::slidingSinks>(
            "model.sliding_sinks", "Layer kinds", "Sinks of sliding layers", "", "", K::Flag, 0, 1, S::Linear,
            {}, kMore, "Sliding layers alone have attention sinks."),
        row<&Scenario::model, &ModelSpec::jointKv>(
            "model.joint_kv", "Layer kinds", "Joint key and value", "", "", K::Flag, 0, 1, S::Linear, {},
            kMore,
            "A token's key and value are one vector of a head's width, shared by all heads (DeepSeek-V4)."),
        row<&Scenario::model, &ModelSpec::outputGroups>(
            "model.output_groups", "Layer kinds", "Output groups", "G", "", K::Integer, 0, 4096, S::Linear,
            {}, kMore, "Groups of heads whose outputs are projected to a low rank first; 0 = one matrix."),
        row<&Scenario::model, &ModelSpec::outputRank>("model.output_rank", "Layer kinds", "Output rank", "o",
                                                      "", K::Integer, 0, 65536, S::Linear, {}, kMore,
                                                      "Rank of the output projection of each group."),
        row<&Scenario::model, &ModelSpec::csaRatio>("model.csa_ratio", "Layer kinds", "Sparse compression",
                                                    "R", "tokens", K::Integer, 1, 65536, S::Linear, {}, kMore,
                                                    "Tokens of a compressed key of csa layers."),
        row<&Scenario::model, &ModelSpec::hcaRatio>("model.hca_ratio", "Layer kinds", "Heavy compression",
                                                    "R", "tokens", K::Integer, 1, 65536, S::Linear, {}, kMore,
                                                    "Tokens of a compressed key of hca layers."),
        row<&Scenario::model, &ModelSpec::outputGate>(
            "model.output_gate", "Layer kinds", "Output gate", "", "", K::Flag, 0, 1, S::Linear, {}, kMore,
            "The output of attention is gated by a projection of its input."),
        row<&Scenario::model, &ModelSpec::headGate>(
            "model.head_gate", "Layer kinds", "Gate per head", "", "", K::Flag, 0, 1, S::Linear, {}, kMore,
            "The output of each head is gated by one number, projected from the layer's input."),
        row<&Scenario::model, &ModelSpec::keysAreValues>(
            "model.keys_are_values", "Layer kinds", "Keys are values", "", "", K::Flag, 0, 1, S::Linear, {},
            kMore, "Layers that see all keys have no value projection; the cache keeps keys and values."),
        row<&Scenario::model, &ModelSpec::attentionBias>("model.attention_bias", "Layer kinds", "QKV biases",
                                                         "", "", K::Flag, 0, 1, S::Linear, {}, kMore,
                                                         "Query, key and value projections have biases."),
        row<&Scenario::model, &ModelSpec::outputBias>("model.output_bias", "Layer kinds", "Output bias", "",
                                                      "", K::Flag, 0, 1, S::Linear, {}, kMore,
                                                      "The output projection of attention has a bias."),
        row<&Scenario::model, &ModelSpec::headBias>("model.head_bias", "Layer kinds", "LM-head bias", "", "",
                                                    K::Flag, 0, 1, S::Linear, {}, kMore,
                                                    "The LM head has a bias."),
        row<&Scenario::model, &ModelSpec::fourNorms>("model.four_norms", "Layer kinds", "Four norms", "", "",
                                                     K::Flag, 0, 1, S::Linear, {}, kMore,
                                                     "Norms before and after both blocks of a layer."),
        row<&Scenario::model, &ModelSpec::oneBlock>(
            "model.one_block", "Layer kinds", "One block a layer", "", "", K::Flag, 0, 1, S::Linear, {},
            kMore, "A layer is a mixer or a feed-forward network, not both."),
        row<&Scenario::model, &ModelSpec::kvSharedLayers>(
            "model.kv_shared_layers", "Layer kinds", "Layers that share KV", "", "", K::Integer, 0,
            kMostLayers, S::Linear, {}, kMore, "Last layers that use the keys and values of earlier ones."),
        row<&Scenario::model, &ModelSpec::kvShareFactor>(
            "model.kv_share_factor", "Layer kinds", "KV shared by", "", "", K::Integer, 1, 64, S::Linear, {},
            kMore, "Only every n-th layer has keys and values of its own; 1 = each has."),
        row<&Scenario::model, &ModelSpec::wideShared>(
            "model.wide_shared", "Layer kinds", "Wide FFN where KV is shared", "", "", K::Flag, 0, 1,
            S::Linear, {}, kMore,
            "Layers that share keys and values have a dense network of twice the width."),
        row<&Scenario::model, &ModelSpec::ffnWidths>("model.ffn_widths", "Layer kinds", "FFN widths", "", "",
                                                     K::Text, 0, 0, S::Linear, {}, kMore,
                                                     "Width of the dense network of each layer, cycled, with "
                                                     "commas; 0 = no network. Empty = all as the "
                                                     "dense FFN size."),
        row<&Scenario::model, &ModelSpec::streams>("model.streams", "Layer kinds", "Residual streams", "m",
                                                   "", K::Integer, 1, 64, S::Linear, {}, kMore,
                                                   "Residual streams that connections mix at every block "
                                                   "(hyper-connections): pipeline stages hand on "
                                                   "all of them; 1 = the usual one."),
        row<&Scenario::model, &ModelSpec::residualBlock>("model.residual_block", "Layer kinds",
                                                         "Attention-residual block", "", "layers", K::Integer,
                                                         0, kMostLayers, S::Linear, {}, kMore,
                                                         "Layers whose summed output later ones attend to; "
                                                         "pipeline stages hand on all of them; 0 = none."),
        row<&Scenario::model, &ModelSpec::layerEmbedding>(
            "model.layer_embedding", "Layer kinds", "Embedding per layer", "p", "", K::Integer, 0, 65536,
            S::Linear, {}, kMore, "Width of embeddings of its own that every layer reads; 0 = none."),
        row<&Scenario::model, &ModelSpec::layerVocab>(
            "model.layer_vocab", "Layer kinds", "Rows of layer embeddings", "", "tokens", K::Integer, 0, 1e7,
            S::Log, {}, kMore, "Rows of each layer's embeddings; 0 = as the vocabulary."),
        row<&Scenario::model, &ModelSpec::layerParams>(
            "model.layer_params", "Layer kinds", "Further parameters", "", "", K::Integer, 0, 1e9, S::Linear,
            {}, kMore,
            "Of each layer that mixes tokens, beside those the other keys give: more norms, scalars; every "
            "rank holds them."),
        row<&Scenario::model, &ModelSpec::linearKeyHeads>(
            "model.linear.key_heads", "Layer kinds", "Linear key heads", "n_k", "", K::Integer, 0, 4096,
            S::Linear, {}, kMore, "Of gated delta net and Kimi delta layers."),
        row<&Scenario::model, &ModelSpec::linearValueHeads>(
            "model.linear.value_heads", "Layer kinds", "Linear value heads", "n_v", "", K::Integer, 0, 4096,
            S::Linear, {}, kMore, "Of gated delta net layers; Kimi delta has as many as key heads."),
        row<&Scenario::model, &ModelSpec::linearKeyDim>("model.linear.key_dim", "Layer kinds",
                                                        "Linear key dim", "d_k", "", K::Integer, 0, 4096,
                                                        S::Linear, {}, kMore, "Width of a key head."),
        row<&Scenario::model, &ModelSpec::linearValueDim>("model.linear.value_dim", "Layer kinds",
                                                          "Linear value dim", "d_v", "", K::Integer, 0, 4096,
                                                          S::Linear, {}, kMore, "Width of a value head."),
        row<&Scenario::model, &ModelSpec::linearConv>(
            "model.linear.conv", "Layer kinds", "Linear convolution", "c", "", K::Integer, 1, 64, S::Linear,
            {}, kMore, "Taps of the short convolution over queries, keys and values."),
        row<&Scenario::model, &ModelSpec::linearFullGate>(
            "model.linear.full_gate", "Layer kinds", "Full-rank gate", "", "", K::Flag, 0, 1, S::Linear, {},
            kMore, "The output gate of Kimi delta layers is one matrix, not two of low rank."),
        row<&Scenario::model, &ModelSpec::mambaInner>("model.mamba.inner", "Layer kinds", "Mamba inner width",
                                                      "D", "", K::Integer, 0, 1e6, S::Linear, {}, kMore,
                                                      "Width of the state-space block."),
        row<&Scenario::model, &ModelSpec::mambaState>("model.mamba.state", "Layer kinds", "Mamba state", "N",
                                                      "", K::Integer, 0, 65536, S::Linear, {}, kMore,
                                                      "State per channel."),
        row<&Scenario::model, &ModelSpec::mambaGroups>(
            "model.mamba.groups", "Layer kinds", "Mamba groups", "G", "", K::Integer, 1, 4096, S::Linear, {},
            kMore, "Groups that share input and output matrices (Mamba-2)."),
        row<&Scenario::model, &ModelSpec::mambaHeads>("model.mamba.heads", "Layer kinds", "Mamba heads", "",
                                                      "", K::Integer, 0, 65536, S::Linear, {}, kMore,
                                                      "Heads of the state-space block (Mamba-2)."),
        row<&Scenario::model, &ModelSpec::mambaConv>("model.mamba.conv", "Layer kinds", "Mamba convolution",
                                                     "", "", K::Integer, 1, 64, S::Linear, {}, kMore,
                                                     "Taps of the convolution."),
        row<&Scenario::model, &ModelSpec::mambaDtRank>(
            "model.mamba.dt_rank", "Layer kinds", "Mamba time-step rank", "", "", K::Integer, 0, 65536,
            S::Linear, {}, kMore, "Rank of the time-step projection (Mamba-1)."),
        row<&Scenario::model, &ModelSpec::indexHeads>("model.index.heads", "Layer kinds", "Indexer heads",
                                                      "n_I", "", K::Integer, 0, 4096, S::Linear, {}, kMore,
                                                      "Heads of the indexer of sparse layers."),
        row<&Scenario::model, &ModelSpec::indexDim>("model.index.dim", "Layer kinds", "Indexer dim", "d_I",
                                                    "", K::Integer, 0, 4096, S::Linear, {}, kMore,
                                                    "Width of an indexer head."),
        row<&Scenario::model, &ModelSpec::indexTopK>("model.index.top_k", "Layer kinds", "Indexed keys", "",
                                                     "", K::Integer, 0, 1e8, S::Linear, {}, kMore,
                                                     "Keys a query of a sparse layer attends to."),
        row<&Scenario::model, &ModelSpec::indexPool>("model.index.pool", "Layer kinds", "Indexer pool", "",
                                                     "tokens", K::Integer, 1, 65536, S::Linear, {}, kMore,
                                                     "Tokens that share one key of the indexer."),
        recipeRow(),
        row<&Scenario::train, &TrainSpec::tokens>("train.tokens", "Training", "Training tokens", "D",
                                                  "tokens", K::Real, 1, 1e18, S::Log, {}, kEveryday,
                                                  "Tokens of the whole run."),
        row<&Scenario::train, &TrainSpec::globalBatch>("train.global_batch", "Training", "Global batch", "",
                                                       "sequences", K::Integer, 1, 1e7, S::Log, {}, kEveryday,
                                                       "Sequences per optimizer step over all GPUs."),
        row<&Scenario::train, &TrainSpec::microBatch>("train.micro_batch", "Training", "Micro-batch", "b",
                                                      "sequences", K::Integer, 1, 65536, S::Divisor, {},
                                                      kEveryday, "Sequences per GPU and pass."),
        row<&Scenario::train, &TrainSpec::lr>("train.lr", "Training", "Peak learning rate", "", "", K::Real,
                                              1e-07, 1, S::Log, {}, kEveryday, "Peak of the schedule."),
        row<&Scenario::train, &TrainSpec::scheduleLr>(
            "train.schedule_lr", "Training", "Learning-rate schedule", "", "", K::Choice, 0, 0, S::Linear,
            enumNames<LrSchedule>(), kMore,
            "Cosine to 0 or to 10 % of the peak, warm-up–stable–decay, or constant: moves the best learning "
            "rate and "
            "the loss."),
        row<&Scenario::train, &TrainSpec::cooldown>(
            "train.cooldown", "Training", "Cooldown", "c", "share", K::Real, 0.01, 1, S::Linear, {}, kMore,
            "Share of the steps in which a WSD schedule lets the learning rate fall."),
        row<&Scenario::train, &TrainSpec::recompute>(
            "train.recompute", "Training", "Recompute", "", "", K::Text, 0, 0, S::Linear, {}, kEveryday,
            "none, full, op-level, or parts: core_attn, layernorm, mlp, moe, moe_act, mla_up_proj."),
        row<&Scenario::train, &TrainSpec::stack>("train.stack", "Training", "Software stack", "", "",
                                                 K::Choice, 0, 0, S::Linear, enumNames<Stack>(), kMore,
                                                 "Sets loss kernel, attention kernel, probabilities and "
                                                 "dummy gradients together; each can still be set."),
        row<&Scenario::train, &TrainSpec::loss>("train.loss", "Training", "Loss kernel", "", "", K::Choice, 0,
                                                0, S::Linear, enumNames<LossKernel>(), kMore,
                                                "Which cross-entropy; auto = as the stack."),
        row<&Scenario::train, &TrainSpec::attentionKernel>(
            "train.attention_kernel", "Training", "Attention kernel", "", "", K::Choice, 0, 0, S::Linear,
            enumNames<AttentionKernel>(), kMore,
            "Auto = as the stack; flash-1: kernels of 2022 and 2023 (Triton, CUTLASS 1)."),
        row<&Scenario::train, &TrainSpec::probabilities>(
            "train.probabilities", "Training", "Router probabilities", "", "", K::Choice, 0, 0, S::Linear,
            enumNames<Probabilities>(), kMore,
            "Applied at combine or folded into the activation; auto = as the stack."),
        row<&Scenario::train, &TrainSpec::dummyGradients>(
            "train.dummy_gradients", "Training", "Dummy weight gradients", "", "", K::Flag, 0, 1, S::Linear,
            {}, kMore, "Transformer-Engine dummy weight gradients; auto = as the stack."),
        row<&Scenario::train, &TrainSpec::parallelLoss>(
            "train.parallel_loss", "Training", "Parallel loss", "", "", K::Flag, 0, 1, S::Linear, {}, kMore,
            "Cross-entropy on logits split over TP (Megatron); off: every TP rank gathers all of them."),
        row<&Scenario::train, &TrainSpec::zero>(
            "train.zero", "Training", "ZeRO stage", "", "", K::Integer, 0, 3, S::Linear, {}, kEveryday,
            "What is sharded over data-parallel ranks: 1 optimizer, 2 + gradients, 3 + weights (FSDP)."),
        row<&Scenario::train, &TrainSpec::shardGroup>("train.shard_group", "Training", "Shard group", "Z_h",
                                                      "", K::Integer, 1, 1e6, S::Divisor, {}, kMore,
                                                      "Data-parallel ranks that share what ZeRO shards; "
                                                      "copies are kept beyond them (HSDP); auto = all."),
        row<&Scenario::train, &TrainSpec::unshardedGrads>(
            "train.unsharded_grads", "Training", "Unsharded gradients", "", "", K::Flag, 0, 1, S::Linear, {},
            kMore, "FSDP that accumulates gradients without synchronising keeps them whole in fp32."),
        row<&Scenario::train, &TrainSpec::gradBytes>("train.grad_bytes", "Training", "Gradient bytes", "b_g",
                                                     "B", K::Integer, 2, 4, S::Linear, {}, kMore,
                                                     "Bytes per gradient element."),
        row<&Scenario::train, &TrainSpec::gradReduce>(
            "train.grad_reduce", "Training", "Gradient reduction", "", "", K::Choice, 0, 0, S::Linear,
            enumNames<GradReduce>(), kMore,
            "Type of gradients on their way between ranks; auto = as they are added up."),
        row<&Scenario::train, &TrainSpec::optimizer>(
            "train.optimizer", "Training", "Optimizer", "", "", K::Choice, 0, 0, S::Linear,
            enumNames<Optimizer>(), kMore,
            "Adam with two moments, or Muon: one moment and products that orthogonalise the update of each "
            "matrix; embeddings, head and norms keep Adam."),
        row<&Scenario::train, &TrainSpec::momentBytes>("train.moment_bytes", "Training", "Moment bytes", "",
                                                       "B", K::Integer, 1, 4, S::Linear, {}, kMore,
                                                       "Bytes of each Adam moment."),
        row<&Scenario::train, &TrainSpec::masterWeights>("train.master_weights", "Training", "Master weights",
                                                         "", "", K::Flag, 0, 1, S::Linear, {}, kMore,
                                                         "Keeps an fp32 copy of the weights."),
        row<&Scenario::train, &TrainSpec::dropout>("train.dropout", "Training", "Dropout", "", "", K::Real, 0,
                                                   0.9, S::Linear, {}, kMore, "Dropout probability."),
        row<&Scenario::train, &TrainSpec::imbalance>(
            "train.imbalance", "Training", "Load imbalance", "λ", "", K::Real, 1, 64, S::Linear, {}, kMore,
            "Rows the busiest rank receives over its balanced share; auto: the capacity factor, or what the "
            "routing gives, 1.15 at least."),
        row<&Scenario::train, &TrainSpec::maskInLoader>(
            "train.mask_in_loader", "Training", "Mask made by loader", "", "", K::Flag, 0, 1, S::Linear, {},
            kMore, "The data loader makes a boolean attention mask; auto = no."),
        row<&Scenario::train, &TrainSpec::dispatcher>(
            "train.dispatcher", "Training", "Token dispatcher", "", "", K::Choice, 0, 0, S::Linear,
            enumNames<Dispatcher>(), kMore,
            "Plain all-to-all, or one copy per destination: DeepEP, or HybridEP, whose host need not know "
            "how many tokens come."),
        row<&Scenario::train, &TrainSpec::epOverlap>("train.ep_overlap", "Training", "Overlap all-to-all", "",
                                                     "", K::Flag, 0, 1, S::Linear, {}, kMore,
                                                     "Expert-parallel communication runs beside compute."),
        row<&Scenario::train, &TrainSpec::tpOverlap>(
            "train.tp_overlap", "Training", "Overlap tensor parallel", "", "", K::Flag, 0, 1, S::Linear, {},
            kMore, "Tensor-parallel communication runs beside GEMMs."),
        row<&Scenario::train, &TrainSpec::dpOverlap>(
            "train.dp_overlap", "Training", "Overlap data parallel", "", "", K::Flag, 0, 1, S::Linear, {},
            kMore, "Gradient reduction and parameter gathering run beside compute."),
        row<&Scenario::train, &TrainSpec::eager>("train.eager", "Training", "Eager framework", "", "",
                                                 K::Flag, 0, 1, S::Linear, {}, kMore,
                                                 "Elementwise operators are not fused or compiled."),
        row<&Scenario::train, &TrainSpec::cudaGraphs>(
            "train.cuda_graphs", "Training", "CUDA graphs", "", "", K::Choice, 0, 0, S::Linear,
            enumNames<CudaGraphs>(), kMore,
            "Launches are recorded and replayed: of parts of a layer, or of the whole iteration, which needs "
            "static shapes; true means parts."),
        row<&Scenario::train, &TrainSpec::fusedGroupedMlp>(
            "train.fused_grouped_mlp", "Training", "Fused expert MLP", "", "", K::Flag, 0, 1, S::Linear, {},
            kMore, "Expert products, the activation between them and its quantisation run as one kernel."),
        row<&Scenario::train, &TrainSpec::delayWgrad>(
            "train.delay_wgrad", "Training", "Delayed weight gradients", "", "", K::Flag, 0, 1, S::Linear, {},
            kMore, "Weight gradients run apart and hide the backward dispatch; needs overlapped all-to-all."),
        row<&Scenario::train, &TrainSpec::narrowWeights>(
            "train.narrow_weights", "Training", "Weights in the compute type alone", "", "", K::Flag, 0, 1,
            S::Linear, {}, kMore,
            "Matrices are made of the master weights in the compute type, without a bf16 copy beside it "
            "(Megatron-LM: fp8_param_gather); needs FP8 or narrower compute."),
        row<&Scenario::train, &TrainSpec::narrowActivations>(
            "train.narrow_activations", "Training", "Narrow saved activations", "", "", K::Flag, 0, 1,
            S::Linear, {}, kMore,
            "For the backward pass inputs of activation functions are kept in 8 bits and the output of "
            "attention in 12 (DeepSeek-V3 report, 3.3.3); needs FP8 or narrower compute."),
        row<&Scenario::train, &TrainSpec::activationOffload>(
            "train.activation_offload", "Training", "Activation offload", "", "", K::Real, 0, 1, S::Linear,
            {}, kMore, "Share of the saved activations that waits in the host's memory."),
        row<&Scenario::train, &TrainSpec::deterministic>("train.deterministic", "Training", "Deterministic",
                                                         "", "", K::Flag, 0, 1, S::Linear, {}, kMore,
                                                         "Deterministic attention backward."),
        row<&Scenario::train, &TrainSpec::fp8Attention>(
            "train.fp8_attention", "Training", "Attention in FP8", "", "", K::Flag, 0, 1, S::Linear, {},
            kMore,
            "Queries, keys and probabilities enter attention's products in 8 bits (Transformer Engine: "
            "fp8_dpa)."),
        row<&Scenario::train, &TrainSpec::fusedRope>(
            "train.fused_rope", "Training", "Fused rotation of MLA", "", "", K::Flag, 0, 1, S::Linear, {},
            kMore,
            "MLA's queries and keys are rotated, split and copied in one kernel each (Megatron-LM: "
            "apply_rope_fusion)."),
        row<&Scenario::train, &TrainSpec::schedule>(
            "train.schedule", "Training", "Pipeline schedule", "", "", K::Choice, 0, 0, S::Linear,
            enumNames<ScheduleKind>(), kMore,
            "Order of the passes; auto = 1f1b, interleaved with virtual stages, combined-1f1b where the "
            "all-to-all overlaps too."),
        row<&Scenario::train, &TrainSpec::fusedGradAccumulation>(
            "train.fused_grad_accumulation", "Training", "Fused gradient sum", "", "", K::Flag, 0, 1,
            S::Linear, {}, kMore, "Weight-gradient GEMMs accumulate in place."),
        row<&Scenario::train, &TrainSpec::hostFactor>("train.host_factor", "Training", "Host factor", "", "",
                                                      K::Real, 0.1, 10, S::Log, {}, kMore,
                                                      "Slowness of the host against a typical one."),
        row<&Scenario::train, &TrainSpec::attentionWindow>(
            "train.attention_window", "Training", "Attention window", "", "tokens", K::Integer, 0, 16777216,
            S::Linear, {}, kMore, "Sliding window on alternate layers; 0 = none."),
        row<&Scenario::train, &TrainSpec::trainable>(
            "train.trainable", "Training", "Trainable", "", "", K::Choice, 0, 0, S::Linear,
            enumNames<Trainable>(), kEveryday,
            "All weights, low-rank adapters beside frozen ones (LoRA), or none: a forward pass alone."),
        row<&Scenario::train, &TrainSpec::loraRank>("train.lora.rank", "Training", "Rank of adapters", "r",
                                                    "", K::Integer, 1, 8192, S::Log, {}, kMore,
                                                    "Of the two matrices beside each adapted one."),
        row<&Scenario::train, &TrainSpec::loraAlpha>(
            "train.lora.alpha", "Training", "Scale of adapters", "α", "", K::Real, 0, 1e6, S::Linear, {},
            kMore, "What an adapter adds counts α/r times; moves neither bytes nor time."),
        row<&Scenario::train, &TrainSpec::loraTargets>(
            "train.lora.targets", "Training", "Adapted matrices", "", "", K::Text, 0, 0, S::Linear, {}, kMore,
            "Comma-separated: qkv and fc1 as fused products, or q, k, v and gate, up apart; o; down."),
        row<&Scenario::train, &TrainSpec::loraExperts>(
            "train.lora.experts", "Training", "Adapters of experts", "", "", K::Choice, 0, 0, S::Linear,
            enumNames<LoraExperts>(), kMore,
            "Each routed expert has its own, those of a GPU share one in a layer, or they have none."),
        row<&Scenario::train, &TrainSpec::frozen>(
            "train.frozen", "Training", "Frozen parts", "", "", K::Text, 0, 0, S::Linear, {}, kMore,
            "none, or what does not learn: embeddings, first-N (layers), comma-separated. Below the first "
            "part that learns nothing is kept and no gradient passes."),
        row<&Scenario::train, &TrainSpec::packed>(
            "train.packed", "Training", "Packed samples", "", "tokens", K::Text, 0, 0, S::Linear, {}, kMore,
            "Mix of lengths of the samples packed into a sequence, with repeats: 300*8,1500. Attention stays "
            "within a sample; empty = one sample a sequence."),
        row<&Scenario::parallel, &ParallelSpec::tp>("parallel.tp", "Parallelism", "Tensor parallel", "TP", "",
                                                    K::Integer, 1, 1024, S::Divisor, {}, kEveryday,
                                                    "Splits every matrix."),
        row<&Scenario::parallel, &ParallelSpec::pp>("parallel.pp", "Parallelism", "Pipeline parallel", "PP",
                                                    "", K::Integer, 1, 1024, S::Divisor, {}, kEveryday,
                                                    "Splits the layers into stages."),
        row<&Scenario::parallel, &ParallelSpec::ep>("parallel.ep", "Parallelism", "Expert parallel", "EP", "",
                                                    K::Integer, 1, 65536, S::Divisor, {}, kEveryday,
                                                    "Splits the experts; carved out of data parallelism."),
        row<&Scenario::parallel, &ParallelSpec::cp>("parallel.cp", "Parallelism", "Context parallel", "CP",
                                                    "", K::Integer, 1, 1024, S::Divisor, {}, kMore,
                                                    "Splits the sequence."),
        row<&Scenario::parallel, &ParallelSpec::vpp>("parallel.vpp", "Parallelism", "Virtual stages", "VPP",
                                                     "", K::Integer, 1, 128, S::Divisor, {}, kMore,
                                                     "Chunks per pipeline stage (interleaving)."),
        row<&Scenario::parallel, &ParallelSpec::etp>("parallel.etp", "Parallelism", "Expert tensor parallel",
                                                     "ETP", "", K::Integer, 1, 1024, S::Divisor, {}, kMore,
                                                     "Splits each expert; auto = TP where EP is 1, else 1."),
        row<&Scenario::parallel, &ParallelSpec::dp>("parallel.dp", "Parallelism", "Data parallel", "DP", "",
                                                    K::Integer, 1, 1e6, S::Divisor, {}, kMore,
                                                    "Auto = GPUs / (TP · PP · CP)."),
        row<&Scenario::parallel, &ParallelSpec::sequenceParallel>(
            "parallel.sequence_parallel", "Parallelism", "Sequence parallel", "", "", K::Flag, 0, 1,
            S::Linear, {}, kEveryday, "Norms and residuals are split along the sequence over TP."),
        row<&Scenario::parallel, &ParallelSpec::layersShareGpus>(
            "parallel.layers_share_gpus", "Parallelism", "Layers share GPUs", "", "", K::Flag, 0, 1,
            S::Linear, {}, kMore, "Off: every MoE layer has its own group of GPUs."),
        row<&Scenario::parallel, &ParallelSpec::cpComm>(
            "parallel.cp_comm", "Parallelism", "CP exchange", "", "", K::Choice, 0, 0, S::Linear,
            enumNames<CpComm>(), kMore, "Ring of key/value blocks, or all-to-all over heads."),
        row<&Scenario::parallel, &ParallelSpec::layout>("parallel.layout", "Parallelism", "Stage layout", "",
                                                        "", K::Text, 0, 0, S::Linear, {}, kMore,
                                                        "Layers of each pipeline chunk, comma-separated, or "
                                                        "as Megatron-LM writes it: Et*4|(t*4|)*14tmL; auto = "
                                                        "balanced by cost, empty = even."),
        row<&Scenario::precision, &PrecisionSpec::compute>(
            "precision.compute", "Precision", "Compute", "", "", K::Choice, 0, 0, S::Linear,
            enumNames<DataType>(), kEveryday, "Type of the GEMM inputs."),
        row<&Scenario::precision, &PrecisionSpec::weights>(
            "precision.weights", "Precision", "Weights", "", "", K::Choice, 0, 0, S::Linear,
            enumNames<DataType>(), kMore, "Type of the stored weights."),
        row<&Scenario::precision, &PrecisionSpec::experts>(
            "precision.experts", "Precision", "Expert weights", "", "", K::Choice, 0, 0, S::Linear,
            enumNames<DataType>(), kMore, "Type of the routed experts; auto = as the weights."),
        row<&Scenario::precision, &PrecisionSpec::attention>(
            "precision.attention", "Precision", "Attention weights", "", "", K::Choice, 0, 0, S::Linear,
            enumNames<DataType>(), kMore,
            "Type of the projections of attention and other mixers; auto = as the weights."),
        row<&Scenario::precision, &PrecisionSpec::head>(
            "precision.head", "Precision", "Embedding and head", "", "", K::Choice, 0, 0, S::Linear,
            enumNames<DataType>(), kMore, "Type of the embedding and the LM head; auto = as the weights."),
        row<&Scenario::precision, &PrecisionSpec::frozen>(
            "precision.frozen", "Precision", "Frozen matrices", "", "", K::Choice, 0, 0, S::Linear,
            enumNames<FrozenType>(), kMore,
            "How matrices of layers that do not learn are kept in training; nf4 by blocks of 64, its scales "
            "again quantised with nf4-double (QLoRA). Embedding, head, norms and router stay as they are."),
        row<&Scenario::precision, &PrecisionSpec::dispatch>(
            "precision.dispatch", "Precision", "Dispatch", "", "", K::Choice, 0, 0, S::Linear,
            enumNames<DataType>(), kMore, "Type of tokens on their way to the experts."),
        row<&Scenario::precision, &PrecisionSpec::combine>(
            "precision.combine", "Precision", "Combine", "", "", K::Choice, 0, 0, S::Linear,
            enumNames<DataType>(), kMore, "Type of tokens on their way back."),
        row<&Scenario::precision, &PrecisionSpec::kvCache>("precision.kv_cache", "Precision", "KV cache", "",
                                                           "", K::Choice, 0, 0, S::Linear,
                                                           enumNames<DataType>(), kMore,
                                                           "Type of the cached keys and values."),
        row<&Scenario::cluster, &ClusterSpec::gpus>("cluster.gpus", "Cluster", "GPUs", "", "", K::Integer, 1,
                                                    1e6, S::Log, {}, kEveryday,
                                                    "GPUs in all; auto = TP · PP · CP · DP."),
        row<&Scenario::cluster, &ClusterSpec::gpusPerNode>(
            "cluster.gpus_per_node", "Cluster", "GPUs per node", "", "", K::Integer, 1, 1024, S::Log, {},
            kEveryday, "Size of the NVLink domain (72 on GB200 NVL72); auto = of the GPU preset."),
        row<&Scenario::cluster, &ClusterSpec::nvlinkGbps>("cluster.nvlink_gbps", "Cluster", "NVLink", "",
                                                          "GB/s", K::Real, 1, 10000, S::Log, {}, kMore,
                                                          "Per GPU and direction; auto = of the GPU preset."),
        row<&Scenario::cluster, &ClusterSpec::nicGbps>(
            "cluster.nic_gbps", "Cluster", "NIC", "", "GB/s", K::Real, 0.1, 10000, S::Log, {}, kEveryday,
            "Rate of one network adapter; auto = of the GPU preset."),
        row<&Scenario::cluster, &ClusterSpec::nicsPerNode>("cluster.nics_per_node", "Cluster",
                                                           "NICs per node", "", "", K::Integer, 1, 1024,
                                                           S::Linear, {}, kMore, "Auto = one per GPU."),
        row<&Scenario::cluster, &ClusterSpec::networkUtil>(
            "cluster.network_util", "Cluster", "Network utilisation", "", "", K::Real, 0.01, 1, S::Linear, {},
            kMore, "Achieved share of the line rate where no kernel was measured."),
        row<&Scenario::cluster, &ClusterSpec::leafPorts>("cluster.leaf_ports", "Cluster", "Leaf ports", "",
                                                         "", K::Integer, 2, 1024, S::Log, {}, kMore,
                                                         "Ports of a switch."),
        row<&Scenario::cluster, &ClusterSpec::oversubscription>(
            "cluster.oversubscription", "Cluster", "Oversubscription", "", "", K::Real, 1, 64, S::Log, {},
            kMore, "Down-link over up-link bandwidth of a leaf."),
        row<&Scenario::cluster, &ClusterSpec::railOptimised>(
            "cluster.rail_optimised", "Cluster", "Rail-optimised", "", "", K::Flag, 0, 1, S::Linear, {},
            kMore, "GPUs of the same index share a leaf."),
        row<&Scenario::cluster, &ClusterSpec::a2a>(
            "cluster.a2a", "Cluster", "All-to-all kernels", "", "", K::Choice, 0, 0, S::Linear,
            enumNames<A2aKernel>(), kMore,
            "Low-latency sends k copies of a token, normal one per destination node."),
        row<&Scenario::cluster, &ClusterSpec::overlap>(
            "cluster.overlap", "Cluster", "Overlap", "η", "", K::Real, 0, 1, S::Linear, {}, kMore,
            "Share of the smaller of compute and communication that hides behind the larger."),
        row<&Scenario::gpu, &GpuChoice::preset>(
            "gpu.preset", "GPU", "GPU", "", "",
            K::Choice, 0, 0, S::Linear, {}, kEveryday,
            "Data sheet of resources/gpus.yaml; the rows below override it."),
        row<&Scenario::gpu, &GpuChoice::memoryGib>("gpu.memory_gib", "GPU", "Memory", "", "GiB", K::Real, 1,
                                                   4096, S::Log, {}, kEveryday,
                                                   "As the driver reports it; auto = of the preset."),
        row<&Scenario::gpu, &GpuChoice::bf16Tflops>("gpu.bf16_tflops", "GPU", "bf16 peak", "", "TFLOP/s",
                                                    K::Real, 1, 100000, S::Log, {}, kEveryday,
                                                    "Dense; auto = of the preset."),
        row<&Scenario::gpu, &GpuChoice::fp8Tflops>("gpu.fp8_tflops", "GPU", "FP8 peak", "", "TFLOP/s",
                                                   K::Real, 0, 2e5, S::Log, {}, kEveryday,
                                                   "Dense; 0 = none; auto = of the preset."),
        row<&Scenario::gpu, &GpuChoice::bandwidthTbps>("gpu.bandwidth_tbps", "GPU", "Memory bandwidth", "",
                                                       "TB/s", K::Real, 0.01, 1000, S::Log, {}, kEveryday,
                                                       "Nominal; auto = of the preset."),
        row<&Scenario::gpu, &GpuChoice::mfu>(
            "gpu.mfu", "GPU", "Achieved FLOP share", "MFU", "", K::Real, 0.01, 1, S::Linear, {}, kMore,
            "A user specification: replaces the fitted GEMM efficiency; auto = fitted."),
        row<&Scenario::gpu, &GpuChoice::bandwidthUtil>(
            "gpu.bandwidth_util", "GPU", "Achieved bandwidth share", "", "", K::Real, 0.01, 1, S::Linear, {},
            kMore, "A user specification: replaces the fitted bandwidth efficiency; auto = fitted."),
        row<&Scenario::gpu, &GpuChoice::powerW>("gpu.power_w", "GPU", "Power", "", "W", K::Real, 1, 100000,
                                                S::Log, {}, kMore,
                                                "Per GPU, for the energy estimate; auto = of the preset."),
        row<&Scenario::routing, &RoutingSpec::distribution>(
            "routing.distribution", "Routing", "Popularity", "", "", K::Choice, 0, 0, S::Linear,
            enumNames<Distribution>(), kEveryday, "How often the experts are chosen."),
        row<&Scenario::routing, &RoutingSpec::skew>(
            "routing.skew", "Routing", "Skew", "", "", K::Real, 0, 4, S::Linear, {}, kEveryday,
            "Zipf exponent, or standard deviation of the log-normal."),
        row<&Scenario::routing, &RoutingSpec::seed>("routing.seed", "Routing", "Seed", "", "", K::Integer, 0,
                                                    1e9, S::Linear, {}, kMore, "Seed of every random draw."),
        row<&Scenario::routing, &RoutingSpec::placement>("routing.placement", "Routing", "Placement", "", "",
                                                         K::Choice, 0, 0, S::Linear,
                                                         enumNames<PlacementAlgorithm>(), kEveryday,
                                                         "Which GPU holds which expert."),
        row<&Scenario::routing, &RoutingSpec::replicas>(
            "routing.replicas", "Routing", "Expert slots", "", "", K::Integer, 1, 1e6, S::Linear, {}, kMore,
            "Physical slots in all, experts + redundant; auto = experts."),
        row<&Scenario::routing, &RoutingSpec::swaps>(
            "routing.swaps", "Routing", "Moved by hand", "", "", K::Text, 0, 0, S::Linear, {}, kMore,
            "Expert slots that trade places after the placement's algorithm: 3-17, or 2:5-40 in the second "
            "layer alone."),
        row<&Scenario::routing, &RoutingSpec::step>(
            "routing.step", "Routing", "Step of the table", "", "", K::Integer, 0, 1e9, S::Linear, {}, kMore,
            "Of a table of loads with a column `step`; auto = all its steps added up."),
        row<&Scenario::reliability, &ReliabilitySpec::failuresPer1000NodeDays>(
            "reliability.failures_per_1000_node_days", "Reliability", "Failures per 1000 node-days", "", "",
            K::Real, 0, 1e6, S::Linear, {}, kEveryday,
            "Of training: 0 = none are counted. Llama 3 saw 3.8, Meta's clusters 2.3 and 6.5."),
        row<&Scenario::reliability, &ReliabilitySpec::restartSeconds>(
            "reliability.restart_seconds", "Reliability", "Restart", "R", "s", K::Real, 0, 1e7, S::Linear, {},
            kEveryday, "Until training goes on after a failure: detection, restart and load."),
        row<&Scenario::reliability, &ReliabilitySpec::checkpointSeconds>(
            "reliability.checkpoint_seconds", "Reliability", "Checkpoint", "w", "s", K::Real, 0, 1e6,
            S::Linear, {}, kMore,
            "What a checkpoint keeps the step waiting; auto = its copy to the hosts' memory at 20 GB/s per "
            "GPU."),
        row<&Scenario::reliability, &ReliabilitySpec::checkpointInterval>(
            "reliability.checkpoint_interval", "Reliability", "Checkpoint interval", "τ", "s", K::Real, 1e-3,
            1e9, S::Log, {}, kMore, "Work between two checkpoints; auto = best."),
        row<&Scenario::reliability, &ReliabilitySpec::stragglerShare>(
            "reliability.straggler_share", "Reliability", "Straggler share", "", "", K::Real, 0, 0.99,
            S::Linear, {}, kMore, "Of the throughput, lost to stragglers and maintenance."),
        row<&Scenario::serve, &ServeSpec::phase>("serve.phase", "Serving", "Phase", "", "", K::Choice, 0, 0,
                                                 S::Linear, enumNames<Phase>(), kEveryday,
                                                 "Prefill or decode."),
        row<&Scenario::serve, &ServeSpec::requests>("serve.requests", "Serving", "Concurrent requests", "",
                                                    "", K::Integer, 1, 1e8, S::Log, {}, kEveryday,
                                                    "Sequences on the whole cluster."),
        row<&Scenario::serve, &ServeSpec::prefillTokens>("serve.prefill_tokens", "Serving", "Prefill tokens",
                                                         "", "tokens", K::Integer, 1, 1e8, S::Log, {}, kMore,
                                                         "Per rank and step."),
        row<&Scenario::serve, &ServeSpec::context>("serve.context", "Serving", "Context", "", "tokens",
                                                   K::Integer, 1, 1e8, S::Log, {}, kMore,
                                                   "Cached tokens per sequence; auto = prompt + output / 2."),
        row<&Scenario::serve, &ServeSpec::prompt>("serve.prompt", "Serving", "Prompt", "", "tokens",
                                                  K::Integer, 1, 1e8, S::Log, {}, kEveryday,
                                                  "Input tokens per request."),
        row<&Scenario::serve, &ServeSpec::output>("serve.output", "Serving", "Output", "", "tokens",
                                                  K::Integer, 1, 1e8, S::Log, {}, kEveryday,
                                                  "Generated tokens per request."),
        row<&Scenario::serve, &ServeSpec::disaggregated>(
            "serve.disaggregated", "Serving", "Prefill elsewhere", "", "", K::Flag, 0, 0, S::Linear, {},
            kEveryday,
            "Prefill runs on GPUs of its own, counted as many "
            "as the requests need; else a decode step waits for "
            "the prefills of new requests."),
        row<&Scenario::serve, &ServeSpec::engine>(
            "serve.engine", "Serving", "Engine", "", "", K::Choice, 0, 0, S::Linear, enumNames<ServeEngine>(),
            kMore,
            "Whose measured kernels, time between them and scheduler; auto = the first that was measured, "
            "steady formulas; steady = these too."),
        row<&Scenario::serve, &ServeSpec::policy>(
            "serve.policy", "Serving", "Scheduling", "", "", K::Choice, 0, 0, S::Linear,
            enumNames<ServePolicy>(), kMore,
            "Prompts alone while any wait, or beside the tokens of running requests; auto = the engine's."),
        row<&Scenario::serve, &ServeSpec::arrival>("serve.arrival", "Serving", "Arrivals", "", "", K::Choice,
                                                   0, 0, S::Linear, enumNames<ServeArrival>(), kMore,
                                                   "So many requests in flight (closed), at random times "
                                                   "with a mean rate, or as a trace lists them."),
        row<&Scenario::serve, &ServeSpec::concurrency>("serve.concurrency", "Serving", "Requests in flight",
                                                       "C", "", K::Integer, 1, 1000000.0, S::Log, {}, kMore,
                                                       "Of a closed loop: all are sent at once, then one for "
                                                       "each that ends; auto = concurrent requests."),
        row<&Scenario::serve, &ServeSpec::rate>("serve.rate", "Serving", "Arrival rate", "", "requests/s",
                                                K::Real, 1e-06, 1000000.0, S::Log, {}, kMore,
                                                "Of requests that arrive at random."),
        row<&Scenario::serve, &ServeSpec::burstiness>(
            "serve.burstiness", "Serving", "Evenness of arrivals", "", "", K::Real, 0.01, 10000.0, S::Log, {},
            kMore, "Shape of gamma-distributed gaps: 1 as a Poisson process, less in bursts, more evenly."),
        row<&Scenario::serve, &ServeSpec::numRequests>(
            "serve.num_requests", "Serving", "Requests simulated", "N", "", K::Integer, 1, 10000000.0, S::Log,
            {}, kMore, "auto = 10 × requests in flight, or 60 s of arrivals."),
        row<&Scenario::serve, &ServeSpec::lengthSpread>(
            "serve.length_spread", "Serving", "Spread of lengths", "x", "", K::Real, 0, 1, S::Linear, {},
            kMore,
            "Prompts and outputs are uniform between (1 − x)·L and L, 0.2 in benchmarks; 0 = all alike."),
        row<&Scenario::serve, &ServeSpec::maxBatchedTokens>(
            "serve.max_batched_tokens", "Serving", "Tokens per pass", "", "tokens", K::Integer, 1, 10000000.0,
            S::Log, {}, kMore,
            "Prompt tokens and running requests that one pass takes at most; auto = the engine's."),
        row<&Scenario::serve, &ServeSpec::maxSeqs>(
            "serve.max_seqs", "Serving", "Running requests at most", "", "", K::Integer, 1, 1000000.0, S::Log,
            {}, kMore, "Requests that run at once on a rank; auto = the engine's."),
        row<&Scenario::serve, &ServeSpec::kvMemoryFraction>(
            "serve.kv_memory_fraction", "Serving", "Memory share", "", "", K::Real, 0.01, 1, S::Linear, {},
            kMore,
            "Of the GPU's memory that weights, activations and the KV pool share; auto = the engine's."),
        row<&Scenario::serve, &ServeSpec::kvFreeFraction>(
            "serve.kv_free_fraction", "Serving", "Free memory share", "", "", K::Real, 0.01, 1, S::Linear, {},
            kMore,
            "Of what weights and activations leave free, for the KV pool (TensorRT-LLM's "
            "free_gpu_memory_fraction); auto = by the memory share."),
        row<&Scenario::serve, &ServeSpec::kvBlocks>(
            "serve.kv_blocks", "Serving", "KV blocks", "", "", K::Integer, 1, 10000000000.0, S::Log, {},
            kMore, "Blocks of the KV pool of a rank; auto = what memory leaves."),
        row<&Scenario::serve, &ServeSpec::blockSize>(
            "serve.block_size", "Serving", "Block size", "B", "tokens", K::Integer, 1, 4096, S::Log, {},
            kMore, "Tokens of a block of the KV pool; auto = the engine's."),
        row<&Scenario::serve, &ServeSpec::prefixCaching>(
            "serve.prefix_caching", "Serving", "Prefix caching", "", "", K::Flag, 0, 1, S::Linear, {}, kMore,
            "Blocks of prompts seen before are kept while memory lasts; auto = the engine's."),
        row<&Scenario::serve, &ServeSpec::prefixHit>("serve.prefix_hit", "Serving", "Cached share of prompts",
                                                     "", "", K::Real, 0, 1, S::Linear, {}, kMore,
                                                     "Leading part of every prompt that the cache holds."),
        row<&Scenario::serve, &ServeSpec::hostGib>(
            "serve.host_gib", "Serving", "Keys in host memory", "", "GiB", K::Real, 0, 1e6, S::Linear, {},
            kMore,
            "Room below the KV pool for keys of sessions, of a GPU; least recently used go first. 0 = none."),
        row<&Scenario::serve, &ServeSpec::hostGbps>("serve.host_gbps", "Serving", "Keys from host memory", "",
                                                    "GB/s", K::Real, 0.001, 1e5, S::Log, {}, kMore,
                                                    "Of a GPU; auto = its link to the host."),
        row<&Scenario::serve, &ServeSpec::nvmeGib>("serve.nvme_gib", "Serving", "Keys on NVMe", "", "GiB",
                                                   K::Real, 0, 1e6, S::Linear, {}, kMore,
                                                   "Room below host memory, of a GPU. 0 = none."),
        row<&Scenario::serve, &ServeSpec::nvmeGbps>("serve.nvme_gbps", "Serving", "Keys from NVMe", "",
                                                    "GB/s", K::Real, 0.001, 1e5, S::Log, {}, kMore,
                                                    "Of a GPU; auto = 6, one drive of 7 rated."),
        row<&Scenario::serve, &ServeSpec::remoteGib>("serve.remote_gib", "Serving", "Keys in a remote store",
                                                     "", "GiB", K::Real, 0, 1e6, S::Linear, {}, kMore,
                                                     "Room below NVMe, of a GPU. 0 = none."),
        row<&Scenario::serve, &ServeSpec::remoteGbps>(
            "serve.remote_gbps", "Serving", "Keys from a remote store", "", "GB/s", K::Real, 0.001, 1e5,
            S::Log, {}, kMore, "Of a GPU; auto = 0.8 of its network card."),
        row<&Scenario::serve, &ServeSpec::tierPolicy>(
            "serve.tier_policy", "Serving", "Loads from tiers", "", "", K::Choice, 0, 0, S::Linear,
            enumNames<TierPolicy>(), kMore,
            "Always (load), or only where loading is quicker than to compute the tokens (faster)."),
        row<&Scenario::serve, &ServeSpec::tierWrites>(
            "serve.tier_writes", "Serving", "Writes to tiers", "", "", K::Choice, 0, 0, S::Linear,
            enumNames<TierWrites>(), kMore,
            "What the tier above has no room for, held by one tier (evicted), or everything, by all of them "
            "(through)."),
        row<&Scenario::serve, &ServeSpec::distinctPrompts>(
            "serve.distinct_prompts", "Serving", "Distinct prompts", "", "", K::Integer, 1, 10000000.0,
            S::Log, {}, kMore,
            "Sent in turn, so that all but the last block is cached from the second round on; auto = every "
            "prompt is new."),
        row<&Scenario::serve, &ServeSpec::maxPrefillTokens>(
            "serve.max_prefill_tokens", "Serving", "Prompt tokens per batch", "", "tokens", K::Integer, 1,
            10000000.0, S::Log, {}, kMore,
            "Of prompts that begin in one pass, SGLang's max-prefill-tokens; auto = the engine's."),
        row<&Scenario::serve, &ServeSpec::receiveEvery>(
            "serve.receive_every", "Serving", "Passes between looks", "", "", K::Integer, 1, 10000, S::Log,
            {}, kMore,
            "Decode passes until new requests are looked for, SGLang's scheduler-recv-interval; auto = the "
            "engine's."),
        row<&Scenario::serve, &ServeSpec::streamInterval>(
            "serve.stream_interval", "Serving", "Tokens per piece", "", "tokens", K::Integer, 1, 10000,
            S::Log, {}, kMore,
            "Tokens that are sent together; TensorRT-LLM delays the first by half of them; auto = 1."),
        row<&Scenario::serve, &ServeSpec::balancePasses>(
            "serve.balance_passes", "Serving", "Passes for balance", "", "", K::Integer, 0, 100000, S::Log,
            {}, kMore,
            "Passes that ranks of attention data parallelism hold new prompts until each has one, "
            "TensorRT-LLM's timeout_iters; auto = none."),
        row<&Scenario::serve, &ServeSpec::asyncScheduling>(
            "serve.async_scheduling", "Serving", "Scheduling ahead", "", "", K::Flag, 0, 1, S::Linear, {},
            kMore,
            "A pass is formed while the one before it runs, so that arrivals wait a pass longer; auto = the "
            "engine's."),
        row<&Scenario::serve, &ServeSpec::speculativeTokens>(
            "serve.speculative_tokens", "Serving", "Drafted tokens", "k", "tokens", K::Integer, 0, 64,
            S::Linear, {}, kMore,
            "Drafted for each token that is decoded and verified with it in one pass; 0 = none."),
        row<&Scenario::serve, &ServeSpec::acceptance>(
            "serve.acceptance", "Serving", "Acceptance of the first draft", "a", "", K::Real, 0, 1, S::Linear,
            {}, kMore, "Share of first drafts that verification accepts: a property of the texts."),
        row<&Scenario::serve, &ServeSpec::acceptanceDecay>(
            "serve.acceptance_decay", "Serving", "Decay of acceptance", "d", "", K::Real, 0, 1, S::Linear, {},
            kMore, "Each further draft is accepted so many times as often as the one before it."),
        row<&Scenario::serve, &ServeSpec::decodeContextParallel>(
            "serve.decode_context_parallel", "Serving", "Decode context parallel", "DCP", "", K::Integer, 1,
            1024, S::Log, {}, kMore,
            "GPUs of a tensor-parallel rank that share the keys of each sequence among them; divides TP."),
        row<&Scenario::serve, &ServeSpec::prefillWorkers>(
            "serve.prefill_workers", "Serving", "Workers that prefill", "", "", K::Integer, 0, 1024,
            S::Linear, {}, kMore,
            "Copies of the layout that only prefill, with serve.decode_workers; 0 = every GPU does both."),
        row<&Scenario::serve, &ServeSpec::decodeWorkers>(
            "serve.decode_workers", "Serving", "Workers that decode", "", "", K::Integer, 0, 1024, S::Linear,
            {}, kMore, "Copies of the layout that only decode what workers that prefill send them."),
        row<&Scenario::serve, &ServeSpec::transferGbps>(
            "serve.transfer_gbps", "Serving", "KV transfer", "", "GB/s", K::Real, 0.001, 100000.0, S::Log, {},
            kMore, "Of a GPU, between workers that prefill and that decode; auto = its network card."),
        row<&Scenario::serve, &ServeSpec::passScale>(
            "serve.pass_scale", "Serving", "Scale of kernels' time", "", "", K::Real, 0.05, 20, S::Log, {},
            kMore, "The modelled time of a pass times this; auto = the engine's, fitted to its runs."),
        row<&Scenario::serve, &ServeSpec::passSeconds>(
            "serve.pass_seconds", "Serving", "Engine's time per pass", "", "s", K::Real, -1, 10, S::Linear,
            {}, kMore, "What every pass takes besides; auto = the engine's."),
        row<&Scenario::serve, &ServeSpec::rowSeconds>(
            "serve.row_seconds", "Serving", "Engine's time per running request", "", "s", K::Real, -1, 1,
            S::Linear, {}, kMore, "What every decoding request adds to a pass; auto = the engine's."),
        row<&Scenario::serve, &ServeSpec::promptTokenSeconds>(
            "serve.prompt_token_seconds", "Serving", "Engine's time per prompt token", "", "s", K::Real, -1,
            1, S::Linear, {}, kMore, "What every prompt token adds to its pass; auto = the engine's."),
        row<&Scenario::serve, &ServeSpec::requestSeconds>(
            "serve.request_seconds", "Serving", "Time before the scheduler", "", "s", K::Real, 0, 100,
            S::Linear, {}, kMore, "From sending until the scheduler sees a request; auto = the engine's."),
        row<&Scenario::serve, &ServeSpec::streamSeconds>(
            "serve.stream_seconds", "Serving", "Time of the streams", "", "s", K::Real, 0, 10, S::Linear, {},
            kMore, "Until a token is with the client, per request in flight on a rank; auto = the engine's."),
        row<&Scenario::serve, &ServeSpec::sloTtft>(
            "serve.slo_ttft", "Serving", "Limit of first token", "", "s", K::Real, 0.0001, 100000.0, S::Log,
            {}, kEveryday,
            "Longest time to first token that is promised: plans, searches, goodput and pictures of load "
            "count requests that keep it; auto = none."),
        row<&Scenario::serve, &ServeSpec::sloTpot>(
            "serve.slo_tpot", "Serving", "Limit per token", "", "s", K::Real, 1e-06, 10000.0, S::Log, {},
            kEveryday,
            "Longest time per output token that is promised: plans, searches, goodput and pictures of load "
            "count requests that keep it; auto = none."),
        row<&Scenario::serve, &ServeSpec::sloPercentile>(
            "serve.slo_percentile", "Serving", "Share within limits", "", "%", K::Real, 1, 100, S::Linear, {},
            kMore, "Percent of the requests that must meet the limits, after the first burst."),
        row<&Scenario::serve, &ServeSpec::seed>("serve.seed", "Serving", "Seed of requests", "", "",
                                                K::Integer, 0, 1000000000.0, S::Linear, {}, kMore,
                                                "Same seed, same lengths, arrivals and passes."),
        row<&Scenario::operators>(
            "operators", "Serving", "Operator times", enumNames<OperatorSource>(),
            "Measured surfaces where this GPU or its generation has some (auto), those of any GPU, or the "
            "analytic model alone."),
        row<&Scenario::loss, &LossSpec::recipe>(
            "loss.recipe", "Training", "Runs of the recipe", "", "", K::Text, 0, 0, S::Linear, {}, kMore,
            "File of your own recipe's runs (params, tokens, loss); empty = the Step Law recipe."),
        row<&Scenario::price, &PriceSpec::gpuHourUsd>("price.gpu_hour_usd", "Price", "Price", "",
                                                      "USD/GPU-hour", K::Real, 0, 1000, S::Linear, {},
                                                      kEveryday, "0 = no price, no cost."),
        row<&Scenario::cost, &CostSpec::kwhUsd>("cost.kwh", "Price", "Electricity", "", "USD/kWh", K::Real, 0,
                                                100, S::Linear, {}, kMore,
                                                "Of GPUs of one's own (cost.gpu_usd); a rent has it in it."),
        row<&Scenario::cost, &CostSpec::gpuUsd>(
            "cost.gpu_usd", "Price", "Price of a GPU", "", "USD", K::Real, 0, 1e7, S::Linear, {}, kMore,
            "Bought, with its share of a node; 0 = rented at price.gpu_hour_usd."),
        row<&Scenario::cost, &CostSpec::amortiseYears>("cost.amortise_years", "Price", "Years to pay", "",
                                                       "years", K::Real, 0.1, 100, S::Linear, {}, kMore,
                                                       "In which cost.gpu_usd is paid."),
        row<&Scenario::cost, &CostSpec::co2GPerKwh>("cost.co2_g_per_kwh", "Price", "CO2 of electricity", "",
                                                    "g/kWh", K::Real, 0, 5000, S::Linear, {}, kMore,
                                                    "0 = not known, no CO2 (Llama 3.1's model card: 414)."),
        row<&Scenario::cost, &CostSpec::spotShare>("cost.spot_share", "Price", "Spot GPUs", "", "share",
                                                   K::Real, 0, 1, S::Linear, {}, kMore,
                                                   "Share of the rented GPU-hours that may be taken back."),
        row<&Scenario::cost, &CostSpec::spotDiscount>(
            "cost.spot_discount", "Price", "Spot discount", "", "share", K::Real, 0, 0.99, S::Linear, {},
            kMore, "What these are cheaper by than price.gpu_hour_usd; 0.6 is assumed."),
        row<&Scenario::cost, &CostSpec::spotLost>(
            "cost.spot_lost", "Price", "Time lost to spot", "", "share", K::Real, 0, 0.9, S::Linear, {},
            kMore, "Of their hours, to being taken back and to starting again; 0.05 is assumed."),
        row<&Scenario::power, &PowerSpec::limitW>(
            "power.limit_w", "Power", "Power limit", "", "W", K::Real, 1, 100000, S::Log, {}, kEveryday,
            "Of a GPU; a lower one slows its clock: power goes as its 1.8th power. auto = gpu.power_w."),
        row<&Scenario::power, &PowerSpec::idleW>("power.idle_w", "Power", "Idle power", "", "W", K::Real, 0,
                                                 100000, S::Linear, {}, kMore,
                                                 "Of a GPU that waits with a model loaded; auto = 23 % of "
                                                 "gpu.power_w (84 to 98 of 400 W measured)."),
        row<&Scenario::power, &PowerSpec::nodeFactor>(
            "power.node_factor", "Power", "Node over its GPUs", "", "", K::Real, 1, 4, S::Linear, {}, kMore,
            "Power of a node over that of its GPUs: CPU, network cards, fans. 1.3 is assumed (1.15 to 1.4)."),
        row<&Scenario::power, &PowerSpec::pue>(
            "power.pue", "Power", "PUE", "", "", K::Real, 1, 4, S::Linear, {}, kMore,
            "Power of the facility over that of its nodes: cooling. 1.2 is assumed (1.1 to 1.5)."),
        row<&Scenario::power, &PowerSpec::rackGpus>(
            "power.rack_gpus", "Power", "GPUs of a rack", "", "", K::Integer, 1, 10000, S::Log, {}, kMore,
            "auto = the NVLink domain where that is a rack, else four nodes."),
        row<&Scenario::rl, &RlSpec::prompts>("rl.prompts", "RL", "Prompts", "P", "", K::Integer, 1, 1e6,
                                             S::Log, {}, kEveryday,
                                             "Prompts of a step of reinforcement learning."),
        row<&Scenario::rl, &RlSpec::group>("rl.group", "RL", "Responses per prompt", "G", "", K::Integer, 1,
                                           4096, S::Log, {}, kEveryday,
                                           "Sampled to each prompt (GRPO's group)."),
        row<&Scenario::rl, &RlSpec::prompt>("rl.prompt", "RL", "Prompt", "", "tokens", K::Integer, 1, 1e7,
                                            S::Log, {}, kEveryday,
                                            "Tokens of a prompt; the responses of a group share it."),
        row<&Scenario::rl, &RlSpec::responseMean>(
            "rl.response_mean", "RL", "Mean response", "", "tokens", K::Real, 1, 1e7, S::Log, {}, kEveryday,
            "After the cut at the longest; decides the median. auto = from rl.response_median."),
        row<&Scenario::rl, &RlSpec::responseMedian>(
            "rl.response_median", "RL", "Median response", "", "tokens", K::Real, 1, 1e7, S::Log, {}, kMore,
            "Of the log-normal lengths; unused where rl.response_mean is given."),
        row<&Scenario::rl, &RlSpec::responseSigma>(
            "rl.response_sigma", "RL", "Spread of responses", "σ", "", K::Real, 0, 4, S::Linear, {},
            kEveryday, "Of the logarithm of lengths: the long tail. 0.8 is assumed."),
        row<&Scenario::rl, &RlSpec::responseMax>("rl.response_max", "RL", "Longest response", "", "tokens",
                                                 K::Integer, 1, 1e7, S::Log, {}, kEveryday,
                                                 "Longer ones are cut there."),
        row<&Scenario::rl, &RlSpec::groupCorrelation>(
            "rl.group_correlation", "RL", "Likeness within a group", "", "", K::Real, 0, 1, S::Linear, {},
            kMore, "Correlation of the logarithms of a group's lengths. 0.5 is assumed."),
        row<&Scenario::rl, &RlSpec::lengths>("rl.lengths", "RL", "File of lengths", "", "", K::Text, 0, 0,
                                             S::Linear, {}, kMore,
                                             "Measured lengths of responses: one a line, or a table with a "
                                             "column length and optionally prompt, "
                                             "group and prompt_tokens; empty = drawn."),
        row<&Scenario::rl, &RlSpec::oversample>(
            "rl.oversample", "RL", "Sampled over trained", "", "", K::Real, 1, 100, S::Log, {}, kMore,
            "Groups that are sampled for each that is trained (dynamic sampling of DAPO)."),
        row<&Scenario::rl, &RlSpec::mode>(
            "rl.mode", "RL", "Mode", "", "", K::Choice, 0, 0, S::Linear, enumNames<RlMode>(), kEveryday,
            "Sampling and training one after the other, one batch apart, or side by side."),
        row<&Scenario::rl, &RlSpec::staleness>(
            "rl.staleness", "RL", "Staleness",
            "η", "", K::Real, 0, 64, S::Linear, {}, kMore,
            "Batches that sampling may be ahead of training (async); 0 = sync."),
        row<&Scenario::rl, &RlSpec::partial>(
            "rl.partial", "RL", "Partial rollouts", "", "", K::Flag, 0, 0, S::Linear, {}, kMore,
            "Sequences that run go on with new weights (async), so that nobody waits for the longest."),
        row<&Scenario::rl, &RlSpec::recomputeKv>(
            "rl.recompute_kv", "RL", "Keys anew", "", "", K::Flag, 0, 0, S::Linear, {}, kMore,
            "Keys of partial rollouts are computed again with the new weights; false = stale keys are kept."),
        row<&Scenario::rl, &RlSpec::placement>(
            "rl.placement", "RL", "GPUs of sampling", "", "", K::Choice, 0, 0, S::Linear,
            enumNames<RlPlacement>(), kEveryday,
            "The same GPUs as training (colocated), or others beside them (separate)."),
        row<&Scenario::rl, &RlSpec::rolloutGpus>(
            "rl.rollout_gpus", "RL", "Rollout GPUs", "", "", K::Integer, 1, 1e6, S::Log, {}, kEveryday,
            "GPUs that only sample, where placement is separate; auto = as many as train."),
        row<&Scenario::rl, &RlSpec::miniBatches>("rl.mini_batches", "RL", "Mini-batches", "", "", K::Integer,
                                                 1, 4096, S::Log, {}, kMore,
                                                 "Optimizer steps of one rollout."),
        row<&Scenario::rl, &RlSpec::epochs>("rl.epochs", "RL", "Epochs", "", "", K::Integer, 1, 64, S::Log,
                                            {}, kMore, "Times that a rollout is trained on."),
        row<&Scenario::rl, &RlSpec::tokenBudget>("rl.token_budget", "RL", "Tokens of a micro-batch", "",
                                                 "tokens", K::Integer, 1, 1e8, S::Log, {}, kMore,
                                                 "Of packed sequences; auto = micro-batch × sequence."),
        row<&Scenario::rl, &RlSpec::reference>("rl.reference", "RL", "Reference model", "", "", K::Flag, 0, 0,
                                               S::Linear, {}, kMore,
                                               "A frozen copy gives log-probabilities for the KL term."),
        row<&Scenario::rl, &RlSpec::critic>("rl.critic", "RL", "Critic", "", "", K::Flag, 0, 0, S::Linear, {},
                                            kMore, "A critic of the same size is trained too (PPO)."),
        row<&Scenario::rl, &RlSpec::oldLogprobs>(
            "rl.old_logprobs", "RL", "Old log-probabilities", "", "", K::Choice, 0, 0, S::Linear,
            enumNames<RlLogprobs>(), kMore,
            "Computed by the trainer in a forward pass, or taken from the engine."),
        row<&Scenario::rl, &RlSpec::rewardSeconds>(
            "rl.reward_seconds", "RL", "Reward", "", "s", K::Real, 0, 1e6, S::Linear, {}, kMore,
            "Of the last response: those before are judged while others are sampled."),
        row<&Scenario::rl, &RlSpec::frameworkSeconds>(
            "rl.framework_seconds", "RL", "Between phases", "", "s", K::Real, 0, 1e6, S::Linear, {}, kMore,
            "What a framework's host takes between the phases of a step; 0 unless measured."),
        row<&Scenario::rl, &RlSpec::sleepLevel>("rl.sleep_level", "RL", "Sleep level", "", "", K::Integer, 0,
                                                2, S::Linear, {}, kMore,
                                                "Of colocated engines while training runs: 0 they stay, 1 "
                                                "weights go to the host, 2 they are dropped."),
        row<&Scenario::rl, &RlSpec::residueGib>(
            "rl.residue_gib", "RL", "Residue of training", "", "GiB", K::Real, 0, 1000, S::Linear, {}, kMore,
            "What training leaves on a GPU while engines sample: 3 to 5 with its process groups destroyed, "
            "15 to 18 without (slime 0.1)."),
        row<&Scenario::rl, &RlSpec::reserve>(
            "rl.reserve", "RL", "Reserved over allocated", "", "", K::Real, 1, 4, S::Linear, {}, kMore,
            "Of colocated training, which cannot use expandable segments. 1.18 is assumed, the larger of two "
            "measured (1.03 and 1.18, NVIDIA-NeMo/RL#2471)."),
        row<&Scenario::rl, &RlSpec::transfer>("rl.transfer", "RL", "Weight transfer", "", "", K::Choice, 0, 0,
                                              S::Linear, enumNames<RlTransfer>(), kMore,
                                              "How new weights reach the engines: gather 6, bucket 15, "
                                              "broadcast 65, p2p 150 GB/s as published runs show."),
        row<&Scenario::rl, &RlSpec::transferGbps>(
            "rl.transfer_gbps", "RL", "Rate of the transfer", "", "GB/s", K::Real, 1e-3, 1e6, S::Log, {},
            kMore, "All weights over the time of the transfer; auto = the way's."),
        row<&Scenario::rl, &RlSpec::seed>("rl.seed", "RL", "Seed of lengths", "", "", K::Integer, 0, 1e9,
                                          S::Linear, {}, kMore, "Same seed, same lengths."),
        row<&Scenario::day, &DaySpec::requests>(
            "day.requests", "Day", "Requests of the day", "", "", K::Integer, 1, 1e8, S::Log, {}, kEveryday,
            "On average, over all hours; those of sessions are counted one by one."),
        row<&Scenario::day, &DaySpec::hours>("day.hours", "Day", "Hours", "", "hours", K::Real, 0.01, 168,
                                             S::Linear, {}, kMore, "From midnight on; 24 = a day."),
        row<&Scenario::day, &DaySpec::peak>(
            "day.peak", "Day", "Peak over mean", "", "", K::Real, 1, 50, S::Log, {}, kEveryday,
            "Highest rate of arrivals over the mean of 24 hours; the lowest follows. 1.7 is assumed."),
        row<&Scenario::day, &DaySpec::peakHour>("day.peak_hour", "Day", "Hour of the peak", "", "hours",
                                                K::Real, 0, 24, S::Linear, {}, kMore, "15 is assumed."),
        row<&Scenario::day, &DaySpec::curve>("day.curve", "Day", "Rates over the day", "", "", K::Text, 0, 0,
                                             S::Linear, {}, kMore,
                                             "Of equal parts of 24 hours, comma-separated, as 1,1,2,5: only "
                                             "their proportions count; empty = from day.peak."),
        row<&Scenario::day, &DaySpec::burst>(
            "day.burst", "Day", "Spread of minutes", "", "", K::Real, 0, 10, S::Linear, {}, kEveryday,
            "Standard deviation of a minute's rate over its mean, beyond that of Poisson arrivals: 0.21 in "
            "Azure's conversations of 2023, 1.04 in its code, 0.1 in Mooncake's conversations."),
        row<&Scenario::day, &DaySpec::turns>("day.turns", "Day", "Turns of a session", "", "", K::Real, 1,
                                             1000, S::Log, {}, kMore,
                                             "On average; each turn sends the whole text so far, when the "
                                             "answer before has come and time to think has passed."),
        row<&Scenario::day, &DaySpec::thinkSeconds>(
            "day.think_seconds", "Day", "Time to think", "", "s", K::Real, 0, 1e5, S::Linear, {}, kMore,
            "From an answer to the next turn, mean of exponential times; 86 s is the median gap of people in "
            "arXiv 2606.30560."),
        row<&Scenario::day, &DaySpec::policy>(
            "day.policy", "Day", "Replicas follow", "", "", K::Choice, 0, 0, S::Linear,
            enumNames<DayPolicy>(), kEveryday,
            "Nothing, the most always run (fixed); requests in flight as Kubernetes' autoscaler (load); "
            "arrivals of the last minute (rate); the day's curve, known ahead (curve)."),
        row<&Scenario::day, &DaySpec::replicasMin>("day.replicas_min", "Day", "Fewest replicas", "", "",
                                                   K::Integer, 1, 4096, S::Log, {}, kEveryday,
                                                   "Each is the whole layout."),
        row<&Scenario::day, &DaySpec::replicasMax>("day.replicas_max", "Day", "Most replicas", "", "",
                                                   K::Integer, 1, 4096, S::Log, {}, kEveryday,
                                                   "As many always run where day.policy is fixed."),
        row<&Scenario::day, &DaySpec::interval>("day.interval", "Day", "Time between decisions", "", "s",
                                                K::Real, 1, 86400, S::Log, {}, kMore,
                                                "Of the autoscaler; 15 s is Kubernetes' default."),
        row<&Scenario::day, &DaySpec::cooldown>(
            "day.cooldown", "Day", "Time before fewer", "", "s", K::Real, 0, 86400, S::Linear, {}, kMore,
            "The most replicas wanted within it stay; 300 s is Kubernetes' default."),
        row<&Scenario::day, &DaySpec::target>(
            "day.target", "Day", "Requests on a replica", "", "", K::Real, 0.1, 1e6, S::Log, {}, kMore,
            "In flight, that day.policy load aims at; auto = those at day.replica_rate."),
        row<&Scenario::day, &DaySpec::replicaRate>("day.replica_rate", "Day", "Rate of a replica", "",
                                                   "requests/s", K::Real, 1e-4, 1e6, S::Log, {}, kMore,
                                                   "Requests per second that one is counted with; auto = the "
                                                   "most within the limits, by simulation."),
        row<&Scenario::day, &DaySpec::headroom>(
            "day.headroom", "Day", "Headroom", "", "share", K::Real, 0, 10, S::Linear, {}, kMore,
            "Replicas beyond what the policy counts, as a share. 0.2 is assumed."),
        row<&Scenario::day, &DaySpec::startSeconds>(
            "day.start_seconds", "Day", "Start of a replica", "", "s", K::Real, 0, 86400, S::Linear, {},
            kEveryday,
            "Until it serves, paid from the beginning; auto = container, weights, engine and CUDA graphs."),
        row<&Scenario::day, &DaySpec::imageSeconds>(
            "day.image_seconds", "Day", "Place and container", "", "s", K::Real, 0, 86400, S::Linear, {},
            kMore, "Of a start. 15 s is assumed, the image being on the node."),
        row<&Scenario::day, &DaySpec::loadGbps>(
            "day.load_gbps", "Day", "Weights from storage", "", "GB/s", K::Real, 0.01, 1e5, S::Log, {}, kMore,
            "At which a new replica reads its weights, all its GPUs together. 2 is assumed."),
        row<&Scenario::day, &DaySpec::engineSeconds>(
            "day.engine_seconds", "Day", "Engine's start", "", "s", K::Real, 0, 86400, S::Linear, {}, kMore,
            "Processes, compiled code from its cache, memory profile: 41 s in vllm-project/vllm#20264."),
        row<&Scenario::day, &DaySpec::graphSeconds>(
            "day.graph_seconds", "Day", "CUDA graphs", "", "s", K::Real, 0, 86400, S::Linear, {}, kMore,
            "Their capture: 17 s in vllm-project/vllm#20264, 37 s in run-ai/runai-model-streamer#67."),
        row<&Scenario::day, &DaySpec::router>(
            "day.router", "Day", "Router", "", "", K::Choice, 0, 0, S::Linear, enumNames<DayRouter>(),
            kEveryday,
            "Who gets a request: in turn, the fewest in flight, the fewer of two at random, a session's "
            "first server, or the least to compute beside what its cache holds (kv)."),
        row<&Scenario::day, &DaySpec::refuseAbove>(
            "day.refuse_above", "Day", "Refused above", "", "", K::Integer, 1, 1e7, S::Log, {}, kMore,
            "Requests in flight on every replica beyond which one is refused; auto = none is."),
        row<&Scenario::day, &DaySpec::seed>("day.seed", "Day", "Seed of the day", "", "", K::Integer, 0, 1e9,
                                            S::Linear, {}, kMore, "Same seed, same arrivals."),
        rolloutRow<&RolloutSpec::tp>("rollout.tp", "TP of sampling", K::Integer, 1, 1024, {},
                                     "Tensor parallelism of an engine; auto = the fewest GPUs of a node of "
                                     "which weights take less than 45 %."),
        rolloutRow<&RolloutSpec::pp>("rollout.pp", "PP of sampling", K::Integer, 1, 1024, {},
                                     "Pipeline stages of an engine; auto = 1."),
        rolloutRow<&RolloutSpec::ep>("rollout.ep", "EP of sampling", K::Integer, 1, 4096, {},
                                     "Expert parallelism of an engine; auto = 1."),
        rolloutRow<&RolloutSpec::etp>("rollout.etp", "Expert TP of sampling", K::Integer, 1, 1024, {},
                                      "auto = TP without expert parallelism, else 1."),
        rolloutRow<&RolloutSpec::dp>("rollout.dp", "Attention DP of sampling", K::Integer, 1, 4096, {},
                                     "Ranks of attention data parallelism of one engine; auto = EP / TP."),
        rolloutRow<&RolloutSpec::engine>("rollout.engine", "Engine of sampling", K::Choice, 0, 0,
                                         enumNames<ServeEngine>(), "auto = vLLM."),
        rolloutRow<&RolloutSpec::weights>("rollout.precision.weights", "Weights of sampling", K::Choice, 0, 0,
                                          enumNames<DataType>(), "auto = precision.weights."),
        rolloutRow<&RolloutSpec::kvCache>("rollout.precision.kv_cache", "KV cache of sampling", K::Choice, 0,
                                          0, enumNames<DataType>(), "auto = precision.kv_cache."),
    };
}

} // namespace

const std::vector<Field>& fields() {
    static const std::vector<Field> rows = makeFields();
    return rows;
}

} // namespace moe
