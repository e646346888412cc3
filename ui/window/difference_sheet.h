// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What became another between a saved session and the window: a table beside it.

#include <QDialog>
#include <QStringList>

#include <vector>

class QTableWidget;

namespace moe::ui {

class DifferenceSheet : public QDialog {
    Q_OBJECT
public:
    /// `rows`: the head first; with it alone both are the same, which is said.
    DifferenceSheet(const QString& name, const std::vector<QStringList>& rows, QWidget* parent);
    QTableWidget* table() const { return m_table; } ///< for tests

private:
    QTableWidget* m_table;
};

} // namespace moe::ui
