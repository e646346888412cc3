// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/scenario/edits/value_scale.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

constexpr double kZeroStop = 0.05; ///< left end of a log slider that also offers 0
constexpr double kDecades = 4;     ///< longer log ranges get a window
constexpr double kMargin = 1.5;    ///< decades on either side of the base value

double decade(double value) {
    return std::pow(10.0, value);
}

/// Largest 1-2-5 number not above `value`.
double niceBelow(double value) {
    const double unit = decade(std::floor(std::log10(value) + 1e-12));
    const double share = value / unit * (1 + 1e-12);
    return unit * (share >= 5 ? 5 : share >= 2 ? 2 : 1);
}
double niceAbove(double value) {
    const double below = niceBelow(value);
    if (below >= value * (1 - 1e-12)) return below;
    const double lead = below / decade(std::floor(std::log10(below) + 1e-12));
    return below * (lead > 1.5 && lead < 3 ? 2.5 : 2);
}

/// `count` steps without the dust of binary fractions: 30 · 0.01 = 0.3.
double steps(double count, double step) {
    return step < 1 ? count / std::round(1 / step) : count * step;
}

bool isPowerOfTwo(double value) {
    return value >= 1 && std::exp2(std::round(std::log2(value))) == value;
}

double roundDigits(double value, int digits) {
    if (value == 0) return 0;
    const int exponent = digits - 1 - static_cast<int>(std::floor(std::log10(std::abs(value)) + 1e-12));
    const double unit = std::pow(10.0, std::abs(exponent));
    return exponent >= 0 ? std::round(value * unit) / unit : std::round(value / unit) * unit;
}

double linearStep(const ValueScale& scale) {
    const double step = (scale.high - scale.low) / 95; // 0.01 for shares from 0.01 to 1
    return scale.whole ? std::exp2(std::floor(std::log2(std::max(1.0, step)))) : niceBelow(step);
}

double nextNice(double value, int direction) {
    if (direction > 0) {
        const double above = niceAbove(value);
        return roundDigits(above > value * (1 + 1e-9) ? above : niceAbove(value * 1.01), 1);
    }
    const double below = niceBelow(value);
    return roundDigits(below < value * (1 - 1e-9) ? below : niceBelow(value * 0.99), 1);
}

double nextWhole(double value, int direction) {
    if (isPowerOfTwo(value)) return direction > 0 ? value * 2 : value / 2;
    if (value < 100) return value + direction;
    if (std::fmod(value, 64) != 0) return nextNice(value, direction);
    // Widths: 2^a and 3·2^a.
    const double octave = std::exp2(std::floor(std::log2(value)));
    if (direction > 0) return value < 1.5 * octave ? 1.5 * octave : 2 * octave;
    return value > 1.5 * octave ? 1.5 * octave : octave;
}

} // namespace

double ValueScale::position(double value) const {
    if (!notches.empty()) {
        if (notches.size() == 1) return 0;
        const auto above = std::lower_bound(notches.begin(), notches.end(), value);
        if (above == notches.begin()) return 0;
        if (above == notches.end()) return 1;
        const double upper = *above, lower = *(above - 1);
        const auto index = static_cast<double>(above - notches.begin());
        return (index - (upper - value) / (upper - lower)) / static_cast<double>(notches.size() - 1);
    }
    if (kind == Scale::Linear) return std::clamp((value - low) / (high - low), 0.0, 1.0);
    const double start = min <= 0 ? kZeroStop : 0;
    if (value <= 0) return 0;
    return std::clamp(start + (1 - start) * std::log(value / low) / std::log(high / low), start, 1.0);
}

double ValueScale::value(double position) const {
    if (!notches.empty()) {
        const double index = std::round(position * static_cast<double>(notches.size() - 1));
        return notches[static_cast<std::size_t>(index)];
    }
    if (kind == Scale::Linear) {
        const double step = linearStep(*this);
        return std::clamp(steps(std::round((low + position * (high - low)) / step), step), low, high);
    }
    const double start = min <= 0 ? kZeroStop : 0;
    if (min <= 0 && position < start / 2) return 0;
    double value = low * std::pow(high / low, std::clamp((position - start) / (1 - start), 0.0, 1.0));
    if (!whole) {
        value = roundDigits(value, 2);
    } else if (value < 16) {
        value = std::round(value);
    } else {
        const double eighth = std::exp2(std::floor(std::log2(value)) - 3);
        value = std::round(value / eighth) * eighth;
    }
    return std::clamp(value, min, max);
}

double ValueScale::next(double value, int direction) const {
    double result = value;
    if (!notches.empty()) {
        if (direction > 0) {
            const auto above = std::upper_bound(notches.begin(), notches.end(), value);
            return above == notches.end() ? value : *above;
        }
        const auto here = std::lower_bound(notches.begin(), notches.end(), value);
        return here == notches.begin() ? value : *(here - 1);
    }
    if (kind == Scale::Linear) {
        const double step = whole && value + direction < 64 ? 1 : linearStep(*this);
        const double count =
            direction > 0 ? std::floor(value / step + 1e-9) + 1 : std::ceil(value / step - 1e-9) - 1;
        result = steps(count, step);
    } else if (value <= 0) {
        result = direction > 0 ? (whole ? 1 : low) : 0;
    } else if (whole) {
        result = nextWhole(value, direction);
        if (result < 1) result = min;
    } else {
        result = nextNice(value, direction);
        if (direction < 0 && min <= 0 && result < low) result = 0;
    }
    return std::clamp(result, min, max);
}

ValueScale scaleOf(const Field& field, std::optional<double> anchor, std::optional<double> value) {
    ValueScale scale;
    scale.kind = field.scale;
    scale.whole = field.kind == FieldKind::Integer;
    scale.min = scale.low = field.min;
    scale.max = scale.high = field.max;
    const double centre = anchor.value_or(value.value_or(0));
    if (field.scale == Scale::Linear) {
        if (centre > 0) {
            scale.high = niceAbove(std::max(4 * centre, scale.whole ? 8.0 : 0.0));
        } else if (field.max > 1000) {
            scale.high = niceAbove(8 * std::sqrt(field.max));
        }
        if (value && *value > scale.high) scale.high = niceAbove(*value);
        scale.high = std::min(scale.high, field.max);
        return scale;
    }
    const double smallest = field.min > 0 ? field.min : scale.whole ? 1 : field.max * 1e-6;
    scale.low = smallest;
    if (centre > 0 && std::log10(field.max / smallest) > kDecades) {
        scale.low = decade(std::floor(std::log10(centre) - kMargin));
        scale.high = decade(std::ceil(std::log10(centre) + kMargin));
        if (value && *value > 0) {
            scale.low = std::min(scale.low, decade(std::floor(std::log10(*value))));
            scale.high = std::max(scale.high, decade(std::ceil(std::log10(*value))));
        }
        scale.low = std::max(scale.low, smallest);
        scale.high = std::min(scale.high, field.max);
    }
    return scale;
}

} // namespace moe
