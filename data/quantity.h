// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Numbers with units as people type them: "200 ms", "14.8T", "80 GiB", "10 %". The one reader of them, for
// the form, sheets, limits and the command line.

#include "data/message.h"

#include <optional>
#include <string>
#include <string_view>

namespace moe {

/// A share such as 0.1, written "10 %" too.
inline constexpr const char* kShare = "share";

struct TypedQuantity {
    std::optional<double> value; ///< in the unit that was asked for
    std::string foreign;         ///< what stands behind the number and is no unit of this quantity
};

/// The whole of `text` as a number of `unit` (as fields() and metrics() write it; empty = a pure number). A
/// number alone, or with a decimal suffix (8k, 1.5T, 1.5 trillion), is of `unit`; a unit of the same kind is
/// converted: "1 s" of ms is 1000. Blanks may stand before suffix and unit. What could mean two things ("5m"
/// of s) is refused.
TypedQuantity readQuantity(std::string_view text, std::string_view unit);

/// Whether `name`, in either case, may stand behind a number: a unit of any kind, a suffix, a word for one.
bool isUnitName(std::string_view name);

/// Units that a quantity of `unit` may be typed in, "ns, us, ms, s, min, h, d"; empty where it has none.
std::string unitsOf(std::string_view unit);

/// `rule` with what was expected of the unit, for a text with a foreign one: "must be a number above 0, in s
/// (ns, us, ms, s, min, h, d)"; `rule` itself when it had none.
Message withUnit(Message rule, std::string_view unit, const TypedQuantity& read);

} // namespace moe
