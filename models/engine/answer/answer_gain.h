// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How much better one report is than another, by the number that an answer begins with, and whether the error
// of the models leaves that to be said.

#include "models/engine/answer/answer.h"

namespace moe {

/// What a change from one report to another comes to.
struct AnswerGain {
    double gain = 1; ///< how many times as good; below 1: worse
    std::optional<double> low, high;
    bool same = false;
};
/// Of the number that the side's sentence begins with; absent where one of the two has none.
std::optional<AnswerGain> gainOf(AnswerSide side, const Report& before, const Report& after);
/// Row of metrics() that the sentence of a side of a scenario begins with.
const char* answerMetric(AnswerSide side, const Scenario& scenario);

} // namespace moe
