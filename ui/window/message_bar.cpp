#include "ui/window/message_bar.h"

#include "models/items/words.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>

namespace moe::ui {

MessageBar::MessageBar(QWidget* parent) : QWidget(parent), m_text(new QLabel(this)) {
    auto* row = m_row = new QHBoxLayout(this);
    row->setContentsMargins(8, 4, 8, 4);
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::RichText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setAccessibleName(tr("Messages"));
    auto* close = new QToolButton(this);
    close->setText(QStringLiteral("✕"));
    close->setAutoRaise(true);
    close->setFocusPolicy(Qt::TabFocus);
    close->setAccessibleName(tr("Close messages"));
    connect(close, &QToolButton::clicked, this, &QWidget::hide);
    row->addWidget(m_text, 1);
    row->addWidget(close, 0, Qt::AlignTop);
    hide();
}

void MessageBar::showMessages(const QString& title, const Problems& problems) {
    clearChoices();
    constexpr std::size_t kShown = 6;
    QString text = title.toHtmlEscaped();
    for (std::size_t i = 0; i < std::min(problems.size(), kShown); ++i)
        text += QStringLiteral("<br>") + items::problemText(problems[i]).toHtmlEscaped();
    if (problems.size() > kShown)
        text += QStringLiteral("<br>") + tr("… and %1 more (see the Data tab)").arg(problems.size() - kShown);
    m_text->setText(text);
    show();
}

void MessageBar::addChoice(const QString& text, const std::function<void()>& act) {
    auto* button = new QPushButton(text, this);
    connect(button, &QPushButton::clicked, this, [this, act] {
        hide();
        act();
    });
    m_row->insertWidget(m_row->count() - 1, button);
    m_choices << button;
}

void MessageBar::clearChoices() {
    for (QPushButton* button : std::exchange(m_choices, {})) button->deleteLater();
}

QString MessageBar::text() const {
    return m_text->text();
}

} // namespace moe::ui
