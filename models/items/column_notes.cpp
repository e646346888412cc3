// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/column_notes.h"

#include "models/engine/profiles/profile_work.h"
#include "models/items/words.h"

#include <algorithm>

namespace moe::items {
namespace {

struct NoteRow {
    const char* name;
    const char* unit;
    const char* meaning;
    const char* title = "";
};

// Step Law tables (arXiv 2503.04715). Meanings were checked against the numbers themselves.
constexpr NoteRow kLossNotes[] = {
    {"h", "", QT_TRANSLATE_NOOP("Table", "Hidden size.")},
    {"ffnh", "", QT_TRANSLATE_NOOP("Table", "Width of the dense feed-forward layers.")},
    {"numh", "", QT_TRANSLATE_NOOP("Table", "Attention heads.")},
    {"numl", "", QT_TRANSLATE_NOOP("Table", "Transformer layers.")},
    {"lr", "",
     QT_TRANSLATE_NOOP("Table",
                       "Peak learning rate. One rung of the ladder is spelled with three or four digits.")},
    {"bs", "sequences", QT_TRANSLATE_NOOP("Table", "Global batch in sequences of 2048 tokens.")},
    {"ti", "steps", QT_TRANSLATE_NOOP("Table", "Training iterations.")},
    {"loss", "nats/token",
     QT_TRANSLATE_NOOP("Table", "Raw last training loss; noisy (sd about 0.034). Use “smooth loss”.")},
    {"smooth loss", "nats/token",
     QT_TRANSLATE_NOOP("Table", "Smoothed final training loss: the one to compare.")},
    {"exp_name", "", QT_TRANSLATE_NOOP("Table", "Name of the run, with its settings.")},
    {"D", "tokens", QT_TRANSLATE_NOOP("Table", "Training tokens of the whole run.")},
    {"N", "parameters",
     QT_TRANSLATE_NOOP("Table", "Parameters without the vocabulary; all experts counted.")},
    {"D/N", "tokens/parameter", QT_TRANSLATE_NOOP("Table", "Training tokens for each parameter.")},
    {"seq_len", "tokens", QT_TRANSLATE_NOOP("Table", "Sequence length.")},
    {"topk", "", QT_TRANSLATE_NOOP("Table", "Routed experts each token visits.")},
    {"nume", "", QT_TRANSLATE_NOOP("Table", "Routed experts in each MoE layer.")},
    {"moeh", "", QT_TRANSLATE_NOOP("Table", "Width of one routed expert.")},
    {"sed", "", QT_TRANSLATE_NOOP("Table", "Width of the shared expert.")},
    {"average_iter_time", "s", QT_TRANSLATE_NOOP("Table", "Mean time of one iteration.")},
    {"target_iter", "steps",
     QT_TRANSLATE_NOOP("Table", "Planned last iteration; −1 means that it was not recorded.")},
    {"final_iter", "steps", QT_TRANSLATE_NOOP("Table", "Last iteration reached, counted from 0.")},
    {"moe_layer_enum_type", "",
     QT_TRANSLATE_NOOP("Table", "Which layers are MoE; “1dense”: the first one is dense.")},
    {"mfa_version", "", QT_TRANSLATE_NOOP("Table", "Attention variant.")},
    {"numld", "", QT_TRANSLATE_NOOP("Table", "Number of dense layers (documented otherwise).")},
    {"Nattn", "parameters", QT_TRANSLATE_NOOP("Table", "Attention parameters.")},
    {"Na", "parameters",
     QT_TRANSLATE_NOOP("Table", "Active parameters for each token, without the vocabulary.")},
    {"M", "FLOP/token",
     QT_TRANSLATE_NOOP("Table", "Floating-point operations per token, not a parameter count.")},
    {"kvcache", "", QT_TRANSLATE_NOOP("Table", "Key and value cache per token, as published.")},
    {"total_time", "s",
     QT_TRANSLATE_NOOP("Table", "Seconds, = average_iter_time · ti, though documented as hours.")},
    {"Na/N", "share", QT_TRANSLATE_NOOP("Table", "Active share of the parameters.")},
    {"moe_name", "", QT_TRANSLATE_NOOP("Table", "Architecture: experts per token “in” experts.")},
};

constexpr NoteRow kFitNotes[] = {
    {"lr_intercept", "", QT_TRANSLATE_NOOP("Table", "a of ln lr = a + b·ln N + c·ln D.")},
    {"lr_coefN", "", QT_TRANSLATE_NOOP("Table", "b of ln lr = a + b·ln N + c·ln D.")},
    {"lr_coefD", "", QT_TRANSLATE_NOOP("Table", "c of ln lr = a + b·ln N + c·ln D.")},
    {"bs_intercept", "", QT_TRANSLATE_NOOP("Table", "a of ln B = a + c·ln D, B in tokens.")},
    {"bs_coefD", "", QT_TRANSLATE_NOOP("Table", "c of ln B = a + c·ln D, B in tokens.")},
};

// Operator profiles in the layout of Vidur (arXiv 2405.05465).
constexpr NoteRow kProfileNotes[] = {
    {"n_head", "", QT_TRANSLATE_NOOP("Table", "Attention heads."), QT_TRANSLATE_NOOP("Table", "Heads")},
    {"n_q_head", "", QT_TRANSLATE_NOOP("Table", "Attention heads (queries)."),
     QT_TRANSLATE_NOOP("Table", "Query heads")},
    {"n_kv_head", "", QT_TRANSLATE_NOOP("Table", "Key and value heads."),
     QT_TRANSLATE_NOOP("Table", "KV heads")},
    {"n_embd", "", QT_TRANSLATE_NOOP("Table", "Hidden size."), QT_TRANSLATE_NOOP("Table", "Hidden size")},
    {"n_expanded_embd", "", QT_TRANSLATE_NOOP("Table", "Width of the feed-forward layer."),
     QT_TRANSLATE_NOOP("Table", "FFN width")},
    {"use_gated_mlp", "", QT_TRANSLATE_NOOP("Table", "Whether the up projection has a gate beside it."),
     QT_TRANSLATE_NOOP("Table", "Gated MLP")},
    {"num_tokens", "tokens", QT_TRANSLATE_NOOP("Table", "Tokens that the operator ran on."),
     QT_TRANSLATE_NOOP("Table", "Tokens")},
    {"num_tensor_parallel_workers", "GPUs",
     QT_TRANSLATE_NOOP("Table", "Tensor parallelism; one GPU's share was run."),
     QT_TRANSLATE_NOOP("Table", "Tensor parallel")},
    {"batch_size", "sequences", QT_TRANSLATE_NOOP("Table", "Sequences of a decode step."),
     QT_TRANSLATE_NOOP("Table", "Batch")},
    {"prefill_chunk_size", "tokens", QT_TRANSLATE_NOOP("Table", "New tokens of a prefill; 0 for decode."),
     QT_TRANSLATE_NOOP("Table", "Chunk")},
    {"kv_cache_size", "tokens", QT_TRANSLATE_NOOP("Table", "Cached keys of each sequence."),
     QT_TRANSLATE_NOOP("Table", "KV length")},
    {"is_prefill", "",
     QT_TRANSLATE_NOOP("Table", "Which phase was run; the times of the other one are empty."),
     QT_TRANSLATE_NOOP("Table", "Prefill")},
    {"size", "B", QT_TRANSLATE_NOOP("Table", "Message of the collective."),
     QT_TRANSLATE_NOOP("Table", "Message size")},
    {"num_workers", "GPUs", QT_TRANSLATE_NOOP("Table", "Members of the collective."),
     QT_TRANSLATE_NOOP("Table", "Workers")},
    {"devices_per_node", "GPUs", QT_TRANSLATE_NOOP("Table", "Members in one node."),
     QT_TRANSLATE_NOOP("Table", "Workers per node")},
    {"max_devices_per_node", "GPUs", QT_TRANSLATE_NOOP("Table", "GPUs that a node has."),
     QT_TRANSLATE_NOOP("Table", "Node size")},
    {"vocab_size", "", QT_TRANSLATE_NOOP("Table", "Entries of the vocabulary."),
     QT_TRANSLATE_NOOP("Table", "Vocabulary")},
    {"block_size", "tokens", QT_TRANSLATE_NOOP("Table", "Tokens in a block of the paged KV cache."),
     QT_TRANSLATE_NOOP("Table", "KV block")},
    {"max_model_len", "tokens", QT_TRANSLATE_NOOP("Table", "Longest sequence that the model takes."),
     QT_TRANSLATE_NOOP("Table", "Longest context")},
    {"attention_backend", "",
     QT_TRANSLATE_NOOP("Table",
                       "Kernel library of the attention; rows of one are never mixed with another's."),
     QT_TRANSLATE_NOOP("Table", "Backend")},
    {"profile_method", "", QT_TRANSLATE_NOOP("Table", "How the profiler took the times."),
     QT_TRANSLATE_NOOP("Table", "Method")},
    {"collective", "", QT_TRANSLATE_NOOP("Table", "Which collective was run."),
     QT_TRANSLATE_NOOP("Table", "Collective")},
    {"rank", "", QT_TRANSLATE_NOOP("Table", "Worker that took the times."),
     QT_TRANSLATE_NOOP("Table", "Rank")},
    {"", "", QT_TRANSLATE_NOOP("Table", "Without a name in the file: the place in the profiler's output."),
     QT_TRANSLATE_NOOP("Table", "Index")},
};

template <std::size_t N> ColumnNote find(const NoteRow (&rows)[N], std::string_view column) {
    for (const NoteRow& row : rows) {
        if (column == row.name) return {tableText(row.title), tableText(row.unit), tableText(row.meaning)};
    }
    return {};
}

/// "mlp_up_proj.median" → "MLP up (and gate), median".
QString timeTitle(std::string_view column) {
    const std::size_t point = std::min(column.rfind('.'), column.size());
    const std::string_view name = column.substr(0, point);
    const ProfileOperatorRow* op = profileOperator(name);
    const auto text = [](std::string_view part) {
        return QString::fromUtf8(part.data(), static_cast<qsizetype>(part.size()));
    };
    const QString title = op != nullptr ? tableText(op->label) : text(name);
    return point == column.size() ? title : title + QStringLiteral(", ") + text(column.substr(point + 1));
}

} // namespace

ColumnNote columnNote(TableKind kind, std::string_view column) {
    if (column == "smooth_loss") column = "smooth loss";
    if (column == "D_N") column = "D/N";
    switch (kind) {
    case TableKind::DenseLoss:
    case TableKind::MoeLoss: return find(kLossNotes, column);
    case TableKind::StepLawFits: return find(kFitNotes, column);
    case TableKind::Unknown: break;
    }
    if (column.substr(0, 11) == "time_stats.")
        return {timeTitle(column.substr(11)), QStringLiteral("ms"),
                tableText(QT_TRANSLATE_NOOP("Table", "Milliseconds, though documented as seconds: as seconds "
                                                     "a GPU would be a thousand times slower than it is."))};
    return find(kProfileNotes, column);
}

} // namespace moe::items
