// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What became of a published model's file, what it is wanted for, and the scenario that comes of it; or why
// the file was refused.

#include "models/engine/files/models/model_config.h"
#include "models/engine/search/first_layout.h"
#include "ui/report_view.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QRadioButton;
class QSpinBox;
class QTimer;
class QTreeWidget;

namespace moe::ui {

/// Of a file that was read.
struct ImportedModel {
    QString file, name;
    ModelConfigReading reading;
};

class ImportSheet : public QDialog {
    Q_OBJECT
public:
    ImportSheet(const ImportedModel& model, const Catalog& catalog, QWidget* parent);
    /// Of a file that was refused.
    ImportSheet(const QString& file, const Problems& problems, QWidget* parent);

    FirstUse use() const;
    QString name() const;
    /// The scenario open now stays what differences are taken against.
    bool keepsBase() const;
    /// To what use() says now; accepting takes it.
    void showLayout(const Result<FirstLayout>& layout);
    const Result<FirstLayout>* layoutFound() const { return m_found ? &*m_found : nullptr; }

    // What tests look through.
    QTreeWidget* table() const { return m_table; }
    QString verdict() const;

signals:
    void useChanged(); ///< a layout for it is wanted
    void taken();      ///< accepted, with a layout

private:
    void addFacts(const ModelConfigReading& reading);
    QWidget* newQuestions(const ImportedModel& model, const Catalog& catalog);
    void ask();
    void addButtons(bool readable);

    QTreeWidget* m_table = nullptr;
    QLineEdit* m_name = nullptr;
    QRadioButton *m_serve = nullptr, *m_train = nullptr;
    QComboBox* m_gpu = nullptr;
    QSpinBox* m_gpus = nullptr;
    QCheckBox* m_base = nullptr;
    QLabel* m_verdict = nullptr;
    QPushButton* m_open = nullptr;
    QTimer* m_rest = nullptr;
    std::optional<Result<FirstLayout>> m_found;
};

} // namespace moe::ui
