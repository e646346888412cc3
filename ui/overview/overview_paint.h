// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The three rows of the Overview as one picture: a sentence, its picture and the same over the knob, one
// below the other.

#include "models/engine/overview/overview.h"
#include "ui/plots/kit/canvas.h"

namespace moe::ui {

struct OverviewPicture {
    OverviewPtr overview; ///< null: nothing is known yet
    CatalogPtr catalog;
    bool waiting = false; ///< what is simulated follows
    bool chips = true;    ///< knobs of the sentences are drawn as what can be changed
    bool head = false;    ///< with the line above the rows, where no window has it
    bool asTable = false; ///< the window shows numbers in place of the rows
};
Hits paintOverview(QPainter& painter, const QSizeF& size, const Look& look, const OverviewPicture& picture);
/// The line on the model and the one on what the last edit did.
Hits paintHead(QPainter& painter, const QSizeF& size, const Look& look, const OverviewPicture& picture);

} // namespace moe::ui
