// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What `profile` prints.

#include "models/engine/profiles/profile_file.h"
#include "models/engine/profiles/profile_layer.h"

#include <QJsonObject>
#include <QString>

namespace moe::items {

/// {"seconds","origin","low","high","utilisation","leave_one_out_error"}; low, high in seconds; null where
/// there is none.
QJsonObject profileJson(const ProfileAnswer& answer);
QString profileText(const ProfileAnswer& answer, const ProfileQuery& query);

/// A layer: seconds and origin as above, embedding, operators, notes.
QJsonObject layerJson(const ProfiledLayer& layer);
QString layerText(const ProfiledLayer& layer, const LayerTimeRequest& request);

/// What became of one table: curves, knots, error; the worst curve by name.
QString derivedText(const DerivedProfile& derived);

} // namespace moe::items
