// SPDX-License-Identifier: GPL-3.0-or-later
// presets, fields, metrics: what the other commands accept.

#include "app/commands/command.h"
#include "app/files/catalog_loader.h"
#include "models/engine/scenario/catalog.h"
#include "models/engine/scenario/recipes.h"
#include "models/engine/shape/params.h"
#include "models/engine/shape/setup.h"
#include "models/items/format.h"
#include "models/items/key_tables.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace moe::app {
namespace {

/// Runs one of the lists: text or JSON by --format.
int printList(const char* name, const QStringList& arguments, QString (*text)(), QJsonArray (*json)()) {
    CommandLine line(name);
    line.option({"format"}, QStringLiteral("text or json."), QStringLiteral("FORMAT"),
                QStringLiteral("text"));
    if (const int stop = line.parse(arguments, 0, 0); stop >= 0) return stop;
    if (line.value("format") == QLatin1String("text")) {
        print(text());
    } else if (line.value("format") == QLatin1String("json")) {
        print(QString::fromUtf8(QJsonDocument(json()).toJson(QJsonDocument::Indented)));
    } else {
        return line.usageError(QStringLiteral("--format: must be text or json"));
    }
    return kDone;
}

const Catalog& catalog() {
    static const ShippedCatalog shipped = shippedCatalog();
    return *shipped.catalog;
}

ParamCounts countsOf(const ScenarioPreset& preset) {
    return paramCounts(setupOf(preset.scenario, catalog()));
}

QString presetsText() {
    QString text = QStringLiteral("Scenarios (--preset)\n");
    for (const ScenarioPreset& preset : catalog().presets) {
        const ParamCounts counts = countsOf(preset);
        text += QStringLiteral("  %1 %2 total %3 active  %4\n")
                    .arg(QString::fromStdString(preset.key), -20)
                    .arg(items::compactCount(counts.total), 7)
                    .arg(items::compactCount(counts.active), 7)
                    .arg(QString::fromStdString(preset.label));
    }
    text += QStringLiteral("\nGPUs (--set gpu.preset=…)\n");
    for (const GpuSpec& gpu : catalog().gpus) {
        text += QStringLiteral("  %1 %2 GiB %3 bf16 TFLOP/s %4 GB/s  %5\n")
                    .arg(QString::fromStdString(gpu.key), -20)
                    .arg(gpu.memory / GiB, 6, 'f', 1)
                    .arg(gpu.bf16 / Tflops, 5, 'f', 0)
                    .arg(gpu.hbm / GBps, 5, 'f', 0)
                    .arg(QString::fromStdString(gpu.label));
    }
    text += QStringLiteral("\nClusters\n");
    for (const ClusterPreset& cluster : catalog().clusters)
        text += QStringLiteral("  %1 %2\n")
                    .arg(QString::fromStdString(cluster.key), -20)
                    .arg(QString::fromStdString(cluster.label));
    text += QStringLiteral("\nRecipes (--set train.recipe=…)\n");
    for (const Recipe& recipe : recipes())
        text += QStringLiteral("  %1 %2\n")
                    .arg(QString::fromUtf8(recipe.key), -28)
                    .arg(QString::fromUtf8(recipe.label));
    return text;
}

QJsonArray presetsJson() {
    QJsonArray array;
    for (const ScenarioPreset& preset : catalog().presets) {
        const ParamCounts counts = countsOf(preset);
        array.append(QJsonObject{{"kind", "scenario"},
                                 {"key", QString::fromStdString(preset.key)},
                                 {"label", QString::fromStdString(preset.label)},
                                 {"note", QString::fromStdString(preset.scenario.note)},
                                 {"total", counts.total},
                                 {"active", counts.active}});
    }
    for (const GpuSpec& gpu : catalog().gpus) {
        array.append(QJsonObject{{"kind", "gpu"},
                                 {"key", QString::fromStdString(gpu.key)},
                                 {"label", QString::fromStdString(gpu.label)},
                                 {"memory_bytes", gpu.memory.base},
                                 {"bf16_flops", gpu.bf16.base},
                                 {"fp8_flops", gpu.fp8.base},
                                 {"bandwidth", gpu.hbm.base},
                                 {"source", QString::fromStdString(gpu.source)}});
    }
    for (const ClusterPreset& cluster : catalog().clusters) {
        QJsonObject set;
        for (const auto& [key, value] : cluster.set)
            set.insert(QString::fromStdString(key), QString::fromStdString(value));
        array.append(QJsonObject{{"kind", "cluster"},
                                 {"key", QString::fromStdString(cluster.key)},
                                 {"label", QString::fromStdString(cluster.label)},
                                 {"set", set}});
    }
    for (const Recipe& recipe : recipes()) {
        QJsonObject set;
        for (const Recipe::Setting& each : recipe.set)
            set.insert(QString::fromUtf8(each.key), QString::fromUtf8(each.text));
        array.append(QJsonObject{{"kind", "recipe"},
                                 {"key", QString::fromUtf8(recipe.key)},
                                 {"label", QString::fromUtf8(recipe.label)},
                                 {"source", QString::fromUtf8(recipe.source)},
                                 {"set", set}});
    }
    return array;
}

} // namespace

int runPresets(const QStringList& arguments) {
    return printList("presets", arguments, presetsText, presetsJson);
}
int runFields(const QStringList& arguments) {
    return printList("fields", arguments, items::fieldListText, items::fieldListJson);
}
int runMetrics(const QStringList& arguments) {
    return printList("metrics", arguments, items::metricListText, items::metricListJson);
}

} // namespace moe::app
