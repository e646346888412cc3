// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/schedule/simulate.h"

#include <algorithm>
#include <cstddef>

namespace moe {
namespace {

constexpr double kNotYet = -1;

std::size_t index(int number) {
    return static_cast<std::size_t>(number);
}

/// What a chunk's passes wait for, as chunks of the whole pipeline, and what the way from there takes.
struct Links {
    int before = -1, after = -1;
    double fromBefore = 0, fromAfter = 0;
};

const char* passLetter(PassKind kind) {
    switch (kind) {
    case PassKind::Forward: return "F";
    case PassKind::Backward: return "B";
    case PassKind::Input: return "I";
    case PassKind::Weight: return "W";
    case PassKind::Pair: break;
    }
    return "FB";
}

class Run {
public:
    Run(const PipelineWork& work, const OpLists& lists)
        : m_work(work), m_lists(lists), m_chunks(work.shape.chunks), m_batches(work.shape.microBatches) {
        const ChunkPlaces places = scheduleRow(work.kind).places;
        for (int rank = 0; rank < work.shape.ranks; ++rank)
            for (int chunk = 0; chunk < m_chunks; ++chunk) {
                Links links;
                links.before = neighbour(places, work.shape, rank, chunk, -1);
                links.after = neighbour(places, work.shape, rank, chunk, 1);
                const auto way = [&](int other) {
                    return other >= 0 && other / m_chunks != rank ? work.send.base : 0;
                };
                links.fromBefore = way(links.before);
                links.fromAfter = way(links.after);
                m_links.push_back(links);
            }
        const std::size_t all = m_links.size() * index(m_batches);
        m_forward.assign(all, kNotYet);
        m_backward.assign(all, kNotYet);
        m_next.assign(lists.size(), 0);
        m_lastGradient.assign(m_links.size(), 0);
        m_run.ranks.resize(lists.size());
    }

    PipelineRun run(std::vector<TimedPass>* passes) {
        for (bool moved = true; moved;) {
            moved = false;
            for (int rank = 0; rank < static_cast<int>(m_lists.size()); ++rank)
                while (m_next[index(rank)] < m_lists[index(rank)].size() && step(rank, passes)) moved = true;
        }
        finish();
        return std::move(m_run);
    }

private:
    std::size_t at(int chunk, int microBatch) const { return index(chunk * m_batches + microBatch); }

    double forwardReady(int chunk, int microBatch) const {
        const Links& links = m_links[index(chunk)];
        if (links.before < 0) return 0;
        const double end = m_forward[at(links.before, microBatch)];
        return end < 0 ? kNotYet : end + links.fromBefore;
    }
    double backwardReady(int chunk, int microBatch) const {
        const Links& links = m_links[index(chunk)];
        const double own = m_forward[at(chunk, microBatch)];
        if (own < 0 || links.after < 0) return own;
        const double end = m_backward[at(links.after, microBatch)];
        return end < 0 ? kNotYet : std::max(own, end + links.fromAfter);
    }

    /// False: what the rank's next pass needs is not there yet.
    bool step(int rank, std::vector<TimedPass>* passes) {
        const ScheduleOp& op = m_lists[index(rank)][m_next[index(rank)]];
        const int chunk = rank * m_chunks + op.chunk, back = rank * m_chunks + op.backChunk;
        const ChunkTimes& times = m_work.chunks[index(chunk)];
        double ready = 0, takes = 0;
        switch (op.kind) {
        case PassKind::Forward:
            ready = forwardReady(chunk, op.microBatch);
            takes = times.forward.base;
            break;
        case PassKind::Backward:
            ready = backwardReady(chunk, op.microBatch);
            takes = (times.input + times.weight).base;
            break;
        case PassKind::Input:
            ready = backwardReady(chunk, op.microBatch);
            takes = times.input.base;
            break;
        case PassKind::Weight:
            ready = m_backward[at(chunk, op.microBatch)];
            takes = times.weight.base;
            break;
        case PassKind::Pair: {
            const double other = backwardReady(back, op.backMicroBatch);
            ready = other < 0 ? kNotYet : forwardReady(chunk, op.microBatch);
            if (ready >= 0) ready = std::max(ready, other);
            takes = (times.pairedForward + m_work.chunks[index(back)].pairedBackward).base;
            break;
        }
        }
        if (ready < 0) return false;

        RankUse& use = m_run.ranks[index(rank)];
        const bool first = m_next[index(rank)]++ == 0;
        const double start = std::max(use.end.base, ready), end = start + takes;
        if (first) use.start = {start};
        use.busy += {takes};
        use.end = {end};
        note(op, chunk, back, end);
        if (passes) passes->push_back({rank, op, {start}, {end}});
        return true;
    }

    void note(const ScheduleOp& op, int chunk, int back, double end) {
        switch (op.kind) {
        case PassKind::Forward: m_forward[at(chunk, op.microBatch)] = end; return;
        case PassKind::Backward:
        case PassKind::Input: m_backward[at(chunk, op.microBatch)] = end; break;
        case PassKind::Weight: break;
        case PassKind::Pair:
            m_forward[at(chunk, op.microBatch)] = end;
            m_backward[at(back, op.backMicroBatch)] = end;
            m_lastGradient[index(back)] = end;
            return;
        }
        m_lastGradient[index(chunk)] = end;
    }

    void finish() {
        for (std::size_t rank = 0; rank < m_lists.size(); ++rank) {
            RankUse& use = m_run.ranks[rank];
            use.peak =
                peakChunks(m_lists[rank], m_work.kept) / unitChunks(scheduleRow(m_work.kind), m_work.shape);
            m_run.makespan = std::max(m_run.makespan, use.end);
            if (m_next[rank] < m_lists[rank].size()) wait(rank, m_lists[rank][m_next[rank]]);
        }
        for (std::size_t rank = 0; rank < m_lists.size(); ++rank)
            m_run.exposedReduce = std::max(m_run.exposedReduce, Seconds{laneEnd(rank)} - m_run.makespan);
    }

    /// The gradients of a rank's chunks are reduced one after another, in the order they are done.
    double laneEnd(std::size_t rank) const {
        std::vector<std::size_t> order;
        for (int chunk = 0; chunk < m_chunks; ++chunk) order.push_back(rank * index(m_chunks) + index(chunk));
        std::sort(order.begin(), order.end(),
                  [&](std::size_t a, std::size_t b) { return m_lastGradient[a] < m_lastGradient[b]; });
        double end = 0;
        for (std::size_t chunk : order)
            end = std::max(end, m_lastGradient[chunk]) + m_work.chunks[chunk].reduce.base;
        return end;
    }

    void wait(std::size_t rank, const ScheduleOp& op) {
        if (!m_run.deadlock.empty()) m_run.deadlock += ", ";
        m_run.deadlock += std::to_string(rank) + ": " + passLetter(op.kind) + " " + std::to_string(op.chunk) +
                          "." + std::to_string(op.microBatch);
    }

    const PipelineWork& m_work;
    const OpLists& m_lists;
    int m_chunks, m_batches;
    std::vector<Links> m_links;
    std::vector<double> m_forward, m_backward; ///< ends, by chunk and micro-batch
    std::vector<double> m_lastGradient;        ///< by chunk
    std::vector<std::size_t> m_next;
    PipelineRun m_run;
};

} // namespace

ChunkTimes unpaired(Seconds forward, Seconds input, Seconds weight) {
    return {forward, input, weight, forward, input + weight, {}};
}

Seconds PipelineRun::idle() const {
    Seconds most;
    for (const RankUse& use : ranks) most = std::max(most, makespan - use.busy);
    return most;
}

Seconds PipelineRun::ownIdle() const {
    Seconds most;
    for (const RankUse& use : ranks) most = std::max(most, use.ownIdle());
    return most;
}

PipelineRun simulate(const PipelineWork& work, const OpLists& lists, std::vector<TimedPass>* passes) {
    return Run(work, lists).run(passes);
}

PipelineRun simulate(const PipelineWork& work, std::vector<TimedPass>* passes) {
    return simulate(work, opLists(scheduleRow(work.kind), work.shape), passes);
}

std::optional<LongRun> longRun(const PipelineShape& shape, double mostOps) {
    const double ops = 3.0 * shape.ranks * shape.chunks * shape.microBatches;
    const int period = 2 * shape.ranks, rest = shape.microBatches % period;
    if (ops <= mostOps || shape.microBatches <= 4 * period) return std::nullopt;
    const int more = 3 * period + rest;
    return LongRun{2 * period + rest, more, static_cast<double>(shape.microBatches - more) / period};
}

PipelineRun simulateLong(const PipelineWork& work, double mostOps) {
    const std::optional<LongRun> parts = longRun(work.shape, mostOps);
    if (!parts) return simulate(work);
    PipelineWork some = work;
    some.shape.microBatches = parts->fewer;
    const PipelineRun before = simulate(some);
    some.shape.microBatches = parts->more;
    PipelineRun run = simulate(some);
    const double more = parts->times;
    const auto goOn = [&](Seconds& time, Seconds earlier) { time += more * (time - earlier); };
    for (std::size_t rank = 0; rank < run.ranks.size(); ++rank) {
        RankUse& use = run.ranks[rank];
        const RankUse& earlier = before.ranks[rank];
        goOn(use.busy, earlier.busy);
        goOn(use.end, earlier.end);
        use.peak += more * (use.peak - earlier.peak); // GPipe holds them all
    }
    goOn(run.makespan, before.makespan);
    return run;
}

Seconds leastMakespan(const PipelineWork& work) {
    const ScheduleRow& row = scheduleRow(work.kind);
    const PipelineShape& shape = work.shape;
    const int stages = stageCount(row.places, shape), directions = row.places == ChunkPlaces::TwoWay ? 2 : 1;
    const double each = static_cast<double>(shape.microBatches) / directions;
    Seconds least;
    // Way of the first micro-batch to a stage and of the last one back from it, per direction.
    std::vector<Seconds> way(work.chunks.size()), back(work.chunks.size());
    for (int rank = 0; rank < shape.ranks; ++rank)
        for (int chunk = 0; chunk < shape.chunks; ++chunk) {
            if (neighbour(row.places, shape, rank, chunk, -1) >= 0) continue;
            Seconds there, home;
            int here = rank * shape.chunks + chunk;
            for (int stage = 0; stage < stages; ++stage) {
                const ChunkTimes& times = work.chunks[index(here)];
                const Seconds weight = row.splits ? Seconds{} : times.weight;
                way[index(here)] = there;
                back[index(here)] = home;
                there += row.pairs ? std::min(times.forward, times.pairedForward) : times.forward;
                home +=
                    row.pairs ? std::min(times.input + weight, times.pairedBackward) : times.input + weight;
                const int next = neighbour(row.places, shape, here / shape.chunks, here % shape.chunks, 1);
                if (next >= 0 && next / shape.chunks != here / shape.chunks)
                    there += work.send, home += work.send;
                here = next;
            }
            least = std::max(least, there + home);
        }
    // Where every pass of the steady part is a pair, those ahead of it and behind it are known.
    const bool combined = work.kind == ScheduleKind::Combined;
    for (int rank = 0; rank < shape.ranks; ++rank) {
        Seconds busy, first, last, extra;
        for (int chunk = 0; chunk < shape.chunks; ++chunk) {
            const std::size_t here = index(rank * shape.chunks + chunk);
            const ChunkTimes& times = work.chunks[here];
            const Seconds alone = times.forward + times.input + times.weight;
            busy += each * (row.pairs ? std::min(alone, times.pairedForward + times.pairedBackward) : alone);
            const Seconds more = std::max(Seconds{}, times.forward - times.pairedForward) +
                                 std::max(Seconds{}, times.input + times.weight - times.pairedBackward);
            extra = chunk == 0 ? more : std::min(extra, more);
            first = chunk == 0 ? way[here] : std::min(first, way[here]);
            last = chunk == 0 ? back[here] : std::min(last, back[here]);
        }
        const int ahead = 2 * (shape.ranks - 1 - rank) + (shape.chunks - 1) * shape.ranks + 1;
        if (combined) busy += std::min(ahead, shape.microBatches * shape.chunks) * extra;
        // The last pass of a rank may be a weight half, which nobody waits for.
        least = std::max(least, first + busy + (row.splits ? Seconds{} : last));
    }
    return least;
}

} // namespace moe
