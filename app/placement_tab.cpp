#include "app/placement_tab.h"

#include "models/engine/enum_text.h"
#include "ui/window/view_tabs.h"

#include <exception>

namespace moe::app {

ui::PlacementStudyPtr placementAnswer(const ui::PlacementWanted& of, const std::stop_token& stop) {
    std::optional<PlacementStudy> study = placementStudy(of.report->scenario, *of.catalog, of.question,
                                                         [&stop] { return stop.stop_requested(); });
    return study ? std::make_shared<const PlacementStudy>(*std::move(study)) : nullptr;
}

PlacementTab::PlacementTab(ui::MainWindow& window) {
    connect(&m_job, &PassesJob::progress, &window, &ui::MainWindow::setProgress);
    connect(&window, &ui::MainWindow::cancelRequested, &m_job, &PassesJob::cancel);
    window.views().withEachView(this, [this, &window](ui::ReportView& made) {
        if (auto* view = qobject_cast<ui::PlacementView*>(&made)) connectView(view, window);
    });
}

void PlacementTab::connectView(ui::PlacementView* view, ui::MainWindow& window) {
    connect(view, &ui::PlacementView::wanted, this, [this, view, &window](const ui::PlacementWanted& what) {
        const auto pass = [view, what, &window](const std::stop_token& stop,
                                                const Progress&) -> std::function<void()> {
            try {
                return [view, what, study = placementAnswer(what, stop)] { view->setStudy(what, study); };
            } catch (const std::exception& error) {
                return [view, what, &window, why = std::string(error.what())] {
                    view->setStudy(what, nullptr); // the report alone
                    window.showMessages(tr("This picture could not be computed; please report it."),
                                        {{.rule = why}});
                };
            }
        };
        m_job.start({pass}, tr("Placing the experts"));
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
