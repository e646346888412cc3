// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What would be better than an answer: single changes, each evaluated whole. Those of a scenario that does
// not fit are changes with which it does. No threads here: whoever asks gives the loop.

#include "models/engine/answer/answer.h"
#include "models/engine/plan/plan.h"
#include "models/engine/scenario/catalog.h"

namespace moe {

inline constexpr std::size_t kMostChanges = 3;

/// Fills changes and their sentence. `report`: that the answer is of. Nothing is changed where the models
/// gave no number.
void addChanges(Answer& answer, const Report& report, const Catalog& catalog, const ForEach& forEach);

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
