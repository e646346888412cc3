// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where the numbers of a report come from.

namespace moe {

/// Where a number comes from.
enum class Origin { Measured, Interpolated, Transferred, Extrapolated, Analytic, Fitted, Simulated };
const char* originText(Origin origin);

} // namespace moe
