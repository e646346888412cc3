// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desks/board_panels.h"

#include "app/figures/board.h"
#include "models/engine/evaluate.h"
#include "models/engine/scenario/validate.h"
#include "models/items/compare_table_model.h"
#include "models/items/escape.h"
#include "models/items/words.h"
#include "ui/export/common_axes.h"
#include "ui/export/view_choices.h"

#include <algorithm>
#include <utility>

namespace moe::app {
namespace {

constexpr int kBoardRestMs = 300; ///< of sliders, before searches begin

/// Whether one drawn picture serves both.
bool samePicture(const BoardPanel& a, const BoardPanel& b) {
    BoardPanel worded = a;
    worded.title = b.title;
    worded.note = b.note;
    return worded == b;
}

/// Whether every picture is to be drawn again: its size, its ground, or the part in sight.
bool otherStyle(const BoardFile& a, const BoardFile& b) {
    return a.widthMm != b.widthMm || a.heightMm != b.heightMm || a.fontPt != b.fontPt || a.dark != b.dark ||
           a.lockRanges != b.lockRanges || a.oneLegend != b.oneLegend ||
           a.columns != b.columns; // of which a panel may take several
}

} // namespace

BoardPanels::BoardPanels(Session& session, const FigureExport& figures, QObject* parent)
    : QObject(parent), m_session(session), m_figures(figures) {
    m_rest.setSingleShot(true);
    m_rest.setInterval(kBoardRestMs);
    connect(&m_rest, &QTimer::timeout, this, [this] { m_step.start(0); });
    connect(&m_step, &QTimer::timeout, this, &BoardPanels::drawNext);
    connect(&session, &Session::boardChanged, this, &BoardPanels::follow);
    connect(&session, &Session::reportChanged, this, &BoardPanels::takeReport);
    connect(&session, &Session::baseChanged, this, [this] { drawAllAgain(false); });
    connect(&session, &Session::pinsChanged, this, [this] { drawAllAgain(true); });
    connect(&session, &Session::catalogChanged, this, [this] {
        m_known.clear();
        drawAllAgain(false);
    });
    connect(&m_work, &PassesJob::failed, this, [this](const QString& why) {
        m_working = false;
        for (Panel& panel : m_panels) panel.stale = false; // the same again would fail again
        emit failed(why);
    });
}

void BoardPanels::start() {
    if (std::exchange(m_active, true)) return;
    follow();
}

void BoardPanels::stop() {
    m_active = false;
    m_step.stop();
    m_work.cancel();
    m_panels.clear();
    m_known.clear();
}

void BoardPanels::follow() {
    if (!m_active) return;
    const BoardFile& board = *m_session.board();
    std::vector<Panel> before = std::exchange(m_panels, {});
    for (const BoardPanel& of : board.panels) {
        const auto same = std::find_if(before.begin(), before.end(), [&](const Panel& panel) {
            return panel.view && samePicture(panel.of, of);
        });
        Panel panel;
        if (same != before.end()) {
            panel = std::move(*same);
            before.erase(same);
        }
        panel.of = of;
        panel.picture.title = titleOf(panel);
        panel.picture.note = panelNote(of);
        panel.picture.columns = of.columns;
        panel.picture.heightMm = of.heightMm;
        m_panels.push_back(std::move(panel));
    }
    if (otherStyle(std::exchange(m_board, board), board))
        for (Panel& panel : m_panels) panel.stale = true;
    emit changed();
    m_step.start(0);
}

void BoardPanels::takeReport() {
    if (!m_active) return;
    m_rest.start();
    bool any = false;
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        if (m_panels[i].of.pin != kThisScenario) continue;
        m_panels[i].stale = any = true;
        // What asks waits for its answer anyway; the others are there in a moment.
        if (m_panels[i].view && m_panels[i].view->work) emit behind(i);
    }
    if (any) m_step.start(0);
}

void BoardPanels::drawAllAgain(bool pins) {
    if (!m_active) return;
    for (Panel& panel : m_panels) {
        const ui::ViewRow* row =
            ui::findView(QString::fromStdString(panel.of.view), shownSide(m_session.shown()));
        if (pins && !(row && row->pins) && panel.of.pin.value_or(kThisScenario) == kThisScenario) continue;
        panel.stale = panel.fresh = true;
    }
    m_step.start(0);
}

bool BoardPanels::upToDate() const {
    return !m_working &&
           std::none_of(m_panels.begin(), m_panels.end(), [](const Panel& panel) { return panel.stale; });
}

BoardPanels::Subject BoardPanels::subjectOf(const BoardPanel& panel) const {
    std::optional<Scenario> scenario = panel.scenario;
    if (panel.pin == kThisScenario) {
        if (panel.set.empty() || !m_session.report()) return {m_session.report(), {}, {}};
        scenario = m_session.report()->scenario;
    } else if (panel.pin) {
        const PinList& pins = m_session.pins();
        const auto pin =
            std::find_if(pins.begin(), pins.end(), [&](const Pin& one) { return one.mark == *panel.pin; });
        if (pin == pins.end())
            return {{}, {}, tr("Nothing is pinned as %1.").arg(items::markLetter(std::size_t(*panel.pin)))};
        scenario = lookedAt(pin->entry->content.scenario, shownSide(m_session.shown()));
    } else if (!scenario) { // of a session written by hand
        BoardFile one;
        one.panels = {panel};
        one.panels.front().set.clear();
        const Result<BoardFile> written = boardWrittenOut(one, {}, *m_session.catalog());
        if (!written) return {{}, {}, items::problemText(written.error().front())};
        scenario = written->panels.front().scenario;
    }
    if (scenario && !panel.set.empty()) {
        const Result<Scenario> made = panelScenario(*scenario, panel, *m_session.catalog());
        if (!made) return {{}, {}, items::problemText(made.error().front())};
        scenario = *made;
    }
    if (!scenario) return {{}, {}, tr("The panel names no scenario.")};
    for (const auto& [known, report] : m_known)
        if (known == *scenario)
            return report ? Subject{*report, {}, {}}
                          : Subject{{}, {}, items::problemText(report.error().front())};
    return {{}, scenario, {}};
}

void BoardPanels::drawNext() {
    m_step.stop();
    if (!m_active) return;
    for (std::size_t tried = 0; tried < m_panels.size(); ++tried) {
        const std::size_t index = (m_next + tried) % m_panels.size();
        Panel& panel = m_panels[index];
        if (!panel.stale) continue;
        const bool atOnce = panel.view && !panel.fresh && !panel.view->work;
        if (!atOnce && (m_working || (panel.view && panel.view->work && m_rest.isActive()))) continue;
        const Subject subject = subjectOf(panel.of);
        if (!subject.report && !subject.scenario && subject.reason.isEmpty()) continue;
        m_next = index + 1;
        if (subject.scenario) return evaluatePanel(*subject.scenario);
        if (!subject.reason.isEmpty()) {
            panel.view.reset();
            panel.stale = false;
            panel.picture.reason = subject.reason;
            panel.picture.strokes = ui::Strokes(true);
            showPicture(index);
        } else {
            draw(panel, subject.report);
        }
        return m_step.start(0);
    }
    if (upToDate()) emit rested();
}

void BoardPanels::work(const PassesJob::Pass& pass, const QString& name) {
    m_working = true;
    m_work.start(
        {[this, pass](const std::stop_token& stop, const Progress& progress) -> std::function<void()> {
            return [this, done = pass(stop, progress)] {
                m_working = false;
                done();
                m_step.start(0);
            };
        }},
        name);
}

void BoardPanels::evaluatePanel(const Scenario& scenario) {
    work(
        [this, scenario, catalog = m_session.catalog()](const std::stop_token&,
                                                        const Progress&) -> std::function<void()> {
            const Problems broken = validate(scenario, *catalog);
            Result<ReportPtr> report = broken.empty() ? Result<ReportPtr>(std::make_shared<const Report>(
                                                            evaluate(scenario, *catalog, Detail::Full)))
                                                      : Result<ReportPtr>(broken);
            return [this, scenario, catalog, report] {
                if (catalog != m_session.catalog()) return;
                m_known.emplace_back(scenario, report);
                if (m_known.size() > 2 * kMostPanels) m_known.erase(m_known.begin());
            };
        },
        {});
}

void BoardPanels::draw(Panel& panel, const ReportPtr& report) {
    const ui::ViewRow* row = ui::findView(QString::fromStdString(panel.of.view), shownSide(report->scenario));
    panel.report = report;
    panel.stale = false; // what changes while an answer is worked out makes it stale again
    if (panel.view && !panel.fresh && !panel.view->work) {
        panel.view->view->setReport(report);
        return finish(panel, {});
    }
    FigureInputs inputs = m_figures.inputs();
    inputs.report = report;
    if (panel.of.base)
        inputs.base =
            std::make_shared<const Report>(evaluate(*panel.of.base, *m_session.catalog(), Detail::Numbers));
    // A pin's own panel beside the others needs no marks of them.
    if (!row || !row->pins || panel.of.pin != kThisScenario) inputs.columns.clear();
    choosePanel(panel.of, inputs);
    Result<std::shared_ptr<UnansweredView>> made =
        row ? unansweredView(*row, inputs) : Problem{.rule = say("there is no view \"%1\"", panel.of.view)};
    panel.left.clear();
    if (!made && row && !inputs.choices.isEmpty()) {
        // Of the other side of the scenario, or of the picture as it was: what it does not offer is said.
        const QStringList wanted = std::exchange(inputs.choices, {});
        made = unansweredView(*row, inputs);
        for (const QString& choice : made ? wanted : QStringList())
            (ui::applyViewChoice(*(*made)->view, choice) ? inputs.choices : panel.left) << choice;
        if (made) made = unansweredView(*row, inputs);
    }
    panel.view = made ? *made : nullptr;
    panel.fresh = false;
    if (!made || !panel.view->work) return finish(panel, made ? Problems() : made.error());
    emit behind(std::size_t(&panel - m_panels.data()));
    work(
        [this, view = panel.view](const std::stop_token& stop, const Progress&) -> std::function<void()> {
            return [this, view, answer = view->work(stop)] {
                const auto at = std::find_if(m_panels.begin(), m_panels.end(),
                                             [&](const Panel& one) { return one.view == view; });
                const Problems problems = answer();
                if (at != m_panels.end()) finish(*at, problems);
            };
        },
        tr("Drawing the board"));
}

void BoardPanels::finish(Panel& panel, const Problems& problems) {
    ui::ReportView* view = panel.view ? panel.view->view.get() : nullptr;
    panel.picture.reason = problems.empty() ? QString() : items::problemText(problems.front());
    const bool common = sharesAxes(*m_session.board(), panel.of);
    panel.picture.keys.clear();
    if (view && problems.empty()) {
        if (const QString range = panelRange(*m_session.board(), panel.of); !range.isEmpty())
            view->setRange(range);
        if (common) ui::holdOwnAxes(*view);
        drawAgain(panel);
        panel.axes = panel.drawnAxes = common ? ui::ownAxes(*view) : QString();
        panel.picture.summary = view->summary();
        if (!panel.left.isEmpty())
            panel.picture.summary +=
                tr(" Chosen, but not offered here: %1.").arg(panel.left.join(QStringLiteral(", ")));
    }
    if (common) shareAxes(panel.of.view);
    shareLegend();
    showPicture(std::size_t(&panel - m_panels.data()));
    if (panel.stale) emit behind(std::size_t(&panel - m_panels.data()));
}

void BoardPanels::shareAxes(const std::string& view) {
    QStringList own;
    for (const Panel& panel : m_panels)
        if (panel.of.view == view && !panel.axes.isEmpty()) own << panel.axes;
    const QString all = ui::commonAxes(own);
    if (all.isEmpty()) return;
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        Panel& panel = m_panels[i];
        if (panel.of.view != view || panel.axes.isEmpty() || panel.stale || panel.drawnAxes == all) continue;
        panel.view->view->setRange(all);
        panel.drawnAxes = all;
        drawAgain(panel);
        showPicture(i);
    }
}

void BoardPanels::shareLegend() {
    const std::vector<ui::LegendKey> legend = ui::boardLegend(page());
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        Panel& panel = m_panels[i];
        std::vector<ui::LegendKey> left = leftToPage(panel.picture, legend);
        if (!panel.view || panel.picture.keys.empty() || left == panel.elsewhere) continue;
        panel.elsewhere = std::move(left);
        drawAgain(panel);
        showPicture(i);
    }
}

void BoardPanels::drawAgain(Panel& panel) {
    drawInto(panel.picture, *panel.view->view, emptyPage(*m_session.board()), panel.elsewhere);
}

void BoardPanels::showPicture(std::size_t index) {
    Panel& panel = m_panels[index];
    panel.picture.title = titleOf(panel);
    emit drawn(index, panel.picture);
}

QString BoardPanels::titleOf(const Panel& panel) const {
    const Side side = panel.report ? shownSide(panel.report->scenario) : shownSide(m_session.shown());
    const Scenario* scenario = panel.of.pin == kThisScenario ? &m_session.scenario()
                               : panel.of.scenario           ? &*panel.of.scenario
                                                             : nullptr;
    QString name = scenario ? items::shownName(scenario->name) : QString();
    if (panel.of.pin && *panel.of.pin >= 0)
        for (const Pin& pin : m_session.pins())
            if (pin.mark == *panel.of.pin) name = pinnedName(pin.mark, pin.name);
    return panel.view ? panelTitle(panel.of, name, *panel.view->view, side)
                      : panelTitle(panel.of, name, side);
}

ui::BoardPage BoardPanels::page() const {
    ui::BoardPage page = emptyPage(*m_session.board());
    for (const Panel& panel : m_panels) page.pictures.push_back(panel.picture);
    page.decision =
        shownDecision(m_session.board()->decision, m_panels.empty() ? nullptr : m_panels[0].report.get());
    return page;
}

ui::BoardPage BoardPanels::pageWithNumbers() const {
    ui::BoardPage page = this->page();
    for (std::size_t i = 0; i < m_panels.size(); ++i)
        if (m_panels[i].view) page.pictures[i].csv = m_panels[i].view->view->csv();
    return page;
}

std::optional<Scenario> BoardPanels::scenarioOf(const BoardPanel& panel) const {
    const Subject subject = subjectOf(panel);
    return subject.report ? std::optional(subject.report->scenario) : subject.scenario;
}

void BoardPanels::keep(std::size_t index, BoardPanel& panel) const {
    panel.scenario =
        m_panels[index].report ? std::optional(m_panels[index].report->scenario) : scenarioOf(panel);
    panel.pin.reset();
    if (m_panels[index].view) writeBeginning(panel, *m_panels[index].view->view, m_session.baseReport());
}

BoardFile BoardPanels::writtenOut() const {
    BoardFile board = *m_session.board();
    for (std::size_t i = 0; i < board.panels.size() && i < m_panels.size(); ++i) {
        BoardPanel& panel = board.panels[i];
        if (!panel.pin || !m_panels[i].report) continue;
        if (panel.title.empty()) panel.title = m_panels[i].picture.title.toStdString();
        keep(i, panel);
    }
    std::erase_if(board.panels,
                  [](const BoardPanel& panel) { return panel.pin.has_value(); }); // of no report
    return board;
}

} // namespace moe::app
