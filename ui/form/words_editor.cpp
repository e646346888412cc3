// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/form/words_editor.h"

#include <QAction>
#include <QCompleter>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QStyle>
#include <QToolButton>

#include <algorithm>

namespace moe::ui {
namespace {

/// Ticking one word leaves the list open for the next.
class TickList : public QMenu {
public:
    using QMenu::QMenu;

protected:
    void mouseReleaseEvent(QMouseEvent* event) override {
        if (QAction* action = actionAt(event->position().toPoint()); action && action->isCheckable())
            action->trigger();
        else
            QMenu::mouseReleaseEvent(event);
    }
    void keyPressEvent(QKeyEvent* event) override {
        if (event->key() == Qt::Key_Space && activeAction())
            activeAction()->trigger();
        else
            QMenu::keyPressEvent(event);
    }
};

/// Completes the word behind the last comma.
class LastWord : public QCompleter {
public:
    LastWord(const QStringList& words, QLineEdit* line) : QCompleter(words, line), m_line(line) {
        setCaseSensitivity(Qt::CaseInsensitive);
    }
    QStringList splitPath(const QString& path) const override {
        return {path.section(QLatin1Char(','), -1).trimmed()};
    }
    QString pathFromIndex(const QModelIndex& index) const override {
        const QString text = m_line->text();
        return text.left(text.lastIndexOf(QLatin1Char(',')) + 1) + QCompleter::pathFromIndex(index);
    }

private:
    QLineEdit* m_line;
};

QStringList allWords(const Field& field) {
    QStringList all;
    for (const std::string& word : field.words) all << QString::fromStdString(word);
    return all;
}

} // namespace

WordsEditor::WordsEditor(const Field& field, QWidget* parent)
    : TextEditor(field, parent), m_open(new QToolButton(this)), m_list(new TickList(this)) {
    m_open->setArrowType(Qt::DownArrow);
    m_open->setFocusPolicy(Qt::ClickFocus);
    m_open->setAccessibleName(tr("%1: list of the words").arg(label()));
    m_open->setToolTip(tr("All words, to be ticked (Alt+Down)"));
    connect(m_open, &QToolButton::clicked, this, &WordsEditor::showList);
    for (const QString& word : allWords(field)) {
        QAction* action = m_list->addAction(word);
        action->setCheckable(true);
        connect(action, &QAction::triggered, this, [this, word] {
            enter(toggled(word));
            showTicks();
        });
    }
    auto* completer = new LastWord(allWords(field), line());
    line()->setCompleter(completer);
    // Queued: the line takes the completed text first.
    connect(
        completer, qOverload<const QString&>(&QCompleter::activated), this, [this] { commit(); },
        Qt::QueuedConnection);
}

QStringList WordsEditor::words() const {
    QStringList found = line()->text().split(QLatin1Char(','), Qt::SkipEmptyParts);
    for (QString& word : found) word = word.trimmed();
    return found;
}

QString WordsEditor::toggled(const QString& word) const {
    QStringList next = words();
    if (next.removeAll(word) > 0)
        return next.isEmpty() ? allWords(field()).front() : next.join(QLatin1Char(','));
    next << word;
    Scenario trial;
    const bool together = field().set(trial, next.join(QLatin1Char(',')).toStdString());
    return together ? next.join(QLatin1Char(',')) : word;
}

void WordsEditor::showTicks() {
    const QStringList ticked = words();
    for (QAction* action : m_list->actions()) action->setChecked(ticked.contains(action->text()));
}

void WordsEditor::showList() {
    commit();
    showTicks();
    m_list->setMinimumWidth(width());
    m_list->popup(mapToGlobal(QPoint(0, height())));
    if (!m_list->actions().isEmpty()) m_list->setActiveAction(m_list->actions().front());
}

void WordsEditor::activate() {
    line()->setFocus(Qt::TabFocusReason);
    showList();
}

bool WordsEditor::eventFilter(QObject* watched, QEvent* event) {
    if (watched == line() && event->type() == QEvent::KeyPress) {
        const auto* press = static_cast<QKeyEvent*>(event);
        const bool down = press->key() == Qt::Key_Down && press->modifiers().testFlag(Qt::AltModifier);
        if (down || press->key() == Qt::Key_F4) {
            showList();
            return true;
        }
    }
    return TextEditor::eventFilter(watched, event);
}

void WordsEditor::resizeEvent(QResizeEvent* event) {
    TextEditor::resizeEvent(event);
    const int button = std::min(height(), width());
    line()->setGeometry(
        QStyle::visualRect(layoutDirection(), rect(), QRect(0, 0, width() - button, height())));
    m_open->setGeometry(
        QStyle::visualRect(layoutDirection(), rect(), QRect(width() - button, 0, button, height())));
}

} // namespace moe::ui
