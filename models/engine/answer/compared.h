// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Two scenarios as one sentence: which is faster by how much, which needs more memory, whether both fit, and
// whether the difference is more than the models can tell.

#include "models/engine/answer/answer.h"

namespace moe {

/// Of the side that both have; absent where they have none in common. Values are those of `to`, in the base
/// unit of metrics(). `fromName`, `toName`: how the sentence calls them ("Base", "A").
std::optional<Answer> comparedAnswer(const Report& from, const Report& to, const Message& fromName,
                                     const Message& toName);

} // namespace moe
