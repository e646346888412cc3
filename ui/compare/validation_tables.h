// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Rows of the measured runs and the medians of their errors, as two sortable tables.

#include "models/items/validation_table_model.h"

#include <QTabWidget>

#include <optional>
#include <vector>

class QTableView;

namespace moe::ui {

class ValidationTables : public QTabWidget {
    Q_OBJECT
public:
    explicit ValidationTables(QWidget* parent = nullptr);

    void setRuns(const RunsPtr& runs);
    /// Only quantities of these base units are listed.
    void setUnits(const QStringList& units);
    /// Only these rows of the runs are listed, by their number; empty: all.
    void setChosen(std::vector<bool> rows);
    void select(std::size_t row);

signals:
    void selected(std::optional<std::size_t> row); ///< number of the row in Validation::rows

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    class UnitFilter;
    void fitColumns();
    void fitRows();
    void copy(const QTableView& table) const;

    items::ValidationTableModel* m_rows;
    items::ErrorSummaryModel* m_summaries;
    UnitFilter* m_filter;
    QTableView *m_rowTable = nullptr, *m_summaryTable = nullptr;
    int m_room = 0;            ///< that the columns were fitted to
    std::vector<int> m_widths; ///< of the columns before the cause, as their contents ask; empty: not known
};

} // namespace moe::ui
