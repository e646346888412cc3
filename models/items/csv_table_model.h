// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A loaded table as an item model. Holds the table by shared pointer and formats cells on demand: no copy of
// 1.2 million rows.

#include "models/items/column_notes.h"
#include "models/items/table_filter.h"

#include <QAbstractTableModel>

#include <functional>
#include <memory>

namespace moe::items {

class CsvTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    using TablePtr = std::shared_ptr<const CsvTable>;
    using QAbstractTableModel::QAbstractTableModel;

    void setTable(TablePtr table);
    const TablePtr& table() const { return m_table; }
    const std::vector<std::uint32_t>& visibleRows() const { return m_filter.rows(); }

    /// What is wrong with the filter text (the rows then stay as they were), or empty.
    QString setFilter(const QString& text);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    /// Display: numbers rounded to six digits, integers grouped. User: the raw number (double) or text.
    QVariant data(const QModelIndex& index, int role) const override;
    /// Across: title (or the file's name), unit below, the file's name and meaning as tooltip. Down: the line
    /// in the file.
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    /// Column −1 = file order.
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

    /// The exact cell as text, empty where there is none.
    QString exactText(int row, int column) const;
    ColumnNote note(int column) const;

private:
    const CsvColumn& column(int index) const { return m_table->columns[static_cast<std::size_t>(index)]; }
    std::uint32_t tableRow(int row) const { return m_filter.rows()[static_cast<std::size_t>(row)]; }

    TablePtr m_table;
    TableFilter m_filter;
    std::vector<ColumnNote> m_notes;
};

/// Rows of `table` in the given order as CSV (RFC 4180, LF) with its own header, in pieces to `write`, which
/// answers false to stop. True when all was written.
bool writeCsv(const CsvTable& table, const std::vector<std::uint32_t>& rows,
              const std::function<bool(std::string_view)>& write);

} // namespace moe::items
