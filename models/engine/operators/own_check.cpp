// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/operators/own_check.h"

#include "data/text.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace moe {
namespace {

/// Linear between the sorted values, of which there is one at least.
double valueAt(const std::vector<double>& sorted, double share) {
    const double place = share * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

} // namespace

MeasuredHead measuredHead(std::string_view text) {
    MeasuredHead head;
    while (text.starts_with('#')) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = trimmed(text.substr(1, end - 1));
        text.remove_prefix(std::min(text.size(), end + 1));
        for (const auto& [key, to] : {std::pair{"date: ", &head.date},
                                      {"gpu: ", &head.gpu},
                                      {"software: ", &head.software},
                                      {"clocks: ", &head.clocks},
                                      {"script: ", &head.script}})
            if (line.starts_with(key)) *to = trimmed(line.substr(std::string_view(key).size()));
    }
    return head;
}

OperatorRates operatorRates(const GpuSpec& gpu) {
    return {gpu.bf16 / Tflops, gpu.fp8 / Tflops, gpu.fp4 / Tflops,  gpu.hbm / GBps,
            gpu.nvlink / GBps, gpu.topology,     double(gpu.domain)};
}

std::vector<OwnErrors> ownErrors(const OwnPoints& points, const std::vector<OperatorMachine>& machines,
                                 const GpuSpec& gpu) {
    const OperatorRates rates = operatorRates(gpu);
    struct Group {
        std::vector<double> errors, sizes;
        OperatorOrigin origin = OperatorOrigin::Measured;
    };
    std::map<std::pair<OperatorOp, std::string>, Group> groups;
    for (const OwnPoint& point : points.points) {
        const OperatorTimer timer =
            operatorTimer(machines, gpu.key, gpu.generation, rates, {point.op, point.dtype, {}, {}});
        const OperatorAnswer answer = timer(point.shape);
        if (!(answer.us > 0)) continue;
        Group& group = groups[{point.op, point.dtype}];
        group.errors.push_back(answer.us / point.us - 1);
        group.sizes.push_back(std::abs(group.errors.back()));
        group.origin = std::max(group.origin, answer.origin);
    }
    std::vector<OwnErrors> all;
    for (auto& [key, group] : groups) {
        std::sort(group.errors.begin(), group.errors.end());
        std::sort(group.sizes.begin(), group.sizes.end());
        all.push_back({key.first, key.second, group.errors.size(), valueAt(group.sizes, 0.5),
                       valueAt(group.sizes, 0.9), valueAt(group.errors, 0.5), group.origin});
    }
    return all;
}

} // namespace moe
