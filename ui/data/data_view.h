// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The Data tab: every loaded table as a sortable, filterable, copyable view, with units and the problems
// found.

#include "models/items/csv_table_model.h"
#include "ui/report_view.h"

#include <QTimer>
#include <QWidget>

#include <functional>
#include <memory>
#include <vector>

class QIODevice;
class QLabel;
class QLineEdit;
class QListWidget;
class QStackedWidget;

namespace moe::ui {

class TableView;

/// Writes the rows shown into an open device; false when it could not. Safe to keep after the view has moved
/// on.
using TableWriter = std::function<bool(QIODevice&)>;

/// One loaded table as the view lists it.
struct LoadedTable {
    QString name;           ///< "Step Law, MoE"
    QString source;         ///< file it came from
    std::size_t groups = 0; ///< 0: the table has none
    std::shared_ptr<const CsvTable> table;
    Problems problems;
    QString provenance = {}; ///< what was measured, on what, with what; empty: the file says it
};
std::vector<LoadedTable> loadedTables(const Catalog& catalog);

class DataView : public QWidget {
    Q_OBJECT
public:
    explicit DataView(QWidget* parent = nullptr);

    void setCatalog(const CatalogPtr& catalog);

signals:
    void loadRequested();
    void publishedRequested();
    void exportRequested(const QString& suggestedName, const moe::ui::TableWriter& writer);

protected:
    void changeEvent(QEvent* event) override;

private:
    void showTable(int index);
    void applyFilter();
    void updateCount();
    void showProblems(const Problems& problems);
    void requestExport();
    /// A line under the filter: what is wrong with it, or a remark; empty = none.
    void say(const QString& text, bool wrong);
    void colourMessage();

    std::vector<LoadedTable> m_tables;
    int m_current = -1;
    bool m_wrong = false;
    items::CsvTableModel m_model;
    QTimer m_filterDelay;
    QStackedWidget* m_pages;
    QListWidget* m_list = nullptr;
    QLineEdit* m_filter = nullptr;
    QLabel* m_count = nullptr;
    QLabel* m_message = nullptr;
    QLabel* m_provenance = nullptr;
    TableView* m_view = nullptr;
    QLabel* m_problemTitle = nullptr;
    QListWidget* m_problems = nullptr;
};

} // namespace moe::ui
