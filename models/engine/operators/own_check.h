// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Operators that a person measured on one GPU beside what the surfaces say of it, before anything is fitted.

#include "models/engine/operators/own_gpu.h"

#include <string>
#include <string_view>
#include <vector>

namespace moe {

/// What stands in the comments above the tables, "# gpu: NVIDIA H200": empty where it is not said.
struct MeasuredHead {
    std::string date, gpu, software, clocks, script;
};
MeasuredHead measuredHead(std::string_view text);

OperatorRates operatorRates(const GpuSpec& gpu);

/// Points of one operator and data type against their predictions.
struct OwnErrors {
    OperatorOp op = OperatorOp::Gemm;
    std::string dtype;
    std::size_t points = 0;
    double median = 0, ninety = 0; ///< |predicted/measured − 1|
    double bias = 0;               ///< median of predicted/measured − 1: above 0 where predictions are slow
    OperatorOrigin origin = OperatorOrigin::Analytic; ///< the weakest among them
};
/// In the order of the operators; those of data types no surface knows are analytic. `gpu` is the one they
/// were measured on, with surfaces among `machines` or without.
std::vector<OwnErrors> ownErrors(const OwnPoints& points, const std::vector<OperatorMachine>& machines,
                                 const GpuSpec& gpu);

} // namespace moe
