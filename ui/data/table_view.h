// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The table of the Data tab: copies its selection as tab-separated text with exact numbers, Ctrl+C included.

#include <QTableView>

namespace moe::items {
class CsvTableModel;
}

namespace moe::ui {

class TableView : public QTableView {
    Q_OBJECT
public:
    explicit TableView(QWidget* parent = nullptr);

    void setTableModel(items::CsvTableModel* model);
    /// Tab-separated, one line per row, in the order shown. Cells of a row or column with gaps in the
    /// selection stay empty.
    QString selectionText(bool withHeader) const;

public slots:
    void copy() { copySelection(false); }
    void copyWithHeader() { copySelection(true); }

signals:
    void exportRequested();
    /// The selection is larger than a clipboard should hold.
    void refused(const QString& reason);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void copySelection(bool withHeader);

    items::CsvTableModel* m_table = nullptr;
};

} // namespace moe::ui
