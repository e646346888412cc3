// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The band of a pass from those of its operators. Errors of operators are partly shared (one engine's choice
// of kernels, one machine's clocks): s² = (1 − ρ)·Σ sᵢ² + ρ·(Σ sᵢ)², one ρ for all.

#include "models/engine/serve/serve_pass.h"

namespace moe {

/// Calibrated on the closed-loop runs of the serving corpus: the smallest correlation whose bands hold four
/// in five of their times per token, in steps of 0.05 (tests/engine/measured/serving_runs_test.cpp).
inline constexpr double kOperatorCorrelation = 0.65;

/// Of the time that the pass takes; what was not measured counts with the analytic model's own band.
TimeBand passBand(const ForwardPass& pass, double correlation = kOperatorCorrelation);

} // namespace moe
