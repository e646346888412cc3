// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/cost/compute_rate.h"

#include "models/engine/cost/step_time_constants.h"
#include "models/engine/shape/number_format.h"
#include "models/engine/shape/setup.h"

namespace moe {
namespace {

bool isFourBit(DataType type) {
    return type == DataType::NvFp4 || type == DataType::MxFp4;
}

/// Per-tensor FP8 is read once and written once, which is what the fit counted; MXFP8 scales rows and
/// columns apart and writes both. Casts of FP4 are fused into the kernels before them, which write both
/// copies (Transformer Engine's recipe for NVFP4).
double castBytesOf(DataType type) {
    switch (type) {
    case DataType::MxFp8: return 2 + 2 * bytesOf(type);
    case DataType::NvFp4:
    case DataType::MxFp4: return 2 * bytesOf(type);
    default: return 3;
    }
}

} // namespace

ComputeRate computeRate(const GpuSpec& gpu, DataType type, const StepConstants& constants) {
    ComputeRate rate;
    rate.peak = gpu.bf16;
    if (!isNarrow(type) || gpu.fp8.base <= 0) return rate;
    rate.narrow = true;
    rate.gain = constants.fp8ShareOf(gpu);
    rate.peak = gpu.fp8;
    rate.bytes = type == DataType::MxFp8 ? bytesOf(type) : 1;
    rate.castBytes = castBytesOf(type);
    if (!isFourBit(type) || gpu.fp4.base <= 0) return rate;
    rate.peak = gpu.fp4;
    rate.gain *= constants.fp4Gain * gpu.fp4Factor * (gpu.fp8 / gpu.fp4);
    rate.bytes = bytesOf(type);
    return rate;
}

DataType mixerCompute(const PrecisionSpec& precision) {
    return isNarrow(precision.compute) ? precision.attention.value_or(precision.compute) : precision.compute;
}

DataType headCompute(const PrecisionSpec& precision) {
    return isNarrow(precision.compute) ? precision.head.value_or(DataType::Bf16) : DataType::Bf16;
}

} // namespace moe
