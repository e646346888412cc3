#pragma once
// Lessons: steps of text that wait for the reader to do something in the window. Each is one YAML file in
// resources/lessons:
//     schema: moe-explorer/lesson/1
//     title: …
//     summary: …
//     steps:
//       - title: …
//         text: >-                      {metric key} stands for its value in the report shown
//           …
//         preset: reference             opened when the step begins (optional)
//         tab: memory                   brought up when the step begins (optional)
//         wait: {parallel.ep: 256}      scenario keys and values, or tab: VIEW; none = the reader goes on

#include "data/problem.h"
#include "models/engine/scenario.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace moe {

struct LessonStep {
    std::string title, text, preset, tab;
    std::vector<std::pair<std::string, std::string>> wait; ///< key → value as `--set` takes it; "tab" → view
};

struct Lesson {
    std::string key, title, summary;
    std::vector<LessonStep> steps;
};

/// `key` is the file's name without its ending. Unknown keys, a value that no field takes, placeholders that
/// are no metric: each a located problem.
Result<Lesson> readLesson(std::string_view text, const std::string& key);

/// Metric keys in braces, in order.
std::vector<std::string> placeholders(std::string_view text);

/// Whether what one wait asks for is so.
bool isMet(const std::pair<std::string, std::string>& wait, const Scenario& scenario, std::string_view tab);
bool isDone(const LessonStep& step, const Scenario& scenario, std::string_view tab);

} // namespace moe
