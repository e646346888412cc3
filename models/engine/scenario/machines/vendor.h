// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Who makes a GPU: the kinds of matrix units differ between vendors more than between generations of one.

#include "models/engine/scenario/catalog.h"

#include <span>
#include <string_view>

namespace moe {

struct VendorRow {
    Vendor vendor;
    const char* key;  ///< as gpus.yaml says it
    const char* name; ///< "Google"
    const char* line; ///< of its machines: "Google TPU"
    /// How keys of its GPUs begin, for files that say no vendor; empty: not told by that.
    std::string_view start;
};
/// In the order of Vendor.
std::span<const VendorRow> vendors();
/// As the GPU's entry says; else NVIDIA's generations are NVIDIA's, and others go by their key.
const VendorRow& vendorOf(const GpuSpec& gpu);
/// Of the GPU with this key, `Vendor::Other` where the catalogue has none.
const VendorRow& vendorOf(const Catalog& catalog, std::string_view gpu);

} // namespace moe
