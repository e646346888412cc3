// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace moe::items {

/// A tool tip that names what a file or a user called it: tips and labels take what looks like markup for
/// markup, and would load its pictures.
inline QString plainTip(const QString& text) {
    return text.contains(QLatin1Char('<')) ? text.toHtmlEscaped() : text;
}

} // namespace moe::items
