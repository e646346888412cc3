// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/difference_sheet.h"

#include "models/items/aligned.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

namespace moe::ui {

DifferenceSheet::DifferenceSheet(const QString& name, const std::vector<QStringList>& rows, QWidget* parent)
    : QDialog(parent), m_table(new QTableWidget(this)) {
    setWindowTitle(tr("Difference from %1").arg(name));
    auto* column = new QVBoxLayout(this);
    auto* heading = new QLabel(rows.size() == 1 ? tr("The window is as in this session.")
                                                : tr("From the session (there) to the window (here):"),
                               this);
    column->addWidget(heading);
    m_table->setAccessibleName(windowTitle());
    m_table->setColumnCount(int(rows.front().size()));
    m_table->setHorizontalHeaderLabels(rows.front());
    m_table->setRowCount(int(rows.size()) - 1);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->verticalHeader()->hide();
    for (std::size_t row = 1; row < rows.size(); ++row)
        for (qsizetype i = 0; i < rows[row].size(); ++i)
            m_table->setItem(int(row) - 1, int(i), new QTableWidgetItem(rows[row][i]));
    m_table->resizeColumnsToContents();
    m_table->horizontalHeader()->setStretchLastSection(true);
    column->addWidget(m_table, 1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    QPushButton* copy = buttons->addButton(tr("&Copy as Markdown"), QDialogButtonBox::ActionRole);
    copy->setEnabled(rows.size() > 1);
    connect(copy, &QPushButton::clicked, this,
            [rows] { QGuiApplication::clipboard()->setText(items::markdownTable(rows)); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    column->addWidget(buttons);
    resize(760, 420);
}

} // namespace moe::ui
