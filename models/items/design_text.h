// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What `moe-explorer loss --design` prints.

#include "models/engine/search/loss_design.h"

#include <QJsonObject>
#include <QString>

namespace moe::items {

/// {"design": {"best": {…}, "points": […]}}, base units.
QJsonObject designJson(const DesignRequest& request, const DesignMap& map);
/// One row per design.
QString designCsv(const DesignMap& map);
/// The best of every count of experts and the span of designs near the best.
QString designText(const DesignRequest& request, const DesignMap& map);

} // namespace moe::items
