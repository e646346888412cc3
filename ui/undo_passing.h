// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A line that takes Ctrl+Z for its own text keeps it from the window even where it has nothing to undo.

#include <QEvent>
#include <QKeyEvent>
#include <QLineEdit>

namespace moe::ui {

/// Of a line that is no value of the scenario (a filter, a search): without typed text undo and redo are the
/// window's.
class UndoPassing : public QObject {
public:
    explicit UndoPassing(QLineEdit* line) : QObject(line), m_line(line) { line->installEventFilter(this); }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() != QEvent::ShortcutOverride) return QObject::eventFilter(watched, event);
        const auto& key = static_cast<QKeyEvent&>(*event);
        const bool empty = m_line->text().isEmpty();
        if ((key.matches(QKeySequence::Undo) && (empty || !m_line->isUndoAvailable())) ||
            (key.matches(QKeySequence::Redo) && (empty || !m_line->isRedoAvailable()))) {
            event->ignore();
            return true;
        }
        return QObject::eventFilter(watched, event);
    }

private:
    QLineEdit* m_line;
};

} // namespace moe::ui
