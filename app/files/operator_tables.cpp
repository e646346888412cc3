// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/files/operator_tables.h"

#include "app/files/operators_loader.h"
#include "models/engine/operators/own_gpu.h"

namespace moe::app {

const OperatorMachine* ShippedOperatorTables::machine(std::string_view gpu) const {
    const std::lock_guard lock(m_mutex);
    const auto found = m_shipped.find(gpu);
    if (found != m_shipped.end()) return found->second.get();
    OperatorsLoad load = shippedOperators(QString::fromUtf8(gpu.data(), qsizetype(gpu.size())));
    std::unique_ptr<const OperatorMachine> read;
    if (!load.machines.empty())
        read = std::make_unique<const OperatorMachine>(std::move(load.machines.front()));
    return m_shipped.emplace(std::string(gpu), std::move(read)).first->second.get();
}

const OperatorMachine* ShippedOperatorTables::ownMachine(const GpuSpec& gpu) const {
    const OperatorMachine* like = machine(gpu.operatorsLike);
    const Result<std::vector<OwnFactors>> factors = ownFactorsFrom(gpu.operatorFactors);
    if (like == nullptr || !factors) return nullptr;
    const std::string key = gpu.key + '\n' + gpu.operatorsLike + '\n' + gpu.operatorFactors;
    const std::lock_guard lock(m_mutex);
    std::unique_ptr<const OperatorMachine>& own = m_own[key];
    if (!own)
        own = std::make_unique<const OperatorMachine>(
            moe::ownMachine(*like, gpu.key, gpu.generation, *factors));
    return own.get();
}

} // namespace moe::app
