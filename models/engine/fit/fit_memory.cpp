// SPDX-License-Identifier: GPL-3.0-or-later
// What GPUs held, beside what is predicted. Nothing is fitted to it: one number cannot tell which part of the
// memory is off.

#include "models/engine/evaluate.h"
#include "models/engine/fit/fit_parts.h"

#include <cmath>

namespace moe {

void fitMemory(FitState& state) {
    if (state.runs.memory.empty() || !state.refused.empty()) return;
    const Report report = evaluate(state.asItIs, state.shipped, Detail::Numbers);
    const bool trains = report.memory.has_value();
    if (!trains && !report.serve) return;
    const Bytes predicted = trains ? report.memory->device : report.serve->device;
    const Bytes capacity = trains ? report.memory->capacity : report.serve->capacity;
    FitPart part{.kind = FitKind::Memory};
    for (const OwnMemory& one : state.runs.memory) {
        // Another card: what the driver keeps is a few per cent.
        constexpr double kSameCard = 0.05;
        if (one.use.total.base > 0 && std::abs(one.use.total / capacity - 1) > kSameCard) {
            state.refused.push_back({.source = one.source,
                                     .key = "gpu.preset",
                                     .rule = say("must be a GPU with the memory of the output, %1 MiB",
                                                 static_cast<long long>(one.use.total / MiB)),
                                     .value = state.asItIs.gpu.preset});
            continue;
        }
        part.rows.push_back({.source = one.source,
                             .figure = trains ? "device_bytes" : "server_bytes",
                             .measured = one.use.used.base,
                             .before = predicted.base,
                             .after = predicted.base});
    }
    if (part.rows.empty()) return;
    part.told = say("nvidia-smi: the fullest GPU; it stands beside the prediction, nothing is fitted to it");
    state.fit.parts.push_back(std::move(part));
}

} // namespace moe
