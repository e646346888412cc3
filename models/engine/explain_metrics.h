#pragma once
// Formulas of the scalar results: one row per row of metrics().

#include "models/engine/report.h"

#include <string>
#include <string_view>
#include <vector>

namespace moe {

struct MetricFormula {
    const char* key;
    const char* formula;
    const char* source;
    const char* assumption; ///< a sentence; may be empty
};
const std::vector<MetricFormula>& metricFormulas();
const MetricFormula* findMetricFormula(std::string_view key);

/// What a reader has to know about numbers of this kind in this scenario. `key` as in account().
std::vector<std::string> accountAssumptions(std::string_view key, const Report& report);

} // namespace moe
