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

std::uint32_t ofLanes(std::int32_t entry) {
    return static_cast<std::uint32_t>(SchedulePlan::kLanes) * static_cast<std::uint32_t>(entry);
}

} // namespace

SchedulePlan::SchedulePlan(ScheduleKind kind, const PipelineShape& shape, bool half)
    : m_order(at(shape.chunks)) {
    PipelineWork work;
    work.kind = kind;
    work.shape = shape;
    work.chunks.assign(at(shape.ranks * shape.chunks), unpaired(second, second, second));
    const int ranks = half ? shape.ranks / 2 : shape.ranks, chunks = ranks * shape.chunks;
    std::vector<TimedPass> order;
    simulate(work, &order);
    // Neighbours in time are mostly passes of different ranks, which need not wait for each other.
    std::stable_sort(order.begin(), order.end(),
                     [](const TimedPass& a, const TimedPass& b) { return a.start < b.start; });

    const ChunkPlaces places = scheduleRow(kind).places;
    // Pass 0 is none: it ends at zero.
    std::vector<std::int32_t> last(at(ranks)), forward(at(chunks * shape.microBatches)), back = forward;
    const auto index = [&](int chunk, int microBatch) {
        const int alike = chunk < chunks ? chunk : shape.ranks * shape.chunks - 1 - chunk;
        return at(alike * shape.microBatches + microBatch);
    };
    m_lastGradient.assign(at(chunks), 0);
    m_passes.reserve(order.size() + 1);
    m_passes.push_back({});
    std::map<std::array<std::int32_t, 2>, std::int32_t> sums;
    for (const TimedPass& timed : order) {
        const ScheduleOp& op = timed.op;
        if (timed.rank >= ranks) continue;
        const int rank = timed.rank, chunk = rank * shape.chunks + op.chunk;
        const auto self = static_cast<std::int32_t>(m_passes.size());
        Pass pass;
        pass.before = ofLanes(last[at(rank)]);
        last[at(rank)] = self;
        std::array<std::int32_t, 2> takes{};
        const auto wait = [&](std::size_t which, const std::vector<std::int32_t>& ends, int of, int step,
                              int microBatch) {
            const int other =
                step == 0 ? of : neighbour(places, shape, of / shape.chunks, of % shape.chunks, step);
            if (other < 0) return;
            pass.waits[which] = ofLanes(ends[index(other, microBatch)]);
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
            const int other = rank * shape.chunks + op.backChunk;
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
        pass.takes = ofLanes(sum->second);
        m_passes.push_back(pass);
    }
    m_lastPass = last;
}

void SchedulePlan::run(std::span<const PipelineWork* const> works, std::span<Ends> ends) {
    if (works.size() == 1) return sweep<1>(works, ends);
    std::array<const PipelineWork*, kLanes> full{};
    for (std::size_t i = 0; i < kLanes; ++i) full[i] = works[std::min(i, works.size() - 1)];
    std::array<Ends, kLanes> made;
    sweep<kLanes>(full, made);
    std::copy_n(made.begin(), works.size(), ends.begin());
}

/// `ends`: of every pass, from the second on.
template <std::size_t kWorks>
[[gnu::always_inline]] inline void sweepPasses(const std::vector<SchedulePlan::Pass>& passes,
                                               const double* times, double* ends) {
    constexpr std::uint32_t kFewer = SchedulePlan::kLanes / kWorks;
    const std::size_t count = passes.size();
    const SchedulePlan::Pass* const first = passes.data();
    for (std::size_t i = 1; i < count; ++i) {
        const SchedulePlan::Pass& pass = first[i];
        const double* const before = ends + pass.before / kFewer;
        const double* const one = ends + pass.waits[0] / kFewer;
        const double* const other = ends + pass.waits[1] / kFewer;
        const double* const takes = times + pass.takes / kFewer;
        // All is read before any is written: so a compiler puts the works into one vector.
        std::array<double, kWorks> end;
        for (std::size_t work = 0; work < kWorks; ++work)
            end[work] = std::max(before[work], std::max(one[work], other[work])) + takes[work];
        double* const own = ends + kWorks * i;
        for (std::size_t work = 0; work < kWorks; ++work) own[work] = end[work];
    }
}

// The C library picks what the processor can; sanitizers are not there yet when it does.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_THREAD__) &&      \
    !defined(__SANITIZE_ADDRESS__)
[[gnu::target_clones("avx2", "default")]]
#endif
static void
sweepLanes(const std::vector<SchedulePlan::Pass>& passes, const double* times, double* ends) {
    sweepPasses<SchedulePlan::kLanes>(passes, times, ends);
}

template <std::size_t kWorks>
void SchedulePlan::sweep(std::span<const PipelineWork* const> works, std::span<Ends> done) {
    const std::size_t chunks = m_lastGradient.size();
    m_ends.resize(kWorks * m_passes.size());
    m_single.resize(kWorks * (1 + kTimes * chunks));
    m_times.resize(kWorks * m_sums.size());
    for (std::size_t work = 0; work < kWorks; ++work) {
        for (std::size_t i = 0; i < chunks; ++i) {
            const ChunkTimes& times = works[work]->chunks[i];
            double* const of = &m_single[kWorks * (1 + kTimes * i) + work];
            of[kWorks * Forward] = times.forward.base;
            of[kWorks * Input] = times.input.base;
            of[kWorks * Weight] = times.weight.base;
            of[kWorks * Backward] = (times.input + times.weight).base;
            of[kWorks * PairedForward] = times.pairedForward.base;
            of[kWorks * PairedBackward] = times.pairedBackward.base;
        }
    }
    for (std::size_t i = 0; i < m_sums.size(); ++i)
        for (std::size_t work = 0; work < kWorks; ++work)
            m_times[kWorks * i + work] =
                m_single[kWorks * at(m_sums[i][0]) + work] + m_single[kWorks * at(m_sums[i][1]) + work];
    double* const ends = m_ends.data();
    if constexpr (kWorks == kLanes)
        sweepLanes(m_passes, m_times.data(), ends);
    else
        sweepPasses<kWorks>(m_passes, m_times.data(), ends);
    for (std::size_t work = 0; work < kWorks; ++work) {
        const auto end = [&](std::int32_t pass) { return ends[kWorks * at(pass) + work]; };
        double makespan = 0;
        for (const std::int32_t pass : m_lastPass) makespan = std::max(makespan, end(pass));
        done[work] = {{makespan}, {}};
        for (std::size_t first = 0; first < chunks; first += m_order.size()) {
            for (std::size_t i = 0; i < m_order.size(); ++i) m_order[i] = first + i;
            const auto reduced = [&](std::size_t chunk) { return end(m_lastGradient[chunk]); };
            std::sort(m_order.begin(), m_order.end(),
                      [&](std::size_t a, std::size_t b) { return reduced(a) < reduced(b); });
            double lane = 0;
            for (const std::size_t chunk : m_order)
                lane = std::max(lane, reduced(chunk)) + works[work]->chunks[chunk].reduce.base;
            done[work].exposedReduce = std::max(done[work].exposedReduce, Seconds{lane - makespan});
        }
    }
}

bool mirrored(const PipelineWork& work) {
    const std::size_t chunks = work.chunks.size();
    if (scheduleRow(work.kind).places != ChunkPlaces::TwoWay || chunks % 4 != 0) return false;
    for (std::size_t i = 0; i < chunks / 2; ++i)
        if (!(work.chunks[i] == work.chunks[chunks - 1 - i])) return false;
    return true;
}

void SchedulePlans::run(std::span<const PipelineWork* const> works, int microBatches,
                        std::span<SchedulePlan::Ends> ends) {
    PipelineShape shape = works[0]->shape;
    shape.microBatches = microBatches;
    const bool half =
        std::all_of(works.begin(), works.end(), [](const PipelineWork* work) { return mirrored(*work); });
    const std::array<int, 5> key{static_cast<int>(works[0]->kind), shape.ranks, shape.microBatches,
                                 shape.chunks, half};
    if (m_size > kMostPasses) {
        m_plans.clear();
        m_size = 0;
    }
    const auto [known, isNew] = m_plans.try_emplace(key);
    if (isNew) m_size += kEntry;
    if (isNew && works.size() == 1) {
        PipelineWork some = *works[0];
        some.shape = shape;
        const PipelineRun run = simulate(some);
        ends[0] = {run.makespan, run.exposedReduce};
        return;
    }
    std::optional<SchedulePlan>& plan = known->second;
    if (!plan) {
        plan.emplace(works[0]->kind, shape, half);
        m_size += plan->size();
    }
    for (std::size_t first = 0; first < works.size(); first += SchedulePlan::kLanes) {
        const std::size_t count = std::min(SchedulePlan::kLanes, works.size() - first);
        plan->run(works.subspan(first, count), ends.subspan(first, count));
    }
}

void SchedulePlans::run(std::span<const PipelineWork* const> works, std::span<SchedulePlan::Ends> ends) {
    if (std::any_of(works.begin(), works.end(), [](const auto* work) { return work->send.base > 0; })) {
        for (std::size_t i = 0; i < works.size(); ++i) {
            const PipelineRun run = simulateLong(*works[i]);
            ends[i] = {run.makespan, run.exposedReduce};
        }
        return;
    }
    const PipelineShape& shape = works[0]->shape;
    const std::optional<LongRun> parts = longRun(shape);
    if (!parts) return run(works, shape.microBatches, ends);
    m_before.resize(works.size());
    run(works, parts->fewer, m_before);
    run(works, parts->more, ends);
    for (std::size_t i = 0; i < works.size(); ++i)
        ends[i].makespan += parts->times * (ends[i].makespan - m_before[i].makespan);
}

SchedulePlan::Ends SchedulePlans::run(const PipelineWork& work) {
    const std::array<const PipelineWork*, 1> works{&work};
    std::array<SchedulePlan::Ends, 1> ends;
    run(works, ends);
    return ends[0];
}

} // namespace moe
