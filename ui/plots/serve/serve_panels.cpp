// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/serve/serve_panels.h"

#include "models/items/words.h"

namespace moe::ui {

using items::ServeKind;

static QString batchLabel(const ServeCurves& curves, std::size_t index) {
    QString text = items::serveCountText(curves.batch[index].requests);
    if (curves.batchKnee == index) text += items::Words::tr(", knee");
    if (curves.batchLargest == index) text += items::Words::tr(", largest that fits");
    return text;
}

static QString spreadLabel(const ServeCurves& curves, std::size_t index) {
    const ServePoint& point = curves.spread[index];
    return point.fits && point.efficiency > 0 ? items::efficiencyText(point.efficiency) : QString();
}

const std::vector<ServePanel>& servePanels(ServeKind kind) {
    using P = const ServePoint&;
    static const std::vector<ServePanel> batch{{.xTitle = QT_TRANSLATE_NOOP("Table", "Tokens/s per user"),
                                                .yTitle = QT_TRANSLATE_NOOP("Table", "Tokens/s per GPU"),
                                                .x = [](P p) { return p.tokensPerSecondPerUser(); },
                                                .y = [](P p) { return p.tokensPerSecondPerGpu; },
                                                .tpotAbove = true,
                                                .label = batchLabel}};
    static const std::vector<ServePanel> spread{{.xTitle = QT_TRANSLATE_NOOP("Table", "Experts per GPU"),
                                                 .yTitle = QT_TRANSLATE_NOOP("Table", "Tokens/s per GPU"),
                                                 .x = [](P p) { return p.expertsPerGpu; },
                                                 .y = [](P p) { return p.tokensPerSecondPerGpu; },
                                                 .xFalls = true,
                                                 .xPoints = true,
                                                 .yFromZero = true,
                                                 .knee = true},
                                                {.xTitle = "GPUs",
                                                 .yTitle = QT_TRANSLATE_NOOP("Table", "Tokens/s in all"),
                                                 .x = [](P p) { return p.allGpus(); },
                                                 .y = [](P p) { return p.tokensPerSecond(); },
                                                 .ideal = true,
                                                 .label = spreadLabel}};
    return kind == ServeKind::Batch ? batch : spread;
}

} // namespace moe::ui
