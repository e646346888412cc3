// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desks/mine_desk.h"

#include "app/files/file_chooser.h"
#include "app/files/own_files.h"
#include "app/files/save_file.h"
#include "models/engine/fit/own_marks.h"
#include "models/engine/scenario/sides.h"
#include "ui/compare/mine_view.h"
#include "ui/window/room_pages.h"

#include <QFileInfo>

#include <utility>

namespace moe::app {
namespace {

ui::MineView* viewOf(ui::MainWindow& window) {
    return qobject_cast<ui::MineView*>(window.views().view(QStringLiteral("mine")));
}

/// Whether what was measured of `then` is of `now`, too: the load and limits of a server are what its runs
/// are looked up by.
bool ranAs(const Scenario& then, const Scenario& now) {
    const auto machine = [side = shownSide(then)](const Scenario& scenario) {
        Scenario of = lookedAt(scenario, side);
        of.name.clear();
        if (of.serve) {
            of.serve->concurrency.reset();
            of.serve->sloTtft.reset();
            of.serve->sloTpot.reset();
        }
        return of;
    };
    return machine(then) == machine(now);
}

} // namespace

MineDesk::MineDesk(ui::MainWindow& window, Session& session)
    : QObject(&window), m_window(window), m_session(session) {
    window.views().withEachView(this, [this](ui::ReportView& made) {
        auto* view = qobject_cast<ui::MineView*>(&made);
        if (!view) return;
        m_view = view;
        connect(view, &ui::MineView::openRequested, this, [this] {
            chooseFiles(&m_window, tr("Open measurements"), tr("All files (*)"),
                        [this](const QStringList& paths) { add(paths); });
        });
        connect(view, &ui::MineView::fitRequested, this, &MineDesk::take);
        connect(view, &ui::MineView::saveRequested, this, &MineDesk::save);
        connect(view, &ui::ReportView::caughtUp, this, &MineDesk::show);
        connect(view, &ui::ReportView::asked, this, &MineDesk::show);
    });
    connect(&m_session, &Session::scenarioChanged, this, &MineDesk::show);
}

/// What is on the page stands in the pictures and on the cards, too.
void MineDesk::show() {
    const auto shown = m_view ? m_view->shown() : nullptr;
    ui::OwnShown own;
    if (shown && ranAs(shown->of->scenario, m_session.scenario())) {
        own.take(shown->runs, m_session.scenario(), *m_session.catalog());
        if (shown->fit) {
            own.parts = shown->fit->parts;
            own.marks = ownMarks(own.parts, m_session.scenario());
            const auto& server = shown->of->serve;
            own.served = ownServed(shown->fit->parts, server ? server->gpus + server->prefillGpus : 1);
        }
    }
    if (!std::exchange(m_some, !own.empty()) && !m_some) return;
    m_window.setOwn(own);
}

void MineDesk::add(const QStringList& paths) {
    m_window.showTab(QStringLiteral("mine"));
    if (ui::MineView* view = viewOf(m_window)) view->addFiles(paths);
}

void MineDesk::take() {
    const ui::MineView* view = viewOf(m_window);
    const auto shown = view ? view->shown() : nullptr;
    if (!shown || !shown->fit) return;
    const MachineFit& fit = *shown->fit;
    if (fit.gpu) {
        auto catalog = std::make_shared<Catalog>(*m_session.catalog());
        std::erase_if(catalog->gpus, [&](const GpuSpec& one) { return one.key == fit.gpu->key; });
        catalog->gpus.push_back(*fit.gpu);
        m_session.setCatalog(std::move(catalog));
    }
    // The report is of one side: what was fitted goes into the whole scenario.
    Scenario next = m_session.scenario();
    next.gpu.preset = fit.scenario.gpu.preset;
    next.loss = fit.scenario.loss;
    if (fit.scenario.serve) next.serve = fit.scenario.serve;
    if (fit.scenario.train && next.train) {
        next.train->memoryReserve = fit.scenario.train->memoryReserve;
        next.train->contextGib = fit.scenario.train->contextGib;
        next.train->memoryError = fit.scenario.train->memoryError;
    }
    m_session.edit(next, tr("Fit to my measurements"));
    if (!fit.gpu) return;
    m_window.showMessages(tr("The scenario's GPU is now %1. A file keeps it for other sessions.")
                              .arg(QString::fromStdString(fit.gpu->label)),
                          {});
    m_window.addChoice(tr("Save as mine.yaml…"), [this] { save(); });
}

void MineDesk::save() {
    chooseNewFile(&m_window, tr("Save the fit"), QStringLiteral("mine.yaml"), tr("Fit (*.yaml *.yml)"),
                  [this](const QString& path) { write(path); });
}

void MineDesk::write(const QString& path) {
    const ui::MineView* view = viewOf(m_window);
    const auto shown = view ? view->shown() : nullptr;
    if (!shown || !shown->fit) return;
    const MineFile mine =
        mineOf(*shown->fit, view->files(), QFileInfo(path).completeBaseName().toStdString(), true);
    const Problems problems = saveFile(path, QByteArray::fromStdString(mineText(mine)));
    if (!problems.empty()) return m_window.showMessages(tr("The fit was not written."), problems);
    emit saved(path);
}

} // namespace moe::app
