#include "app/figure_views.h"

#include "app/layout_job.h"
#include "models/items/words.h"
#include "ui/compare/measured_view.h"
#include "ui/export/view_choices.h"
#include "ui/placement/placement_view.h"
#include "ui/plots/layouts_view.h"

namespace moe::app {

Result<std::unique_ptr<ui::ReportView>> figureView(const ui::ViewRow& row, const FigureInputs& inputs) {
    std::unique_ptr<ui::ReportView> view(row.make(nullptr));
    view->setCatalog(inputs.catalog);
    view->setBase(inputs.base);
    view->setReport(inputs.report);
    if (auto* compare = qobject_cast<ui::CompareView*>(view.get())) compare->setColumns(inputs.columns);
    if (auto* placement = qobject_cast<ui::PlacementView*>(view.get()))
        placement->setQuestion(inputs.placement);
    if (auto* layouts = qobject_cast<ui::LayoutsView*>(view.get());
        layouts && inputs.report->scenario.train) {
        const Result<ChoicesPtr> choices =
            layoutChoices(inputs.report->scenario, *inputs.catalog, layouts->xKey(), layouts->yKey());
        if (!choices) return choices.error();
        layouts->setChoices(*choices);
    }
    if (auto* measured = qobject_cast<ui::MeasuredView*>(view.get())) {
        const Result<items::RunsPtr> runs = measuredRuns(*inputs.catalog);
        if (!runs) return runs.error();
        measured->setRuns(*runs);
    }
    Problems problems;
    for (const QString& choice : inputs.choices) {
        if (!ui::applyViewChoice(*view, choice))
            problems.push_back({.source = "--choose",
                                .rule = "is not offered by this view; its choices: " +
                                        ui::viewChoices(*view).join(QStringLiteral(", ")).toStdString(),
                                .value = choice.toStdString()});
    }
    if (!problems.empty()) return problems;
    return view;
}

QString figureTitle(const ui::ViewRow& row, const Report& report) {
    const QString title = items::tableText(row.title);
    if (report.scenario.name.empty()) return title;
    return title + QStringLiteral(" – ") + QString::fromStdString(report.scenario.name);
}

const ui::ViewRow* findView(const QString& key) {
    for (const ui::ViewRow& row : ui::viewList())
        if (key == QLatin1String(row.key)) return &row;
    return nullptr;
}

} // namespace moe::app
