// SPDX-License-Identifier: GPL-3.0-or-later
// The dock of the lesson being read, under the pictures.

#include "models/items/words.h"
#include "ui/form/scenario_form.h"
#include "ui/lessons/lesson_panel.h"
#include "ui/sentence/sentence_bar.h"
#include "ui/window/main_window.h"
#include "ui/window/message_bar.h"
#include "ui/window/room_pages.h"

#include <QAction>
#include <QDockWidget>
#include <QMenu>

#include <algorithm>

namespace moe::ui {

void MainWindow::buildLessons() {
    m_lessons = new LessonPanel(this);
    auto* dock = new QDockWidget(tr("Lesson"), this);
    dock->setObjectName(QStringLiteral("lessonDock"));
    dock->setWidget(m_lessons);
    dock->setFeatures(QDockWidget::DockWidgetClosable | QDockWidget::DockWidgetMovable);
    dock->hide();
    // Form and results keep their height; the lesson stands under the pictures.
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    addDockWidget(Qt::BottomDockWidgetArea, dock);
    resizeDocks({dock}, {170}, Qt::Vertical);
    connect(m_pages, &RoomPages::shownViewChanged, m_lessons,
            [this] { m_lessons->setTab(m_pages->currentKey()); });
    connect(m_lessons, &LessonPanel::presetWanted, this, &MainWindow::presetChosen);
    connect(m_lessons, &LessonPanel::baseWanted, this, &MainWindow::baseChosen);
    connect(m_lessons, &LessonPanel::scenarioWanted, this,
            [this](const Scenario& scenario) { emit edited(scenario, tr("step of the lesson"), -1, false); });
    connect(m_lessons, &LessonPanel::sideWanted, this, &MainWindow::sideChosen);
    connect(m_lessons, &LessonPanel::tabWanted, this, &MainWindow::showTab);
    connect(m_lessons, &LessonPanel::finished, dock, &QWidget::hide);
    connect(m_lessons, &LessonPanel::lessonWanted, this, &MainWindow::startLesson);
    const auto hold = [this](bool asking) {
        m_form->setEnabled(!asking);
        m_sentence->setEnabled(!asking); // its chips are knobs too
    };
    connect(m_lessons, &LessonPanel::asking, m_form, hold);
    connect(m_lessons, &LessonPanel::pointing, m_form, &ScenarioForm::pointAt);
    connect(dock, &QDockWidget::visibilityChanged, m_form, [this, hold](bool visible) {
        hold(visible && m_lessons->isAsking());
        if (!visible) m_form->pointAt({}, false);
    });
}

void MainWindow::setLessons(const std::vector<Lesson>& lessons) {
    m_lessonTexts = std::make_shared<const std::vector<Lesson>>(lessons);
    m_lessonMenu->clear();
    for (const Lesson& lesson : lessons) {
        QAction* action =
            m_lessonMenu->addAction(items::tableText(lesson.title), this,
                                    [this, key = QString::fromStdString(lesson.key)] { startLesson(key); });
        action->setStatusTip(items::tableText(lesson.summary));
    }
    m_lessonMenu->setEnabled(!lessons.empty());
}

void MainWindow::clearFilter() {
    m_form->clearFilter();
}

void MainWindow::startLesson(const QString& key) {
    if (!m_lessonTexts) return;
    for (const Lesson& lesson : *m_lessonTexts)
        if (lesson.key == key.toStdString()) readLesson(lesson);
}

void MainWindow::readLesson(const Lesson& lesson) {
    m_messages->clearMessages(); // it may have offered the lesson
    clearFilter();               // a step may ask for any knob
    m_lessons->parentWidget()->show();
    m_lessons->setTab(m_pages->currentKey());
    std::optional<Lesson> next;
    if (m_lessonTexts) { // one of somebody's own is followed by the first
        const auto own = std::find_if(m_lessonTexts->begin(), m_lessonTexts->end(),
                                      [&](const Lesson& one) { return one.key == lesson.key; });
        const auto follows = own == m_lessonTexts->end() ? m_lessonTexts->begin() : std::next(own);
        if (follows != m_lessonTexts->end()) next = *follows;
    }
    m_lessons->start(lesson, next);
}

void MainWindow::rewriteLesson(const Lesson& lesson) {
    m_lessons->rewrite(lesson);
}

} // namespace moe::ui
