// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/traffic/request_path.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace moe {
namespace {

using Kind = PathEvent::Kind;

/// A part on the server's clock.
struct Piece {
    PathStep step;
    double start, end;
    int tokens = 0;
};

/// What happened to a request, and the passes for which its rank did not decode.
struct Events {
    std::vector<PathEvent> own, stalls;
};
Events eventsOf(const TrafficReport& run, std::size_t request) {
    Events events;
    for (const PathEvent& event : run.pathEvents)
        if (event.request == static_cast<int>(request)) events.own.push_back(event);
    if (events.own.empty()) return events;
    for (const PathEvent& event : run.pathEvents)
        if (event.kind == Kind::Stall && event.rank == events.own.front().rank)
            events.stalls.push_back(event);
    return events;
}

void addDecode(std::vector<Piece>& pieces, const std::vector<PathEvent>& stalls, double start, double end) {
    auto stall = std::partition_point(stalls.begin(), stalls.end(),
                                      [start](const PathEvent& event) { return event.start < start; });
    for (; stall != stalls.end() && stall->start < end; ++stall) {
        pieces.push_back({PathStep::Decode, start, stall->start});
        start = std::min(end, stall->end);
        pieces.push_back({PathStep::Stalled, stall->start, start});
    }
    pieces.push_back({PathStep::Decode, start, end});
}

/// From the scheduler's having the request to the end of its last pass.
std::vector<Piece> served(const TrafficReport& run, std::size_t request, bool pools, double end) {
    Events events = eventsOf(run, request);
    if (pools) events.stalls.clear(); // of workers that only prefill, most of them
    const std::vector<PathEvent>& own = events.own;
    std::vector<Piece> pieces;
    double at = run.requestRecords[request].queued;
    PathStep meanwhile = PathStep::Queue;
    const auto waitUntil = [&](double time) {
        if (meanwhile == PathStep::Decode)
            addDecode(pieces, events.stalls, at, time);
        else
            pieces.push_back({meanwhile, at, time});
        at = time;
    };
    bool lost = false;
    for (std::size_t i = 0; i < own.size(); ++i) {
        const PathEvent& event = own[i];
        waitUntil(event.start);
        at = event.end;
        switch (event.kind) {
        case Kind::Chunk: {
            pieces.push_back(
                {lost ? PathStep::Recomputed : PathStep::Prefill, event.start, event.end, event.tokens});
            const bool leaves = i + 1 < own.size() && own[i + 1].kind == Kind::Pull;
            meanwhile = event.completes && !leaves ? PathStep::Decode : PathStep::Between;
            break;
        }
        case Kind::Dropped:
            lost = true;
            meanwhile = PathStep::Preempted;
            break;
        case Kind::Pull:
            pieces.push_back({PathStep::Transfer, event.start, event.end, event.tokens});
            meanwhile = PathStep::Decode;
            break;
        case Kind::Stall: break; // of a rank
        }
    }
    waitUntil(end);
    return pieces;
}

} // namespace

RequestPath pathOf(const TrafficScenario& scenario, const TrafficReport& run, std::size_t request) {
    RequestPath path;
    path.request = request;
    path.record = run.requestRecords[request];
    const RequestRecord& r = path.record;
    path.ttft = r.firstToken - r.arrival;
    path.latency = r.finished - r.arrival;
    const double after = scenario.overheads.after;
    const double sent = r.firstToken - after; // the first token, by the server
    const auto add = [&](PathStep step, double start, double end, int tokens) {
        if (end > start) path.parts.push_back({step, start - r.arrival, end - start, tokens});
    };
    add(PathStep::Before, r.arrival, r.queued, 0);
    const std::vector<Piece> pieces = served(run, request, scenario.pools.prefill > 0, r.finished - after);
    for (const Piece& piece : pieces) add(piece.step, piece.start, std::min(piece.end, sent), piece.tokens);
    add(PathStep::Response, sent, r.firstToken, 0);
    path.firstParts = path.parts.size();
    for (const Piece& piece : pieces)
        add(piece.step, std::max(piece.start, sent) + after, piece.end + after, piece.tokens);
    return path;
}

/// Of `count` requests, by `secondsOf` each.
template <class SecondsOf> static std::vector<std::size_t> tellingBy(std::size_t count, SecondsOf secondsOf) {
    if (count == 0) return {};
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return secondsOf(a) < secondsOf(b); });
    std::vector<std::size_t> telling;
    for (const double share : {1.0, 0.99, 0.9, 0.5, 0.0})
        telling.push_back(
            order[static_cast<std::size_t>(std::lround(share * static_cast<double>(order.size() - 1)))]);
    return telling;
}

std::vector<std::size_t> tellingRequests(const TrafficReport& run) {
    return tellingBy(run.ttft.size(), [&](std::size_t i) { return run.ttft[i]; });
}

std::vector<std::size_t> tellingLater(const TrafficReport& run) {
    return tellingBy(run.requestRecords.size(), [&](std::size_t i) {
        return run.requestRecords[i].finished - run.requestRecords[i].firstToken;
    });
}

} // namespace moe
