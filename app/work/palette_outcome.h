// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a change that the command palette offers would come to.

#include "models/engine/scenario/catalog.h"
#include "ui/palette/command_palette.h"

namespace moe::app {

/// Evaluates the scenario with the edits, whole. Where it does not fit, also with the least further change
/// that makes it fit. In the language of the window.
ui::PaletteOutcome paletteOutcome(const Scenario& scenario, const Catalog& catalog, const ui::Edits& edits);

} // namespace moe::app
