// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/loss_command.h"
#include "app/files/catalog_loader.h"
#include "app/files/recipe_file.h"
#include "app/files/save_file.h"
#include "data/number.h"
#include "data/quantity.h"
#include "models/engine/loss/recipe/recipe_check.h"
#include "models/engine/loss/recipe/recipe_odd.h"
#include "models/items/recipe_text.h"

#include <QDir>
#include <QJsonDocument>

#include <algorithm>

namespace moe::app {
namespace {

Result<RecipeTable> tableFrom(const QString& path, RecipeUse use) {
    const Result<std::string> text = readFile(recipePath(path.toStdString()));
    if (!text) return text.error();
    return readRecipeRuns(*text, path.toStdString(), use);
}

std::optional<double> quantity(const QString& text, const char* option, const char* unit,
                               Problems& problems) {
    constexpr double kLeast = 1e3, kMost = 1e20;
    const std::optional<double> value = readQuantity(text.toStdString(), unit).value;
    if (value && *value >= kLeast && *value <= kMost) return value;
    problems.push_back({.source = option,
                        .rule = "must be a number from " + numberText(kLeast) + " to " + numberText(kMost),
                        .value = text.toStdString()});
    return std::nullopt;
}

Result<std::vector<RecipeRun>> pairsOf(const RecipeQuestion& question) {
    Problems problems;
    std::vector<RecipeRun> runs;
    for (qsizetype i = 0; i < question.params.size(); ++i) {
        RecipeRun run;
        run.params = quantity(question.params[i], "--params", "", problems).value_or(1);
        run.tokens = quantity(question.tokens[i], "--tokens", "tokens", problems).value_or(1);
        run.activeParams = question.active.isEmpty()
                               ? run.params
                               : quantity(question.active[i], "--active", "", problems).value_or(1);
        if (problems.empty() && run.activeParams > run.params)
            problems.push_back({.source = "--active",
                                .rule = "must not be above --params",
                                .value = question.active[i].toStdString()});
        runs.push_back(run);
    }
    if (!problems.empty()) return problems;
    return runs;
}

void answer(items::RecipeAnswers& answers, const std::vector<RecipeRun>& asked) {
    for (const RecipeRun& run : asked)
        answers.answers.push_back(
            {run, answers.fit->predict(recipePoint(run.params, run.activeParams, run.tokens))});
    if (asked.empty()) return;
    double largest = 0;
    for (const RecipeRun& run : answers.table->runs) largest = std::max(largest, run.compute());
    const RecipeRun& first = asked.front();
    answers.next =
        nextRun(*answers.fit, recipePoint(first.params, first.activeParams, first.tokens), largest);
}

} // namespace

int runLossRecipe(const RecipeQuestion& question) {
    const Result<RecipeTable> table = tableFrom(question.runs, RecipeUse::Fit);
    if (!table) return fail(table.error());
    if (const Problems problems = recipeProblems(*table); !problems.empty()) return fail(problems);
    const Result<std::vector<RecipeRun>> pairs = pairsOf(question);
    if (!pairs) return fail(pairs.error());
    const std::vector<RecipeRow> rows = recipeRows(table->runs);
    RecipeFit fit = fitRecipe(rows);
    items::RecipeAnswers answers;
    answers.table = &*table;
    answers.remarks = recipeRemarks(*table, fit);
    answers.fit = &fit;
    answers.odd = oddRuns(rows, fit);
    if (question.predict.isEmpty()) {
        answer(answers, *pairs);
        print(question.json ? QString::fromUtf8(QJsonDocument(items::recipeJson(answers)).toJson())
                            : items::recipeText(answers));
        return kDone;
    }
    const Result<RecipeTable> wanted = tableFrom(question.predict, RecipeUse::Predict);
    if (!wanted) return fail(wanted.error());
    answer(answers, wanted->runs);
    const QString csv = items::recipeCsv(*wanted, answers.answers);
    if (question.output.isEmpty()) {
        print(question.json ? QString::fromUtf8(QJsonDocument(items::recipeJson(answers)).toJson()) : csv);
        return kDone;
    }
    if (const Problems unwritten = saveFile(question.output, csv.toUtf8()); !unwritten.empty())
        return fail(unwritten);
    for (const Message& remark : answers.remarks)
        printError(QString::fromStdString(toString(remark)) + QLatin1Char('\n'));
    if (question.json) print(QString::fromUtf8(QJsonDocument(items::recipeJson(answers)).toJson()));
    return kDone;
}

int runRecipeStudy(const QString& folder, const QString& output, bool json) {
    std::vector<RecipeTable> tables;
    const QDir dir(folder);
    for (const QString& name : dir.entryList({QStringLiteral("*.csv")}, QDir::Files, QDir::Name)) {
        Result<RecipeTable> table = tableFrom(dir.filePath(name), RecipeUse::Study);
        if (table)
            tables.push_back(std::move(table).value());
        else
            printError(dir.filePath(name) + ": skipped, no table of runs\n");
    }
    const TransferStudy study = transferStudy(tables);
    if (study.rows.empty())
        return fail({{.source = folder.toStdString(), .rule = "holds no table of a recipe's runs"}});
    print(json ? QString::fromUtf8(QJsonDocument(items::transferJson(study)).toJson())
               : items::transferText(study));
    if (output.isEmpty()) return kDone;
    const Problems unwritten = saveFile(output, items::transferCsv(study).toUtf8());
    return unwritten.empty() ? kDone : fail(unwritten);
}

} // namespace moe::app
