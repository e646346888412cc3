// SPDX-License-Identifier: GPL-3.0-or-later
// profile --fit-gpu: what a person measured moves the surfaces of the nearest measured GPU.

#include "app/commands/profile_operators.h"
#include "app/files/catalog_loader.h"
#include "app/files/operators_loader.h"
#include "app/files/save_file.h"
#include "models/engine/files/catalog_file.h"
#include "models/engine/fit/own_gpu_choice.h"
#include "models/items/aligned.h"
#include "models/items/own_gpu_text.h"

namespace moe::app {
namespace {

QString toldOf(const OwnFit& fit) {
    std::vector<QStringList> rows = items::ownGpuRows(fit);
    rows.insert(rows.begin(), items::ownGpuHeader());
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
    const ShippedCatalog shipped = shippedCatalog();
    std::shared_ptr<const Catalog> catalog = shipped.catalog;
    if (line.has("data")) {
        LoadOutcome loaded = loadTables(line.values("data"), catalog);
        if (!loaded.problems.empty()) return fail(loaded.problems);
        catalog = loaded.catalog;
    }
    OwnGpuWish wish;
    wish.like = line.has("like") ? operatorGpuKey(line.value("like"), *catalog).toStdString() : std::string();
    if (line.has("device")) {
        const GpuSpec* sheet = catalog->gpu(line.value("device").toStdString());
        const std::string known = operatorGpuKey(line.value("device"), *catalog).toStdString();
        if (sheet == nullptr) sheet = catalog->gpu(known);
        if (sheet == nullptr)
            return fail({{.source = "--device", .rule = say("must be a GPU of `presets`"), .value = known}});
        wish.sheet = *sheet;
    }
    const Result<OwnPoints> points = readOwnPoints(*text, path.toStdString());
    if (!points) return fail(points.error());
    const Result<OwnGpuFit> made = ownGpuFit(*points, wish, *catalog);
    if (!made) return fail(made.error());
    if (!made->problems.empty()) fail(made->problems); // told; the good points are used
    const Problems unwritten =
        saveFile(line.value("output"), QByteArray::fromStdString(gpusText({made->gpu})));
    if (!unwritten.empty()) return fail(unwritten);
    print(QStringLiteral("%1: surfaces of %2\n")
              .arg(line.value("output"), QString::fromStdString(made->fit.like)));
    print(toldOf(made->fit));
    return kDone;
}

} // namespace moe::app
