// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A profiler's step beside the predicted one, by kinds of kernels: follows the scenario while it is open.

#include "models/engine/time/traced_step.h"

#include <QDialog>

#include <functional>

class QIODevice;
class QLabel;
class QTableWidget;

namespace moe::ui {

class ProfileSheet : public QDialog {
    Q_OBJECT
public:
    /// `name`: of the file.
    ProfileSheet(const QString& name, QWidget* parent);
    void showStep(const TracedStep& step);
    /// The scenario does not train.
    void showNone();

    QTableWidget* table() const { return m_table; } ///< for tests
    QString notes() const;

signals:
    void exportRequested(const QString& name, const std::function<bool(QIODevice&)>& writer);

private:
    QTableWidget* m_table;
    QLabel* m_notes;
    QString m_csv;
};

} // namespace moe::ui
