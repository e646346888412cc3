// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/plan/serving_climb.h"

#include "models/engine/day/day.h"
#include "models/engine/plan/rate_within.h"
#include "models/engine/traffic/serve_load.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

/// While a closed loop is climbed, requests of servers that tell for all, and of each place in the loop: half
/// as many as a benchmark sends. Which points count is seen afterwards, and those are run whole.
constexpr std::size_t kFewRequests = 3000;
constexpr double kRounds = 5;
constexpr double kShort = 640; ///< requests: such runs are whole

std::optional<double> valueOf(const ServingCondition& condition, const ServingPoint& point) {
    if (condition.metric) return condition.metric->value(point.numbers);
    return static_cast<double>(point.layout.*condition.member);
}

/// Do more requests at once only ever break it?
bool endsSearch(const ServingCondition& c) {
    if (!c.metric || !c.metric->grows) return false;
    return c.metric->better == Better::Lower
               ? c.relation == Relation::AtMost || c.relation == Relation::Below
               : c.relation == Relation::AtLeast || c.relation == Relation::Above;
}

ServingBound boundOf(const ServingCondition& c) {
    const std::string_view key = c.metric->key;
    if (key.substr(0, 10) == "serve.ttft") return ServingBound::Ttft;
    return key.substr(0, 10) == "serve.tpot" ? ServingBound::Tpot : ServingBound::Condition;
}

/// The limit that a point breaks and that more requests only break more.
std::optional<ServingBound> brokenLimit(const ServingSearch& search, const ServingPoint& point) {
    const ServeSpec& serve = *search.base.serve;
    for (const ServingCondition& c : search.conditions) {
        if (!endsSearch(c)) continue;
        const std::optional<double> value = valueOf(c, point);
        if (!value || !holds(*value, c.relation, c.limit)) return boundOf(c);
    }
    if (hasLimits(serve) && point.numbers.sloShare < serve.sloPercentile / 100) return ServingBound::Slo;
    return std::nullopt;
}

class Climber {
public:
    Climber(const ServingSearch& search, const Catalog& catalog, ServingPoint start)
        : m_search(search), m_catalog(catalog), m_start(std::move(start)) {}

    Climb climbed() {
        if (searchesRates(m_search)) return byRate();
        for (const ServingCondition& c : m_search.conditions)
            if (c.metric && c.relation == Relation::Equal &&
                std::string_view(c.metric->key) == "serve.requests") {
                const double each = c.limit / m_start.layout.dp;
                if (each >= 1 && each == std::floor(each))
                    if (const auto point = at(each)) keep(*point);
                return std::move(m_climb);
            }
        const auto cap = static_cast<double>(m_search.sequences);
        std::optional<ServingPoint> before;
        for (double each = 1;; each = std::min(2 * each, cap)) {
            m_climb.cut = before && 2 * before->numbers.simulated > m_search.longest;
            if (m_climb.cut) break;
            if (m_search.stopped && m_search.stopped()) break;
            const std::optional<ServingPoint> here = at(each);
            const std::optional<ServingBound> broken =
                here ? brokenLimit(m_search, *here) : ServingBound::Memory;
            if (broken) {
                if (before)
                    narrow(before->numbers.requests / m_start.layout.dp, each, *broken);
                else if (here)
                    m_climb.closest = here;
                break;
            }
            keep(*here);
            if (before && here->numbers.perGpu < kServingGain * before->numbers.perGpu) {
                end(here->numbers.kvUse >= kFullPool || here->numbers.preemptions > 0
                        ? ServingBound::Memory
                        : ServingBound::Compute);
                break;
            }
            if (each >= cap) {
                end(ServingBound::BatchLimit);
                break;
            }
            before = here;
        }
        return std::move(m_climb);
    }

private:
    /// With limits: the highest rate that keeps them, and quarters of it.
    Climb byRate() {
        ServingPoint start = m_start;
        start.numbers.rate = start.numbers.simulated = 1;
        Scenario layout = pointScenario(m_search, start);
        layout.serve->numRequests = m_search.base.serve->numRequests;
        if (m_search.rate) return atAskedRate(layout);
        const Result<OwnGoodput> own = ownGoodput(layout, m_catalog);
        if (!own) return std::move(m_climb);
        m_climb.runs += own->runs;
        ServingPoint best = m_start;
        best.numbers = own->numbers;
        best.bound = own->bound;
        const auto keepsAll = [&](const ServingPoint& point) { return !brokenLimit(m_search, point); };
        if (own->rate > 0)
            for (const double share : {0.25, 0.5, 0.75})
                if (const auto point = atRate(share * own->rate, own->requests); point && keepsAll(*point))
                    keep(*point);
        if (own->rate > 0 && keepsAll(best)) {
            keep(best);
            return std::move(m_climb);
        }
        if (m_climb.points.empty()) m_climb.closest = best;
        // Of the limits only: conditions beside them hold up to some rate below.
        double low = m_climb.points.empty() ? 0 : m_climb.points.back().numbers.rate, high = own->rate;
        for (int i = 0; i < 6 && own->rate > 0; ++i) {
            const auto point = atRate((low + high) / 2, own->requests);
            if (point && keepsAll(*point)) {
                low = point->numbers.rate;
                keep(*point);
            } else {
                high = (low + high) / 2;
            }
        }
        if (!m_climb.points.empty()) m_climb.closest.reset();
        end(ServingBound::Condition);
        return std::move(m_climb);
    }
    Climb atAskedRate(const Scenario& layout) {
        const Result<ServedLoad> load = openLoad(layout, m_catalog);
        if (!load) return std::move(m_climb);
        const double capacity = requestCapacity(*load);
        ++m_climb.runs;
        if (*m_search.rate >= capacity) return std::move(m_climb);
        const auto point = atRate(*m_search.rate, judgedRequests(*load, capacity));
        if (!point) return std::move(m_climb);
        if (brokenLimit(m_search, *point))
            m_climb.closest = point;
        else
            keep(*point);
        return std::move(m_climb);
    }
    std::optional<ServingPoint> atRate(double rate, Count requests) {
        ServingPoint point = m_start;
        point.numbers.rate = rate;
        point.numbers.simulated = static_cast<double>(requests);
        return told(point);
    }
    std::optional<ServingPoint> at(double each) {
        ServingPoint point = m_start;
        point.numbers.requests = each * m_start.layout.dp;
        return told(point);
    }
    std::optional<ServingPoint> told(ServingPoint point) {
        ++m_climb.runs;
        Scenario scenario = pointScenario(m_search, point);
        ServeSpec& serve = *scenario.serve;
        const double all = serve.simulatedRequests();
        const bool coarse = !searchesRates(m_search) && all > kShort;
        if (coarse) serve.numRequests = static_cast<Count>(std::ceil(kRounds * serve.inFlight()));
        const Result<ServingNumbers> numbers = servingNumbers(scenario, m_catalog, coarse ? kFewRequests : 0);
        if (!numbers) return std::nullopt;
        point.numbers = *numbers;
        if (coarse) point.numbers.simulated = all;
        point.numbers.coarse = coarse;
        return point;
    }
    void keep(const ServingPoint& point) { m_climb.points.push_back(point); }
    void end(ServingBound bound) {
        if (!m_climb.points.empty()) m_climb.points.back().bound = bound;
    }
    /// Between requests that keep the limits and requests that break one, to a thirty-second.
    void narrow(double low, double high, ServingBound bound) {
        while (high - low > std::max(1.0, low / 32)) {
            if (m_search.stopped && m_search.stopped()) break;
            const double middle = std::floor((low + high) / 2);
            const std::optional<ServingPoint> here = at(middle);
            const std::optional<ServingBound> broken =
                here ? brokenLimit(m_search, *here) : ServingBound::Memory;
            if (broken) {
                high = middle;
                bound = *broken;
            } else {
                low = middle;
                keep(*here);
            }
        }
        end(bound);
    }

    const ServingSearch& m_search;
    const Catalog& m_catalog;
    ServingPoint m_start;
    Climb m_climb;
};

} // namespace

Climb climbed(const ServingSearch& search, const Catalog& catalog, const ServingPoint& start) {
    Climb climb = Climber(search, catalog, start).climbed();
    if (!climb.points.empty()) {
        climb.last = climb.points.back().numbers.perGpu;
        climb.ends = climb.points.back().bound;
    }
    return climb;
}

bool allowed(const ServingSearch& search, const ServingPoint& point) {
    return !brokenLimit(search, point) &&
           std::all_of(search.conditions.begin(), search.conditions.end(), [&](const ServingCondition& c) {
               // A day is simulated of what is left.
               if (c.metric && isOfDay(c.metric->key) && !point.numbers.day) return true;
               const std::optional<double> value = valueOf(c, point);
               return value && holds(*value, c.relation, c.limit);
           });
}

double excess(const ServingSearch& search, const ServingPoint& point) {
    double most = 1;
    for (const ServingCondition& c : search.conditions) {
        const std::optional<double> value = valueOf(c, point);
        if (!endsSearch(c) || !value || !(*value > 0) || !(c.limit > 0)) continue;
        most = std::max(most, std::max(*value / c.limit, c.limit / *value) *
                                  (holds(*value, c.relation, c.limit) ? 0 : 1));
    }
    return most + (1 - point.numbers.sloShare);
}

} // namespace moe
