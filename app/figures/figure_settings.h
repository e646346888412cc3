// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The choices of the figure dialog, in the platform's settings.

#include "ui/export/figure_dialog.h"

namespace moe::app {

/// The last ones; what is missing or out of range takes its default.
ui::FigureChoices savedFigureChoices();
void saveFigureChoices(const ui::FigureChoices& choices);

} // namespace moe::app
