// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/files/curve_cache.h"

namespace moe::app {

std::shared_ptr<const OperatorCurve> CurveCache::curve(const ProfileTable& table, const ProfileQuery& query,
                                                       const GpuSpec& gpu) {
    const Key key{table.table.get(), query.op, query.chunk.has_value(),
                  query.tp.value_or(query.workers.value_or(1))};
    const std::lock_guard lock(m_mutex);
    const auto found = m_curves.find(key);
    if (found != m_curves.end()) return found->second;
    return m_curves.emplace(key, operatorCurve(table, query, gpu)).first->second;
}

} // namespace moe::app
