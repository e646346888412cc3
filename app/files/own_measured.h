// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Tables that resources/scripts/gpu wrote on one GPU, read beside what is predicted for it.

#include "models/engine/measured/own_kernels.h"
#include "models/engine/measured/own_passes.h"
#include "models/engine/operators/own_check.h"

#include <QStringList>

namespace moe::app {

struct OwnMeasured {
    std::string source, gpu; ///< file; key of the GPU in the catalogue
    MeasuredHead head;
    std::vector<OwnErrors> operators;    ///< of a table of operators
    std::vector<OwnKernelShare> kernels; ///< of one of training kernels
    std::vector<OwnPassErrors> passes;   ///< of one of prefill and decode passes
    Problems problems;                   ///< rows that were left out
};

/// Each names its GPU in a comment "# gpu: …"; one that the catalogue lacks is a problem.
Result<std::vector<OwnMeasured>> ownMeasured(const QStringList& paths, const Catalog& catalog);
/// Those that are shipped in resources/runs.
QStringList shippedOwnMeasured();

} // namespace moe::app
