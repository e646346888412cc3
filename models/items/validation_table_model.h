// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Predicted against measured as tables: one row per quantity of a case, and the errors' medians per group.

#include "models/engine/measured/validation.h"
#include "models/engine/report/pointers.h"

#include <QAbstractTableModel>

#include <memory>

namespace moe::items {

class ValidationTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Case, Quantity, MeasuredValue, Predicted, Error, Gpu, Quality, Group, Cause, ColumnCount };
    enum Role {
        SortRole = Qt::UserRole + 1, ///< base units; errors by size
        LargeRole,                   ///< bool: the row's error is beyond kLargeError
        UnitRole,                    ///< base unit of the row
    };
    explicit ValidationTableModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

    void setRuns(const RunsPtr& runs);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    RunsPtr m_runs;
};

/// Sortable like the other; values are shares of one under SortRole.
class ErrorSummaryModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Family, Part, Count, Median, Ninety, Worst, ColumnCount };
    explicit ErrorSummaryModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

    void setRuns(const RunsPtr& runs);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    RunsPtr m_runs;
};

/// "step time" and the like with the name of the quantity where a family has several.
QString quantityText(const CaseQuantity& quantity);
/// Case, source, both values, error and cause of one row, for a tooltip (rich text).
QString validationToolTip(const ValidationRow& row);
/// Columns id,group,gpu,quality,quantity,unit,measured,predicted,error,cause,source in base units.
QString validationCsv(const Validation& validation);
/// "128 values of 44 measured runs; median error of the step time 4.1 %, …".
QString validationSummary(const MeasuredRuns& runs);

} // namespace moe::items
