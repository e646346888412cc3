// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/fit/machine_fit.h"

#include "models/engine/calibration/server_fit.h"
#include "models/engine/fit/fit_parts.h"
#include "models/engine/math/median.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

constexpr struct {
    FitKind kind;
    const char* title;
    void (*fit)(FitState&);
} kParts[] = {{FitKind::Pool, sentence("KV pool"), fitPools},
              {FitKind::Operators, sentence("Operators and links"), fitOperators},
              {FitKind::Step, sentence("Training step"), fitSteps},
              {FitKind::Server, sentence("Time of a server's pass"), fitServers},
              {FitKind::Loss, sentence("Loss of your recipe"), fitLosses},
              {FitKind::Memory, sentence("Memory of a GPU"), fitMemory}};

} // namespace

std::vector<FitError> FitPart::errors() const {
    std::vector<FitError> errors;
    for (const FitRow& first : rows) {
        const auto same = [&](const auto& other) { return other.figure == first.figure; };
        if (std::any_of(errors.begin(), errors.end(), same)) continue;
        std::vector<double> before, after, leftOut;
        for (const FitRow& row : rows) {
            if (!same(row)) continue;
            before.push_back(std::abs(row.before / row.measured - 1));
            after.push_back(std::abs(row.after / row.measured - 1));
            if (row.leftOut) leftOut.push_back(std::abs(*row.leftOut / row.measured - 1));
        }
        FitError error{first.figure, before.size(), median(before), median(after), std::nullopt};
        if (!leftOut.empty()) error.leftOut = median(leftOut);
        errors.push_back(error);
    }
    return errors;
}

const char* fitTitle(FitKind kind) {
    for (const auto& part : kParts)
        if (part.kind == kind) return part.title;
    return "";
}

std::string fitFigureName(const std::string& figure) {
    for (const BenchFigure& row : benchFigures())
        if (figure == row.key) return row.label;
    if (figure == "kv_tokens") return sentence("KV pool of a rank");
    if (figure == "step_seconds") return sentence("Step time");
    if (figure == "loss") return sentence("Loss");
    if (figure == "log_peak_bytes") return sentence("Peak memory of a log's run");
    if (figure == "log_reserved_bytes") return sentence("Reserved memory of a log's run");
    if (figure == "log_device_bytes") return sentence("Device memory of a log's run");
    if (figure == "device_bytes") return sentence("Memory of a GPU that trains");
    if (figure == "server_bytes") return sentence("Memory of a GPU that serves");
    return figure;
}

const char* fitUnit(const std::string& figure) {
    if (figure == "kv_tokens") return "tokens";
    if (figure == "loss") return "nats";
    if (figure.ends_with("_bytes")) return "B";
    return figure == "output_tokens_per_second" ? "tokens/s" : "s";
}

void FitState::take(GpuSpec gpu) {
    gpu.called.clear(); // names of the one on the data sheet
    fit.scenario.gpu.preset = gpu.key;
    std::erase_if(catalog.gpus, [&](const GpuSpec& one) { return one.key == gpu.key; });
    catalog.gpus.push_back(gpu);
    fit.gpu = std::move(gpu);
}

GpuSpec FitState::sheet() const {
    const GpuSpec* known = catalog.gpu(fit.scenario.gpu.preset);
    return known ? *known : GpuSpec{};
}

Result<MachineFit> fitMachine(const Scenario& scenario, const OwnRuns& runs, const Catalog& catalog,
                              const ForEach& forEach) {
    FitState state{scenario, catalog, runs, forEach, {.scenario = scenario}, catalog};
    for (const auto& part : kParts) part.fit(state);
    if (!state.refused.empty()) return state.refused;
    if (state.fit.parts.empty()) {
        Problems problems = std::move(state.fit.leftOut);
        if (problems.empty()) problems.push_back({.rule = say("no file tells anything that can be fitted")});
        return problems;
    }
    Scenario before = scenario;
    before.gpu.preset = state.fit.scenario.gpu.preset;
    state.fit.moved = !(before == state.fit.scenario);
    return std::move(state.fit);
}

} // namespace moe
