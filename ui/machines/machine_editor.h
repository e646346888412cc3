// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// GPUs and clusters: every figure of every data sheet, and sheets of one's own, which begin as a copy. What
// is typed is followed by the window; nothing is written before it is saved, nothing is dropped unasked.

#include "models/engine/scenario/catalog.h"
#include "models/items/machine_sheet_model.h"

#include <QDialog>

#include <set>

class QCheckBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QListWidgetItem;
class QPushButton;
class QTableView;

namespace moe::ui {

class MachineEditor : public QDialog {
    Q_OBJECT
public:
    /// `shipped`: keys that a sheet of one's own must not have. The sheet of `shown` is open.
    MachineEditor(Catalog catalog, std::set<std::string> shipped, const std::string& shown, QWidget* parent);

    /// Every sheet of one's own, as a file holds them; empty while something is wrong or there is none.
    std::string fileText() const;
    bool hasUnsaved() const;
    std::vector<std::string> unsavedKeys() const;
    /// A file holds them now.
    void setSaved(const QString& file);
    /// The sheet on screen, if it is one's own and nothing is wrong with it.
    std::optional<GpuSpec> gpu() const;
    std::optional<ClusterPreset> cluster() const;
    bool isUsed() const; ///< the scenario is to run on the sheet on screen
    void tellResult(const QString& text);

    // What tests look through.
    items::MachineSheetModel* sheet() const { return m_sheet; }
    void showSheet(const std::string& key);
    void copySheet();
    QString messages() const;

    void reject() override;

signals:
    void sheetEdited();   ///< gpu(), cluster() or isUsed() may be others
    void saveRequested(); ///< fileText() is to be written
    void discarded();     ///< closed, with what was not saved
    void fitRequested();  ///< from measured points

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Sheet {
        items::MachineSheetModel* model = nullptr;
        QListWidgetItem* item = nullptr;
    };
    QWidget* newList();
    QWidget* newPage();
    QWidget* newFoot();
    void addHeading(const QString& text);
    void addSheet(items::MachineSheetModel* model, int row);
    void select(items::MachineSheetModel* model);
    void refresh();
    void applyFilter(const QString& text);
    void askToDiscard(bool asked);

    Catalog m_catalog;
    std::set<std::string> m_shipped;
    std::vector<Sheet> m_sheets;
    items::MachineSheetModel* m_sheet = nullptr;
    QLineEdit* m_filter = nullptr;
    QListWidget* m_list = nullptr;
    QTableView* m_table = nullptr;
    QLabel *m_title = nullptr, *m_about = nullptr, *m_messages = nullptr, *m_result = nullptr;
    QPushButton *m_copy = nullptr, *m_save = nullptr, *m_close = nullptr;
    QCheckBox* m_use = nullptr;
    QWidget *m_buttons = nullptr, *m_question = nullptr;
};

} // namespace moe::ui
