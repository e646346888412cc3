// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A picture that shows a profiler's step in place of the report's.

#include "models/engine/time/traced_step.h"

#include <memory>

namespace moe::ui {

using TracedPtr = std::shared_ptr<const TracedLanes>;

/// A second base of a ReportView.
class TracedShown {
public:
    virtual ~TracedShown() = default;
    TracedShown(const TracedShown&) = delete;
    TracedShown& operator=(const TracedShown&) = delete;
    /// Null: the report's step again.
    virtual void setTraced(const TracedPtr& traced) = 0;

protected:
    TracedShown() = default;
};

} // namespace moe::ui
