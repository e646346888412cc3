#include "models/items/column_notes.h"

#include "models/engine/profile_work.h"

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
    {"h", "", "Hidden size."},
    {"ffnh", "", "Width of the dense feed-forward layers."},
    {"numh", "", "Attention heads."},
    {"numl", "", "Transformer layers."},
    {"lr", "", "Peak learning rate. One rung of the ladder is spelled with three or four digits."},
    {"bs", "sequences", "Global batch in sequences of 2048 tokens."},
    {"ti", "steps", "Training iterations."},
    {"loss", "nats/token", "Raw last training loss; noisy (sd about 0.034). Use “smooth loss”."},
    {"smooth loss", "nats/token", "Smoothed final training loss: the one to compare."},
    {"exp_name", "", "Name of the run, with its settings."},
    {"D", "tokens", "Training tokens of the whole run."},
    {"N", "parameters", "Parameters without the vocabulary; all experts counted."},
    {"D/N", "tokens/parameter", "Training tokens for each parameter."},
    {"seq_len", "tokens", "Sequence length."},
    {"topk", "", "Routed experts each token visits."},
    {"nume", "", "Routed experts in each MoE layer."},
    {"moeh", "", "Width of one routed expert."},
    {"sed", "", "Width of the shared expert."},
    {"average_iter_time", "s", "Mean time of one iteration."},
    {"target_iter", "steps", "Planned last iteration; −1 means that it was not recorded."},
    {"final_iter", "steps", "Last iteration reached, counted from 0."},
    {"moe_layer_enum_type", "", "Which layers are MoE; “1dense”: the first one is dense."},
    {"mfa_version", "", "Attention variant."},
    {"numld", "", "Number of dense layers (documented otherwise)."},
    {"Nattn", "parameters", "Attention parameters."},
    {"Na", "parameters", "Active parameters for each token, without the vocabulary."},
    {"M", "FLOP/token", "Floating-point operations per token, not a parameter count."},
    {"kvcache", "", "Key and value cache per token, as published."},
    {"total_time", "s", "Seconds, = average_iter_time · ti, though documented as hours."},
    {"Na/N", "share", "Active share of the parameters."},
    {"moe_name", "", "Architecture: experts per token “in” experts."},
};

constexpr NoteRow kFitNotes[] = {
    {"lr_intercept", "", "a of ln lr = a + b·ln N + c·ln D."},
    {"lr_coefN", "", "b of ln lr = a + b·ln N + c·ln D."},
    {"lr_coefD", "", "c of ln lr = a + b·ln N + c·ln D."},
    {"bs_intercept", "", "a of ln B = a + c·ln D, B in tokens."},
    {"bs_coefD", "", "c of ln B = a + c·ln D, B in tokens."},
};

// Operator profiles in the layout of Vidur (arXiv 2405.05465).
constexpr NoteRow kProfileNotes[] = {
    {"n_head", "", "Attention heads.", "Heads"},
    {"n_q_head", "", "Attention heads (queries).", "Query heads"},
    {"n_kv_head", "", "Key and value heads.", "KV heads"},
    {"n_embd", "", "Hidden size.", "Hidden size"},
    {"n_expanded_embd", "", "Width of the feed-forward layer.", "FFN width"},
    {"use_gated_mlp", "", "Whether the up projection has a gate beside it.", "Gated MLP"},
    {"num_tokens", "tokens", "Tokens that the operator ran on.", "Tokens"},
    {"num_tensor_parallel_workers", "GPUs", "Tensor parallelism; one GPU's share was run.",
     "Tensor parallel"},
    {"batch_size", "sequences", "Sequences of a decode step.", "Batch"},
    {"prefill_chunk_size", "tokens", "New tokens of a prefill; 0 for decode.", "Chunk"},
    {"kv_cache_size", "tokens", "Cached keys of each sequence.", "KV length"},
    {"is_prefill", "", "Which phase was run; the times of the other one are empty.", "Prefill"},
    {"size", "B", "Message of the collective.", "Message size"},
    {"num_workers", "GPUs", "Members of the collective.", "Workers"},
    {"devices_per_node", "GPUs", "Members in one node.", "Workers per node"},
    {"max_devices_per_node", "GPUs", "GPUs that a node has.", "Node size"},
    {"vocab_size", "", "Entries of the vocabulary.", "Vocabulary"},
    {"block_size", "tokens", "Tokens in a block of the paged KV cache.", "KV block"},
    {"max_model_len", "tokens", "Longest sequence that the model takes.", "Longest context"},
    {"attention_backend", "", "Kernel library of the attention; rows of one are never mixed with another's.",
     "Backend"},
    {"profile_method", "", "How the profiler took the times.", "Method"},
    {"collective", "", "Which collective was run.", "Collective"},
    {"rank", "", "Worker that took the times.", "Rank"},
    {"", "", "Without a name in the file: the place in the profiler's output.", "Index"},
};

template <std::size_t N> ColumnNote find(const NoteRow (&rows)[N], std::string_view column) {
    for (const NoteRow& row : rows) {
        if (column == row.name)
            return {QString::fromUtf8(row.title), QString::fromUtf8(row.unit),
                    QString::fromUtf8(row.meaning)};
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
    const QString title = op != nullptr ? QString::fromUtf8(op->label) : text(name);
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
                QStringLiteral("Milliseconds, though documented as seconds: as seconds a GPU would be a "
                               "thousand times slower than it is.")};
    return find(kProfileNotes, column);
}

} // namespace moe::items
