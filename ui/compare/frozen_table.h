// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A table whose first column stays in place while the others scroll.

#include <QTableView>

namespace moe::ui {

class FrozenTable : public QTableView {
    Q_OBJECT
public:
    explicit FrozenTable(QWidget* parent = nullptr);

    /// Also for the frozen column.
    void setCellDelegate(QAbstractItemDelegate* delegate);
    void setModel(QAbstractItemModel* model) override;
    /// Widths that fit the contents, of columns as they come into sight; call after the columns changed.
    void fitColumns();
    QTableView* frozen() const { return m_frozen; }

signals:
    void copyRequested();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override;
    void scrollTo(const QModelIndex& index, ScrollHint hint = EnsureVisible) override;

private:
    void place();
    void fitFirst();
    void fitUntil(int last);
    void fitInSight();

    QTableView* m_frozen;
    int m_wanted = 0; ///< width that shows every label whole
    int m_fitted = 0; ///< columns from the left that have their width
};

} // namespace moe::ui
