// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Edits with one number are one step of undo.

namespace moe::ui {

/// A number that no gesture of this process had: widgets come and go, and the history of a session outlives
/// them.
int newGesture();

} // namespace moe::ui
