// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Loads tables and refits off the GUI thread. One load at a time; paths asked for meanwhile follow it.

#include "app/files/catalog_loader.h"
#include "app/work/worker.h"

#include <QObject>

#include <vector>

namespace moe::app {

class LoadJob : public QObject {
    Q_OBJECT
public:
    explicit LoadJob(QObject* parent = nullptr);
    ~LoadJob() override;

    /// `onto` is asked for when the load starts, so that a second load builds on the first.
    /// `times`: of operator profiles; a load of other times follows after the one that runs.
    void start(const QStringList& paths, std::function<std::shared_ptr<const Catalog>()> onto,
               ProfileTimes times = ProfileTimes::InMilliseconds);
    void cancel();
    bool running() const { return m_running; }

signals:
    void progress(int done, int total, const QString& name);
    void finished(const moe::app::LoadOutcome& outcome); ///< not sent after cancel()
    void cancelled();

private:
    struct Request {
        QStringList paths;
        std::shared_ptr<const Catalog> onto;
        std::stop_source stop;
        ProfileTimes times = ProfileTimes::InMilliseconds;
    };
    void startNext();
    void run(const Request& request); // on the worker thread

    struct Pending {
        QStringList paths;
        ProfileTimes times = ProfileTimes::InMilliseconds;
    };
    std::vector<Pending> m_pending;
    std::function<std::shared_ptr<const Catalog>()> m_onto;
    std::stop_source m_stop;
    bool m_running = false;
    Worker<Request> m_worker; // last: its thread uses the rest
};

} // namespace moe::app
