// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a GPU's products reach in each number format, and what quantising their inputs moves.

#include "models/engine/scenario/catalog.h"

namespace moe {

/// Products whose inputs are of one type.
struct ComputeRate {
    Throughput peak;      ///< dense peak of the units that run them
    double gain = 1;      ///< reached share of that peak over the share that bf16 reaches of its own
    double bytes = 2;     ///< of an element of an input, with its share of the scales
    double castBytes = 0; ///< read and written to quantise an element, both copies a training step needs
    bool narrow = false;  ///< eight bits or less
};
/// Types the GPU has no units for run on the next wider ones: FP4 as FP8, FP8 as bf16.
ComputeRate computeRate(const GpuSpec& gpu, DataType type, const StepConstants& constants);

/// Of a training step's parts: what the products of a layer, of its mixer and of the LM head compute in.
/// With a narrow `precision.compute`, `precision.attention` and `precision.head` say otherwise; without
/// `precision.head` the head stays in bf16.
DataType mixerCompute(const PrecisionSpec& precision);
DataType headCompute(const PrecisionSpec& precision);

} // namespace moe
