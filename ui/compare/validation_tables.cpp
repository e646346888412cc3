// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/validation_tables.h"

#include "models/items/aligned.h"
#include "ui/theme.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QSortFilterProxyModel>
#include <QStyledItemDelegate>
#include <QTableView>

#include <algorithm>
#include <numeric>
#include <utility>

namespace moe::ui {

using Rows = items::ValidationTableModel;

class ValidationTables::UnitFilter : public QSortFilterProxyModel {
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;
    void setUnits(const QStringList& units) {
        m_units = units;
        invalidateFilter();
    }
    void setChosen(std::vector<bool> rows) {
        m_chosen = std::move(rows);
        invalidateFilter();
    }

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override {
        if (std::size_t(row) < m_chosen.size() && !m_chosen[std::size_t(row)]) return false;
        return m_units.contains(sourceModel()->index(row, 0, parent).data(Rows::UnitRole).toString());
    }

private:
    QStringList m_units;
    std::vector<bool> m_chosen;
};

namespace {

/// Rows beyond the limit in the colour of trouble.
class LargeDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        return QStyledItemDelegate::sizeHint(option, index) + QSize(12, 0);
    }

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override {
        QStyledItemDelegate::initStyleOption(option, index);
        // Names differ at their ends: "bridge_perf_2511_…" would stand in every row.
        option->textElideMode = index.column() == Rows::Case ? Qt::ElideMiddle : Qt::ElideRight;
        option->features.setFlag(QStyleOptionViewItem::WrapText, index.column() == Rows::Cause);
        // Beside the first line of a long cause, whose middle may be out of sight.
        if (option->rect.height() > 2 * option->fontMetrics.height())
            option->displayAlignment = (option->displayAlignment & Qt::AlignHorizontal_Mask) | Qt::AlignTop;
        const bool marked = index.column() == Rows::Error || index.column() == Rows::Cause;
        if (marked && index.data(Rows::LargeRole).toBool())
            option->palette.setColor(QPalette::Text, themeOf(option->palette).bad);
    }
};

QTableView* newTable(QAbstractItemModel* model, const QString& name) {
    auto* table = new QTableView;
    table->setModel(model);
    table->setSortingEnabled(true);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setAlternatingRowColors(true);
    table->setShowGrid(false);
    table->setTabKeyNavigation(false);
    table->setFrameShape(QFrame::NoFrame);
    table->verticalHeader()->hide();
    const int rowHeight = table->fontMetrics().height() + 6;
    table->verticalHeader()->setMinimumSectionSize(rowHeight);
    table->verticalHeader()->setDefaultSectionSize(rowHeight);
    table->horizontalHeader()->setHighlightSections(false);
    table->horizontalHeader()->setSortIndicatorClearable(true);
    table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    table->horizontalHeader()->setStretchLastSection(true);
    table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table->setItemDelegate(new LargeDelegate(table));
    table->setAccessibleName(name);
    return table;
}

} // namespace

ValidationTables::ValidationTables(QWidget* parent)
    : QTabWidget(parent),
      m_rows(new Rows(this)),
      m_summaries(new items::ErrorSummaryModel(this)),
      m_filter(new UnitFilter(this)) {
    setDocumentMode(true);
    m_filter->setSourceModel(m_rows);
    m_filter->setSortRole(Rows::SortRole);
    auto* sorted = new QSortFilterProxyModel(this);
    sorted->setSourceModel(m_summaries);
    sorted->setSortRole(Rows::SortRole);
    m_rowTable = newTable(m_filter, tr("Measured cases"));
    m_rowTable->viewport()->installEventFilter(this);
    m_rowTable->horizontalHeader()->setStretchLastSection(false);
    m_rowTable->horizontalHeader()->moveSection(Rows::Cause, Rows::Error + 1); // in sight
    connect(m_filter, &QAbstractItemModel::layoutChanged, this, &ValidationTables::fitRows);
    m_summaryTable = newTable(sorted, tr("Medians per group"));
    addTab(m_rowTable, tr("Cases"));
    addTab(m_summaryTable, tr("Medians per group"));
    for (QTableView* table : {m_rowTable, m_summaryTable}) {
        auto* action = new QAction(tr("&Copy as Markdown"), table);
        action->setShortcut(QKeySequence::Copy);
        action->setShortcutContext(Qt::WidgetShortcut);
        table->addAction(action);
        table->setContextMenuPolicy(Qt::ActionsContextMenu);
        connect(action, &QAction::triggered, this, [this, table] { copy(*table); });
    }
    connect(m_rowTable->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) {
                const QModelIndex source = m_filter->mapToSource(current);
                emit selected(source.isValid() ? std::optional(std::size_t(source.row())) : std::nullopt);
            });
}

void ValidationTables::setRuns(const RunsPtr& runs) {
    m_rows->setRuns(runs);
    m_widths.clear();
    m_summaries->setRuns(runs);
    m_summaryTable->resizeColumnsToContents();
}

void ValidationTables::setUnits(const QStringList& units) {
    m_filter->setUnits(units);
    m_widths.clear();
    fitColumns();
}

void ValidationTables::setChosen(std::vector<bool> rows) {
    if (rows.empty()) m_widths.clear();
    m_filter->setChosen(std::move(rows));
    fitColumns();
}

/// The list's own room, which is known later than that of the tabs.
bool ValidationTables::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize && m_rowTable->viewport()->width() != m_room) fitColumns();
    return QTabWidget::eventFilter(watched, event);
}

void ValidationTables::changeEvent(QEvent* event) {
    QTabWidget::changeEvent(event);
    if (event->type() != QEvent::FontChange && event->type() != QEvent::StyleChange) return;
    m_widths.clear();
    if (m_rowTable) fitColumns();
}

/// What the contents ask for stays while the window is drawn larger and while rows are chosen: hundreds of
/// rows are measured for it.
void ValidationTables::fitColumns() {
    if (m_widths.empty()) {
        m_rowTable->resizeColumnsToContents();
        for (int column = 0; column < Rows::Cause; ++column)
            m_widths.push_back(m_rowTable->columnWidth(column));
    }
    const int letter = m_rowTable->fontMetrics().averageCharWidth();
    const int room = m_room = m_rowTable->viewport()->width(), sentence = 34 * letter;
    std::vector<int> widths = m_widths;
    const auto others = [&widths] { return std::accumulate(widths.begin(), widths.end(), 0); };
    // Some names are long; the numbers beside them are what is read. Of what is left names have half, so that
    // a cause is no column of single words.
    const std::size_t names[] = {Rows::Case, Rows::Quantity};
    for (std::size_t name : names) widths[name] = std::min(widths[name], 22 * letter);
    int spare = std::max(0, room - sentence - others()) / 2;
    for (std::size_t name : names) {
        const int more = std::min(spare, m_widths[name] - widths[name]);
        widths[name] += more;
        spare -= more;
    }
    for (int column = 0; column < Rows::Cause; ++column)
        m_rowTable->setColumnWidth(column, widths[static_cast<std::size_t>(column)]);
    m_rowTable->setColumnWidth(Rows::Cause, std::max(sentence, room - others()));
    fitRows();
}

/// A cause alone takes more than one line.
void ValidationTables::fitRows() {
    QHeaderView& header = *m_rowTable->verticalHeader();
    for (int row = 0; row < m_filter->rowCount(); ++row) {
        if (m_filter->index(row, Rows::Cause).data().toString().isEmpty())
            header.resizeSection(row, header.defaultSectionSize());
        else
            m_rowTable->resizeRowToContents(row);
    }
}

void ValidationTables::select(std::size_t row) {
    const QModelIndex index = m_filter->mapFromSource(m_rows->index(int(row), 0));
    setCurrentWidget(m_rowTable);
    m_rowTable->setCurrentIndex(index);
    m_rowTable->scrollTo(index, QAbstractItemView::PositionAtCenter);
}

void ValidationTables::copy(const QTableView& table) const {
    const QAbstractItemModel& model = *table.model();
    std::vector<QStringList> lines(1);
    for (int column = 0; column < model.columnCount(); ++column)
        lines.front() << model.headerData(column, Qt::Horizontal).toString();
    std::vector<int> rows;
    for (const QModelIndex& index : table.selectionModel()->selectedRows()) rows.push_back(index.row());
    std::sort(rows.begin(), rows.end());
    if (rows.size() < 2) // one row is where the cursor stands, not a choice
        for (rows.clear(); int(rows.size()) < model.rowCount();) rows.push_back(int(rows.size()));
    for (int row : rows) {
        QStringList line;
        for (int column = 0; column < model.columnCount(); ++column)
            line << model.index(row, column).data().toString();
        lines.push_back(line);
    }
    QGuiApplication::clipboard()->setText(items::markdownTable(lines));
}

} // namespace moe::ui
