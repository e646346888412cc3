// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/files/own_measured.h"

#include "app/files/catalog_loader.h"
#include "app/files/operators_loader.h"
#include "app/files/save_file.h"

#include <QDir>
#include <QFileInfo>

namespace moe::app {
namespace {

Result<OwnMeasured> read(const QString& path, const Catalog& catalog) {
    const Result<std::string> text = readFile(path, kLargestDocument);
    if (!text) return text.error();
    OwnMeasured one;
    one.source =
        path.startsWith(QLatin1Char(':')) ? QFileInfo(path).fileName().toStdString() : path.toStdString();
    one.head = measuredHead(*text);
    const GpuSpec* gpu = catalog.gpuNamed(one.head.gpu);
    if (gpu == nullptr)
        return Problem{.source = one.source,
                       .key = "gpu",
                       .rule = say("must be named by a comment \"# gpu: NAME\", one of `presets`"),
                       .value = one.head.gpu};
    one.gpu = gpu->key;
    if (isOwnKernels(*text)) {
        const Result<OwnKernels> kernels = readOwnKernels(*text, one.source);
        if (!kernels) return kernels.error();
        one.problems = kernels->problems;
        one.kernels = ownKernelShares(kernels->rows, *gpu,
                                      catalog.stepConstants ? *catalog.stepConstants : kStepConstants);
        return one;
    }
    if (isOwnPasses(*text)) {
        const Result<OwnPasses> passes = readOwnPasses(*text, one.source);
        if (!passes) return passes.error();
        one.problems = passes->problems;
        one.passes = ownPassErrors(*passes, *gpu, catalog);
        for (const OwnPass& pass : passes->rows)
            if (!predictedPass(pass, *gpu, catalog))
                one.problems.push_back({one.source, pass.line, 0, "model",
                                        say("has no prediction: it breaks a rule or does not fit"),
                                        pass.model});
        return one;
    }
    const Result<OwnPoints> points = readOwnPoints(*text, one.source);
    if (!points) return points.error();
    one.problems = points->problems;
    OperatorsLoad load = shippedOperators(QString::fromStdString(gpu->key));
    if (load.machines.empty()) load = shippedOperators();
    one.operators = ownErrors(*points, load.machines, *gpu);
    return one;
}

} // namespace

Result<std::vector<OwnMeasured>> ownMeasured(const QStringList& paths, const Catalog& catalog) {
    std::vector<OwnMeasured> all;
    Problems problems;
    for (const QString& path : paths) {
        Result<OwnMeasured> one = read(path, catalog);
        if (one)
            all.push_back(std::move(one).value());
        else
            append(problems, one.error());
    }
    if (!problems.empty()) return problems;
    return all;
}

QStringList shippedOwnMeasured() {
    QStringList paths;
    const QDir folder(QStringLiteral(":/runs"));
    for (const QString& name : folder.entryList({QStringLiteral("*.csv")}, QDir::Files, QDir::Name))
        paths << folder.filePath(name);
    return paths;
}

} // namespace moe::app
