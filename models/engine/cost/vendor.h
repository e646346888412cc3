// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Who makes a GPU: the kinds of matrix units differ between vendors more than between generations of one.

#include <string_view>

namespace moe {

enum class Vendor { Nvidia, Amd, Google, Huawei, Intel, Amazon };
/// By the beginning of the catalogue key: "mi300x", "tpu-v5p", "ascend-910b", "gaudi3", "trn2".
Vendor vendorOf(std::string_view gpu);
const char* vendorName(Vendor vendor);

} // namespace moe
