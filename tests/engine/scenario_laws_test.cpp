// SPDX-License-Identifier: GPL-3.0-or-later
// How numbers must move when a scenario changes in one way, told of scenarios drawn at random; longer and
// other runs as in property_test.cpp.

#include "models/engine/evaluate_formulas.h"
#include "models/engine/memory/memory_terms.h"
#include "models/engine/report/report.h"
#include "models/engine/schedule/schedules.h"
#include "models/engine/shape/setup.h"
#include "tests/engine/random_scenarios.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <iterator>

using namespace moe;
using namespace moe::test;

namespace {

Bytes expertBytes(const Report& report) {
    Bytes most;
    for (const StageMemory& stage : report.memory->stages) {
        Bytes sum;
        for (std::size_t i = 0; i < memoryTerms().size(); ++i) {
            const std::string_view key = memoryTerms()[i].key;
            if (key == "expert_weights" || key == "expert_gradients" || key == "expert_optimizer")
                sum += stage.terms[i];
        }
        most = std::max(most, sum);
    }
    return most;
}

using Number = std::optional<double>;
/// value(after) against value(before) times a factor: never more, never less, or the same.
struct Claim {
    const char* what;
    Number (*value)(const Report&);
    enum Kind { NeverMore, NeverLess, Times } kind;
    double factor = 1;
};
struct Law {
    const char* name;
    bool (*change)(Scenario&); ///< false: says nothing of this scenario
    std::vector<Claim> claims;
};

Number step(const Report& r) {
    return r.train ? Number(r.train->step.base) : Number();
}
Number peak(const Report& r) {
    return r.memory ? Number(r.memory->heaviest().peak.base) : Number();
}
Number device(const Report& r) {
    return r.memory ? Number(r.memory->device.base) : Number();
}
Number fixedMemory(const Report& r) { // of all stages: another may become the heaviest
    Bytes most;
    if (!r.memory) return {};
    for (const StageMemory& stage : r.memory->stages) most = std::max(most, stage.fixed);
    return most.base;
}
Number experts(const Report& r) {
    return r.memory ? Number(expertBytes(r).base) : Number();
}
Number fitness(const Report& r) {
    return r.memory ? Number(double(r.memory->fits)) : Number();
}
Number throughput(const Report& r) {
    return r.train ? Number(r.train->tokensPerSecond) : Number();
}
Number gpuHours(const Report& r) {
    return r.train ? r.train->gpuHours : Number();
}
Number energy(const Report& r) {
    return r.train ? r.train->energyKwh : Number();
}
Number cost(const Report& r) {
    return r.train ? r.train->usd : Number();
}
Number seconds(const std::optional<Seconds>& time) {
    return time ? Number(time->base) : Number();
}
Number ttft(const Report& r) {
    return r.serve ? seconds(r.serve->ttft) : Number();
}
/// Alone: prefills among the decode steps cost what a step with a prompt takes over one without, and such a
/// difference obeys none of these laws.
Number tpot(const Report& r) {
    return r.serve && r.scenario.serve->disaggregated ? seconds(r.serve->tpot) : Number();
}
/// What requests need, where the pool gives it: a pool that gives all it has says only how large it is.
Number kvCache(const Report& r) {
    if (!r.serve || (r.serve->kvPool && r.serve->kvCache >= *r.serve->kvPool)) return {};
    return r.serve->kvCache.base;
}
Number requestsThatFit(const Report& r) {
    return r.serve ? Number(r.serve->largestRequests) : Number();
}
Number dispatch(const Report& r) {
    return r.network ? Number(r.network->dispatchTime.base) : Number();
}
Number total(const Report& r) {
    return r.params.total;
}
Number active(const Report& r) {
    return r.params.active;
}
Number loss(const Report& r) {
    return r.loss ? Number(r.loss->value) : Number();
}
/// At the best learning rate and batch: those of the scenario may be ever further from them.
Number bestLoss(const Report& r) {
    return r.loss ? Number(r.loss->optimalLoss) : Number();
}

/// All that claims are of: a report is a hundred times as large.
constexpr Number (*kNumbers[])(const Report&) = {
    step, peak, device,  fixedMemory,     experts,  fitness, throughput, gpuHours, energy,  cost,
    ttft, tpot, kvCache, requestsThatFit, dispatch, total,   active,     loss,     bestLoss};
using Numbers = std::array<Number, std::size(kNumbers)>;
Numbers numbersOf(const Report& r) {
    Numbers all;
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = kNumbers[i](r);
    return all;
}

GpuSpec gpuOf(const Scenario& s) {
    return *shippedCatalog().gpu(s.gpu.preset);
}

const std::vector<Law>& everyLaw() {
    using C = Claim;
    const std::vector<Claim> slower{{"step", step, C::NeverLess},
                                    {"TTFT", ttft, C::NeverLess},
                                    {"TPOT", tpot, C::NeverLess},
                                    {"dispatch", dispatch, C::NeverLess},
                                    {"peak", peak, C::Times}};
    // A leaf with fewer uplinks has room for more nodes, so that more of an exchange ends below it: a
    // microsecond less where the network is not what limits.
    std::vector<Claim> hardlyFaster = slower;
    for (Claim& claim : hardlyFaster)
        if (claim.kind == C::NeverLess) claim.factor = 0.999;
    const std::vector<Claim> faster{{"step", step, C::NeverMore},
                                    {"TTFT", ttft, C::NeverMore},
                                    {"TPOT", tpot, C::NeverMore},
                                    {"dispatch", dispatch, C::NeverMore},
                                    {"peak", peak, C::Times}};
    static const std::vector<Law> laws{
        {"a name changes nothing",
         [](Scenario& s) {
             s.name += " again", s.note = "a note";
             return true;
         },
         {{"step", step, C::Times},
          {"peak", peak, C::Times},
          {"TTFT", ttft, C::Times},
          {"TPOT", tpot, C::Times},
          {"loss", loss, C::Times}}},
        {"FP8 dispatch never slows",
         [](Scenario& s) {
             // Its scales and routing are 1/32 and 16 B more, which narrow rows do not save.
             const Count sent = s.moe && s.moe->latent > 0 ? s.moe->latent : s.model.hidden;
             const bool possible = s.moe && sent >= 64 && s.precision.dispatch == DataType::Bf16;
             s.precision.dispatch = DataType::Fp8;
             return possible;
         },
         {{"step", step, C::NeverMore},
          {"TTFT", ttft, C::NeverMore},
          {"TPOT", tpot, C::NeverMore},
          {"dispatch", dispatch, C::NeverMore}}},
        {"more EP never raises expert bytes",
         [](Scenario& s) {
             s.parallel.etp = expertTp(s); // which else is all of TP where EP is 1
             s.parallel.ep *= 2;
             return s.moe.has_value();
         },
         {{"expert bytes", experts, C::NeverMore}, {"parameters", total, C::Times}}},
        {"full recompute never needs more",
         [](Scenario& s) {
             // Where gradients grow the peak is behind the last layer, and what one holds at once counts.
             if (!s.train || s.train->stack == Stack::PyTorch) return false;
             s.train->recompute = {Recompute::Mode::Full, {}};
             return true;
         },
         {{"peak", peak, C::NeverMore}}},
        {"more device memory never stops fitting",
         [](Scenario& s) {
             s.gpu.memoryGib = 2 * s.gpu.memoryGib.value_or(gpuOf(s).memory / GiB);
             return true;
         },
         {{"fits", fitness, C::NeverMore},
          {"requests", requestsThatFit, C::NeverLess},
          {"step", step, C::Times}}},
        {"oversubscription never speeds",
         [](Scenario& s) {
             s.cluster.oversubscription *= 2;
             return true;
         },
         hardlyFaster},
        {"a faster NVLink never slows",
         [](Scenario& s) {
             s.cluster.nvlinkGbps = 2 * s.cluster.nvlinkGbps.value_or(gpuOf(s).nvlink / GBps);
             return true;
         },
         faster},
        {"a faster NIC never slows",
         [](Scenario& s) {
             s.cluster.nicGbps = 2 * s.cluster.nicGbps.value_or(gpuOf(s).nic / GBps);
             return true;
         },
         faster},
        {"a better used network never slows",
         [](Scenario& s) {
             s.cluster.networkUtil = std::min(1.0, 2 * s.cluster.networkUtil);
             return true;
         },
         faster},
        {"faster arithmetic never slows",
         [](Scenario& s) {
             s.gpu.bf16Tflops = 2 * s.gpu.bf16Tflops.value_or(gpuOf(s).bf16 / Tflops);
             s.gpu.fp8Tflops = 2 * s.gpu.fp8Tflops.value_or(gpuOf(s).fp8 / Tflops);
             return true;
         },
         faster},
        {"faster memory never slows",
         [](Scenario& s) {
             s.gpu.bandwidthTbps = 2 * s.gpu.bandwidthTbps.value_or(gpuOf(s).hbm / TBps);
             return true;
         },
         faster},
        {"a slower host never speeds",
         [](Scenario& s) {
             if (s.train) s.train->hostFactor *= 2;
             return s.train.has_value();
         },
         slower},
        {"imbalance never helps",
         [](Scenario& s) {
             if (!s.train || !s.moe) return false;
             s.train->imbalance = 1.5 * setupOf(s, numbersCatalog()).imbalance;
             return true;
         },
         {{"peak", peak, C::NeverLess}, {"step", step, C::NeverLess}}},
        {"a larger micro-batch never needs less",
         [](Scenario& s) {
             // Plain PyTorch frees the gradients of a micro-batch that is alone in its step.
             if (!s.train || s.train->stack == Stack::PyTorch) return false;
             s.train->microBatch *= 2;
             return true;
         },
         {{"peak", peak, C::NeverLess}, {"static", fixedMemory, C::Times}}},
        {"a longer sequence never needs less",
         [](Scenario& s) {
             s.model.sequence *= 2;
             return true;
         },
         {{"peak", peak, C::NeverLess}, {"step", step, C::NeverLess}}},
        {"a larger vocabulary never needs less",
         [](Scenario& s) {
             s.model.vocab *= 2;
             return true;
         },
         {{"peak", peak, C::NeverLess}, {"step", step, C::NeverLess}, {"parameters", total, C::NeverLess}}},
        {"twice the layers never need less",
         [](Scenario& s) {
             s.model.layers *= 2, s.model.denseLayers *= 2;
             return s.parallel.layout == StageLayout{} && s.parallel.layersShareGpus;
         },
         {{"peak", peak, C::NeverLess},
          {"step", step, C::NeverLess},
          {"parameters", total, C::NeverLess},
          {"KV cache", kvCache, C::NeverLess}}},
        {"more experts never need less",
         [](Scenario& s) {
             if (s.moe) s.moe->experts *= 2;
             return s.moe && !s.routing.replicas;
         },
         {{"peak", peak, C::NeverLess}, {"parameters", total, C::NeverLess}}},
        {"more experts per token never cost less",
         [](Scenario& s) {
             if (s.moe) s.moe->topK *= 2;
             return s.moe.has_value();
         },
         {{"peak", peak, C::NeverLess},
          {"step", step, C::NeverLess},
          {"active", active, C::NeverLess},
          {"parameters", total, C::Times}}},
        {"a larger batch takes longer and is no less efficient",
         [](Scenario& s) {
             // A single micro-batch has no gradients to add up: the second one costs that too.
             if (!s.train || setupOf(s, numbersCatalog()).microBatches < 2) return false;
             s.train->globalBatch *= 2;
             return true;
         },
         {{"step", step, C::NeverLess},
          {"tokens/s", throughput, C::NeverLess},
          {"static", fixedMemory, C::Times}}},
        {"twice the tokens are twice the bill",
         [](Scenario& s) {
             if (s.train) s.train->tokens *= 2;
             return s.train && s.train->tokens > 0;
         },
         {{"step", step, C::Times},
          {"GPU-hours", gpuHours, C::Times, 2},
          {"energy", energy, C::Times, 2},
          {"cost", cost, C::Times, 2},
          // Beyond 10,000 tokens a parameter, where no run is, what the runs say of the fit's best fades as
          // the best rate moves away from theirs: seen to cost 0.1 %.
          {"best loss", bestLoss, C::NeverMore, 1.002}}},
        {"twice the price is twice the cost",
         [](Scenario& s) {
             s.price.gpuHourUsd *= 2;
             return true;
         },
         {{"cost", cost, C::Times, 2}, {"GPU-hours", gpuHours, C::Times}}},
        {"smaller gradients never need more",
         [](Scenario& s) {
             // Without ZeRO half-precision gradients are copied in fp32 for the optimizer, and wherever they
             // are added up across GPUs in fp32.
             if (!s.train || s.train->zero == 0 || s.train->gradReduce == GradReduce::Fp32) return false;
             s.train->gradBytes = 2;
             return true;
         },
         {{"peak", peak, C::NeverMore}, {"device", device, C::NeverMore}}},
        {"more requests never answer sooner",
         [](Scenario& s) {
             if (s.serve) s.serve->requests *= 2;
             return s.serve.has_value();
         },
         {{"TPOT", tpot, C::NeverLess}, {"KV cache", kvCache, C::NeverLess}}},
        {"a longer context never answers sooner",
         [](Scenario& s) {
             if (s.serve)
                 s.serve->context = 2 * s.serve->context.value_or(s.serve->prompt + s.serve->output / 2);
             return s.serve && s.model.chunk == 0; // behind its first chunk a request reads half of one
         },
         {{"TPOT", tpot, C::NeverLess},
          {"KV cache", kvCache, C::NeverLess},
          {"requests", requestsThatFit, C::NeverMore}}},
        {"a prompt of one token more than a step takes never starts sooner than one that fills it",
         [](Scenario& s) {
             // Where a prompt is as long as some steps exactly, or one token short of it.
             if (s.serve && s.serve->prompt >= s.serve->prefillTokens) ++s.serve->prompt;
             return s.serve && s.serve->prompt > s.serve->prefillTokens;
         },
         {{"TTFT", ttft, C::NeverLess}}},
        {"a longer prompt never starts sooner",
         [](Scenario& s) {
             if (s.serve) s.serve->prompt *= 2;
             return s.serve.has_value();
         },
         {{"TTFT", ttft, C::NeverLess}}},
    };
    return laws;
}

/// What a number may be worse by. The halves of a stage's time that schedules move are shares of what is not
/// hidden: of a forward pass that got shorter, the other half takes a part over.
double slackOf(const Claim& claim, const Scenario& scenario) {
    constexpr double kRounding = 1e-9, kHalves = 0.01;
    if (claim.kind == Claim::Times || claim.value != step || !scenario.train) return kRounding;
    const ScheduleRow& schedule =
        scheduleRow(scenario.train->schedule.value_or(ScheduleKind::OneForwardOneBackward));
    return schedule.splits || schedule.pairs ? kHalves : kRounding;
}

std::string broken(const Claim& claim, const Scenario& scenario, const Numbers& before, const Report& after) {
    const Number a = before[std::size_t(std::find(std::begin(kNumbers), std::end(kNumbers), claim.value) -
                                        std::begin(kNumbers))],
                 b = claim.value(after);
    if (!a || !b) return {};
    const double slack = slackOf(claim, scenario);
    const bool holds = claim.kind == Claim::NeverMore   ? *b <= claim.factor * *a * (1 + slack)
                       : claim.kind == Claim::NeverLess ? *b >= claim.factor * *a * (1 - slack)
                                                        : std::abs(*b - claim.factor * *a) <= slack * *b;
    if (holds) return {};
    return QString("%1 went from %2 to %3")
        .arg(claim.what)
        .arg(*a, 0, 'g', 10)
        .arg(*b, 0, 'g', 10)
        .toStdString();
}

} // namespace

class ScenarioLawsTest : public QObject {
    Q_OBJECT

private slots:
    void lawsHold_data() {
        QTest::addColumn<int>("row");
        for (int i = 0; i < int(everyLaw().size()); ++i) QTest::newRow(everyLaw()[std::size_t(i)].name) << i;
    }
    void lawsHold() {
        QFETCH(int, row);
        const Law& law = everyLaw()[std::size_t(row)];
        int told = 0;
        for (std::size_t i = 0; i < answered().size(); ++i) {
            const auto& [before, a] = answered()[i];
            Scenario after = before;
            if (!law.change(after) || !brokenRules(after, numbersCatalog()).empty()) continue;
            const Report b = reportOf(after);
            ++told;
            for (const Claim& claim : law.claims) {
                const std::string wrong = broken(claim, before, a, b);
                if (!wrong.empty()) QFAIL(account(wrong, seedOf(22), int(i), before));
            }
        }
        if (answered().size() >= 20) QVERIFY2(told > 0, "no scenario to tell it of");
    }

private:
    /// Of a server the steady formulas: simulated requests meet in other batches where passes are shorter,
    /// and those runs have laws of their own (ServingLawsTest). No law here is of steps of reinforcement
    /// learning.
    static Report reportOf(const Scenario& scenario) {
        return evaluateFormulas(scenario, numbersCatalog(), Detail::Numbers);
    }
    /// Valid scenarios and what their reports say, which all laws are told of.
    static const std::vector<std::pair<Scenario, Numbers>>& answered() {
        static const std::vector<std::pair<Scenario, Numbers>> all = [] {
            std::vector<std::pair<Scenario, Numbers>> made;
            ScenarioDraw draw(seedOf(22));
            for (int i = countOf(kScenarios); i > 0; --i) {
                Scenario scenario = draw.nextValid();
                scenario.rl.reset();
                scenario.note.clear();
                made.emplace_back(scenario, numbersOf(reportOf(scenario)));
            }
            return made;
        }();
        return all;
    }
};

MOE_TEST(ScenarioLawsTest)
#include "scenario_laws_test.moc"
