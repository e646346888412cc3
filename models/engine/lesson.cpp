#include "models/engine/lesson.h"

#include "data/document.h"
#include "data/number.h"
#include "models/engine/fields.h"
#include "models/engine/metrics.h"

#include <algorithm>

namespace moe {
namespace {

constexpr std::string_view kSchema = "moe-explorer/lesson/1", kSteps = "steps.";

bool isMetric(const std::string& key) {
    const std::vector<Metric>& known = metrics();
    return std::any_of(known.begin(), known.end(), [&](const Metric& metric) { return key == metric.key; });
}

/// Rule broken by a wait, empty when there is none.
std::string waitRule(const std::string& key, const std::string& value) {
    if (key == "tab") return "";
    if (!findField(key)) return "is no scenario key";
    Scenario scratch;
    scratch.moe.emplace();
    scratch.train.emplace();
    scratch.serve.emplace();
    const Problems problems = setField(scratch, key, value);
    return problems.empty() ? "" : problems.front().rule;
}

std::string textRule(const std::string& text) {
    for (const std::string& key : placeholders(text)) {
        if (!isMetric(key)) return "{" + key + "} is no metric";
    }
    return "";
}

/// Takes one key of a step; gives the rule it breaks, if any.
std::string setStepKey(LessonStep& step, const std::string& key, const std::string& value) {
    if (key == "title") return step.title = value, "";
    if (key == "text") return step.text = value, textRule(value);
    if (key == "preset") return step.preset = value, "";
    if (key == "tab") return step.tab = value, "";
    if (key.rfind("wait.", 0) == 0) {
        step.wait.emplace_back(key.substr(5), value);
        return waitRule(key.substr(5), value);
    }
    return "is no key of a step";
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
        std::string rule;
        if (entry.key == "schema") {
            if (entry.text() != kSchema) rule = "must be " + std::string(kSchema);
        } else if (entry.key == "title") {
            lesson.title = entry.text();
        } else if (entry.key == "summary") {
            lesson.summary = entry.text();
        } else if (entry.key.rfind(kSteps, 0) == 0 &&
                   entry.key.find('.', kSteps.size()) != std::string::npos) {
            const std::size_t dot = entry.key.find('.', kSteps.size());
            const std::optional<double> number =
                parseNumber(entry.key.substr(kSteps.size(), dot - kSteps.size()));
            const auto index = static_cast<std::size_t>(number.value_or(0));
            if (index >= lesson.steps.size()) lesson.steps.resize(index + 1);
            rule = setStepKey(lesson.steps[index], entry.key.substr(dot + 1), entry.text());
        } else {
            rule = "is no key of a lesson";
        }
        if (!rule.empty())
            problems.push_back({source, entry.line, entry.column, entry.key, std::move(rule), entry.text()});
    }
    if (lesson.title.empty()) problems.push_back({.source = source, .key = "title", .rule = "is missing"});
    if (lesson.steps.empty()) problems.push_back({.source = source, .key = "steps", .rule = "is missing"});
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
        if (lesson.steps[i].text.empty())
            problems.push_back({.source = source,
                                .key = std::string(kSteps) + std::to_string(i) + ".text",
                                .rule = "is missing"});
    }
    if (!problems.empty()) return problems;
    return lesson;
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

bool isMet(const std::pair<std::string, std::string>& wait, const Scenario& scenario, std::string_view tab) {
    if (wait.first == "tab") return wait.second == tab;
    // Setting what is already so changes nothing, whatever the type of the field.
    Scenario set = scenario;
    return setField(set, wait.first, wait.second).empty() && set == scenario;
}

bool isDone(const LessonStep& step, const Scenario& scenario, std::string_view tab) {
    return std::all_of(step.wait.begin(), step.wait.end(),
                       [&](const auto& wait) { return isMet(wait, scenario, tab); });
}

} // namespace moe
