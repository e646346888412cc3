// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/figures/figure_views.h"

#include "app/work/answers.h"
#include "models/items/escape.h"
#include "models/items/words.h"
#include "ui/export/view_choices.h"

namespace moe::app {

namespace {

/// Gives the view what the window's view of the same kind shows, or tells what computes it.
ComputeAnswer setAnswer(ui::ReportView& view, const FigureInputs& inputs) {
    auto* asking = dynamic_cast<ui::AskingView*>(&view);
    if (!asking) return {};
    const AnswerRow* row = findAnswerRow(asking->question().key);
    if (!row) return {}; // it has nothing to ask
    QStringList written;
    for (const PictureArgument& one : row->arguments)
        written << inputs.arguments.value(QLatin1String(one.name));
    asking->choose(written);
    const auto* shown = dynamic_cast<const ui::AskingView*>(inputs.shown);
    if (shown && shown->question().key == asking->question().key) {
        asking->setAnswer(shown->answer());
        return {};
    }
    ui::Question question = asking->question();
    // What was written may say more than the view can choose, or what there is not.
    for (qsizetype i = 0; i < written.size(); ++i)
        if (!written[i].isEmpty()) question.arguments[i] = written[i];
    return [asking, row, question, progress = inputs.progress](const std::stop_token& stop) -> GiveAnswer {
        return [asking, answer = row->work(question, stop, progress)]() -> Problems {
            if (!answer) return answer.error();
            asking->setAnswer({asking->question(), *answer});
            return {};
        };
    };
}

/// One after the other.
ComputeAnswer both(const ComputeAnswer& one, const ComputeAnswer& two) {
    if (!one || !two) return one ? one : two;
    return [one, two](const std::stop_token& stop) -> GiveAnswer {
        return [first = one(stop), second = two(stop)]() -> Problems {
            Problems problems = first();
            append(problems, second());
            return problems;
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

/// Keys of the pictures that show one's own runs, or a profiler's step.
static QString measuredViews(bool traced) {
    QStringList keys;
    for (const ui::ViewRow& row : ui::viewList()) {
        const std::unique_ptr<ui::ReportView> view(row.split ? row.make(nullptr) : nullptr);
        const bool shows = traced ? dynamic_cast<ui::TracedShown*>(view.get()) != nullptr
                                  : dynamic_cast<ui::OwnMarked*>(view.get()) != nullptr;
        if (shows && !keys.contains(QLatin1String(row.key))) keys << QLatin1String(row.key);
    }
    return keys.join(QStringLiteral(", "));
}

/// A view of the row with all that is there already; its choices may be wrong.
static Problems fill(ui::ReportView& view, const FigureInputs& inputs) {
    view.setCatalog(inputs.catalog);
    view.setBase(inputs.base);
    view.setReport(inputs.report);
    view.setPins(pinMarks(inputs.columns));
    view.setColumns(inputs.columns);
    if (auto* marked = dynamic_cast<ui::OwnMarked*>(&view); marked && !inputs.own.empty())
        marked->setOwn(inputs.own);
    Problems problems;
    for (const QString& choice : inputs.choices) {
        if (!ui::applyViewChoice(view, choice))
            problems.push_back(
                {.source = "--choose",
                 .rule = say("is not offered by this view; its choices: %1",
                             ui::offeredChoices(view).join(QStringLiteral(", ")).toStdString()),
                 .value = choice.toStdString()});
    }
    if (inputs.like) ui::copyChoices(*inputs.like, view);
    return problems;
}

Result<std::shared_ptr<UnansweredView>> unansweredView(const ui::ViewRow& row, const FigureInputs& inputs) {
    auto made = std::make_shared<UnansweredView>();
    std::unique_ptr<ui::ReportView> view(row.make(nullptr));
    Problems problems = fill(*view, inputs);
    if (inputs.against.report && !row.split)
        problems.push_back(
            {.source = "--against", .rule = say("is nothing that this picture stands beside")});
    else if ((inputs.against.traced && !dynamic_cast<ui::TracedShown*>(view.get())) ||
             (!inputs.against.own.empty() && !dynamic_cast<ui::OwnMarked*>(view.get())))
        problems.push_back({.source = "--against",
                            .rule = say("is a measurement that this picture does not show; those that do: %1",
                                        measuredViews(inputs.against.traced != nullptr).toStdString())});
    if (!problems.empty()) return problems;
    made->work = setAnswer(*view, inputs);
    if (!inputs.against.report) {
        made->view = std::move(view);
        return made;
    }
    FigureInputs other = inputs;
    other.report = inputs.against.report;
    other.columns.clear();
    other.own = {};
    other.shown = nullptr;
    std::unique_ptr<ui::ReportView> beside(row.make(nullptr));
    problems = fill(*beside, other);
    if (!problems.empty()) return problems;
    made->work = both(made->work, setAnswer(*beside, other));
    auto split = std::make_unique<ui::SplitView>(view.release(), beside.release(), *row.split);
    split->setReport(inputs.report);
    split->setOther(inputs.against);
    if (inputs.arrange) split->setArrange(*inputs.arrange);
    made->view = std::move(split);
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
