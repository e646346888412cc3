// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/answer/answer_marks.h"

#include "models/engine/answer/answer_words.h"

namespace moe {

static AnswerText marked(AnswerMark::Kind kind, Message text, std::vector<std::string> keys) {
    return {std::move(text), {{kind, {}, std::move(keys)}}};
}

std::optional<Fit> answerFit(AnswerSide side, const Report& report) {
    if (side == AnswerSide::Train && report.scenario.rl) return report.rl ? report.rl->fits : Fit::No;
    if (side == AnswerSide::Train && report.memory) return report.memory->fits;
    if (side == AnswerSide::Serve && report.serve) return report.serve->fits;
    return std::nullopt;
}

AnswerText plain(Message text) {
    return {std::move(text), {}};
}
AnswerText knob(Message text, std::vector<std::string> keys) {
    return marked(AnswerMark::Kind::Knob, std::move(text), std::move(keys));
}
AnswerText number(Message text, const char* key) {
    return marked(AnswerMark::Kind::Number, std::move(text), {key});
}
AnswerText lead(Message text, const char* key) {
    return marked(AnswerMark::Kind::Lead, std::move(text), {key});
}
AnswerText compose(const char* pattern, std::vector<AnswerText> parts) {
    AnswerText whole;
    std::vector<Message> arguments;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        for (AnswerMark& mark : parts[i].marks) {
            mark.at.insert(mark.at.begin(), i);
            whole.marks.push_back(std::move(mark));
        }
        arguments.push_back(std::move(parts[i].text));
    }
    whole.text = Message(Message::Kind::Sentence, pattern, std::move(arguments));
    return whole;
}
AnswerText banded(AnswerText value, const std::string& low, const std::string& high) {
    return compose(sentence("%1 (%2 to %3)"), {std::move(value), plain(low), plain(high)});
}
AnswerText timed(const AnswerValue& value, bool leads, double scale) {
    const Seconds time{scale * value.value};
    AnswerText text = leads ? lead(answerTime(time), value.key) : number(answerTime(time), value.key);
    return value.low ? banded(std::move(text), answerTimeLike(time, scale * *value.low),
                              answerTimeLike(time, scale * *value.high))
                     : text;
}

} // namespace moe
