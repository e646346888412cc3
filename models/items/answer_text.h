// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A scenario as one sentence for each of its sides, as text, Markdown and JSON.

#include "models/engine/answer/answer.h"

#include <QJsonObject>
#include <QString>

#include <vector>

namespace moe::items {

/// One line per side.
QString answerText(const std::vector<Answer>& answers);
/// A paragraph per side, what it comes to in bold; `command`, which prints the same, after them unless empty.
QString answerMarkdown(const std::vector<Answer>& answers, const QString& command = {});

/// {"train": …, "serve": …, "loss": …}, null where the scenario has no such side: sentence, values with bands
/// and origins, what binds; and where they were asked, the search and what would be better.
QJsonObject answerJson(const std::vector<Answer>& answers);

} // namespace moe::items
