// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/loss/laws/laws.h"

#include "data/number.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace moe {
namespace {

/// Vocabulary of the published runs (arXiv 2503.04715, section 3); the tables do not state it.
constexpr double kTableVocabulary = 65536;

struct InputName {
    LawInput input;
    const char* name;
};
constexpr std::array<InputName, 9> kInputNames{
    {{&LawInputs::params, "parameters"},
     {&LawInputs::activeParams, "active parameters"},
     {&LawInputs::tokens, "tokens"},
     {&LawInputs::flopsPerToken, "FLOP per token (layers, hidden size)"},
     {&LawInputs::experts, "number of experts"},
     {&LawInputs::topK, "experts per token"},
     {&LawInputs::granularity, "granularity (dense FFN width over expert width)"},
     {&LawInputs::headParams, "vocabulary matrix (vocabulary, hidden size)"},
     {&LawInputs::loss, "loss"}}};

void noteMissing(std::vector<Message>& missing, LawInput input) {
    for (const InputName& row : kInputNames) {
        const bool said = std::any_of(missing.begin(), missing.end(), [&](const Message& one) {
            return one.text().find(row.name) != std::string::npos; // "active parameters" say "parameters" too
        });
        if (row.input == input && !said) missing.emplace_back(row.name);
    }
}

Message missingText(const std::vector<Message>& missing) {
    if (missing.empty()) return {};
    Message all = missing.back();
    for (std::size_t i = missing.size() - 1; i-- > 0;) all = say("%1 and the %2", missing[i], all);
    return say("needs the %1", all);
}

std::optional<double> valueOf(const LawFormula& formula, const LawInputs& inputs,
                              std::vector<Message>& missing) {
    if (formula.value == nullptr) return std::nullopt;
    bool complete = true;
    for (const LawInput input : formula.needs) {
        if ((inputs.*input).has_value()) continue;
        complete = false;
        noteMissing(missing, input);
    }
    if (!complete) return std::nullopt;
    const std::optional<double> value = formula.value(inputs);
    return value && std::isfinite(*value) ? value : std::nullopt;
}

/// 429M, 1.07B; 3e+19 beyond what suffixes are for.
std::string shortText(double value) {
    if (value < 1e15) return compact(value, 3);
    const double power = std::pow(10, std::floor(std::log10(value)) - 1);
    return numberText(std::round(value / power) * power);
}

void noteOutside(std::vector<Message>& outside, const char* pattern, const std::optional<double>& value,
                 const std::optional<Range>& range) {
    constexpr double kEdge = 0.01; // ranges are published with two or three digits
    if (!range || !value) return;
    if (*value >= range->min * (1 - kEdge) && *value <= range->max * (1 + kEdge)) return;
    outside.push_back(say(pattern, shortText(*value), shortText(range->min) + "–" + shortText(range->max)));
}

Message outsideOf(const Law& law, const LawInputs& inputs) {
    const std::optional<LawRanges>& ranges = inputs.moe ? law.moe : law.dense;
    if (!ranges) return say(inputs.moe ? "not fitted on MoE models" : "not fitted on dense models");
    std::optional<double> compute;
    if (inputs.tokens && inputs.flopsPerToken)
        compute = *inputs.flopsPerToken * *inputs.tokens;
    else if (inputs.tokens && inputs.activeParams)
        compute = 6 * *inputs.activeParams * *inputs.tokens;
    std::vector<Message> outside;
    noteOutside(outside, sentence("parameters %1 (fitted on %2)"), inputs.params, ranges->params);
    noteOutside(outside, sentence("active parameters %1 (fitted on %2)"), inputs.activeParams,
                ranges->activeParams);
    noteOutside(outside, sentence("tokens %1 (fitted on %2)"), inputs.tokens, ranges->tokens);
    noteOutside(outside, sentence("FLOP of training %1 (fitted on %2)"), compute, ranges->compute);
    return outside.empty() ? Message() : listed(std::move(outside), "; ");
}

std::optional<double> cell(const LossTable& table, const LossGroup& group, std::string_view column) {
    if (table.table == nullptr || group.runs.empty()) return std::nullopt;
    const CsvColumn* found = table.table->find(column);
    const auto row = static_cast<std::size_t>(group.runs.front());
    if (found == nullptr || !found->numeric || row >= found->numbers.size()) return std::nullopt;
    const double value = found->numbers[row];
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

} // namespace

LawInputs denseInputs(double params, double tokens) {
    LawInputs inputs;
    inputs.params = inputs.activeParams = params;
    inputs.tokens = tokens;
    inputs.experts = inputs.topK = inputs.granularity = 1;
    return inputs;
}

double lawFlopsPerToken(double activeParams, double layers, double hidden, double sequence) {
    return 6 * activeParams + 12 * layers * hidden * sequence;
}

LawInputs lawInputs(const LossTable& table, const LossGroup& group) {
    LawInputs inputs = denseInputs(group.params, group.tokens);
    inputs.moe = table.moe;
    inputs.activeParams = group.activeParams;
    inputs.loss = group.bestLoss;
    const std::optional<double> hidden = cell(table, group, "h"), layers = cell(table, group, "numl");
    if (hidden) inputs.headParams = kTableVocabulary * *hidden;
    if (hidden && layers)
        inputs.flopsPerToken = lawFlopsPerToken(group.activeParams, *layers, *hidden, kStepLawSequence);
    if (!table.moe) return inputs;
    inputs.experts = cell(table, group, "nume");
    inputs.topK = cell(table, group, "topk");
    inputs.granularity.reset();
    const std::optional<double> ffn = cell(table, group, "ffnh"), expert = cell(table, group, "moeh");
    if (ffn && expert && *expert > 0) inputs.granularity = *ffn / *expert;
    return inputs;
}

const Law* findLaw(std::string_view key) {
    const auto found =
        std::find_if(laws().begin(), laws().end(), [&](const Law& law) { return key == law.key; });
    return found == laws().end() ? nullptr : &*found;
}

LawAnswer evaluateLaw(const Law& law, const LawInputs& inputs) {
    LawAnswer answer;
    answer.law = &law;
    std::vector<Message> missing;
    answer.lr = valueOf(law.lr, inputs, missing);
    answer.batchTokens = valueOf(law.batchTokens, inputs, missing);
    answer.loss = valueOf(law.loss, inputs, missing);
    answer.criticalBatchTokens = valueOf(law.criticalBatchTokens, inputs, missing);
    answer.missing = missingText(missing);
    answer.outside = outsideOf(law, inputs);
    answer.inDomain = answer.outside.empty();
    return answer;
}

std::optional<LawOffset> fitOffset(const Law& law, const LossTable& table) {
    struct Pair {
        double predicted, measured;
    };
    std::vector<Pair> pairs;
    for (const LossGroup& group : table.groups) {
        const LawAnswer answer = evaluateLaw(law, lawInputs(table, group));
        if (answer.loss) pairs.push_back({*answer.loss, group.bestLoss});
    }
    if (pairs.empty()) return std::nullopt;
    LawOffset offset;
    offset.scale = law.bitsPerCharacter;
    const auto count = static_cast<double>(pairs.size());
    double sum = 0;
    for (const Pair& pair : pairs) {
        sum += offset.scale ? std::log(pair.measured / pair.predicted) : pair.measured - pair.predicted;
        offset.rawError += std::abs(pair.predicted / pair.measured - 1) / count;
    }
    offset.value = offset.scale ? std::exp(sum / count) : sum / count;
    for (const Pair& pair : pairs)
        offset.residualRmse += std::pow(offset.apply(pair.predicted) / pair.measured - 1, 2) / count;
    offset.residualRmse = std::sqrt(offset.residualRmse);
    offset.groups = static_cast<int>(pairs.size());
    offset.text = (offset.scale ? "scaled by " + rounded(offset.value, 4) + " nats per bit and character"
                                : "shifted by " + rounded(offset.value, 4) + " nats") +
                  ", fitted to the best runs of " + std::to_string(pairs.size()) +
                  (table.moe ? " MoE" : " dense") +
                  " groups (left over: " + rounded(100 * offset.residualRmse, 2) + " %)";
    return offset;
}

} // namespace moe
