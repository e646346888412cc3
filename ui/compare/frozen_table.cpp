// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/frozen_table.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QResizeEvent>
#include <QScrollBar>

#include <algorithm>

namespace moe::ui {

/// Beyond so many rows a column's width is no longer worth what measuring its cells takes.
constexpr int kMeasuredRows = 120;

FrozenTable::FrozenTable(QWidget* parent) : QTableView(parent), m_frozen(new QTableView(this)) {
    const int rowHeight = fontMetrics().height() + 7;
    for (QTableView* table : {static_cast<QTableView*>(this), m_frozen}) {
        table->setEditTriggers(NoEditTriggers);
        table->setSelectionBehavior(SelectRows);
        table->setSelectionMode(ExtendedSelection);
        table->setAlternatingRowColors(false);
        table->setShowGrid(false);
        table->setWordWrap(false);
        table->setTabKeyNavigation(false);
        table->verticalHeader()->hide();
        table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
        table->verticalHeader()->setMinimumSectionSize(rowHeight);
        table->verticalHeader()->setDefaultSectionSize(rowHeight);
        table->horizontalHeader()->setHighlightSections(false);
        table->horizontalHeader()->setSectionsClickable(false);
        table->setHorizontalScrollMode(ScrollPerPixel);
        table->setVerticalScrollMode(ScrollPerPixel);
    }
    m_frozen->setFocusPolicy(Qt::NoFocus);
    m_frozen->setFrameShape(QFrame::NoFrame);
    m_frozen->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_frozen->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    // Read by assistive technology as part of the table it belongs to.
    m_frozen->setAccessibleName(QString());
    viewport()->stackUnder(m_frozen);
    connect(m_frozen->verticalScrollBar(), &QScrollBar::valueChanged, verticalScrollBar(),
            &QScrollBar::setValue);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, m_frozen->verticalScrollBar(),
            &QScrollBar::setValue);
    connect(horizontalHeader(), &QHeaderView::sectionResized, this, [this](int section, int, int size) {
        if (section != 0) return;
        m_frozen->setColumnWidth(0, size);
        place();
    });
    horizontalHeader()->setResizeContentsPrecision(kMeasuredRows);
    connect(horizontalHeader(), &QHeaderView::geometriesChanged, this, &FrozenTable::place);
    connect(horizontalScrollBar(), &QScrollBar::valueChanged, this, &FrozenTable::fitInSight);
}

void FrozenTable::setCellDelegate(QAbstractItemDelegate* delegate) {
    setItemDelegate(delegate);
    m_frozen->setItemDelegate(delegate);
}

void FrozenTable::setModel(QAbstractItemModel* model) {
    QTableView::setModel(model);
    m_frozen->setModel(model);
    QItemSelectionModel* own = m_frozen->selectionModel();
    m_frozen->setSelectionModel(selectionModel());
    if (own != selectionModel()) own->deleteLater();
    connect(model, &QAbstractItemModel::modelReset, this, &FrozenTable::fitColumns);
    fitColumns();
}

void FrozenTable::fitColumns() {
    if (!model()) return;
    m_fitted = 0;
    for (int column = 1; column < model()->columnCount(); ++column) m_frozen->setColumnHidden(column, true);
    fitUntil(0);
    m_wanted = columnWidth(0);
    m_frozen->setColumnHidden(0, false);
    fitFirst();
}

/// Fits columns from the left to that one: measuring every cell of a hundred scenarios would take longer than
/// anybody waits, and most of them are never scrolled to.
void FrozenTable::fitUntil(int last) {
    for (; m_fitted <= last; ++m_fitted) resizeColumnToContents(m_fitted);
}

void FrozenTable::fitInSight() {
    const int columns = model() ? model()->columnCount() : 0;
    while (m_fitted < columns && columnViewportPosition(m_fitted) < viewport()->width()) fitUntil(m_fitted);
}

/// Never so wide that nothing is left to scroll beside it.
void FrozenTable::fitFirst() {
    setColumnWidth(0, std::min(m_wanted, std::max(150, int(0.36 * viewport()->width()))));
    m_frozen->setColumnWidth(0, columnWidth(0));
    fitInSight();
    place();
}

void FrozenTable::place() {
    m_frozen->horizontalHeader()->setFixedHeight(horizontalHeader()->height());
    m_frozen->setGeometry(frameWidth(), frameWidth(), columnWidth(0),
                          viewport()->height() + horizontalHeader()->height());
}

void FrozenTable::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    if (event->oldSize().width() != event->size().width() && m_wanted > 0) return fitFirst();
    fitInSight();
    place();
}

void FrozenTable::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy))
        emit copyRequested();
    else
        QTableView::keyPressEvent(event);
}

QModelIndex FrozenTable::moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) {
    const QModelIndex current = QTableView::moveCursor(action, modifiers);
    // The cell must not hide behind the frozen column.
    const int left = visualRect(current).left();
    if (action == MoveLeft && current.column() > 0 && left < columnWidth(0))
        horizontalScrollBar()->setValue(horizontalScrollBar()->value() + left - columnWidth(0));
    return current;
}

void FrozenTable::scrollTo(const QModelIndex& index, ScrollHint hint) {
    // The first column is always in sight: only the row may have to move.
    const int left = horizontalScrollBar()->value();
    QTableView::scrollTo(index, hint);
    if (index.column() == 0) horizontalScrollBar()->setValue(left);
}

} // namespace moe::ui
