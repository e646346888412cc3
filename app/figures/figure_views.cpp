// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/figures/figure_views.h"

#include "app/work/answers.h"
#include "models/items/escape.h"
#include "models/items/words.h"
#include "ui/export/view_choices.h"

namespace moe::app {

namespace {

/// Gives the view what the window's view of the same kind shows, or sets what computes it.
void setAnswer(ui::ReportView& view, const FigureInputs& inputs, ComputeAnswer& work) {
    auto* asking = dynamic_cast<ui::AskingView*>(&view);
    if (!asking) return;
    const AnswerRow* row = findAnswerRow(asking->question().key);
    if (!row) return; // it has nothing to ask
    QStringList written;
    for (const PictureArgument& one : row->arguments)
        written << inputs.arguments.value(QLatin1String(one.name));
    asking->choose(written);
    const auto* shown = dynamic_cast<const ui::AskingView*>(inputs.shown);
    if (shown && shown->question().key == asking->question().key) return asking->setAnswer(shown->answer());
    ui::Question question = asking->question();
    // What was written may say more than the view can choose, or what there is not.
    for (qsizetype i = 0; i < written.size(); ++i)
        if (!written[i].isEmpty()) question.arguments[i] = written[i];
    work = [asking, row, question, progress = inputs.progress](const std::stop_token& stop) -> GiveAnswer {
        return [asking, answer = row->work(question, stop, progress)]() -> Problems {
            if (!answer) return answer.error();
            asking->setAnswer({asking->question(), *answer});
            return {};
        };
    };
}

/// What stands beside the scenario, as pictures mark it.
std::vector<ui::PinMark> pinMarks(const std::vector<ColumnPtr>& columns) {
    std::vector<ui::PinMark> marks;
    for (const ColumnPtr& column : columns)
        if (column && column->mark >= 0)
            marks.push_back({static_cast<std::size_t>(column->mark),
                             QString::fromStdString(column->name),
                             {},
                             {},
                             ReportPtr(column, &column->report),
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
    view->setColumns(inputs.columns);
    Problems problems;
    for (const QString& choice : inputs.choices) {
        if (!ui::applyViewChoice(*view, choice))
            problems.push_back(
                {.source = "--choose",
                 .rule = say("is not offered by this view; its choices: %1",
                             ui::offeredChoices(*view).join(QStringLiteral(", ")).toStdString()),
                 .value = choice.toStdString()});
    }
    if (inputs.like) ui::copyChoices(*inputs.like, *view);
    if (!problems.empty()) return problems;
    setAnswer(*view, inputs, made->work);
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
    return title + QStringLiteral(" – ") + items::shownName(report.scenario.name);
}

} // namespace moe::app
