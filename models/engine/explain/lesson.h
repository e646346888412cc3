// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Lessons: steps of text that wait for the reader to do something in the window. Each is one YAML file in
// resources/lessons:
//     schema: moe-explorer/lesson/1
//     title: …
//     summary: …
//     order: 1                          place in the menu (optional, 0 = by its file's name, last)
//     steps:
//       - title: …
//         text: >-                      {key} stands for its value in the report shown, {was key} for the
//           …                             one when the step before began; a key is that of a metric or a
//           part:
//                                         memory.terms.PART (heaviest stage), train.terms.PART (waited for)
//         preset: reference             opened when the step begins (optional)
//         base: reference-baseline      preset that it then stands beside, instead of itself (optional)
//         side: serving                 or training: what everything shown is about from here on (optional)
//         tab: memory                   brought up when the step begins (optional)
//         ask: …                            asked before the reader may go on: what will it be? (optional)
//         about: memory.device_bytes        the number that is asked for, as it is once the step is done
//         wait: {parallel.ep: 256}      scenario keys and values (or "> 1e-3", "< 8"), or tab: VIEW; none =
//                                       the reader goes on
//         claims: [a > b, a < 2 was]    what the text says of its numbers, `was` = the left one before; "~"
//         is
//                                       within 2 %. Checked by the tests, not shown

#include "data/problem.h"
#include "models/engine/report/report.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace moe {

/// "memory.device_bytes > 1.5 memory.capacity_bytes"
struct LessonClaim {
    std::string text, left;
    char relation = '<'; ///< < > ~
    double factor = 1;
    std::string right; ///< a key, "was", or empty: the factor alone
};

struct LessonStep {
    std::string title, text, preset, tab;
    std::vector<std::pair<std::string, std::string>> wait; ///< key → value as `--set` takes it; "tab" → view
    std::vector<LessonClaim> claims;
    std::string base = {};            ///< preset
    std::string side = {};            ///< training, serving or as it is
    std::string ask = {}, about = {}; ///< a question, and the key of the number that answers it
};

struct Lesson {
    std::string key, title, summary;
    int order = 0;
    std::vector<LessonStep> steps;
};
/// Some claim is of a day (`day.*`), which takes seconds to simulate (evaluateFor()).
bool claimsDays(const Lesson& lesson);

/// `key` is the file's name without its ending. Unknown keys, a value that no field takes, placeholders that
/// are no metric: each a located problem.
Result<Lesson> readLesson(std::string_view text, const std::string& key);

/// The same of a file of somebody's own, by its path: the key is its name without folders and ending.
Result<Lesson> readLessonFile(std::string_view text, const std::string& path);

/// What stands in braces, in order, `was` included.
std::vector<std::string> placeholders(std::string_view text);

/// A placeholder without its `was`.
std::string bareKey(std::string_view placeholder);

/// A number that a lesson may speak of.
struct LessonNumber {
    std::optional<double> value; ///< absent: this report has none
    std::string unit;            ///< as Metric::unit
};
/// Nullopt: there is no such key.
std::optional<LessonNumber> lessonNumber(std::string_view key, const Report& report);
/// `was`: the report when the step before began. A claim about an absent number does not hold.
bool holds(const LessonClaim& claim, const Report& report, const Report& was);

/// Whether what one wait asks for is so.
bool isMet(const std::pair<std::string, std::string>& wait, const Scenario& scenario, std::string_view tab);
bool isDone(const LessonStep& step, const Scenario& scenario, std::string_view tab);
/// The scenario with what the step waits for, a tenth beyond its bounds.
Scenario doneFor(const LessonStep& step, Scenario scenario);

} // namespace moe
