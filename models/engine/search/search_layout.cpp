// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/search/search_layout.h"

#include "models/engine/scenario/layers.h"

#include "models/engine/scenario/enum_text.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/schedule/schedules.h"

#include <algorithm>

namespace moe {
namespace {

std::int32_t narrow(Count count) {
    return static_cast<std::int32_t>(count);
}

/// Divisors of `of` within the range of the field, ascending.
std::vector<Count> divisors(Count of, const char* key) {
    const auto most = static_cast<Count>(findField(key)->max);
    std::vector<Count> found;
    for (Count i = 1; i * i <= of; ++i) {
        if (of % i != 0) continue;
        if (i <= most) found.push_back(i);
        if (i != of / i && of / i <= most) found.push_back(of / i);
    }
    std::sort(found.begin(), found.end());
    return found;
}

/// Heads split evenly; KV heads split, or repeat, evenly.
std::vector<Count> tensorDegrees(const ModelSpec& model) {
    std::vector<Count> degrees = divisors(model.heads, "parallel.tp");
    const Count kv = model.kvHeads.value_or(model.heads);
    std::erase_if(degrees, [kv](Count tp) { return kv % tp && tp % kv; });
    return degrees;
}

std::vector<Count> pipelineDegrees(const Scenario& base, Count gpus) {
    std::vector<Count> degrees = divisors(gpus, "parallel.pp");
    std::erase_if(degrees, [&](Count pp) { return pp > base.model.layers; });
    return degrees;
}

std::vector<RecomputePart> partsOf(const Scenario& base) {
    std::vector<RecomputePart> parts{RecomputePart::CoreAttn, RecomputePart::LayerNorm};
    if (base.model.attention == Attention::Mla) parts.push_back(RecomputePart::MlaUpProj);
    const LayerPlan plan = layerPlan(base);
    const auto runs = [&](FeedForward feed) {
        return std::any_of(plan.types.begin(), plan.types.end(),
                           [feed](const LayerType& type) { return type.feed == feed; });
    };
    if (runs(FeedForward::Dense)) parts.push_back(RecomputePart::Mlp);
    if (runs(FeedForward::Moe)) {
        parts.push_back(RecomputePart::MoeAct);
        parts.push_back(RecomputePart::Moe);
    }
    return parts;
}

} // namespace

const std::vector<LayoutKey>& layoutKeys() {
    static const std::vector<LayoutKey> rows{
        {"cluster.gpus", "GPUs", &Layout::gpus},
        {"parallel.tp", "TP", &Layout::tp},
        {"parallel.pp", "PP", &Layout::pp},
        {"parallel.vpp", "VPP", &Layout::vpp},
        {"parallel.cp", "CP", &Layout::cp},
        {"parallel.ep", "EP", &Layout::ep},
        {"parallel.etp", "ETP", &Layout::etp},
        {"parallel.dp", "DP", &Layout::dp},
        {"train.micro_batch", "MB", &Layout::microBatch},
        {"train.zero", "ZeRO", &Layout::zero},
    };
    return rows;
}

const LayoutKey* findLayoutKey(std::string_view key) {
    for (const LayoutKey& row : layoutKeys()) {
        if (key == row.key) return &row;
    }
    return nullptr;
}

/// Interleaved is what the degrees imply, but where pairs overlap.
std::vector<std::optional<ScheduleKind>> everySchedule(const Scenario& base) {
    std::vector<std::optional<ScheduleKind>> kinds{std::nullopt};
    if (layerGroups(base) > 1) return kinds;
    if (base.moe && base.train->epOverlap) kinds.emplace_back(ScheduleKind::Interleaved);
    for (const ScheduleRow& row : schedules())
        if (row.searched) kinds.emplace_back(row.kind);
    return kinds;
}

LayoutSpace layoutSpace(const Scenario& base) {
    using Mode = Recompute::Mode;
    LayoutSpace space{base, {{Mode::None, {}}}, {0, 1, 2, 3}};
    space.base.parallel.layout = {};
    space.hadSchedule = base.train->schedule.has_value();
    space.base.train->schedule.reset();
    space.base.parallel.dp.reset();
    const std::vector<RecomputePart> parts = partsOf(base);
    for (unsigned set = 1; set < 1u << parts.size(); ++set) {
        Recompute choice{Mode::Selective, {}};
        for (std::size_t i = 0; i < parts.size(); ++i)
            if (set >> i & 1u) choice.parts.push_back(parts[i]);
        if (choice.has(RecomputePart::Moe) && choice.has(RecomputePart::MoeAct)) continue;
        std::sort(choice.parts.begin(), choice.parts.end());
        space.recomputes.push_back(std::move(choice));
    }
    space.recomputes.push_back({Mode::OpLevel, {}});
    space.recomputes.push_back({Mode::Full, {}});
    return space;
}

std::vector<Count> gpuCounts(Count fewest, Count most, Count domain) {
    std::vector<Count> counts;
    for (Count gpus = fewest; gpus <= most; ++gpus)
        if (gpus == fewest || gpus < domain || gpus % domain == 0) counts.push_back(gpus);
    return counts;
}

Count mostVirtual(const Scenario& base, Count pp) {
    static const auto kMost = static_cast<Count>(findField("parallel.vpp")->max);
    return pp <= 1 ? 1 : std::min(std::max<Count>(1, base.model.layers / pp), kMost);
}

std::vector<Layout> layoutSplits(const LayoutSpace& space, Count gpus) {
    const Scenario& base = space.base;
    const Count groups = layerGroups(base), batch = base.train->globalBatch;
    const std::vector<Count> tps = tensorDegrees(base.model), pps = pipelineDegrees(base, gpus);
    const std::vector<Count> cps = divisors(base.model.sequence, "parallel.cp");
    const std::vector<Count> one{1};
    const std::vector<Count> eps =
        base.moe ? divisors(base.routing.replicas.value_or(base.moe->experts), "parallel.ep") : one;
    const std::vector<Count> etps = base.moe ? divisors(base.moe->expertFfn, "parallel.etp") : one;
    const std::vector<Count> batches = divisors(batch, "train.micro_batch");
    const auto mostDp = static_cast<Count>(findField("parallel.dp")->max);

    std::vector<Layout> splits;
    for (Count tp : tps) {
        for (Count cp : cps) {
            if (gpus % (tp * cp * groups) != 0) continue;
            for (Count ep : eps) {
                for (Count etp : etps) {
                    for (Count microBatch : batches) {
                        for (Count pp : pps) {
                            const Count unit = tp * cp * pp * groups, dp = gpus / unit;
                            if (gpus % unit != 0 || dp > mostDp || batch % (dp * microBatch) != 0) continue;
                            if (dp * cp * tp % (ep * etp) != 0) continue;
                            splits.push_back({narrow(gpus), narrow(tp), narrow(pp), narrow(cp), narrow(ep),
                                              narrow(etp), narrow(dp), narrow(microBatch), 1, 0,
                                              narrow(space.zeros.front())});
                        }
                    }
                }
            }
        }
    }
    return splits;
}

VirtualRange virtualRange(const LayoutSpace& space, const Layout& split, std::size_t schedule) {
    const std::optional<ScheduleKind>& kind = space.schedules[schedule];
    const Count most = mostVirtual(space.base, split.pp);
    if (!kind) return {1, most};
    if (split.pp < 2) return {};
    const ScheduleRow& row = scheduleRow(*kind);
    const Count batches = space.base.train->globalBatch / (Count{split.dp} * split.microBatch);
    constexpr Count kMost = 1 << 30;
    const PipelineShape shape = rowShape(row, {split.pp, static_cast<int>(std::min(kMost, batches)), 2});
    if (!row.rule(shape).empty()) return {};
    if (row.chunks == 0) return {2, most};
    return {1, 1};
}

ScheduleKind scheduleOf(const Layout& layout, const LayoutSpace& space) {
    const Scenario& base = space.base;
    if (const auto& kind = space.schedules[static_cast<std::size_t>(layout.schedule)]) return *kind;
    if (layout.vpp < 2) return ScheduleKind::OneForwardOneBackward;
    const bool pairs = base.moe && base.train->epOverlap && layerGroups(base) == 1;
    return pairs ? ScheduleKind::Combined : ScheduleKind::Interleaved;
}

double layoutCount(const LayoutSpace& space, const std::vector<Layout>& splits) {
    double count = 0;
    for (const Layout& split : splits)
        for (std::size_t i = 0; i < space.schedules.size(); ++i)
            count += static_cast<double>(virtualRange(space, split, i).count());
    return count * static_cast<double>(space.recomputes.size() * space.zeros.size());
}

void applyLayout(const Layout& layout, const LayoutSpace& space, Scenario& scenario) {
    ParallelSpec& p = scenario.parallel;
    p.tp = layout.tp;
    p.pp = layout.pp;
    p.vpp = layout.vpp;
    p.cp = layout.cp;
    p.ep = layout.ep;
    p.etp = layout.etp;
    p.sequenceParallel = layout.tp > 1;
    scenario.cluster.gpus = layout.gpus;
    scenario.train->microBatch = layout.microBatch;
    scenario.train->zero = layout.zero;
    scenario.train->schedule = space.schedules[static_cast<std::size_t>(layout.schedule)];
    scenario.train->recompute = space.recomputes[static_cast<std::size_t>(layout.recompute)];
}

Scenario layoutScenario(const Layout& layout, const LayoutSpace& space) {
    Scenario scenario = space.base;
    applyLayout(layout, space, scenario);
    return scenario;
}

std::vector<std::pair<std::string, std::string>> layoutEdits(const Layout& layout, const LayoutSpace& space) {
    std::vector<std::pair<std::string, std::string>> edits;
    for (const LayoutKey& row : layoutKeys()) {
        if (row.member != &Layout::dp) edits.emplace_back(row.key, std::to_string(layout.*row.member));
    }
    edits.emplace_back("parallel.dp", "auto");
    edits.emplace_back("parallel.layout", "");
    const auto& schedule = space.schedules[static_cast<std::size_t>(layout.schedule)];
    if (schedule || space.hadSchedule)
        edits.emplace_back("train.schedule", schedule ? scheduleRow(*schedule).key : "auto");
    edits.emplace_back("parallel.sequence_parallel", layout.tp > 1 ? "true" : "false");
    edits.emplace_back("train.recompute",
                       listText(space.recomputes[static_cast<std::size_t>(layout.recompute)]));
    return edits;
}

} // namespace moe
