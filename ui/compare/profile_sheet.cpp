// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/profile_sheet.h"

#include "models/items/aligned.h"
#include "models/items/traced_text.h"

#include <QDialogButtonBox>
#include <QFont>
#include <QHeaderView>
#include <QIODevice>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

namespace moe::ui {

ProfileSheet::ProfileSheet(const QString& name, QWidget* parent)
    : QDialog(parent), m_table(new QTableWidget(this)), m_notes(new QLabel(this)) {
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Profile %1 beside the predicted step").arg(name));
    m_table->setAccessibleName(tr("Kernels of the profile beside the predicted step"));
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_notes->setWordWrap(true);
    m_notes->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    QPushButton* exporting = buttons->addButton(tr("Export table…"), QDialogButtonBox::ActionRole);
    connect(exporting, &QPushButton::clicked, this, [this] {
        emit exportRequested(QStringLiteral("profile.csv"),
                             [csv = m_csv.toUtf8()](QIODevice& to) { return to.write(csv) == csv.size(); });
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_table, 1);
    layout->addWidget(m_notes);
    layout->addWidget(buttons);
    resize(fontMetrics().averageCharWidth() * 130, fontMetrics().height() * 28);
}

void ProfileSheet::showStep(const TracedStep& step) {
    const std::vector<QStringList> rows = items::tracedRows(step);
    m_csv = items::csvRows(rows);
    m_table->setColumnCount(int(rows.front().size()));
    m_table->setHorizontalHeaderLabels(rows.front());
    m_table->setRowCount(int(rows.size()) - 1);
    const int sums = int(rows.size()) - 1 - int(step.families.size());
    QFont bold = font();
    bold.setBold(true);
    for (int row = 0; row < m_table->rowCount(); ++row) {
        const QStringList& cells = rows[std::size_t(row) + 1];
        for (int column = 0; column < cells.size(); ++column) {
            auto* item = new QTableWidgetItem(cells[column]);
            if (column > 0 && column < 5) item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            if (row >= m_table->rowCount() - sums) item->setFont(bold);
            item->setToolTip(cells[column].toHtmlEscaped());
            m_table->setItem(row, column, item);
        }
    }
    for (int column = 0; column < 5; ++column) m_table->resizeColumnToContents(column);
    m_notes->setText(items::tracedNotes(step).join(QLatin1Char(' ')));
}

void ProfileSheet::showNone() {
    m_table->setRowCount(0);
    m_notes->setText(tr("The scenario has no training step to set beside the profile."));
}

QString ProfileSheet::notes() const {
    return m_notes->text();
}

} // namespace moe::ui
