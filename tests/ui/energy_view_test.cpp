// SPDX-License-Identifier: GPL-3.0-or-later
// Power and energy as bars.

#include "models/engine/report/metrics.h"
#include "tests/support/registry.h"
#include "tests/support/sample_report.h"
#include "tests/ui/plot_fixture.h"
#include "tests/ui/view_fixture.h"
#include "ui/plots/serve/energy_view.h"

#include <cmath>

using namespace moe;
using namespace moe::ui;
using namespace moe::test;

namespace {

std::shared_ptr<const Report> withEnergy() {
    Report report = sampleReport();
    EnergyReport energy;
    energy.idleW = 100, energy.fullW = 700;
    energy.trainW = 600, energy.decodeW = 450;
    energy.stepParts = {{"train", 3.6e6}, {"idle", 1.8e6}};
    energy.kwhPerStep = 1.5;
    energy.joulesPerTrainedToken = 0.5;
    energy.requestParts = {{"prompt", 20}, {"output", 60}, {"idle", 40}};
    energy.joulesPerRequest = 120;
    energy.joulesPerOutputToken = 0.6, energy.joulesPerPromptToken = 0.02;
    report.energy = energy;
    return std::make_shared<const Report>(report);
}

} // namespace

class EnergyViewTest : public QObject {
    Q_OBJECT

private slots:
    void saysWhyThereIsNothing() {
        Report report = sampleReport();
        report.energy.reset();
        const auto view = shownView<EnergyView>(std::make_shared<const Report>(report));
        QVERIFY(view->summary().contains("no energy"));
    }
    void barsAreAsLongAsTheirParts() {
        const auto view = shownView<EnergyView>(withEnergy());
        QVERIFY2(view->summary().contains("120 J") && view->summary().contains("1.50 kWh"),
                 qPrintable(view->summary()));
        const Hits& hits = view->canvas()->hits();
        const auto widthOf = [&](const char* key, const char* words) {
            double width = 0;
            for (const HitArea& hit : hits)
                if (hit.key == QLatin1String(key) && hit.toolTip.contains(QLatin1String(words)))
                    width += hit.area.width();
            return width;
        };
        const double prompt = widthOf("energy.joules_per_request", "prompt"),
                     answer = widthOf("energy.joules_per_request", "answer"),
                     wait = widthOf("energy.joules_per_request", "waiting");
        QVERIFY(prompt > 0 && std::abs(answer / prompt - 3) < 0.01 && std::abs(wait / prompt - 2) < 0.01);
        QVERIFY(std::abs(widthOf("power.train_w", "W") / widthOf("power.decode_w", "W") - 600.0 / 450) <
                0.01);
        // A step's and a request's fill their own scales.
        QVERIFY(std::abs(widthOf("energy.kwh_per_step", "") / (prompt + answer + wait) - 1) < 0.01);
    }
};

MOE_TEST(EnergyViewTest)
#include "energy_view_test.moc"
