// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work/give_way.h"

#ifdef __linux__
#include <unistd.h>
#endif

namespace moe::app {

void giveWayToTheWindow() {
#ifdef __linux__
    // A third of the time of a thread that does not give way, where both want all of it; the whole, where
    // not.
    constexpr int kNicer = 5;
    static thread_local bool gives = false;
    if (!gives) (void)nice(kNicer); // of this thread alone: Linux, nice(2)
    gives = true;
#endif
}

} // namespace moe::app
