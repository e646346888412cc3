// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/answer/answer_parts.h"

#include "models/engine/answer/answer_words.h"
#include "models/engine/report/metrics.h"

#include <cmath>

namespace moe {

const AnswerValue* addValue(Answer& answer, const Report& report, const char* key, Origin origin) {
    const std::optional<double> value = findMetric(key)->value(report);
    if (!value || !std::isfinite(*value)) return nullptr;
    AnswerValue& added = answer.values.emplace_back();
    added.key = key;
    added.value = *value;
    added.origin = origin;
    return &added;
}
void setBand(Answer& answer, const char* key, double low, double high, double share) {
    for (AnswerValue& value : answer.values)
        if (std::string_view(value.key) == key) value.low = low, value.high = high, value.share = share;
}

double trainingGpus(const MemoryReport& memory) {
    return memory.gpusPerStage * static_cast<double>(memory.stages.size());
}
AnswerText modelAsked(const Report& report) {
    return knob(answerModel(report), {"name"});
}
AnswerText gpusAsked(const Scenario& scenario, double gpus) {
    return knob(answerGpus(scenario, gpus), {"cluster.gpus", "gpu.preset"});
}

AnswerText fitWords(Fit fit, Bytes device, Bytes capacity, const char* key, const std::optional<int>& odds) {
    const std::string used = answerGib(device), all = answerGib(capacity);
    switch (fit) {
    case Fit::Yes:
        return number(odds ? say("fits (%1 of %2 GiB, odds %3 %)", used, all, *odds)
                           : say("fits (%1 of %2 GiB)", used, all),
                      key);
    case Fit::Tight:
        return number(odds ? say("fits tightly (%1 of %2 GiB, odds %3 %)", used, all, *odds)
                           : say("fits tightly (%1 of %2 GiB)", used, all),
                      key);
    case Fit::No: break;
    }
    return lead(odds ? say("does not fit (%1 of %2 GiB, odds %3 %)", used, all, *odds)
                     : say("does not fit (%1 of %2 GiB)", used, all),
                key);
}

Message why(const Report& report, std::string_view prefix) {
    for (const Warning& warning : report.warnings)
        if (warning.id.starts_with(prefix)) return warning.text;
    return say("The models cannot say.");
}

} // namespace moe
