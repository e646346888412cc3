// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What is asked for a picture of a measured operator, as arguments of a question (ui/asking_view.h).

#include "models/engine/operators/operator_picture.h"

#include <QStringList>

#include <vector>

namespace moe::ui {

/// Names of the arguments, as options of `render`: device, op, dtype, load, backend, x, y, map, then the
/// columns of all operators as `profile` names them.
const std::vector<const char*>& surfaceOptions();
/// How many of them come before the columns.
inline constexpr int kSurfaceChoices = 8;

QStringList surfaceArguments(const OperatorPictureRequest& request);
/// Arguments that are no numbers where there should be some are left out. Without the GPU's data sheet.
OperatorPictureRequest surfaceRequest(const QStringList& arguments);

} // namespace moe::ui
