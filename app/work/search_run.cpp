// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work/search_run.h"

#include "app/files/parallel.h"

#include <algorithm>
#include <mutex>

namespace moe::app {

namespace {

/// Searchers of threads that are done, for the next: what they know of layers and schedules holds on.
class Searchers {
public:
    Searchers(const SearchRequest& request, const Catalog& catalog)
        : m_request(request), m_catalog(catalog) {}

    /// Comes back here when nobody holds it any more.
    std::shared_ptr<Searcher> lend() {
        std::shared_ptr<Searcher> taken;
        {
            const std::lock_guard lock(m_mutex);
            if (!m_idle.empty()) {
                taken = std::move(m_idle.back());
                m_idle.pop_back();
            }
        }
        if (!taken) taken = std::make_shared<Searcher>(m_request, m_catalog);
        return {taken.get(), [this, taken](Searcher*) {
                    const std::lock_guard lock(m_mutex);
                    m_idle.push_back(taken);
                }};
    }

private:
    const SearchRequest& m_request;
    const Catalog& m_catalog;
    std::mutex m_mutex;
    std::vector<std::shared_ptr<Searcher>> m_idle;
};

/// Every split that may hold an answer, best bound first.
std::vector<SearchSplit> boundedSplits(const SearchRequest& request, Searchers& searchers,
                                       const std::vector<Layout>& layouts, unsigned jobs,
                                       const std::stop_token& stop) {
    std::vector<SearchSplit> splits;
    std::mutex mutex;
    inParallel(layouts.size(), 4096, jobs, stop, [&] {
        return [&, searcher = searchers.lend()](std::size_t first, std::size_t end) {
            std::vector<SearchSplit> own;
            for (std::size_t i = first; i < end; ++i) {
                SearchSplit split{layouts[i]};
                if (splitAllowed(request, split.layout) && searcher->bound(split)) own.push_back(split);
            }
            const std::lock_guard lock(mutex);
            splits.insert(splits.end(), own.begin(), own.end());
        };
    });
    std::sort(splits.begin(), splits.end(),
              [](const SearchSplit& a, const SearchSplit& b) { return a.score < b.score; });
    return splits;
}

} // namespace

/// Families are of interest near the best alone; the best known only falls, so none is missed.
static bool isNear(double score, const Found& found) {
    if (found.best().empty()) return true;
    const double best = found.best().front().score;
    return score <= (best > 0 ? kNearFamilies * best : best / kNearFamilies);
}

SearchOutcome runSearch(const SearchRequest& request, const Catalog& catalog, unsigned jobs,
                        const std::stop_token& stop, const Progress& progress, bool withFamilies) {
    SearchOutcome outcome{Found(request.top), {}, 0, false};
    Searchers searchers(request, catalog);
    Families families;
    std::mutex mutex;
    const auto domain = static_cast<Count>(setupOf(request.space.base, catalog).domain);
    const std::vector<Count> counts = gpuCounts(request.fewest, request.most, domain);
    double countsDone = 0;
    for (Count gpus : counts) {
        const std::vector<Layout> layouts = layoutSplits(request.space, gpus);
        outcome.layouts += layoutCount(request.space, layouts);
        const std::vector<SearchSplit> splits = boundedSplits(request, searchers, layouts, jobs, stop);
        std::size_t done = 0;
        inParallel(splits.size(), 64, jobs, stop, [&] {
            std::shared_ptr<Found> own;
            {
                const std::lock_guard lock(mutex);
                own = std::make_shared<Found>(outcome.found);
            }
            own->evaluated = own->fitting = 0;
            const std::shared_ptr<Searcher> searcher = searchers.lend();
            auto ownFamilies = std::make_shared<Families>();
            return [&, own, searcher, ownFamilies](std::size_t first, std::size_t end) {
                for (std::size_t i = first; i < end && !stop.stop_requested(); ++i) {
                    const SearchSplit& split = splits[i];
                    const bool inFamily = withFamilies && isNear(split.score, *own) &&
                                          ownFamilies->wants(split.layout, split.score);
                    if (inFamily || own->wants(split.score, split.x, split.y))
                        searcher->search(split, *own, inFamily ? ownFamilies.get() : nullptr);
                }
                const std::lock_guard lock(mutex);
                if (withFamilies) families.merge(*ownFamilies);
                outcome.found.merge(*own);
                *own = outcome.found;
                own->evaluated = own->fitting = 0;
                done += end - first;
                if (progress)
                    progress(countsDone + static_cast<double>(done) / static_cast<double>(splits.size()),
                             static_cast<double>(counts.size()));
            };
        });
        countsDone += 1;
    }
    outcome.cancelled = stop.stop_requested();
    outcome.found.finish();
    for (const FoundLayout& family : families.all())
        if (isNear(family.score, outcome.found)) outcome.families.push_back(family);
    return outcome;
}

} // namespace moe::app
