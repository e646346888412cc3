// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/profiles/profile_analytic.h"

#include "models/engine/cost/network.h"
#include "models/engine/cost/serve_operators.h"

namespace moe {
namespace {

Setup setupFor(const Scenario& scenario, const ProfileShape& shape, const GpuSpec& gpu) {
    Setup setup;
    setup.scenario = &scenario;
    setup.gpu = gpu;
    setup.h = setup.q = shape.hidden;
    setup.d = shape.headDim();
    setup.n = shape.heads;
    setup.g = shape.kvHeads;
    setup.kv = shape.kvHeads * setup.d;
    setup.tp = shape.tp;
    setup.domain = static_cast<double>(gpu.domain);
    setup.nvlink = gpu.nvlink;
    setup.nic = gpu.nic;
    return setup;
}

} // namespace

std::optional<AnalyticTime> analyticTime(const ProfileOperatorRow& op, const ProfileShape& shape,
                                         const GpuSpec& gpu) {
    const Scenario scenario;
    Setup setup = setupFor(scenario, shape, gpu);
    if (op.gemm != nullptr)
        return AnalyticTime{gemmCost(ratesOf(setup), *op.gemm(shape), GemmType::Bf16).time,
                            "roofline of the step-time model"};
    switch (op.axes) {
    case ProfileAxes::Prefill: {
        // The causal core of `tokens` in prompts of p reads p/2 keys per token; here (C + 1)/2 + K.
        const double keys = shape.kv + (shape.chunk + 1) / 2;
        return AnalyticTime{prefillCore(setup, serveRatesOf(setup), shape.chunk, 2 * keys).time,
                            "prefill attention of the serving model"};
    }
    case ProfileAxes::Decode:
        return AnalyticTime{decodeCore(setup, serveRatesOf(setup), shape.batch, shape.kv).time,
                            "decode attention of the serving model"};
    case ProfileAxes::Tokens:
    case ProfileAxes::Phase:
        return AnalyticTime{op.work(shape).bytes / ratesOf(setup).memory,
                            "memory traffic of the step-time model"};
    case ProfileAxes::Size:
        if (std::string_view(op.name) != "all_reduce") return std::nullopt;
        setup.tp = shape.workers;
        setup.domain = shape.devicesPerNode;
        return AnalyticTime{allReduceTime(setup, {shape.size}), "all-reduce of the network model"};
    }
    return std::nullopt;
}

} // namespace moe
