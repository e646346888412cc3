// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Numbers the edits of a form so that undo can merge those of one drag or one burst of steps.

#include "ui/form/field_editor.h"

#include <QElapsedTimer>

namespace moe::ui {

class GestureCounter {
public:
    /// Number of the gesture an edit of `row` belongs to. Steps of one row less than kBurst apart are one.
    int next(const void* row, Motion motion);
    /// A Drop that no Drag went before changes nothing.
    bool isDragging() const { return m_dragging; }
    int current() const { return m_number; }
    /// The next edit starts a new gesture, whatever it is.
    void end();

    static constexpr qint64 kBurst = 1000; ///< ms

private:
    int m_number = 0;
    bool m_dragging = false;
    const void* m_steppedRow = nullptr;
    QElapsedTimer m_sinceStep;
};

} // namespace moe::ui
