// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The presets of the tool bar: under headings that cannot be chosen.

#include "models/engine/scenario/catalog.h"

class QComboBox;

namespace moe::ui {

/// Data of an entry is the preset's key; a preset that stands in no group comes last.
void fillPresets(QComboBox& box, const Catalog& catalog);

} // namespace moe::ui
