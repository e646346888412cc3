// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the sentences of all sides share. Private to this room.

#include "models/engine/answer/answer.h"
#include "models/engine/answer/answer_marks.h"

#include <algorithm>
#include <string_view>

namespace moe {

/// What the bands of a report hold: TrainReport::ninetyError and RlReport's, TimeBand, LossReport::low.
inline constexpr double kTrainShare = 0.9, kServeShare = 0.8, kLossShare = 0.9;

/// Adds the metric's own value where the report has one.
const AnswerValue* addValue(Answer& answer, const Report& report, const char* key, Origin origin);
void setBand(Answer& answer, const char* key, double low, double high, double share);

/// Measured is strongest, analytic weakest. Constants fitted beside analytic parts do not make them fitted.
template <class Parts> Origin weakest(const Parts& parts) {
    std::optional<Origin> found;
    for (const auto& part : parts)
        if (part.seconds.base > 0 && part.origin != Origin::Fitted)
            found = std::max(found.value_or(part.origin), part.origin);
    return found.value_or(Origin::Fitted);
}

double trainingGpus(const MemoryReport& memory);
AnswerText modelAsked(const Report& report);
AnswerText gpusAsked(const Scenario& scenario, double gpus);

/// What does not fit is the whole answer. `odds`: oddsOf() the verdict.
AnswerText fitWords(Fit fit, Bytes device, Bytes capacity, const char* key,
                    const std::optional<int>& odds = {});
/// How requests come to a server: "64 requests at once", "10 requests/s".
AnswerText loadWords(const ServeSpec& serve);

/// The reason that a warning gives; it is the whole answer then.
Message why(const Report& report, std::string_view prefix);

/// Of a scenario with a section `rl`: its step, not that of plain training (answer_rl.cpp).
Answer rlAnswer(const Report& report);

} // namespace moe
