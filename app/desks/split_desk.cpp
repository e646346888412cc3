// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desks/split_desk.h"

#include "app/files/file_chooser.h"
#include "models/engine/evaluate.h"
#include "ui/split/split_view.h"
#include "ui/window/room_pages.h"

#include <QFileInfo>
#include <QMetaObject>

namespace moe::app {

SplitDesk::SplitDesk(ui::MainWindow& window, Session& session)
    : QObject(&window),
      m_window(window),
      m_session(session),
      m_worker([this](const Wanted& wanted) {
          auto other = splitOtherOf(wanted.paths, wanted.scenario, *wanted.catalog);
          QMetaObject::invokeMethod(
              this, [this, wanted, other = std::move(other)] { show(wanted, other); }, Qt::QueuedConnection);
      }),
      m_wholes([this](const std::pair<Scenario, CatalogPtr>& of) {
          auto whole = std::make_shared<const Report>(evaluate(of.first, *of.second, Detail::Full));
          QMetaObject::invokeMethod(
              this,
              [this, whole, catalog = of.second] {
                  if (catalog == m_session.catalog()) m_window.views().setWhole(whole);
              },
              Qt::QueuedConnection);
      }) {
    window.on(ui::Request::SplitFile, this, &SplitDesk::choose);
    connect(&window.views(), &ui::RoomPages::splitChanged, this, &SplitDesk::complete);
    connect(&window.views(), &ui::RoomPages::shownViewChanged, this, &SplitDesk::complete);
}

/// A pin is evaluated for its numbers alone; a picture of it shows more.
void SplitDesk::complete() {
    const ui::SplitView* split = m_window.views().currentSplit();
    const ReportPtr report = split ? split->other().report : nullptr;
    if (!report || report->architecture) return;
    m_wholes.submit({report->scenario, m_session.catalog()});
}

void SplitDesk::choose() {
    chooseFiles(&m_window, tr("Beside a file"), tr("All files (*)"),
                [this](const QStringList& paths) { open(paths); });
}

void SplitDesk::open(const QStringList& paths) {
    if (paths.isEmpty()) return;
    m_worker.submit({paths, m_window.views().currentKey(), m_session.shown(), m_session.catalog()});
}

void SplitDesk::show(const Wanted& wanted, const Result<ui::SplitOther>& other) {
    if (m_window.views().currentKey() != wanted.picture) return; // left meanwhile
    const QString file = QFileInfo(wanted.paths.front()).fileName();
    if (!other)
        return m_window.showMessages(tr("Nothing of %1 stands beside the picture.").arg(file), other.error());
    if (!m_window.views().splitWith(*other))
        m_window.showMessages(tr("This picture shows nothing of %1.").arg(file), {});
}

} // namespace moe::app
