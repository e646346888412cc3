// SPDX-License-Identifier: GPL-3.0-or-later
// The table of studies. Numbers that are changed together stand in one row.

#include "models/engine/evaluate.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/validate.h"
#include "models/engine/search/sweep.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

std::string text(Count count) {
    return std::to_string(count);
}

void add(SweepPlan& plan, Message label, std::vector<std::string> values) {
    plan.labels.push_back(std::move(label));
    plan.rows.push_back(std::move(values));
}

/// Shared experts keep their width while the routed ones are cut; said in the base too, which is then one of
/// the points.
Count fixShared(SweepPlan& plan) {
    MoeSpec& moe = *plan.base.moe;
    moe.sharedFfn = moe.sharedFfn.value_or(moe.sharedExperts * moe.expertFfn);
    return *moe.sharedFfn;
}

/// A routed expert k times as wide is chosen 1/k as often: what a token costs stays.
void expertsTopK(SweepPlan& plan, const Catalog&) {
    const MoeSpec& moe = *plan.base.moe;
    const Count width = moe.expertFfn * moe.topK;
    plan.keys = {"moe.experts", "moe.top_k", "moe.expert_ffn", "moe.shared_ffn"};
    const Count shared = fixShared(plan);
    for (Count experts : {moe.experts / 4, moe.experts / 2, moe.experts, 2 * moe.experts})
        for (Count topK = 1; topK <= 4 * moe.topK; topK *= 2)
            if (experts >= topK && experts > 0 && width % topK == 0)
                add(plan, say("%1 experts, top %2", experts, topK),
                    {text(experts), text(topK), text(width / topK), text(shared)});
}

/// Experts cut into finer ones: same parameters, same cost per token.
void granularity(SweepPlan& plan, const Catalog&) {
    const MoeSpec& moe = *plan.base.moe;
    plan.keys = {"moe.experts", "moe.top_k", "moe.expert_ffn", "moe.shared_ffn"};
    const Count shared = fixShared(plan);
    for (Count merge : {8, 4, 2})
        if (moe.experts % merge == 0 && moe.topK % merge == 0)
            add(plan, say("1/%1 as fine", merge),
                {text(moe.experts / merge), text(moe.topK / merge), text(moe.expertFfn * merge),
                 text(shared)});
    for (Count cut : {1, 2, 4, 8})
        if (moe.expertFfn % cut == 0)
            add(plan, cut == 1 ? say("as it is") : say("%1 times as fine", cut),
                {text(moe.experts * cut), text(moe.topK * cut), text(moe.expertFfn / cut), text(shared)});
}

void expertParallel(SweepPlan& plan, const Catalog& catalog) {
    plan.keys = {"parallel.ep"};
    for (double ep : validNotches(plan.base, catalog, "parallel.ep"))
        add(plan, "EP " + text(static_cast<Count>(ep)), {text(static_cast<Count>(ep))});
}

void precision(SweepPlan& plan, const Catalog&) {
    plan.keys = {"precision.compute", "precision.dispatch"};
    add(plan, "bf16", {"bf16", "bf16"});
    add(plan, say("FP8 products, bf16 dispatch"), {"fp8", "bf16"});
    add(plan, say("FP8 products and dispatch"), {"fp8", "fp8"});
}

/// Dense width whose loss is `wanted`, or absent without a loss model.
std::optional<Count> widthOfLoss(const Scenario& dense, const Catalog& catalog, double wanted, double low,
                                 double high) {
    const auto lossAt = [&](double width) -> std::optional<double> {
        Scenario scenario = dense;
        scenario.model.ffn = static_cast<Count>(std::lround(width));
        const Report report = evaluate(scenario, catalog, Detail::Numbers);
        return report.loss ? std::optional(report.loss->optimalLoss) : std::nullopt;
    };
    const std::optional<double> atLow = lossAt(low), atHigh = lossAt(high);
    if (!atLow || !atHigh || *atLow < wanted || *atHigh > wanted) return std::nullopt;
    for (int i = 0; i < 24; ++i) {
        const double middle = std::sqrt(low * high);
        (*lossAt(middle) > wanted ? low : high) = middle;
    }
    return static_cast<Count>(std::lround(high));
}

/// The MoE against dense models of its own depth and attention: FFN as wide as what a token uses, as what is
/// stored, and as gives the same best loss.
void denseTwin(SweepPlan& plan, const Catalog& catalog) {
    const Scenario& base = plan.base;
    const MoeSpec& moe = *base.moe;
    const Count layers = base.model.layers, first = layers - moeLayerCount(base);
    const Count shared = moe.sharedFfn.value_or(moe.sharedExperts * moe.expertFfn);
    const auto mean = [&](Count width) {
        return (first * base.model.ffn + (layers - first) * width + layers / 2) / layers;
    };
    const Count active = mean(moe.topK * moe.expertFfn + shared),
                stored = mean(moe.experts * moe.expertFfn + shared);
    plan.keys = {"parallel.ep", "parallel.etp", "model.dense_layers", "model.ffn", "moe"};
    const auto twin = [&](Message label, Count width) {
        add(plan, std::move(label), {"1", "1", "0", text(width), "null"});
    };
    add(plan, say("the MoE"), {"", "", "", "", ""});
    twin(say("dense, same active parameters"), active);
    Scenario dense = base;
    dense.moe.reset();
    dense.model.denseLayers = 0;
    dense.model.ffn = active;
    dense.parallel.ep = 1;
    dense.parallel.etp.reset();
    if (brokenRules(dense, catalog).empty()) {
        const Report here = evaluate(base, catalog, Detail::Numbers);
        if (here.loss)
            if (const std::optional<Count> width =
                    widthOfLoss(dense, catalog, here.loss->optimalLoss, static_cast<double>(active),
                                static_cast<double>(stored)))
                twin(say("dense, same loss"), *width);
    }
    twin(say("dense, same parameters in memory"), stored);
}

/// Fewer experts than EP spreads them over: such a point gets the nearest EP that its experts allow, which
/// its label says, instead of a broken rule.
void letExpertParallelFollow(SweepPlan& plan, const Catalog& catalog) {
    constexpr const char* kKey = "parallel.ep";
    if (std::find(plan.keys.begin(), plan.keys.end(), kKey) != plan.keys.end()) return;
    std::vector<std::string> degrees(plan.rows.size());
    bool any = false;
    for (std::size_t i = 0; i < plan.rows.size(); ++i) {
        Scenario scenario = plan.base;
        for (std::size_t key = 0; key < plan.keys.size(); ++key)
            if (!plan.rows[i][key].empty()) setField(scenario, plan.keys[key], plan.rows[i][key]);
        const Problems problems = brokenRules(scenario, catalog);
        if (std::none_of(problems.begin(), problems.end(),
                         [&](const Problem& problem) { return problem.key == kKey; }))
            continue;
        scenario.parallel.ep = 1; // what is broken before is not asked for
        const std::optional<double> degree =
            nearestValid(scenario, catalog, kKey, static_cast<double>(plan.base.parallel.ep));
        if (!degree) continue;
        degrees[i] = text(static_cast<Count>(*degree));
        plan.labels[i] = say("%1, EP %2", plan.labels[i], degrees[i]);
        any = true;
    }
    if (!any) return;
    plan.keys.emplace_back(kKey);
    for (std::size_t i = 0; i < plan.rows.size(); ++i) plan.rows[i].push_back(degrees[i]);
}

constexpr const char* kShown[] = {"params.total",        "params.active",      "loss.optimal_loss",
                                  "memory.device_bytes", "train.step_seconds", "train.mfu",
                                  "train.gpu_hours"};

constexpr char kBlindToCut[] =
    "The loss model knows total and active parameters, not how finely the experts are cut.";

} // namespace

const std::vector<Study>& studies() {
    static const std::vector<Study> rows{
        {"experts-topk", "Experts × top-k",
         "How many experts, and how many per token, at the same active parameters?", kBlindToCut,
         expertsTopK},
        {"granularity", "Granularity", "Few wide experts or many narrow ones, at the same parameters?",
         kBlindToCut, granularity},
        {"ep-degree", "EP degree", "What does spreading the experts over more GPUs cost?", "",
         expertParallel},
        {"precision", "FP8 against bf16", "What do FP8 products and FP8 dispatch bring?",
         "The loss model does not know the precision: what FP8 costs in loss is not in it.", precision},
        {"dense-twin", "Dense twin", "Which dense model matches this MoE in loss, cost per token, or memory?",
         "", denseTwin},
    };
    return rows;
}

Result<SweepPlan> studyPlan(std::string_view key, const Scenario& base, const Catalog& catalog) {
    for (const Study& study : studies()) {
        if (key != study.key) continue;
        if (!base.moe || !base.train)
            return Problem{.key = "moe", .rule = say("a study needs an MoE scenario with a train section")};
        SweepPlan plan;
        plan.base = base;
        for (const char* metric : kShown) plan.metrics.push_back(findMetric(metric));
        study.fill(plan, catalog);
        letExpertParallelFollow(plan, catalog);
        return plan;
    }
    std::vector<Message> names;
    for (const Study& study : studies()) names.push_back(study.key);
    return Problem{.rule = say("must be one of %1", listed(std::move(names))), .value = std::string(key)};
}

} // namespace moe
