// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/memory/memory_rows.h"

#include "models/items/format.h"
#include "models/items/words.h"

#include <algorithm>
#include <cmath>

namespace moe::ui {

static bool alike(const StageMemory& a, const StageMemory& b) {
    if (a.terms.size() != b.terms.size()) return false;
    for (std::size_t i = 0; i < a.terms.size(); ++i)
        if (std::abs(a.terms[i].base - b.terms[i].base) > 1e-9 * std::max(1.0, a.terms[i].base)) return false;
    return true;
}

std::vector<MemoryRow> memoryRows(const Report& report) {
    const std::vector<StageMemory>& stages = report.memory->stages;
    const auto gpus = static_cast<Count>(report.memory->gpusPerStage);
    const QString gpuText =
        items::Words::tr("%1 GPU%2").arg(gpus).arg(gpus == 1 ? QString() : QStringLiteral("s"));
    std::vector<MemoryRow> rows;
    for (std::size_t i = 0; i < stages.size(); ++i) {
        if (rows.empty() || !alike(stages[rows.back().first], stages[i]))
            rows.push_back({i, i, {}, {}, false});
        rows.back().last = i;
        if (i == std::size_t(report.memory->worst)) rows.back().heaviest = true;
    }
    for (MemoryRow& row : rows) {
        const std::size_t count = row.last - row.first + 1;
        const int first = stages[row.first].stage, last = stages[row.last].stage;
        row.name = stages.size() == 1 ? items::Words::tr("every GPU")
                   : count == 1       ? items::Words::tr("stage %1").arg(first)
                                      : items::Words::tr("stages %1–%2").arg(first).arg(last);
        row.extent = count == 1 ? gpuText : QStringLiteral("%1 × %2").arg(count).arg(gpuText);
    }
    return rows;
}

QString groupLabel(MemoryGroup group) {
    const QString text = items::tableText(groupText(group));
    return text.left(1).toUpper() + text.mid(1);
}

PartStyle partStyle(std::size_t term) {
    const std::vector<MemoryTerm>& terms = memoryTerms();
    std::size_t index = 0, count = 0;
    for (std::size_t i = 0; i < terms.size(); ++i) {
        if (terms[i].group != terms[term].group) continue;
        if (i < term) ++index;
        ++count;
    }
    // Small steps where a group has few parts, so that they still read as one colour.
    const double lighter = count > 1 ? double(index) * std::min(0.14, 0.55 / double(count - 1)) : 0;
    const QColor base = groupColour(terms[term].group);
    const auto mix = [lighter](int part) { return int(std::lround(part + lighter * (255 - part))); };
    return {QColor(mix(base.red()), mix(base.green()), mix(base.blue())), index % 2 == 1};
}

void paintPart(QPainter& painter, const QRectF& area, std::size_t term, const Look& look) {
    const PartStyle style = partStyle(term);
    if (look.grey) return fillCategory(painter, area, style.colour, int(memoryTerms()[term].group), look);
    painter.fillRect(area, style.colour);
    if (style.hatched && area.width() > 4 * look.unit)
        drawHatch(painter, look, area, 5 * look.unit, QPen(QColor(0, 0, 0, 42), 0.8 * look.unit));
}

QString gibText(Bytes bytes) {
    const double gib = bytes / GiB;
    if (gib >= 1000) return items::humanNumber(gib); // grouped
    return items::number(gib, 'f', gib >= 99.95 ? 0 : gib >= 9.995 ? 1 : 2);
}

QString verdictText(Fit fits, Bytes device, Bytes capacity) {
    const QString word = fits == Fit::Yes     ? items::Words::tr("✓ fits: ")
                         : fits == Fit::Tight ? items::Words::tr("⚠ tight: ")
                                              : items::Words::tr("✕ does not fit: ");
    return word + items::Words::tr("%1 of %2 GiB").arg(gibText(device), gibText(capacity));
}

MemoryVerdict memoryVerdict(const Report& report) {
    const MemoryReport& memory = *report.memory;
    MemoryVerdict found;
    found.fits = memory.fits;
    const StageMemory& stage = memory.heaviest();
    found.place = memory.stages.size() == 1 ? items::Words::tr("Every GPU alike")
                                            : items::Words::tr("Heaviest: stage %1").arg(stage.stage);
    if (!stage.peakPhase.empty())
        found.place += items::Words::tr(" · peak in %1").arg(items::tableText(stage.peakPhase));
    found.verdict = verdictText(memory.fits, memory.device, memory.capacity);
    return found;
}

QString memoryCsv(const Report& report) {
    QString text = QStringLiteral("stage,layers,key,group,memory_gib\n");
    const auto line = [&text](const StageMemory& stage, const QString& key, const QString& group,
                              Bytes bytes) {
        text += QStringLiteral("%1,%2,%3,%4,%5\n")
                    .arg(stage.stage)
                    .arg(stage.layers)
                    .arg(key, group, QString::number(bytes / GiB, 'g', 8));
    };
    for (const StageMemory& stage : report.memory->stages) {
        for (std::size_t i = 0; i < stage.terms.size(); ++i)
            line(stage, QString::fromUtf8(memoryTerms()[i].key),
                 QString::fromUtf8(groupText(memoryTerms()[i].group)), stage.terms[i]);
        line(stage, QStringLiteral("allocated"), QStringLiteral("sum"), stage.peak);
        line(stage, QStringLiteral("allocated_low"), QStringLiteral("band"), stage.peakLow);
        line(stage, QStringLiteral("allocated_high"), QStringLiteral("band"), stage.peakHigh);
    }
    const StageMemory& heaviest = report.memory->heaviest();
    line(heaviest, QStringLiteral("reserved"), QStringLiteral("sum"), report.memory->reserved);
    line(heaviest, QStringLiteral("device"), QStringLiteral("sum"), report.memory->device);
    return text;
}

QString partToolTip(const StageMemory& stage, std::size_t term) {
    const MemoryTerm& row = memoryTerms()[term];
    return items::Words::tr("<b>%1</b> (%2)<br>%3 GiB · %4 % of %5 GiB allocated<br>%6")
        .arg(items::tableText(row.label).toHtmlEscaped(), items::midSentence(groupLabel(row.group)),
             gibText(stage.terms[term]))
        .arg(100 * (stage.terms[term] / stage.peak), 0, 'f', 1)
        .arg(gibText(stage.peak), QString::fromUtf8(row.formula).toHtmlEscaped());
}

} // namespace moe::ui
