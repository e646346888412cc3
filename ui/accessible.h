// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a screen reader is told of our own controls where Qt's answer for their base class is wrong: sliders
// that count positions, pictures that are "filler", labels described in HTML.

class QWidget;

namespace moe::ui {

/// For the whole application; once is enough.
void installAccessible();

/// The number that a control shows and its range, in the field's unit; a reader says it instead of a
/// position.
void setSpokenNumber(QWidget& control, double value, double least, double most);

} // namespace moe::ui
