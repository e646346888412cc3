// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/search/search.h"

#include "models/engine/search/search_state.h"

#include <algorithm>

namespace moe {

Searcher::Searcher(const SearchRequest& request, const Catalog& catalog)
    : m_state(std::make_unique<State>(request, catalog)) {}

Searcher::~Searcher() = default;

bool Searcher::bound(SearchSplit& split) {
    State& s = *m_state;
    s.take(split.layout);
    s.setVirtual(1);
    s.terms.read(s.setup, s.scenario);
    const Count most = mostVirtual(s.scenario, split.layout.pp);
    const LeastStages& stages = s.least().stages;
    split.score = split.x = split.y = State::kNever;
    const bool pairs = pairsHide(s.setup);
    std::vector<ScheduleKind> kinds = s.otherKinds(split.layout);
    if (kinds.empty())
        return s.impliedWanted() &&
               s.boundBy([&] { return leastContexts(s.setup, stages, most, s.terms); },
                         [&] { return s.leastStatic(stages); },
                         [&] {
                             return leastTime(s.model, stages, {1, most}, pairs && most > 1);
                         },
                         split);
    // Bounds of the others are below those of what the degrees imply, but for what is in flight.
    if (s.impliedWanted()) {
        kinds.push_back(ScheduleKind::OneForwardOneBackward);
        if (most > 1) kinds.push_back(pairs ? ScheduleKind::Combined : ScheduleKind::Interleaved);
    }
    const LeastOthers& others = s.least().others;
    return s.boundBy([&] { return leastContexts(s.setup, others, kinds, s.terms); },
                     [&] { return s.leastStatic(others); }, [&] { return leastTime(s.model, others, pairs); },
                     split);
}

Estimate Searcher::estimateOf(const Layout& layout) {
    State& s = *m_state;
    s.take(layout);
    s.readOperators(layout);
    readRecompute(s.model);
    s.setVirtual(layout.vpp, s.request.space.schedules[static_cast<std::size_t>(layout.schedule)]);
    s.model.layers = s.stages();
    return estimate(memorySummary(s.setup, s.model.layers), s.model, stepTime(s.model));
}

Found searched(const SearchRequest& request, const Catalog& catalog) {
    Found found(request.top);
    Searcher searcher(request, catalog);
    const auto domain = static_cast<Count>(setupOf(request.space.base, catalog).domain);
    for (Count gpus : gpuCounts(request.fewest, request.most, domain)) {
        std::vector<SearchSplit> splits;
        for (const Layout& layout : layoutSplits(request.space, gpus)) {
            SearchSplit split{layout};
            if (splitAllowed(request, layout) && searcher.bound(split)) splits.push_back(split);
        }
        std::sort(splits.begin(), splits.end(),
                  [](const SearchSplit& a, const SearchSplit& b) { return a.score < b.score; });
        for (const SearchSplit& split : splits)
            if (found.wants(split.score, split.x, split.y)) searcher.search(split, found);
    }
    found.finish();
    return found;
}

} // namespace moe
