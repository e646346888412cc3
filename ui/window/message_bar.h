#pragma once
// What went wrong with a file, or the reason asked for by "Why?": under the tabs until closed, never a
// dialog.

#include "ui/report_view.h"

#include <QWidget>

#include <functional>

class QHBoxLayout;
class QLabel;
class QPushButton;

namespace moe::ui {

class MessageBar : public QWidget {
    Q_OBJECT
public:
    /// Starts hidden.
    explicit MessageBar(QWidget* parent = nullptr);

    /// The title as a sentence, then the first problems one a line; the rest is counted.
    void showMessages(const QString& title, const Problems& problems);
    /// A button beside what is shown, which closes the bar and acts; goes with the next messages.
    void addChoice(const QString& text, const std::function<void()>& act);
    QString text() const; ///< rich text as shown

private:
    void clearChoices();

    QLabel* m_text;
    QHBoxLayout* m_row;
    QList<QPushButton*> m_choices;
};

} // namespace moe::ui
