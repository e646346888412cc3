// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/day/day.h"

#include <algorithm>
#include <utility>

namespace moe {

bool isOfDay(std::string_view key) {
    return key.starts_with("day.");
}

const std::vector<const Metric*>& dayMetrics() {
    static const std::vector<const Metric*> rows = [] {
        std::vector<const Metric*> made;
        for (const Metric& metric : metrics())
            if (isOfDay(metric.key)) made.push_back(&metric);
        return made;
    }();
    return rows;
}

std::optional<double> valueOf(const Metric& metric, const DayReport& day) {
    Report report;
    report.day = {std::shared_ptr<void>(), &day}; // somebody else's
    return metric.value(report);
}

void addDay(Report& report, const Catalog& catalog, const std::function<bool(double)>& goOn) {
    if (!report.scenario.day || !report.scenario.serve) return;
    const Result<DayLoad> load = dayLoad(report.scenario, catalog);
    if (!load) {
        const Problem& first = load.error().front();
        report.warnings.push_back({"day-none", say("No day is simulated: %1: %2.", first.key, first.rule)});
        return;
    }
    const auto day = std::make_shared<const DayReport>(simulateDay(*load, catalog, goOn));
    if (day->cancelled) return;
    // What was assumed is among the report's own.
    for (const std::vector<Warning>* some : {&load->warnings, &day->warnings})
        for (const Warning& warning : *some)
            if (warning.id != "assumed") report.warnings.push_back(warning);
    report.day = day;
}

bool addBands(DayReport& report, const DayLoad& load, const Catalog& catalog, int seeds,
              const std::function<bool(double)>& goOn) {
    const int runs = 1 + std::max(1, seeds); // two of a pass's time, and the seeds but one
    int done = 0;
    const auto run = [&](double scale, int later) {
        DayLoad changed = load;
        changed.plan.day.seed += later;
        changed.plan.server.seed += static_cast<std::uint64_t>(later);
        changed.plan.client.seed += static_cast<std::uint64_t>(later);
        changed.plan.server.time = [time = load.plan.server.time, scale](const PassLoad& pass) {
            return scale * time(pass);
        };
        DayReport day =
            simulateDay(changed, catalog, [&](double part) { return !goOn || goOn((done + part) / runs); });
        ++done;
        return day;
    };
    const DayReport fast = run(load.load.timeLow, 0), slow = run(load.load.timeHigh, 0);
    bool cancelled = fast.cancelled || slow.cancelled;
    std::vector<DayReport> others;
    for (int i = 1; i < seeds && !cancelled; ++i) {
        others.push_back(run(1, i));
        cancelled = others.back().cancelled;
    }
    if (cancelled) return false;
    report.bands.clear();
    for (const Metric* metric : dayMetrics()) {
        const std::optional<double> value = valueOf(*metric, report), low = valueOf(*metric, fast),
                                    high = valueOf(*metric, slow);
        if (!value || !low || !high) continue;
        std::vector<double> values{*value};
        for (const DayReport& other : others)
            if (const std::optional<double> one = valueOf(*metric, other)) values.push_back(*one);
        DayBand band{metric->key, *value, *value};
        // Counts that are nothing here and something there have no logarithm.
        const bool zero = !(*value > 0) || !(*low > 0) || !(*high > 0) ||
                          std::any_of(values.begin(), values.end(), [](double one) { return !(one > 0); });
        if (zero) {
            values.push_back(*low), values.push_back(*high);
            band.low = *std::min_element(values.begin(), values.end());
            band.high = *std::max_element(values.begin(), values.end());
        } else {
            const LoadBand central = centralBand(*value, *low, *high, values, 0);
            band.low = *central.low, band.high = *central.high;
        }
        if (std::string_view(metric->unit) == "share") band.high = std::min(band.high, 1.0);
        report.bands.push_back(band);
    }
    return true;
}

} // namespace moe
