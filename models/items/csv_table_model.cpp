// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/csv_table_model.h"

#include "data/csv.h"
#include "data/number.h"
#include "models/items/operator_words.h"
#include "models/items/plain_tip.h"
#include "models/items/words.h"

#include <QLocale>

#include <cmath>

namespace moe::items {
namespace {

QString shownNumber(double value) {
    if (std::isnan(value)) return QStringLiteral("–");
    if (value == std::round(value) && std::abs(value) < 1e15)
        return QLocale(QLocale::English).toString(static_cast<qlonglong>(value));
    return QString::fromStdString(rounded(value, 6));
}

} // namespace

void CsvTableModel::setTable(TablePtr table) {
    beginResetModel();
    m_table = std::move(table);
    m_filter.reset(m_table.get());
    m_notes.clear();
    if (m_table) {
        std::vector<std::string> header;
        for (const CsvColumn& column : m_table->columns) header.push_back(column.name);
        const TableKind kind = recogniseTable(header);
        const OperatorKind* operators =
            kind == TableKind::Unknown ? recogniseOperators(header, m_table->source) : nullptr;
        for (const std::string& name : header)
            m_notes.push_back(operators ? operatorColumnNote(*operators, name) : columnNote(kind, name));
    }
    endResetModel();
}

QString CsvTableModel::setFilter(const QString& text) {
    TableFilter filter = m_filter;
    const Message rule = filter.setText(text.toStdString());
    if (!rule.empty()) return sentenceText(rule);
    beginResetModel();
    m_filter = std::move(filter);
    endResetModel();
    return {};
}

void CsvTableModel::sort(int column, Qt::SortOrder order) {
    // A reset, not a layout change: mapping a large selection row by row would take longer than the sort.
    beginResetModel();
    m_filter.sort(column, order == Qt::DescendingOrder);
    endResetModel();
}

int CsvTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_filter.rows().size());
}

int CsvTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() || !m_table ? 0 : static_cast<int>(m_table->columns.size());
}

QVariant CsvTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const CsvColumn& cells = column(index.column());
    const std::uint32_t row = tableRow(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return cells.numeric ? shownNumber(cells.numbers[row]) : exactText(index.row(), index.column());
    case Qt::UserRole:
        return cells.numeric ? QVariant(cells.numbers[row]) : exactText(index.row(), index.column());
    case Qt::ToolTipRole: {
        const QString exact = exactText(index.row(), index.column());
        return exact == data(index, Qt::DisplayRole).toString() && exact.size() < 24 ? QVariant()
                                                                                     : plainTip(exact);
    }
    case Qt::TextAlignmentRole:
        return int(Qt::AlignVCenter | (cells.numeric ? Qt::AlignRight : Qt::AlignLeft));
    default: return {};
    }
}

QVariant CsvTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (!m_table || section < 0) return {};
    if (orientation == Qt::Vertical) {
        if (section >= rowCount()) return {};
        const int line = m_table->lines[tableRow(section)];
        if (role == Qt::DisplayRole) return line;
        if (role == Qt::ToolTipRole) return Words::tr("Line %1 of the file").arg(line);
        return {};
    }
    if (section >= columnCount()) return {};
    const QString name = QString::fromStdString(column(section).name);
    const ColumnNote& known = m_notes[static_cast<std::size_t>(section)];
    const QString title = known.title.isEmpty() ? name : known.title;
    switch (role) {
    // Always two lines, so that a header without units is as tall as the others.
    case Qt::DisplayRole: return title + QLatin1Char('\n') + known.unit;
    case Qt::ToolTipRole: {
        QString text = plainTip(name);
        if (!known.unit.isEmpty()) text += QStringLiteral(" (") + known.unit + QLatin1Char(')');
        return known.meaning.isEmpty() ? text : text + QStringLiteral("\n") + known.meaning;
    }
    case Qt::TextAlignmentRole:
        return int(Qt::AlignVCenter | (column(section).numeric ? Qt::AlignRight : Qt::AlignLeft));
    case Qt::AccessibleTextRole:
        return known.unit.isEmpty() ? title : title + QStringLiteral(", ") + known.unit;
    default: return {};
    }
}

QString CsvTableModel::exactText(int row, int columnIndex) const {
    const CsvColumn& cells = column(columnIndex);
    const std::uint32_t at = tableRow(row);
    if (!cells.numeric) {
        const std::string_view text = cells.text(at);
        return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    }
    return std::isnan(cells.numbers[at]) ? QString() : QString::fromStdString(numberText(cells.numbers[at]));
}

ColumnNote CsvTableModel::note(int columnIndex) const {
    return m_notes.at(static_cast<std::size_t>(columnIndex));
}

bool writeCsv(const CsvTable& table, const std::vector<std::uint32_t>& rows,
              const std::function<bool(std::string_view)>& write) {
    constexpr std::size_t kPiece = 1 << 16;
    std::string piece;
    for (const CsvColumn& column : table.columns)
        piece += (&column == &table.columns.front() ? "" : ",") + csvCell(column.name);
    piece += '\n';
    for (const std::uint32_t row : rows) {
        for (const CsvColumn& column : table.columns) {
            if (&column != &table.columns.front()) piece += ',';
            if (!column.numeric)
                piece += csvCell(column.text(row));
            else if (!std::isnan(column.numbers[row]))
                piece += numberText(column.numbers[row]);
        }
        piece += '\n';
        if (piece.size() < kPiece) continue;
        if (!write(piece)) return false;
        piece.clear();
    }
    return write(piece);
}

} // namespace moe::items
