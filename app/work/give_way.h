// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace moe::app {

/// From now on the calling thread, and those that it starts, run after the window's wherever both have work:
/// on two cores a picture would else wait for its turn beside what is computed for the next. Qt fills large
/// areas with threads of its own, which the window waits for, so that they wait as well. Nothing happens
/// where threads have no priority of their own (all but Linux).
void giveWayToTheWindow();

} // namespace moe::app
