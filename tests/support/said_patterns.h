// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The patterns of messages, read from the sources: what say() and sentence() are given is what translators
// are given.

#include <string>
#include <vector>

namespace moe::test {

/// Every literal in the first argument of say(…) and sentence(…) in data, models and app, as the compiler
/// reads it: once each, sorted. Patterns without a word ("%1: %2") need no translation and are left out.
std::vector<std::string> saidPatterns();

/// Lines that give a problem or a warning a text that is no pattern, as "file:line: text". Commands speak
/// English only and may do as they like.
std::vector<std::string> unsaidTexts();

} // namespace moe::test
