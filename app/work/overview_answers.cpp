// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/work/overview_answers.h"

#include "app/files/parallel.h"
#include "app/work/tradeoffs.h"
#include "models/engine/overview/overview.h"
#include "models/engine/scenario/validate.h"

#include <deque>
#include <mutex>

namespace moe::app {
namespace {

/// Of one catalogue; the newest.
class RateMemory {
public:
    struct Entry {
        Scenario scenario;
        ServedRate rate;
        bool arrivals = false; ///< with their curve
    };
    std::optional<Entry> find(const Scenario& scenario, const CatalogPtr& catalog) {
        const std::lock_guard lock(m_mutex);
        if (catalog != m_catalog) return std::nullopt;
        for (const Entry& entry : m_entries)
            if (entry.scenario == scenario) return entry;
        return std::nullopt;
    }
    void keep(const CatalogPtr& catalog, Entry entry) {
        const std::lock_guard lock(m_mutex);
        if (catalog != m_catalog) m_entries.clear();
        m_catalog = catalog;
        std::erase_if(m_entries, [&](const Entry& one) { return one.scenario == entry.scenario; });
        m_entries.push_front(std::move(entry));
        if (m_entries.size() > kMost) m_entries.pop_back();
    }

private:
    static constexpr std::size_t kMost = 128;

    std::mutex m_mutex;
    CatalogPtr m_catalog;
    std::deque<Entry> m_entries;
};

/// What of a scenario its server knows.
Scenario servedPart(Scenario scenario) {
    scenario.train.reset();
    scenario.name.clear();
    scenario.note.clear();
    return scenario;
}

ServedRate rateOf(const Scenario& scenario, const CatalogPtr& catalog, bool arrivals, const ForEach& forEach,
                  const std::stop_token& stop) {
    static RateMemory memory;
    const Scenario served = servedPart(scenario);
    std::optional<RateMemory::Entry> known = memory.find(served, catalog);
    if (known && (known->arrivals || !arrivals)) return known->rate;
    if (known)
        addArrivals(known->rate, scenario, *catalog, forEach);
    else
        known = {served, servedRate(scenario, *catalog, arrivals, forEach)};
    known->arrivals = arrivals;
    if (!stop.stop_requested()) memory.keep(catalog, *known);
    return known->rate;
}

/// `detail` of the loss map.
Result<Overview> formulas(const ui::Question& question, Detail detail) {
    OverviewRequest request;
    request.scenario = question.report->scenario;
    request.knob = question.arguments.value(0).toStdString();
    request.detail = detail;
    if (Problems broken = brokenRules(request.scenario, *question.catalog); !broken.empty()) return broken;
    if (question.from && brokenRules(question.from->scenario, *question.catalog).empty())
        request.before = question.from->scenario;
    return overview(request, *question.catalog);
}

Result<std::any> shared(Overview found) {
    return std::any(OverviewPtr(std::make_shared<const Overview>(std::move(found))));
}

Result<std::any> simulated(const ui::Question& question, const std::stop_token& stop, bool whole) {
    Result<Overview> made = formulas(question, Detail::Full);
    if (!made) return made.error();
    Overview found = std::move(made).value();
    const auto inTurn = [&stop](std::size_t count, const std::function<void(std::size_t)>& work) {
        for (std::size_t i = 0; i < count && !stop.stop_requested(); ++i) work(i);
    };
    const auto onCores = [&stop](std::size_t count, const std::function<void(std::size_t)>& work) {
        forEachParallel(count, stop, work);
    };
    addServed(
        found,
        [&](const Scenario& scenario, bool arrivals) {
            return rateOf(scenario, question.catalog, arrivals, onCores, stop);
        },
        whole);
    if (stop.stop_requested()) return cancelled();
    // One value a core: within a value there are three rates of unequal length.
    if (whole)
        addServedPoints(
            found,
            [&](const Scenario& scenario, bool arrivals) {
                return rateOf(scenario, question.catalog, arrivals, inTurn, stop);
            },
            onCores);
    if (stop.stop_requested()) return cancelled();
    return shared(std::move(found));
}

} // namespace

Result<std::any> overviewFormulas(const ui::Question& question, const std::stop_token&, const Progress&) {
    Result<Overview> made = formulas(question, Detail::Coarse);
    if (!made) return made.error();
    return shared(std::move(made).value());
}

Result<std::any> overviewRates(const ui::Question& question, const std::stop_token& stop, const Progress&) {
    return simulated(question, stop, false);
}

Result<std::any> overviewWhole(const ui::Question& question, const std::stop_token& stop, const Progress&) {
    return simulated(question, stop, true);
}

bool overviewIsLive(const ui::Question& question) {
    return !question.arguments.value(1).isEmpty();
}

} // namespace moe::app
