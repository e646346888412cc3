// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Numbers as the characters of an operator file.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace moe {

/// Digits of base 64, RFC 4648.
inline constexpr std::string_view kSixBits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
inline constexpr int kExactMost = 31; ///< of an exact row's character, to either side; the last digit: absent

/// Layers as in the entry before.
inline constexpr std::string_view kSameLayers = "same";

std::string base64(const std::vector<std::int8_t>& bytes);
std::optional<std::vector<std::int8_t>> bytesOf(std::string_view text);

/// Appends numbers separated by blanks; false at anything else.
bool numbersOf(std::string_view text, std::vector<double>& into);
std::vector<std::string_view> partsOf(std::string_view text, std::string_view separator);

} // namespace moe
