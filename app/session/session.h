// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the window is about: the scenario being edited, its history, the catalogue, and the newest report.
// One signal, reportChanged, tells every view to draw.

#include "app/files/pin.h"
#include "app/session/kept_scenario.h"
#include "app/work/worker.h"
#include "data/problem.h"
#include "models/engine/files/board_file.h"
#include "models/engine/report/pointers.h"
#include "models/engine/report/report.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/sides.h"

#include <QObject>
#include <QUndoStack>

#include <memory>

namespace moe::app {

class Session : public QObject {
    Q_OBJECT
public:
    explicit Session(CatalogPtr catalog, QObject* parent = nullptr);
    ~Session() override;

    const Scenario& scenario() const { return m_scenario; }
    /// The side it is looked at from; reports are of that side alone (lookedAt()).
    Side side() const { return m_side; }
    Scenario shown() const { return lookedAt(m_scenario, m_side); }
    Scenario shownBase() const { return lookedAt(m_base, m_side); }
    const Scenario& base() const {
        return m_base;
    } ///< what Reset goes back to: the opened or preset scenario, or the one made the base
    const PinList& pins() const { return m_pins; }
    /// Pictures of these scenarios on a page; never null.
    const std::shared_ptr<const BoardFile>& board() const { return m_board; }
    const Problems& problems() const { return m_problems; }
    /// What "auto" comes to in the last valid scenario, one value per row of fields().
    const std::vector<FieldValue>& derived() const { return m_derived; }
    const CatalogPtr& catalog() const { return m_catalog; }
    const ReportPtr& report() const {
        return m_report;
    } ///< of the last valid scenario; null until the first is done
    /// Of the base, at full detail; null while it is not known or the base breaks a rule.
    const ReportPtr& baseReport() const { return m_baseReport; }
    QUndoStack* undoStack() { return &m_undo; }
    bool busy() const { return m_asked != m_answered; } ///< a report is being computed
    bool live() const { return m_live; }                ///< a slider is down
    bool modified() const { return !(m_scenario == m_saved); }

    /// Everything that undo and redo go through.
    struct State {
        Scenario scenario, base;
        PinList pins;
        bool keepsBase = false; ///< a pin was made the base: opening something else leaves it
        std::shared_ptr<const BoardFile> board = {}; ///< null: none
    };

    /// An edit by the user, one undo step; steps of the same gesture (≥ 0) merge. `live`: a slider is down,
    /// draw coarse.
    void edit(const Scenario& scenario, const QString& what, int gesture = -1, bool live = false);
    /// Opens another scenario, one undo step ("Open …"). It becomes the base, unless a pin is and still
    /// stands.
    void open(const Scenario& scenario, const QString& what);
    /// Opens a whole piece of work, to be looked at from `side`.
    void open(State state, Side side, const QString& what);
    /// Pins were added, removed, renamed or noted.
    void setPins(PinList pins, const QString& what);
    /// What differences are taken against, and Reset goes back to; `keep`: also when something else is
    /// opened.
    void setBase(const Scenario& base, bool keep, const QString& what);
    /// How it is looked at is no step of the history.
    void setSide(Side side);
    void setBoard(BoardFile board, const QString& what, int gesture = -1);
    void markSaved() { m_saved = m_scenario; }
    /// A table was loaded or a fit finished.
    void setCatalog(CatalogPtr catalog);

signals:
    void scenarioChanged(); ///< scenario, base or side
    void pinsChanged();
    void boardChanged();
    void problemsChanged(const moe::Problems& problems);
    void derivedChanged(const std::vector<moe::FieldValue>& derived);
    void catalogChanged();
    void reportChanged(const moe::ReportPtr& report, double milliseconds);
    void baseChanged(const moe::ReportPtr& baseReport);
    void busyChanged(bool busy);      ///< a newer report than the one shown is on its way
    void failed(const QString& text); ///< our own bug, caught: the window survives

private:
    struct Request {
        Scenario scenario;
        CatalogPtr catalog;
        Detail detail = Detail::Full;
        quint64 number = 0;
        std::shared_ptr<const Scenario> base; ///< to evaluate afterwards; null when its report is known
    };
    friend class ScenarioStep;
    /// A state as the history keeps it: a step holds what it changes.
    struct Kept {
        KeptScenario scenario, base;
        PinList pins;
        bool keepsBase = false;
        std::shared_ptr<const KeptBoard> board;
    };
    using KeptPtr = std::shared_ptr<const Kept>;
    KeptPtr kept(State state) const;
    void apply(const Kept& kept, bool live);
    State now() const;
    void openState(State state, const QString& what);
    void push(State after, const QString& what, int gesture = -1, bool live = false);
    void apply(const State& state, bool live);
    void evaluateNow(bool live);
    void request(Detail detail);
    void run(const Request& request); // on the worker thread
    void deliver(const ReportPtr& report, double milliseconds, quint64 number);
    void deliverBase(const ReportPtr& report, const CatalogPtr& catalog);
    void setBaseReport(const ReportPtr& report);

    CatalogPtr m_catalog;
    Scenario m_scenario, m_base, m_saved;
    PinList m_pins;
    std::shared_ptr<const BoardFile> m_board = std::make_shared<const BoardFile>();
    bool m_keepsBase = false;
    Side m_side = Side::Training;
    KeptPtr m_state; ///< the members above but m_saved, as the last step left them
    Problems m_problems;
    std::vector<FieldValue> m_derived;
    ReportPtr m_report, m_baseReport;
    QUndoStack m_undo;
    bool m_live = false;
    quint64 m_asked = 0, m_answered = 0;
    Worker<Request> m_worker; // last: its thread uses the rest
};

} // namespace moe::app
