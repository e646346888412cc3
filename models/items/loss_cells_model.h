// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The loss picture as a table: the cells of the map with interval and uncertainty, or measured runs.

#include "models/engine/report/pointers.h"
#include "models/engine/report/report.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace moe::items {

class LossCellsModel : public QAbstractTableModel {
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    /// The report must have a loss map.
    void showMap(const ReportPtr& report);
    void showRuns(std::vector<MeasuredPoint> runs);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    /// Display: rounded text. User: the raw number.
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

private:
    double value(int row, int column) const;
    bool hasSpread() const;

    ReportPtr m_report; ///< of the map; null = runs
    std::vector<MeasuredPoint> m_runs;
    std::vector<std::uint32_t> m_order; ///< shown rows, in cells or runs
};

} // namespace moe::items
