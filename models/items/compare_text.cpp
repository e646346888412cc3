// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/compare_text.h"

#include "data/number.h"
#include "models/items/aligned.h"
#include "models/items/change_text.h"
#include "models/items/escape.h"
#include "models/items/format.h"
#include "models/items/words.h"

#include <QJsonArray>

#include <cmath>

namespace moe::items {
namespace {

QString text(const std::string& value) {
    return QString::fromStdString(value);
}
QString human(const std::optional<double>& value, const char* unit) {
    return value ? humanValue(*value, QString::fromUtf8(unit)) : QStringLiteral("–");
}
QString percent(const std::optional<double>& share) {
    return share ? shareChange(*share) : QStringLiteral("–");
}

struct Block {
    QString title;
    std::vector<QStringList> rows; ///< the first is the header; a row of one cell is a heading
    QStringList sentences;
};

/// Everything but the first column is flush right; headings do not widen it.
QString aligned(const std::vector<QStringList>& rows) {
    std::vector<QStringList> table;
    std::vector<int> right;
    for (const QStringList& row : rows) {
        if (row.size() > 1) table.push_back(row);
        for (int i = static_cast<int>(right.size()) + 1; i < row.size(); ++i) right.push_back(i);
    }
    const QStringList lines = alignedRows(table, QStringLiteral("  "), right).split(QLatin1Char('\n'));
    QString result;
    qsizetype next = 0;
    for (const QStringList& row : rows)
        result += (row.size() > 1 ? lines[next++] : QStringLiteral("  ") + row.front()) + QLatin1Char('\n');
    return result;
}

QString inputText(const FieldValue& value) {
    return std::holds_alternative<std::monostate>(value) ? QStringLiteral("–") : text(fieldText(value));
}

QString quantityLabel(const CaseQuantity& quantity) {
    const Metric* metric = metricOf(quantity);
    return metric ? tableText(metric->label) : QString::fromUtf8(quantity.key);
}

Block inputBlock(const std::vector<ComparedColumn>& columns, const Comparison& comparison) {
    Block block{Words::tr("Inputs that differ"), {}, {}};
    QStringList header{Words::tr("key")};
    for (const ComparedColumn& column : columns) header << text(column.name);
    block.rows.push_back(header);
    for (const InputDifference& difference : comparison.inputs) {
        QStringList row{QString::fromUtf8(difference.field->key)};
        for (const FieldValue& value : difference.values) row << inputText(value);
        block.rows.push_back(row);
    }
    if (comparison.inputs.empty()) {
        block.rows.clear();
        block.sentences << Words::tr("None.");
    }
    return block;
}

Block metricBlock(const std::vector<ComparedColumn>& columns, const Comparison& comparison) {
    Block block{Words::tr("Results"), {}, {}};
    QStringList header{Words::tr("result")};
    for (std::size_t i = 0; i < columns.size(); ++i) {
        header << text(columns[i].name);
        if (i > 0) header << QStringLiteral("Δ") << QStringLiteral("%");
    }
    block.rows.push_back(header);
    const char* group = "";
    for (const MetricLine& line : comparison.metrics) {
        if (qstrcmp(group, line.metric->group) != 0)
            block.rows.push_back({tableText(group = line.metric->group)});
        QStringList row{QStringLiteral("  ") + tableText(line.metric->label)};
        for (std::size_t i = 0; i < line.values.size(); ++i) {
            row << human(line.values[i], line.metric->unit);
            if (i == 0) continue;
            const std::optional<double> change = line.change(i);
            const bool same =
                change && (*change == 0 || std::abs(line.relativeChange(i).value_or(1)) < 1e-12);
            row << (same     ? QStringLiteral("=")
                    : change ? differenceChange(*change, QString::fromUtf8(line.metric->unit))
                             : QStringLiteral("–"))
                << (same ? QStringLiteral("=") : percent(line.relativeChange(i)));
        }
        block.rows.push_back(row);
    }
    return block;
}

QString shares(const std::vector<TermChange>& terms) {
    QStringList parts;
    for (const TermChange& term : terms)
        parts << QStringLiteral("%1 %2 %").arg(tableText(term.label)).arg(100 * term.change, 0, 'f', 0);
    return parts.join(QStringLiteral(", "));
}

void addMeasured(std::vector<Block>& blocks, const std::vector<ComparedColumn>& columns,
                 const Comparison& comparison) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const ComparedColumn& column = columns[i];
        if (column.measured.empty() && column.assumptions.empty()) continue;
        Block block{Words::tr("Measured in %1").arg(text(column.name)), {}, {}};
        block.rows.push_back(
            {Words::tr("quantity"), Words::tr("measured"), Words::tr("predicted"), Words::tr("error")});
        for (const MeasuredLine& line : comparison.measured) {
            if (line.column != i) continue;
            block.rows.push_back({quantityLabel(*line.quantity), human(line.measured, line.quantity->unit),
                                  human(line.predicted, line.quantity->unit), percent(line.error())});
            if (std::string_view(line.quantity->key) == "step_seconds" && line.predicted)
                block.sentences << Words::tr("The measured step takes %1 %2 than predicted. Largest "
                                             "predicted terms: %3.")
                                       .arg(human(std::abs(line.measured - *line.predicted), "s"),
                                            line.measured < *line.predicted ? Words::tr("less")
                                                                            : Words::tr("more"),
                                            shares(dominantTerms(*column.report.train)));
        }
        block.sentences += curveSentences(column);
        for (const Message& assumption : column.assumptions)
            block.sentences << Words::tr("Assumed: ") + sentenceText(assumption);
        for (const Warning& warning : column.report.warnings) {
            if (warning.id.substr(0, 5) == "time-") block.sentences << sentenceText(warning.text);
        }
        blocks.push_back(std::move(block));
    }
}

QString changes(const std::vector<TermChange>& terms, const char* unit) {
    constexpr std::size_t kShown = 4;
    QStringList parts;
    for (std::size_t i = 0; i < std::min(terms.size(), kShown); ++i)
        parts << tableText(terms[i].label) + QLatin1Char(' ') +
                     withSign(terms[i].change, human(std::abs(terms[i].change), unit));
    return parts.join(QStringLiteral(", "));
}

void addExplanations(std::vector<Block>& blocks, const std::vector<ComparedColumn>& columns,
                     const Comparison& comparison) {
    Block block{Words::tr("What carries the difference"), {}, {}};
    for (std::size_t i = 1; i < columns.size(); ++i) {
        const Explanation& why = comparison.explanations[i];
        if (!why.step.empty())
            block.sentences << Words::tr("%1, step: %2.").arg(text(columns[i].name), changes(why.step, "s"));
        if (!why.memory.empty())
            block.sentences
                << Words::tr("%1, memory: %2.").arg(text(columns[i].name), changes(why.memory, "B"));
    }
    if (!block.sentences.empty()) blocks.push_back(std::move(block));
}

std::vector<Block> blocksOf(const std::vector<ComparedColumn>& columns, const Comparison& comparison) {
    std::vector<Block> blocks;
    if (columns.size() > 1) blocks.push_back(inputBlock(columns, comparison));
    addMeasured(blocks, columns, comparison);
    blocks.push_back(metricBlock(columns, comparison));
    addExplanations(blocks, columns, comparison);
    return blocks;
}

QJsonValue number(const std::optional<double>& value) {
    return value && std::isfinite(*value) ? QJsonValue(*value) : QJsonValue();
}
QJsonValue inputJson(const FieldValue& value) {
    if (const double* real = std::get_if<double>(&value)) return *real;
    if (const bool* flag = std::get_if<bool>(&value)) return *flag;
    if (const std::string* word = std::get_if<std::string>(&value)) return text(*word);
    return {};
}
QJsonArray changesJson(const std::vector<TermChange>& terms) {
    QJsonArray array;
    for (const TermChange& term : terms)
        array.append(QJsonObject{{"label", tableText(term.label)}, {"change", term.change}});
    return array;
}

QJsonValue curveJson(const LogCurve& curve) {
    if (curve.iteration.empty()) return {};
    const auto list = [](const std::vector<double>& values) {
        QJsonArray array;
        for (const double value : values) array.append(number(value));
        return array;
    };
    return QJsonObject{{"iterations", list(curve.iteration)},
                       {"loss", list(curve.loss)},
                       {"load_balancing_loss", curve.hasBalance() ? list(curve.balance) : QJsonValue()},
                       {"planned_iterations", curve.planned > 0 ? QJsonValue(curve.planned) : QJsonValue()}};
}

} // namespace

QStringList curveSentences(const ComparedColumn& column) {
    const LogCurve& curve = column.curve;
    QStringList sentences;
    if (curve.iteration.empty()) return sentences;
    const auto nats = [](double value) { return number(value, 'f', 3); };
    const QString from = number(curve.iteration.front(), 'f', 0), to = number(curve.iteration.back(), 'f', 0);
    if (curve.firstLoss()) {
        QString sentence = Words::tr("Loss %1 at iteration %2, %3 at %4")
                               .arg(nats(*curve.firstLoss()), from, nats(*curve.lastLoss()), to);
        if (const auto share = curve.share())
            sentence += Words::tr(" of %1 (%2 of the planned run)")
                            .arg(number(curve.planned, 'f', 0), humanNumber(100 * *share, 2) + " %");
        if (column.report.loss)
            sentence += Words::tr("; predicted at its end %1").arg(nats(column.report.loss->value));
        sentences << sentence + QLatin1Char('.');
    }
    if (curve.hasBalance()) {
        QString sentence = Words::tr("Load-balancing loss %1 at iteration %2, %3 at %4; 1 is balanced")
                               .arg(nats(*curve.firstBalance()), from, nats(*curve.lastBalance()), to);
        const auto& placement = column.report.placement;
        if (placement && placement->auxLoss)
            sentence += Words::tr(", predicted %1").arg(nats(*placement->auxLoss));
        sentences << sentence + QLatin1Char('.');
    }
    return sentences;
}

QString compareText(const std::vector<ComparedColumn>& columns, const Comparison& comparison) {
    QString result;
    for (const Block& block : blocksOf(columns, comparison)) {
        result += (result.isEmpty() ? QString() : QStringLiteral("\n")) + block.title + QLatin1Char('\n');
        result += aligned(block.rows);
        for (const QString& sentence : block.sentences)
            result += QStringLiteral("  ") + sentence + QLatin1Char('\n');
    }
    return result;
}

QString compareMarkdown(const std::vector<ComparedColumn>& columns, const Comparison& comparison) {
    QString result;
    for (const Block& block : blocksOf(columns, comparison)) {
        result += (result.isEmpty() ? QString() : QStringLiteral("\n")) + QStringLiteral("## ") +
                  markdownLine(block.title) + QStringLiteral("\n\n");
        std::vector<QStringList> rows = block.rows;
        for (QStringList& row : rows) {
            if (row.size() == 1) row.front() = QStringLiteral("**%1**").arg(row.front());
            while (row.size() < rows.front().size()) row << QString();
            row.front() = row.front().trimmed();
        }
        if (!rows.empty()) result += markdownTable(rows);
        if (!block.rows.empty() && !block.sentences.isEmpty()) result += QLatin1Char('\n');
        for (const QString& sentence : block.sentences)
            result += QStringLiteral("- ") + markdownLine(sentence) + QLatin1Char('\n');
    }
    return result;
}

QString compareNotes(const std::vector<ComparedColumn>& columns, const Comparison& comparison) {
    std::vector<Block> blocks;
    addMeasured(blocks, columns, comparison);
    addExplanations(blocks, columns, comparison);
    QString result;
    for (const Block& block : blocks) {
        result += QStringLiteral("### %1\n\n").arg(markdownLine(block.title));
        for (const QString& sentence : block.sentences)
            result += QStringLiteral("- ") + markdownLine(sentence) + QLatin1Char('\n');
        result += QLatin1Char('\n');
    }
    return result.isEmpty() ? Words::tr("Nothing is compared yet.") : result;
}

QString compareCsv(const std::vector<ComparedColumn>& columns, const Comparison& comparison) {
    std::vector<QStringList> rows{{"kind", "key", "unit"}};
    for (const ComparedColumn& column : columns) rows.front() << text(column.name);
    for (const InputDifference& difference : comparison.inputs) {
        QStringList row{QStringLiteral("input"), QString::fromUtf8(difference.field->key),
                        QString::fromUtf8(difference.field->unit)};
        for (const FieldValue& value : difference.values) row << text(fieldText(value));
        rows.push_back(row);
    }
    for (const MetricLine& line : comparison.metrics) {
        QStringList row{QStringLiteral("result"), QString::fromUtf8(line.metric->key),
                        QString::fromUtf8(line.metric->unit)};
        for (const std::optional<double>& value : line.values)
            row << (value ? text(numberText(*value)) : QString());
        rows.push_back(row);
    }
    for (const MeasuredLine& line : comparison.measured) {
        QStringList row{QStringLiteral("measured"), QString::fromUtf8(line.quantity->key),
                        QString::fromUtf8(line.quantity->unit)};
        for (std::size_t i = 0; i < columns.size(); ++i)
            row << (i == line.column ? text(numberText(line.measured)) : QString());
        rows.push_back(row);
    }
    return csvRows(rows);
}

QJsonObject compareJson(const std::vector<ComparedColumn>& columns, const Comparison& comparison) {
    QJsonArray names, inputs, results, measured, explanations;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        QJsonArray assumptions;
        for (const Message& assumption : columns[i].assumptions)
            assumptions.append(text(toString(assumption)));
        names.append(QJsonObject{{"name", text(columns[i].name)},
                                 {"assumptions", assumptions},
                                 {"curve", curveJson(columns[i].curve)}});
        explanations.append(QJsonObject{{"name", text(columns[i].name)},
                                        {"step_seconds", changesJson(comparison.explanations[i].step)},
                                        {"memory_bytes", changesJson(comparison.explanations[i].memory)}});
    }
    for (const InputDifference& difference : comparison.inputs) {
        QJsonArray values;
        for (const FieldValue& value : difference.values) values.append(inputJson(value));
        inputs.append(QJsonObject{{"key", QString::fromUtf8(difference.field->key)}, {"values", values}});
    }
    for (const MetricLine& line : comparison.metrics) {
        QJsonArray values, change, relative;
        for (std::size_t i = 0; i < line.values.size(); ++i) {
            values.append(number(line.values[i]));
            change.append(number(line.change(i)));
            relative.append(number(line.relativeChange(i)));
        }
        results.append(QJsonObject{{"key", QString::fromUtf8(line.metric->key)},
                                   {"unit", QString::fromUtf8(line.metric->unit)},
                                   {"values", values},
                                   {"change", change},
                                   {"relative_change", relative}});
    }
    for (const MeasuredLine& line : comparison.measured)
        measured.append(QJsonObject{{"name", text(columns[line.column].name)},
                                    {"quantity", QString::fromUtf8(line.quantity->key)},
                                    {"unit", QString::fromUtf8(line.quantity->unit)},
                                    {"measured", line.measured},
                                    {"predicted", number(line.predicted)},
                                    {"error", number(line.error())}});
    return {{"schema", "moe-explorer/compare/1"},
            {"columns", names},
            {"inputs", inputs},
            {"metrics", results},
            {"measured", measured},
            {"explanations", explanations}};
}

QString calibrationText(const Calibration& calibration) {
    QString result = Words::tr("Calibrated: GEMM efficiency %1 of the peak (fitted %2), host factor %3\n")
                         .arg(calibration.efficiency, 0, 'f', 3)
                         .arg(calibration.fittedEfficiency, 0, 'f', 3)
                         .arg(calibration.hostFactor, 0, 'f', 2);
    for (std::size_t i = 0; i < calibration.after.size(); ++i)
        result += Words::tr("  step %1 before, %2 after\n")
                      .arg(human(calibration.before[i].base, "s"), human(calibration.after[i].base, "s"));
    result += Words::tr("  The same with --set gpu.mfu=%1 --set train.host_factor=%2\n")
                  .arg(calibration.efficiency, 0, 'g', 6)
                  .arg(calibration.hostFactor, 0, 'g', 6);
    if (!calibration.met)
        result += Words::tr("  Not every measured step is met within 1 %: something else than GEMMs and "
                            "launches differs.\n");
    return result;
}

} // namespace moe::items
