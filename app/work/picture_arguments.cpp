// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work/picture_arguments.h"

#include "app/files/operators_loader.h"
#include "app/work/operator_answers.h"
#include "data/number.h"
#include "models/engine/scenario/enum_text.h"
#include "models/items/operator_words.h"
#include "ui/plots/profiles/surfaces_question.h"

#include <cmath>

namespace moe::app {

const PictureArgument kX{
    "x",
    "Horizontal axis: a field for fieldmap, as --vary takes it or its key alone; a metric "
    "for layouts; a column, as tokens, for surfaces.",
    "KEY"},
    kY{"y", "Vertical axis, likewise; of surfaces from line to line, or none.", "KEY"},
    kMetric{"metric", "What fieldmap, sensitivity and waterfall show (see `moe-explorer metrics`).", "KEY"};

std::vector<PictureArgument> placementArguments() {
    const auto algorithm = [](const QString& value, const Scenario&) -> Message {
        PlacementAlgorithm other{};
        if (parseEnum(value.toStdString(), other)) return {};
        return say("must be a placement, see routing.placement in `moe-explorer fields`");
    };
    const auto layer = [](const QString& value, const Scenario& scenario) -> Message {
        const std::optional<double> number = parseNumber(value.toStdString());
        if (!number || !(*number >= 1) || *number > 1e6 || *number != std::floor(*number))
            return say("must be a whole number from 1");
        const Count layers = scenario.model.layers;
        return *number > static_cast<double>(layers) ? say("must be one of the %1 layers", layers)
                                                     : Message();
    };
    return {{"other", "Placement beside the scenario's, for placement.", "NAME", algorithm, true},
            {"layer", "MoE layer counted from 1, for placement.", "N", layer, true},
            {"cluster", "The whole cluster, for placement.", nullptr, nullptr, true}};
}

std::vector<PictureArgument> designArguments() {
    const auto unit = [](const QString& value, const Scenario&) -> Message {
        if (QStringList{"flop", "gpu-hours", "usd"}.contains(value)) return {};
        return say("must be flop, gpu-hours or usd");
    };
    return {{"unit", "Of the budget of design: flop, gpu-hours or usd.", "UNIT", unit},
            {"budget", "What design spends; else what the scenario itself costs.", "AMOUNT"},
            {"served", "Tokens that design serves of its budget.", "TOKENS"}};
}

std::vector<PictureArgument> surfaceArguments() {
    std::vector<PictureArgument> arguments{
        {"device", "GPU, for surfaces; `render profiles` with it means surfaces.", "NAME"},
        {"op", "Operator, for surfaces: gemm, moe, … as `profile` knows them.", "NAME"},
        {"dtype", "Data type, for surfaces: bf16, fp8_block, nvfp4, …", "TYPE"},
        {"load", "How tokens fall on experts, for surfaces: balanced, pl1.01, pl1.2.", "NAME"},
        {"backend", QStringLiteral("Whose kernels, for surfaces: %1.").arg(operatorBackendNames()), "NAME"},
        kX,
        kY,
        {"map", "Time as colour over --x and --y, for surfaces."}};
    const auto above = [](const QString& value, const Scenario&) -> Message {
        const std::optional<double> number = parseQuantity(value.toStdString());
        return number && *number > 0 && *number <= 1e15 ? Message() : say("must be a number above 0");
    };
    const auto window = [](const QString& value, const Scenario&) -> Message { // 0: none
        const std::optional<double> number = parseQuantity(value.toStdString());
        return number && *number >= 0 && *number <= 1e15 ? Message() : say("must be a number above 0");
    };
    for (std::size_t i = ui::kSurfaceChoices; i < ui::surfaceOptions().size(); ++i) {
        const char* name = ui::surfaceOptions()[i];
        arguments.push_back({name,
                             QStringLiteral("Held, for surfaces: %1.").arg(items::shapeLabel(name).name), "N",
                             qstrcmp(name, "window") == 0 ? +window : +above});
    }
    return arguments;
}

Problems wrongSurface(const QStringList& arguments, const Catalog& catalog) {
    const OperatorPictureRequest request = ui::surfaceRequest(arguments);
    if (request.gpu.empty()) return {};
    const auto picture = operatorAnswer(request, catalog);
    return picture ? unknownOfRequest(request, **picture) : picture.error();
}

} // namespace moe::app
