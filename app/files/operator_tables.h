// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The catalogue's measured operators: shipped files of a GPU are read when the first evaluation asks for it.

#include "models/engine/operators/operator_tables.h"

#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace moe::app {

class ShippedOperatorTables : public OperatorTables {
public:
    const OperatorMachine* machine(std::string_view gpu) const override;
    const OperatorMachine* ownMachine(const GpuSpec& gpu) const override;

private:
    using Machines = std::map<std::string, std::unique_ptr<const OperatorMachine>, std::less<>>;
    mutable std::mutex m_mutex;
    mutable Machines m_shipped, m_own; ///< null: asked for, there is none
};

} // namespace moe::app
