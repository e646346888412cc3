// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The GPU and the links of a setup.

#include "models/engine/shape/setup.h"

namespace moe {

/// Reads them from `gpu` and `cluster` of the setup's own scenario, also again after these changed; the rest
/// of the setup stays.
void readMachine(Setup& setup, const Catalog& catalog);

} // namespace moe
