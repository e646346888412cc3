// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/operator_words.h"

#include "models/engine/serve/engines/engines.h"
#include "models/items/format.h"
#include "models/items/words.h"

#include <algorithm>

namespace moe::items {
namespace {

QString text(std::string_view utf8) {
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

struct NoteRow {
    std::string_view columns; ///< that are the same thing
    const char* title;
    const char* meaning;
    const char* unit = "";
    std::string_view kinds = {}; ///< that have the columns so; empty: all others
};

// aiconfigurator's collectors; heads and widths are those of one GPU unless said otherwise.
constexpr NoteRow kNotes[] = {
    {"m", QT_TRANSLATE_NOOP("Table", "Rows m"), QT_TRANSLATE_NOOP("Table", "Rows of the input: tokens."),
     "tokens", "gemm quant-computescale quant-scalematrix"},
    {"n", QT_TRANSLATE_NOOP("Table", "Columns n"), QT_TRANSLATE_NOOP("Table", "Columns of the output."), "",
     "gemm"},
    {"k", QT_TRANSLATE_NOOP("Table", "Depth k"),
     QT_TRANSLATE_NOOP("Table", "Columns of the input, which are summed over."), "",
     "gemm quant-computescale quant-scalematrix"},
    {"b", QT_TRANSLATE_NOOP("Table", "Sequences"), QT_TRANSLATE_NOOP("Table", "Sequences at once.")},
    {"s", QT_TRANSLATE_NOOP("Table", "Sequence length"),
     QT_TRANSLATE_NOOP("Table",
                       "Tokens of each sequence; when decoding the keys attended to, the new one included."),
     "tokens"},
    {"p", QT_TRANSLATE_NOOP("Table", "Cached prefix"),
     QT_TRANSLATE_NOOP("Table", "Tokens of each sequence that are in the cache already."), "tokens"},
    {"n heads", QT_TRANSLATE_NOOP("Table", "Query heads"),
     QT_TRANSLATE_NOOP("Table", "Query heads of this GPU, after tensor parallelism.")},
    {"g", QT_TRANSLATE_NOOP("Table", "KV heads"),
     QT_TRANSLATE_NOOP("Table", "Key and value heads of this GPU, after tensor parallelism.")},
    {"d", QT_TRANSLATE_NOOP("Table", "Head size"), QT_TRANSLATE_NOOP("Table", "Width of a head.")},
    {"w", QT_TRANSLATE_NOOP("Table", "Window"),
     QT_TRANSLATE_NOOP("Table", "Sliding window of the attention; 0: none."), "tokens"},
    {"dtype", QT_TRANSLATE_NOOP("Table", "Data type"),
     QT_TRANSLATE_NOOP("Table", "Of weights and arithmetic; -nongated: two matrices instead of three, "
                                "-minlat: kernels for small batches.")},
    {"t", QT_TRANSLATE_NOOP("Table", "Tokens"), QT_TRANSLATE_NOOP("Table", "Tokens of one rank."), "tokens",
     "moe-deepep-context moe-deepep-generation deepep-ll deepep-normal"},
    {"t", QT_TRANSLATE_NOOP("Table", "Tokens"),
     QT_TRANSLATE_NOOP("Table", "Tokens of the whole group of expert parallelism."), "tokens",
     "moe moe-wideep"},
    {"t", QT_TRANSLATE_NOOP("Table", "Tokens"),
     QT_TRANSLATE_NOOP("Table", "Tokens that the operator ran on."), "tokens"},
    {"h hidden_size", QT_TRANSLATE_NOOP("Table", "Hidden size"), QT_TRANSLATE_NOOP("Table", "Hidden size.")},
    {"f", QT_TRANSLATE_NOOP("Table", "Expert width"),
     QT_TRANSLATE_NOOP("Table",
                       "Width of a whole expert; a GPU holds a part of it under tensor parallelism.")},
    {"k topk", QT_TRANSLATE_NOOP("Table", "Experts per token"),
     QT_TRANSLATE_NOOP("Table", "Routed experts that each token visits.")},
    {"e num_experts", QT_TRANSLATE_NOOP("Table", "Experts"),
     QT_TRANSLATE_NOOP("Table", "Routed experts of the layer.")},
    {"slots", QT_TRANSLATE_NOOP("Table", "Expert slots"),
     QT_TRANSLATE_NOOP("Table", "Experts with their copies; more than experts: some are replicated.")},
    {"tp", QT_TRANSLATE_NOOP("Table", "Expert TP"),
     QT_TRANSLATE_NOOP("Table", "Tensor parallelism of the experts."), "GPUs"},
    {"ep moe_ep_size", QT_TRANSLATE_NOOP("Table", "EP"), QT_TRANSLATE_NOOP("Table", "Expert parallelism."),
     "GPUs"},
    {"nodes", QT_TRANSLATE_NOOP("Table", "Nodes"), QT_TRANSLATE_NOOP("Table", "Nodes of eight GPUs each.")},
    {"sms", QT_TRANSLATE_NOOP("Table", "Multiprocessors"),
     QT_TRANSLATE_NOOP("Table", "Multiprocessors that the exchange takes.")},
    {"gpus", QT_TRANSLATE_NOOP("Table", "GPUs"), QT_TRANSLATE_NOOP("Table", "Members of the collective."),
     "GPUs"},
    {"elements", QT_TRANSLATE_NOOP("Table", "Elements"),
     QT_TRANSLATE_NOOP("Table", "Elements of the total buffer: two bytes each, of int8 one.")},
    {"op op_name", QT_TRANSLATE_NOOP("Table", "Operator"),
     QT_TRANSLATE_NOOP("Table", "Which operator was run.")},
    {"phase", QT_TRANSLATE_NOOP("Table", "Phase"),
     QT_TRANSLATE_NOOP("Table", "Prefill (context) or decode (generation).")},
    {"moe_dtype", QT_TRANSLATE_NOOP("Table", "Data type"), QT_TRANSLATE_NOOP("Table", "Of what is sent.")},
    {"num_tokens", QT_TRANSLATE_NOOP("Table", "Tokens"), QT_TRANSLATE_NOOP("Table", "Tokens of one rank."),
     "tokens"},
};

bool listed(std::string_view list, std::string_view word) {
    while (!list.empty()) {
        const std::size_t end = std::min(list.find(' '), list.size());
        if (list.substr(0, end) == word) return true;
        list.remove_prefix(std::min(list.size(), end + 1));
    }
    return false;
}

constexpr std::string_view kTime = "_us";

/// "pl1.01", "bf16/fp8", "dispatch": what a column of times is of.
QString timeTitle(std::string_view name) {
    if (name.empty()) return tableText(QT_TRANSLATE_NOOP("Table", "Time"));
    if (name == "balanced" || name == "uniform" || name.substr(0, 2) == "pl") return loadLabel(name);
    return text(name);
}

struct OptionRow {
    std::string_view option;
    const char* name;
    const char* unit;
};
constexpr OptionRow kOptions[] = {
    {"m", QT_TRANSLATE_NOOP("Table", "Rows m"), "tokens"},
    {"n", QT_TRANSLATE_NOOP("Table", "Columns n"), ""},
    {"k", QT_TRANSLATE_NOOP("Table", "Depth k"), ""},
    {"b", QT_TRANSLATE_NOOP("Table", "Sequences"), ""},
    {"s", QT_TRANSLATE_NOOP("Table", "Sequence length"), "tokens"},
    {"heads", QT_TRANSLATE_NOOP("Table", "Query heads"), ""},
    {"kv-heads", QT_TRANSLATE_NOOP("Table", "KV heads"), ""},
    {"head-dim", QT_TRANSLATE_NOOP("Table", "Head size"), ""},
    {"window", QT_TRANSLATE_NOOP("Table", "Window"), "tokens"},
    {"tokens", QT_TRANSLATE_NOOP("Table", "Tokens"), ""},
    {"experts", QT_TRANSLATE_NOOP("Table", "Experts"), ""},
    {"top-k", QT_TRANSLATE_NOOP("Table", "Experts per token"), ""},
    {"hidden", QT_TRANSLATE_NOOP("Table", "Hidden size"), ""},
    {"expert-ffn", QT_TRANSLATE_NOOP("Table", "Expert width"), ""},
    {"tp", QT_TRANSLATE_NOOP("Table", "Expert TP"), ""},
    {"ep", QT_TRANSLATE_NOOP("Table", "EP"), ""},
    {"ranks", QT_TRANSLATE_NOOP("Table", "GPUs"), ""},
    {"bytes", QT_TRANSLATE_NOOP("Table", "Message size"), "B"},
    {"nodes", QT_TRANSLATE_NOOP("Table", "Nodes"), ""},
    {"sms", QT_TRANSLATE_NOOP("Table", "Multiprocessors"), ""},
};

} // namespace

QString operatorLabel(OperatorOp op) {
    switch (op) {
    case OperatorOp::Gemm: return tableText(QT_TRANSLATE_NOOP("Table", "Matrix product (GEMM)"));
    case OperatorOp::AttnContext: return tableText(QT_TRANSLATE_NOOP("Table", "Attention, prefill"));
    case OperatorOp::AttnGeneration: return tableText(QT_TRANSLATE_NOOP("Table", "Attention, decode"));
    case OperatorOp::MlaContext: return tableText(QT_TRANSLATE_NOOP("Table", "MLA, prefill"));
    case OperatorOp::MlaGeneration: return tableText(QT_TRANSLATE_NOOP("Table", "MLA, decode"));
    case OperatorOp::Moe: return tableText(QT_TRANSLATE_NOOP("Table", "Experts of a layer"));
    case OperatorOp::AllReduce: return tableText(QT_TRANSLATE_NOOP("Table", "All-reduce"));
    case OperatorOp::AllGather: return tableText(QT_TRANSLATE_NOOP("Table", "All-gather"));
    case OperatorOp::ReduceScatter: return tableText(QT_TRANSLATE_NOOP("Table", "Reduce-scatter"));
    case OperatorOp::AllToAll: return tableText(QT_TRANSLATE_NOOP("Table", "All-to-all"));
    case OperatorOp::DeepEpLowLatency: return tableText(QT_TRANSLATE_NOOP("Table", "DeepEP, low latency"));
    case OperatorOp::DeepEpNormal: return tableText(QT_TRANSLATE_NOOP("Table", "DeepEP, normal"));
    case OperatorOp::ExpertAllToAll: return tableText(QT_TRANSLATE_NOOP("Table", "All-to-all of experts"));
    }
    return {};
}

ShapeLabel shapeLabel(std::string_view option) {
    for (const OptionRow& row : kOptions)
        if (row.option == option) return {tableText(row.name), tableText(row.unit)};
    return {text(option), {}};
}

QString shapeValue(std::string_view option, double value) {
    if (option == "bytes") {
        for (const auto& [unit, name] : {std::pair{1073741824., "GiB"}, {1048576., "MiB"}, {1024., "KiB"}})
            if (value >= unit) return number(value / unit, 'g', 4) + QChar(0x202f) + QLatin1String(name);
        return number(value, 'g', 6) + QStringLiteral("\u202fB");
    }
    if (option == "window" && value == 0) return tableText(QT_TRANSLATE_NOOP("Table", "none"));
    return number(value, 'f', 0);
}

QString originLabel(OperatorOrigin origin) {
    switch (origin) {
    case OperatorOrigin::Measured: return tableText(QT_TRANSLATE_NOOP("Table", "measured"));
    case OperatorOrigin::Interpolated: return tableText(QT_TRANSLATE_NOOP("Table", "interpolated"));
    case OperatorOrigin::Transferred: return tableText(QT_TRANSLATE_NOOP("Table", "transferred"));
    case OperatorOrigin::Analytic: break;
    }
    return tableText(QT_TRANSLATE_NOOP("Table", "analytic"));
}

QString kernelLabel(std::string_view backend, std::string_view version) {
    QString name = backend == "nccl" ? QStringLiteral("NCCL") : text(backend);
    for (const ServingEngine& engine : engines())
        if (backend == engine.kernels.backend) name = QString::fromUtf8(engine.label);
    return version.empty() ? name : name + QLatin1Char(' ') + text(version);
}

QString loadLabel(std::string_view load) {
    if (load == "balanced") return tableText(QT_TRANSLATE_NOOP("Table", "balanced"));
    if (load == "uniform") return tableText(QT_TRANSLATE_NOOP("Table", "uniform"));
    if (load.substr(0, 2) != "pl") return text(load);
    const std::size_t end = std::min(load.find('_'), load.size());
    const QString law =
        tableText(QT_TRANSLATE_NOOP("Table", "power law")) + QLatin1Char(' ') + text(load.substr(2, end - 2));
    return end == load.size() ? law : law + QStringLiteral(", ") + text(load.substr(end + 1)).toUpper();
}

QString operatorGpuLabel(std::string_view folderOrKey, const Catalog& catalog) {
    for (const MeasuredGpu& gpu : measuredGpus())
        if (gpu.folder == folderOrKey) folderOrKey = gpu.key;
    const GpuSpec* known = catalog.gpu(folderOrKey);
    return known != nullptr ? tableText(known->label) : text(folderOrKey);
}

QString operatorProvenance(const OperatorTable& table, const Catalog& catalog) {
    QStringList parts;
    if (!table.place.gpu.empty()) parts << operatorGpuLabel(table.place.gpu, catalog);
    if (!table.place.backend.empty()) parts << kernelLabel(table.place.backend, table.place.version);
    parts << text(table.kind->name) << Words::tr("GPU time in µs")
          << QString::fromStdString(table.source).section(QLatin1Char('/'), -2);
    return parts.join(QStringLiteral(" · "));
}

ColumnNote operatorColumnNote(const OperatorKind& kind, std::string_view column) {
    if (column == kTime.substr(1) ||
        (column.size() > kTime.size() && column.substr(column.size() - kTime.size()) == kTime))
        return {timeTitle(column.substr(0, column.size() - std::min(column.size(), kTime.size()))),
                QStringLiteral("µs"),
                tableText(QT_TRANSLATE_NOOP("Table", "Time on the GPU, without launching; empty where it was "
                                                     "not measured."))};
    for (const NoteRow& row : kNotes)
        if (listed(row.columns, column) && (row.kinds.empty() || listed(row.kinds, kind.name)))
            return {tableText(row.title), tableText(row.unit), tableText(row.meaning)};
    return {};
}

} // namespace moe::items
