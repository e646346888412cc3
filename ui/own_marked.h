// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A picture that shows a person's own runs beside what it predicts.

#include "models/engine/fit/own_marks.h"

namespace moe::ui {

struct OwnShown {
    std::vector<OwnMark> marks;
    std::vector<OwnServed> served;
};

/// A second base of a ReportView.
class OwnMarked {
public:
    virtual ~OwnMarked() = default;
    OwnMarked(const OwnMarked&) = delete;
    OwnMarked& operator=(const OwnMarked&) = delete;
    /// Empty: nothing was measured.
    virtual void setOwn(const OwnShown& own) = 0;

protected:
    OwnMarked() = default;
};

} // namespace moe::ui
