// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/results_panel.h"

#include "models/items/fit_text.h"
#include "models/items/result_cards.h"
#include "models/items/warning_text.h"
#include "ui/results/result_card.h"
#include "ui/results/warning_list.h"

#include <QVBoxLayout>

#include <algorithm>

namespace moe::ui {

ResultsPanel::ResultsPanel(QWidget* parent)
    : QScrollArea(parent), m_baseName(tr("base")), m_warnings(new WarningList) {
    auto* content = new QWidget;
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(4, 4, 4, 4);
    layout->setSpacing(5);
    for (const auto* rows : {&items::resultCards(), &items::modelCards()})
        for (const items::CardRow& row : *rows) m_rows.push_back(&row);
    for (const items::CardRow* row : m_rows) {
        auto* card = new ResultCard(row->lines);
        card->setObjectName(QString::fromLatin1(row->key));
        connect(card, &ResultCard::clicked, this, [this, card] { emit explainActivated(card->card().key); });
        connect(card, &ResultCard::pageWanted, this,
                [this, tab = QString::fromLatin1(row->tab)] { emit cardActivated(tab); });
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
    const QString name = letter.isEmpty() ? tr("base") : letter;
    if (base == m_base && name == m_baseName) return; // asked with every report
    m_base = base;
    m_baseName = name;
    refresh();
}

void ResultsPanel::setOwn(const std::vector<OwnMark>& own) {
    m_own = own;
    refresh();
}

void ResultsPanel::setRoom(items::Room room) {
    m_room = room;
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
    // A room without knobs shows the numbers of the side that its pictures are of.
    std::optional<items::Room> room = m_room;
    if (room && !items::roomRow(*room).side)
        room = shownSide(report.scenario) == Side::Serving ? items::Room::Serve : items::Room::Train;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const std::vector<items::Room>& in = m_rows[i]->rooms;
        const bool here =
            room ? std::find(in.begin(), in.end(), *room) != in.end() : i < items::resultCards().size();
        if (!here) { // nobody reads it: it costs as much as one that is seen
            m_cards[i]->setVisible(false);
            continue;
        }
        items::CardText text = m_rows[i]->text(report, m_report ? m_base.get() : nullptr);
        if (!m_report) text.detail = tr("No scenario yet.");
        for (const OwnMark& mark : m_own)
            if (!text.missing && text.key == QLatin1String(mark.metric)) text.mine = items::ownMarkText(mark);
        m_cards[i]->setVisible(text.shown());
        m_cards[i]->setCard(text, m_baseName);
    }
    std::vector<Warning> warnings = report.warnings;
    if (m_room) std::erase_if(warnings, [&](const Warning& one) { return !items::concerns(one, *m_room); });
    m_warnings->setWarnings(warnings);
}

} // namespace moe::ui
