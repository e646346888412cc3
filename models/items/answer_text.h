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

/// A stretch of a marked text in the user's language; without a mark: words between them.
struct AnswerPiece {
    QString text;
    const AnswerMark* mark = nullptr; ///< of the text
};
std::vector<AnswerPiece> answerPieces(const AnswerText& text);

/// {"train": …, "serve": …, "loss": …}, null where the scenario has no such side: sentence, values with bands
/// and origins, what binds; and where they were asked, the search and what would be better.
QJsonObject answerJson(const std::vector<Answer>& answers);

} // namespace moe::items
