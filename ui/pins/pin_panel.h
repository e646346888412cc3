// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The dock of pinned scenarios: a table under the scenario being edited, and what can be done with a row.

#include "models/items/pin_table_model.h"

#include <QWidget>

class QAction;
class QTableView;

namespace moe::ui {

class PinPanel : public QWidget {
    Q_OBJECT
public:
    explicit PinPanel(QWidget* parent = nullptr);

    /// The first row is the scenario being edited; signals count the pins below it from 0.
    void setRows(std::vector<items::PinRow> rows);
    const items::PinTableModel& model() const { return *m_model; }
    QTableView* table() const { return m_table; }
    /// Every row, if they are few.
    QSize sizeHint() const override;

signals:
    void useRequested(int pin);
    void baseRequested(int pin); ///< −1: the scenario being edited
    void waterfallRequested(int pin);
    void besideRequested(int pin);
    void removeRequested(int pin);
    void renamed(int pin, const QString& name);
    void noted(int pin, const QString& note);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    int pin() const; ///< of the current row; −1: the scenario being edited or none
    void updateActions();
    void fitResults(bool fit);

    items::PinTableModel* m_model;
    QTableView* m_table;
    QAction *m_use, *m_base, *m_waterfall, *m_beside, *m_rename, *m_remove;
};

} // namespace moe::ui
