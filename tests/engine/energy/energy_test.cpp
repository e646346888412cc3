// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/energy/energy.h"

#include "models/engine/evaluate.h"
#include "models/engine/plan/serving_search.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/search/estimate.h"
#include "models/engine/shape/gpu_power.h"
#include "tests/engine/cases.h"
#include "tests/support/registry.h"

#include <QTest>

#include <cmath>

using namespace moe;
using namespace moe::test;

namespace {

Scenario edited(const std::string& preset, const std::vector<std::pair<std::string, std::string>>& edits) {
    Scenario scenario = presetScenario(preset);
    for (const auto& [key, text] : edits)
        if (!setField(scenario, key, text).empty()) qFatal("%s", key.c_str());
    return scenario;
}
EnergyReport energyAt(const Scenario& scenario) {
    const Report report = evaluate(scenario, numbersCatalog(), Detail::Numbers);
    if (!report.energy) qFatal("no energy");
    return *report.energy;
}
bool near(double a, double b, double share) {
    return std::abs(a - b) <= share * std::abs(b);
}
/// A server alone: Llama 3 70B on eight H100, so many requests in flight.
Scenario server(const char* requests) {
    return edited("llama-3-70b", {{"train", "null"},
                                  {"parallel.tp", "8"},
                                  {"parallel.pp", "1"},
                                  {"parallel.vpp", "1"},
                                  {"cluster.gpus", "8"},
                                  {"serve.prompt", "1000"},
                                  {"serve.output", "500"},
                                  {"serve.requests", requests}});
}

} // namespace

class EnergyTest : public QObject {
    Q_OBJECT
private slots:
    // MLPerf Training 4.0, Llama 2 70B LoRA on one node of eight H100 (smc.co/mlperfv40): 6.741 kW at the
    // node for 29.1 minutes, 11.77 MJ.
    void aNodeThatTrainsDrawsWhatWasMeasured() {
        const Scenario scenario =
            edited("llama-3-70b-lora", {{"cluster.gpus", "8"}, {"gpu.preset", "h100-sxm"}});
        const EnergyReport energy = energyAt(scenario);
        const double kw = *energy.trainW * 8 * scenario.power.nodeFactor / 1000;
        QVERIFY2(near(kw, 6.741, 0.25), qPrintable(QString::number(kw)));
    }

    // Live servers (boettiger-lab/nrp-carbon-api issue 3).
    void idleGpusDrawWhatWasMeasured() {
        // Idle A100 of 400 W with a model loaded: 84 to 98 W.
        const GpuPower power =
            gpuPower(setupOf(edited("llama-3-70b", {{"gpu.preset", "a100-80g"}}), shippedCatalog()));
        QVERIFY(power.idle >= 84 && power.idle <= 98);
    }

    // 414 g/kWh: Llama 3.1's model card, 11,390 t CO2 of 39.3 million H100-hours at 700 W.
    void carbonFollowsEnergy() {
        Scenario scenario = edited("llama-3-8b", {{"cost.co2_g_per_kwh", "414"}, {"train.tokens", "1e12"}});
        const EnergyReport energy = energyAt(scenario);
        QVERIFY(near(*energy.co2Kg, 0.414 * *energy.kwh, 1e-12));
    }

    /// A step's parts sum to it, and watts lie between waiting and the limit.
    void partsSum() {
        for (const char* preset : {"deepseek-v3", "llama-3-70b", "qwen3-30b-a3b-grpo", "mixtral-8x7b"}) {
            const EnergyReport energy = energyAt(presetScenario(preset));
            double step = 0, request = 0;
            for (const EnergyPart& part : energy.stepParts) step += part.joules;
            for (const EnergyPart& part : energy.requestParts) request += part.joules;
            if (energy.kwhPerStep) QVERIFY(near(step, 3.6e6 * *energy.kwhPerStep, 1e-12));
            if (energy.joulesPerRequest) QVERIFY(near(request, *energy.joulesPerRequest, 1e-12));
            for (const auto& watts : {energy.trainW, energy.prefillW, energy.decodeW, energy.serveW})
                if (watts) QVERIFY(*watts >= energy.idleW - 1e-9 && *watts <= energy.fullW + 1e-9);
        }
    }

    /// Watts of the server are its requests' joules per second; dollars of prompts and tokens are all there
    /// is.
    void aServerConserves() {
        Scenario scenario = server("32");
        scenario.price.gpuHourUsd = 2;
        const Report report = evaluate(scenario, numbersCatalog(), Detail::Numbers);
        const EnergyReport& energy = *report.energy;
        const double rate = *report.serve->requestsPerSecond;
        QVERIFY2(near(rate * *energy.joulesPerRequest, *energy.serveW * 8 * energy.toMeter, 1e-9),
                 qPrintable(QString("%1 %2 %3").arg(rate).arg(*energy.joulesPerRequest).arg(*energy.serveW)));
        const double dollars =
            (1000 * *energy.usdPerMillionPrompt + 500 * *energy.usdPerMillionOutput) * rate / 1e6;
        QVERIFY(near(dollars, 8 * 2 / 3600.0, 1e-9));
        const EnergyReport few = energyAt(server("8"));
        QVERIFY2(*few.joulesPerPromptToken * 10 < *few.joulesPerOutputToken,
                 "prompt tokens are 10 to 100 times as cheap");
    }

    // ML.ENERGY (arXiv 2601.22076): a token of a long answer takes more than one of a short answer; fuller
    // batches take several times less per token, one at a time 50 times more than 128.
    void signsThatWereMeasured() {
        const double one = *energyAt(server("1")).joulesPerOutputToken;
        const double many = *energyAt(server("128")).joulesPerOutputToken;
        QVERIFY2(one > 20 * many && one < 130 * many, qPrintable(QString::number(one / many)));
        Scenario reasons = server("32");
        reasons.serve->output = 5000;
        const EnergyReport chat = energyAt(server("32")), longer = energyAt(reasons);
        QVERIFY(*longer.joulesPerOutputToken > *chat.joulesPerOutputToken);
        QVERIFY(*longer.joulesPerRequest > 8 * *chat.joulesPerRequest);
    }

    /// A lower limit: fewer watts, a longer step, less energy where compute binds.
    void aLimitSlowsWhatComputes() {
        // Two H100 of 700 and 500 W run at clocks that differ by 0.83.
        QVERIFY(near(clockUnderLimit(500, 700), 0.83, 0.01));
        QCOMPARE(clockUnderLimit(800, 700), 1.0);
        const Report full = evaluate(presetScenario("llama-3-70b"), numbersCatalog(), Detail::Numbers);
        const Report limited =
            evaluate(edited("llama-3-70b", {{"power.limit_w", "400"}}), numbersCatalog(), Detail::Numbers);
        QVERIFY(limited.train->step > full.train->step);
        QVERIFY(*limited.energy->trainW <= 400 && *limited.energy->trainW < *full.energy->trainW);
        QVERIFY(*limited.energy->kwhPerStep < *full.energy->kwhPerStep);
        QVERIFY(limited.energy->rackKw < full.energy->rackKw);
    }

    void ownedGpusPayElectricity() {
        Scenario rented = server("32"), owned = server("32");
        rented.price.gpuHourUsd = 2.5;
        owned.cost.gpuUsd = 40000, owned.cost.amortiseYears = 4, owned.cost.kwhUsd = 0.1;
        const double hour = energyAt(owned).usdPerGpuHour;
        QVERIFY(hour > 40000 / (4 * 8766.0) && hour < 40000 / (4 * 8766.0) + 0.1 * 0.7 * 1.3 * 1.2);
        QCOMPARE(energyAt(rented).usdPerGpuHour, 2.5);
    }

    /// A part that is absent costs nothing: without limit and prices every other number is as before.
    void limitsThatDoNotBindChangeNothing() {
        const Report plain = evaluate(presetScenario("mixtral-8x7b"), numbersCatalog(), Detail::Numbers);
        const Report same = evaluate(edited("mixtral-8x7b", {{"power.limit_w", "9999"}, {"power.pue", "1"}}),
                                     numbersCatalog(), Detail::Numbers);
        QCOMPARE(same.train->step.base, plain.train->step.base);
        QVERIFY(near(*plain.energy->kwhPerStep, 1.2 * *same.energy->kwhPerStep, 1e-12));
    }

    void searchesSeeTheSameNumbers() {
        const Scenario scenario = presetScenario("mixtral-8x7b");
        const Report report = evaluate(scenario, numbersCatalog(), Detail::Numbers);
        const Estimate fast = estimate(scenario, numbersCatalog());
        QCOMPARE(*fast.kwhPerStep, *report.energy->kwhPerStep);
        QCOMPARE(*fast.trainW, *report.energy->trainW);
        QCOMPARE(*fast.rackKw, report.energy->rackKw);
        QVERIFY(parseCondition("power.rack_kw<120") && parseObjective("energy.kwh_per_step", false));
        QVERIFY(parseServingCondition("energy.joules_per_output_token<1") &&
                parseServingCondition("power.rack_kw<40"));
    }
};

MOE_TEST(EnergyTest)
#include "energy_test.moc"
