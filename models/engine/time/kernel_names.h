// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a GPU kernel does, by its name. A name is more than an operator: template arguments, parameters and
// lambdas of C++ stand in it, and say little of what a kernel does ("lambda" is no optimizer). So it is
// reduced to its own words first, and those are looked up in a table.

#include <string>
#include <string_view>
#include <vector>

namespace moe {

/// The words of a name in lower case, an underscore before, between and behind: "_flash_flash_fwd_kernel_" of
/// "void flash::flash_fwd_kernel<…>(…)". Of kernels that only launch what their template arguments name
/// (CUTLASS, Composable Kernel, multi_tensor_apply) those are part of it. Symbols are demangled. What stands
/// in brackets behind it, the collective, begins with "_collectiveop_".
std::string kernelWords(std::string_view name);

/// Names of one kind from one source; words as kernelWords() makes them, found anywhere.
struct KernelNames {
    const char* family; ///< key of kernelFamilies()
    const char* source; ///< whose kernels are called so
    std::vector<const char*> words;
};
/// The first row that matches counts.
const std::vector<KernelNames>& kernelNames();

/// Key of kernelFamilies(); "rest" where no row matches.
std::string_view kernelFamilyKey(std::string_view name);

/// The name speaks of a backward pass or an optimizer.
bool isTrainingKernel(std::string_view name);

/// The kernel that an attention layer's backward pass launches once, without those that prepare its inputs
/// and convert what it gives.
bool isAttentionBackward(std::string_view name);

} // namespace moe
