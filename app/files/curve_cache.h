// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Keeps the curves of operator profiles that evaluations asked for, for all threads.

#include "models/engine/serve/operator_profiles.h"

#include <map>
#include <mutex>
#include <string>
#include <tuple>

namespace moe::app {

class CurveCache : public ProfileCurveCache {
public:
    std::shared_ptr<const OperatorCurve> curve(const ProfileTable& table, const ProfileQuery& query,
                                               const GpuSpec& gpu) override;

private:
    /// Table, operator, whether of a prefill, TP or workers.
    using Key = std::tuple<const CsvTable*, std::string, bool, double>;
    std::mutex m_mutex;
    std::map<Key, std::shared_ptr<const OperatorCurve>> m_curves;
};

} // namespace moe::app
