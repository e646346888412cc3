// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where the time of requests went: bars of parts in their order, before the first token and after it.

#include "models/engine/traffic/request_path.h"
#include "ui/plots/kit/canvas.h"

namespace moe::ui {

struct RequestRow {
    QString name;                       ///< "slowest"
    const RequestPath* path = nullptr;  ///< to the first token
    const RequestPath* later = nullptr; ///< from there on; of a single row the same
    int index = -1;                     ///< of the HitAreas of the row
};

/// The rows over the time since each was sent, both halves on scales of their own. A single row is drawn with
/// a lane for each kind of part.
void paintRequests(QPainter& painter, const QRectF& area, const std::vector<RequestRow>& rows,
                   const Look& look, Hits& hits);

} // namespace moe::ui
