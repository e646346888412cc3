// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Units and true meanings of the columns of published tables, where the documentation is silent or errs.

#include "data/step_law.h"

#include <QString>

#include <string_view>

namespace moe::items {

struct ColumnNote {
    QString title;   ///< in words; empty where the column's own name is what people say
    QString unit;    ///< shown under the column's name; may be empty
    QString meaning; ///< a sentence for the tooltip; empty for a column we know nothing about
};

ColumnNote columnNote(TableKind kind, std::string_view column);

} // namespace moe::items
