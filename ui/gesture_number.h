// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How an edit comes about: edits with one number are one step of undo.

namespace moe::ui {

/// How an edit came about, so that undo can merge what belongs together.
enum class Motion {
    Typed, ///< one finished act: text, choice, tick
    Step,  ///< one of a burst of wheel or key steps
    Drag,  ///< the slider is down
    Drop   ///< the slider was let go
};

/// A number that no gesture of this process had: widgets come and go, and the history of a session outlives
/// them.
int newGesture();

} // namespace moe::ui
