// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/validation_table_model.h"

#include "data/number.h"
#include "models/items/aligned.h"
#include "models/items/format.h"
#include "models/items/words.h"

#include <algorithm>
#include <cmath>

namespace moe::items {
namespace {

QString text(const std::string& value) {
    return QString::fromStdString(value);
}
QString share(double value) {
    return number(100 * value, 'f', 1) + QStringLiteral(" %");
}
QString signedShare(const std::optional<double>& error) {
    if (!error) return QStringLiteral("–");
    return (*error < 0 ? QString(QChar(0x2212)) : QStringLiteral("+")) + share(std::abs(*error));
}
bool isLarge(const ValidationRow& row) {
    return row.error() && std::abs(*row.error()) > kLargeError;
}
QString causeText(const ValidationRow& row) {
    if (!isLarge(row)) return {};
    const std::string& cause = row.measuredCase->cause;
    return cause.empty() ? Words::tr("cause unknown") : tableText(cause);
}
QString valueText(const std::optional<double>& value, const ValidationRow& row) {
    return value ? humanValue(*value, QString::fromUtf8(row.quantity->unit)) : QStringLiteral("–");
}

constexpr const char* kHeaders[] = {
    QT_TRANSLATE_NOOP("Table", "Case"),     QT_TRANSLATE_NOOP("Table", "Quantity"),
    QT_TRANSLATE_NOOP("Table", "Measured"), QT_TRANSLATE_NOOP("Table", "Predicted"),
    QT_TRANSLATE_NOOP("Table", "Error"),    "GPU",
    QT_TRANSLATE_NOOP("Table", "Quality"),  QT_TRANSLATE_NOOP("Table", "Group"),
    QT_TRANSLATE_NOOP("Table", "Cause")};
constexpr const char* kSummaryHeaders[] = {QT_TRANSLATE_NOOP("Table", "Quantity"),
                                           QT_TRANSLATE_NOOP("Table", "Cases"),
                                           QT_TRANSLATE_NOOP("Table", "Rows"),
                                           QT_TRANSLATE_NOOP("Table", "Median"),
                                           "90 %",
                                           QT_TRANSLATE_NOOP("Table", "Worst")};

} // namespace

QString quantityText(const CaseQuantity& quantity) {
    const auto sharing =
        std::count_if(caseQuantities().begin(), caseQuantities().end(),
                      [&](const CaseQuantity& other) { return qstrcmp(other.family, quantity.family) == 0; });
    QString key = QString::fromUtf8(quantity.key);
    if (sharing < 2) return tableText(quantity.family);
    key.replace(QLatin1Char('_'), QLatin1Char(' '))
        .remove(QLatin1String(" bytes"))
        .remove(QLatin1String(" seconds"));
    return tableText(key.toStdString());
}

QString validationToolTip(const ValidationRow& row) {
    const MeasuredCase& one = *row.measuredCase;
    QString result =
        Words::tr("<b>%1</b><br>%2: measured %3, predicted %4 (%5)<br>%6")
            .arg(text(one.id).toHtmlEscaped(), quantityText(*row.quantity), valueText(row.measured, row),
                 valueText(row.predicted, row), signedShare(row.error()), text(one.source).toHtmlEscaped());
    if (!one.hardware.empty()) result += QStringLiteral("<br>") + text(one.hardware).toHtmlEscaped();
    if (isLarge(row)) result += QStringLiteral("<br>⚠ ") + causeText(row).toHtmlEscaped();
    return result;
}

QString validationCsv(const Validation& validation) {
    const InEnglish english; // a file is the same in every language
    std::vector<QStringList> rows{{"id", "group", "gpu", "quality", "quantity", "unit", "measured",
                                   "predicted", "error", "cause", "source"}};
    for (const ValidationRow& row : validation.rows) {
        const MeasuredCase& one = *row.measuredCase;
        const auto number = [](const std::optional<double>& value) {
            return value ? text(numberText(*value)) : QString();
        };
        rows.push_back({text(one.id), text(one.group), text(one.scenario.gpu.preset), text(one.quality),
                        QString::fromUtf8(row.quantity->key), QString::fromUtf8(row.quantity->unit),
                        number(row.measured), number(row.predicted), number(row.error()), causeText(row),
                        text(one.source)});
    }
    return csvRows(rows);
}

QString validationSummary(const MeasuredRuns& runs) {
    QString result =
        Words::tr("%1 values of %2 measured runs").arg(runs.validation.rows.size()).arg(runs.cases.size());
    QStringList medians;
    for (const ErrorSummary& summary : runs.validation.summaries) {
        if (summary.part == "all")
            medians << QStringLiteral("%1 %2").arg(tableText(summary.family), share(summary.median));
    }
    if (!medians.isEmpty()) result += Words::tr("; median errors: ") + medians.join(QStringLiteral(", "));
    return result + QLatin1Char('.');
}

void ValidationTableModel::setRuns(const RunsPtr& runs) {
    beginResetModel();
    m_runs = runs;
    endResetModel();
}
int ValidationTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !m_runs ? 0 : static_cast<int>(m_runs->validation.rows.size());
}
int ValidationTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ValidationTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || !checkIndex(index)) return {};
    const ValidationRow& row = m_runs->validation.rows[static_cast<std::size_t>(index.row())];
    const MeasuredCase& one = *row.measuredCase;
    const bool number = index.column() >= MeasuredValue && index.column() <= Error;
    switch (role) {
    case LargeRole: return isLarge(row);
    case UnitRole: return QString::fromUtf8(row.quantity->unit);
    case Qt::ToolTipRole: return validationToolTip(row);
    case Qt::TextAlignmentRole:
        return number ? QVariant(Qt::AlignRight | Qt::AlignVCenter)
                      : QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    case SortRole:
        if (index.column() == MeasuredValue) return row.measured;
        if (index.column() == Predicted) return row.predicted.value_or(-1);
        if (index.column() == Error) return row.error() ? std::abs(*row.error()) : -1;
        [[fallthrough]];
    case Qt::DisplayRole: break;
    default: return {};
    }
    switch (index.column()) {
    case Case: return text(one.id);
    case Gpu: return text(one.scenario.gpu.preset);
    case Quantity: return quantityText(*row.quantity);
    case MeasuredValue: return valueText(row.measured, row);
    case Predicted: return valueText(row.predicted, row);
    case Error: return (isLarge(row) ? QStringLiteral("⚠ ") : QString()) + signedShare(row.error());
    case Quality: return text(one.quality);
    case Group: return text(one.group);
    case Cause: return causeText(row);
    default: return {};
    }
}

QVariant ValidationTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) return {};
    if (role == Qt::DisplayRole) return tableText(kHeaders[section]);
    if (role == Qt::ToolTipRole && section == Quality)
        return tr("A: every input of the run is known; B: one or two secondary inputs are not stated");
    if (role == Qt::ToolTipRole && section == Error) return tr("predicted over measured − 1");
    return {};
}

void ErrorSummaryModel::setRuns(const RunsPtr& runs) {
    beginResetModel();
    m_runs = runs;
    endResetModel();
}
int ErrorSummaryModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !m_runs ? 0 : static_cast<int>(m_runs->validation.summaries.size());
}
int ErrorSummaryModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ErrorSummaryModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || !checkIndex(index)) return {};
    const ErrorSummary& summary = m_runs->validation.summaries[static_cast<std::size_t>(index.row())];
    if (role == Qt::TextAlignmentRole)
        return index.column() >= Count ? QVariant(Qt::AlignRight | Qt::AlignVCenter)
                                       : QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    const bool exact = role == ValidationTableModel::SortRole;
    if (role != Qt::DisplayRole && !exact) return {};
    const auto error = [exact](double value) { return exact ? QVariant(value) : QVariant(share(value)); };
    switch (index.column()) {
    case Family: return tableText(summary.family);
    case Part: return tableText(summary.part);
    case Count: return static_cast<qlonglong>(summary.count);
    case Median: return error(summary.median);
    case Ninety: return error(summary.ninety);
    case Worst: return error(summary.worst);
    default: return {};
    }
}

QVariant ErrorSummaryModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) return {};
    if (role == Qt::DisplayRole) return tableText(kSummaryHeaders[section]);
    if (role == Qt::ToolTipRole && section >= Median) return tr("of the absolute errors");
    return {};
}

} // namespace moe::items
