// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/shape/number_format.h"

#include "models/engine/shape/setup.h"

namespace moe {

const std::vector<NumberFormat>& numberFormats() {
    using T = DataType;
    static const std::vector<NumberFormat> rows{
        {T::Fp32, 32, 0, "none", "IEEE 754"},
        {T::Bf16, 16, 0, "none", "bfloat16"},
        {T::Fp8, 8, 0, "one per tensor", "Micikevicius et al. 2022, arXiv 2209.05433"},
        {T::Int8, 8, 0, "one per output channel", "SmoothQuant, arXiv 2211.10438"},
        // 16-bit scale and 4-bit zero point for 128 weights.
        {T::Int4, 4, 20.0 / 128, "16-bit scale and 4-bit zero point per 128", "AWQ, arXiv 2306.00978"},
        {T::Fp8Block, 8, 32.0 / (128 * 128), "fp32 per block of 128 × 128", "DeepSeek-V3, arXiv 2412.19437"},
        {T::MxFp8, 8, 8.0 / 32, "8-bit exponent per 32", "OCP Microscaling Formats 1.0"},
        {T::MxFp4, 4, 8.0 / 32, "8-bit exponent per 32", "OCP Microscaling Formats 1.0"},
        {T::NvFp4, 4, 8.0 / 16, "fp8 per 16, fp32 per tensor", "NVIDIA, arXiv 2509.25149"},
        {T::Int4By64, 4, 20.0 / 64, "16-bit scale and 4-bit zero point per 64", "AWQ, arXiv 2306.00978"},
        // Without a zero point: Kimi-K2-Thinking of Moonshot AI.
        {T::Int4By32, 4, 16.0 / 32, "16-bit scale per 32", "Kimi K2, arXiv 2507.20534"},
    };
    return rows;
}

const NumberFormat& numberFormat(DataType type) {
    return numberFormats()[static_cast<std::size_t>(type)];
}

double bytesOf(DataType type) {
    return numberFormat(type).all() / 8;
}

WeightTypes weightTypes(const PrecisionSpec& precision) {
    const DataType all = precision.weights;
    return {precision.experts.value_or(all), precision.attention.value_or(all), precision.head.value_or(all),
            all};
}

} // namespace moe
