#pragma once
// Computes off the GUI thread in passes, rough to fine. Newer work takes the place of what waits; the first
// pass of what runs is finished all the same, so that a moving slider has pictures, the later ones are
// dropped.

#include "app/search_run.h"
#include "app/worker.h"

#include <QObject>
#include <QString>

namespace moe::app {

class PassesJob : public QObject {
    Q_OBJECT
public:
    /// Runs on the worker thread; what it returns runs on this one.
    using Pass = std::function<std::function<void()>(const std::stop_token& stop, const Progress& progress)>;

    explicit PassesJob(QObject* parent = nullptr);
    ~PassesJob() override;

    /// `name` stands beside the progress, which shows only when a pass is slow.
    void start(std::vector<Pass> passes, const QString& name);
    /// Stops all passes; what they return is still run.
    void cancel();

signals:
    void progress(int done, int total, const QString& name); ///< total 0: ended
    void failed(const QString& why);                         ///< our own bug, caught

private:
    struct Request {
        std::vector<Pass> passes;
        QString name;
        std::stop_source first, later;
    };
    void run(const Request& request); // on the worker thread

    std::stop_source m_first, m_later;
    Worker<Request> m_worker; // last: its thread uses the rest
};

} // namespace moe::app
