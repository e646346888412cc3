// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Scenarios from key=value text and the GPUs of the step-time model's table, for tests of training formulas.

#include "models/engine/scenario/catalog.h"
#include "models/engine/scenario/fields.h"

#include <QString>
#include <QStringList>

#include <stdexcept>

namespace moe::test {

inline Catalog trainingCatalog() {
    struct Row {
        const char* key;
        Generation generation;
        double bf16, fp8, hbm, nvlink, nic;
        Count domain;
    };
    static constexpr Row kRows[] = {
        {"a100-80g", Generation::Ampere, 312, 0, 2039, 300, 25, 8},
        {"a800", Generation::Ampere, 312, 0, 2039, 200, 25, 8},
        {"h100-sxm", Generation::Hopper, 989, 1979, 3350, 450, 50, 8},
        {"h800", Generation::Hopper, 989, 1979, 3350, 200, 50, 8},
        {"h200", Generation::Hopper, 989, 1979, 4800, 450, 50, 8},
        {"b200", Generation::Blackwell, 2250, 4500, 8000, 900, 50, 8},
        {"rtx4090", Generation::Ada, 165, 330, 1008, 25, 12.5, 1},
    };
    Catalog catalog;
    for (const Row& row : kRows) {
        GpuSpec gpu;
        gpu.key = gpu.label = row.key;
        gpu.generation = row.generation;
        gpu.memory = 80 * GiB;
        gpu.bf16 = row.bf16 * Tflops;
        gpu.fp8 = row.fp8 * Tflops;
        gpu.hbm = row.hbm * GBps;
        gpu.nvlink = row.nvlink * GBps;
        gpu.nic = row.nic * GBps;
        gpu.domain = row.domain;
        catalog.gpus.push_back(gpu);
    }
    // Grand Teton: 500 W H100 with HBM2e.
    GpuSpec slow = *catalog.gpu("h100-sxm");
    slow.label = "H100 500 W";
    slow.hbm = 2400 * GBps;
    slow.clockFactor = 0.83;
    slow.memory = 96 * GiB;
    Catalog both = catalog;
    both.gpus.push_back(slow);
    both.gpus.back().key = "h100-500w";
    return both;
}

/// "model.layers=32 model.hidden=4096 …"; throws on a key or value the table of knobs does not take.
inline Scenario scenarioOf(const QString& text, Scenario scenario = {}) {
    for (const QString& pair : text.split(' ', Qt::SkipEmptyParts)) {
        const qsizetype equals = pair.indexOf('=');
        const std::string key = pair.left(equals).toStdString(), value = pair.mid(equals + 1).toStdString();
        if (!setField(scenario, key, value).empty()) throw std::invalid_argument(pair.toStdString());
    }
    return scenario;
}

} // namespace moe::test
