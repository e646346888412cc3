// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the picture of operator profiles says in words.

#include "models/engine/profiles/profile_picture.h"

#include <QString>

namespace moe::items {

QString profileKeyText(const ProfilePicture& picture, double key);    ///< "2048 tokens"
QString profileAxisTitle(const ProfilePicture& picture);              ///< "Tokens", "Message size (B)"
QString profileSplitText(const ProfileSplit& split, bool collective); ///< "TP 2", "8 workers, 8 per node"
/// "h100 · measured, 259 keys · left out 1.1 % · analytic 12 % off"
QString profileLineText(const ProfileLine& line);
/// One device at one key: "h100 4.09 ms (3.98 … 4.17)".
QString profilePointText(const ProfileLine& line, const ProfileLine::Point& point);
/// The same with everything known, as rich text lines.
QString profilePointDetails(const ProfileLine& line, const ProfileLine::Point& point);
QString profilePictureSummary(const ProfilePicture& picture, const QString& title);

} // namespace moe::items
