#include "app/passes_job.h"

#include <QElapsedTimer>
#include <QMetaObject>

#include <atomic>
#include <exception>

namespace moe::app {

constexpr qint64 kQuietMs = 300; ///< faster passes show no progress

PassesJob::PassesJob(QObject* parent)
    : QObject(parent), m_worker([this](const Request& request) { run(request); }) {}

PassesJob::~PassesJob() {
    cancel(); // the window does not wait for it
}

void PassesJob::start(std::vector<Pass> passes, const QString& name) {
    m_later.request_stop();
    m_first = std::stop_source();
    m_later = std::stop_source();
    m_worker.submit({std::move(passes), name, m_first, m_later});
}

void PassesJob::cancel() {
    m_first.request_stop();
    m_later.request_stop();
}

void PassesJob::run(const Request& request) {
    std::atomic<bool> told = false;
    QElapsedTimer clock;
    clock.start();
    const auto tell = [&](double done, double total) {
        if (clock.elapsed() < kQuietMs) return;
        told = true;
        const int percent = static_cast<int>(100 * done / total);
        QMetaObject::invokeMethod(
            this, [this, percent, name = request.name] { emit progress(percent, 100, name); },
            Qt::QueuedConnection);
    };
    try {
        for (std::size_t i = 0; i < request.passes.size(); ++i) {
            const std::stop_token stop = (i == 0 ? request.first : request.later).get_token();
            if (i > 0 && stop.stop_requested()) break;
            QMetaObject::invokeMethod(this, request.passes[i](stop, tell), Qt::QueuedConnection);
        }
    } catch (const std::exception& error) {
        const QString why = QString::fromUtf8(error.what());
        QMetaObject::invokeMethod(
            this, [this, why] { emit failed(why); }, Qt::QueuedConnection);
    }
    if (told)
        QMetaObject::invokeMethod(
            this, [this] { emit progress(0, 0, {}); }, Qt::QueuedConnection);
}

} // namespace moe::app
