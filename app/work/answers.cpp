// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work/answers.h"

#include "app/files/compare_files.h"
#include "app/files/own_files.h"
#include "app/files/parallel.h"
#include "app/work/operator_answers.h"
#include "app/work/overview_answers.h"
#include "app/work/tradeoffs.h"
#include "data/quantity.h"
#include "models/engine/evaluate.h"
#include "models/engine/files/scenario_file.h"
#include "models/engine/fit/own_beside.h"
#include "models/engine/loss/recipe/recipe_picture.h"
#include "models/engine/placement/placement_study.h"
#include "models/engine/scenario/pipeline_rules.h"
#include "models/engine/scenario/sides.h"
#include "models/engine/scenario/validate.h"
#include "models/engine/schedule/schedules.h"
#include "models/engine/search/goodput_curves.h"
#include "models/engine/search/waterfall.h"
#include "models/engine/shape/architecture.h"
#include "models/engine/traffic/beside_server.h"
#include "models/engine/traffic/report_load.h"
#include "models/items/own_text.h"
#include "models/items/words.h"
#include "ui/architecture/architecture_view.h"
#include "ui/compare/mine_view.h"
#include "ui/placement/placement_view.h"
#include "ui/plots/profiles/surfaces_question.h"
#include "ui/plots/recipe/design_paint.h"
#include "ui/plots/serve/day_view.h"
#include "ui/plots/serve/load_view.h"

#include <QFileInfo>

#include <algorithm>
#include <cstring>
#include <deque>
#include <mutex>

namespace moe::app {
namespace {

template <class Value> Result<std::any> anyOf(Result<Value> answer) {
    if (!answer) return answer.error();
    return std::any(std::move(answer).value());
}

/// The last searches of layouts: narrowing one asks about the same layouts again and again, on both sides of
/// a split picture.
class WholeSearches {
public:
    ChoicesPtr find(const ui::Question& q) {
        const std::lock_guard lock(m_mutex);
        for (const Entry& one : m_entries)
            if (one.of.catalog == q.catalog && one.of.arguments.mid(0, 3) == q.arguments.mid(0, 3) &&
                one.of.report->scenario == q.report->scenario)
                return one.whole;
        return nullptr;
    }
    void keep(const ui::Question& q, const ChoicesPtr& whole) {
        const std::lock_guard lock(m_mutex);
        m_entries.push_front({q, whole});
        if (m_entries.size() > kMost) m_entries.pop_back();
    }

private:
    struct Entry {
        ui::Question of;
        ChoicesPtr whole;
    };
    static constexpr std::size_t kMost = 2;
    std::mutex m_mutex;
    std::deque<Entry> m_entries;
};

Result<std::any> layouts(const ui::Question& q, const std::stop_token& stop, const Progress& progress) {
    if (shownSide(q.report->scenario) == Side::Serving)
        return anyOf(
            serverChoices(q.report->scenario, *q.catalog, q.arguments[0], q.arguments[1], stop, progress));
    static WholeSearches known;
    const QStringList pair = q.arguments.mid(0, 3);
    const std::string within = q.arguments.value(3).toStdString();
    ChoicesPtr whole = known.find(q);
    if (!whole) {
        Result<ChoicesPtr> found =
            layoutChoices(q.report->scenario, *q.catalog, pair[0], pair[1], pair[2], stop, progress);
        if (!found) return found.error();
        whole = *found;
        known.keep(q, whole);
    }
    if (within.empty()) return std::any(whole);
    return anyOf(narrowedChoices(*whole, within, *q.catalog, stop, progress));
}

Result<std::any> sensitivity(const ui::Question& q, const std::stop_token& stop, const Progress& progress) {
    return anyOf(sensitivityAnswer(q.report->scenario, *q.catalog, q.arguments[0], stop, progress));
}

template <std::size_t kValues>
Result<std::any> fieldMap(const ui::Question& q, const std::stop_token& stop, const Progress& progress) {
    return anyOf(fieldMapAnswer(q.report->scenario, *q.catalog, q.arguments[0], q.arguments[1],
                                q.arguments[2], kValues, stop, progress));
}

Result<std::any> study(const ui::Question& q, const std::stop_token& stop, const Progress& progress) {
    return anyOf(studyAnswer(q.report->scenario, *q.catalog, q.arguments[0], stop, progress));
}

Result<std::any> besideSchedule(const ui::Question& q, const std::stop_token&, const Progress&) {
    const std::string key = q.arguments[0].toStdString();
    const ScheduleRow* row = findSchedule(key);
    if (!row) return Problem{.rule = say("is no schedule"), .value = key};
    const Scenario other = withSchedule(q.report->scenario, row->kind);
    Problems problems = brokenRules(other, *q.catalog);
    if (!problems.empty()) return problems;
    return std::any(std::make_shared<const Report>(evaluate(other, *q.catalog, Detail::Numbers)));
}

Result<std::any> goodput(const ui::Question& q, const std::stop_token& stop, const Progress& progress) {
    if (shownSide(q.report->scenario) == Side::Serving)
        return anyOf(serverGoodput(q.report->scenario, *q.catalog, stop, progress));
    return std::any(std::make_shared<const GoodputCurves>(goodputCurves(q.report->scenario, *q.catalog)));
}

void simulateRun(ui::LoadRun& run, ServedLoad load, int seeds, const std::stop_token& stop) {
    run.load = std::move(load);
    TrafficScenario& traffic = run.load.traffic;
    traffic.recordPasses = traffic.recordRequests = traffic.recordPaths = true;
    traffic.stop = stop;
    run.result = simulateLoad(run.load, seeds);
}

template <int kSeeds>
Result<std::any> load(const ui::Question& q, const std::stop_token& stop, const Progress&) {
    // As the cards beside it, which would else say other numbers of one server.
    const Scenario scenario = followedByReports(q.report->scenario, *q.catalog);
    Result<ServedLoad> served = servedLoad(scenario, *q.catalog);
    if (!served) return served.error();
    ui::LoadPicture picture;
    simulateRun(picture, std::move(served).value(), kSeeds, stop);
    if (stop.stop_requested()) return cancelled();
    const auto telling = tellingRequests(picture.result.report), later = tellingLater(picture.result.report);
    const auto follow = [&](ui::LoadRun& run) {
        for (const std::size_t request : telling)
            run.telling.push_back(pathOf(run.load.traffic, run.result.report, request));
        for (const std::size_t request : later)
            run.later.push_back(pathOf(run.load.traffic, run.result.report, request));
        // They are most of a run, and a picture stays while another one is on screen.
        run.result.report.pathEvents = {};
        run.result.report.requestRecords = {};
    };
    follow(picture);
    if (const QString beside = q.arguments.value(0); beside != QLatin1String(ui::kNoneBesideLoad)) {
        Result<ServedLoad> other = servedBeside(scenario, *q.catalog, beside.toStdString());
        if (!other) return other.error();
        ui::LoadRun& run = picture.beside.emplace();
        simulateRun(run, std::move(other).value(), kSeeds, stop);
        if (stop.stop_requested()) return cancelled();
        follow(run);
    }
    return std::any(std::make_shared<const ui::LoadPicture>(std::move(picture)));
}

Result<std::any> day(const ui::Question& q, const std::stop_token& stop, const Progress& progress) {
    Result<DayLoad> load = dayLoad(q.report->scenario, *q.catalog, {}, stop);
    if (!load) return load.error();
    if (stop.stop_requested()) return cancelled();
    ui::DayPicture picture{std::move(load).value(), {}};
    // A band is of more days: where they take no longer than somebody waits.
    constexpr Count kMostBanded = 200'000;
    const bool banded = picture.load.plan.day.requests <= kMostBanded;
    const double runs = banded ? 2 + kBandRuns : 1;
    double done = 0;
    const auto goOn = [&](double share) {
        if (progress) progress(done + share * (done > 0 ? runs - 1 : 1), runs);
        return !stop.stop_requested();
    };
    picture.day = simulateDay(picture.load, *q.catalog, goOn);
    done = 1;
    if (banded && !picture.day.cancelled) addBands(picture.day, picture.load, *q.catalog, kBandRuns, goOn);
    if (picture.day.cancelled || stop.stop_requested()) return cancelled();
    return std::any(std::make_shared<const ui::DayPicture>(std::move(picture)));
}

/// A name that is not loaded yet is read by whoever follows the scenario.
Result<std::any> recipe(const ui::Question& q, const std::stop_token&, const Progress&) {
    const std::string& name = q.report->scenario.loss.recipe;
    const auto found = q.catalog->recipes.find(name);
    if (found == q.catalog->recipes.end() || !found->second)
        return Problem{.source = name, .rule = say("is being read")};
    if (!found->second->problems.empty()) return found->second->problems;
    const ParamCounts& params = q.report->params;
    return std::any(std::make_shared<const RecipePicture>(recipePicture(
        found->second, params.nonEmbedding, params.activeNonEmbedding, q.report->scenario.train->tokens)));
}

std::optional<double> amountOf(const QString& text, const char* option, const char* unit,
                               Problems& problems) {
    if (text.isEmpty()) return std::nullopt;
    const TypedQuantity read = readQuantity(text.toStdString(), unit);
    if (read.value && *read.value > 0 && *read.value <= 1e35) return read.value;
    problems.push_back({.source = option,
                        .rule = withUnit(say("must be a number above 0"), unit, read),
                        .value = text.toStdString()});
    return std::nullopt;
}

Result<std::any> design(const ui::Question& q, const std::stop_token&, const Progress&) {
    Problems problems;
    ui::DesignPicture picture;
    DesignRequest& request = picture.request;
    request.base = q.report->scenario;
    const QString& unit = q.arguments[0];
    request.kind = unit == QLatin1String("usd")         ? BudgetKind::Usd
                   : unit == QLatin1String("gpu-hours") ? BudgetKind::GpuHours
                                                        : BudgetKind::Flop;
    const std::optional<double> budget = amountOf(q.arguments[1], "--budget", ui::budgetUnit(unit), problems);
    request.ownBudget = !budget;
    request.budget = budget.value_or(0);
    request.servedTokens = amountOf(q.arguments[2], "--served", "tokens", problems).value_or(0);
    request.plane = true;
    if (!problems.empty()) return problems;
    Result<DesignMap> map = lossDesign(request, *q.catalog);
    if (!map) return map.error();
    picture.map = std::move(map).value();
    picture.activeParams = q.report->params.activeNonEmbedding;
    return std::any(std::make_shared<const ui::DesignPicture>(std::move(picture)));
}

Result<std::any> measured(const ui::Question& q, const std::stop_token&, const Progress&) {
    return anyOf(measuredRuns(*q.catalog));
}

/// Of the scenario and the pins, which one meets the files best.
QString nearestOwn(const ui::Question& q, const OwnRuns& runs) {
    const auto beside = [&](const Scenario& scenario) {
        return besideOwn(scenario, runs, *q.catalog,
                         [](std::size_t count, const auto& work) { forEachParallel(count, {}, work); });
    };
    std::vector<items::NamedBeside> all{{items::Words::tr("this scenario"), beside(q.report->scenario)}};
    for (const auto& [name, text] : ui::besidePins(q.arguments[2]))
        if (const Result<Scenario> scenario = readValidScenario(text.toStdString(), {}, *q.catalog))
            all.push_back({name, beside(*scenario)});
    return items::nearestText(all);
}

Result<std::any> mine(const ui::Question& q, const std::stop_token& stop, const Progress&) {
    OwnFiles own = readOwnFiles(ownPaths(q.arguments[0]), *q.catalog);
    ui::MinePicture picture;
    picture.of = q.report;
    for (const OwnFile& file : own.files) picture.files.push_back({file.path, file.what, file.kind});
    const QStringList without = q.arguments[1].split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    for (const OwnFile& file : own.files)
        if (without.contains(QLatin1String(fitTitle(file.kind)))) forgetOwn(own.runs, file.kind);
    picture.problems = std::move(own.problems);
    if (!own.files.empty()) {
        Result<MachineFit> fit =
            fitMachine(q.report->scenario, own.runs, *q.catalog,
                       [](std::size_t count, const auto& work) { forEachParallel(count, {}, work); });
        if (fit) {
            append(picture.problems, fit->leftOut);
            picture.fit = std::move(fit).value();
        } else {
            append(picture.problems, fit.error());
        }
    }
    if (stop.stop_requested()) return cancelled();
    if (!q.arguments.value(2).isEmpty() && picture.fit) picture.nearest = nearestOwn(q, own.runs);
    picture.runs = std::move(own.runs);
    return std::any(std::make_shared<const ui::MinePicture>(std::move(picture)));
}

Result<std::any> waterfallBetween(const ui::Question& q, const std::stop_token& stop, const Progress&) {
    const Result<const Metric*> metric = metricOf(q.arguments[0]);
    if (!metric) return metric.error();
    std::vector<std::string> order;
    for (const QString& key : q.arguments[1].split(QLatin1Char(','), Qt::SkipEmptyParts))
        order.push_back(key.toStdString());
    Result<Waterfall> found = waterfall(q.from->scenario, q.report->scenario, *q.catalog, **metric, order,
                                        [&stop] { return stop.stop_requested(); });
    if (!found) return found.error();
    if (stop.stop_requested()) return cancelled();
    return std::any(WaterfallPtr(std::make_shared<const Waterfall>(std::move(found).value())));
}

Result<std::any> presetArchitectures(const ui::Question& q, const std::stop_token&, const Progress&) {
    ui::ArchitectureGallery gallery;
    for (const ScenarioPreset& preset : q.catalog->presets)
        gallery.push_back(
            brokenRules(preset.scenario, *q.catalog).empty()
                ? std::make_shared<const Architecture>(architecture(setupOf(preset.scenario, *q.catalog)))
                : nullptr);
    return std::any(std::make_shared<const ui::ArchitectureGallery>(std::move(gallery)));
}

Result<std::any> placement(const ui::Question& q, const std::stop_token& stop, const Progress&) {
    std::optional<PlacementStudy> found =
        placementStudy(q.report->scenario, *q.catalog, ui::placementQuestion(q.arguments),
                       [&stop] { return stop.stop_requested(); });
    if (found) return std::any(PlacementStudyPtr(std::make_shared<const PlacementStudy>(*std::move(found))));
    if (stop.stop_requested()) return cancelled();
    return std::any(PlacementStudyPtr()); // the report alone is shown
}

Result<std::any> surfaces(const ui::Question& q, const std::stop_token&, const Progress&) {
    return anyOf(operatorAnswer(ui::surfaceRequest(q.arguments), *q.catalog));
}

/// All but what a layout of training decides; a server's own point is drawn among the others.
bool sameButLayout(const Scenario& a, const Scenario& b) {
    if (shownSide(a) == Side::Serving || shownSide(b) == Side::Serving) return a == b;
    const auto withoutLayout = [](const Scenario& scenario) {
        Layout plain;
        plain.gpus = static_cast<std::int32_t>(scenario.cluster.gpus.value_or(0));
        return layoutScenario(plain, layoutSpace(scenario));
    };
    return a == b || withoutLayout(a) == withoutLayout(b);
}

} // namespace

const std::vector<AnswerRow>& answerRows() {
    static const std::vector<AnswerRow> rows{
        {.key = "overview",
         .work = overviewWhole,
         .rough = overviewFormulas,
         .better = overviewRates,
         .doing = QT_TRANSLATE_NOOP("Table", "Simulating requests"),
         .arguments = {{"over", "The knob that overview's curves are over, as moe.experts.", "KEY"}},
         .quick = overviewIsLive},
        {.key = "layouts",
         .work = layouts,
         .doing = QT_TRANSLATE_NOOP("Table", "Searching layouts"),
         .arguments = {kX, kY, {"schedules"}, {"within"}},
         .search = true,
         .same = sameButLayout},
        {.key = "sensitivity",
         .work = sensitivity,
         .doing = QT_TRANSLATE_NOOP("Table", "Trying every field"),
         .arguments = {kMetric}},
        {.key = "fieldmap",
         .work = fieldMap<kFullMap>,
         .rough = fieldMap<kCoarseMap>,
         .doing = QT_TRANSLATE_NOOP("Table", "Computing the map"),
         .arguments = {kX, kY, kMetric}},
        {.key = "study",
         .work = study,
         .doing = QT_TRANSLATE_NOOP("Table", "Computing the study"),
         .arguments = {{"study", "Which study (see `moe-explorer sweep --help`).", "NAME"}}},
        {.key = "goodput", .work = goodput, .doing = QT_TRANSLATE_NOOP("Table", "Simulating requests")},
        {.key = "load",
         .work = load<kBandRuns>,
         .rough = load<1>,
         .doing = QT_TRANSLATE_NOOP("Table", "Simulating requests"),
         .arguments = {{"beside"}}},
        {.key = "day",
         .work = day,
         .doing = QT_TRANSLATE_NOOP("Table", "Simulating the day"),
         .search = true,
         .assume = [](Scenario& scenario) { assumeDay(scenario); }},
        {.key = "time", .work = besideSchedule, .arguments = {{"beside"}}},
        {.key = "timeline", .work = besideSchedule, .arguments = {{"beside"}}},
        {.key = "placement",
         .work = placement,
         .doing = QT_TRANSLATE_NOOP("Table", "Placing the experts"),
         .arguments = placementArguments(),
         .told = true},
        {.key = "surfaces",
         .work = surfaces,
         .arguments = surfaceArguments(),
         .wrong = wrongSurface,
         .told = true},
        {.key = "waterfall",
         .work = waterfallBetween,
         .doing = QT_TRANSLATE_NOOP("Table", "Changing one knob after the other"),
         .arguments = {kMetric, {"order", "Keys of waterfall in the order they are changed.", "KEY,…"}}},
        {.key = "measured", .work = measured},
        {.key = "mine",
         .work = mine,
         .doing = QT_TRANSLATE_NOOP("Table", "Fitting to my measurements"),
         .arguments =
             {{"own",
               "Files of your own measurements, as `moe-explorer fit` takes them: points in every picture "
               "that shows such, and what mine is of.",
               "FILE,…", nullptr, true},
              {"without"},
              {"pins"}},
         .told = true,
         .search = true},
        {.key = "recipe", .work = recipe},
        {.key = "design", .work = design, .arguments = designArguments(), .told = true},
        {.key = "architecture", .work = presetArchitectures},
    };
    return rows;
}

const AnswerRow* findAnswerRow(const QString& key) {
    for (const AnswerRow& row : answerRows())
        if (key == QLatin1String(row.key)) return &row;
    return nullptr;
}

std::vector<PictureArgument> pictureOptions() {
    std::vector<PictureArgument> all;
    for (const AnswerRow& row : answerRows())
        for (const PictureArgument& one : row.arguments)
            if (!one.help.isEmpty() &&
                std::none_of(all.begin(), all.end(), [&](const PictureArgument& other) {
                    return qstrcmp(other.name, one.name) == 0;
                }))
                all.push_back(one);
    return all;
}

QStringList answerOptions(const AnswerRow& row, const QStringList& arguments) {
    QStringList options;
    for (std::size_t i = 0; i < row.arguments.size(); ++i) {
        const QString name = QLatin1String(row.arguments[i].name),
                      value = arguments.value(static_cast<qsizetype>(i));
        if (value.isEmpty()) continue;
        options << QStringLiteral("--") + name;
        if (value != name) options << value;
    }
    return options;
}

} // namespace moe::app
