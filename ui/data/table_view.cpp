// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/table_view.h"

#include "models/items/csv_table_model.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>

#include <set>

namespace moe::ui {
namespace {

constexpr qint64 kMostCells = 2'000'000;

} // namespace

TableView::TableView(QWidget* parent) : QTableView(parent) {
    setAccessibleName(tr("Rows of the table"));
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setAlternatingRowColors(true);
    setWordWrap(false);
    setCornerButtonEnabled(true);
    setTabKeyNavigation(false);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    // Fixed heights: asking 1.2 million rows for their hint would take seconds.
    const int rowHeight = fontMetrics().height() + 6;
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setMinimumSectionSize(rowHeight);
    verticalHeader()->setDefaultSectionSize(rowHeight);
    verticalHeader()->setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
    horizontalHeader()->setResizeContentsPrecision(60);
    horizontalHeader()->setHighlightSections(false);
    verticalHeader()->setHighlightSections(false);
    horizontalHeader()->setSortIndicatorClearable(true); // a third click: the order of the file again
    setShowGrid(false);
}

void TableView::setTableModel(items::CsvTableModel* model) {
    m_table = model;
    setModel(model);
}

QString TableView::selectionText(bool withHeader) const {
    if (!m_table || !selectionModel()) return {};
    const QItemSelection selection = selectionModel()->selection();
    std::set<int> columns;
    std::set<int> rows;
    for (const QItemSelectionRange& range : selection) {
        for (int column = range.left(); column <= range.right(); ++column) columns.insert(column);
        for (int row = range.top(); row <= range.bottom(); ++row) rows.insert(rows.end(), row);
    }
    const bool oneBlock = selection.size() == 1;
    QString text;
    if (withHeader) {
        QStringList names;
        for (int column : columns)
            names.append(QString::fromStdString(m_table->table()->columns[std::size_t(column)].name));
        text = names.join(QLatin1Char('\t')) + QLatin1Char('\n');
    }
    for (int row : rows) {
        for (int column : columns) {
            if (column != *columns.begin()) text += QLatin1Char('\t');
            if (oneBlock || selection.contains(m_table->index(row, column)))
                text += m_table->exactText(row, column);
        }
        text += QLatin1Char('\n');
    }
    return text;
}

void TableView::copySelection(bool withHeader) {
    if (!selectionModel()) return;
    qint64 cells = 0;
    for (const QItemSelectionRange& range : selectionModel()->selection())
        cells += qint64(range.width()) * range.height();
    if (cells == 0) return;
    if (cells > kMostCells) {
        emit refused(tr("That is too much for the clipboard. Use “Export CSV…” instead."));
        return;
    }
    QGuiApplication::clipboard()->setText(selectionText(withHeader));
}

void TableView::keyPressEvent(QKeyEvent* key) {
    if (key->matches(QKeySequence::Copy))
        copy();
    else
        QTableView::keyPressEvent(key);
}

void TableView::contextMenuEvent(QContextMenuEvent* context) {
    QMenu menu(this);
    const bool any = selectionModel() && selectionModel()->hasSelection();
    QAction* plain = menu.addAction(tr("&Copy"), QKeySequence::Copy, this, &TableView::copy);
    QAction* headed = menu.addAction(tr("Copy with &header"), this, &TableView::copyWithHeader);
    plain->setEnabled(any);
    headed->setEnabled(any);
    menu.addSeparator();
    menu.addAction(tr("&Export CSV…"), this, &TableView::exportRequested);
    menu.exec(context->globalPos());
}

} // namespace moe::ui
