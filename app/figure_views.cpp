#include "app/figure_views.h"

#include "app/layout_job.h"
#include "app/placement_tab.h"
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

/// Sets `answer` with `set`, or gives its problems.
template <class Answer, class Set> TradeoffAnswer answered(const Result<Answer>& answer, Set set) {
    return [answer, set]() -> Problems {
        if (!answer) return answer.error();
        set(*answer);
        return {};
    };
}

/// What the window's view of the same kind holds, if there is one.
template <class View> bool takeShown(View& view, const ui::ReportView* shown) {
    const auto* same = qobject_cast<const View*>(shown);
    if (same) view.takeAnswer(*same);
    return same != nullptr;
}

Problems setQuestion(ui::ReportView& view, const FigureInputs& inputs, TradeoffWork& work) {
    const Scenario& scenario = inputs.report->scenario;
    const TradeoffQuestion& asked = inputs.tradeoffs;
    const auto& report = inputs.report; // held as long as the work runs
    const auto& catalog = inputs.catalog;
    if (auto* layouts = qobject_cast<ui::LayoutsView*>(&view); layouts && scenario.train) {
        if (!layouts->setKeys(asked.x, asked.y))
            return {{.source = "--x, --y",
                     .rule = "must be metrics of a layout: " + estimateMetricNames(),
                     .value = (asked.x + QLatin1Char(' ') + asked.y).trimmed().toStdString()}};
        if (takeShown(*layouts, inputs.shown)) return {};
        work = [=, x = layouts->xKey(), y = layouts->yKey()](const std::stop_token& stop) {
            return answered(layoutChoices(report->scenario, *catalog, x, y, stop),
                            [layouts](const ChoicesPtr& choices) { layouts->setChoices(choices); });
        };
    }
    if (auto* sensitivity = qobject_cast<ui::SensitivityView*>(&view)) {
        if (!asked.metric.isEmpty()) sensitivity->setMetricKey(asked.metric);
        if (takeShown(*sensitivity, inputs.shown)) return {};
        work = [=, metric = orElse(asked.metric, sensitivity->metricKey())](const std::stop_token& stop) {
            return answered(
                sensitivityAnswer(report->scenario, *catalog, metric, stop),
                [sensitivity](const ui::SensitivitiesPtr& answer) { sensitivity->setAnswer(answer); });
        };
    }
    if (auto* map = qobject_cast<ui::FieldMapView*>(&view)) {
        map->setKeys(keyOf(asked.x), keyOf(asked.y), asked.metric);
        if (takeShown(*map, inputs.shown)) return {};
        work = [=, x = orElse(asked.x, map->xKey()), y = orElse(asked.y, map->yKey()),
                metric = orElse(asked.metric, map->metricKey())](const std::stop_token& stop) {
            return answered(fieldMapAnswer(report->scenario, *catalog, x, y, metric, kFullMap, stop),
                            [map](const ui::FieldMapPtr& answer) { map->setMap(answer); });
        };
    }
    if (auto* study = qobject_cast<ui::StudyView*>(&view); study && scenario.moe && scenario.train) {
        if (!asked.study.isEmpty()) study->setStudyKey(asked.study);
        if (takeShown(*study, inputs.shown)) return {};
        work = [=, key = orElse(asked.study, study->studyKey())](const std::stop_token& stop) {
            return answered(studyAnswer(report->scenario, *catalog, key, stop),
                            [study](const ui::StudyPtr& answer) { study->setStudy(answer); });
        };
    }
    if (auto* measured = qobject_cast<ui::MeasuredView*>(&view)) {
        if (takeShown(*measured, inputs.shown)) return {};
        work = [=](const std::stop_token&) {
            return answered(measuredRuns(*catalog),
                            [measured](const items::RunsPtr& runs) { measured->setRuns(runs); });
        };
    }
    if (auto* placement = qobject_cast<ui::PlacementView*>(&view)) {
        const auto* same = qobject_cast<const ui::PlacementView*>(inputs.shown);
        if (same && same->question() == placement->question()) {
            placement->takeAnswer(*same);
            return {};
        }
        const ui::PlacementWanted wanted{report, catalog, placement->question()};
        work = [placement, wanted](const std::stop_token& stop) -> TradeoffAnswer {
            return [placement, wanted, study = placementAnswer(wanted, stop)]() -> Problems {
                placement->setStudy(wanted, study);
                return {};
            };
        };
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

Result<std::shared_ptr<UnansweredView>> unansweredView(const ui::ViewRow& row, const FigureInputs& inputs) {
    auto made = std::make_shared<UnansweredView>();
    std::unique_ptr<ui::ReportView>& view = made->view;
    view.reset(row.make(nullptr));
    view->setCatalog(inputs.catalog);
    view->setBase(inputs.base);
    view->setReport(inputs.report);
    view->setPins(pinMarks(inputs.columns));
    if (auto* compare = qobject_cast<ui::CompareView*>(view.get())) compare->setColumns(inputs.columns);
    if (auto* placement = qobject_cast<ui::PlacementView*>(view.get()))
        placement->setQuestion(inputs.placement);
    Problems problems;
    for (const QString& choice : inputs.choices) {
        if (!ui::applyViewChoice(*view, choice))
            problems.push_back({.source = "--choose",
                                .rule = "is not offered by this view; its choices: " +
                                        ui::viewChoices(*view).join(QStringLiteral(", ")).toStdString(),
                                .value = choice.toStdString()});
    }
    if (inputs.like) ui::copyChoices(*inputs.like, *view);
    if (problems.empty()) problems = setQuestion(*view, inputs, made->work);
    if (!problems.empty()) return problems;
    return made;
}

Result<std::unique_ptr<ui::ReportView>> figureView(const ui::ViewRow& row, const FigureInputs& inputs) {
    const Result<std::shared_ptr<UnansweredView>> made = unansweredView(row, inputs);
    if (!made) return made.error();
    if ((*made)->work) {
        Problems problems = (*made)->work({})();
        if (!problems.empty()) return problems;
    }
    return std::move((*made)->view);
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
