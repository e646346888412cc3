#pragma once
// The part of YAML that large tables are written in, read without the general parser, which takes fifteen
// times as long over them.

#include "data/document.h"

#include <optional>

namespace moe {

/// What parseDocument gives for a text of nested `key: value` lines and lists of such maps, with plain,
/// "quoted" and [listed] values. Null for every other text, also for those that are wrong: the general parser
/// knows what to say of them. `text` is UTF-8 without control characters and byte order mark.
std::optional<Document> plainDocument(std::string_view text);

} // namespace moe
