// SPDX-License-Identifier: GPL-3.0-or-later
// What holds for every scenario. MOE_PROPERTY_SCENARIOS and MOE_PROPERTY_SEED make a run longer or another
// one; a failure prints the seed, the number of the scenario and its text.

#include "models/engine/evaluate.h"
#include "models/engine/report/metrics.h"
#include "models/engine/time/step_time_report.h"
#include "tests/engine/random_scenarios.h"

#include <QElapsedTimer>
#include <QTest>

using namespace moe;
using namespace moe::test;

namespace {

bool sane(double value) {
    return std::isfinite(value) && value >= 0;
}

/// A part of the step that has nothing to do where its degree is one, and takes time nevertheless; or empty.
std::string idlePart(const Report& report) {
    const ParallelSpec& p = report.scenario.parallel;
    const bool moe = report.scenario.moe.has_value();
    const std::pair<const char*, bool> idle[] = {
        {"tp", p.tp == 1},     {"cp", p.cp == 1},     {"pipeline", p.pp == 1},
        {"bubble", p.pp == 1}, {"expert_gemm", !moe}, {"alltoall", !moe || (p.ep == 1 && p.etp == 1)}};
    const double rounding = 1e-12 * report.train->step.base;
    for (std::size_t i = 0; i < report.train->terms.size(); ++i)
        for (const auto& [key, nothing] : idle)
            if (nothing && timeTerms()[i].key == std::string_view(key) &&
                report.train->terms[i].seconds.base > rounding)
                return key;
    return {};
}

/// The first number of a report that no machine could show, or empty.
std::string insane(const Report& report) {
    for (const Metric& metric : metrics()) {
        const std::optional<double> value = metric.value(report);
        const bool slope = std::string_view(metric.key).find("slope") != std::string_view::npos;
        if (value && !(slope ? std::isfinite(*value) : sane(*value)))
            return std::string(metric.key) + " is " + std::to_string(*value);
        // Of the bubble it is the share of the time without it, which has no end.
        const std::string_view key = metric.key;
        if (value && std::string_view(metric.unit) == "share" && key != "train.bubble_fraction" &&
            *value > 1 + 1e-9)
            return "of a whole, " + std::string(key) + " is " + std::to_string(*value);
    }
    if (report.memory) {
        for (const StageMemory& stage : report.memory->stages) {
            Bytes sum;
            for (const Bytes& term : stage.terms) {
                if (!sane(term.base)) return "a memory term is " + std::to_string(term.base);
                sum += term;
            }
            if (std::abs(sum.base - stage.peak.base) > 1e-9 * stage.peak.base)
                return "memory terms do not sum to the peak";
            if (!(stage.fixed <= stage.peak * (1 + 1e-12))) return "more static memory than peak";
        }
        for (const MemorySuggestion& one : report.memory->suggestions)
            if (!sane(one.device.base)) return "a suggestion's memory";
    }
    if (report.train) {
        double exposed = 0;
        for (const TimeTerm& term : report.train->terms) {
            if (!sane(term.seconds.base) || !sane(term.exposed.base)) return "a time term";
            if (term.exposed.base > term.seconds.base * (1 + 1e-9))
                return "more of a part shows than there is";
            if (term.exposed.base > report.train->step.base * (1 + 1e-9))
                return "a part longer than the step";
            exposed += term.exposed.base;
        }
        if (std::abs(exposed - report.train->step.base) > 1e-9 * exposed)
            return "time terms do not sum to the step";
        if (report.train->step.base <= 0) return "a step without time";
        if (report.train->mfu > 1 + 1e-9) return "MFU over 1";
        if (const std::string part = idlePart(report); !part.empty()) return part + " has nothing to do";
    }
    if (report.serve) {
        const ServeReport& serve = *report.serve;
        const auto parts = [](const std::vector<ServePart>& all, const std::optional<Seconds>& total) {
            double exposed = 0;
            for (const ServePart& part : all) {
                if (!sane(part.seconds.base) || !sane(part.exposed.base)) return false;
                if (part.exposed.base > part.seconds.base * (1 + 1e-9)) return false;
                exposed += part.exposed.base;
            }
            return all.empty() || !total || std::abs(exposed - total->base) <= 1e-9 * exposed;
        };
        if (!parts(serve.prefillParts, serve.ttft)) return "parts of the prefill";
        if (!parts(serve.decodeParts, serve.tpot)) return "parts of a decode step";
        for (const double value : {serve.kvCache.base, serve.buffers.base, serve.activations.base,
                                   serve.largestRequests, serve.sequences, serve.context})
            if (!sane(value)) return "a number of serving is " + std::to_string(value);
    }
    if (report.placement) {
        const PlacementReport& placement = *report.placement;
        if (placement.gpus.maxOverMean < 1 - 1e-9 && placement.gpus.maxOverMean > 0)
            return "a busiest GPU below the mean";
        for (const double load : placement.gpuLoad)
            if (!sane(load)) return "load of a GPU";
        if (placement.gpus.maxOverMean > 0 && placement.lowerBound > placement.gpus.maxOverMean * (1 + 1e-9))
            return "a placement better than its bound";
        for (const Count expert : placement.slotExperts)
            if (expert < 0 || expert >= report.scenario.moe->experts) return "a slot holds no expert";
    }
    return {};
}

} // namespace

class PropertyTest : public QObject {
    Q_OBJECT

private slots:
    /// Valid ones give finite numbers that add up, the others are refused at a key with a rule; every one of
    /// them reads back from its own text as it was.
    void everyScenarioIsAnsweredOrRefused() {
        const unsigned seed = seedOf(20);
        const int count = countOf(kScenarios);
        ScenarioDraw draw(seed);
        int valid = 0;
        double slowest = 0;
        int slowestNumber = 0;
        for (int i = 0; i < count; ++i) {
            const Scenario scenario = draw.next();
            const Problems problems = brokenRules(scenario, numbersCatalog());
            for (const Problem& problem : problems)
                MOE_LAW(findField(problem.key) && !problem.rule.empty(),
                        "refused without a place: " + toString(problem), seed, i, scenario);
            const std::string text = scenarioText(scenario);
            const Result<Scenario> again = readScenario(text, "s.yaml");
            MOE_LAW(again && *again == scenario, "reads back as another", seed, i, scenario);
            if (!problems.empty()) {
                const Result<Scenario> refused = readValidScenario(text, "s.yaml", numbersCatalog());
                MOE_LAW(!refused && refused.error().size() == problems.size(),
                        "a file of it is not refused alike", seed, i, scenario);
                continue;
            }
            ++valid;
            QElapsedTimer clock;
            clock.start();
            std::string wrong;
            try {
                wrong = insane(evaluate(scenario, numbersCatalog(), Detail::Numbers));
            } catch (const std::exception& error) {
                wrong = std::string("throws ") + error.what();
            }
            if (!wrong.empty()) QFAIL(account(wrong, seed, i, scenario));
            if (const double took = double(clock.nsecsElapsed()) * 1e-6; took > slowest) {
                slowest = took;
                slowestNumber = i;
                if (took > 5000) qInfo("%s", account("takes long", seed, i, scenario).constData());
            }
        }
        qInfo("seed %u: %d scenarios, %d valid; the slowest took %.0f ms (number %d)", seed, count, valid,
              slowest, slowestNumber);
        QVERIFY(valid > count / 5);
    }

    void wrongTextsAreRefusedAndChangeNothing() {
        const unsigned seed = seedOf(21);
        ScenarioDraw draw(seed);
        for (int i = 0; i < countOf(5000); ++i) {
            if (i % 100 == 0) m_scenario = draw.next();
            const Field& field = fields()[draw.below(fields().size())];
            const std::string text = draw.wrongText(field);
            Scenario changed = m_scenario;
            const Problems problems = setField(changed, field.key, text);
            if (problems.empty()) { // a text that this field does take: then it must be one of its own
                MOE_LAW(field.kind == FieldKind::Text || field.choices.empty(),
                        std::string(field.key) + " took \"" + text + '"', seed, i, m_scenario);
                continue;
            }
            MOE_LAW(changed == m_scenario, "a refused value was set", seed, i, m_scenario);
            MOE_LAW(problems.size() == 1 && problems[0].key == field.key && !problems[0].rule.empty(),
                    toString(problems), seed, i, m_scenario);
        }
    }

private:
    Scenario m_scenario;
};

MOE_TEST(PropertyTest)
#include "property_test.moc"
