// SPDX-License-Identifier: GPL-3.0-or-later
// plan: a goal in, ranked plans out.

#include "app/commands/command.h"
#include "app/commands/progress_line.h"
#include "app/commands/scenario_options.h"
#include "app/work/plan_run.h"
#include "data/quantity.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/validate.h"
#include "models/items/plan_text.h"

#include <QJsonDocument>

namespace moe::app {
namespace {

struct PlanFormat {
    const char* name;
    QString (*write)(const Plans&);
};
const PlanFormat kPlanFormats[] = {
    {"text", items::planText},
    {"json",
     [](const Plans& plans) {
         return QString::fromUtf8(QJsonDocument(items::planJson(plans)).toJson(QJsonDocument::Indented));
     }},
    {"csv", items::planCsv},
};

/// Options that set a key of the scenario the plans start from.
struct KeyOption {
    const char* option;
    const char* key;
    const char* help;
};
const KeyOption kKeyOptions[] = {
    {"gpu", "gpu.preset", "Kind of GPU (see `moe-explorer presets`)."},
    {"tokens", "train.tokens", "Tokens to train on."},
    {"prompt", "serve.prompt", "Tokens of a prompt."},
    {"output", "serve.output", "Tokens of an answer."},
    {"share", "serve.slo_percentile", "Percent of the requests that must keep the limits."},
};

/// Options that only plans of training, or only those of a server, can follow.
struct SideOption {
    const char* option;
    bool trains;
};
constexpr SideOption kSideOptions[] = {
    {"tokens", true}, {"no-full-recompute", true}, {"prompt", false}, {"output", false}, {"share", false}};

Problems strayOptions(const CommandLine& line, bool trains) {
    Problems problems;
    for (const SideOption& row : kSideOptions)
        if (line.has(QLatin1String(row.option)) && row.trains != trains)
            problems.push_back(
                {.source = "--" + std::string(row.option),
                 .rule = row.trains ? "is of training, not of serving" : "is of serving, not of training"});
    return problems;
}

/// "8" · "64:512" · "fewest".
bool readPlanGpus(const QString& text, Count& fewest, Count& most) {
    if (text == QLatin1String("fewest")) {
        fewest = 1;
        most = kMostPlannedGpus;
        return true;
    }
    const QStringList ends = text.split(QLatin1Char(':'));
    bool firstGood = false, lastGood = false;
    fewest = ends.first().toLongLong(&firstGood);
    most = ends.last().toLongLong(&lastGood);
    return firstGood && lastGood && ends.size() <= 2 && fewest >= 1 && most >= fewest && most <= 1000000;
}

class GoalReader {
public:
    explicit GoalReader(const CommandLine& given) : line(given) {}

    std::optional<double> number(const char* option, const char* unit, Message rule) {
        const QString name = QLatin1String(option);
        if (!line.has(name)) return std::nullopt;
        const std::string text = line.value(name).toStdString();
        const TypedQuantity read = readQuantity(text, unit);
        if (!read.value)
            problems.push_back({.source = "--" + std::string(option),
                                .rule = withUnit(std::move(rule), unit, read),
                                .value = text});
        return read.value;
    }
    void condition(const char* option, const QString& text, const QString& written) {
        Result<Condition> read = parseCondition(text.toStdString());
        if (read) return conditions.push_back(std::move(read).value());
        for (Problem problem : read.error()) {
            problem.source = option;
            problem.value = written.toStdString();
            problems.push_back(std::move(problem));
        }
    }

    const CommandLine& line;
    Problems problems;
    std::vector<Condition> conditions;
};

PlanGoal planGoalOf(GoalReader& reader, bool trains) {
    const CommandLine& line = reader.line;
    PlanGoal goal;
    goal.trains = trains;
    goal.headroom = trains ? 0 : kServingHeadroom;
    if (const auto share = reader.number("headroom", kShare, say("must be a share like 0.1 or 10%")))
        goal.headroom = *share;
    goal.fullRecompute = !line.has("no-full-recompute");
    goal.days = reader.number("deadline", "d", say("must be days, or hours like 36h"));
    goal.usd = reader.number("budget", "USD", say("must be a number of USD"));
    if (const auto time = reader.number("ttft", "s", say("must be a time like 1s or 200ms")))
        goal.ttft = Seconds{*time};
    if (const auto time = reader.number("tpot", "s", say("must be a time like 1s or 200ms")))
        goal.tpot = Seconds{*time};
    goal.rate = reader.number("rate", "requests/s", say("must be a number of requests per second"));
    for (const QString& text : line.values("fix")) reader.condition("--fix", text, text);
    for (const QString& text : line.values("forbid"))
        reader.condition("--forbid", QString(text).replace(QLatin1Char('='), QLatin1String("!=")), text);
    for (const QString& text : line.values("where")) reader.condition("--where", text, text);
    goal.conditions = reader.conditions;
    return goal;
}

/// Problems of the goal are told where they were typed.
Problems located(Problems problems, const CommandLine& line) {
    static const char* const kOptions[] = {"headroom", "deadline", "budget", "ttft",
                                           "tpot",     "rate",     "gpus",   "fix"};
    for (Problem& problem : problems)
        for (const char* option : kOptions)
            if (problem.key == option) {
                problem.source = "--" + problem.key;
                // As typed, "200%" and not the 2 that it was read as.
                if (line.values(QLatin1String(option)).size() == 1)
                    problem.value = line.value(QLatin1String(option)).toStdString();
                problem.key.clear();
                break;
            }
    return problems;
}

} // namespace

int runPlanCommand(const QStringList& arguments) {
    CommandLine line("plan");
    addScenarioOptions(line);
    line.option({"train"}, "Plans a training run; the default where the scenario trains.");
    line.option({"serve"},
                "Plans a server; the default where it only serves, or a limit of serving is given.");
    line.option({"gpus"}, "GPUs, a range like 64:512, or fewest.", "N|a:b|fewest");
    for (const KeyOption& row : kKeyOptions) line.option({row.option}, row.help, "VALUE");
    line.option({"deadline"}, "Training may take so many days (or 36h).", "DAYS");
    line.option({"budget"}, "Training may cost so many USD; needs a price.", "USD");
    line.option({"ttft"}, "Limit on the time to the first token; default serve.slo_ttft.", "TIME");
    line.option({"tpot"}, "Limit on the time per output token; default serve.slo_tpot.", "TIME");
    line.option({"rate"}, "Requests per second; default as many as the limits allow.", "N");
    line.option({"headroom"},
                "Share of the memory that must stay free. Default 0 for training, whose memory counts an "
                "allocator's reserve, and 10% for serving.",
                "SHARE");
    line.option({"no-full-recompute"}, "No plan recomputes whole layers.");
    line.option({"fix"}, "Knob that keeps a value: parallel.tp=8; may be repeated.", "key=value");
    line.option({"forbid"}, "Value that a knob must not have: train.zero=3; may be repeated.", "key=value");
    line.option({"where"}, "Condition on a knob or a metric, as of `search`.", "'key<=value'");
    line.option({"top"}, "Plans shown.", "K", "5");
    line.jobsOption();
    line.option({"format"}, "text, json or csv.", "FORMAT", "text");
    if (const int stop = line.parse(arguments, 0, 0); stop >= 0) return stop;
    const PlanFormat* format = nullptr;
    for (const PlanFormat& known : kPlanFormats)
        if (line.value("format") == QLatin1String(known.name)) format = &known;
    if (!format) return line.usageError(QStringLiteral("--format: must be text, json or csv"));
    bool topGood = false;
    const unsigned top = line.value("top").toUInt(&topGood);
    const std::optional<unsigned> threads = line.jobs();
    if (!threads) return kUsage;
    const unsigned jobs = *threads;
    if (!topGood || top < 1 || top > 100) return line.usageError(QStringLiteral("--top: must be 1 to 100"));
    if (line.has("train") && line.has("serve"))
        return line.usageError(QStringLiteral("--train and --serve: one at a time"));

    Count fewest = 0, most = 0;
    if (line.has("gpus") && !readPlanGpus(line.value("gpus"), fewest, most))
        return line.usageError(QStringLiteral("--gpus: must be a count, a range like 64:512, or fewest"));

    // The layout of the scenario is what is asked for: with other GPUs it may break rules.
    Result<Input> read = scenarioInput(line, KeyRules::MayBreak);
    if (!read) return fail(read.error());
    Input input = std::move(read).value();
    Problems problems;
    for (const KeyOption& row : kKeyOptions) {
        const QString option = QLatin1String(row.option);
        if (!line.has(option)) continue;
        Problems broken = setField(input.scenario, row.key, line.value(option).toStdString());
        for (Problem& problem : broken) problem.source = "--" + std::string(row.option);
        append(problems, std::move(broken));
    }
    const bool ofServing = line.has("ttft") || line.has("tpot") || line.has("rate");
    const bool trains = line.has("train") || (!line.has("serve") && input.scenario.train.has_value() &&
                                              !(ofServing && input.scenario.serve));
    GoalReader reader(line);
    PlanGoal goal = planGoalOf(reader, trains);
    goal.top = top;
    append(problems, std::move(reader.problems));
    append(problems, strayOptions(line, trains));
    if (!trains) input.scenario.train.reset();
    if (line.has("gpus")) {
        goal.fewest = fewest;
        goal.most = most;
    }
    if (problems.empty() && !line.has("gpus"))
        goal.fewest = goal.most = static_cast<Count>(setupOf(input.scenario, *input.catalog).gpus);
    if (problems.empty()) problems = located(goalProblems(goal, input.scenario), line);
    if (!problems.empty()) return fail(problems);
    const Result<Plans> plans = [&] {
        const ProgressLine shown(QStringLiteral("Plan"));
        return runPlan(input.scenario, *input.catalog, goal, jobs, {}, shown.progress());
    }();
    if (!plans) return fail(located(plans.error(), line));
    print(format->write(*plans));
    return kDone;
}

} // namespace moe::app
