// SPDX-License-Identifier: GPL-3.0-or-later
// What holds of every search, over presets on few GPUs: no layout of one's own is better, its numbers are the
// report's, and better or more GPUs never make the best step slower.

#include "models/engine/evaluate.h"
#include "models/engine/scenario/validate.h"
#include "models/engine/search/search.h"
#include "tests/engine/random_scenarios.h"

#include <QTest>

using namespace moe;
using namespace moe::test;

namespace {

class SearchDraw {
public:
    explicit SearchDraw(unsigned seed) : m_random(seed) {}
    std::size_t below(std::size_t end) { return std::size_t(m_random() % end); }
    template <class T> const T& of(const std::vector<T>& list) { return list[below(list.size())]; }

    /// A preset that trains, on few GPUs, where something fits.
    Scenario scenario() {
        static const std::vector<Scenario> all = [] {
            std::vector<Scenario> trained;
            for (const QString& name : QDir(":/presets").entryList({"*.yaml"}, QDir::Files, QDir::Name))
                if (Scenario one = presetScenario(name.chopped(5).toStdString()); one.train && !one.rl)
                    trained.push_back(std::move(one));
            return trained;
        }();
        Scenario made = of(all);
        made.serve.reset();
        made.parallel = {};
        made.cluster.gpus = Count{8} << below(3);
        made.gpu.memoryGib = 512; // most presets are larger than so few GPUs
        made.train->globalBatch = 32 << below(3);
        made.train->microBatch = 1;
        if (below(3) == 0) { // whose gradients are there for the step alone, on GPUs that may be too small
            made.train->stack = Stack::PyTorch;
            made.train->gradBytes = 2;
            made.gpu.memoryGib = 32 << below(5);
        }
        return made;
    }

    /// A layout of the space, whatever it is worth.
    Layout layout(const SearchRequest& request, Count gpus) {
        const LayoutSpace& space = request.space;
        Layout made = of(layoutSplits(space, gpus));
        made.vpp = std::int32_t(1 + below(std::size_t(mostVirtual(space.base, made.pp))));
        made.recompute = std::int32_t(below(space.recomputes.size()));
        made.zero = std::int32_t(of(space.zeros));
        return made;
    }

private:
    std::mt19937 m_random;
};

std::optional<SearchRequest> fastest(const Scenario& scenario) {
    const Count gpus = *scenario.cluster.gpus;
    Result<SearchRequest> made =
        searchRequest(scenario, shippedCatalog(),
                      searchGoal({valueOf(parseObjective("train.step_seconds", false))}, {}), gpus, gpus, 1);
    if (!made) return {};
    return std::move(made).value();
}

/// Absent where nothing fits.
std::optional<double> bestStep(const Scenario& scenario) {
    const std::optional<SearchRequest> request = fastest(scenario);
    if (!request) return {};
    const Found found = searched(*request, shippedCatalog());
    if (found.best().empty()) return {};
    return found.best().front().estimate.step.base;
}

GpuSpec gpuOf(const Scenario& scenario) {
    return *shippedCatalog().gpu(scenario.gpu.preset);
}

struct Improvement {
    const char* name;
    void (*change)(Scenario&);
};
constexpr Improvement kBetter[] = {
    {"memory bandwidth",
     [](Scenario& s) { s.gpu.bandwidthTbps = 1.5 * s.gpu.bandwidthTbps.value_or(gpuOf(s).hbm / TBps); }},
    {"arithmetic",
     [](Scenario& s) {
         s.gpu.bf16Tflops = 1.5 * s.gpu.bf16Tflops.value_or(gpuOf(s).bf16 / Tflops);
         s.gpu.fp8Tflops = 1.5 * s.gpu.fp8Tflops.value_or(gpuOf(s).fp8 / Tflops);
     }},
    {"memory", [](Scenario& s) { s.gpu.memoryGib = 1.5 * *s.gpu.memoryGib; }},
    {"NVLink",
     [](Scenario& s) { s.cluster.nvlinkGbps = 1.5 * s.cluster.nvlinkGbps.value_or(gpuOf(s).nvlink / GBps); }},
    {"NIC", [](Scenario& s) { s.cluster.nicGbps = 1.5 * s.cluster.nicGbps.value_or(gpuOf(s).nic / GBps); }},
    {"twice the GPUs", [](Scenario& s) { s.cluster.gpus = 2 * *s.cluster.gpus; }},
};
constexpr double kRounding = 1e-9;

} // namespace

class SearchLawsTest : public QObject {
    Q_OBJECT

private slots:
    void noLayoutOfOnesOwnIsBetter() {
        SearchDraw draw(seedOf(91));
        int asked = 0;
        for (int i = 0; i < countOf(12); ++i) {
            const Scenario scenario = draw.scenario();
            const std::optional<SearchRequest> request = fastest(scenario);
            if (!request) continue;
            const Found found = searched(*request, shippedCatalog());
            double best = HUGE_VAL; // nothing fits
            if (!found.best().empty()) {
                const FoundLayout& first = found.best().front();
                best = first.estimate.step.base;
                const Report report =
                    evaluate(layoutScenario(first.layout, request->space), shippedCatalog(), Detail::Numbers);
                QVERIFY(report.train);
                MOE_LAW(std::abs(report.train->step.base / best - 1) <= kRounding, "the report is another",
                        seedOf(91), i, report.scenario);
            }
            for (int own = 0; own < 30; ++own) {
                const Layout layout = draw.layout(*request, *scenario.cluster.gpus);
                const Scenario made = layoutScenario(layout, request->space);
                if (!brokenRules(made, shippedCatalog()).empty()) continue;
                const Report one = evaluate(made, shippedCatalog(), Detail::Numbers);
                if (one.memory->fits == Fit::No) continue;
                ++asked;
                MOE_LAW(one.train->step.base >= (1 - kRounding) * best, "better than the best", seedOf(91), i,
                        made);
            }
        }
        if (countOf(12) >= 12) QVERIFY(asked > 50);
    }

    void betterOrMoreGpusNeverSlowTheBest() {
        SearchDraw draw(seedOf(92));
        int asked = 0;
        for (int i = 0; i < countOf(24); ++i) {
            const Scenario scenario = draw.scenario();
            const std::optional<double> before = bestStep(scenario);
            if (!before) continue;
            const Improvement& better = kBetter[draw.below(std::size(kBetter))];
            Scenario after = scenario;
            better.change(after);
            const std::optional<double> now = bestStep(after);
            MOE_LAW(now, std::string(better.name) + ": nothing fits", seedOf(92), i, scenario);
            MOE_LAW(*now <= (1 + kRounding) * *before,
                    std::string(better.name) + ": " + std::to_string(*before) + " → " + std::to_string(*now),
                    seedOf(92), i, scenario);
            ++asked;
        }
        if (countOf(24) >= 24) QVERIFY(asked > 10);
    }
};

MOE_TEST(SearchLawsTest)
#include "search_laws_test.moc"
