// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/kit/view_pages.h"

#include <QHeaderView>
#include <QLabel>
#include <QTableView>
#include <QVBoxLayout>

namespace moe::ui {

ViewPages::ViewPages(QWidget* picture, QWidget* table)
    : m_sentence(newSentence()), m_picture(picture), m_table(table) {
    addWidget(m_sentence);
    addWidget(picture);
    addWidget(table);
}

void ViewPages::show(const QString& sentence, bool asTable, const QString& link) {
    m_sentence->setText(link.isEmpty() ? sentence
                                       : QStringLiteral("%1<br><br>%2").arg(sentence.toHtmlEscaped(), link));
    if (!sentence.isEmpty())
        setCurrentWidget(m_sentence);
    else
        setCurrentWidget(asTable ? m_table : m_picture);
}

QLabel* newSentence() {
    auto* sentence = new QLabel;
    sentence->setAlignment(Qt::AlignCenter);
    sentence->setWordWrap(true);
    sentence->setMargin(40);
    sentence->setAutoFillBackground(true);
    sentence->setBackgroundRole(QPalette::Base);
    return sentence;
}

void dressTable(QTableView& table, const QString& accessibleName) {
    table.setEditTriggers(QAbstractItemView::NoEditTriggers);
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setAlternatingRowColors(true);
    table.setWordWrap(false);
    table.verticalHeader()->hide();
    // To highlight a column Qt asks every row whether it is selected.
    table.horizontalHeader()->setHighlightSections(false);
    table.verticalHeader()->setDefaultSectionSize(table.fontMetrics().height() + 8);
    table.setAccessibleName(accessibleName);
}

QVBoxLayout* newColumn(QWidget& parent, std::initializer_list<QWidget*> bars, QLayout* rest) {
    auto* column = new QVBoxLayout(&parent);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    for (QWidget* bar : bars) column->addWidget(bar);
    column->addLayout(rest, 1);
    return column;
}

} // namespace moe::ui
