// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What `render` is told of a picture of a measured operator.

#include "app/commands/command.h"
#include "models/engine/scenario/catalog.h"

#include <QHash>

namespace moe::app {

void addSurfaceOptions(CommandLine& line);
/// One of them is given: `render profiles` means these, not the profiles of whole layers.
bool asksForSurface(const CommandLine& line);
/// Into the arguments of the picture, or what is wrong with them.
Problems readSurface(const CommandLine& line, const Catalog& catalog, QHash<QString, QString>& arguments);

} // namespace moe::app
