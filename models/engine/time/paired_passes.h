// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The forward pass of a micro-batch beside the backward pass of another: one computes while the other
// exchanges tokens.

#include "models/engine/shape/setup.h"

namespace moe {

/// A pair takes FB = min(C + A, max(C + s·A, A) + δ·A): C computation of both passes, A their dispatch and
/// combine, s the share of the multiprocessors that these take and δ what of them stays outside
/// (StepConstants::edge()). Hidden: C + A − FB.
Seconds hiddenExchange(const Setup& setup, Seconds computation, Seconds exchange);

/// Share of the multiprocessors that dispatch and combine take, s.
double dispatcherShare(const Setup& setup);
/// Share of their own time that stays outside of a pair, δ.
double edgeShare(const Setup& setup);

} // namespace moe
