// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/scenario/machines/vendor.h"

#include "models/engine/scenario/enum_text.h"

namespace moe {
namespace {

constexpr VendorRow kVendors[] = {
    {Vendor::Nvidia, "nvidia", "NVIDIA", "NVIDIA", ""},
    {Vendor::Amd, "amd", "AMD", "AMD", "mi"},
    {Vendor::Google, "google", "Google", "Google TPU", "tpu"},
    {Vendor::Huawei, "huawei", "Huawei", "Huawei Ascend", "ascend"},
    {Vendor::Intel, "intel", "Intel", "Intel Gaudi", "gaudi"},
    {Vendor::Amazon, "amazon", "Amazon", "AWS Trainium", "trn"},
    {Vendor::Other, "other", "other", "other", ""},
};

const VendorRow& rowOf(Vendor vendor) {
    return kVendors[static_cast<std::size_t>(vendor)];
}

} // namespace

std::span<const VendorRow> vendors() {
    return kVendors;
}

const VendorRow& vendorOf(const GpuSpec& gpu) {
    if (gpu.vendor) return rowOf(*gpu.vendor);
    if (gpu.generation != Generation::Other) return rowOf(Vendor::Nvidia);
    for (const VendorRow& row : kVendors)
        if (!row.start.empty() && gpu.key.starts_with(row.start)) return row;
    return rowOf(Vendor::Other);
}

const VendorRow& vendorOf(const Catalog& catalog, std::string_view gpu) {
    const GpuSpec* known = catalog.gpu(gpu);
    return known != nullptr ? vendorOf(*known) : rowOf(Vendor::Other);
}

template <> const std::vector<std::string>& enumNames<Vendor>() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> keys;
        for (const VendorRow& row : kVendors) keys.emplace_back(row.key);
        return keys;
    }();
    return names;
}

} // namespace moe
