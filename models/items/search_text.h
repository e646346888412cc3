// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What `moe-explorer search` prints: layouts as rows, best first; bytes and seconds in base units except as
// text.

#include "models/engine/search/search.h"

#include <QJsonObject>
#include <QString>

namespace moe::items {

struct SearchAnswer {
    const SearchRequest* request = nullptr;
    Found found;
    double layouts = 0; ///< valid ones in all
    bool lineOnly = false;
    const std::vector<FoundLayout>& rows() const { return lineOnly ? found.line().points() : found.best(); }
};

/// Aligned, with human units; ● marks the Pareto line.
QString searchText(const SearchAnswer& answer);
QString searchMarkdown(const SearchAnswer& answer);
/// Full precision, units in the header.
QString searchCsv(const SearchAnswer& answer);
/// {"layouts": …, "pair": [key, key], "results": [{"set": {…}, "metrics": {…}, "fits": …, "pareto": …}]}
QJsonObject searchJson(const SearchAnswer& answer);

/// "TP 8 · PP 4 · …", degrees of 1 left out.
QString layoutText(const Layout& layout, const LayoutSpace& space);
QString recomputeText(const Layout& layout, const LayoutSpace& space);

} // namespace moe::items
