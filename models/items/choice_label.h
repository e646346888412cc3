// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Names of choices as a person reads them.

#include <QString>

#include <string>

namespace moe::items {

/// How a choice is spoken: "gqa" is "GQA". Other text stays.
QString choiceLabel(const std::string& value);

} // namespace moe::items
