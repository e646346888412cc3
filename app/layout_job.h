#pragma once
// Searches the layouts of a scenario off the GUI thread, on all cores. One search at a time: a newer one
// stops the one that runs, which then answers nothing. (It starts when the scenario rests, so no moving
// slider starves for it.)

#include "app/worker.h"
#include "models/engine/catalog.h"
#include "models/engine/search.h"

#include <QObject>
#include <QString>

#include <memory>

namespace moe::app {

using ChoicesPtr = std::shared_ptr<const LayoutChoices>;

/// The layouts of the scenario's GPUs with the Pareto line of two metrics; those that do not fit only when
/// none does.
Result<ChoicesPtr> layoutChoices(const Scenario& scenario, const Catalog& catalog, const QString& xKey,
                                 const QString& yKey, const std::stop_token& stop = {},
                                 const std::function<void(double done, double total)>& progress = {});

class LayoutJob : public QObject {
    Q_OBJECT
public:
    explicit LayoutJob(QObject* parent = nullptr);
    ~LayoutJob() override;

    void start(const Scenario& scenario, const std::shared_ptr<const Catalog>& catalog, const QString& xKey,
               const QString& yKey);
    void cancel();

signals:
    void progress(int done, int total, const QString& name); ///< total 0: ended
    void finished(const moe::app::ChoicesPtr& choices); ///< of the search that was started last, as failed()
    void failed(const QString& why);
    void idle(); ///< the search that was started last is through

private:
    struct Request {
        Scenario scenario;
        std::shared_ptr<const Catalog> catalog;
        QString xKey, yKey;
        std::stop_source stop;
        int number = 0;
    };
    void run(const Request& request); // on the worker thread

    std::stop_source m_stop;
    int m_newest = 0;         ///< number of the search that was started last
    Worker<Request> m_worker; // last: its thread uses the rest
};

} // namespace moe::app
