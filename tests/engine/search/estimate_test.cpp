// SPDX-License-Identifier: GPL-3.0-or-later
// The fast estimate equals the full report; laws that hold for every scenario.

#include "models/engine/cost/network.h"
#include "models/engine/evaluate.h"
#include "models/engine/memory/memory.h"
#include "models/engine/scenario/validate.h"
#include "models/engine/search/estimate.h"
#include "models/engine/serve/serve.h"
#include "models/engine/shape/setup.h"
#include "models/engine/time/step_time_report.h"
#include "tests/engine/cases.h"

#include <QDir>
#include <QTest>

#include <cmath>
#include <random>

using namespace moe;
using namespace moe::test;

namespace {

std::vector<Scenario> presets() {
    std::vector<Scenario> made;
    for (const QString& name : QDir(":/presets").entryList({"*.yaml"}))
        made.push_back(presetScenario(name.chopped(5).toStdString()));
    return made;
}

/// Valid changes of the presets: layouts, batches, precision, recompute, overlap, routing.
class RandomScenarios {
public:
    Scenario next() {
        for (;;) {
            Scenario made = draw();
            if (brokenRules(made, shippedCatalog()).empty()) return made;
        }
    }

private:
    Count pick(std::initializer_list<Count> values) { return values.begin()[m_random() % values.size()]; }
    bool coin() { return m_random() % 2 == 0; }

    Scenario draw() {
        Scenario s = m_presets[m_random() % m_presets.size()];
        s.parallel = {};
        s.parallel.tp = pick({1, 2, 4, 8});
        s.parallel.pp = pick({1, 1, 2, 4});
        s.parallel.vpp = pick({1, 1, 2});
        s.parallel.cp = pick({1, 1, 2});
        s.parallel.ep = s.moe ? pick({1, 2, 4, 8, 16}) : 1;
        s.parallel.etp = s.moe ? pick({1, 1, 2}) : 1;
        s.parallel.sequenceParallel = coin();
        s.parallel.cpComm = coin() ? CpComm::Ring : CpComm::AllToAll;
        s.routing.replicas.reset();
        s.cluster.gpus = pick({8, 64, 256, 1024});
        s.cluster.oversubscription = static_cast<double>(pick({1, 2, 4}));
        s.gpu = {};
        s.gpu.preset = shippedCatalog().gpus[m_random() % shippedCatalog().gpus.size()].key;
        s.precision.compute = static_cast<DataType>(pick({1, 2, 6, 8})); // bf16, fp8, mxfp8, nvfp4
        if (!s.train) return s;
        s.train->globalBatch = pick({64, 512, 4096});
        s.train->microBatch = pick({1, 2, 8});
        s.train->zero = pick({0, 1, 2, 3});
        s.train->recompute = {static_cast<Recompute::Mode>(pick({0, 1, 2})), {}};
        s.train->stack = coin() ? Stack::Megatron2024 : Stack::Megatron2026;
        s.train->dispatcher = static_cast<Dispatcher>(pick({0, 1, 2}));
        s.train->cudaGraphs = static_cast<CudaGraphs>(pick({0, 1, 2}));
        s.train->fusedGroupedMlp = coin();
        s.train->delayWgrad = coin();
        s.train->narrowWeights = coin();
        s.train->narrowActivations = coin();
        s.train->optimizer = coin() ? Optimizer::Adam : Optimizer::Muon;
        if (coin()) s.train->gradReduce = GradReduce::Bf16;
        if (s.parallel.pp == 1 && s.train->cudaGraphs == CudaGraphs::None)
            s.train->activationOffload = 0.25 * static_cast<double>(pick({0, 1, 4}));
        s.train->epOverlap = coin();
        s.train->schedule.reset();
        if (s.parallel.pp > 1 && coin())
            s.train->schedule = schedules()[m_random() % schedules().size()].kind;
        s.train->dpOverlap = coin();
        s.train->eager = coin();
        return s;
    }

    std::vector<Scenario> m_presets = presets();
    std::mt19937 m_random{11};
};

bool sane(double value) {
    return std::isfinite(value) && value >= 0;
}

} // namespace

class EstimateTest : public QObject {
    Q_OBJECT

private slots:
    void equalsTheReport() {
        RandomScenarios scenarios;
        for (int i = 0; i < 200; ++i) {
            const Scenario scenario = scenarios.next();
            if (!scenario.train) continue;
            const Estimate fast = estimate(scenario, shippedCatalog());
            const Setup setup = setupOf(scenario, shippedCatalog());
            const MemoryReport memory = memoryWithoutSuggestions(setup);
            const TrainReport train = trainingStep(setup);
            QCOMPARE(fast.fixed.base, memory.heaviest().fixed.base);
            QCOMPARE(fast.peak.base, memory.heaviest().peak.base);
            QCOMPARE(fast.worst, memory.worst);
            QCOMPARE(fast.reserved.base, memory.reserved.base);
            QCOMPARE(fast.device.base, memory.device.base);
            QCOMPARE(fast.capacity.base, memory.capacity.base);
            QVERIFY(fast.fits == memory.fits);
            QCOMPARE(fast.step.base, train.step.base);
            QCOMPARE(fast.tokensPerSecond, train.tokensPerSecond);
            QCOMPARE(fast.tokensPerSecondPerGpu, train.tokensPerSecondPerGpu);
            QCOMPARE(fast.modelTflopsPerGpu, train.modelTflopsPerGpu);
            QCOMPARE(fast.mfu, train.mfu);
            QCOMPARE(fast.bubbleFraction, train.bubbleFraction);
            QCOMPARE(fast.gpuHours, train.gpuHours);
            QCOMPARE(fast.days, train.days);
            QCOMPARE(fast.usd, train.usd);
            QCOMPARE(fast.energyKwh, train.energyKwh);
        }
    }

    /// 10 000 valid scenarios: nothing negative, nothing infinite, parts sum to the whole.
    void everyNumberIsSane() {
        RandomScenarios scenarios;
        for (int i = 0; i < 10000; ++i) {
            const Scenario scenario = scenarios.next();
            const Setup setup = setupOf(scenario, shippedCatalog());
            if (scenario.train) {
                const Estimate fast = estimate(setup);
                QVERIFY(sane(fast.peak.base) && fast.fixed <= fast.peak && fast.peak < fast.device);
                QVERIFY(sane(fast.step.base) && fast.step.base > 0 && sane(fast.mfu) && fast.mfu < 1);
                QVERIFY(sane(fast.bubbleFraction) && sane(fast.tokensPerSecond));
                const TrainReport train = trainingStep(setup);
                double exposed = 0;
                for (const TimeTerm& term : train.terms) {
                    QVERIFY(sane(term.exposed.base) && sane(term.seconds.base));
                    exposed += term.exposed.base;
                }
                QVERIFY(std::abs(exposed / train.step.base - 1) < 1e-9);
            }
            if (!scenario.serve || i % 20) continue;
            std::vector<Warning> warnings;
            const ServeReport serve = serving(setup, nullptr, warnings);
            QVERIFY(sane(serve.weights.base) && sane(serve.kvPerToken.base));
            for (const std::optional<Seconds>& time : {serve.ttft, serve.tpot, serve.latency})
                QVERIFY(!time || (sane(time->base) && time->base > 0));
        }
    }

    void fullRecomputeNeverNeedsMore() {
        RandomScenarios scenarios;
        for (int i = 0; i < 2000; ++i) {
            Scenario scenario = scenarios.next();
            if (!scenario.train) continue;
            scenario.train->recompute = {};
            const Bytes none = estimate(scenario, shippedCatalog()).peak;
            scenario.train->recompute.mode = Recompute::Mode::Full;
            const Bytes full = estimate(scenario, shippedCatalog()).peak;
            QVERIFY2(full <= (1 + 1e-12) * none,
                     qPrintable(QString("%1 over %2 GiB").arg(full / GiB).arg(none / GiB)));
        }
    }

    void oversubscriptionNeverSpeedsAStep() {
        RandomScenarios scenarios;
        for (int i = 0; i < 500; ++i) {
            Scenario scenario = scenarios.next();
            if (!scenario.train) continue;
            Seconds step, exchange;
            for (double oversubscription : {1.0, 2.0, 4.0, 8.0}) {
                scenario.cluster.oversubscription = oversubscription;
                const Setup setup = setupOf(scenario, shippedCatalog());
                const Seconds now = estimate(setup).step;
                QVERIFY(now >= step);
                step = now;
                if (!setup.isMoe) continue;
                const Seconds dispatch = moeNetwork(setup, setup.T, nullptr, setup.imbalance).dispatchTime;
                QVERIFY(dispatch >= exchange);
                exchange = dispatch;
            }
        }
    }
};

MOE_TEST(EstimateTest)
#include "estimate_test.moc"
