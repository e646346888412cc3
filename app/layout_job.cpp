#include "app/layout_job.h"

#include "app/search_run.h"

#include <QMetaObject>

#include <exception>

namespace moe::app {

Result<ChoicesPtr> layoutChoices(const Scenario& scenario, const Catalog& catalog, const QString& xKey,
                                 const QString& yKey, const std::stop_token& stop,
                                 const std::function<void(double, double)>& progress) {
    const auto objective = [](const QString& key) {
        const EstimateMetric* metric = findEstimateMetric(key.toStdString());
        return Objective{metric, metric->better == Better::Higher, 1};
    };
    SearchGoal goal = searchGoal({objective(xKey)}, {});
    goal.y = objective(yKey);
    const auto gpus = static_cast<Count>(setupOf(scenario, catalog).gpus);
    Result<SearchRequest> request = searchRequest(scenario, catalog, goal, gpus, gpus, 1);
    if (!request) return request.error();
    auto choices = std::make_shared<LayoutChoices>(LayoutChoices{*request, {}, {}, 0});
    SearchOutcome outcome = runSearch(choices->request, catalog, 0, stop, progress, true);
    if (outcome.families.empty() && !outcome.cancelled) {
        choices->request.goal.mustFit = false;
        outcome = runSearch(choices->request, catalog, 0, stop, progress, true);
    }
    if (outcome.cancelled) return Problem{.rule = "the search was cancelled"};
    choices->families = std::move(outcome.families);
    choices->line = outcome.found.line().points();
    choices->layouts = outcome.layouts;
    return ChoicesPtr(std::move(choices));
}

LayoutJob::LayoutJob(QObject* parent)
    : QObject(parent), m_worker([this](const Request& request) { run(request); }) {}

LayoutJob::~LayoutJob() {
    cancel(); // the window does not wait for it
}

void LayoutJob::start(const Scenario& scenario, const std::shared_ptr<const Catalog>& catalog,
                      const QString& xKey, const QString& yKey) {
    m_stop.request_stop(); // nobody waits for it, and a search of a large cluster holds both cores for long
    m_stop = std::stop_source();
    m_worker.submit({scenario, catalog, xKey, yKey, m_stop, ++m_newest});
}

void LayoutJob::cancel() {
    m_stop.request_stop();
}

void LayoutJob::run(const Request& request) {
    const auto tell = [this](double done, double total) {
        const int percent = static_cast<int>(100 * done / total);
        QMetaObject::invokeMethod(
            this, [this, percent] { emit progress(percent, 100, tr("Searching layouts")); },
            Qt::QueuedConnection);
    };
    Result<ChoicesPtr> choices = Problem{.rule = "the search was cancelled"};
    try {
        if (!request.stop.stop_requested())
            choices = layoutChoices(request.scenario, *request.catalog, request.xKey, request.yKey,
                                    request.stop.get_token(), tell);
    } catch (const std::exception& error) {
        choices = Problem{.rule = std::string("the search stopped: ") + error.what()};
    }
    QMetaObject::invokeMethod(
        this,
        [this, choices, cancelled = request.stop.stop_requested(), number = request.number] {
            if (number != m_newest) return; // the newer one answers
            emit progress(0, 0, {});
            if (choices)
                emit finished(*choices);
            else
                emit failed(cancelled ? tr("The search was cancelled. Show this page again to search.")
                                      : QString::fromStdString(toString(choices.error())).trimmed());
            emit idle();
        },
        Qt::QueuedConnection);
}

} // namespace moe::app
