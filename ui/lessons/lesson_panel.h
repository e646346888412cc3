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

    /// `next`: the lesson that is offered at its end.
    void start(const Lesson& lesson, const std::optional<Lesson>& next = {});
    /// The same lesson with another text, at the step where it stands: its author is writing it.
    void rewrite(const Lesson& lesson);
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
    void lessonWanted(const QString& key); ///< the one that was offered
    /// Knobs are out of reach as long as a guess is wanted.
    void asking(bool wanted);
    /// Keys of the knobs that the step names and that are still to be set; out of sight while a guess is
    /// wanted.
    void pointing(const QStringList& keys, bool hidden);

private:
    /// What a step began with: kept so that it can be done again, and for "before and after".
    struct Beginning {
        Scenario scenario;
        ReportPtr report; ///< null until it is computed
    };
    void go(std::size_t step);
    void open(const LessonStep& step);
    void begin();
    void next();
    void point();
    void showOffer();
    /// Back to a step that was begun before, and to what the scenario was then.
    void replay(std::size_t step);
    void show(std::size_t step);
    Side sideOf(std::size_t step) const;
    void refresh();
    void takeGuess();
    QString verdictOnGuess(bool done) const;

    Lesson m_lesson;
    std::optional<Lesson> m_offer; ///< after this one
    bool m_offering = false;       ///< it is read to its end
    bool m_goesOn = false;         ///< from the lesson before: the reader's own model is still that
    Scenario m_before;             ///< of the reader, when the lesson was opened
    QStringList m_pointed;
    bool m_pointedHidden = false;
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
    QToolButton *m_guessed, *m_own;
    QPushButton *m_again, *m_back, *m_next;
};

} // namespace moe::ui
