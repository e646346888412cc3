// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/surface_options.h"

#include "app/work/operator_answers.h"
#include "data/number.h"
#include "models/items/operator_words.h"
#include "ui/plots/profiles/surfaces_question.h"

namespace moe::app {
namespace {

/// x and y mean something to other pictures too.
bool isShared(const char* option) {
    return qstrcmp(option, "x") == 0 || qstrcmp(option, "y") == 0;
}

bool isColumn(std::size_t index) {
    return index >= std::size_t(ui::kSurfaceChoices);
}

} // namespace

void addSurfaceOptions(CommandLine& line) {
    line.option({"device"}, "GPU, for surfaces; `render profiles` with it means surfaces.", "NAME");
    line.option({"op"}, "Operator, for surfaces: gemm, moe, … as `profile` knows them.", "NAME");
    line.option({"dtype"}, "Data type, for surfaces: bf16, fp8_block, nvfp4, …", "TYPE");
    line.option({"load"}, "How tokens fall on experts, for surfaces: balanced, pl1.01, pl1.2.", "NAME");
    line.option({"backend"}, "Whose kernels, for surfaces: trtllm, vllm, sglang or nccl.", "NAME");
    line.option({"map"}, "Time as colour over --x and --y, for surfaces.");
    for (std::size_t i = 0; i < ui::surfaceOptions().size(); ++i)
        if (const char* option = ui::surfaceOptions()[i]; isColumn(i))
            line.option({QLatin1String(option)},
                        QStringLiteral("Held, for surfaces: %1.").arg(items::shapeLabel(option).name), "N");
}

bool asksForSurface(const CommandLine& line) {
    for (const char* option : ui::surfaceOptions())
        if (!isShared(option) && line.has(QLatin1String(option))) return true;
    return false;
}

Problems readSurface(const CommandLine& line, const Catalog& catalog, QHash<QString, QString>& arguments) {
    Problems problems;
    QStringList written;
    for (std::size_t i = 0; i < ui::surfaceOptions().size(); ++i) {
        const QString option = QLatin1String(ui::surfaceOptions()[i]);
        const bool flag = option == QLatin1String("map");
        const QString value = flag && line.has(option) ? option : line.value(option);
        written << value;
        arguments[option] = value;
        if (!isColumn(i) || value.isEmpty()) continue;
        const std::optional<double> number = parseQuantity(value.toStdString());
        if (!number || *number > 1e15 || *number < 0 || (*number == 0 && option != QLatin1String("window")))
            problems.push_back({.source = "--" + option.toStdString(),
                                .rule = say("must be a number above 0"),
                                .value = value.toStdString()});
    }
    if (!problems.empty() || !line.has("device")) return problems;
    const OperatorPictureRequest request = ui::surfaceRequest(written);
    const auto picture = operatorAnswer(request, catalog);
    return picture ? unknownOfRequest(request, **picture) : picture.error();
}

} // namespace moe::app
