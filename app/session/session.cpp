// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/session.h"

#include "models/engine/evaluate.h"
#include "models/engine/scenario/validate.h"
#include "models/engine/shape/derived_value.h"

#include <QElapsedTimer>
#include <QUndoCommand>

#include <algorithm>
#include <exception>

namespace moe::app {

/// One named step of the history: everything before and after, shared with the neighbouring steps.
class ScenarioStep : public QUndoCommand {
public:
    using KeptPtr = Session::KeptPtr;
    ScenarioStep(Session& session, KeptPtr before, KeptPtr after, const QString& what, int gesture, bool live)
        : QUndoCommand(what),
          m_session(session),
          m_before(std::move(before)),
          m_after(std::move(after)),
          m_gesture(gesture),
          m_live(live) {}

    int id() const override { return m_gesture < 0 ? -1 : 1; }
    bool mergeWith(const QUndoCommand* other) override {
        const auto* next = static_cast<const ScenarioStep*>(other);
        if (next->m_gesture != m_gesture) return false;
        m_after = next->m_after;
        return true;
    }
    void redo() override {
        m_session.apply(*m_after, m_live);
        m_session.m_state = m_after;
        m_live = false; // done again from the history, it is no longer under the mouse
    }
    void undo() override {
        m_session.apply(*m_before, false);
        m_session.m_state = m_before;
    }

private:
    Session& m_session;
    KeptPtr m_before, m_after;
    int m_gesture;
    bool m_live;
};

Session::Session(CatalogPtr catalog, QObject* parent)
    : QObject(parent),
      m_catalog(std::move(catalog)),
      m_worker([this](const Request& request) { run(request); }) {
    m_undo.setUndoLimit(10000); // a step is about a kilobyte
}

Session::~Session() = default;

void Session::edit(const Scenario& scenario, const QString& what, int gesture, bool live) {
    if (scenario == m_scenario && live == m_live) return;
    if (scenario == m_scenario) { // the slider was released where it already was: draw the full picture
        m_live = live;
        if (m_problems.empty()) request(live ? Detail::Coarse : Detail::Full);
        return;
    }
    State after = now();
    after.scenario = scenario;
    push(std::move(after), what, gesture, live);
}

Session::State Session::now() const {
    return {m_scenario, m_base, m_pins, m_keepsBase, m_board};
}

void Session::push(State after, const QString& what, int gesture, bool live) {
    m_undo.push(new ScenarioStep(*this, m_state, kept(std::move(after)), what, gesture, live));
}

Session::KeptPtr Session::kept(State state) const {
    static const Kept nothing;
    const Kept& before = m_state ? *m_state : nothing;
    std::shared_ptr<const KeptBoard> board;
    if (state.board)
        board = before.board && state.board == m_board
                    ? before.board
                    : std::make_shared<const KeptBoard>(*state.board, before.board.get());
    return std::make_shared<const Kept>(Kept{KeptScenario(state.scenario, before.scenario),
                                             KeptScenario(state.base, before.base), std::move(state.pins),
                                             state.keepsBase, std::move(board)});
}

void Session::apply(const Kept& kept, bool live) {
    std::shared_ptr<const BoardFile> board;
    if (kept.board)
        board = m_state && kept.board == m_state->board
                    ? m_board
                    : std::make_shared<const BoardFile>(kept.board->whole());
    apply(State{kept.scenario.whole(), kept.base.whole(), kept.pins, kept.keepsBase, std::move(board)}, live);
}

void Session::open(const Scenario& scenario, const QString& what) {
    const bool keep = m_keepsBase && std::any_of(m_pins.begin(), m_pins.end(), [this](const Pin& pin) {
                          return pin.entry->content.scenario == m_base;
                      });
    openState({scenario, keep ? m_base : scenario, m_pins, keep, m_board}, what);
}

void Session::open(State state, Side side, const QString& what) {
    const bool turned = side != m_side && m_state;
    if (turned) setBaseReport(nullptr);
    m_side = side;
    openState(std::move(state), what);
    if (turned) evaluateNow(false); // the scenario may be the same
}

void Session::openState(State state, const QString& what) {
    m_saved = state.scenario;
    if (m_state) return push(std::move(state), what);
    const KeptPtr first = kept(std::move(state)); // nothing to go back to
    apply(*first, false);
    m_state = first;
}

void Session::setPins(PinList pins, const QString& what) {
    if (pins == m_pins) return;
    State after = now();
    after.pins = std::move(pins);
    push(std::move(after), what);
}

void Session::setBase(const Scenario& base, bool keep, const QString& what) {
    if (base == m_base && keep == m_keepsBase) return;
    State after = now();
    after.base = base;
    after.keepsBase = keep;
    push(std::move(after), what);
}

void Session::setSide(Side side) {
    if (side == m_side || !hasBothSides(m_scenario)) return;
    m_side = side;
    setBaseReport(nullptr);
    evaluateNow(false);
}

void Session::setBoard(BoardFile board, const QString& what, int gesture) {
    if (board == *m_board) return;
    State after = now();
    after.board = std::make_shared<const BoardFile>(std::move(board));
    push(std::move(after), what, gesture);
}

void Session::setCatalog(CatalogPtr catalog) {
    m_catalog = std::move(catalog);
    emit catalogChanged();
    setBaseReport(nullptr);
    evaluateNow(false);
}

void Session::apply(const State& state, bool live) {
    const bool same = state.scenario == m_scenario && state.base == m_base && live == m_live && m_asked > 0;
    const bool samePins = state.pins == m_pins;
    const auto board = state.board ? state.board : std::make_shared<const BoardFile>();
    const bool sameBoard = board == m_board || *board == *m_board;
    if (!(state.base == m_base)) setBaseReport(nullptr);
    m_scenario = state.scenario;
    m_base = state.base;
    m_pins = state.pins;
    m_keepsBase = state.keepsBase;
    m_board = board;
    if (!samePins) emit pinsChanged();
    if (!sameBoard) emit boardChanged();
    if (!same) evaluateNow(live);
}

void Session::evaluateNow(bool live) {
    m_live = live;
    m_problems = validate(m_scenario, *m_catalog);
    if (m_problems.empty() && m_side == Side::Serving) m_problems = validate(shown(), *m_catalog);
    emit scenarioChanged();
    emit problemsChanged(m_problems);
    if (!m_problems.empty()) {
        // The rest stays as it last was; a data sheet is known by its name alone.
        renewGpuValues(m_derived, m_scenario, *m_catalog);
        emit derivedChanged(m_derived);
        return;
    }
    m_derived = derivedValues(m_scenario, *m_catalog);
    emit derivedChanged(m_derived);
    request(live ? Detail::Coarse : Detail::Full);
}

void Session::request(Detail detail) {
    const bool wasBusy = m_asked != m_answered;
    std::shared_ptr<const Scenario> base;
    if (!m_baseReport && brokenRules(m_base, *m_catalog).empty())
        base = std::make_shared<const Scenario>(shownBase());
    m_worker.submit({shown(), m_catalog, detail, ++m_asked, std::move(base)});
    if (!wasBusy) emit busyChanged(true);
}

void Session::run(const Request& request) {
    QElapsedTimer clock;
    clock.start();
    try {
        ReportPtr report =
            std::make_shared<const Report>(evaluate(request.scenario, *request.catalog, request.detail));
        const double milliseconds = static_cast<double>(clock.nsecsElapsed()) * 1e-6;
        QMetaObject::invokeMethod(
            this,
            [this, report, milliseconds, number = request.number] { deliver(report, milliseconds, number); },
            Qt::QueuedConnection);
        if (!request.base) return;
        if (!(*request.base == request.scenario) || request.detail != Detail::Full)
            report = std::make_shared<const Report>(evaluate(*request.base, *request.catalog));
        QMetaObject::invokeMethod(
            this, [this, report, catalog = request.catalog] { deliverBase(report, catalog); },
            Qt::QueuedConnection);
    } catch (const std::exception& error) {
        const QString text = QString::fromUtf8(error.what());
        QMetaObject::invokeMethod(
            this, [this, text] { emit failed(text); }, Qt::QueuedConnection);
    }
}

void Session::deliver(const ReportPtr& report, double milliseconds, quint64 number) {
    m_report = report;
    m_answered = number;
    emit reportChanged(m_report, milliseconds);
    if (m_answered == m_asked) emit busyChanged(false);
}

void Session::deliverBase(const ReportPtr& report, const CatalogPtr& catalog) {
    if (catalog == m_catalog && report->scenario == shownBase()) setBaseReport(report);
}

void Session::setBaseReport(const ReportPtr& report) {
    if (report == m_baseReport) return;
    m_baseReport = report;
    emit baseChanged(report);
}

} // namespace moe::app
