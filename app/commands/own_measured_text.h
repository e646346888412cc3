// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What `validate` prints of tables that a person measured on one GPU.

#include "app/files/own_measured.h"

#include <QJsonArray>
#include <QString>

namespace moe::app {

QString ownMeasuredText(const std::vector<OwnMeasured>& all);
QJsonArray ownMeasuredJson(const std::vector<OwnMeasured>& all);

} // namespace moe::app
