// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What stands beside a picture: a preset, a scenario, a training log, or what was measured.

#include "ui/split/split_view.h"

#include <QStringList>

namespace moe::app {

/// Names of a preset or of a file with a scenario or a training log; or files of measurements as `fit` takes
/// them, beside what `scenario` predicts for their runs; or a profiler's trace. Several at once only of
/// measurements. On any thread.
Result<ui::SplitOther> splitOtherOf(const QStringList& names, const Scenario& scenario,
                                    const Catalog& catalog);

/// A person's own files as points of pictures of a scenario, nothing fitted, and what of them is
/// none. Problems where a file was not read, or none tells of it. On any thread.
struct OwnBesideShown {
    ui::OwnShown shown;
    Problems leftOut;
};
Result<OwnBesideShown> ownShownOf(const QStringList& paths, const Report& report, const Catalog& catalog);

} // namespace moe::app
