// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Screen readers meet each cell of the strip as an item with its name, value and place.

namespace moe::ui {

class LayerCells;

/// Once is enough; more do nothing.
void installLayerAccessibility();
/// The keys are on this cell now.
void tellLayerFocus(LayerCells& cells, int layer);

} // namespace moe::ui
