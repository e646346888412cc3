// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Arguments of pictures that are computed beside the report, as `render` takes them.

#include "data/problem.h"
#include "models/engine/scenario/scenario.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace moe {
struct Catalog;
}

namespace moe::app {

struct PictureArgument {
    const char* name;            ///< of the option; a flag's value is its name
    QString help = {};           ///< empty: no option, a choice of the tool bar alone (--choose)
    const char* value = nullptr; ///< "KEY" in the help; null: a flag
    Message (*wrong)(const QString& value, const Scenario& scenario) = nullptr; ///< null: the work says
    bool withAll = false; ///< of one picture, told with --all too
};

/// Of several pictures: axes and what is shown.
extern const PictureArgument kX, kY, kMetric;
std::vector<PictureArgument> placementArguments();
std::vector<PictureArgument> designArguments();
std::vector<PictureArgument> surfaceArguments();
/// What surfaces have not, of arguments in that order.
Problems wrongSurface(const QStringList& arguments, const Catalog& catalog);

} // namespace moe::app
