// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/message_bar.h"

#include "models/items/words.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace moe::ui {

MessageBar::MessageBar(QWidget* parent) : QWidget(parent), m_text(new QLabel(this)) {
    auto* bar = new QHBoxLayout(this);
    bar->setContentsMargins(8, 4, 8, 4);
    auto* column = new QVBoxLayout;
    column->addLayout(m_row = new QHBoxLayout);
    column->addLayout(m_offerRows = new QVBoxLayout);
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::RichText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setAccessibleName(tr("Messages"));
    m_text->hide();
    auto* close = new QToolButton(this);
    close->setText(QStringLiteral("✕"));
    close->setAutoRaise(true);
    close->setFocusPolicy(Qt::TabFocus);
    close->setAccessibleName(tr("Close messages"));
    connect(close, &QToolButton::clicked, this, [this] {
        clearOffers();
        clearMessages();
    });
    m_row->addWidget(m_text, 1);
    bar->addLayout(column, 1);
    bar->addWidget(close, 0, Qt::AlignTop);
    hide();
}

void MessageBar::showMessages(const QString& title, const Problems& problems, MessageOf what) {
    clearChoices();
    m_what = what;
    constexpr std::size_t kShown = 6;
    QString text = title.toHtmlEscaped();
    for (std::size_t i = 0; i < std::min(problems.size(), kShown); ++i)
        text += QStringLiteral("<br>") + items::problemText(problems[i]).toHtmlEscaped();
    if (problems.size() > kShown)
        text += QStringLiteral("<br>") + tr("… and %1 more (see the Data tab)").arg(problems.size() - kShown);
    m_text->setText(text);
    m_text->show();
    show();
}

void MessageBar::addChoice(const QString& text, const std::function<void()>& act) {
    auto* button = new QPushButton(text, this);
    connect(button, &QPushButton::clicked, this, [this, act] {
        clearMessages();
        act();
    });
    m_row->addWidget(button);
    m_choices << button;
}

void MessageBar::setOffers(const std::vector<MessageOffer>& offers) {
    clearOffers();
    for (const MessageOffer& offer : offers) {
        auto* line = new QWidget(this);
        auto* row = new QHBoxLayout(line);
        row->setContentsMargins(0, 0, 0, 0);
        auto* text = new QLabel(offer.text, line);
        text->setTextFormat(Qt::PlainText); // it quotes what stands in files
        text->setWordWrap(true);
        row->addWidget(text, 1);
        for (const auto& [name, act] : offer.choices) {
            auto* button = new QPushButton(name, line);
            button->setAccessibleDescription(offer.text);
            connect(button, &QPushButton::clicked, this, [act = act] { act(); });
            row->addWidget(button);
        }
        m_offerRows->addWidget(line);
        m_offers << line;
    }
    if (offers.empty())
        hideWhenEmpty();
    else
        show();
}

void MessageBar::clearChoices() {
    for (QPushButton* button : std::exchange(m_choices, {})) button->deleteLater();
}

void MessageBar::clearMessages() {
    clearChoices();
    m_text->clear();
    m_text->hide();
    hideWhenEmpty();
}

void MessageBar::clearMessages(MessageOf what) {
    if (m_what == what) clearMessages();
}

void MessageBar::clearOffers() {
    for (QWidget* line : std::exchange(m_offers, {})) {
        line->hide(); // one of its buttons may be the caller
        line->deleteLater();
    }
}

void MessageBar::hideWhenEmpty() {
    if (m_offers.isEmpty() && m_text->isHidden()) hide();
}

QString MessageBar::text() const {
    return m_text->text();
}

} // namespace moe::ui
