// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/answer/compared.h"

#include "models/engine/answer/answer_marks.h"
#include "models/engine/answer/answer_words.h"
#include "models/engine/report/metrics.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/sides.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

/// Smaller changes than this are read as none.
constexpr double kNoDifference = 5e-4;

/// What two scenarios of a side are compared in: first what the side is asked for, then its memory.
struct ComparedRow {
    AnswerSide side;
    const char *speed, *memory; ///< rows of metrics()
    const char *more, *less;    ///< of the speed; %1: the difference
};
const ComparedRow kCompared[] = {
    {AnswerSide::Train, "rl.step_seconds", "rl.train_memory_bytes", sentence("%1 longer a step"),
     sentence("%1 shorter a step")},
    {AnswerSide::Train, "train.step_seconds", "memory.device_bytes", sentence("%1 longer a step"),
     sentence("%1 shorter a step")},
    {AnswerSide::Serve, "serve.tokens_per_second", "serve.device_bytes", sentence("%1 more tokens/s"),
     sentence("%1 fewer tokens/s")},
};

std::optional<double> comparedValue(const char* key, const Report& report) {
    const std::optional<double> value = findMetric(key)->value(report);
    return value && std::isfinite(*value) ? value : std::nullopt;
}

bool alike(double from, double to) {
    return std::abs(to - from) <= kNoDifference * std::max(std::abs(from), std::abs(to));
}

/// "27.2 s longer a step (29.6 s → 56.8 s)"; without a difference only that.
AnswerText speedText(const ComparedRow& row, double from, double to) {
    const bool time = row.side == AnswerSide::Train;
    const auto text = [time](double value) {
        return time ? answerTime(Seconds{value}) : Message(answerRate(value));
    };
    if (alike(from, to)) return lead(time ? say("the same step time") : say("as many tokens/s"), row.speed);
    const Message difference = text(std::abs(to - from));
    return compose(
        sentence("%1 (%2 → %3)"),
        {lead(Message(Message::Kind::Sentence, to > from ? row.more : row.less, {difference}), row.speed),
         plain(text(from)), number(text(to), row.speed)});
}

AnswerText memoryText(const char* key, double from, double to) {
    if (alike(from, to)) return plain(say("the same memory"));
    const std::string difference = answerGib(Bytes{std::abs(to - from)});
    return compose(
        sentence("%1 (%2 → %3 GiB)"),
        {plain(to > from ? say("%1 GiB more memory", difference) : say("%1 GiB less memory", difference)),
         plain(answerGib(Bytes{from})), number(answerGib(Bytes{to}), key)});
}

/// Half a band of either, as a share of the value; the error that both have in common is in it.
std::optional<double> comparedError(AnswerSide side, const Report& from, const Report& to) {
    if (side != AnswerSide::Train || !from.train || !to.train) return std::nullopt;
    const auto off = [](const Report& report) {
        return report.rl ? report.rl->ninetyError : report.train->ninetyError;
    };
    return std::max(off(from), off(to));
}

/// Labels of what was put in differently, at most three by name.
Message differingText(const Scenario& from, const Scenario& to) {
    constexpr std::size_t kNamed = 3;
    std::vector<Message> labels;
    for (const Field& field : fields())
        if (field.get(from) != field.get(to)) labels.emplace_back(field.label);
    const std::size_t all = labels.size();
    if (all == 0) return say("No knob differs.");
    if (all <= kNamed) return say("Different: %1.", listed(std::move(labels), ", "));
    labels.resize(kNamed);
    return say("Different: %1 and %2 more.", listed(std::move(labels), ", "), std::to_string(all - kNamed));
}

} // namespace

std::optional<Answer> comparedAnswer(const Report& from, const Report& to, const Message& fromName,
                                     const Message& toName) {
    const bool serves = shownSide(to.scenario) == Side::Serving;
    // The first that both have a memory in: that of a step of reinforcement learning before a plain one.
    const auto row = std::find_if(std::begin(kCompared), std::end(kCompared), [&](const ComparedRow& one) {
        return (one.side == AnswerSide::Serve) == serves && comparedValue(one.memory, from) &&
               comparedValue(one.memory, to);
    });
    if (row == std::end(kCompared)) return std::nullopt;
    const std::optional<double> before = comparedValue(row->speed, from),
                                after = comparedValue(row->speed, to),
                                held = comparedValue(row->memory, from),
                                holds = comparedValue(row->memory, to);
    Answer answer;
    answer.side = row->side;
    answer.fits = answerFit(row->side, to);
    answer.question = compose(sentence("Compare %1 with %2"), {plain(fromName), plain(toName)});
    const AnswerText memory = memoryText(row->memory, *held, *holds);
    // A server that cannot run has no speed.
    answer.result = before && after ? compose(sentence("%1: %2, %3"),
                                              {plain(toName), speedText(*row, *before, *after), memory})
                                    : compose(sentence("%1: %2"), {plain(toName), memory});
    answer.brief = answer.result;
    for (const auto& [key, value] : {std::pair(row->speed, after), {row->memory, holds}})
        if (value) {
            AnswerValue& added = answer.values.emplace_back();
            added.key = key;
            added.value = *value;
        }
    const bool firstFits = answerFit(row->side, from) != Fit::No, thisFits = answer.fits != Fit::No;
    if (!firstFits && !thisFits) answer.more.push_back(say("Neither fits."));
    if (firstFits != thisFits) answer.more.push_back(say("Only %1 fits.", firstFits ? fromName : toName));
    if (const std::optional<double> error = comparedError(row->side, from, to);
        error && before && after && !alike(*before, *after) && std::abs(*after - *before) < *error * *after)
        answer.more.push_back(
            say("Both lie within one band of ± %1 %.", answerFigures(std::round(100 * *error))));
    answer.more.push_back(differingText(from.scenario, to.scenario));
    return answer;
}

} // namespace moe
