// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work/load_job.h"

#include <QMetaObject>

namespace moe::app {

LoadJob::LoadJob(QObject* parent)
    : QObject(parent), m_worker([this](const Request& request) { run(request); }) {}

LoadJob::~LoadJob() {
    m_stop.request_stop();
}

void LoadJob::start(const QStringList& paths, std::function<std::shared_ptr<const Catalog>()> onto,
                    ProfileTimes times) {
    if (m_pending.empty() || m_pending.back().times != times) m_pending.push_back({{}, times});
    m_pending.back().paths += paths;
    m_onto = std::move(onto);
    if (!m_running) startNext();
}

void LoadJob::cancel() {
    m_pending.clear();
    m_stop.request_stop();
}

void LoadJob::startNext() {
    m_running = true;
    m_stop = std::stop_source();
    const Pending next = m_pending.front();
    m_pending.erase(m_pending.begin());
    m_worker.submit({next.paths, m_onto(), m_stop, next.times});
}

void LoadJob::run(const Request& request) {
    const auto tell = [this](int done, int total, const QString& name) {
        QMetaObject::invokeMethod(
            this, [=, this] { emit progress(done, total, name); }, Qt::QueuedConnection);
    };
    LoadOutcome outcome{request.onto, {}, 0, {}, {}};
    try {
        outcome = loadTables(request.paths, request.onto, request.stop.get_token(), tell, request.times);
    } catch (const std::exception& error) {
        outcome.problems.push_back({.rule = say("loading stopped: %1", error.what())});
    }
    QMetaObject::invokeMethod(
        this,
        [this, outcome, stop = request.stop.get_token()] {
            m_running = false;
            if (stop.stop_requested()) { // also what was done when it was cancelled, but not told yet
                emit cancelled();
            } else {
                emit finished(outcome);
            }
            if (!m_pending.empty()) startNext();
        },
        Qt::QueuedConnection);
}

} // namespace moe::app
