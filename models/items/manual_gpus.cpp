// SPDX-License-Identifier: GPL-3.0-or-later
// The chapter of GPUs: every figure of gpus.yaml and the document it was read in.

#include "models/engine/scenario/machines/gpu_fields.h"
#include "models/engine/scenario/machines/topology.h"
#include "models/items/escape.h"
#include "models/items/explain_text.h"
#include "models/items/manual.h"
#include "models/items/words.h"

namespace moe::items {
namespace {

QString text(std::string_view utf8) {
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

ManualPart paragraph(const QString& words) {
    return {ManualPart::Kind::Paragraph, words};
}

QString figureCell(const GpuSpec& gpu, const GpuField& field) {
    QString cell = field.get != nullptr && field.get(gpu) <= 0 ? QStringLiteral("–")
                   : field.get != nullptr ? QString::number(field.get(gpu) / field.scale, 'g', 6)
                                          : QString::fromUtf8(topologyRow(gpu.topology).label);
    return citationOf(gpu, field).uncited ? QStringLiteral("*%1*").arg(markdownEscaped(cell)) : cell;
}

ManualPart figuresTable(const std::vector<GpuSpec>& gpus) {
    ManualPart table{ManualPart::Kind::Table, {}};
    QStringList head{QStringLiteral("GPU")};
    for (const GpuField& field : gpuFields()) {
        if (field.cited.empty()) continue;
        if (field.get != nullptr) table.right.push_back(static_cast<int>(head.size()));
        head << (field.unit.empty() ? text(field.label)
                                    : QStringLiteral("%1, %2").arg(text(field.label), text(field.unit)));
    }
    table.rows.push_back(head);
    for (const GpuSpec& gpu : gpus) {
        QStringList row{markdownEscaped(QString::fromStdString(gpu.label))};
        for (const GpuField& field : gpuFields())
            if (!field.cited.empty()) row << figureCell(gpu, field);
        table.rows.push_back(row);
    }
    return table;
}

ManualPart topologyTable() {
    ManualPart table{ManualPart::Kind::Table, {}};
    table.rows.push_back({QStringLiteral("Topology"),
                          QStringLiteral("All-reduce, all-gather, reduce-scatter"),
                          QStringLiteral("All-to-all"), QStringLiteral("Source")});
    for (const TopologyRow& row : topologies())
        table.rows.push_back({QString::fromUtf8(row.label), markdownEscaped(QString::fromUtf8(row.ring)),
                              markdownEscaped(QString::fromUtf8(row.exchange)),
                              markdownEscaped(QString::fromUtf8(row.source))});
    return table;
}

} // namespace

Manual gpuChapter(const std::vector<GpuSpec>& gpus) {
    Manual manual;
    manual.push_back({QStringLiteral("gpus"), QStringLiteral("GPUs"), 1});
    manual.back().parts.push_back(paragraph(QStringLiteral(
        "Figures of the data sheets, peaks without sparsity, rates of one GPU and direction. Figures in "
        "*italics* are uncited: no document was found for them. A scenario can replace most of them.")));
    manual.back().parts.push_back(figuresTable(gpus));
    manual.push_back({QStringLiteral("gpu-sources"), QStringLiteral("Where the figures were read"), 2});
    ManualPart sources{ManualPart::Kind::Table, {}};
    sources.rows.push_back({QStringLiteral("GPU"), QStringLiteral("Key"), QStringLiteral("Source")});
    for (const GpuSpec& gpu : gpus)
        sources.rows.push_back({markdownEscaped(QString::fromStdString(gpu.label)),
                                QStringLiteral("`%1`").arg(QString::fromStdString(gpu.key)),
                                markdownEscaped(QString::fromStdString(gpu.source))});
    manual.back().parts.push_back(sources);
    manual.push_back({QStringLiteral("topologies"), QStringLiteral("How GPUs are joined"), 2});
    manual.back().parts.push_back(paragraph(QStringLiteral(
        "A data sheet tells the sum of a GPU's links. Without a switch a group of n of the D GPUs of a "
        "domain "
        "reaches only the links between its own members, this share of the sum (l: links used).")));
    manual.back().parts.push_back(topologyTable());
    return manual;
}

} // namespace moe::items
