// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The part of a board's HTML that is explored: for each scenario of its panels a grid of reports, with the
// script that draws them.

#include "app/work/search_run.h"
#include "models/engine/files/board_file.h"
#include "models/engine/scenario/catalog.h"

#include <QString>
#include <QStringList>

namespace moe::app {

/// What a board's page may weigh with it, bytes.
inline constexpr qsizetype kLargestExplored = 2 << 20;

/// HTML with its style and script. `asked` as exploreAxes() reads each; panels without a scenario of their
/// own, or of one that was there before, add nothing.
Result<QString> exploreHtml(const BoardFile& board, const QString& folder, const Catalog& catalog,
                            const QStringList& asked, const Progress& progress);

} // namespace moe::app
