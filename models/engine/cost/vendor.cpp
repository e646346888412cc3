// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/cost/vendor.h"

namespace moe {
namespace {

struct VendorRow {
    Vendor vendor;
    const char* name;
    std::string_view start; ///< of a catalogue key; empty: every other
};
constexpr VendorRow kVendors[] = {
    {Vendor::Nvidia, "NVIDIA", ""},     {Vendor::Amd, "AMD", "mi"},
    {Vendor::Google, "Google", "tpu-"}, {Vendor::Huawei, "Huawei", "ascend-"},
    {Vendor::Intel, "Intel", "gaudi"},  {Vendor::Amazon, "Amazon", "trn"},
};

} // namespace

Vendor vendorOf(std::string_view gpu) {
    for (const VendorRow& row : kVendors) {
        if (!row.start.empty() && gpu.starts_with(row.start)) return row.vendor;
    }
    return Vendor::Nvidia;
}

const char* vendorName(Vendor vendor) {
    return kVendors[static_cast<std::size_t>(vendor)].name;
}

} // namespace moe
