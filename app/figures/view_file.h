// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/problem.h"

#include <QString>

namespace moe::ui {
class ReportView;
}

namespace moe::app {

/// Writes a picture that a command made itself, in the format of the path's ending.
Problems saveView(ui::ReportView& view, const QString& path, double widthMm = 120);

} // namespace moe::app
