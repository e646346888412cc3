// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work/passes_job.h"

#include <QElapsedTimer>
#include <QMetaObject>

#include <exception>

namespace moe::app {

constexpr qint64 kQuietMs = 300; ///< faster passes show no progress

PassesJob::PassesJob(QObject* parent)
    : QObject(parent), m_worker([this](const Request& request) { run(request); }) {
    m_quiet.setSingleShot(true);
    m_quiet.setInterval(kQuietMs);
    connect(&m_quiet, &QTimer::timeout, this, [this] { tell(0); });
}

PassesJob::~PassesJob() {
    cancel(); // the window waits no longer than the passes take to notice
}

void PassesJob::start(std::vector<Pass> passes, const QString& name, Newer newer) {
    m_later.request_stop();
    if (newer == Newer::Stops) m_first.request_stop();
    m_first = std::stop_source();
    m_later = std::stop_source();
    m_name = name;
    m_quiet.start();
    m_worker.submit({std::move(passes), ++m_newest, newer, m_first, m_later});
}

void PassesJob::cancel() {
    m_first.request_stop();
    m_later.request_stop();
}

void PassesJob::tell(int percent) {
    m_told = true;
    emit progress(percent, 100, m_name);
}

void PassesJob::end(int number) {
    if (number != m_newest) return;
    m_quiet.stop();
    if (std::exchange(m_told, false)) emit progress(0, 0, {});
    emit idle();
}

void PassesJob::run(const Request& request) {
    QElapsedTimer clock;
    clock.start();
    const auto progressed = [&](double done, double total) {
        if (clock.elapsed() < kQuietMs) return;
        const int percent = static_cast<int>(100 * done / total);
        QMetaObject::invokeMethod(
            this, [this, percent] { tell(percent); }, Qt::QueuedConnection);
    };
    try {
        for (std::size_t i = 0; i < request.passes.size(); ++i) {
            const std::stop_token stop = (i == 0 ? request.first : request.later).get_token();
            if (i > 0 && stop.stop_requested()) break;
            auto answer = request.passes[i](stop, progressed);
            QMetaObject::invokeMethod(
                this,
                [this, answer = std::move(answer), newer = request.newer, number = request.number] {
                    if (newer == Newer::Follows || number == m_newest) answer();
                },
                Qt::QueuedConnection);
        }
    } catch (const std::exception& error) {
        const QString why = QString::fromUtf8(error.what());
        QMetaObject::invokeMethod(
            this, [this, why] { emit failed(why); }, Qt::QueuedConnection);
    }
    QMetaObject::invokeMethod(
        this, [this, number = request.number] { end(number); }, Qt::QueuedConnection);
}

} // namespace moe::app
