#include "app/load_job.h"

#include <QMetaObject>

namespace moe::app {

LoadJob::LoadJob(QObject* parent)
    : QObject(parent), m_worker([this](const Request& request) { run(request); }) {}

LoadJob::~LoadJob() {
    m_stop.request_stop();
}

void LoadJob::start(const QStringList& paths, std::function<std::shared_ptr<const Catalog>()> onto) {
    m_pending += paths;
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
    m_worker.submit({std::exchange(m_pending, {}), m_onto(), m_stop});
}

void LoadJob::run(const Request& request) {
    const auto tell = [this](int done, int total, const QString& name) {
        QMetaObject::invokeMethod(
            this, [=, this] { emit progress(done, total, name); }, Qt::QueuedConnection);
    };
    LoadOutcome outcome{request.onto, {}, 0, {}};
    try {
        outcome = loadTables(request.paths, request.onto, request.stop.get_token(), tell);
    } catch (const std::exception& error) {
        outcome.problems.push_back({.rule = std::string("loading stopped: ") + error.what()});
    }
    const bool stopped = request.stop.stop_requested();
    QMetaObject::invokeMethod(
        this,
        [this, outcome, stopped] {
            m_running = false;
            if (stopped) {
                emit cancelled();
            } else {
                emit finished(outcome);
            }
            if (!m_pending.isEmpty()) startNext();
        },
        Qt::QueuedConnection);
}

} // namespace moe::app
