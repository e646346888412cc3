// SPDX-License-Identifier: GPL-3.0-or-later
// The sentence of a training run with reinforcement learning: its step, memory at its two moments, and what
// the step waits for.

#include "models/engine/answer/answer_parts.h"
#include "models/engine/answer/answer_words.h"
#include "models/engine/plan/plan.h"
#include "models/engine/schedule/schedules.h"

#include <cmath>

namespace moe {
namespace {

AnswerText rlQuestion(const Report& report) {
    const Scenario& scenario = report.scenario;
    const RlSpec& rl = *scenario.rl;
    const auto counted = [](Count count, const char* key) {
        return knob(answerFigures(static_cast<double>(count)), {key});
    };
    const bool apart = report.rl && rl.placement == RlPlacement::Separate;
    AnswerText on = gpusAsked(scenario, trainingGpus(*report.memory));
    if (apart)
        on = compose(sentence("%1 and %2 more that sample"),
                     {on, knob(answerFigures(report.rl->rolloutGpus), {"rl.rollout_gpus"})});
    return compose(
        sentence("Train %1 by reinforcement learning on %2: %3 prompts × %4 responses a step"),
        {modelAsked(report), on, counted(rl.prompts, "rl.prompts"), counted(rl.group, "rl.group")});
}

Message samplingLayout(const RlReport& rl) {
    AnswerDegrees degrees;
    degrees.tp = static_cast<double>(rl.engine.tp), degrees.pp = static_cast<double>(rl.engine.pp);
    degrees.ep = static_cast<double>(rl.engine.ep), degrees.dp = static_cast<double>(rl.engine.dp);
    return say("%1 engines of %2", answerFigures(rl.engines), answerLayout(degrees));
}

/// The phase that the step waits for longest.
void addLongest(Answer& answer, const RlReport& rl) {
    std::size_t longest = 0;
    for (std::size_t i = 1; i < rl.phases.size(); ++i)
        if (rl.phases[i].exposed > rl.phases[longest].exposed) longest = i;
    answer.binding = rlParts()[longest].key;
    answer.more.push_back(say("%1 % of a step is %2.",
                              answerFigures(std::round(100 * (rl.phases[longest].exposed / rl.step))),
                              rlParts()[longest].label));
}

} // namespace

Answer rlAnswer(const Report& report) {
    Answer answer;
    answer.side = AnswerSide::Train;
    answer.question = rlQuestion(report);
    AnswerDegrees degrees = answerDegrees(report.scenario, trainingGpus(*report.memory));
    degrees.schedule = scheduleRow(report.train->pipeline.kind).label;
    if (!report.rl) {
        answer.layout = answerLayout(degrees);
        answer.brief = compose(sentence("no step with %1"), {plain(answer.layout)});
        answer.result = answer.brief;
        answer.more.push_back(why(report, "rl-"));
        return answer;
    }
    const RlReport& rl = *report.rl;
    answer.layout = say("%1, sampling with %2", answerLayout(degrees), samplingLayout(rl));
    answer.fits = rl.fits;
    const bool samples = rl.rolloutMemory > rl.trainMemory;
    const char* key = samples ? "rl.rollout_memory_bytes" : "rl.train_memory_bytes";
    addValue(answer, report, key, Origin::Analytic);
    const AnswerText fits = fitWords(rl.fits, rl.device(), rl.capacity, key);
    if (rl.fits == Fit::No) { // what does not run has no speed
        answer.binding = planLimitKey(PlanLimit::Memory);
        answer.brief = compose(sentence("%1 with %2"), {fits, plain(answer.layout)});
        answer.result = answer.brief;
        answer.more.push_back(samples ? say("It is most while the engines sample.")
                                      : say("It is most while it trains."));
        return answer;
    }
    for (const char* metric : {"rl.step_seconds", "rl.usd"})
        if (const AnswerValue* value = addValue(answer, report, metric, Origin::Simulated)) {
            const double v = value->value;
            setBand(answer, metric, v * (1 - rl.ninetyError), v * (1 + rl.ninetyError), kTrainShare);
        }
    addValue(answer, report, "rl.tokens_per_second_per_gpu", Origin::Simulated);
    const AnswerText time = compose(sentence("%1 a step"), {timed(*answer.value("rl.step_seconds"), true)});
    answer.brief = compose(sentence("%1, %2 with %3"), {time, fits, plain(answer.layout)});
    const AnswerValue* usd = answer.value("rl.usd");
    answer.result =
        usd ? compose(sentence("%1, %2 with %3"),
                      {compose(sentence("%1, $ %2"), {time, number(answerFigures(usd->value), usd->key)}),
                       fits, plain(answer.layout)})
            : answer.brief;
    addLongest(answer, rl);
    return answer;
}

} // namespace moe
