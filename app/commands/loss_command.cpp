// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/loss_command.h"

#include "app/commands/scenario_options.h"
#include "app/files/catalog_loader.h"
#include "data/number.h"
#include "data/quantity.h"
#include "models/engine/loss/report/loss_answer.h"
#include "models/items/loss_json.h"

#include <QJsonDocument>

#include <cmath>

namespace moe::app {
namespace {

/// A number option: where it goes and what it may be. Suffixes as in 7B and 1.4T are taken.
struct Number {
    const char* name;
    const char* value;
    const char* help;
    double min, max;
    const char* unit = "";
};
constexpr Number kParams{"params", "N", "Non-vocabulary parameters, such as 7B.", 1e3, 1e18};
constexpr Number kActive{"active", "Na", "Active non-vocabulary parameters of an MoE.", 1e3, 1e18};
constexpr Number kTokens{"tokens", "D", "Training tokens, such as 1.4T.", 1e3, 1e20, "tokens"};
constexpr Number kLr{"lr", "x", "Peak learning rate; with --batch, else the optimum.", 1e-9, 10};
constexpr Number kBatch{"batch", "tokens", "Tokens per batch.", 1, 1e15, "tokens"};
constexpr Number kHidden{"hidden", "h", "Hidden size, for laws that need the shape.", 1, 1e7};
constexpr Number kLayers{"layers", "L", "Layers, likewise.", 1, 1e5};
constexpr Number kSequence{"sequence", "s", "Tokens per sequence, likewise (2048).", 1, 1e9};
constexpr Number kVocabulary{"vocab", "V", "Vocabulary, likewise.", 1, 1e9};
constexpr Number kExperts{"experts", "E", "Routed experts of a layer, likewise.", 1, 1e6};
constexpr Number kTopK{"top-k", "k", "Experts per token, likewise.", 1, 1e6};
constexpr Number kGranularity{"granularity", "G", "Dense FFN width over expert width, likewise.", 1e-3, 1e6};
constexpr const Number* kNumbers[] = {&kParams, &kActive,   &kTokens,     &kLr,      &kBatch, &kHidden,
                                      &kLayers, &kSequence, &kVocabulary, &kExperts, &kTopK,  &kGranularity};

std::optional<double> number(const CommandLine& line, const Number& option, Problems& problems) {
    const QString name = QString::fromLatin1(option.name);
    if (!line.has(name)) return std::nullopt;
    const std::string text = line.value(name).toStdString();
    const std::optional<double> value = readQuantity(text, option.unit).value;
    if (value && *value >= option.min && *value <= option.max) return value;
    problems.push_back(
        {.source = std::string("--") + option.name,
         .rule = "must be a number from " + numberText(option.min) + " to " + numberText(option.max),
         .value = text});
    return std::nullopt;
}

LawInputs shapeOf(const CommandLine& line, double activeParams, Problems& problems) {
    LawInputs shape;
    const std::optional<double> hidden = number(line, kHidden, problems),
                                layers = number(line, kLayers, problems),
                                vocabulary = number(line, kVocabulary, problems);
    const double sequence = number(line, kSequence, problems).value_or(kStepLawSequence);
    if (hidden && layers) shape.flopsPerToken = lawFlopsPerToken(activeParams, *layers, *hidden, sequence);
    if (hidden && vocabulary) shape.headParams = *hidden * *vocabulary;
    shape.experts = number(line, kExperts, problems);
    shape.topK = number(line, kTopK, problems);
    shape.granularity = number(line, kGranularity, problems);
    if (shape.experts && shape.topK && *shape.topK > *shape.experts)
        problems.push_back({.source = "--top-k",
                            .rule = "must not be above --experts",
                            .value = line.value("top-k").toStdString()});
    return shape;
}

Result<LossQuestion> questionOf(const CommandLine& line) {
    Problems problems;
    LossQuestion question;
    question.params = number(line, kParams, problems).value_or(0);
    question.tokens = number(line, kTokens, problems).value_or(0);
    const std::optional<double> active = number(line, kActive, problems);
    question.activeParams = active.value_or(question.params);
    question.lr = number(line, kLr, problems);
    question.batchTokens = number(line, kBatch, problems);
    if (problems.empty() && question.activeParams > question.params)
        problems.push_back({.source = "--active",
                            .rule = "must not be above --params",
                            .value = line.value("active").toStdString()});
    question.moe = line.has("table") ? line.value("table") == QLatin1String("moe")
                                     : question.activeParams < question.params;
    if (!question.moe && active && *active < question.params)
        problems.push_back({.source = "--active",
                            .rule = "must equal --params with --table dense",
                            .value = line.value("active").toStdString()});
    question.shape = shapeOf(line, question.activeParams, problems);
    if (!problems.empty()) return problems;
    return question;
}

int answer(const CommandLine& line, bool json) {
    const Result<LossQuestion> question = questionOf(line);
    if (!question) return fail(question.error());
    const Result<std::shared_ptr<const Catalog>> catalog = catalogWith(line.values("data"));
    if (!catalog) return fail(catalog.error());
    const Result<LossAnswer> result = lossAnswer(*question, **catalog);
    if (!result) return fail(result.error());
    print(json ? QString::fromUtf8(QJsonDocument(items::lossJson(*result)).toJson())
               : items::lossText(*result));
    return kDone;
}

QString misuseOfDesign(const CommandLine& line) {
    const QString format = line.value("format");
    if (format != QLatin1String("text") && format != QLatin1String("json") && format != QLatin1String("csv"))
        return QStringLiteral("--format: must be text, json or csv");
    if (line.has("flop") + line.has("gpu-hours") + line.has("usd") != 1)
        return QStringLiteral("--design needs one of --flop, --gpu-hours and --usd");
    for (const char* option : {"recipe", "predict", "recipe-study", "study", "refit", "table"})
        if (line.has(QString::fromLatin1(option)))
            return QStringLiteral("--%1 does not go with --design").arg(QLatin1String(option));
    for (const Number* option : kNumbers)
        if (line.has(QString::fromLatin1(option->name)))
            return QStringLiteral("--%1 does not go with --design").arg(QLatin1String(option->name));
    return {};
}

QString misuseOfRecipe(const CommandLine& line) {
    const qsizetype pairs = line.values("params").size();
    if (pairs != line.values("tokens").size()) return QStringLiteral("--params and --tokens go in pairs");
    if (line.has("active") && line.values("active").size() != pairs)
        return QStringLiteral("--active goes with each --params or with none");
    if (line.has("predict") && pairs > 0) return QStringLiteral("--predict and --params exclude each other");
    if (line.has("output") && !line.has("predict")) return QStringLiteral("-o goes with --predict");
    for (const Number* option : kNumbers)
        if (option != &kParams && option != &kActive && option != &kTokens &&
            line.has(QString::fromLatin1(option->name)))
            return QStringLiteral("--%1 does not go with --recipe").arg(QLatin1String(option->name));
    return {};
}

/// What is wrong with the combination of options, or "".
QString misuse(const CommandLine& line) {
    const QString format = line.value("format");
    if (line.has("design")) return misuseOfDesign(line);
    for (const char* option : {"flop", "gpu-hours", "usd", "served", "preset", "scenario", "set"})
        if (line.has(QString::fromLatin1(option)))
            return QStringLiteral("--%1 goes with --design").arg(QLatin1String(option));
    if (format != QLatin1String("text") && format != QLatin1String("json"))
        return QStringLiteral("--format: must be text or json");
    if (line.has("table") && line.value("table") != QLatin1String("dense") &&
        line.value("table") != QLatin1String("moe"))
        return QStringLiteral("--table: must be dense or moe");
    const int whole = line.has("study") + line.has("refit") + line.has("recipe-study");
    if (line.has("study") && line.has("refit"))
        return QStringLiteral("--study and --refit exclude each other");
    if (whole + line.has("recipe") > 1)
        return QStringLiteral("--recipe, --recipe-study, --study and --refit exclude each other");
    for (const Number* option : kNumbers)
        if (whole > 0 && line.has(QString::fromLatin1(option->name)))
            return QStringLiteral("--%1 does not go with --study or --refit")
                .arg(QLatin1String(option->name));
    if (line.has("predict") && !line.has("recipe"))
        return QStringLiteral("--predict needs --recipe RUNS.csv");
    if (line.has("refit") && !line.has("output")) return QStringLiteral("--refit needs -o FILE");
    if (whole > 0) return {};
    if (line.has("recipe")) return misuseOfRecipe(line);
    if (!line.has("params") || !line.has("tokens")) return QStringLiteral("--params and --tokens are needed");
    if (line.has("output")) return QStringLiteral("-o goes with --study or --refit");
    if (line.has("lr") != line.has("batch")) return QStringLiteral("--lr and --batch go together");
    if (line.has("table") && line.value("table") == QLatin1String("moe") && !line.has("active"))
        return QStringLiteral("--table moe needs --active");
    return {};
}

} // namespace

Result<std::shared_ptr<const Catalog>> catalogWith(const QStringList& paths) {
    ShippedCatalog shipped = shippedCatalog();
    Problems problems = std::move(shipped.problems);
    std::shared_ptr<const Catalog> catalog = std::move(shipped.catalog);
    if (!paths.isEmpty()) {
        LoadOutcome loaded = loadTables(paths, catalog);
        append(problems, std::move(loaded.problems));
        for (const QString& path : loaded.skipped)
            printError(path + ": skipped, no table this command uses\n");
        catalog = std::move(loaded.catalog);
    }
    if (!problems.empty()) return problems;
    return catalog;
}

int runLoss(const QStringList& arguments) {
    CommandLine line("loss");
    line.option({"table"}, QStringLiteral("dense or moe; MoE where --active is below --params."),
                QStringLiteral("KIND"));
    for (const Number* option : kNumbers)
        line.option({QString::fromLatin1(option->name)}, QString::fromLatin1(option->help),
                    QString::fromLatin1(option->value));
    addScenarioOptions(line); // of --design, but --data
    line.option({"format"}, QStringLiteral("text or json; --design also csv."), QStringLiteral("FORMAT"),
                QStringLiteral("text"));
    line.option({"study"},
                QStringLiteral("Fits without each group of these tables in turn; -o writes a CSV."),
                QStringLiteral("DIR"));
    line.option({"refit"}, QStringLiteral("Writes the model file that is shipped, from these tables."),
                QStringLiteral("DIR"));
    line.option(
        {"recipe"},
        QStringLiteral("Runs of a recipe of your own: params, tokens, loss. Gives that recipe's loss at each "
                       "--params and --tokens."),
        QStringLiteral("RUNS.csv"));
    line.option({"predict"}, QStringLiteral("Params and tokens to predict with --recipe; -o writes a CSV."),
                QStringLiteral("P.csv"));
    line.option({"recipe-study"},
                QStringLiteral("How well published recipes' larger runs are predicted; -o writes a CSV."),
                QStringLiteral("DIR"));
    line.option({"design"},
                QStringLiteral("The best loss over size, tokens and experts that a budget buys with a "
                               "scenario's GPUs, and its costs."));
    line.option({"flop"}, QStringLiteral("Budget of --design."), QStringLiteral("C"));
    line.option({"gpu-hours"}, QStringLiteral("Likewise."), QStringLiteral("H"));
    line.option({"usd"}, QStringLiteral("Likewise; needs price.gpu_hour_usd."), QStringLiteral("X"));
    line.option({"served"}, QStringLiteral("Output tokens served, which the budget pays too."),
                QStringLiteral("tokens"));
    line.option({"o", "output"},
                QStringLiteral("File of --study, --refit, --predict, --recipe-study or --design."),
                QStringLiteral("FILE"));
    if (const int stop = line.parse(arguments, 0, 0); stop >= 0) return stop;
    if (const QString wrong = misuse(line); !wrong.isEmpty()) return line.usageError(wrong);
    const bool json = line.value("format") == QLatin1String("json");
    if (line.has("design")) return runLossDesign(line);
    if (line.has("study")) return runLossStudy(line.value("study"), line.value("output"), json);
    if (line.has("refit")) return runLossRefit(line.value("refit"), line.value("output"));
    if (line.has("recipe-study"))
        return runRecipeStudy(line.value("recipe-study"), line.value("output"), json);
    if (line.has("recipe"))
        return runLossRecipe({line.value("recipe"), line.values("params"), line.values("active"),
                              line.values("tokens"), line.value("predict"), line.value("output"), json});
    return answer(line, json);
}

} // namespace moe::app
