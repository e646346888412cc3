// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Files of other programs that are not read, so that somebody who opens one is told in a line what it is and
// what to do, and not that each of its keys is none of a scenario. What is read stands elsewhere: recipes and
// arguments in logs/foreign.h, published models in model_config.h.

#include "data/document.h"
#include "data/problem.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace moe {

struct ForeignFile {
    const char* kind;    ///< "a configuration of %1"
    const char* program; ///< "DeepSpeed"
    const char* advice;  ///< sentence; empty: nothing close is read
    /// Groups of keys: one is enough, of which all must be there. A key stands for a section too; "*.name"
    /// for a key of that name in any section.
    std::vector<std::vector<std::string_view>> keys;
    std::vector<std::string_view> marks;    ///< parts of a text that is no table of keys; one is enough
    std::vector<std::string_view> unless{}; ///< keys of something else; one is enough
};
const std::vector<ForeignFile>& foreignFiles();

/// The first row that recognises it; null: none does. Of a list or of lines of JSON the first object speaks.
const ForeignFile* findForeignFile(const Document& document);
const ForeignFile* findForeignFile(std::string_view text);

/// "is a configuration of DeepSpeed, which this program does not read. …"; absent where no row recognises the
/// text.
std::optional<Problem> foreignFileProblem(const ForeignFile* file, const std::string& source);
/// Likewise, with the adapters it trains as --set takes them.
std::optional<Problem> foreignFileProblem(const Document& document, const std::string& source);

} // namespace moe
