// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a text is and what it holds, for `import` and for dropped files. Kinds are rows of a table; scenario
// and session YAML is recognised by the caller.

#include "data/problem.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace moe {

struct ImportSummary {
    std::string source;
    std::string kind;                 ///< name of the kind; empty when unknown
    std::size_t rows = 0;             ///< usable rows
    std::vector<std::string> facts;   ///< "1911 runs in 17 groups", "N 215M … 1.07B", …
    std::vector<std::string> assumed; ///< sentences: what the file left open
    Problems problems;                ///< located; with rejected = false the rest was read nevertheless
    bool rejected = false;            ///< nothing could be used
};

/// Name of the kind of operator profiles.
inline constexpr std::string_view kProfileImport = "Operator profile";

/// One kind of file. To add one, add its row to importKinds().
struct ImportKind {
    std::string_view name;
    std::string_view marks; ///< what it is recognised by, in words
    bool (*recognises)(std::string_view text, const std::vector<std::string>& header);
    void (*read)(std::string_view text, ImportSummary& summary); ///< fills rows, facts, problems, rejected
};

/// In the order in which they are tried.
const std::vector<ImportKind>& importKinds();

/// Recognises and reads `text`; never fails, what is wrong stands in the summary.
ImportSummary summarise(std::string_view text, std::string source);

} // namespace moe
