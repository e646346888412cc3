// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/results_panel.h"

#include "ui/results/result_card.h"
#include "ui/results/warning_list.h"

#include <QVBoxLayout>

namespace moe::ui {

ResultsPanel::ResultsPanel(QWidget* parent)
    : QScrollArea(parent), m_baseName(tr("base")), m_warnings(new WarningList) {
    auto* content = new QWidget;
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(4, 4, 4, 4);
    layout->setSpacing(5);
    for (const items::CardRow& row : items::resultCards()) {
        auto* card = new ResultCard(row.lines);
        card->setObjectName(QString::fromLatin1(row.key));
        connect(card, &ResultCard::clicked, this,
                [this, tab = QString::fromLatin1(row.tab)] { emit cardActivated(tab); });
        connect(card, &ResultCard::explainRequested, this, &ResultsPanel::explainActivated);
        layout->addWidget(card);
        m_cards.push_back(card);
    }
    layout->addWidget(m_warnings);
    layout->addStretch(1);
    connect(m_warnings, &WarningList::whyActivated, this, &ResultsPanel::whyActivated);

    setWidget(content);
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMinimumWidth(180);
    setFocusPolicy(Qt::NoFocus);
    setAccessibleName(tr("Results"));
    refresh();
}

void ResultsPanel::setReport(const ReportPtr& report) {
    m_report = report;
    refresh();
}

void ResultsPanel::setBase(const ReportPtr& base, const QString& letter) {
    m_base = base;
    m_baseName = letter.isEmpty() ? tr("base") : letter;
    refresh();
}

void ResultsPanel::setStale(bool stale, const QString& reason) {
    for (ResultCard* card : m_cards) card->setDimmed(stale);
    const QString why = reason.isEmpty() ? tr("The present one breaks a rule.") : reason;
    m_warnings->setNote(stale ? tr("These are the numbers of the last valid scenario. %1").arg(why)
                              : QString());
}

void ResultsPanel::refresh() {
    // Without a report every card says why it is empty, as it does for a missing section.
    static const Report kNone;
    const Report& report = m_report ? *m_report : kNone;
    const std::vector<items::CardRow>& rows = items::resultCards();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        items::CardText text = rows[i].text(report, m_report ? m_base.get() : nullptr);
        if (!m_report) text.detail = tr("No scenario yet.");
        m_cards[i]->setVisible(text.shown());
        m_cards[i]->setCard(text, m_baseName);
    }
    m_warnings->setWarnings(report.warnings);
}

} // namespace moe::ui
