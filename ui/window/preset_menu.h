// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The menu of presets: under headings that cannot be chosen.

#include "models/engine/scenario/catalog.h"

class QMenu;

namespace moe::ui {

/// Data of an entry is the preset's key; a preset that stands in no group comes last.
void fillPresets(QMenu& menu, const Catalog& catalog);

} // namespace moe::ui
