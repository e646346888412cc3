#pragma once
// What went wrong with a file, or the reason asked for by "Why?": under the tabs until closed, never a
// dialog.

#include "ui/report_view.h"

#include <QWidget>

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
    /// A button beside what is shown, which cures it; goes with the next messages.
    void offer(const QString& text);
    QString text() const; ///< rich text as shown

signals:
    void offerTaken();

private:
    QLabel* m_text;
    QPushButton* m_offer;
};

} // namespace moe::ui
