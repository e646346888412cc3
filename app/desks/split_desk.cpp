// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desks/split_desk.h"

#include "app/files/file_chooser.h"
#include "ui/window/room_pages.h"

#include <QFileInfo>
#include <QMetaObject>

namespace moe::app {

SplitDesk::SplitDesk(ui::MainWindow& window, Session& session)
    : QObject(&window), m_window(window), m_session(session), m_worker([this](const Wanted& wanted) {
          auto other = splitOtherOf(wanted.paths, wanted.scenario, *wanted.catalog);
          QMetaObject::invokeMethod(
              this, [this, wanted, other = std::move(other)] { show(wanted, other); }, Qt::QueuedConnection);
      }) {
    window.on(ui::Request::SplitFile, this, &SplitDesk::choose);
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
