// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the Overview asks: formulas at once, then what its own server answers, then that over the knob. Rates
// that were simulated are remembered, for a slider goes back and forth.

#include "app/work/search_run.h"
#include "ui/asking_view.h"

namespace moe::app {

/// Formulas alone.
Result<std::any> overviewFormulas(const ui::Question& question, const std::stop_token& stop,
                                  const Progress& progress);
/// And the rates of the scenario and the one before.
Result<std::any> overviewRates(const ui::Question& question, const std::stop_token& stop,
                               const Progress& progress);
/// And the curve over arrivals, and the rates of every value of the knob.
Result<std::any> overviewWhole(const ui::Question& question, const std::stop_token& stop,
                               const Progress& progress);
/// While a slider is down formulas are all.
bool overviewIsLive(const ui::Question& question);

} // namespace moe::app
