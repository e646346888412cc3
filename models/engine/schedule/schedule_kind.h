// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which pipeline schedules there are; what each is stands in schedules.h.

namespace moe {

enum class ScheduleKind {
    OneForwardOneBackward,
    Interleaved,
    Combined,
    ZeroBubbleH1,
    ZeroBubbleH2,
    ZeroBubbleV,
    DualPipe,
    DualPipeV,
    GPipe
};

} // namespace moe
