// SPDX-License-Identifier: GPL-3.0-or-later
// answer: a scenario as one sentence for each of its sides.

#include "app/commands/command.h"
#include "app/commands/progress_line.h"
#include "app/commands/scenario_options.h"
#include "app/work/answer_search.h"
#include "app/work/plan_run.h"
#include "models/engine/answer/better.h"
#include "models/engine/evaluate.h"
#include "models/items/answer_text.h"
#include "models/items/report_json.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>

namespace moe::app {
namespace {

/// The command as a shell takes it.
QString commandText(const QStringList& arguments) {
    static const QRegularExpression plain(QStringLiteral("^[-A-Za-z0-9_./=:,+%]+$"));
    QStringList words{QStringLiteral("moe-explorer"), QStringLiteral("answer")};
    for (const QString& argument : arguments.mid(1))
        words << (plain.match(argument).hasMatch() ? argument
                                                   : QStringLiteral("'%1'").arg(QString(argument).replace(
                                                         QLatin1Char('\''), QLatin1String("'\\''"))));
    return words.join(QLatin1Char(' '));
}

struct AnswerFormat {
    const char* name;
    QString (*write)(const std::vector<Answer>&, const QString& command);
};
const AnswerFormat kAnswerFormats[] = {
    {"text", [](const std::vector<Answer>& answers, const QString&) { return items::answerText(answers); }},
    {"json",
     [](const std::vector<Answer>& answers, const QString& command) {
         QJsonObject object = items::answerJson(answers);
         object.insert("schema", "moe-explorer/answer/1");
         object.insert("problems", QJsonArray());
         object.insert("command", command);
         return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Indented));
     }},
    {"markdown", [](const std::vector<Answer>& answers,
                    const QString& command) { return items::answerMarkdown(answers, command); }},
};

const AnswerSide* sideNamed(const QString& name) {
    for (const AnswerSide& side : kAnswerSides)
        if (name == QLatin1String(answerSideKey(side))) return &side;
    return nullptr;
}

} // namespace

int runAnswer(const QStringList& arguments) {
    CommandLine line("answer");
    addScenarioOptions(line);
    line.option({"side"}, QStringLiteral("train, serve or loss; default all that the scenario has."),
                QStringLiteral("SIDE"));
    line.option({"search"},
                QStringLiteral("Searches layouts of the same GPUs: is one better? Those of a server "
                               "are simulated."));
    line.option({"j", "jobs"}, QStringLiteral("Threads; default one per core."), QStringLiteral("N"),
                QStringLiteral("0"));
    line.option({"format"}, QStringLiteral("text, json or markdown."), QStringLiteral("FORMAT"),
                QStringLiteral("text"));
    line.option({"json"}, QStringLiteral("Short for --format json."));
    if (const int stop = line.parse(arguments, 0, 0); stop >= 0) return stop;
    if (line.has("json") && line.has("format"))
        return line.usageError(QStringLiteral("--json and --format: one at a time"));
    const QString named = line.has("json") ? QStringLiteral("json") : line.value("format");
    const AnswerFormat* format = nullptr;
    for (const AnswerFormat& known : kAnswerFormats)
        if (named == QLatin1String(known.name)) format = &known;
    if (!format) return line.usageError(QStringLiteral("--format: must be text, json or markdown"));
    const AnswerSide* side = line.has("side") ? sideNamed(line.value("side")) : nullptr;
    if (line.has("side") && !side)
        return line.usageError(QStringLiteral("--side: must be train, serve or loss"));
    bool jobsGood = false;
    const unsigned jobs = line.value("jobs").toUInt(&jobsGood);
    if (!jobsGood || jobs > 1024) return line.usageError(QStringLiteral("-j: must be a count up to 1024"));
    const auto failed = [&](const Problems& problems) {
        if (named == QLatin1String("json"))
            print(QString::fromUtf8(
                QJsonDocument(items::problemsJson(problems)).toJson(QJsonDocument::Indented)));
        return fail(problems);
    };
    const Result<Input> input = scenarioInput(line);
    if (!input) return failed(input.error());

    const Report report = evaluate(input->scenario, *input->catalog, Detail::Numbers);
    std::vector<Answer> answers = answersOf(report);
    if (side) std::erase_if(answers, [&](const Answer& answer) { return answer.side != *side; });
    if (answers.empty())
        return failed({{.source = "--side",
                        .rule = side ? say("the scenario has no such side")
                                     : say("the scenario has neither training nor serving: add --set "
                                           "serve.requests=8 or --set train.global_batch=256"),
                        .value = line.value("side").toStdString()}});
    for (Answer& answer : answers) {
        addChanges(answer, report, *input->catalog, onThreads(jobs));
        if (!line.has("search") || answer.side == AnswerSide::Loss) continue;
        const ProgressLine progress(QStringLiteral("Searching layouts"));
        const Problems problems =
            addLayoutSearch(answer, report, *input->catalog, jobs, {}, progress.progress());
        if (!problems.empty()) return failed(problems);
    }
    print(format->write(answers, commandText(arguments)));
    return kDone;
}

} // namespace moe::app
