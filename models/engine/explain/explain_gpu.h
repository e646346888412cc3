// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The data sheet of a scenario's GPU: every figure with the document it was read in.

#include "models/engine/explain/explain.h"

namespace moe {

/// Fills in the figures. `account` has its key, title and group.
Account dataSheet(Account account, const Scenario& scenario, const Catalog& catalog);

} // namespace moe
