// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Warnings of a report as sentences, each with a "Why?" link, and a note about the numbers above.

#include "models/engine/report/report.h"

#include <QFrame>

class QLabel;
class QVBoxLayout;

namespace moe::ui {

class WarningSentence;

class WarningList : public QFrame {
    Q_OBJECT
public:
    explicit WarningList(QWidget* parent = nullptr);

    /// Hidden while there are no warnings. Labels are reused; equal warnings change nothing.
    void setWarnings(const std::vector<Warning>& warnings);
    /// A sentence above the warnings; empty = none.
    void setNote(const QString& note);
    const std::vector<Warning>& shown() const { return m_shown; }

signals:
    void whyActivated(const QString& id);

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    WarningSentence* sentence(std::size_t index);
    void writeSentences();
    void showOrHide();

    QVBoxLayout* m_layout;
    QLabel* m_note;
    QLabel* m_title;
    std::vector<WarningSentence*> m_sentences;
    std::vector<Warning> m_shown;
};

} // namespace moe::ui
