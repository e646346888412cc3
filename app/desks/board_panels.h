// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The pictures of the session's board: drawn one at a time, so that sliders stay alive, and again whenever
// the scenario they are of changes.

#include "app/desks/figure_export.h"
#include "app/work/passes_job.h"
#include "ui/export/board_page.h"

namespace moe::app {

class BoardPanels : public QObject {
    Q_OBJECT
public:
    BoardPanels(Session& session, const FigureExport& figures, QObject* parent = nullptr);

    /// Nothing is drawn before.
    void start();
    void stop();
    /// What shows pins is to be drawn again.
    void followPins() { drawAllAgain(true); }

    ui::BoardPage page() const; ///< without numbers
    ui::BoardPage pageWithNumbers() const;
    bool isBehind(std::size_t panel) const { return m_panels[panel].stale; }
    /// Every panel shows its newest scenario.
    bool upToDate() const;
    /// The scenario that a panel is of as it stands, if it is of one.
    std::optional<Scenario> scenarioOf(const BoardPanel& panel) const;
    /// What a panel that follows something is of as it stands, written out.
    void keep(std::size_t index, BoardPanel& panel) const;
    /// The board with the scenarios that panels follow written out; those that have none are left out.
    BoardFile writtenOut() const;

signals:
    void changed(); ///< the board is another one; page() has it
    void drawn(std::size_t panel, const moe::ui::BoardPicture& picture);
    void behind(std::size_t panel);
    void rested(); ///< every panel shows its newest scenario
    void failed(const QString& why);

private:
    struct Panel {
        BoardPanel of;
        std::shared_ptr<UnansweredView> view; ///< null until it is drawn, and where it cannot be
        ReportPtr report;                     ///< that it shows
        ui::BoardPicture picture;
        QStringList left;                     ///< choices that its view does not offer now
        QString axes, drawnAxes;              ///< as it would have them, and as it has them
        std::vector<ui::LegendKey> elsewhere; ///< that it was drawn without
        bool stale = true;
        bool fresh = true; ///< the view is to be made anew, not only its report
    };
    /// What a panel is of: a report, or a scenario without one yet, or why there is none.
    struct Subject {
        ReportPtr report;
        std::optional<Scenario> scenario;
        QString reason;
    };
    void follow();                ///< the board changed
    void takeReport();            ///< this scenario did
    void drawAllAgain(bool pins); ///< everything, or what shows pins
    void drawNext();
    void draw(Panel& panel, const ReportPtr& report);
    void finish(Panel& panel, const Problems& problems);
    void showPicture(std::size_t index);
    Subject subjectOf(const BoardPanel& panel) const;
    void evaluatePanel(const Scenario& scenario);
    void work(const PassesJob::Pass& pass, const QString& name);
    /// Those of one kind have the axes in common.
    void shareAxes(const std::string& view);
    /// All have the keys in common that more than one has.
    void shareLegend();
    void drawAgain(Panel& panel);
    QString titleOf(const Panel& panel) const;

    Session& m_session;
    const FigureExport& m_figures;
    bool m_active = false;
    BoardFile m_board; ///< that m_panels are of
    std::vector<Panel> m_panels;
    std::vector<std::pair<Scenario, Result<ReportPtr>>>
        m_known;            ///< of pins and kept scenarios, at full detail
    std::size_t m_next = 0; ///< drawn next, so that all get their turn
    bool m_working = false; ///< off this thread; nothing else is begun there
    QTimer m_step, m_rest;
    PassesJob m_work; // last: its thread uses the rest
};

} // namespace moe::app
