// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A message of the engine in the user's language, in the parts it is made of, so that some of them can be
// shown as controls.

#include "data/message.h"

#include <QString>

#include <vector>

namespace moe::items {

struct SentencePart {
    QString text;
    std::vector<std::size_t>
        at; ///< places of arguments that lead to it; empty: words of the outermost pattern
};
/// In the order in which they are read; together they are sentenceText().
std::vector<SentencePart> sentenceParts(const Message& message);

} // namespace moe::items
