// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/form/gesture.h"

#include "ui/form/gesture_number.h"

namespace moe::ui {

int GestureCounter::next(const void* row, Motion motion) {
    switch (motion) {
    case Motion::Typed:
        end();
        m_number = newGesture();
        break;
    case Motion::Step:
        m_dragging = false;
        if (m_steppedRow != row || m_sinceStep.hasExpired(kBurst)) m_number = newGesture();
        m_steppedRow = row;
        m_sinceStep.start();
        break;
    case Motion::Drag:
        m_steppedRow = nullptr;
        if (!m_dragging) m_number = newGesture();
        m_dragging = true;
        break;
    case Motion::Drop: m_dragging = false; break;
    }
    return m_number;
}

void GestureCounter::end() {
    m_dragging = false;
    m_steppedRow = nullptr;
}

} // namespace moe::ui
