// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Answers the sentence over the window: its formula with every report, what needs evaluations and searches on
// the worker once the scenario rests.

#include "app/desks/figure_export.h"
#include "app/session/session.h"
#include "app/work/passes_job.h"
#include "models/engine/answer/answer.h"
#include "ui/window/main_window.h"

#include <QTimer>

#include <map>

namespace moe::app {

class SentenceDesk : public QObject {
    Q_OBJECT
public:
    SentenceDesk(ui::MainWindow& window, Session& session, const FigureExport& figures);

    /// The sentence on screen, and the command that prints it.
    QString copied(bool markdown) const;

private:
    void show();
    void showBeside();
    void showCompared();
    void begin();
    void finish(const Answer& answer, const ReportPtr& of, bool last);
    /// Of the room; null where the report has none.
    std::optional<Answer> answerNow() const;

    /// What was found of a report, whole: rooms come and go.
    struct Found {
        ReportPtr of;
        CatalogPtr catalog;
        Answer answer;
    };
    ui::MainWindow& m_window;
    Session& m_session;
    const FigureExport& m_figures;
    std::map<AnswerSide, Found> m_found;
    QTimer m_rest;
    PassesJob m_job; // last: its thread uses the rest
};

} // namespace moe::app
