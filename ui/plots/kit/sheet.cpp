// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/kit/sheet.h"

#include "data/csv.h"
#include "models/items/format.h"
#include "models/items/plain_tip.h"
#include "models/items/words.h"
#include "ui/plots/kit/view_pages.h"

#include <QHeaderView>
#include <QLocale>
#include <QTableView>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

namespace moe::ui {
namespace {

/// Column widths are those of so many rows from the first on screen.
constexpr int kMeasuredRows = 100;

bool isNumber(const QVariant& cell) {
    return cell.typeId() == QMetaType::Double;
}

QString csvCell(const QVariant& value) {
    if (isNumber(value)) return QString::number(value.toDouble(), 'g', 8);
    return QString::fromStdString(moe::csvCell(value.toString().toUtf8().toStdString()));
}

/// What a cell is sorted by, if by a number: "#" is a word of digits.
std::optional<double> rankOf(const QVariant& cell) {
    bool whole = true;
    const double value = isNumber(cell) ? cell.toDouble() : cell.toString().toInt(&whole);
    if (!whole || std::isnan(value)) return {};
    return value;
}

bool less(const QVariant& a, const QVariant& b) {
    const std::optional<double> x = rankOf(a), y = rankOf(b);
    if (x && y) return *x < *y;
    if (x || y) return x.has_value(); // words after numbers
    return QString::localeAwareCompare(a.toString(), b.toString()) < 0;
}

/// Four digits are enough to read, the CSV has them all; but no count of GPUs is rounded.
QVariant shown(double value) {
    if (value == std::floor(value) && std::abs(value) < 1e15) return qlonglong(value);
    return QString::number(value, 'g', 4).toDouble();
}

/// The same parts in the same order, whatever their numbers.
bool alike(const Sheet& a, const Sheet& b) {
    const auto same = [](const Sheet::Row& one, const Sheet::Row& other) {
        return one.key == other.key &&
               std::equal(
                   one.cells.begin(), one.cells.end(), other.cells.begin(), other.cells.end(),
                   [](const QVariant& x, const QVariant& y) { return isNumber(x) ? isNumber(y) : x == y; });
    };
    return a.header == b.header && (a.more > 0) == (b.more > 0) &&
           std::equal(a.rows.begin(), a.rows.end(), b.rows.begin(), b.rows.end(), same);
}

} // namespace

QString sheetCsv(const Sheet& sheet) {
    const auto line = [](const auto& cells) {
        QStringList texts;
        for (const auto& cell : cells) texts += csvCell(QVariant(cell));
        return texts.join(QLatin1Char(',')) + QLatin1Char('\n');
    };
    if (sheet.rows.empty()) return {};
    QString text = line(sheet.header);
    for (const Sheet::Row& row : sheet.rows) text += line(row.cells);
    return text;
}

void SheetModel::setSheet(Sheet sheet) {
    if (alike(sheet, m_sheet)) { // the selection stays
        m_sheet = std::move(sheet);
        if (m_sorted >= 0) sort(m_sorted, m_direction);
        if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        return;
    }
    beginResetModel();
    if (sheet.header != m_sheet.header) m_sorted = -1;
    m_sheet = std::move(sheet);
    arrange();
    endResetModel();
}

int SheetModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(m_sheet.rows.size()) + (m_sheet.more > 0 ? 1 : 0);
}
int SheetModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(m_sheet.header.size());
}

QVariant SheetModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || !checkIndex(index)) return {};
    if (std::size_t(index.row()) >= m_order.size()) {
        if (role == Qt::SizeHintRole) return QSize(1, 1); // it spans the columns and widens none
        if (role != Qt::DisplayRole || index.column() > 0) return {};
        return items::Words::tr("%1 more rows: “Copy data” takes all of them.")
            .arg(QLocale().toString(qulonglong(m_sheet.more)));
    }
    const Sheet::Row& row = m_sheet.rows[std::size_t(m_order[std::size_t(index.row())])];
    if (role == Qt::UserRole) return row.key;
    if (index.column() >= row.cells.size()) return {};
    const QVariant& cell = row.cells[index.column()];
    switch (role) {
    case Qt::DisplayRole:
        if (isNumber(cell)) return shown(cell.toDouble());
        return items::spelled(cell.toString());
    case Qt::TextAlignmentRole:
        if (isNumber(cell)) return int(Qt::AlignRight | Qt::AlignVCenter);
        return {};
    case Qt::ToolTipRole: // formulas are longer than their column
        return isNumber(cell) ? QLocale().toString(cell.toDouble(), 'g', 8)
                              : items::plainTip(items::spelled(cell.toString()));
    default: return {};
    }
}

QVariant SheetModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Horizontal && role == Qt::DisplayRole) return m_sheet.header.value(section);
    return QAbstractTableModel::headerData(section, orientation, role);
}

void SheetModel::sort(int column, Qt::SortOrder order) {
    m_sorted = column;
    m_direction = order;
    emit layoutAboutToBeChanged({}, VerticalSortHint);
    const std::vector<int> before = m_order;
    arrange();
    std::vector<int> place(before.size()); // of a row of the sheet, in the table
    for (std::size_t i = 0; i < m_order.size(); ++i) place[std::size_t(m_order[i])] = int(i);
    for (const QModelIndex& old : persistentIndexList())
        if (std::size_t(old.row()) < before.size())
            changePersistentIndex(old,
                                  index(place[std::size_t(before[std::size_t(old.row())])], old.column()));
    emit layoutChanged({}, VerticalSortHint);
}

void SheetModel::arrange() {
    m_order.resize(m_sheet.rows.size());
    std::iota(m_order.begin(), m_order.end(), 0);
    if (m_sorted < 0 || m_sheet.more > 0) return;
    const QVariant none;
    const auto cell = [&](int row) -> const QVariant& {
        const QVector<QVariant>& cells = m_sheet.rows[std::size_t(row)].cells;
        return m_sorted < cells.size() ? cells[m_sorted] : none;
    };
    std::stable_sort(m_order.begin(), m_order.end(), [&](int a, int b) {
        return m_direction == Qt::AscendingOrder ? less(cell(a), cell(b)) : less(cell(b), cell(a));
    });
}

QTableView* newSheetTable(const QString& accessibleName) {
    auto* table = new QTableView;
    table->setModel(new SheetModel(table));
    dressTable(*table, accessibleName);
    QHeaderView* header = table->horizontalHeader();
    header->setStretchLastSection(true);
    header->setResizeContentsPrecision(kMeasuredRows);
    header->setSortIndicator(-1, Qt::AscendingOrder);
    return table;
}

void fillTable(QTableView& table, Sheet sheet) {
    auto& model = dynamic_cast<SheetModel&>(*table.model());
    const bool whole = sheet.more == 0;
    const bool otherColumns = sheet.header != model.sheet().header;
    if (!whole || otherColumns) {
        table.setSortingEnabled(false);
        table.horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    }
    table.clearSpans();
    model.setSheet(std::move(sheet));
    if (whole && !table.isSortingEnabled()) table.setSortingEnabled(true);
    if (!whole) table.setSpan(model.rowCount() - 1, 0, 1, model.columnCount());
    for (int column = 0; column + 1 < model.columnCount(); ++column) table.resizeColumnToContents(column);
}

} // namespace moe::ui
