// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/loss_command.h"
#include "app/commands/scenario_options.h"
#include "app/files/save_file.h"
#include "data/quantity.h"
#include "models/engine/search/loss_design.h"
#include "models/items/design_text.h"

#include <QJsonDocument>

namespace moe::app {
namespace {

struct Budget {
    const char* option;
    BudgetKind kind;
    const char* unit;
};
constexpr Budget kBudgets[] = {{"flop", BudgetKind::Flop, "FLOP"},
                               {"gpu-hours", BudgetKind::GpuHours, "GPU-hours"},
                               {"usd", BudgetKind::Usd, "USD"}};

std::optional<double> amount(const CommandLine& line, const char* option, const char* unit,
                             Problems& problems) {
    const std::string text = line.value(QString::fromLatin1(option)).toStdString();
    const std::optional<double> value = readQuantity(text, unit).value;
    if (value && *value > 0 && *value <= 1e35) return value;
    problems.push_back({.source = std::string("--") + option,
                        .rule = "must be a number above 0, at most 1e35",
                        .value = text});
    return std::nullopt;
}

} // namespace

int runLossDesign(const CommandLine& line) {
    Problems problems;
    DesignRequest request;
    for (const Budget& budget : kBudgets) {
        if (!line.has(QString::fromLatin1(budget.option))) continue;
        request.kind = budget.kind;
        request.budget = amount(line, budget.option, budget.unit, problems).value_or(0);
    }
    if (line.has("served")) request.servedTokens = amount(line, "served", "tokens", problems).value_or(0);
    if (!problems.empty()) return fail(problems);
    const Result<Input> input = scenarioInput(line);
    if (!input) return fail(input.error());
    request.base = input->scenario;
    const Result<DesignMap> map = lossDesign(request, *input->catalog);
    if (!map) return fail(map.error());
    const QString format = line.value("format");
    const QString text = format == QLatin1String("json")
                             ? QString::fromUtf8(QJsonDocument(items::designJson(request, *map)).toJson())
                         : format == QLatin1String("csv") ? items::designCsv(*map)
                                                          : items::designText(request, *map);
    if (!line.has("output")) {
        print(text);
        return kDone;
    }
    const Problems unwritten = saveFile(line.value("output"), text.toUtf8());
    return unwritten.empty() ? kDone : fail(unwritten);
}

} // namespace moe::app
