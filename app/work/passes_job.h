// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Computes off the GUI thread in passes, rough to fine. Newer work takes the place of what waits; the first
// pass of what runs is finished all the same, so that a moving slider has pictures, the later ones are
// dropped. Work that takes many seconds is stopped by newer work, and then gives nothing.

#include "app/work/search_run.h"
#include "app/work/worker.h"

#include <QObject>
#include <QString>
#include <QTimer>

namespace moe::app {

class PassesJob : public QObject {
    Q_OBJECT
public:
    /// Runs on the worker thread; what it returns runs on this one.
    using Pass = std::function<std::function<void()>(const std::stop_token& stop, const Progress& progress)>;

    explicit PassesJob(QObject* parent = nullptr);
    ~PassesJob() override;

    /// What newer work does to the first pass of what runs.
    enum class Newer { Follows, Stops };
    /// `name` stands beside the progress, which shows only when the passes are slow.
    void start(std::vector<Pass> passes, const QString& name, Newer newer = Newer::Follows);
    /// Stops all passes; what they return is still run.
    void cancel();

signals:
    void progress(int done, int total, const QString& name); ///< total 0: ended
    void failed(const QString& why);                         ///< our own bug, caught
    void idle();                                             ///< what was started last is through

private:
    struct Request {
        std::vector<Pass> passes;
        int number = 0;
        Newer newer = Newer::Follows;
        std::stop_source first, later;
    };
    void run(const Request& request); // on the worker thread
    void tell(int percent);
    void end(int number);

    std::stop_source m_first, m_later;
    QString m_name;           ///< of what was started last
    int m_newest = 0;         ///< its number
    QTimer m_quiet;           ///< what is done before shows no progress
    bool m_told = false;      ///< the window shows progress
    Worker<Request> m_worker; // last: its thread uses the rest
};

} // namespace moe::app
