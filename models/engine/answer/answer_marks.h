// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Texts of which parts are marked, put together. Private to this room.

#include "models/engine/answer/answer.h"

namespace moe {

/// Whether what the side asks for fits; absent where the report has no such side, or it is the loss.
std::optional<Fit> answerFit(AnswerSide side, const Report& report);

AnswerText plain(Message text);
AnswerText knob(Message text, std::vector<std::string> keys);
AnswerText number(Message text, const char* key);
AnswerText lead(Message text, const char* key);
/// The pattern with these in its places.
AnswerText compose(const char* pattern, std::vector<AnswerText> parts);
/// `value` with its band.
AnswerText banded(AnswerText value, const std::string& low, const std::string& high);
/// A time with its band in its unit; `scale`: seconds of a unit of the value.
AnswerText timed(const AnswerValue& value, bool leads, double scale = 1);

} // namespace moe
