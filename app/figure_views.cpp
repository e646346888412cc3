#include "app/figure_views.h"

#include "app/layout_job.h"
#include "app/tradeoffs.h"
#include "models/items/words.h"
#include "ui/compare/measured_view.h"
#include "ui/export/view_choices.h"
#include "ui/placement/placement_view.h"
#include "ui/plots/layouts_view.h"

namespace moe::app {

namespace {

/// What the user wrote, else what the view chose; `text` may carry the values of an axis behind the key.
QString orElse(const QString& text, const QString& own) {
    return text.isEmpty() ? own : text;
}
QString keyOf(const QString& axis) {
    return axis.section(QLatin1Char('='), 0, 0);
}

Problems answerTradeoffs(ui::ReportView& view, const FigureInputs& inputs) {
    const Scenario& scenario = inputs.report->scenario;
    const TradeoffQuestion& asked = inputs.tradeoffs;
    if (auto* layouts = qobject_cast<ui::LayoutsView*>(&view); layouts && scenario.train) {
        if (!layouts->setKeys(asked.x, asked.y))
            return {{.source = "--x, --y",
                     .rule = "must be metrics of a layout: " + estimateMetricNames(),
                     .value = (asked.x + QLatin1Char(' ') + asked.y).trimmed().toStdString()}};
        const Result<ChoicesPtr> choices =
            layoutChoices(scenario, *inputs.catalog, layouts->xKey(), layouts->yKey());
        if (!choices) return choices.error();
        layouts->setChoices(*choices);
    }
    if (auto* sensitivity = qobject_cast<ui::SensitivityView*>(&view)) {
        if (!asked.metric.isEmpty()) sensitivity->setMetricKey(asked.metric);
        const Result<ui::SensitivitiesPtr> answer =
            sensitivityAnswer(scenario, *inputs.catalog, orElse(asked.metric, sensitivity->metricKey()));
        if (!answer) return answer.error();
        sensitivity->setAnswer(*answer);
    }
    if (auto* map = qobject_cast<ui::FieldMapView*>(&view)) {
        map->setKeys(keyOf(asked.x), keyOf(asked.y), asked.metric);
        const Result<ui::FieldMapPtr> answer =
            fieldMapAnswer(scenario, *inputs.catalog, orElse(asked.x, map->xKey()),
                           orElse(asked.y, map->yKey()), orElse(asked.metric, map->metricKey()));
        if (!answer) return answer.error();
        map->setMap(*answer);
    }
    if (auto* study = qobject_cast<ui::StudyView*>(&view); study && scenario.moe && scenario.train) {
        if (!asked.study.isEmpty()) study->setStudyKey(asked.study);
        const Result<ui::StudyPtr> answer =
            studyAnswer(scenario, *inputs.catalog, orElse(asked.study, study->studyKey()));
        if (!answer) return answer.error();
        study->setStudy(*answer);
    }
    return {};
}

/// What stands beside the scenario, as pictures mark it.
std::vector<ui::PinMark> pinMarks(const std::vector<ui::ColumnPtr>& columns) {
    std::vector<ui::PinMark> marks;
    for (const ui::ColumnPtr& column : columns)
        if (column && column->mark >= 0)
            marks.push_back({static_cast<std::size_t>(column->mark),
                             QString::fromStdString(column->name),
                             {},
                             {},
                             ui::ReportPtr(column, &column->report),
                             !column->measured.empty()});
    return marks;
}

} // namespace

Result<std::unique_ptr<ui::ReportView>> figureView(const ui::ViewRow& row, const FigureInputs& inputs) {
    std::unique_ptr<ui::ReportView> view(row.make(nullptr));
    view->setCatalog(inputs.catalog);
    view->setBase(inputs.base);
    view->setReport(inputs.report);
    view->setPins(pinMarks(inputs.columns));
    if (auto* compare = qobject_cast<ui::CompareView*>(view.get())) compare->setColumns(inputs.columns);
    if (auto* placement = qobject_cast<ui::PlacementView*>(view.get()))
        placement->setQuestion(inputs.placement);
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
    if (inputs.like) ui::copyChoices(*inputs.like, *view);
    if (problems.empty()) problems = answerTradeoffs(*view, inputs);
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
