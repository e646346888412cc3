// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/heap_setting.h"

#include <cstdlib>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace moe::app {

void keepHeapSmall() {
#ifdef M_ARENA_MAX
    // Threads of a window are busy one after the other; searches and maps fill memory of their own and ask
    // for little.
    mallopt(M_ARENA_MAX, 2);
    // Setting them also stops glibc from raising both with what was freed last.
    mallopt(M_MMAP_THRESHOLD, 256 * 1024);
    mallopt(M_TRIM_THRESHOLD, 1024 * 1024);
#endif
}

} // namespace moe::app
