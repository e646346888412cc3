#include "app/placement_tab.h"

#include "models/engine/enum_text.h"
#include "ui/window/view_tabs.h"

namespace moe::app {

ui::PlacementStudyPtr placementAnswer(const Scenario& scenario, const Catalog& catalog,
                                      const PlacementQuestion& question) {
    std::optional<PlacementStudy> study = placementStudy(scenario, catalog, question);
    return study ? std::make_shared<const PlacementStudy>(*std::move(study)) : nullptr;
}

PlacementTab::PlacementTab(ui::MainWindow& window, Session& session) {
    connect(&m_job, &PassesJob::progress, &window, &ui::MainWindow::setProgress);
    window.views().withEachView(this, [this, &window, &session](ui::ReportView& made) {
        if (auto* view = qobject_cast<ui::PlacementView*>(&made)) connectView(view, window, session);
    });
}

void PlacementTab::connectView(ui::PlacementView* view, ui::MainWindow& window, Session& session) {
    const auto asked = std::make_shared<Asked>();
    connect(view, &ui::PlacementView::wanted, this,
            [this, view, asked, &session](const ui::ReportPtr& report, const PlacementQuestion& question) {
                *asked = {report, question};
                const auto pass = [view, now = *asked, catalog = session.catalog()](
                                      const std::stop_token&, const Progress&) -> std::function<void()> {
                    ui::PlacementStudyPtr study =
                        placementAnswer(now.report->scenario, *catalog, now.question);
                    return [view, now, study] { view->setStudy(now.report, now.question, study); };
                };
                m_job.start({pass}, tr("Placing the experts"));
            });
    connect(&m_job, &PassesJob::failed, view, [view, asked, &window](const QString& why) {
        view->setStudy(asked->report, asked->question, nullptr); // the report alone
        window.showMessages(tr("This picture could not be computed; please report it."),
                            {{.rule = why.toStdString()}});
    });
}

QStringList placementOptions(const PlacementQuestion& question) {
    QStringList options;
    if (question.other)
        options << QStringLiteral("--other")
                << QString::fromStdString(std::string(enumText(*question.other)));
    if (question.layer > 0) options << QStringLiteral("--layer") << QString::number(question.layer + 1);
    if (question.cluster) options << QStringLiteral("--cluster");
    return options;
}

} // namespace moe::app
