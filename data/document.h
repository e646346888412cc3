// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A YAML text as a flat list of located entries, and back. Scenario files, presets, GPU lists and shipped
// tables are all read through it, so every problem can name its line and column.

#include "data/problem.h"

#include <string>
#include <string_view>
#include <vector>

namespace moe {

/// A leaf of the tree: `model: {hidden: 4096}` gives key "model.hidden", values {"4096"}.
struct DocumentEntry {
    std::string key; ///< dotted path; items of a list of maps are numbered from 0: "cases.0.id"
    std::vector<std::string> values; ///< one scalar, or the items of a list of scalars; empty for null
    bool list = false;
    int line = 0, column = 0; ///< of the value, 1-based

    bool quoted = false; ///< text, even where it looks like a number, true or false

    bool isNull() const { return values.empty() && !list; }
    std::string text() const; ///< scalar, or list items joined with commas
};
using Document = std::vector<DocumentEntry>; ///< in file order

/// Fails on syntax errors, a duplicate key, a top level that is not a map, aliases, binary content, a second
/// document or a depth over 64. An empty text is an empty document; an empty map counts as null; a dotted key
/// (`model.hidden: 4096`) is the same as the nested one. A list that holds null or another list is numbered.
Result<Document> parseDocument(std::string_view text, const std::string& source);

/// The value of the first `schema:` line at the margin, which tells what a file is without reading it as a
/// whole; empty when there is none.
std::string_view schemaOf(std::string_view text);

/// Nested YAML text in the order of the entries; those that share a prefix are brought together. Scalars are
/// quoted only where YAML would read them as something else; parseDocument gives the same entries again.
std::string documentText(const Document& document);

} // namespace moe
