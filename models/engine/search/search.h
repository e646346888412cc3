// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Search over layouts: every one that is valid (search_layout.h), best first (search_goal.h). Nothing is left
// out but what an exact lower bound on time and memory rules out: a group of layouts is skipped only when
// even the least time and the least memory that any of them can have would not place it. No threads here: a
// search is a list of splits that may be bounded and searched in any order and by any number of searchers.

#include "models/engine/search/search_found.h"
#include "models/engine/time/step_time.h"

#include <memory>
#include <vector>

namespace moe {

struct SearchRequest {
    LayoutSpace space; ///< of a valid scenario with a train section
    SearchGoal goal;
    Count fewest = 1, most = 1; ///< GPUs
    std::size_t top = 10;
};
/// Drops recompute choices and ZeRO stages that no condition allows; every problem when nothing can be found,
/// a metric has no value here (no price, …), or the scenario does not train.
Result<SearchRequest> searchRequest(const Scenario& base, const Catalog& catalog, SearchGoal goal,
                                    Count fewest, Count most, std::size_t top);

/// A group of layouts, the same but for VPP, recompute and ZeRO, and how good any of them can be at most.
struct SearchSplit {
    Layout layout;
    double score = 0, x = 0, y = 0;
};

/// Do the conditions on the layout's keys allow some layout of the group?
bool splitAllowed(const SearchRequest& request, const Layout& split);

/// Estimates layouts, reusing what neighbours share. Not thread-safe; make one per thread.
class Searcher {
public:
    Searcher(const SearchRequest& request, const Catalog& catalog);
    ~Searcher();
    Searcher(const Searcher&) = delete;
    Searcher& operator=(const Searcher&) = delete;

    /// Fills in the bounds; false when no layout of the group can meet the conditions.
    bool bound(SearchSplit& split);
    /// Adds to `found`, and to `families` where asked for, every layout of the group that they want.
    void search(const SearchSplit& split, Found& found, Families* families = nullptr);
    /// One layout, as estimate() gives it.
    Estimate estimateOf(const Layout& layout);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

/// What a picture of a search shows.
struct LayoutChoices {
    SearchRequest request;
    std::vector<FoundLayout> families; ///< the best of every way to split the GPUs
    std::vector<FoundLayout> line;     ///< Pareto line of the goal's pair, over all layouts
    double layouts = 0;                ///< valid ones in all
    std::string within = {};           ///< further conditions, as conditionTexts() takes them; empty: none
    std::vector<FoundLayout> narrowed = {}; ///< within them: line, then families
    bool lineThinned = false;               ///< the line had more points than are kept
};

/// The whole search, in order, on this thread.
Found searched(const SearchRequest& request, const Catalog& catalog);

} // namespace moe
