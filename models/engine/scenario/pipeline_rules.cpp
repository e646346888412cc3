// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/scenario/pipeline_rules.h"

#include "models/engine/scenario/layout_text.h"
#include "models/engine/schedule/schedules.h"

#include <algorithm>
#include <numeric>

namespace moe {
namespace {

Count sumOf(const std::vector<Count>& counts) {
    return std::accumulate(counts.begin(), counts.end(), Count{0});
}

/// VPP that a schedule takes: as many as are asked for; two also when none are asked for; one.
Count mostVirtual(const ScheduleRow& row) {
    return row.places == ChunkPlaces::Vee ? 2 : 1;
}

/// Chunks that a micro-batch passes.
Count chunkCount(const Scenario& scenario) {
    const ParallelSpec& p = scenario.parallel;
    if (scenario.train && scenario.train->schedule) {
        const ScheduleRow& row = scheduleRow(*scenario.train->schedule);
        if (row.chunks > 0) return mostVirtual(row) * p.pp;
    }
    return p.pp * p.vpp;
}

void symbolRules(const Scenario& scenario, std::vector<Message>& rules) {
    const StageLayout& layout = scenario.parallel.layout;
    if (const Count mtp = sumOf(layout.mtp); mtp != scenario.model.mtpLayers)
        rules.push_back(
            say("must hold the %1 multi-token layers (m), holds %2", scenario.model.mtpLayers, mtp));
    const std::string written = layoutWrittenOut(layout.pattern).value_or("");
    const auto only = [&](char symbol, std::size_t at) {
        return written.find(symbol) == at && written.rfind(symbol) == at;
    };
    if (!only('E', 0)) rules.push_back(say("must begin with the embedding (E) and hold no other"));
    if (written.empty() || !only('L', written.size() - 1))
        rules.push_back(say("must end with the loss (L) and hold no other"));
    const std::size_t last = written.rfind('t');
    if (last != std::string::npos && written.find('m') < last)
        rules.push_back(say("must have its multi-token layers (m) behind every layer (t)"));
}

} // namespace

std::vector<Message> layoutRules(const Scenario& scenario) {
    const StageLayout& layout = scenario.parallel.layout;
    std::vector<Message> rules;
    if (layout.layers.empty()) return rules;
    const Count chunks = chunkCount(scenario), layers = sumOf(layout.layers);
    if (static_cast<Count>(layout.layers.size()) != chunks) {
        const bool asked = chunks == scenario.parallel.pp * scenario.parallel.vpp;
        rules.push_back(asked ? say("must list %1 chunks (PP × VPP)", chunks)
                              : say("must list the %1 chunks of the schedule", chunks));
        return rules;
    }
    if (layers != scenario.model.layers)
        rules.push_back(say("must sum to the %1 layers, sums to %2", scenario.model.layers, layers));
    if (!layout.pattern.empty()) symbolRules(scenario, rules);
    return rules;
}

Message scheduleRule(const Scenario& scenario, Count dp) {
    if (!scenario.train->schedule) return {};
    const ScheduleRow& row = scheduleRow(*scenario.train->schedule);
    const ParallelSpec& p = scenario.parallel;
    if (layerGroups(scenario) > 1 && row.kind != ScheduleKind::OneForwardOneBackward)
        return say("needs layers that share GPUs");
    if (row.chunks == 0 && p.vpp < 2) return say("needs virtual stages: parallel.vpp from 2 on");
    if (row.chunks > 0 && p.vpp > mostVirtual(row))
        return say("has its own chunks: parallel.vpp must be %1", mostVirtual(row));
    constexpr Count kMost = 1 << 30;
    const Count batch = scenario.train->globalBatch, each = dp * scenario.train->microBatch;
    // A batch that does not divide has a rule of its own: here it is as if it did, into enough.
    const Count batches = batch % each == 0 ? std::min(kMost, batch / each) : Count{2048} * p.pp;
    return row.rule(
        rowShape(row, {static_cast<int>(p.pp), static_cast<int>(batches), static_cast<int>(p.vpp)}));
}

Scenario withSchedule(Scenario scenario, ScheduleKind kind) {
    const Count chunks = chunkCount(scenario);
    scenario.train->schedule = kind;
    Count& vpp = scenario.parallel.vpp;
    vpp = scheduleRow(kind).chunks == 0 ? std::max<Count>(2, vpp) : 1;
    StageLayout& layout = scenario.parallel.layout;
    if (!layout.balanced && !layout.layers.empty() && chunkCount(scenario) != chunks) layout = {};
    return scenario;
}

std::vector<Cure> pipelineCures(const Scenario& scenario, std::string_view key) {
    std::vector<Cure> cures;
    if (key == "reliability.failures_per_1000_node_days") cures.push_back({std::string(key), "0"});
    if (key != "train.schedule") return cures;
    if (scenario.train && scenario.train->schedule) {
        const ScheduleRow& row = scheduleRow(*scenario.train->schedule);
        cures.push_back({"parallel.vpp", std::to_string(row.chunks == 0 ? 2 : mostVirtual(row))});
    }
    cures.push_back({"train.schedule", "auto"});
    return cures;
}

} // namespace moe
