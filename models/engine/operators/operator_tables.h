// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Surfaces of measured operators by GPU, read when they are first asked for: all of them are megabytes, an
// evaluation wants one or two GPUs.

#include "models/engine/operators/operator_model.h"

namespace moe {

/// Calls may come from several threads; what they answer stays until the tables go.
class OperatorTables {
public:
    virtual ~OperatorTables() = default;
    /// Of one of measuredGpus(), by its key; nullptr where none is shipped.
    virtual const OperatorMachine* machine(std::string_view gpu) const = 0;
    /// Of a person's GPU, its factors applied to the one it is like; nullptr where it names none.
    virtual const OperatorMachine* ownMachine(const GpuSpec& gpu) const = 0;
};

} // namespace moe
