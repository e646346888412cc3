#include "app/tradeoffs_tab.h"

#include "app/tradeoffs.h"
#include "models/items/words.h"
#include "ui/window/view_tabs.h"

namespace moe::app {
bool TradeoffsTab::Page::isNew(const Scenario& scenario, const QStringList& keys, const CatalogPtr& catalog) {
    Asked now{scenario, keys, catalog};
    if (asked == now) return false;
    asked = std::move(now);
    return true;
}

static QString failure() {
    return TradeoffsTab::tr("This picture could not be computed; please report it.");
}

TradeoffsTab::TradeoffsTab(ui::MainWindow& window, Session& session, QObject* parent) : QObject(parent) {
    window.views().withEachView(this, [this, &session](ui::ReportView& made) {
        if (auto* bars = qobject_cast<ui::SensitivityView*>(&made)) connectSensitivity(bars, session);
        if (auto* map = qobject_cast<ui::FieldMapView*>(&made)) connectMap(map, session);
        if (auto* study = qobject_cast<ui::StudyView*>(&made)) connectStudies(study, session);
    });
    for (Page* page : {&m_sensitivity, &m_map, &m_studies}) {
        connect(&page->job, &PassesJob::progress, &window, &ui::MainWindow::setProgress);
        connect(&window, &ui::MainWindow::cancelRequested, &page->job, [page] {
            page->asked.reset(); // showing the page again tries again
            page->job.cancel();
        });
        connect(&page->job, &PassesJob::failed, &window, [page, &window](const QString& why) {
            page->asked.reset();
            window.showMessages(failure(), {{.rule = why.toStdString()}});
        });
    }
}

void TradeoffsTab::connectSensitivity(ui::SensitivityView* view, Session& session) {
    connect(&m_sensitivity.job, &PassesJob::idle, view, [view] { view->setBehind(false); });
    connect(&m_sensitivity.job, &PassesJob::failed, view, [view] { view->setAnswer(nullptr, failure()); });
    connect(view, &ui::SensitivityView::wanted, this,
            [this, view, &session](const ui::ReportPtr& report, const QString& metric) {
                if (!m_sensitivity.isNew(report->scenario, {metric}, session.catalog())) return;
                view->setBehind(true);
                const auto pass = [view, report, metric, catalog = session.catalog()](
                                      const std::stop_token& stop, const Progress& progress) {
                    const Result<ui::SensitivitiesPtr> answer =
                        sensitivityAnswer(report->scenario, *catalog, metric, stop, progress);
                    return [view, answer] {
                        view->setAnswer(answer ? *answer : nullptr,
                                        answer ? QString() : items::problemText(answer.error()));
                    };
                };
                m_sensitivity.job.start({pass}, tr("Trying every field"));
            });
}

void TradeoffsTab::connectMap(ui::FieldMapView* view, Session& session) {
    connect(&m_map.job, &PassesJob::idle, view, [view] { view->setBehind(false); });
    connect(&m_map.job, &PassesJob::failed, view, [view] { view->setMap(nullptr, failure()); });
    connect(view, &ui::FieldMapView::wanted, this,
            [this, view, &session](const ui::ReportPtr& report, const QString& x, const QString& y,
                                   const QString& metric) {
                if (!m_map.isNew(report->scenario, {x, y, metric}, session.catalog())) return;
                view->setBehind(true);
                const auto passOf = [&](std::size_t count) -> PassesJob::Pass {
                    return [view, report, x, y, metric, count, catalog = session.catalog()](
                               const std::stop_token& stop, const Progress& progress) {
                        const Result<ui::FieldMapPtr> map =
                            fieldMapAnswer(report->scenario, *catalog, x, y, metric, count, stop, progress);
                        const bool dropped = count == kFullMap && stop.stop_requested();
                        return [view, map, dropped] {
                            if (!dropped)
                                view->setMap(map ? *map : nullptr,
                                             map ? QString() : items::problemText(map.error()));
                        };
                    };
                };
                m_map.job.start({passOf(kCoarseMap), passOf(kFullMap)}, tr("Computing the map"));
            });
}

void TradeoffsTab::connectStudies(ui::StudyView* view, Session& session) {
    connect(&m_studies.job, &PassesJob::idle, view, [view] { view->setBehind(false); });
    connect(&m_studies.job, &PassesJob::failed, view, [view] { view->setStudy(nullptr, failure()); });
    connect(view, &ui::StudyView::wanted, this,
            [this, view, &session](const ui::ReportPtr& report, const QString& study) {
                if (!report->scenario.moe || !report->scenario.train) return view->setBehind(false);
                if (!m_studies.isNew(report->scenario, {study}, session.catalog())) return;
                view->setBehind(true);
                const auto pass = [view, report, study, catalog = session.catalog()](
                                      const std::stop_token& stop, const Progress& progress) {
                    const Result<ui::StudyPtr> answer =
                        studyAnswer(report->scenario, *catalog, study, stop, progress);
                    return [view, answer] {
                        view->setStudy(answer ? *answer : nullptr,
                                       answer ? QString() : items::problemText(answer.error()));
                    };
                };
                m_studies.job.start({pass}, tr("Computing the study"));
            });
}

} // namespace moe::app
