// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Recipes that lean on other files, and on variables: `extends` and `bases` of Primus and of whoever copies
// it, a module and a model of Primus' tree, ${VAR:default} and ${multiply:4, ${.hidden_size}} of OmegaConf.

#include "data/document.h"
#include "data/message.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace moe {

/// Text of another file, by a path that holds from the folder of the file being read or from one above it;
/// none where there is none.
using FileBeside = std::function<std::optional<std::string>(const std::string& path)>;

struct ResolvedRecipe {
    Document entries;                 ///< the recipe's own first; then what they rest on, without a place
    std::vector<std::string> missing; ///< files that are named and not there
    std::vector<Message> assumed;     ///< sentences: defaults of variables that were taken
};

/// Later entries of one name count only where no earlier one says it, null included. Never fails: what is
/// missing is named.
ResolvedRecipe resolvedRecipe(const Document& recipe, const FileBeside& beside);

/// The recipe names other files it rests on.
bool leansOnFiles(const Document& recipe);

} // namespace moe
