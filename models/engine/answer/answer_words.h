// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Numbers and names of a sentence. Private to this room.

#include "data/message.h"
#include "models/engine/report/report.h"
#include "models/engine/scenario/scenario.h"

#include <string>

namespace moe {

/// Three significant digits, whole from 1000 on: 0.0123, 55.3, 2887.
std::string answerFigures(double value);
/// "14.8 trillion"
Message answerCount(double count);
/// Per second, as short: "669k".
std::string answerRate(double rate);
/// "20.2 s", "55 days"
Message answerTime(Seconds time);
/// So many seconds in the unit that answerTime() takes for `like`, without it.
std::string answerTimeLike(Seconds like, double seconds);
std::string answerGib(Bytes bytes);
/// A loss; its third digit behind the point is of interest, whatever it is.
std::string answerNats(double loss);
/// "Llama 3.3 70B · fp8"
Message answerModel(const Report& report);
/// "2048 × h800"
Message answerGpus(const Scenario& scenario, double gpus);

/// Degrees above one; a training run's with the schedule of its pipeline.
struct AnswerDegrees {
    double tp = 1, pp = 1, vpp = 1, cp = 1, ep = 1, etp = 1, dp = 1;
    const char* schedule = nullptr;
};
Message answerLayout(const AnswerDegrees& degrees);
/// Of a scenario on so many GPUs.
AnswerDegrees answerDegrees(const Scenario& scenario, double gpus);

/// "Tensor parallel 8 + Sequence parallel on": labels and values of edits.
Message answerEdits(const std::vector<std::pair<std::string, std::string>>& set);
/// "+ 31 %", "× 2.4" of a gain.
Message answerGain(double gain);

} // namespace moe
