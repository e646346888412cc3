// SPDX-License-Identifier: GPL-3.0-or-later
// profile --fit-gpu: what a person measured moves the surfaces of the nearest measured GPU.

#include "app/catalog_loader.h"
#include "app/commands/profile_operators.h"
#include "app/operators_loader.h"
#include "data/document.h"
#include "data/number.h"
#include "models/engine/operators/operator_file.h"
#include "models/engine/operators/own_gpu.h"
#include "models/items/aligned.h"

#include <QFileInfo>

#include <algorithm>
#include <cmath>
#include <optional>

namespace moe::app {
namespace {

OperatorRates sheetOf(const GpuSpec& gpu) {
    return {gpu.bf16 / Tflops, gpu.fp8 / Tflops, gpu.fp4 / Tflops, gpu.hbm / GBps, gpu.nvlink / GBps};
}

/// The better the points are met and the less had to be moved, the nearer a GPU is.
double distanceOf(const OwnFit& fit) {
    double sum = 0;
    for (const OwnFactors& one : fit.factors)
        sum += one.after + 0.1 * (std::abs(std::log(one.compute)) + std::abs(std::log(one.memory)));
    return fit.factors.empty() ? 1e9 : sum / double(fit.factors.size());
}

Document presetOf(const GpuSpec& sheet, const OwnFit& fit, const QString& points, Generation generation) {
    Document document;
    const auto add = [&](const char* key, std::string value) {
        DocumentEntry entry;
        entry.key = std::string("my-gpu.") + key;
        entry.values = {std::move(value)};
        document.push_back(std::move(entry));
    };
    add("label", "My GPU (like " + sheet.label + ")");
    add("generation", operatorGeneration(generation));
    add("memory_mib", numberText(sheet.memory / MiB));
    add("bf16_tflops", numberText(sheet.bf16 / Tflops));
    add("fp8_tflops", numberText(sheet.fp8 / Tflops));
    add("fp4_tflops", numberText(sheet.fp4 / Tflops));
    add("bandwidth_gbps", numberText(sheet.hbm / GBps));
    add("nvlink_gbps", numberText(sheet.nvlink / GBps));
    add("nic_gbps", numberText(sheet.nic / GBps));
    add("domain", std::to_string(sheet.domain));
    add("power_w", numberText(sheet.powerW));
    add("operators_like", fit.like);
    add("operator_factors", ownFactorsText(fit.factors));
    add("source", "data sheet of " + sheet.label + "; operators fitted to " +
                      QFileInfo(points).fileName().toStdString());
    return document;
}

QString toldOf(const OwnFit& fit) {
    std::vector<QStringList> rows = {
        {"operator", "points", "median error before", "after", "start", "compute", "memory"}};
    const auto percent = [](double share) {
        return QString::number(100 * share, 'f', 1) + QStringLiteral(" %");
    };
    const auto factor = [](double value) { return QStringLiteral("× ") + QString::number(value, 'f', 2); };
    for (const OwnFactors& one : fit.factors)
        rows.push_back({QString::fromUtf8(operatorRow(one.op).name.data()), QString::number(one.points),
                        percent(one.before), percent(one.after), factor(one.start), factor(one.compute),
                        factor(one.memory)});
    return items::alignedRows(rows);
}

} // namespace

int runFitGpu(const CommandLine& line) {
    const QString path = line.value("fit-gpu");
    if (path == QLatin1String("--script") || path == QLatin1String("script")) {
        const Result<std::string> script = readFile(":/scripts/measure-gpu.py");
        if (!script) return fail(script.error());
        print(QString::fromStdString(*script));
        return kDone;
    }
    if (!line.has("output")) return line.usageError(QStringLiteral("-o is missing"));
    const Result<std::string> text = readFile(path);
    if (!text) return fail(text.error());
    const Result<OwnPoints> points = readOwnPoints(*text, path.toStdString());
    if (!points) return fail(points.error());
    if (!points->problems.empty()) fail(points->problems); // told; the good points are used

    const ShippedCatalog shipped = shippedCatalog();
    const std::string wanted = operatorGpuKey(line.value("device")).toStdString();
    const GpuSpec* sheet = line.has("device") ? shipped.catalog->gpu(wanted) : nullptr;
    if (line.has("device") && sheet == nullptr)
        return fail({{.source = "--device", .rule = say("must be a GPU of `presets`"), .value = wanted}});
    const OperatorsLoad load = shippedOperators();
    if (!load.problems.empty()) return fail(load.problems);
    std::optional<OwnFit> best;
    const OperatorMachine* like = nullptr;
    for (const OperatorMachine& machine : load.machines) {
        // A GPU with tables of its own is moved from these; one without from its generation, or from any.
        const bool own = sheet != nullptr && machine.gpu.key == sheet->key;
        const bool possible = sheet == nullptr || own || machine.gpu.generation == sheet->generation ||
                              sheet->generation == Generation::Other;
        if (!possible) continue;
        OwnFit fit = fitOwnGpu(machine, sheet != nullptr ? sheetOf(*sheet) : machine.gpu.rates, *points);
        if (best && !own && distanceOf(fit) >= distanceOf(*best)) continue;
        best = std::move(fit);
        like = &machine;
        if (own) break;
    }
    if (!best || best->factors.empty()) return fail(best ? best->problems : Problems{});
    if (!best->problems.empty()) fail(best->problems);
    if (sheet == nullptr) sheet = shipped.catalog->gpu(like->gpu.key);
    if (sheet == nullptr) return kBadInput;
    const Problems unwritten =
        saveFile(line.value("output"),
                 QByteArray::fromStdString(documentText(presetOf(*sheet, *best, path, sheet->generation))));
    if (!unwritten.empty()) return fail(unwritten);
    print(
        QStringLiteral("%1: surfaces of %2\n").arg(line.value("output"), QString::fromStdString(best->like)));
    print(toldOf(*best));
    return kDone;
}

} // namespace moe::app
