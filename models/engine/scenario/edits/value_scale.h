// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where a value stands on its slider, which values a drag may reach, and what one step up or down means.

#include "models/engine/scenario/fields.h"

#include <optional>
#include <vector>

namespace moe {

/// Slider positions run from 0 to 1. Log rows with a long range and linear rows with a large one show a
/// window around the base value, else a pixel would be a factor of two; the window always holds the value
/// itself.
struct ValueScale {
    Scale kind = Scale::Linear;
    bool whole = false;
    double min = 0, max = 1;  ///< of the field
    double low = 0, high = 1; ///< ends of the slider; a log slider whose field allows 0 has it left of `low`
    std::vector<double> notches; ///< Divisor: the only stops, ascending

    double position(double value) const;
    /// The round value at a position: two digits, eighths of an octave for whole numbers, or a notch.
    double value(double position) const;
    /// One step: next notch, ×2 for powers of two, 1-2-5, or the next whole number. `direction` is ±1.
    double next(double value, int direction) const;
};

ValueScale scaleOf(const Field& field, std::optional<double> anchor, std::optional<double> value);

} // namespace moe
