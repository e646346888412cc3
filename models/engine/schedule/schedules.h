// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The pipeline schedules as rows of one table: what each is called, what it asks of the layout, what its
// idle time and its memory come to where a formula is exact, and the passes that every rank runs in order.
// simulate.h runs them.

#include "data/message.h"
#include "data/units.h"
#include "models/engine/schedule/schedule_kind.h"

#include <string_view>
#include <vector>

namespace moe {

/// What a schedule is made for. `ranks`: p; `microBatches`: m, per step and rank; `chunks`: v, per rank.
struct PipelineShape {
    int ranks = 1, microBatches = 1, chunks = 1;
    bool operator==(const PipelineShape&) const = default;
};

/// Which stages of the model the chunks of a rank are.
enum class ChunkPlaces {
    Loop,  ///< chunk c of rank r is stage c·p + r
    Vee,   ///< chunk 0 is stage r, chunk 1 is stage 2p − 1 − r
    TwoWay ///< chunk 0 is stage r for one half of the micro-batches, chunk 1 stage p − 1 − r for the other
};

enum class PassKind : unsigned char {
    Forward,
    Backward, ///< whole
    Input,    ///< the half of a backward pass that the stage before waits for
    Weight,   ///< the other half: gradients of the weights
    Pair      ///< a forward and a whole backward pass whose communication hides behind the other's work
};

/// One entry of a rank's list. Micro-batches count from 0, in each direction apart.
struct ScheduleOp {
    PassKind kind = PassKind::Forward;
    int chunk = 0, microBatch = 0;
    int backChunk = 0, backMicroBatch = 0; ///< of a pair: its backward pass
    bool operator==(const ScheduleOp&) const = default;
};
using OpLists = std::vector<std::vector<ScheduleOp>>; ///< by rank

/// Times of one micro-batch over everything a rank holds, when all ranks and chunks are alike.
struct EqualTimes {
    Seconds forward, input, weight; ///< F, I, W
    Seconds pair;                   ///< FB; F + I + W where nothing hides
    Seconds backward() const { return input + weight; }
};

/// A row of schedules().
struct ScheduleRow {
    ScheduleKind kind;
    const char* key;
    const char* label; ///< as it is spoken of
    ChunkPlaces places = ChunkPlaces::Loop;
    bool splits = false;  ///< backward passes run in two halves
    bool pairs = false;   ///< forward passes run together with backward ones
    int chunks = 1;       ///< per rank; 0: as many as are asked for, two or more
    int weights = 1;      ///< times the parameters of a rank's share of the model are held
    bool byStage = false; ///< the peak counts in stages, as its source does
    /// A search over every schedule tries it: one that the degrees do not imply and that some layout may gain
    /// by.
    bool searched = false;
    bool launches = false; ///< Megatron-LM runs it
    /// Idle time of a rank, whole step: as written, worked out, and when the simulation gives the same.
    const char* idle;
    Seconds (*idleTime)(const PipelineShape&, const EqualTimes&);
    const char* exact;
    bool (*isExact)(const PipelineShape&, const EqualTimes&);
    /// Most activations at once on rank r, in micro-batches over everything the rank runs; over one stage
    /// where `byStage`.
    const char* peak;
    double (*peakUnits)(const PipelineShape&, int rank);
    const char* source;
    /// Why the schedule cannot run these; empty when it can. The chunks are those of rowShape().
    Message (*rule)(const PipelineShape&);
    /// What rank r runs, in order.
    std::vector<ScheduleOp> (*list)(const PipelineShape&, int rank);
};

/// In the order of ScheduleKind.
const std::vector<ScheduleRow>& schedules();
/// Null where no schedule has this key.
const ScheduleRow* findSchedule(std::string_view key);
const ScheduleRow& scheduleRow(ScheduleKind kind);

/// `shape` with the chunks that the schedule gives every rank.
PipelineShape rowShape(const ScheduleRow& row, PipelineShape shape);

/// The lists of all ranks.
OpLists opLists(const ScheduleRow& row, const PipelineShape& shape);

/// Stages a micro-batch passes, from the embedding to the loss.
int stageCount(ChunkPlaces places, const PipelineShape& shape);
/// The stage that a chunk of a rank is.
int stageOf(ChunkPlaces places, const PipelineShape& shape, int rank, int chunk);
/// The chunk that holds the next stage of the same micro-batch (`step` 1) or the one before (−1), as
/// rank·chunks + chunk; −1: there is none.
int neighbour(ChunkPlaces places, const PipelineShape& shape, int rank, int chunk, int step);

/// Most activations that a rank's list holds at once, in chunks. `kept`: the share of a chunk's that stays
/// between the two halves of a backward pass.
double peakChunks(const std::vector<ScheduleOp>& list, double kept);
/// Chunks that the unit of the row's peak is made of.
int unitChunks(const ScheduleRow& row, const PipelineShape& shape);
/// Most activations at once on a rank, in micro-batches over everything the rank runs. The shape is the row's
/// (rowShape()).
double peakBatches(const ScheduleRow& row, const PipelineShape& shape, int rank);

} // namespace moe
