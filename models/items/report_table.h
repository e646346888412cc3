// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the text and the Markdown writer have in common: a report as titled blocks of short rows.

#include "models/engine/report/report.h"

#include <QStringList>

#include <vector>

namespace moe::items {

struct ReportBlock {
    QString title;
    QString missing;               ///< a sentence instead of rows, when the section is not there
    QStringList header;            ///< empty: label, value, origin
    std::vector<QStringList> rows; ///< all as long as the header (3 without one)
    bool part = false;             ///< a sub-table of the block before
};

/// Parameters, Loss, Memory, Training, Network, Serving, Placement, each followed by its parts.
std::vector<ReportBlock> reportBlocks(const Report& report);

} // namespace moe::items
