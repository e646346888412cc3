// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/schedule/plan.h"

#include <algorithm>
#include <cstddef>

namespace moe {
namespace {

std::size_t at(int number) {
    return static_cast<std::size_t>(number);
}

/// Passes of all plans that are kept, some hundred megabytes.
constexpr std::size_t kMostPasses = 4'000'000;
constexpr std::size_t kEntry = 8; ///< passes that a shape without a plan weighs

/// Times of a chunk, one behind another; entry 0 of all is none.
constexpr int kTimes = 6;
enum Time { Forward, Input, Weight, Backward, PairedForward, PairedBackward };
std::int32_t entry(int chunk, Time time) {
    return 1 + kTimes * chunk + time;
}

} // namespace

SchedulePlan::SchedulePlan(ScheduleKind kind, const PipelineShape& shape) : m_chunks(shape.chunks) {
    PipelineWork work;
    work.kind = kind;
    work.shape = shape;
    const int chunks = shape.ranks * shape.chunks;
    work.chunks.assign(at(chunks), unpaired(second, second, second));
    std::vector<TimedPass> order;
    simulate(work, &order);
    // Neighbours in time are mostly passes of different ranks, which need not wait for each other.
    std::stable_sort(order.begin(), order.end(),
                     [](const TimedPass& a, const TimedPass& b) { return a.start < b.start; });

    const ChunkPlaces places = scheduleRow(kind).places;
    // Pass 0 is none: it ends at zero.
    std::vector<std::int32_t> last(at(shape.ranks)), forward(at(chunks * shape.microBatches)), back = forward;
    const auto index = [&](int chunk, int microBatch) { return at(chunk * shape.microBatches + microBatch); };
    m_lastGradient.assign(at(chunks), 0);
    m_passes.reserve(order.size() + 1);
    m_passes.push_back({});
    std::map<std::array<std::int32_t, 2>, std::int32_t> sums;
    for (const TimedPass& timed : order) {
        const ScheduleOp& op = timed.op;
        const int rank = timed.rank, chunk = rank * m_chunks + op.chunk;
        const auto self = static_cast<std::int32_t>(m_passes.size());
        Pass pass;
        pass.before = 2 * last[at(rank)];
        last[at(rank)] = self;
        std::array<std::int32_t, 2> takes{};
        const auto wait = [&](std::size_t which, const std::vector<std::int32_t>& ends, int of, int step,
                              int microBatch) {
            const int other = step == 0 ? of : neighbour(places, shape, of / m_chunks, of % m_chunks, step);
            if (other < 0) return;
            pass.waits[which] = 2 * ends[index(other, microBatch)] + (other / m_chunks != rank ? 1 : 0);
        };
        // Its own forward pass of a chunk stands before it on the rank's list: nothing to wait for.
        const auto backward = [&](std::size_t which, int of, int microBatch) {
            wait(which, back, of, 1, microBatch);
            back[index(of, microBatch)] = self;
            m_lastGradient[at(of)] = self;
        };
        switch (op.kind) {
        case PassKind::Forward:
            wait(0, forward, chunk, -1, op.microBatch);
            takes[0] = entry(chunk, Forward);
            break;
        case PassKind::Backward:
            backward(0, chunk, op.microBatch);
            takes[0] = entry(chunk, Backward);
            break;
        case PassKind::Input:
            backward(0, chunk, op.microBatch);
            takes[0] = entry(chunk, Input);
            break;
        case PassKind::Weight:
            m_lastGradient[at(chunk)] = self;
            takes[0] = entry(chunk, Weight);
            break;
        case PassKind::Pair: {
            const int other = rank * m_chunks + op.backChunk;
            wait(0, forward, chunk, -1, op.microBatch);
            backward(1, other, op.backMicroBatch);
            takes = {entry(chunk, PairedForward), entry(other, PairedBackward)};
            break;
        }
        }
        if (op.kind == PassKind::Forward || op.kind == PassKind::Pair)
            forward[index(chunk, op.microBatch)] = self;
        const auto [sum, isNew] = sums.try_emplace(takes, static_cast<std::int32_t>(m_sums.size()));
        if (isNew) m_sums.push_back(takes);
        pass.takes = sum->second;
        m_passes.push_back(pass);
    }
    m_lastPass = last;
    m_ends.assign(2 * m_passes.size(), 0);
    m_single.assign(at(1 + kTimes * chunks), 0);
    m_times.assign(m_sums.size(), 0);
}

SchedulePlan::Ends SchedulePlan::run(const PipelineWork& work) {
    for (std::size_t i = 0; i < work.chunks.size(); ++i) {
        const ChunkTimes& times = work.chunks[i];
        double* const of = &m_single[1 + kTimes * i];
        of[Forward] = times.forward.base;
        of[Input] = times.input.base;
        of[Weight] = times.weight.base;
        of[Backward] = (times.input + times.weight).base;
        of[PairedForward] = times.pairedForward.base;
        of[PairedBackward] = times.pairedBackward.base;
    }
    for (std::size_t i = 0; i < m_sums.size(); ++i)
        m_times[i] = m_single[at(m_sums[i][0])] + m_single[at(m_sums[i][1])];
    const double send = work.send.base;
    double* const ends = m_ends.data();
    const double* const times = m_times.data();
    for (std::size_t i = 1; i < m_passes.size(); ++i) {
        const Pass& pass = m_passes[i];
        const double ready = std::max(ends[pass.waits[0]], ends[pass.waits[1]]);
        const double end = std::max(ends[pass.before], ready) + times[pass.takes];
        ends[2 * i] = end;
        ends[2 * i + 1] = end + send;
    }
    const auto end = [&](std::int32_t pass) { return ends[2 * at(pass)]; };
    double makespan = 0;
    for (const std::int32_t pass : m_lastPass) makespan = std::max(makespan, end(pass));
    Ends done;
    done.makespan = {makespan};
    std::vector<std::size_t> order(at(m_chunks));
    for (std::size_t first = 0; first < m_lastGradient.size(); first += at(m_chunks)) {
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = first + i;
        const auto reduced = [&](std::size_t chunk) { return end(m_lastGradient[chunk]); };
        std::sort(order.begin(), order.end(),
                  [&](std::size_t a, std::size_t b) { return reduced(a) < reduced(b); });
        double lane = 0;
        for (const std::size_t chunk : order)
            lane = std::max(lane, reduced(chunk)) + work.chunks[chunk].reduce.base;
        done.exposedReduce = std::max(done.exposedReduce, Seconds{lane - makespan});
    }
    return done;
}

SchedulePlan::Ends SchedulePlans::runOf(const PipelineWork& work) {
    const PipelineShape& shape = work.shape;
    const std::array<int, 4> key{static_cast<int>(work.kind), shape.ranks, shape.microBatches, shape.chunks};
    if (m_size > kMostPasses) {
        m_plans.clear();
        m_size = 0;
    }
    const auto [known, isNew] = m_plans.try_emplace(key);
    if (isNew) {
        m_size += kEntry;
        const PipelineRun run = simulate(work);
        return {run.makespan, run.exposedReduce};
    }
    std::optional<SchedulePlan>& plan = known->second;
    if (!plan) {
        plan.emplace(work.kind, shape);
        m_size += plan->size();
    }
    return plan->run(work);
}

SchedulePlan::Ends SchedulePlans::run(const PipelineWork& work) {
    const std::optional<LongRun> parts = longRun(work.shape);
    if (!parts) return runOf(work);
    PipelineWork some = work;
    some.shape.microBatches = parts->fewer;
    const SchedulePlan::Ends before = runOf(some);
    some.shape.microBatches = parts->more;
    SchedulePlan::Ends ends = runOf(some);
    ends.makespan += parts->times * (ends.makespan - before.makespan);
    return ends;
}

} // namespace moe
