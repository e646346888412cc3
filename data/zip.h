// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A ZIP archive (PKWARE APPNOTE 6.3) of a few texts and pictures, written so that the same content gives the
// same bytes: no times, no owners, entries in the order given.

#include <string>
#include <utility>
#include <vector>

namespace moe {

/// Name (UTF-8, with "/" between folders) and content, less than 4 GiB in all.
using ZipEntries = std::vector<std::pair<std::string, std::string>>;
std::string zipOf(const ZipEntries& entries);

} // namespace moe
