// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A lesson's step in words, with the numbers of the report on screen.

#include "models/engine/explain/lesson.h"
#include "models/engine/report/report.h"

#include <QString>
#include <QStringList>

#include <functional>

namespace moe::items {

/// The step's text with every {key} replaced by its value ("61.3 GiB"), "–" where there is none; `was` is the
/// report when the step before began. Both may be null. Plain text.
QString lessonText(const LessonStep& step, const Report* report, const Report* was);
/// What the step waits for, one line each: "Expert parallel: 256", "Training tokens above 1e10", "open the
/// page “Roofline”". `pageTitle` names a page by its key.
QStringList waitTexts(const LessonStep& step, const std::function<QString(const QString&)>& pageTitle);

} // namespace moe::items
