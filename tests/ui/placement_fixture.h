// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What tests of the placement view share: reports of one placement, grabbed pictures, texts under a pointer.

#include "models/engine/evaluate.h"
#include "models/engine/placement/placement.h"
#include "models/engine/report/report.h"
#include "models/engine/scenario/catalog.h"
#include "models/engine/shape/setup.h"
#include "tests/engine/cases.h"
#include "tests/ui/view_fixture.h"
#include "ui/placement/placement_view.h"

#include <QImage>
#include <QSet>

namespace moe::test {

using ui::PlacementView;

/// One sparse layer of a model, and where its experts are.
struct PlacedExperts {
    Count experts = 8, topK = 2, ep = 8;
    Distribution distribution = Distribution::Zipf;
    double skew = 0.7;
    double tokens = 4096;
    PlacementAlgorithm placement = PlacementAlgorithm::Contiguous;
    Count redundant = 0;
    Count domain = 8;
};

inline ReportPtr reportOf(const PlacedExperts& what) {
    Scenario scenario;
    scenario.moe = MoeSpec{};
    scenario.moe->experts = what.experts;
    scenario.moe->topK = what.topK;
    scenario.parallel.ep = what.ep;
    scenario.routing = {what.distribution, what.skew, 1, what.placement, what.experts + what.redundant};
    Setup setup;
    setup.scenario = &scenario;
    setup.isMoe = true;
    setup.E = double(what.experts);
    setup.k = double(what.topK);
    setup.ep = double(what.ep);
    setup.expertSlots = double(what.experts + what.redundant);
    setup.domain = double(what.domain);
    auto report = std::make_shared<Report>();
    report->scenario = scenario;
    report->placement = expertPlacement(setup, what.tokens);
    if (what.ep > what.domain) {
        NetworkReport network;
        network.crossNode = what.tokens * double(what.topK) * 7168 * byte;
        network.leafSwitches = 8;
        network.spineSwitches = 4;
        network.busiestLinkUtilisation = 0.72;
        report->network = network;
    }
    return report;
}

inline ReportPtr stepLaw() {
    return reportOf({88, 2, 8});
}
inline ReportPtr wide() {
    return reportOf({256, 8, 64, Distribution::Zipf, 0.7, 128});
}
inline ReportPtr dense() {
    return std::make_shared<Report>();
}

inline QImage grabbed(PlacementView& view, const ReportPtr& report, const QString& name, bool dark = false,
                      QSize size = {700, 450}) {
    view.setPalette(ui::windowPalette(dark));
    view.resize(size);
    view.setReport(report);
    const QImage image = view.grab().toImage();
    image.save(QCoreApplication::applicationDirPath() + QStringLiteral("/placement_%1.png").arg(name));
    return image;
}

inline int colours(const QImage& image) {
    QSet<QRgb> seen;
    for (int y = 0; y < image.height(); y += 2)
        for (int x = 0; x < image.width(); x += 2) seen.insert(image.pixel(x, y));
    return static_cast<int>(seen.size());
}

/// Texts of every cell that a pointer finds.
inline QSet<QString> textsUnder(const PlacementView& view, int step) {
    QSet<QString> texts;
    for (int y = 0; y < view.height(); y += step)
        for (int x = 0; x < view.width(); x += step) texts.insert(view.textAt({x + 0.5, y + 0.5}));
    texts.remove(QString());
    return texts;
}

struct Evaluated {
    CatalogPtr catalog;
    ReportPtr report;
};
inline Evaluated evaluated(const std::string& preset, const RoutingSpec& routing) {
    auto catalog = std::make_shared<Catalog>(shippedCatalog());
    Scenario scenario = presetScenario(preset);
    scenario.routing = routing;
    return {catalog, std::make_shared<const Report>(evaluate(scenario, *catalog, Detail::Numbers))};
}

inline void answerTo(PlacementView& view, const ui::Question& question) {
    const auto study = placementStudy(question.report->scenario, *question.catalog,
                                      ui::placementQuestion(question.arguments));
    view.setAnswer({question, study ? std::make_shared<const PlacementStudy>(*study) : PlacementStudyPtr()});
}

/// Shows what the view asks for at once, as the window does a moment later.
inline void answer(PlacementView& view, const CatalogPtr& catalog) {
    QObject::connect(&view, &ui::ReportView::asked, &view, [&view] {
        if (!view.question().key.isEmpty()) answerTo(view, view.question());
    });
    view.setCatalog(catalog);
}

/// Turned by notches of 15°, above the point.
inline void turnWheel(QWidget& view, QPointF at, int notches) {
    QWheelEvent wheel(at, at, {}, {0, 120 * notches}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(&view, &wheel);
}

} // namespace moe::test
