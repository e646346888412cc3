// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work/operator_answers.h"

#include "app/files/operators_loader.h"
#include "models/engine/operators/operator_tables.h"

#include <algorithm>
#include <vector>

namespace moe::app {
namespace {

/// Those that answers for a GPU may rest on: its own, those that were moved to it, else all.
std::vector<const OperatorMachine*> machinesFor(const std::string& key, const GpuSpec* spec,
                                                const OperatorTables& tables) {
    if (spec != nullptr && !spec->operatorFactors.empty())
        if (const OperatorMachine* own = tables.ownMachine(*spec)) return {own};
    if (const OperatorMachine* machine = tables.machine(key)) return {machine};
    std::vector<const OperatorMachine*> all;
    for (const MeasuredGpu& gpu : measuredGpus())
        if (const OperatorMachine* machine = tables.machine(gpu.key)) all.push_back(machine);
    return all;
}

OperatorRates ratesOf(const GpuSpec& gpu) {
    return {gpu.bf16 / Tflops, gpu.fp8 / Tflops, gpu.fp4 / Tflops, gpu.hbm / GBps, gpu.nvlink / GBps};
}

} // namespace

Result<std::shared_ptr<const OperatorPicture>> operatorAnswer(OperatorPictureRequest request,
                                                              const Catalog& catalog) {
    request.gpu = operatorGpuKey(QString::fromStdString(request.gpu), catalog).toStdString();
    const GpuSpec* spec = catalog.gpu(request.gpu);
    const bool own = spec != nullptr && !spec->operatorFactors.empty();
    const bool measured =
        std::any_of(measuredGpus().begin(), measuredGpus().end(), [&](const MeasuredGpu& gpu) {
            if (own || gpu.key != request.gpu) return false;
            request.generation = gpu.generation;
            request.rates = gpu.rates;
            return true;
        });
    if (!measured && spec == nullptr)
        return Problem{.source = "--device",
                       .rule = say("must be a GPU of gpus.yaml or one with measured operators"),
                       .value = request.gpu};
    if (!measured) {
        request.generation = spec->generation;
        request.rates = ratesOf(*spec);
    }
    std::vector<const OperatorMachine*> machines;
    if (catalog.operators) machines = machinesFor(request.gpu, spec, *catalog.operators);
    return std::make_shared<const OperatorPicture>(
        operatorPicture(machines, catalog.operatorTables, catalog.presets, request));
}

Problems unknownOfRequest(const OperatorPictureRequest& request, const OperatorPicture& picture) {
    Problems problems;
    const auto check = [&](const char* option, const std::string& wanted, const std::string& got,
                           const std::vector<std::string>& offered) {
        if (wanted.empty() || wanted == got) return;
        std::string list;
        for (const std::string& one : offered) list += (list.empty() ? "" : ", ") + one;
        problems.push_back({.source = option, .rule = say("must be one of %1", list), .value = wanted});
    };
    std::vector<std::string> ops, kernels, axes;
    for (const OperatorOp op : picture.ops) ops.emplace_back(operatorRow(op).name);
    for (const auto& [backend, version] : picture.kernels) kernels.push_back(backend);
    for (const OperatorAxis& axis : picture.axes)
        if (axis.values.size() > 1) axes.emplace_back(axis.column->option);
    check("--op", request.op, picture.ops.empty() ? "" : std::string(operatorRow(picture.op).name), ops);
    if (!problems.empty() || picture.axes.empty()) return problems;
    if (request.dtype != picture.dtype.substr(0, picture.dtype.find('/')))
        check("--dtype", request.dtype, picture.dtype, picture.dtypes);
    check("--load", request.load, picture.load, picture.loads);
    check("--backend", request.backend, picture.backend, kernels);
    check("--x", request.x, std::string(picture.axes[picture.x].column->option), axes);
    axes.emplace_back(kNoSeries);
    check("--y", request.series,
          picture.series == picture.x ? std::string(kNoSeries)
                                      : std::string(picture.axes[picture.series].column->option),
          axes);
    for (const auto& held : request.held)
        if (std::none_of(picture.axes.begin(), picture.axes.end(),
                         [&](const OperatorAxis& axis) { return axis.column->option == held.first; }))
            problems.push_back(
                {.source = "--" + held.first, .rule = say("is no column of this operator's shape")});
    return problems;
}

} // namespace moe::app
