#pragma once
// Operator profiles from files and folders of the published layout.

#include "data/problem.h"
#include "models/engine/profile.h"

#include <QStringList>

namespace moe::app {

struct ProfileLoad {
    ProfileSet set;
    Problems problems; ///< located; the good tables and rows are kept
};
/// Folders are searched for *.csv; files of a folder that are no profile are passed over, a named one is a
/// problem. A table outside the layout has no device or network and is a problem too.
ProfileLoad loadProfiles(const QStringList& paths);

} // namespace moe::app
