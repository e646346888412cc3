// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/answer/answer_words.h"

#include "data/number.h"
#include "data/text.h"
#include "models/engine/scenario/enum_text.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/layers.h"

#include <cmath>

namespace moe {
namespace {

struct TimeWords {
    double from, seconds; ///< used from so many seconds on; of the unit
    const char* text;
};
/// Two units of the larger kind before it is taken: 36 hours rather than 1.5 days.
const TimeWords kTimeWords[] = {
    {2 * 86400.0, 86400, sentence("%1 days")}, {2 * 3600.0, 3600, sentence("%1 hours")},
    {2 * 60.0, 60, sentence("%1 minutes")},    {1, 1, sentence("%1 s")},
    {1e-3, 1e-3, sentence("%1 ms")},           {0, 1e-6, sentence("%1 µs")},
};
const TimeWords& timeWords(double seconds) {
    const TimeWords* row = std::begin(kTimeWords);
    while (seconds < row->from) ++row;
    return *row;
}

struct CountWords {
    double from, unit; ///< used from so many on; of the word
    const char* text;
};
const CountWords kCountWords[] = {{1e12, 1e12, sentence("%1 trillion")},
                                  {1e9, 1e9, sentence("%1 billion")},
                                  {1e6, 1e6, sentence("%1 million")},
                                  {1e5, 1e3, sentence("%1 thousand")}};

} // namespace

std::string answerFigures(double value) {
    constexpr int kDigits = 3, kAll = 15;
    return std::abs(value) < 1000 ? rounded(value, kDigits) : rounded(std::round(value), kAll);
}

Message answerCount(double count) {
    for (const CountWords& row : kCountWords)
        if (count >= row.from) return say(row.text, answerFigures(count / row.unit));
    return answerFigures(count);
}

std::string answerRate(double rate) {
    constexpr double kLong = 1e4;
    return rate < kLong ? answerFigures(rate) : compact(rate);
}

Message answerTime(Seconds time) {
    return say(timeWords(time.base).text, answerTimeLike(time, time.base));
}

std::string answerTimeLike(Seconds like, double seconds) {
    return answerFigures(seconds / timeWords(like.base).seconds);
}

std::string answerGib(Bytes bytes) {
    return answerFigures(bytes / GiB);
}

std::string answerNats(double loss) {
    const long thousandths = std::lround(1000 * loss);
    return std::to_string(thousandths / 1000) + "." + std::to_string(1000 + thousandths % 1000).substr(1);
}

Message answerModel(const Report& report) {
    const Scenario& scenario = report.scenario;
    const Message name = scenario.name.empty()
                             ? say("a model of %1 parameters", answerCount(report.params.total))
                             : Message(scenario.name);
    const DataType weights = scenario.precision.weights;
    if (weights == DataType::Bf16) return name;
    return say("%1 · %2", name, enumText(weights));
}

Message answerGpus(const Scenario& scenario, double gpus) {
    return say("%1 × %2", answerFigures(gpus), scenario.gpu.preset);
}

AnswerDegrees answerDegrees(const Scenario& scenario, double gpus) {
    const ParallelSpec& p = scenario.parallel;
    const auto number = [](Count count) { return static_cast<double>(count); };
    AnswerDegrees degrees{number(p.tp), number(p.pp), number(p.vpp),
                          number(p.cp), number(p.ep), number(expertTp(scenario))};
    degrees.dp = gpus / number(p.tp * p.pp * p.cp * layerGroups(scenario));
    return degrees;
}

Message answerLayout(const AnswerDegrees& degrees) {
    std::vector<Message> parts;
    const auto part = [&](const char* name, double value) {
        if (value > 1) parts.push_back(say("%1 %2", name, answerFigures(value)));
    };
    part("TP", degrees.tp);
    part("PP", degrees.pp);
    part("VPP", degrees.vpp);
    part("CP", degrees.cp);
    part("EP", degrees.ep);
    part("ETP", degrees.etp);
    part("DP", degrees.dp);
    if (degrees.pp > 1 && degrees.schedule) parts.emplace_back(degrees.schedule);
    if (parts.empty()) return say("one GPU");
    return listed(std::move(parts), " · ");
}

Message answerEdits(const std::vector<std::pair<std::string, std::string>>& set) {
    std::vector<Message> parts;
    for (const auto& [key, value] : set) {
        const Field* field = findField(key);
        const std::string label = field ? field->label : key;
        if (field && field->kind == FieldKind::Flag)
            parts.push_back(value == "true" ? say("%1 on", label) : say("%1 off", label));
        else
            parts.push_back(say("%1 %2", label, value));
    }
    return listed(std::move(parts), " + ");
}

Message answerGain(double gain) {
    constexpr double kTwice = 2; // from here on a factor reads better than a percentage
    if (gain >= kTwice) return say("× %1", rounded(gain, 2));
    return say("+ %1 %", rounded(100 * (gain - 1), gain < 1.1 ? 2 : 3));
}

} // namespace moe
