// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/report_text.h"

#include "data/csv.h"
#include "data/number.h"
#include "models/engine/scenario/fields.h"
#include "models/items/aligned.h"
#include "models/items/answer_text.h"
#include "models/items/escape.h"
#include "models/items/explain_text.h"
#include "models/items/metric_rows.h"
#include "models/items/report_table.h"
#include "models/items/result_cards.h"
#include "models/items/words.h"

#include <algorithm>

namespace moe::items {
namespace {

/// Asked for when a report is written: before that there is no translator.
QStringList columnHeads() {
    return {Words::tr("result"), Words::tr("value"), Words::tr("origin")};
}

std::vector<qsizetype> columnWidths(const std::vector<QStringList>& rows) {
    std::vector<qsizetype> widths;
    for (const QStringList& row : rows) {
        widths.resize(std::max(widths.size(), static_cast<std::size_t>(row.size())), 0);
        for (qsizetype i = 0; i < row.size(); ++i) {
            auto& width = widths[static_cast<std::size_t>(i)];
            width = std::max(width, row[i].size());
        }
    }
    return widths;
}

void appendAligned(QString& text, const std::vector<QStringList>& rows, const QString& indent,
                   const std::vector<qsizetype>& widths) {
    for (const QStringList& row : rows) {
        QString line = indent;
        for (qsizetype i = 0; i < row.size(); ++i)
            line += row[i].leftJustified(widths[static_cast<std::size_t>(i)] + 2);
        while (line.endsWith(QLatin1Char(' '))) line.chop(1);
        text += line + QLatin1Char('\n');
    }
}

QString warningTitle(std::size_t count) {
    return count == 1 ? Words::tr("1 warning") : Words::tr("%1 warnings").arg(count);
}

QString markdownRow(const QStringList& cells) {
    QString line = QStringLiteral("|");
    for (const QString& cell : cells) line += QLatin1Char(' ') + markdownLine(cell) + QStringLiteral(" |");
    return line + QLatin1Char('\n');
}

QString csvCell(const char* text) {
    return QString::fromStdString(moe::csvCell(text));
}

} // namespace

QString reportTitle(const Report& report) {
    const Scenario& scenario = report.scenario;
    QString title = scenario.name.empty() ? Words::tr("Scenario without a name") : shownName(scenario.name);
    title += QStringLiteral(" · ");
    if (scenario.cluster.gpus) title += QStringLiteral("%1 × ").arg(*scenario.cluster.gpus);
    return title + QString::fromStdString(scenario.gpu.preset);
}

QString reportText(const Report& report) {
    QString text = reportTitle(report) + QLatin1Char('\n');
    for (const Answer& answer : answersOf(report))
        text += QLatin1Char('\n') + sentenceText(answer.sentence()) + QLatin1Char('\n');
    const std::vector<ReportBlock> blocks = reportBlocks(report);
    // First what rests on no word of the file: everything below follows from it.
    if (!report.scenario.assumed.empty())
        text += QLatin1Char('\n') + Words::tr("Assumed, as the file does not say it") + QLatin1Char('\n');
    for (const Assumption& one : report.scenario.assumed)
        text += QStringLiteral("  ") + sentenceText(one.text) + QLatin1Char('\n');
    // One width for all groups, so that values stand in one column from top to bottom.
    std::vector<QStringList> all;
    for (const ReportBlock& block : blocks) {
        if (!block.part) all.insert(all.end(), block.rows.begin(), block.rows.end());
    }
    const std::vector<qsizetype> widths = columnWidths(all);
    for (const ReportBlock& block : blocks) {
        text += QLatin1Char('\n') + QString(block.part ? QStringLiteral("  ") : QString()) + block.title;
        if (!block.missing.isEmpty()) text += QStringLiteral(": – ") + block.missing;
        text += QLatin1Char('\n');
        if (!block.part) {
            appendAligned(text, block.rows, QStringLiteral("  "), widths);
            continue;
        }
        std::vector<QStringList> rows{block.header};
        rows.insert(rows.end(), block.rows.begin(), block.rows.end());
        appendAligned(text, rows, QStringLiteral("    "), columnWidths(rows));
    }
    // What was assumed stands at the top.
    const auto isWarning = [](const Warning& warning) { return warning.id != "assumed"; };
    const auto count = std::count_if(report.warnings.begin(), report.warnings.end(), isWarning);
    if (count > 0)
        text += QLatin1Char('\n') + warningTitle(static_cast<std::size_t>(count)) + QLatin1Char('\n');
    for (const Warning& warning : report.warnings)
        if (isWarning(warning)) text += QStringLiteral("  ") + sentenceText(warning.text) + QLatin1Char('\n');
    return text;
}

static QString changedInputs(const Scenario& base, const Scenario& scenario) {
    const auto text = [](const Field& field, const Scenario& of) {
        const FieldValue value = field.get(of);
        return std::holds_alternative<std::monostate>(value) && !field.optional
                   ? QStringLiteral("–")
                   : QString::fromStdString(fieldText(value));
    };
    QString rows;
    for (const Field& field : fields()) {
        if (field.get(base) == field.get(scenario)) continue;
        rows += markdownRow({tableText(field.label), QString::fromUtf8(field.key), text(field, base),
                             text(field, scenario), QString::fromUtf8(field.unit)});
    }
    const QString name = base.name.empty() ? Words::tr("the scenario as it was opened")
                                           : markdownEscaped(shownName(base.name));
    if (rows.isEmpty()) return Words::tr("\nEvery input is that of %1.\n").arg(name);
    return Words::tr("\n## Inputs that differ from %1\n\n").arg(name) +
           markdownRow({Words::tr("input"), Words::tr("key"), Words::tr("there"), Words::tr("here"),
                        Words::tr("unit")}) +
           QStringLiteral("| --- | --- | --- | --- | --- |\n") + rows;
}

/// What a reader wants first: the cards of the window, verdict included.
static QString summaryTable(const Report& report) {
    QString rows;
    for (const CardRow& row : resultCards()) {
        const CardText card = row.text(report, nullptr);
        if (card.missing) continue;
        QStringList says = card.detail.split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        if (!card.lead.isEmpty()) says.prepend(card.lead);
        rows += markdownRow({card.title, QStringLiteral("%1 %2").arg(card.value, card.valueUnit).trimmed(),
                             says.join(QStringLiteral(" · "))});
    }
    if (rows.isEmpty()) return {};
    QString text = Words::tr("\n## Summary\n\n") +
                   markdownRow({Words::tr("result"), Words::tr("value"), {}}) +
                   QStringLiteral("| --- | --- | --- |\n") + rows;
    if (!report.warnings.empty())
        text += QLatin1Char('\n') + warningTitle(report.warnings.size()) + QStringLiteral(", ") +
                Words::tr("which follow the numbers.") + QLatin1Char('\n');
    return text;
}

/// Every input that has a value, so that the document says of what it speaks.
static QString allInputs(const Scenario& scenario) {
    QString rows;
    for (const Field& field : fields()) {
        const FieldValue value = field.get(scenario);
        const QString text = QString::fromStdString(fieldText(value));
        if (std::holds_alternative<std::monostate>(value) || text.isEmpty()) continue;
        rows += markdownRow(
            {tableText(field.label), QString::fromUtf8(field.key), text, QString::fromUtf8(field.unit)});
    }
    return Words::tr("\n## Inputs\n\n") +
           markdownRow({Words::tr("input"), Words::tr("key"), Words::tr("value"), Words::tr("unit")}) +
           QStringLiteral("| --- | --- | --- | --- |\n") + rows;
}

/// Without a last column that says nothing.
static ReportBlock withoutEmptyColumn(ReportBlock block) {
    const auto empty = [&](const QStringList& row) {
        return row.size() < block.header.size() || row.last().isEmpty();
    };
    if (block.header.size() < 2 || !std::all_of(block.rows.begin(), block.rows.end(), empty)) return block;
    const qsizetype last = block.header.size() - 1;
    for (QStringList& row : block.rows) row.resize(std::min(row.size(), last));
    block.header.removeLast();
    return block;
}

QString reportMarkdown(const Report& report, const ReportContext& context) {
    QString text = QStringLiteral("# ") + markdownEscaped(reportTitle(report)) + QLatin1Char('\n');
    if (!report.scenario.note.empty())
        text += QLatin1Char('\n') + markdownEscaped(QString::fromStdString(report.scenario.note)) +
                QLatin1Char('\n');
    if (const QString answer = answerMarkdown(answersOf(report)); !answer.isEmpty())
        text += QLatin1Char('\n') + answer;
    text += summaryTable(report);
    if (context.base) text += changedInputs(*context.base, report.scenario);
    for (ReportBlock& each : reportBlocks(report)) {
        if (each.header.isEmpty()) each.header = columnHeads();
        const ReportBlock block = withoutEmptyColumn(std::move(each));
        text += QLatin1Char('\n') + QString(block.part ? QStringLiteral("### ") : QStringLiteral("## ")) +
                block.title + QStringLiteral("\n\n");
        if (!block.missing.isEmpty()) {
            text += block.missing + QLatin1Char('\n');
            continue;
        }
        text += markdownRow(block.header) + QLatin1Char('|');
        for (qsizetype i = 0; i < block.header.size(); ++i) text += QStringLiteral(" --- |");
        text += QLatin1Char('\n');
        for (const QStringList& row : block.rows) text += markdownRow(row);
    }
    if (!report.warnings.empty())
        text += QStringLiteral("\n## ") + warningTitle(report.warnings.size()) + QStringLiteral("\n\n");
    for (const Warning& warning : report.warnings)
        text += QStringLiteral("- ") + markdownLine(sentenceText(warning.text)) + QLatin1Char('\n');
    if (!context.validation.isEmpty())
        text += Words::tr("\n## Validation\n\n") + context.validation + QLatin1Char('\n');
    text += allInputs(report.scenario);
    return text;
}

QString reportCsv(const Report& report) {
    QString text = QStringLiteral("key,label,value,unit\n");
    for (const MetricRow& row : metricRows(report)) {
        const QString value = row.value ? QString::fromStdString(numberText(*row.value)) : QString();
        text += csvCell(row.metric->key) + QLatin1Char(',') + csvCell(row.metric->label) + QLatin1Char(',') +
                value + QLatin1Char(',') + csvCell(row.metric->unit) + QLatin1Char('\n');
    }
    return text;
}

} // namespace moe::items
