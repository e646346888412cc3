// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How the line over a page's picture shares its room.

#include <QButtonGroup>
#include <QEvent>
#include <QLabel>
#include <QMenu>
#include <QTabBar>
#include <QToolButton>

namespace moe::ui {

/// Beside the tabs stands a button for each picture, or, where these lack the room, one that lists them;
/// between them, as far as it goes, what other pages need.
class PictureFit : public QObject {
public:
    PictureFit(QWidget* row, QLabel* note, QTabBar* tabs, QButtonGroup* group, QToolButton* list)
        : QObject(row), m_row(row), m_note(note), m_tabs(tabs), m_group(group), m_list(list) {
        row->installEventFilter(this);
        note->installEventFilter(this);
        connect(group, &QButtonGroup::idToggled, this, &PictureFit::fit);
        connect(list->menu(), &QMenu::aboutToShow, this, &PictureFit::fillList);
    }

    void fit() {
        fitPictures();
        elide();
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::Resize) watched == m_note ? elide() : fit();
        return QObject::eventFilter(watched, event);
    }

private:
    /// All of it, or how much there is: half a sentence says nothing. The tool tip and a click have the rest.
    void elide() {
        const QString all = m_note->toolTip();
        const QFontMetrics metrics = m_note->fontMetrics();
        QStringList ways{all};
        if (!all.isEmpty()) ways << QStringLiteral("+ %1").arg(all.count(QStringLiteral(" · ")) + 1);
        while (m_row->isVisible() && !ways.isEmpty() &&
               metrics.horizontalAdvance(ways.front()) > m_note->width())
            ways.removeFirst();
        m_note->setText(ways.value(0));
    }
    void fitPictures() {
        constexpr int kFree = 48; // of margins and gaps
        const QList<QAbstractButton*> buttons = m_group->buttons();
        int needed = m_tabs->sizeHint().width() + kFree;
        for (const QAbstractButton* button : buttons) needed += button->sizeHint().width();
        const bool listed = buttons.size() > 1 && needed > m_row->width();
        for (QAbstractButton* button : buttons) {
            button->setVisible(!listed);
            if (button->isChecked()) m_list->setText(button->text());
        }
        m_list->setVisible(listed);
    }
    /// As it opens: an action must not go while a menu that has it is open, and choosing a picture fits
    /// again.
    void fillList() {
        m_list->menu()->clear();
        for (QAbstractButton* button : m_group->buttons())
            m_list->menu()->addAction(button->text(), button, &QAbstractButton::click);
    }

    QWidget* m_row;
    QLabel* m_note;
    QTabBar* m_tabs;
    QButtonGroup* m_group;
    QToolButton* m_list;
};

} // namespace moe::ui
