#pragma once
// A lesson's step in words, with the numbers of the report on screen.

#include "models/engine/lesson.h"
#include "models/engine/report.h"

#include <QString>
#include <QStringList>

namespace moe::items {

/// The step's text with every {metric} replaced by its value ("61.3 GiB"), "–" where there is none. Plain
/// text.
QString lessonText(const LessonStep& step, const Report* report);
/// What the step waits for, one line each: "Expert parallel: 256", "the Memory tab".
QStringList waitTexts(const LessonStep& step);

} // namespace moe::items
