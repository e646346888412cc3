// SPDX-License-Identifier: GPL-3.0-or-later
// plan: a goal in, ranked plans out.

#include "app/commands/command.h"
#include "app/commands/scenario_options.h"
#include "app/work/plan_run.h"
#include "data/number.h"
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
};

/// Options that only plans of training, or only those of a server, can follow.
struct SideOption {
    const char* option;
    bool trains;
};
constexpr SideOption kSideOptions[] = {
    {"tokens", true}, {"no-full-recompute", true}, {"prompt", false}, {"output", false}};

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

/// A number with one of the suffixes, each with its factor; "" must be among them.
std::optional<double> readWith(const QString& text,
                               std::initializer_list<std::pair<const char*, double>> units) {
    std::string number = text.toStdString();
    double factor = 0, plain = 1;
    for (const auto& [suffix, times] : units) {
        const std::string_view end(suffix);
        if (end.empty()) {
            plain = times;
        } else if (factor == 0 && number.size() > end.size() &&
                   number.compare(number.size() - end.size(), end.size(), end) == 0) {
            number.resize(number.size() - end.size());
            factor = times;
        }
    }
    const std::optional<double> value = parseQuantity(number);
    return value ? std::optional(*value * (factor == 0 ? plain : factor)) : std::nullopt;
}
std::optional<double> readDuration(const QString& text) {
    return readWith(text, {{"ms", 1e-3}, {"s", 1}, {"", 1}});
}
std::optional<double> readDays(const QString& text) {
    return readWith(text, {{"d", 1}, {"h", 1.0 / 24}, {"", 1}});
}
std::optional<double> readShare(const QString& text) {
    return readWith(text, {{"%", 0.01}, {"", 1}});
}
std::optional<double> readPlain(const QString& text) {
    return readWith(text, {{"", 1}});
}

class GoalReader {
public:
    explicit GoalReader(const CommandLine& given) : line(given) {}

    std::optional<double> number(const char* option, std::optional<double> (*read)(const QString&),
                                 Message rule) {
        const QString name = QLatin1String(option);
        if (!line.has(name)) return std::nullopt;
        const std::optional<double> value = read(line.value(name));
        if (!value)
            problems.push_back({.source = "--" + std::string(option),
                                .rule = std::move(rule),
                                .value = line.value(name).toStdString()});
        return value;
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
    if (const auto share = reader.number("headroom", readShare, say("must be a share like 0.1 or 10%")))
        goal.headroom = *share;
    goal.fullRecompute = !line.has("no-full-recompute");
    goal.days = reader.number("deadline", readDays, say("must be days, or hours like 36h"));
    goal.usd = reader.number("budget", readPlain, say("must be a number of USD"));
    if (const auto time = reader.number("ttft", readDuration, say("must be a time like 1s or 200ms")))
        goal.ttft = Seconds{*time};
    if (const auto time = reader.number("tpot", readDuration, say("must be a time like 1s or 200ms")))
        goal.tpot = Seconds{*time};
    goal.rate = reader.number("rate", readPlain, say("must be a number of requests per second"));
    for (const QString& text : line.values("fix")) reader.condition("--fix", text, text);
    for (const QString& text : line.values("forbid"))
        reader.condition("--forbid", QString(text).replace(QLatin1Char('='), QLatin1String("!=")), text);
    for (const QString& text : line.values("where")) reader.condition("--where", text, text);
    goal.conditions = reader.conditions;
    return goal;
}

/// Problems of the goal are told where they were typed.
Problems located(Problems problems) {
    static const char* const kOptions[] = {"headroom", "deadline", "budget", "ttft",
                                           "tpot",     "rate",     "gpus",   "fix"};
    for (Problem& problem : problems)
        for (const char* option : kOptions)
            if (problem.key == option) {
                problem.source = "--" + problem.key;
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
    line.option({"ttft"}, "Limit on the time to the first token.", "TIME");
    line.option({"tpot"}, "Limit on the time per output token.", "TIME");
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
    line.option({"j", "jobs"}, "Threads; default one per core.", "N", "0");
    line.option({"format"}, "text, json or csv.", "FORMAT", "text");
    if (const int stop = line.parse(arguments, 0, 0); stop >= 0) return stop;
    const PlanFormat* format = nullptr;
    for (const PlanFormat& known : kPlanFormats)
        if (line.value("format") == QLatin1String(known.name)) format = &known;
    if (!format) return line.usageError(QStringLiteral("--format: must be text, json or csv"));
    bool jobsGood = false, topGood = false;
    const unsigned jobs = line.value("jobs").toUInt(&jobsGood);
    const unsigned top = line.value("top").toUInt(&topGood);
    if (!jobsGood || jobs > 1024) return line.usageError(QStringLiteral("-j: must be a count up to 1024"));
    if (!topGood || top < 1 || top > 100) return line.usageError(QStringLiteral("--top: must be 1 to 100"));
    if (line.has("train") && line.has("serve"))
        return line.usageError(QStringLiteral("--train and --serve: one at a time"));

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
    if (line.has("gpus") && !readPlanGpus(line.value("gpus"), goal.fewest, goal.most))
        problems.push_back({.source = "--gpus",
                            .rule = say("must be a count, a range like 64:512, or fewest"),
                            .value = line.value("gpus").toStdString()});
    if (problems.empty() && !line.has("gpus"))
        goal.fewest = goal.most = static_cast<Count>(setupOf(input.scenario, *input.catalog).gpus);
    if (problems.empty()) problems = located(goalProblems(goal, input.scenario));
    if (!problems.empty()) return fail(problems);
    const Result<Plans> plans = runPlan(input.scenario, *input.catalog, goal, jobs);
    if (!plans) return fail(located(plans.error()));
    print(format->write(*plans));
    return kDone;
}

} // namespace moe::app
