// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/explain/lesson.h"

#include "data/document.h"
#include "data/number.h"
#include "models/engine/memory/memory_terms.h"
#include "models/engine/report/metrics.h"
#include "models/engine/report/report.h"
#include "models/engine/scenario/fields.h"
#include "models/engine/time/step_time_report.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

constexpr std::string_view kSchema = "moe-explorer/lesson/1", kSteps = "steps.", kWas = "was",
                           kMemoryTerms = "memory.terms.", kTimeTerms = "train.terms.";

constexpr double kMostSteps = 1000;

bool isNumber(const std::string& key) {
    static const Report kNone;
    return lessonNumber(key, kNone).has_value();
}

/// Row of a table of parts by its key; its size when there is none.
template <class Row> std::size_t rowOf(const std::vector<Row>& rows, std::string_view key) {
    return static_cast<std::size_t>(
        std::find_if(rows.begin(), rows.end(), [&](const Row& row) { return key == row.key; }) -
        rows.begin());
}

/// "> 1e-3": a bound instead of a value; nullopt when it is none.
struct Bound {
    bool above = false;
    std::string value;
};
std::optional<Bound> boundOf(const std::string& text) {
    if (text.empty() || (text[0] != '<' && text[0] != '>')) return std::nullopt;
    const std::size_t start = text.find_first_not_of(' ', 1);
    return Bound{text[0] == '>', start == std::string::npos ? "" : text.substr(start)};
}

/// Rule broken by a wait, empty when there is none.
Message waitRule(const std::string& key, const std::string& value) {
    if (key == "tab") return "";
    const Field* field = findField(key);
    if (!field) return say("is no scenario key");
    const std::optional<Bound> bound = boundOf(value);
    if (bound && (field->kind == FieldKind::Integer || field->kind == FieldKind::Real))
        return parseField(*field, bound->value).rule;
    Scenario scratch;
    scratch.moe.emplace();
    scratch.train.emplace();
    scratch.serve.emplace();
    const Problems problems = setField(scratch, key, value);
    return problems.empty() ? Message() : problems.front().rule;
}

Message textRule(const std::string& text) {
    for (const std::string& key : placeholders(text)) {
        if (!isNumber(bareKey(key))) return say("{%1} is no number of a report", key);
    }
    return "";
}

/// "left relation [factor] [right]"; the rule broken, if any.
Message readClaim(LessonClaim& claim, const std::string& text) {
    std::vector<std::string> words{""};
    for (const char letter : text) {
        if (letter == ' ')
            words.emplace_back();
        else
            words.back() += letter;
    }
    std::erase(words, "");
    const Message rule = say("must be KEY, one of < > ~, then a factor, a key or `was`, or both");
    if (words.size() < 3 || words.size() > 4 || words[1].size() != 1 ||
        std::string_view("<>~").find(words[1][0]) == std::string_view::npos || !isNumber(words[0]))
        return rule;
    claim = {text, words[0], words[1][0], 1, ""};
    const std::optional<double> factor = parseNumber(words[2]);
    claim.factor = factor.value_or(1);
    if (!factor || words.size() == 4) claim.right = words.back();
    const bool known = claim.right.empty() || claim.right == kWas || isNumber(claim.right);
    return known && (factor || words.size() == 3) ? Message() : rule;
}

/// Takes one key of a step; gives the rule it breaks, if any.
Message setStepKey(LessonStep& step, const std::string& key, const DocumentEntry& entry) {
    const std::string value = entry.text();
    if (key == "claims") {
        for (const std::string& text : entry.values) {
            step.claims.emplace_back();
            if (Message rule = readClaim(step.claims.back(), text); !rule.empty()) return rule;
        }
        return "";
    }
    if (key == "title") return step.title = value, "";
    if (key == "text") return step.text = value, textRule(value);
    if (key == "preset") return step.preset = value, "";
    if (key == "base") return step.base = value, "";
    if (key == "side") {
        step.side = value;
        return value == "training" || value == "serving" ? Message() : say("must be training or serving");
    }
    if (key == "tab") return step.tab = value, "";
    if (key == "ask") return step.ask = value, textRule(value);
    if (key == "about")
        return step.about = value, isNumber(value) ? Message() : say("is no number of a report");
    if (key.rfind("wait.", 0) == 0) {
        step.wait.emplace_back(key.substr(5), value);
        return waitRule(key.substr(5), value);
    }
    return say("is no key of a step");
}

} // namespace

Result<Lesson> readLesson(std::string_view text, const std::string& key) {
    const std::string source = key + ".yaml";
    const Result<Document> document = parseDocument(text, source);
    if (!document) return document.error();
    Lesson lesson;
    lesson.key = key;
    Problems problems;
    for (const DocumentEntry& entry : *document) {
        Message rule;
        if (entry.key == "schema") {
            if (entry.text() != kSchema) rule = say("must be %1", kSchema);
        } else if (entry.key == "title") {
            lesson.title = entry.text();
        } else if (entry.key == "summary") {
            lesson.summary = entry.text();
        } else if (entry.key == "order") {
            const std::optional<double> order = parseNumber(entry.text());
            if (order && *order >= 0 && *order <= 1000)
                lesson.order = static_cast<int>(*order);
            else
                rule = say("must be a number from 0 to 1000");
        } else if (entry.key.rfind(kSteps, 0) == 0 &&
                   entry.key.find('.', kSteps.size()) != std::string::npos) {
            const std::size_t dot = entry.key.find('.', kSteps.size());
            // A mapping has keys of its own in the place of a list's counted ones.
            const std::optional<double> number =
                parseNumber(entry.key.substr(kSteps.size(), dot - kSteps.size()));
            if (number && *number >= 0 && *number < kMostSteps && *number == std::floor(*number)) {
                const auto index = static_cast<std::size_t>(*number);
                if (index >= lesson.steps.size()) lesson.steps.resize(index + 1);
                rule = setStepKey(lesson.steps[index], entry.key.substr(dot + 1), entry);
            } else {
                rule = say("must be a list of at most 1000 steps");
            }
        } else {
            rule = say("is no key of a lesson");
        }
        if (!rule.empty())
            problems.push_back({source, entry.line, entry.column, entry.key, std::move(rule), entry.text()});
    }
    if (lesson.title.empty())
        problems.push_back({.source = source, .key = "title", .rule = say("is missing")});
    if (lesson.steps.empty())
        problems.push_back({.source = source, .key = "steps", .rule = say("is missing")});
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
        if (lesson.steps[i].ask.empty() != lesson.steps[i].about.empty())
            problems.push_back({.source = source,
                                .key = std::string(kSteps) + std::to_string(i) + ".ask",
                                .rule = say("needs `about` beside it, and `about` needs `ask`")});
        if (lesson.steps[i].text.empty())
            problems.push_back({.source = source,
                                .key = std::string(kSteps) + std::to_string(i) + ".text",
                                .rule = say("is missing")});
    }
    if (!problems.empty()) return problems;
    return lesson;
}

Result<Lesson> readLessonFile(std::string_view text, const std::string& path) {
    const std::size_t slash = path.find_last_of('/');
    std::string name = slash == std::string::npos ? path : path.substr(slash + 1);
    if (const std::size_t dot = name.find_last_of('.'); dot != std::string::npos) name.resize(dot);
    Result<Lesson> lesson = readLesson(text, name);
    if (lesson) return lesson;
    Problems problems = lesson.error();
    for (Problem& problem : problems) problem.source = path;
    return problems;
}

std::vector<std::string> placeholders(std::string_view text) {
    std::vector<std::string> keys;
    for (std::size_t open = text.find('{'); open != std::string_view::npos; open = text.find('{', open + 1)) {
        const std::size_t close = text.find('}', open);
        if (close == std::string_view::npos) break;
        keys.emplace_back(text.substr(open + 1, close - open - 1));
    }
    return keys;
}

std::string bareKey(std::string_view placeholder) {
    const bool was = placeholder.rfind("was ", 0) == 0;
    return std::string(was ? placeholder.substr(4) : placeholder);
}

std::optional<LessonNumber> lessonNumber(std::string_view key, const Report& report) {
    if (const Metric* metric = findMetric(key)) return LessonNumber{metric->value(report), metric->unit};
    if (key.rfind(kMemoryTerms, 0) == 0) {
        const std::size_t row = rowOf(memoryTerms(), key.substr(kMemoryTerms.size()));
        if (row == memoryTerms().size()) return std::nullopt;
        if (!report.memory || report.memory->stages.empty()) return LessonNumber{std::nullopt, "B"};
        return LessonNumber{report.memory->heaviest().terms[row].base, "B"};
    }
    if (key.rfind(kTimeTerms, 0) == 0) {
        const std::size_t row = rowOf(timeTerms(), key.substr(kTimeTerms.size()));
        if (row == timeTerms().size()) return std::nullopt;
        if (!report.train || report.train->terms.size() <= row) return LessonNumber{std::nullopt, "s"};
        return LessonNumber{report.train->terms[row].exposed.base, "s"};
    }
    return std::nullopt;
}

bool holds(const LessonClaim& claim, const Report& report, const Report& was) {
    const auto valueOf = [](const std::string& key, const Report& from) {
        const std::optional<LessonNumber> number = lessonNumber(key, from);
        return number ? number->value : std::nullopt;
    };
    const std::optional<double> left = valueOf(claim.left, report);
    const std::optional<double> right = claim.right.empty()   ? std::optional(1.0)
                                        : claim.right == kWas ? valueOf(claim.left, was)
                                                              : valueOf(claim.right, report);
    if (!left || !right) return false;
    const double other = claim.factor * *right;
    if (claim.relation == '~') return std::abs(*left - other) <= 0.02 * std::abs(other);
    return claim.relation == '<' ? *left < other : *left > other;
}

bool isMet(const std::pair<std::string, std::string>& wait, const Scenario& scenario, std::string_view tab) {
    if (wait.first == "tab") return wait.second == tab;
    const Field* field = findField(wait.first);
    if (const std::optional<Bound> bound = boundOf(wait.second); field && bound) {
        const FieldValue now = field->get(scenario), limit = parseField(*field, bound->value).value;
        const double* value = std::get_if<double>(&now);
        const double* to = std::get_if<double>(&limit);
        return value && to && (bound->above ? *value > *to : *value < *to);
    }
    // Setting what is already so changes nothing, whatever the type of the field.
    Scenario set = scenario;
    return setField(set, wait.first, wait.second).empty() && set == scenario;
}

Scenario doneFor(const LessonStep& step, Scenario scenario) {
    constexpr double kBeyond = 1.1;
    for (const auto& [key, value] : step.wait) {
        if (key == "tab" || isMet({key, value}, scenario, {})) continue;
        const std::optional<Bound> bound = boundOf(value);
        const std::optional<double> limit = bound ? parseQuantity(bound->value) : std::nullopt;
        setField(scenario, key,
                 limit ? rounded(bound->above ? *limit * kBeyond : *limit / kBeyond, 6) : value);
    }
    return scenario;
}

bool isDone(const LessonStep& step, const Scenario& scenario, std::string_view tab) {
    return std::all_of(step.wait.begin(), step.wait.end(),
                       [&](const auto& wait) { return isMet(wait, scenario, tab); });
}

bool claimsDays(const Lesson& lesson) {
    return std::any_of(lesson.steps.begin(), lesson.steps.end(), [](const LessonStep& step) {
        return std::any_of(step.claims.begin(), step.claims.end(),
                           [](const LessonClaim& claim) { return claim.left.starts_with("day."); });
    });
}

} // namespace moe
