// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a refit of the step-time constants found, and how well families of runs are predicted without
// themselves, as aligned tables.

#include "models/engine/calibration/refit.h"
#include "models/engine/measured/run_list.h"

#include <QString>

namespace moe::items {

/// Constants before and after with their standard deviations and ranges, then errors before and after.
QString refitText(const StepRuns& runs, const RefitStart& start, const Refit& found);
/// One line per family: in sample and left out, median, 90 % quantile, bias.
QString leaveOutText(RunFamily family, const std::vector<LeftOutFamily>& families);
/// Runs that no scenario was made of, by reason.
QString leftOutRunsText(const std::vector<LeftOutRun>& runs);

} // namespace moe::items
