// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The layouts of a training run: every TP × PP × VPP × CP × EP × ETP × DP × micro-batch × recompute × ZeRO ×
// pipeline schedule that breaks no rule of validate() and no range of fields(). Layers are spread evenly (no
// parallel.layout), and sequence parallelism is on exactly where TP > 1.

#include "models/engine/scenario/scenario.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace moe {

/// Ordered as shown where nothing else decides.
struct Layout {
    std::int32_t gpus = 1, tp = 1, pp = 1, cp = 1, ep = 1, etp = 1, dp = 1, microBatch = 1, vpp = 1;
    std::int32_t recompute = 0; ///< index into LayoutSpace::recomputes
    std::int32_t zero = 1;
    std::int32_t schedule = 0; ///< index into LayoutSpace::schedules
    auto operator<=>(const Layout&) const = default;
};

/// A key of a layout as scenario files write it.
struct LayoutKey {
    const char* key;
    const char* heading; ///< of a column
    std::int32_t Layout::*member;
};
/// All but the recompute choice, which is text.
const std::vector<LayoutKey>& layoutKeys();
const LayoutKey* findLayoutKey(std::string_view key);

/// What a search ranges over beside the degrees.
struct LayoutSpace {
    Scenario base; ///< valid, with a train section
    std::vector<Recompute> recomputes;
    std::vector<Count> zeros;
    std::vector<std::optional<ScheduleKind>> schedules{std::nullopt}; ///< absent: what the degrees imply
    bool hadSchedule = false;                                         ///< the scenario named one
};
/// None, full, operator-level, and every set of parts that the model has; whole MoE blocks include their
/// activation.
LayoutSpace layoutSpace(const Scenario& base);

/// What the degrees imply, and every schedule that no such layout runs and that some may gain by: GPipe takes
/// as long as 1F1B and holds more.
std::vector<std::optional<ScheduleKind>> everySchedule(const Scenario& base);

/// GPU counts from `fewest` to `most`: every count below one NVLink domain, then whole domains.
std::vector<Count> gpuCounts(Count fewest, Count most, Count domain);

/// Every layout of `gpus` GPUs with VPP 1, the first recompute choice, ZeRO stage and schedule; neighbours
/// share what a layer costs. virtualRange() says how many chunks each may have.
std::vector<Layout> layoutSplits(const LayoutSpace& space, Count gpus);
Count mostVirtual(const Scenario& base, Count pp);
/// VPP that a schedule of the space may have with this split: the range is empty where it cannot run it.
struct VirtualRange {
    Count fewest = 1, most = 0;
    Count count() const { return most < fewest ? 0 : most - fewest + 1; }
};
VirtualRange virtualRange(const LayoutSpace& space, const Layout& split, std::size_t schedule);
/// The schedule that a layout runs.
ScheduleKind scheduleOf(const Layout& layout, const LayoutSpace& space);
/// Layouts in all behind these splits.
double layoutCount(const LayoutSpace& space, const std::vector<Layout>& splits);

/// Writes a layout into a scenario made from the space's base; DP becomes automatic.
void applyLayout(const Layout& layout, const LayoutSpace& space, Scenario& scenario);
Scenario layoutScenario(const Layout& layout, const LayoutSpace& space);
/// The keys that differ between two scenarios of one space and their values, as --set takes them.
std::vector<std::pair<std::string, std::string>> layoutEdits(const Layout& layout, const LayoutSpace& space);

} // namespace moe
