// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/schedule/schedules.h"

#include "models/engine/schedule/op_lists.h"

#include <algorithm>
#include <cstddef>

namespace moe {
namespace {

constexpr const char* kMegatron = "Narayanan et al. 2021, arXiv 2104.04473";
constexpr const char* kZeroBubble = "Qi et al. 2023, Zero Bubble Pipeline Parallelism, arXiv 2401.10241";
constexpr const char* kDual = "deepseek-ai/DualPipe, README (3da1bbe)";

using Shape = const PipelineShape&;
using Times = const EqualTimes&;

/// Equal to what a sum of such times is off by.
bool alike(Seconds a, Seconds b) {
    return std::max(a, b) - std::min(a, b) <= 1e-9 * std::max(a, b);
}
bool always(Shape, Times) {
    return true;
}
bool groupsAreFull(Shape s, Times) {
    return s.microBatches % s.ranks == 0;
}
bool nothingHides(Shape s, Times t) {
    return groupsAreFull(s, t) && alike(t.pair, t.forward + t.backward());
}
/// A weight half fits beside the forward or the input half that another rank runs meanwhile.
bool weightsFit(Shape s, Times t) {
    return s.microBatches >= s.ranks && t.weight <= t.forward && t.weight <= t.input;
}
bool thirds(Shape, Times t) {
    return alike(t.forward, t.input) && alike(t.input, t.weight);
}
bool thirdsAndNothingHides(Shape s, Times t) {
    return thirds(s, t) && alike(t.pair, t.forward + t.backward());
}

Seconds classic(Shape s, Times t) {
    return static_cast<double>(s.ranks - 1) / s.chunks * (t.forward + t.backward());
}
Seconds h1(Shape s, Times t) {
    return static_cast<double>(s.ranks - 1) * (t.forward + t.input - t.weight);
}
Seconds h2(Shape s, Times t) {
    return static_cast<double>(s.ranks - 1) * std::max(Seconds{}, t.forward + t.input - 2 * t.weight);
}
Seconds skew(Shape s, Times t) {
    return 0.5 * (s.ranks - 1) * t.forward;
}
Seconds dual(double stages, Times t) {
    return (stages / 2 - 1) * (t.pair + t.backward() - 3 * t.weight);
}
Seconds dualIdle(Shape s, Times t) {
    return dual(s.ranks, t);
}
Seconds dualVeeIdle(Shape s, Times t) {
    return dual(2 * s.ranks, t);
}

double atMost(Shape s, double units) {
    return std::min<double>(s.microBatches, units);
}
double all(Shape s, int) {
    return s.microBatches;
}
double behind(Shape s, int rank) {
    return atMost(s, s.ranks - rank);
}
double chunksAhead(Shape s, int rank) {
    return atMost(s, static_cast<double>(s.ranks * (s.chunks - 1) + 2 * (s.ranks - rank) - 1) / s.chunks);
}
double chunksAheadAndOne(Shape s, int rank) {
    return atMost(s, static_cast<double>(s.ranks * (s.chunks - 1) + 2 * (s.ranks - rank)) / s.chunks);
}
double halvesWaiting(Shape s, int rank) {
    const int ahead = std::min(s.microBatches, s.ranks - 1 - rank), left = s.microBatches - ahead;
    return left > 0 ? ahead + 1 + 0.5 * std::min(rank, left - 1) : ahead;
}
double moreHalvesWaiting(Shape s, int rank) {
    const int ahead = std::min(s.microBatches, 2 * (s.ranks - rank) - 1), left = s.microBatches - ahead;
    return left > 0 ? ahead + 0.5 * std::min(2 * rank + 1, left) : ahead;
}
double ranksOf(Shape s, int) {
    return s.ranks;
}
double ranksAndOne(Shape s, int) {
    return s.ranks + 1;
}
double stagesAndOne(Shape s, int) {
    return 2 * s.ranks + 1;
}

constexpr const char* kTwoStages = sentence("needs two or more pipeline stages");

Message none(Shape) {
    return {};
}
Message multiple(Shape s) {
    if (s.ranks < 2) return say(kTwoStages);
    if (s.microBatches % s.ranks != 0)
        return say("needs micro-batches in multiples of the %1 pipeline stages, not %2", s.ranks,
                   s.microBatches);
    return {};
}
Message atLeast(int least, Shape s) {
    if (s.microBatches < least)
        return say("needs at least %1 micro-batches per pipeline, not %2", least, s.microBatches);
    return {};
}
Message fillsTheVee(Shape s) {
    if (s.ranks < 2) return say(kTwoStages);
    return atLeast(2 * s.ranks - 1, s);
}
Message fillsBothWays(Shape s) {
    if (s.ranks % 2 != 0) return say("needs an even number of pipeline stages, not %1", s.ranks);
    if (s.microBatches % 2 != 0)
        return say("needs an even number of micro-batches per pipeline, not %1", s.microBatches);
    return atLeast(2 * s.ranks, s);
}
Message fillsTheDualVee(Shape s) {
    if (s.ranks < 2) return say(kTwoStages);
    return atLeast(2 * s.ranks, s);
}

std::vector<ScheduleRow> makeRows() {
    using K = ScheduleKind;
    using P = ChunkPlaces;
    return {
        {
            .kind = K::OneForwardOneBackward,
            .key = "1f1b",
            .label = "1F1B",
            .launches = true,
            .idle = "(p − 1)·(F + B)",
            .idleTime = classic,
            .exact = "always",
            .isExact = always,
            .peak = "min(m, p − r)",
            .peakUnits = behind,
            .source = kMegatron,
            .rule = none,
            .list = lists::oneForwardOneBackward,
        },
        {
            .kind = K::Interleaved,
            .key = "interleaved",
            .label = "Interleaved 1F1B",
            .chunks = 0,
            .launches = true,
            .idle = "(p − 1)·(F + B)/v",
            .idleTime = classic,
            .exact = "m a multiple of p",
            .isExact = groupsAreFull,
            .peak = "(p·(v − 1) + 2·(p − r) − 1)/v",
            .peakUnits = chunksAhead,
            .source = kMegatron,
            .rule = multiple,
            .list = lists::interleaved,
        },
        {
            .kind = K::Combined,
            .key = "combined-1f1b",
            .label = "Combined 1F1B",
            .pairs = true,
            .chunks = 0,
            .launches = true,
            .idle = "(p − 1)·(F + B)/v",
            .idleTime = classic,
            .exact = "FB = F + B, m a multiple of p",
            .isExact = nothingHides,
            .peak = "(p·(v − 1) + 2·(p − r))/v",
            .peakUnits = chunksAheadAndOne,
            .source = "Megatron-LM, overlap_moe_expert_parallel_comm",
            .rule = multiple,
            .list = lists::combined,
        },
        {
            .kind = K::ZeroBubbleH1,
            .key = "zb-h1",
            .label = "ZB-H1",
            .splits = true,
            .searched = true,
            .idle = "(p − 1)·(F + I − W)",
            .idleTime = h1,
            .exact = "W ≤ F, W ≤ I, m ≥ p",
            .isExact = weightsFit,
            .peak = "min(m, p − r + min(r, m − p + r)/2), half of a freed with I",
            .peakUnits = halvesWaiting,
            .source = kZeroBubble,
            .rule = none,
            .list = lists::zeroBubbleH1,
        },
        {
            .kind = K::ZeroBubbleH2,
            .key = "zb-h2",
            .label = "ZB-H2",
            .splits = true,
            .searched = true,
            .idle = "(p − 1)·max(0, F + I − 2·W) of the rank itself, (p − 1)·F + that of the step",
            .idleTime = h2,
            .exact = "",
            .isExact = nullptr,
            .peak = "min(m, 2·(p − r) − 1 + (2·r + 1)/2), half of a freed with I",
            .peakUnits = moreHalvesWaiting,
            .source = kZeroBubble,
            .rule = none,
            .list = lists::zeroBubbleH2,
        },
        {
            .kind = K::ZeroBubbleV,
            .key = "zb-v",
            .label = "ZB-V",
            .places = P::Vee,
            .splits = true,
            .chunks = 2,
            .searched = true,
            .idle = "(p − 1)·F/2",
            .idleTime = skew,
            .exact = "F = I = W",
            .isExact = thirds,
            .peak = "p",
            .peakUnits = ranksOf,
            .source = "Qi et al. 2024, Controllable Memory, arXiv 2405.15362",
            .rule = fillsTheVee,
            .list = lists::zeroBubbleV,
        },
        {
            .kind = K::DualPipe,
            .key = "dualpipe",
            .label = "DualPipe",
            .places = P::TwoWay,
            .splits = true,
            .pairs = true,
            .chunks = 2,
            .weights = 2,
            .byStage = true,
            .searched = true,
            .idle = "(p/2 − 1)·(FB + B − 3·W)",
            .idleTime = dualIdle,
            .exact = "F = I = W, FB = F + B",
            .isExact = thirdsAndNothingHides,
            .peak = "p + 1",
            .peakUnits = ranksAndOne,
            .source = kDual,
            .rule = fillsBothWays,
            .list = lists::dualPipe,
        },
        {
            .kind = K::DualPipeV,
            .key = "dualpipev",
            .label = "DualPipeV",
            .places = P::Vee,
            .splits = true,
            .pairs = true,
            .chunks = 2,
            .byStage = true,
            .searched = true,
            .idle = "(p − 1)·(FB + B − 3·W), times of a stage",
            .idleTime = dualVeeIdle,
            .exact = "F = I = W, FB = F + B",
            .isExact = thirdsAndNothingHides,
            .peak = "2·p + 1",
            .peakUnits = stagesAndOne,
            .source = kDual,
            .rule = fillsTheDualVee,
            .list = lists::dualPipeV,
        },
        {
            .kind = K::GPipe,
            .key = "gpipe",
            .label = "GPipe",
            .idle = "(p − 1)·(F + B)",
            .idleTime = classic,
            .exact = "always",
            .isExact = always,
            .peak = "m",
            .peakUnits = all,
            .source = "Huang et al. 2019, arXiv 1811.06965",
            .rule = none,
            .list = lists::gpipe,
        },
    };
}

} // namespace

const std::vector<ScheduleRow>& schedules() {
    static const std::vector<ScheduleRow> rows = makeRows();
    return rows;
}

const ScheduleRow& scheduleRow(ScheduleKind kind) {
    return schedules()[static_cast<std::size_t>(kind)];
}

const ScheduleRow* findSchedule(std::string_view key) {
    for (const ScheduleRow& row : schedules())
        if (key == row.key) return &row;
    return nullptr;
}

PipelineShape rowShape(const ScheduleRow& row, PipelineShape shape) {
    shape.chunks = row.chunks > 0 ? row.chunks : std::max(1, shape.chunks);
    return shape;
}

OpLists opLists(const ScheduleRow& row, const PipelineShape& shape) {
    OpLists lists;
    for (int rank = 0; rank < shape.ranks; ++rank) lists.push_back(row.list(shape, rank));
    return lists;
}

int stageCount(ChunkPlaces places, const PipelineShape& shape) {
    return places == ChunkPlaces::TwoWay ? shape.ranks : shape.ranks * shape.chunks;
}

int stageOf(ChunkPlaces places, const PipelineShape& shape, int rank, int chunk) {
    if (places == ChunkPlaces::Loop || chunk == 0) return chunk * shape.ranks + rank;
    return (places == ChunkPlaces::Vee ? 2 * shape.ranks : shape.ranks) - 1 - rank;
}

int neighbour(ChunkPlaces places, const PipelineShape& shape, int rank, int chunk, int step) {
    const int stage = stageOf(places, shape, rank, chunk) + step;
    if (stage < 0 || stage >= stageCount(places, shape)) return -1;
    switch (places) {
    case ChunkPlaces::Loop: return stage % shape.ranks * shape.chunks + stage / shape.ranks;
    case ChunkPlaces::Vee:
        return stage < shape.ranks ? stage * shape.chunks : (2 * shape.ranks - 1 - stage) * shape.chunks + 1;
    case ChunkPlaces::TwoWay: break;
    }
    return chunk == 0 ? stage * shape.chunks : (shape.ranks - 1 - stage) * shape.chunks + 1;
}

double peakChunks(const std::vector<ScheduleOp>& list, double kept) {
    double held = 0, peak = 0;
    for (const ScheduleOp& op : list) {
        if (op.kind == PassKind::Forward || op.kind == PassKind::Pair) peak = std::max(peak, held += 1);
        if (op.kind == PassKind::Backward || op.kind == PassKind::Pair) held -= 1;
        if (op.kind == PassKind::Input) held -= 1 - kept;
        if (op.kind == PassKind::Weight) held -= kept;
    }
    return peak;
}

int unitChunks(const ScheduleRow& row, const PipelineShape& shape) {
    return row.byStage ? 1 : shape.chunks;
}

double peakBatches(const ScheduleRow& row, const PipelineShape& shape, int rank) {
    return row.peakUnits(shape, rank) * unitChunks(row, shape) / shape.chunks;
}

} // namespace moe
