// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Reports built by hand for the picture tests, and where their pictures are written to be looked at.

#include "ui/report_view.h"

#include "models/engine/memory/memory_terms.h"
#include "models/engine/report/report.h"

#include <QCoreApplication>
#include <QDir>
#include <QMouseEvent>

#include <cmath>

namespace moe::test {

struct Basin {
    double lr = 1e-3, batchTokens = 5e6, loss = 2.21; ///< of the optimum
};

/// Quadratic in (ln lr, ln batch) with a tilted axis: loss = best + 0.03 (u² + 0.6 v² − 0.9 u v).
inline double basinLoss(const Basin& basin, double lr, double batch) {
    const double u = std::log(lr / basin.lr), v = std::log(batch / basin.batchTokens);
    return basin.loss + 0.03 * (u * u + 0.6 * v * v - 0.9 * u * v);
}

/// Level sets of the same quadratic, exact: ellipses of 200 points.
inline std::shared_ptr<const LossMap> basinMap(const Basin& basin = {}) {
    auto map = std::make_shared<LossMap>();
    constexpr int kColumns = 200, kRows = 160;
    for (int i = 0; i < kColumns; ++i) map->lr.push_back(1e-4 * std::pow(100, i / (kColumns - 1.0)));
    for (int j = 0; j < kRows; ++j) map->batchTokens.push_back(2.5e5 * std::pow(200, j / (kRows - 1.0)));
    for (double batch : map->batchTokens)
        for (double lr : map->lr) map->loss.push_back(basinLoss(basin, lr, batch));
    map->best = basin.loss;
    const double pi = std::acos(-1.0);
    // u² + 0.6 v² − 0.9 u v = (u − 0.45 v)² + (0.6 − 0.2025) v²
    for (double level : {0.01, 0.02, 0.03, 0.05, 0.07, 0.1, 0.15, 0.2, 0.3}) {
        LossMap::Contour contour;
        contour.level = level;
        contour.closed = true;
        for (int k = 0; k < 200; ++k) {
            const double radius = std::sqrt(level / 0.03), angle = 2 * pi * k / 200;
            const double v = radius * std::sin(angle) / std::sqrt(0.6 - 0.2025);
            const double u = radius * std::cos(angle) + 0.45 * v;
            contour.lr.push_back(basin.lr * std::exp(u));
            contour.batchTokens.push_back(basin.batchTokens * std::exp(v));
        }
        map->contours.push_back(contour);
    }
    return map;
}

inline Report lossReportByHand(Origin origin = Origin::Fitted) {
    const Basin basin;
    Report report;
    report.scenario.model.sequence = 4096;
    report.scenario.train.emplace();
    report.scenario.train->lr = 1.25e-3;
    report.scenario.train->globalBatch = 1024;
    report.scenario.train->tokens = 1.5e12;
    LossReport loss;
    loss.value = basinLoss(basin, 1.25e-3, 1024 * 4096.0);
    loss.origin = origin;
    loss.optimalLr = basin.lr;
    loss.optimalBatchTokens = basin.batchTokens;
    loss.optimalLoss = basin.loss;
    loss.lawLr = 7.4e-4;
    loss.lawBatchTokens = 3.4e6;
    loss.map = basinMap(basin);
    if (origin != Origin::Extrapolated) {
        loss.group = "429M / 40B";
        for (int i = 0; i < 9; ++i)
            for (int j = 0; j < 7; ++j) {
                if ((i == 2 && j == 5) || (i == 7 && j == 1) || (i == 0 && j == 6)) continue; // never run
                MeasuredPoint run;
                run.lr = 1.73e-4 * std::pow(2, i * 0.6);
                run.batchTokens = 524288 * std::pow(2, j);
                run.loss = basinLoss(basin, run.lr, run.batchTokens);
                run.diverged = i == 8 && j < 3;
                if (run.diverged) run.loss += 3;
                loss.measured.push_back(run);
            }
    }
    report.loss = loss;
    return report;
}

/// Memory of `stages` pipeline stages of an MoE run: parameters and activations alike on the inner stages,
/// embeddings and the loss on the ends. GiB per term key; keys not named hold nothing.
inline Report memoryReportByHand(int stages, double activations = 1) {
    Report report;
    report.scenario.model.sequence = 4096;
    report.scenario.train.emplace();
    report.scenario.parallel.pp = stages;
    report.scenario.parallel.dp = stages == 1 ? 64 : 8;
    MemoryReport memory;
    for (int i = 0; i < stages; ++i) {
        const bool first = i == 0, last = i + 1 == stages;
        StageMemory stage;
        stage.stage = i;
        stage.layers = 6;
        const double a = activations * (first ? 1.25 : 1.0);
        const std::vector<std::pair<std::string, double>> gib{{"dense_weights", first || last ? 2.4 : 1.3},
                                                              {"expert_weights", 7.6},
                                                              {"dense_gradients", first || last ? 2.4 : 1.3},
                                                              {"expert_gradients", 7.6},
                                                              {"dense_optimizer", 1.1},
                                                              {"expert_optimizer", 15.2},
                                                              {"framework", 0.1},
                                                              {"norms", 0.6 * a},
                                                              {"attention", 3.9 * a},
                                                              {"router", 0.05 * a},
                                                              {"dispatched", 4.2 * a},
                                                              {"expert_mlp", 7.3 * a},
                                                              {"shared_expert", 0.9 * a},
                                                              {"inputs", 0.01},
                                                              {"dummy_gradients", 0.4},
                                                              {"loss", last ? 2.1 : 0},
                                                              {"lm_head_gradient", last ? 0.9 : 0},
                                                              {"layer_backward", last ? 0 : 1.2}};
        for (const MemoryTerm& term : memoryTerms()) {
            Bytes bytes;
            for (const auto& [key, value] : gib)
                if (key == term.key) bytes = value * GiB;
            stage.terms.push_back(bytes);
            stage.peak += bytes;
        }
        stage.peakLow = stage.peak - 1.6 * a * GiB;
        stage.peakHigh = stage.peak + 1.1 * a * GiB;
        stage.peakPhase = last ? "LM-head backward" : "last-layer backward";
        memory.stages.push_back(stage);
        if (stage.peak > memory.heaviest().peak) memory.worst = i;
    }
    memory.reserved = 1.1 * memory.heaviest().peak;
    memory.device = memory.reserved + 3 * GiB;
    memory.capacity = 81559 * MiB; // H100 80 GB as the driver reports it
    memory.fits = memory.device > memory.capacity         ? Fit::No
                  : memory.device > 0.9 * memory.capacity ? Fit::Tight
                                                          : Fit::Yes;
    if (memory.fits == Fit::No)
        memory.suggestions = {{{{"parallel.ep", "16"}}, 61.2 * GiB},
                              {{{"train.recompute", "moe_act"}}, 72.4 * GiB}};
    memory.gpusPerStage = double(*report.scenario.parallel.dp);
    report.memory = memory;
    return report;
}

inline ReportPtr shared(Report report) {
    return std::make_shared<const Report>(std::move(report));
}

/// Sent straight to the widget: QTest::mouseMove() says nothing when the pointer is there already.
inline void hover(QWidget& widget, QPoint at) {
    QMouseEvent event(QEvent::MouseMove, QPointF(at), QPointF(widget.mapToGlobal(at)), Qt::NoButton,
                      Qt::NoButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&widget, &event);
}

/// build/…/pictures/name
inline QString picturePath(const QString& name) {
    const QDir folder(QCoreApplication::applicationDirPath() + QStringLiteral("/../pictures"));
    folder.mkpath(QStringLiteral("."));
    return folder.filePath(name);
}

} // namespace moe::test
