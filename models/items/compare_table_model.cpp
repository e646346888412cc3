// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/compare_table_model.h"

#include "data/number.h"
#include "models/engine/memory/memory_terms.h"
#include "models/engine/report/time_term_row.h"
#include "models/engine/time/step_time_report.h"
#include "models/items/aligned.h"
#include "models/items/change_text.h"
#include "models/items/choice_label.h"
#include "models/items/format.h"
#include "models/items/metric_rows.h"
#include "models/items/plain_tip.h"
#include "models/items/words.h"

#include <algorithm>
#include <cmath>

namespace moe::items {
namespace {

QString exactText(const std::optional<double>& value) {
    return value ? QString::fromStdString(numberText(*value)) : QString();
}
QString human(const std::optional<double>& value, const char* unit) {
    return value ? humanValue(*value, QString::fromUtf8(unit)) : QStringLiteral("–");
}

/// Relative difference that only the order of additions makes.
constexpr double kRounding = 1e-12;

/// +3.42 s
QString signedText(const std::optional<double>& change, const std::optional<double>& share,
                   const char* unit) {
    if (!change) return QStringLiteral("–");
    if (*change == 0 || (share && std::abs(*share) < kRounding)) return QStringLiteral("=");
    return differenceChange(*change, QString::fromUtf8(unit));
}

QString percentText(const std::optional<double>& share) {
    return share ? shareChange(*share) : QStringLiteral("–");
}

/// As the form writes it: 32,000 and 0.0006, not 32000 and 6e-04; short above, where nothing is lost by it.
QString inputText(double value) {
    const bool whole = value == std::round(value) && std::abs(value) < 1e15;
    if (std::abs(value) >= 1e7 && QString::number(value, 'g', 3).toDouble() == value)
        return compactCount(value);
    return whole ? QLocale().toString(value, 'f', 0) : spelled(QString::fromStdString(rounded(value, 12)));
}

const TimeTermRow* timeTerm(const char* key) {
    for (const TimeTermRow& row : timeTerms())
        if (qstrcmp(row.key, key) == 0) return &row;
    return nullptr;
}
const MemoryTerm* memoryTerm(const char* key) {
    for (const MemoryTerm& row : memoryTerms())
        if (qstrcmp(row.key, key) == 0) return &row;
    return nullptr;
}

QString termToolTip(const TermLine& line) {
    const bool time = qstrcmp(line.unit, "s") == 0;
    const TimeTermRow* step = time ? timeTerm(line.key) : nullptr;
    const MemoryTerm* memory = time ? nullptr : memoryTerm(line.key);
    return QString::fromUtf8(step ? step->formula : memory ? memory->formula : "");
}

} // namespace

QString markLetter(std::size_t mark) {
    return mark < 26 ? QString(QChar('A' + static_cast<int>(mark))) : QString::number(mark + 1);
}

QString columnLetter(const std::vector<ComparedColumn>& columns, std::size_t compared) {
    switch (const int mark = columns[compared].mark; mark) {
    case ComparedColumn::kByPlace: return markLetter(compared);
    case ComparedColumn::kCurrent: return QStringLiteral("◆");
    case ComparedColumn::kBase: return QStringLiteral("◇");
    default: return markLetter(static_cast<std::size_t>(mark));
    }
}

void CompareTableModel::setColumns(std::vector<ComparedColumn> columns) {
    CompareTableModel next;
    next.m_comparison = moe::comparison(columns);
    next.m_compared = std::move(columns);
    next.m_columns = next.layoutOf();
    next.m_rows = next.rowsOf();
    const bool inPlace =
        !m_rows.empty() && next.m_columns == m_columns &&
        std::equal(next.m_rows.begin(), next.m_rows.end(), m_rows.begin(), m_rows.end(),
                   [](const Row& a, const Row& b) { return a.kind == b.kind && a.key == b.key; });
    if (!inPlace) beginResetModel();
    m_compared = std::move(next.m_compared);
    m_comparison = std::move(next.m_comparison);
    m_columns = std::move(next.m_columns);
    m_rows = std::move(next.m_rows);
    if (!inPlace) return endResetModel();
    emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
}

std::vector<CompareTableModel::Column> CompareTableModel::layoutOf() const {
    std::vector<Column> columns;
    for (int i = 0; i < static_cast<int>(m_compared.size()); ++i) {
        columns.push_back({Part::Value, i});
        if (i > 0) {
            columns.push_back({Part::Change, i});
            columns.push_back({Part::Percent, i});
        }
        const ComparedColumn& one = m_compared[static_cast<std::size_t>(i)];
        if (one.measured.empty() && one.curve.iteration.empty()) continue;
        columns.push_back({Part::Measured, i});
        columns.push_back({Part::Error, i});
    }
    return columns;
}

std::vector<CompareTableModel::Row> CompareTableModel::rowsOf() const {
    std::vector<Row> rows;
    const auto section = [&rows](const QString& label) {
        rows.push_back({Kind::Section, label, label, {}, {}, {}});
    };
    if (m_compared.size() > 1) {
        section(m_comparison.inputs.empty() ? tr("No input differs") : tr("Inputs that differ"));
        for (const InputDifference& difference : m_comparison.inputs) rows.push_back(inputRow(difference));
    }
    // What was measured stands before what is only predicted.
    std::vector<const MetricLine*> measured, rest;
    for (const MetricLine& line : m_comparison.metrics) {
        const bool known = std::any_of(m_columns.begin(), m_columns.end(), [&](const Column& column) {
            return column.part == Part::Measured &&
                   !measuredCell(*line.metric, column.compared, Part::Measured).text.isEmpty();
        });
        (known ? measured : rest).push_back(&line);
    }
    if (!measured.empty()) section(tr("Measured in the logs"));
    for (const MetricLine* line : measured) rows.push_back(metricRow(*line));
    const char* group = "";
    for (const MetricLine* line : rest) {
        if (qstrcmp(group, line->metric->group) != 0) section(tableText(group = line->metric->group));
        rows.push_back(metricRow(*line));
    }
    if (!m_comparison.step.empty()) section(tr("Step time by term"));
    for (const TermLine& line : m_comparison.step) rows.push_back(termRow(line));
    if (!m_comparison.memory.empty()) section(tr("Memory by term"));
    for (const TermLine& line : m_comparison.memory) rows.push_back(termRow(line));
    return rows;
}

CompareTableModel::Row CompareTableModel::inputRow(const InputDifference& difference) const {
    const Field& field = *difference.field;
    Row row{Kind::Input,
            tableText(field.label),
            QString::fromUtf8(field.key),
            QString::fromUtf8(field.unit),
            QStringLiteral("%1\n%2").arg(QString::fromUtf8(field.key), tableText(field.help)),
            {}};
    if (!row.unit.isEmpty() && !row.label.contains(row.unit, Qt::CaseInsensitive))
        row.label += QStringLiteral(" (%1)").arg(row.unit);
    for (const Column& column : m_columns) {
        Cell cell;
        if (column.part == Part::Value) {
            const FieldValue& value = difference.values[static_cast<std::size_t>(column.compared)];
            const QString words = QString::fromStdString(fieldText(value));
            const bool absent = std::holds_alternative<std::monostate>(value);
            cell.exact = words;
            cell.text = absent ? QStringLiteral("–") : words;
            if (const bool* flag = std::get_if<bool>(&value))
                cell.text = *flag ? Words::tr("yes") : Words::tr("no");
            else if (const auto* name = std::get_if<std::string>(&value))
                cell.text = field.choices.empty() ? words : choiceLabel(*name);
            else if (const double* number = std::get_if<double>(&value))
                cell.text = inputText(*number);
            cell.toolTip = absent ? tr("automatic, or there is no such part") : words;
        }
        row.cells.push_back(std::move(cell));
    }
    return row;
}

CompareTableModel::Row CompareTableModel::metricRow(const MetricLine& line) const {
    const Metric& metric = *line.metric;
    const QString better = metric.better == Better::Lower    ? tr("\nLower is better.")
                           : metric.better == Better::Higher ? tr("\nHigher is better.")
                                                             : QString();
    Row row{Kind::Result,
            tableText(metric.label),
            QString::fromUtf8(metric.key),
            QString::fromUtf8(metric.unit),
            QString::fromUtf8(metric.key) + better,
            {}};
    for (const Column& column : m_columns) {
        const auto i = static_cast<std::size_t>(column.compared);
        const auto change = line.change(i), share = line.relativeChange(i);
        const int judged = judgedChange(change, share, metric.better);
        const QString words = judged > 0 ? tr("better") : judged < 0 ? tr("worse") : QString();
        switch (column.part) {
        case Part::Value:
            row.cells.push_back(
                {human(line.values[i], metric.unit), exactText(line.values[i]), row.toolTip, 0});
            break;
        case Part::Change:
            row.cells.push_back({signedText(change, share, metric.unit), exactText(change), words, judged});
            break;
        case Part::Percent: row.cells.push_back({percentText(share), exactText(share), words, judged}); break;
        case Part::Measured:
        case Part::Error: row.cells.push_back(measuredCell(metric, column.compared, column.part)); break;
        case Part::Label: break;
        }
    }
    return row;
}

CompareTableModel::Row CompareTableModel::termRow(const TermLine& line) const {
    Row row{Kind::Term,
            tableText(line.label),
            QString::fromUtf8(line.key),
            QString::fromUtf8(line.unit),
            termToolTip(line),
            {}};
    for (const Column& column : m_columns) {
        const auto i = static_cast<std::size_t>(column.compared);
        const auto change = line.change(i), share = line.relativeChange(i);
        const int judged = judgedChange(change, share, Better::Lower);
        switch (column.part) {
        case Part::Value:
            row.cells.push_back(
                {human(line.values[i], line.unit), exactText(line.values[i]), row.toolTip, 0});
            break;
        case Part::Change:
            row.cells.push_back({signedText(change, share, line.unit), exactText(change), {}, judged});
            break;
        case Part::Percent: row.cells.push_back({percentText(share), exactText(share), {}, judged}); break;
        default: row.cells.push_back({}); break;
        }
    }
    return row;
}

CompareTableModel::Cell CompareTableModel::measuredCell(const Metric& metric, int compared, Part part) const {
    const ComparedColumn& column = m_compared[static_cast<std::size_t>(compared)];
    std::optional<double> measured, error;
    QString note;
    for (const MeasuredLine& line : m_comparison.measured) {
        if (line.column != static_cast<std::size_t>(compared) || metricOf(*line.quantity) != &metric)
            continue;
        measured = line.measured;
        error = line.error();
    }
    const QLatin1String key(metric.key);
    if (key == QLatin1String("loss.value") && column.curve.lastLoss()) {
        measured = column.curve.lastLoss();
        // A loss on the way down says nothing about the predicted end.
        if (column.curve.finished() && column.report.loss) error = column.report.loss->value / *measured - 1;
        note = tr("last of the log");
    } else if (key == QLatin1String("placement.aux_loss") && column.curve.lastBalance()) {
        measured = column.curve.lastBalance();
        if (const auto value = metric.value(column.report)) error = *value / *measured - 1;
        note = tr("last of the log");
    }
    if (!measured) return {};
    if (!note.isEmpty() && column.curve.share())
        note = tr("%1: iteration %2 of %3")
                   .arg(note, number(column.curve.iteration.back(), 'f', 0),
                        number(column.curve.planned, 'f', 0));
    if (part == Part::Measured) return {human(measured, metric.unit), exactText(measured), note, 0};
    if (!error) return {note.isEmpty() ? QStringLiteral("–") : tr("(on the way)"), {}, note, 0};
    return {percentText(error), exactText(error), tr("predicted over measured − 1"),
            std::abs(*error) > 0.25 ? -1 : 0};
}

int CompareTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}
int CompareTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : 1 + static_cast<int>(m_columns.size());
}

QVariant CompareTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || !checkIndex(index)) return {}; // views ask for the root, too
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    const bool label = index.column() == 0;
    if (role == KindRole) return static_cast<int>(row.kind);
    if (role == KeyRole) return row.key;
    if (label) {
        if (role == Qt::DisplayRole) return row.label;
        if (role == Qt::ToolTipRole) return row.toolTip;
        if (role == ScenarioRole) return -1;
        if (role == PartRole) return static_cast<int>(Part::Label);
        return {};
    }
    const auto i = static_cast<std::size_t>(index.column() - 1);
    if (role == ScenarioRole) return m_columns[i].compared;
    if (role == PartRole) return static_cast<int>(m_columns[i].part);
    if (i >= row.cells.size()) return {};
    const Cell& cell = row.cells[i];
    switch (role) {
    case Qt::DisplayRole: return cell.text;
    case Qt::ToolTipRole: return cell.toolTip;
    case Qt::TextAlignmentRole: return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    case JudgementRole: return cell.judgement;
    default: return {};
    }
}

const char* CompareTableModel::heading(const Column& column) const {
    const ComparedColumn& one = m_compared[static_cast<std::size_t>(column.compared)];
    const bool log = !one.measured.empty() || !one.curve.iteration.empty();
    switch (column.part) {
    case Part::Value: return log ? QT_TR_NOOP("predicted") : QT_TR_NOOP("value");
    case Part::Change: return QT_TR_NOOP("Δ");
    case Part::Percent: return QT_TR_NOOP("%");
    case Part::Measured: return QT_TR_NOOP("measured");
    case Part::Error: return QT_TR_NOOP("error");
    case Part::Label: break;
    }
    return "";
}

QString CompareTableModel::title(const Column& column) const {
    const char* const words = heading(column);
    return *words ? tr(words) : QString();
}

QVariant CompareTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
    if (section == 0) {
        if (role == ScenarioRole) return -1;
        return role == Qt::DisplayRole ? QVariant(QString()) : QVariant();
    }
    const Column& column = m_columns[static_cast<std::size_t>(section - 1)];
    const QString name = QString::fromStdString(m_compared[static_cast<std::size_t>(column.compared)].name);
    switch (role) {
    case Qt::DisplayRole: {
        // The name stands once, over the first part of its column.
        constexpr int kLongest = 22;
        const QString shown = name.size() > kLongest ? name.left(kLongest - 1) + QChar(0x2026) : name;
        const QString letter = columnLetter(m_compared, static_cast<std::size_t>(column.compared));
        return (column.part == Part::Value ? letter + QStringLiteral("  ") + shown : QString()) +
               QLatin1Char('\n') + title(column);
    }
    case Qt::ToolTipRole:
        return plainTip(column.part == Part::Change || column.part == Part::Percent
                            ? tr("%1 against %2").arg(name, QString::fromStdString(m_compared.front().name))
                            : QStringLiteral("%1, %2").arg(name, title(column)));
    case Qt::TextAlignmentRole: return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    case ScenarioRole: return column.compared;
    case PartRole: return static_cast<int>(column.part);
    default: return {};
    }
}

QString CompareTableModel::text(std::vector<int> rows, Format format) const {
    if (rows.empty())
        for (int i = 0; i < rowCount(); ++i) rows.push_back(i);
    const bool csv = format == Format::Csv;
    // Scripts read the heads of CSV: they are the same in every language.
    std::vector<QStringList> lines{csv ? QStringList{"quantity", "key", "unit"}
                                       : QStringList{tr("quantity")}};
    for (const Column& column : m_columns) {
        const ComparedColumn& one = m_compared[static_cast<std::size_t>(column.compared)];
        lines.front() << QStringLiteral("%1 %2").arg(
            QString::fromStdString(one.name), csv ? QString::fromUtf8(heading(column)) : title(column));
    }
    for (int number : rows) {
        const Row& row = m_rows[static_cast<std::size_t>(number)];
        if (row.kind == Kind::Section && csv) continue;
        QStringList line{row.kind == Kind::Section ? QStringLiteral("**%1**").arg(row.label) : row.label};
        if (csv) line << row.key << row.unit;
        for (const Cell& cell : row.cells) line << (csv ? cell.exact : cell.text);
        while (line.size() < lines.front().size()) line << QString();
        lines.push_back(line);
    }
    return csv ? csvRows(lines) : markdownTable(lines);
}

} // namespace moe::items
