// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/time/step_lanes.h"

#include "models/engine/time/step_terms.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

/// Waits may not fill a pass: it computes something.
constexpr double kMostWaiting = 0.95;

std::size_t index(PassKind kind) {
    return static_cast<std::size_t>(kind);
}

/// Passes whose bytes it exchanges.
double exchanges(PassKind kind) {
    return kind == PassKind::Weight ? 0 : kind == PassKind::Pair ? 2 : 1;
}

struct KindSum {
    double passes = 0;
    Seconds time;
};

/// Of the rank that runs longest.
std::array<KindSum, 5> busiest(const PipelineSchedule& schedule) {
    std::array<KindSum, 5> most{}, now{};
    Seconds mostTime, time;
    int stage = -1;
    const auto close = [&] {
        if (time > mostTime) most = now, mostTime = time;
    };
    for (const SchedulePass& pass : schedule.passes) {
        if (pass.stage != stage) {
            close();
            now = {};
            time = {};
            stage = pass.stage;
        }
        KindSum& sum = now[index(pass.kind)];
        ++sum.passes;
        sum.time += pass.end - pass.start;
        time += pass.end - pass.start;
    }
    close();
    return most;
}

/// What the passes of a step wait for and hide, s.
struct Waits {
    double exchange = 0, hidden = 0, host = 0;
};
Waits waitsOf(const TrainReport& train) {
    Waits waits;
    const std::vector<StepTermRow>& rows = timeTerms();
    // Parts of a stage give way to the host alike; what is hidden beyond that runs beside computing.
    double gives = 0;
    for (std::size_t i = 0; i < std::min(rows.size(), train.terms.size()); ++i)
        if (isOfStage(rows[i].part) && train.terms[i].seconds.base > 0)
            gives = std::max(gives, train.terms[i].exposed / train.terms[i].seconds);
    for (std::size_t i = 0; i < std::min(rows.size(), train.terms.size()); ++i) {
        const TimeTerm& term = train.terms[i];
        if (rows[i].part == StepPart::Host) waits.host = term.exposed.base;
        // Of gradients, what the passes wait for; the rest comes when all are done.
        if (rows[i].part == StepPart::Data)
            waits.exchange += std::max(0.0, (term.exposed - train.exposedData).base);
        if (!isOfStage(rows[i].part) || rows[i].group != TimeGroup::Communication) continue;
        waits.exchange += term.exposed.base;
        if (gives > 0) waits.hidden += std::max(0.0, term.seconds.base - term.exposed.base / gives);
    }
    return waits;
}

/// First of the passes that end behind `from`, of a rank's, which run one after the other.
template <class Iterator> Iterator firstBehind(Iterator begin, Iterator end, Seconds from) {
    return std::partition_point(begin, end, [&](const SchedulePass& pass) { return pass.end <= from; });
}

/// act(pass, seconds of it inside) for what these ranks run between.
template <class Act>
void forPasses(const PipelineSchedule& schedule, int first, int last, Seconds from, Seconds to,
               const Act& act) {
    for (int rank = first; rank <= last; ++rank) {
        const auto begin = std::partition_point(schedule.passes.begin(), schedule.passes.end(),
                                                [&](const SchedulePass& pass) { return pass.stage < rank; });
        const auto end = std::partition_point(begin, schedule.passes.end(),
                                              [&](const SchedulePass& pass) { return pass.stage == rank; });
        for (auto pass = firstBehind(begin, end, from); pass != end && pass->start < to; ++pass)
            act(*pass, std::min(to, pass->end) - std::max(from, pass->start));
    }
}

} // namespace

StepMix stepMix(const TrainReport& train, const PipelineSchedule& schedule) {
    StepMix mix{};
    const std::array<KindSum, 5> sums = busiest(schedule);
    const Waits waits = waitsOf(train);
    double alone = 0, paired = 0;
    Seconds busy;
    for (std::size_t kind = 0; kind < sums.size(); ++kind) {
        (kind == index(PassKind::Pair) ? paired : alone) += sums[kind].passes * exchanges(PassKind(kind));
        busy += sums[kind].time;
    }
    if (!(busy.base > 0) || !(alone + paired > 0)) return mix;
    const double hides = waits.hidden / (paired > 0 ? paired : alone);
    const double inPair = std::max(0.0, waits.exchange - (paired > 0 ? alone * hides : 0)) / (paired + alone);
    const double host = std::min(kMostWaiting, waits.host / busy.base);
    for (std::size_t kind = 0; kind < sums.size(); ++kind) {
        PassMix& pass = mix[kind];
        pass.host = host;
        if (!(sums[kind].time.base > 0)) continue;
        const bool pair = kind == index(PassKind::Pair);
        const double perPass = exchanges(PassKind(kind)) * sums[kind].passes / sums[kind].time.base;
        pass.exchange = std::min(kMostWaiting - host, perPass * (inPair + (paired > 0 && !pair ? hides : 0)));
        if (pair || !(paired > 0)) pass.hidden = std::min(pass.compute(), perPass * hides);
    }
    return mix;
}

LaneUse laneUse(const PipelineSchedule& schedule, const StepMix& mix, int first, int last, Seconds from,
                Seconds to) {
    LaneUse use;
    first = std::max(0, first);
    last = std::min(last, schedule.stages - 1);
    if (last < first || !(to > from)) return use;
    use.ranks = last - first + 1;
    use.length = to - from;
    forPasses(schedule, first, last, from, to, [&](const SchedulePass& pass, Seconds inside) {
        const PassMix& of = mix[index(pass.kind)];
        const Seconds share = inside / use.ranks;
        use.compute += of.compute() * share;
        use.exchange += of.exchange * share;
        use.host += of.host * share;
        use.hidden += of.hidden * share;
    });
    use.idle = Seconds{std::max(0.0, (use.length - use.compute - use.exchange - use.host).base)};
    return use;
}

int busiestRank(const PipelineSchedule& schedule) {
    std::vector<double> busy(static_cast<std::size_t>(std::max(1, schedule.stages)));
    for (const SchedulePass& pass : schedule.passes)
        busy[static_cast<std::size_t>(pass.stage)] += (pass.end - pass.start).base;
    return static_cast<int>(std::max_element(busy.begin(), busy.end()) - busy.begin());
}

std::vector<double> busyShares(const PipelineSchedule& schedule, int first, int last, Seconds from,
                               Seconds to, std::size_t count) {
    std::vector<double> shares(count);
    first = std::max(0, first);
    last = std::min(last, schedule.stages - 1);
    if (last < first || !(to > from) || count == 0) return shares;
    const double bin = (to - from).base / double(count), ranks = last - first + 1;
    forPasses(schedule, first, last, from, to, [&](const SchedulePass& pass, Seconds) {
        const double begin = std::max(0.0, (pass.start - from).base / bin);
        const double end = std::min(double(count), (pass.end - from).base / bin);
        for (auto i = std::size_t(begin); double(i) < end && i < count; ++i)
            shares[i] += (std::min(end, double(i + 1)) - std::max(begin, double(i))) / ranks;
    });
    return shares;
}

} // namespace moe
