// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What `simulate --fit` prints.

#include "models/engine/calibration/server_fit.h"

#include <QJsonObject>
#include <QString>

namespace moe::items {

QString serverFitText(const ServerFit& fit);
QJsonObject serverFitJson(const ServerFit& fit);

} // namespace moe::items
