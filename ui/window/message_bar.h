// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What went wrong with a file, or the reason asked for by "Why?": under the tabs until closed, never a
// dialog.

#include "ui/report_view.h"

#include <QWidget>

#include <functional>
#include <utility>
#include <vector>

class QBoxLayout;
class QLabel;
class QPushButton;

namespace moe::ui {

/// A line of its own under the messages, with what can be done about it.
struct MessageOffer {
    QString text;
    std::vector<std::pair<QString, std::function<void()>>> choices;
};

/// What messages are of: those of opening files are out of date once something else is opened.
enum class MessageOf { Opening, Other };

class MessageBar : public QWidget {
    Q_OBJECT
public:
    /// Starts hidden.
    explicit MessageBar(QWidget* parent = nullptr);

    /// The title as a sentence, then the first problems one a line; the rest is counted.
    void showMessages(const QString& title, const Problems& problems, MessageOf what = MessageOf::Other);
    /// A button beside what is shown, which closes the bar and acts; goes with the next messages.
    void addChoice(const QString& text, const std::function<void()>& act);
    /// In place of the offers made before. They stay while messages come and go, until the bar is closed; a
    /// choice leaves them as they are.
    void setOffers(const std::vector<MessageOffer>& offers);
    /// The messages and their choices go; offers stay.
    void clearMessages();
    /// Only when what is shown is of this kind.
    void clearMessages(MessageOf what);
    QString text() const; ///< rich text as shown

private:
    void clearChoices();
    void clearOffers();
    void hideWhenEmpty();

    QLabel* m_text;
    MessageOf m_what = MessageOf::Other;
    QBoxLayout *m_row, *m_offerRows;
    QList<QPushButton*> m_choices;
    QList<QWidget*> m_offers;
};

} // namespace moe::ui
