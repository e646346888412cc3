// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A trace of requests in a file: this program's own, step by step, or one of others, translated.

#include "data/problem.h"
#include "models/engine/traffic/simulate.h"

#include <QString>

#include <functional>

namespace moe::app {

/// `note` is told what a translation says.
Result<TrafficTrace> traceOf(const QString& path, const std::function<void(const QString&)>& note);

} // namespace moe::app
