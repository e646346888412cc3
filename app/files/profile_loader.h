// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Operator profiles from files and folders of the published layout.

#include "data/problem.h"
#include "models/engine/profiles/profile.h"

#include <QStringList>

#include <optional>
#include <stop_token>

namespace moe::app {

/// One file: a table, problems, or neither when it is none and was not named by the user.
struct ProfileFile {
    std::optional<ProfileTable> table;
    Problems problems; ///< located; the good rows are kept
};
/// A table outside the layout has no device or network and is a problem, as is a named file that is no
/// profile, and a web page saved under the name of one.
ProfileFile readProfileFile(const QString& path, const std::string& text, bool named,
                            ProfileTimes times = ProfileTimes::InMilliseconds);

struct ProfileLoad {
    ProfileSet set;
    Problems problems;
};
/// Folders are searched for *.csv; files of a folder that are no profile are passed over. Files are read on
/// all cores.
ProfileLoad loadProfiles(const QStringList& paths, ProfileTimes times = ProfileTimes::InMilliseconds,
                         const std::stop_token& stop = {});

/// The part of a path from compute/ or network/ on; the whole where there is none.
QString layoutPath(const QString& path);

} // namespace moe::app
