// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the last edit did, in words with their mark: ▲ is better, ▼ worse, grey within the band. Private to
// this room.

#include "models/engine/overview/overview.h"
#include "ui/overview/overview_text.h"

namespace moe::ui {

/// What goes first where a line is too long.
enum Drop { Stays = 0, Best = 1, Limit, MemoryDrop, Band, Tail, Unit };

TextLine lossChange(const Overview& overview);
TextLine timeChange(const Overview& overview);
TextLine memoryChange(const Overview& overview, const char* key, int drop);
/// Of what the training row says of memory: the fuller moment of an RL step.
const char* trainMemoryKey(const OverviewState& state);
TextLine rateChange(const Overview& overview);

/// Of a side; null where it has none.
const Fit* fitOf(const OverviewState& state, AnswerSide side);
QString nats(double loss); ///< three digits behind the point

} // namespace moe::ui
