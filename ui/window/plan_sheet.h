// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A goal in, ranked plans out: the form of the goal, the plans that answer it, why the scenario at hand is
// not the best, and the flags that launch a plan. What it asks for leaves as signals.

#include "models/engine/plan/plan.h"

#include <QDialog>

#include <optional>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QProgressBar;
class QPushButton;
class QRadioButton;
class QSpinBox;
class QTabWidget;
class QTreeWidget;

namespace moe::ui {

/// What is asked: a goal, and the scenario with the GPU and lengths of the form.
struct PlanQuestion {
    PlanGoal goal;
    Scenario scenario;
};

class PlanSheet : public QDialog {
    Q_OBJECT
public:
    PlanSheet(Scenario scenario, const Catalog& catalog, QWidget* parent);

    /// Or what is wrong with the form.
    Result<PlanQuestion> question() const;
    void showBusy(bool busy);
    void showProgress(int percent);
    void showPlans(const Result<Plans>& plans);
    /// The one that is chosen in the list; null: none.
    const Plan* chosen() const;

    /// Beside the words about the chosen plan.
    void addPicture(QWidget* picture, const QString& title);

    // What tests look through.
    QTreeWidget* table() const { return m_table; }
    QString verdict() const;
    QString details() const;

signals:
    void asked();     ///< question() is to be answered
    void cancelled(); ///< no longer
    void taken();     ///< chosen() is to be the scenario
    void pinned();    ///< or a pin
    void chose();     ///< chosen() may be another

private:
    QWidget* newGoal(const Catalog& catalog);
    QDoubleSpinBox* newLimit(QFormLayout& form, const QString& label, const char* unit, const QString& shown,
                             double most);
    void addButtons();
    void showSide();
    void showChosen();
    void copyFlags();

    Scenario m_scenario;
    std::optional<Plans> m_plans;
    QFormLayout* m_form = nullptr;
    QRadioButton *m_train = nullptr, *m_serve = nullptr;
    QSpinBox *m_gpus = nullptr, *m_prompt = nullptr, *m_output = nullptr;
    QComboBox* m_gpu = nullptr;
    QDoubleSpinBox *m_days = nullptr, *m_usd = nullptr, *m_ttft = nullptr, *m_tpot = nullptr,
                   *m_rate = nullptr, *m_headroom = nullptr;
    QCheckBox* m_noFull = nullptr;
    QLineEdit* m_conditions = nullptr;
    QPushButton *m_find = nullptr, *m_take = nullptr, *m_pin = nullptr, *m_copy = nullptr;
    QProgressBar* m_progress = nullptr;
    QLabel* m_verdict = nullptr;
    QTreeWidget* m_table = nullptr;
    QPlainTextEdit* m_details = nullptr;
    QTabWidget* m_below = nullptr;
    bool m_busy = false;
};

} // namespace moe::ui
