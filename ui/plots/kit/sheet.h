// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The numbers behind a picture as rows: a table to look through and CSV.

#include <QAbstractTableModel>
#include <QVariant>

#include <vector>

class QTableView;

namespace moe::ui {

/// Numbers behind a picture; units stand in the header.
struct Sheet {
    struct Row {
        QString key; ///< what the row's activation explains; may be empty
        QVector<QVariant> cells;
    };
    QStringList header;
    std::vector<Row> rows;
    std::size_t more = 0; ///< rows that only the CSV has
};
QString sheetCsv(const Sheet& sheet);

/// A sheet on screen. Ten thousand rows with every step of a slider: cells are made as they are looked at.
class SheetModel : public QAbstractTableModel {
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    void setSheet(Sheet sheet);
    const Sheet& sheet() const { return m_sheet; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    /// Every cell carries the key of its row as user data. A last line tells of rows that are left out.
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    /// A negative column: the order of the sheet. One with rows left out is not sorted.
    void sort(int column, Qt::SortOrder order) override;

private:
    void arrange();

    Sheet m_sheet;
    std::vector<int> m_order; ///< row of the sheet by row of the table
    int m_sorted = -1;
    Qt::SortOrder m_direction = Qt::AscendingOrder;
};

/// Read-only, over a SheetModel.
QTableView* newSheetTable(const QString& accessibleName);
void fillTable(QTableView& table, Sheet sheet);

} // namespace moe::ui
