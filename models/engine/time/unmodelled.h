// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Software whose time no operator count explains: steps on it are compared apart, and promised less.

#include "models/engine/shape/setup.h"

#include <vector>

namespace moe {

struct UnmodelledSoftware {
    const char* key;          ///< "token_drop"
    const char* name;         ///< what is not modelled, in words
    bool (*of)(const Setup&); ///< the setups it is said of
};
const std::vector<UnmodelledSoftware>& unmodelledSoftware();
/// The first that the setup belongs to; `step` is what its step takes, 0 where that is not known.
const UnmodelledSoftware* unmodelledSoftware(const Setup& setup, Seconds step);

} // namespace moe
