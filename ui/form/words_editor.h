// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A line of text that is a list of words: typed with completion, or ticked in a list that stays open.

#include "ui/form/text_editor.h"

class QMenu;
class QToolButton;

namespace moe::ui {

class WordsEditor : public TextEditor {
    Q_OBJECT
public:
    WordsEditor(const Field& field, QWidget* parent);
    void activate() override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void showList();
    void showTicks();
    /// The list with `word` added or taken out; words that do not go with a new one make room for it.
    QString toggled(const QString& word) const;
    QStringList words() const;

    QToolButton* m_open;
    QMenu* m_list;
};

} // namespace moe::ui
