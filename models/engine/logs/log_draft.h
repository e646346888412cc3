// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the parts of scenarioFromLog() hand on to one another; each part reads its arguments into it.

#include "models/engine/logs/log_arguments.h"
#include "models/engine/logs/log_scenario.h"

namespace moe {

struct LogDraft {
    LogDraft(const MegatronLog& from, const Catalog& with)
        : log(from), catalog(with), arguments(from, problems) {}
    LogDraft(const LogDraft&) = delete; // `arguments` points into it
    LogDraft& operator=(const LogDraft&) = delete;

    const MegatronLog& log;
    const Catalog& catalog;
    Problems problems;
    LogArguments arguments;
    LogScenario made;

    ModelSpec& model() { return made.scenario.model; }
    TrainSpec& train() { return *made.scenario.train; }
    ParallelSpec& parallel() { return made.scenario.parallel; }

    /// What the file does not say, with the key of the scenario that was assumed.
    void assume(Message assumption, const char* key = "") {
        made.scenario.assumed.push_back({key, assumption});
        made.assumptions.push_back(std::move(assumption));
    }
    /// 1 and a problem where the log does not say.
    Count needed(std::string_view argument);
    /// What the log says and no key of a scenario can.
    void leaveOut(std::string_view argument);
    /// A located problem of what the log says.
    void refuse(std::string_view argument, Message rule);
    bool isFalse(std::string_view argument) const;
};

/// Sizes, kinds of layers, experts.
void readLogModel(LogDraft& draft);
/// Pipeline chunks of unequal length.
void readLogLayout(LogDraft& draft);
/// ZeRO, bytes of gradients and moments, offloading.
void readLogOptimizer(LogDraft& draft);
/// FP8 and FP4 recipes.
void readLogPrecision(LogDraft& draft);
/// The padded vocabulary: printed, or out of a number of parameters, or assumed. Comes last.
void findLogVocabulary(LogDraft& draft);
/// Arguments that shape the model or its memory, and that nothing above has read.
void leaveOutUnknown(LogDraft& draft);

} // namespace moe
