// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A GPU of one's own from points measured on it: the file, the data sheet they belong to, and what they
// moved.

#include "models/engine/operators/own_gpu.h"
#include "models/engine/scenario/catalog.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QTableWidget;

namespace moe::ui {

class OwnGpuSheet : public QDialog {
    Q_OBJECT
public:
    /// `measured`: keys of GPUs whose operators a fit can move.
    OwnGpuSheet(const Catalog& catalog, const std::vector<std::string>& measured, const std::string& sheet,
                QWidget* parent);

    std::string
    sheetKey() const;            ///< whose data sheet the points belong to; empty: the nearest measured GPU's
    std::string likeKey() const; ///< whose surfaces are moved; empty: the nearest
    QString name() const;
    void setFile(const QString& file);
    /// A fit is on its way.
    void setFitting();
    void showFit(const OwnFit& fit, const Problems& problems);
    void showRefusal(const Problems& problems);
    void setSaved(const QString& file);
    bool hasFit() const { return m_hasFit; }

    // What tests look through.
    QTableWidget* table() const { return m_table; }
    QString messages() const;

    void reject() override;

signals:
    void fileRequested();
    void scriptRequested(); ///< what measures the points is to be saved
    void fitRequested();    ///< a choice changed
    void saveRequested();

private:
    QWidget* newQuestions(const Catalog& catalog, const std::vector<std::string>& measured,
                          const std::string& sheet);
    QWidget* newFoot();
    void tell(const QString& verdict, const Problems& problems);
    void askToDiscard(bool asked);

    QLabel *m_file = nullptr, *m_verdict = nullptr, *m_messages = nullptr;
    QComboBox *m_sheet = nullptr, *m_like = nullptr;
    QLineEdit* m_name = nullptr;
    QTableWidget* m_table = nullptr;
    QPushButton* m_save = nullptr;
    QWidget *m_buttons = nullptr, *m_question = nullptr;
    bool m_hasFit = false, m_saved = true;
};

} // namespace moe::ui
