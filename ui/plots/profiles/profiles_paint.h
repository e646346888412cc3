// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Paints runtimes of an operator: medians as a line, min–max and mean ± std as bands, the predictor beyond
// the measured keys, the analytic model.

#include "models/engine/profiles/profile_picture.h"
#include "ui/plots/kit/canvas.h"

#include <QColor>

namespace moe::ui {

struct ProfileLook {
    std::vector<QColor> colours; ///< of picture.lines
    bool logKey = true, logTime = true;
};
/// `heading` stands in bold above the legend. Hits are strips over the keys.
Hits paintProfiles(QPainter& painter, const QSizeF& size, const ProfilePicture& picture,
                   const QString& heading, const ProfileLook& profile, const Look& look);

} // namespace moe::ui
