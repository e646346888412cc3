// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a row of the tables of time parts says: of a training step (timeTerms()), of a prefill or a decode
// step (serveTerms()). Totals, bars, legends, the Explain panel and exports loop over them.

namespace moe {

/// What a part of a step is spent on.
enum class TimeGroup { Compute, Communication, Optimizer, Host, Bubble };

/// A part of a training step, or of a prefill or decode step.
struct TimeTermRow {
    const char* key;
    const char* label;
    TimeGroup group;
    const char* formula; ///< as the Explain panel shows it
    const char* source;
};

} // namespace moe
