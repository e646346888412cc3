// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Types that weights, caches and products are kept in, with the scales that belong to them.

#include "models/engine/scenario/scenario.h"

#include <vector>

namespace moe {

struct NumberFormat {
    DataType type;
    double bits;      ///< of an element without its scale
    double scaleBits; ///< of scales (and zero points), per element
    const char* scales;
    const char* source;
    double all() const { return bits + scaleBits; }
};
/// In the order of DataType.
const std::vector<NumberFormat>& numberFormats();
const NumberFormat& numberFormat(DataType type);

/// Products of this type run at the tensor cores' rate for eight bits or less.
inline bool isNarrow(DataType type) {
    return type != DataType::Fp32 && type != DataType::Bf16;
}

/// Bytes of a weight of each part; a part without a type of its own has that of `precision.weights`.
struct WeightTypes {
    DataType experts, attention, head, other; ///< other: dense and shared MLPs
};
WeightTypes weightTypes(const PrecisionSpec& precision);

} // namespace moe
