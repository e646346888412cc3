#pragma once
// Why a result is missing, in a sentence.

#include "models/engine/report.h"

#include <QString>

#include <string_view>

namespace moe::items {

/// The reason why the metric `key` has no value in this report: the section that is not there, the key that
/// must be set, or the warning that says it. Never empty.
QString missingReason(const Report& report, std::string_view key);

} // namespace moe::items
