// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The lesson being read: one step at a time, which waits until the reader has done what it asks for.

#include "models/engine/explain/lesson.h"
#include "models/engine/scenario/sides.h"
#include "ui/report_view.h"

class QLabel;
class QLineEdit;
class QPushButton;
class QToolButton;

namespace moe::ui {

class LessonPanel : public QWidget {
    Q_OBJECT
public:
    explicit LessonPanel(QWidget* parent = nullptr);

    void start(const Lesson& lesson);
    bool isReading() const { return !m_lesson.steps.empty(); }
    // What steps wait for, and what their numbers come from.
    void setScenario(const Scenario& scenario);
    void setReport(const ReportPtr& report);
    void setTab(const QString& key);

    std::size_t step() const { return m_step; }
    /// A guess is wanted before the step goes on.
    bool isAsking() const;

signals:
    void presetWanted(const QString& key);
    /// Differences are to be taken against this preset.
    void baseWanted(const QString& key);
    /// The scenario a step began with, when it is read again.
    void scenarioWanted(const moe::Scenario& scenario);
    /// Everything shown is to be about this from here on.
    void sideWanted(moe::Side side);
    void tabWanted(const QString& key);
    void finished();
    /// Knobs are out of reach as long as a guess is wanted.
    void asking(bool wanted);

private:
    /// What a step began with: kept so that it can be done again, and for "before and after".
    struct Beginning {
        Scenario scenario;
        ReportPtr report; ///< null until it is computed
    };
    void go(std::size_t step);
    void open(const LessonStep& step);
    /// Back to a step that was begun before, and to what the scenario was then.
    void replay(std::size_t step);
    void show(std::size_t step);
    Side sideOf(std::size_t step) const;
    void refresh();
    void takeGuess();
    QString verdictOnGuess(bool done) const;

    Lesson m_lesson;
    std::size_t m_step = 0;
    std::vector<Beginning> m_begun; ///< one per step reached
    Scenario m_scenario;
    ReportPtr m_report;
    QString m_tab;
    Side m_side = Side::Training;                 ///< that the step stands on
    std::vector<std::optional<double>> m_guesses; ///< one per step, base units
    bool m_wasAsking = false;
    QLabel *m_title, *m_text, *m_wait, *m_ask;
    QLineEdit* m_guess;
    QToolButton* m_guessed;
    QPushButton *m_again, *m_back, *m_next;
};

} // namespace moe::ui
