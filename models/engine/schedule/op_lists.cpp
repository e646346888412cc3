// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/schedule/op_lists.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace moe::lists {
namespace {

using Ops = std::vector<ScheduleOp>;

/// Writes a list of a rank with two phases or one; numbers the micro-batches of each as they come.
class Writer {
public:
    explicit Writer(int passes, bool swapped = false) : m_swapped(swapped) {
        m_ops.reserve(static_cast<std::size_t>(std::max(1, passes)));
    }

    void forward(int phase) { add(PassKind::Forward, phase, m_forward); }
    void backward(int phase) { add(PassKind::Backward, phase, m_backward); }
    void input(int phase) { add(PassKind::Input, phase, m_backward); }
    /// The oldest weight half of all phases, if one waits.
    void weight() {
        while (m_looked < m_ops.size() && m_ops[m_looked].kind != PassKind::Input) ++m_looked;
        if (m_looked == m_ops.size()) return;
        ScheduleOp op = m_ops[m_looked++];
        op.kind = PassKind::Weight;
        m_ops.push_back(op);
    }
    /// The oldest weight half of one phase.
    void weight(int phase) { add(PassKind::Weight, phase, m_weight); }
    void pair(int forwardPhase, int backwardPhase) {
        forward(forwardPhase);
        ScheduleOp& op = m_ops.back();
        const int chunk = chunkOf(backwardPhase);
        op.kind = PassKind::Pair;
        op.backChunk = chunk;
        op.backMicroBatch = m_backward[static_cast<std::size_t>(chunk)]++;
    }
    int forwards(int phase) const { return m_forward[static_cast<std::size_t>(chunkOf(phase))]; }
    int backwards(int phase) const { return m_backward[static_cast<std::size_t>(chunkOf(phase))]; }
    int weights(int phase) const { return m_weight[static_cast<std::size_t>(chunkOf(phase))]; }
    Ops take() { return std::move(m_ops); }

private:
    using Counts = std::array<int, 2>;

    int chunkOf(int phase) const { return m_swapped ? 1 - phase : phase; }
    void add(PassKind kind, int phase, Counts& counts) {
        const int chunk = chunkOf(phase);
        m_ops.push_back({kind, chunk, counts[static_cast<std::size_t>(chunk)]++});
    }

    bool m_swapped;
    Counts m_forward{}, m_backward{}, m_weight{};
    std::size_t m_looked = 0; ///< in front of it no input half waits for its weight half
    Ops m_ops;
};

struct ChunkPass {
    int chunk = 0, microBatch = 0;
};

/// Micro-batches that pass a chunk before the next one's turn: p, or the least above it that leaves no group
/// smaller than p, behind which ranks would wait for each other (Megatron-LM,
/// microbatch_group_size_per_vp_stage).
int groupSize(const PipelineShape& shape) {
    int size = std::min(shape.ranks, shape.microBatches);
    while (shape.microBatches % size != 0 && shape.microBatches % size < shape.ranks) ++size;
    return size;
}

/// Groups of micro-batches through the chunks in turn; backward passes take the chunks from the last.
std::vector<ChunkPass> groupOrder(const PipelineShape& shape, bool backward) {
    const int size = groupSize(shape);
    std::vector<ChunkPass> passes;
    for (int first = 0; first < shape.microBatches; first += size)
        for (int i = 0; i < shape.chunks; ++i)
            for (int each = first; each < std::min(shape.microBatches, first + size); ++each)
                passes.push_back({backward ? shape.chunks - 1 - i : i, each});
    return passes;
}

/// `ahead`: forward passes before the first backward one.
Ops grouped(const PipelineShape& shape, bool pairs, int ahead) {
    const std::vector<ChunkPass> forward = groupOrder(shape, false), backward = groupOrder(shape, true);
    const std::size_t all = forward.size(), first = std::min(all, static_cast<std::size_t>(ahead));
    Ops ops;
    ops.reserve(2 * all);
    for (std::size_t i = 0; i < first; ++i)
        ops.push_back({PassKind::Forward, forward[i].chunk, forward[i].microBatch});
    for (std::size_t i = 0; i < all; ++i) {
        const ChunkPass& back = backward[i];
        if (first + i >= all) {
            ops.push_back({PassKind::Backward, back.chunk, back.microBatch});
            continue;
        }
        const ChunkPass& next = forward[first + i];
        if (pairs) {
            ops.push_back({PassKind::Pair, next.chunk, next.microBatch, back.chunk, back.microBatch});
            continue;
        }
        ops.push_back({PassKind::Forward, next.chunk, next.microBatch});
        ops.push_back({PassKind::Backward, back.chunk, back.microBatch});
    }
    return ops;
}

PipelineShape oneChunk(const PipelineShape& shape) {
    return {shape.ranks, shape.microBatches, 1};
}

int chunksAhead(const PipelineShape& shape, int rank) {
    return 2 * (shape.ranks - 1 - rank) + (shape.chunks - 1) * std::max(shape.ranks, groupSize(shape));
}

/// The eight steps of DualPipe. `half`: ranks of one half (all of them in a vee), `place`: distance of the
/// rank from the outer end of its half, `middle`: the rank at the inner end, `each`: micro-batches of a
/// phase, `ring`: stages a micro-batch passes on the ranks of both halves.
Ops eightSteps(int half, int place, int each, int ring, bool middle, bool swapped) {
    Writer w(4 * each, swapped);
    const int inner = half - place - 1, outer = place + 1;
    for (int i = 0; i < 2 * inner; ++i) w.forward(0);
    for (int i = 0; i < outer; ++i) w.forward(0), w.forward(1);
    for (int i = 0; i < inner; ++i) w.input(1), w.weight(), w.forward(1);
    for (int i = 0; i < each - ring + outer; ++i) {
        if (i == 0 && middle) { // nothing has come back yet that could run beside it
            w.forward(0);
            w.backward(1);
        } else {
            w.pair(0, 1);
        }
        w.pair(1, 0);
    }
    for (int i = 0; i < inner; ++i) w.backward(1), w.pair(1, 0);
    // Whole backward passes turn into halves midway, so that the last weight halves fill the end.
    for (int i = 0; i < 2 * outer; ++i) {
        const int phase = i % 2 == 0 ? 1 : 0;
        if (i >= outer)
            w.input(phase);
        else
            w.backward(phase);
    }
    for (int i = 0; i < inner; ++i) w.weight(), w.input(0);
    for (int i = 0; i < outer; ++i) w.weight();
    return w.take();
}

} // namespace

Ops gpipe(const PipelineShape& shape, int) {
    return grouped(oneChunk(shape), false, shape.microBatches);
}

Ops oneForwardOneBackward(const PipelineShape& shape, int rank) {
    return grouped(oneChunk(shape), false, shape.ranks - 1 - rank);
}

Ops interleaved(const PipelineShape& shape, int rank) {
    return grouped(shape, false, chunksAhead(shape, rank));
}

Ops combined(const PipelineShape& shape, int rank) {
    return grouped(shape, true, chunksAhead(shape, rank) + 1);
}

Ops zeroBubbleH1(const PipelineShape& shape, int rank) {
    Writer w(3 * shape.microBatches);
    const int ahead = std::min(shape.microBatches, shape.ranks - 1 - rank);
    for (int i = 0; i < ahead; ++i) w.forward(0);
    for (int i = 0; i < shape.microBatches; ++i) {
        const bool steady = i < shape.microBatches - ahead;
        if (steady) w.forward(0);
        w.input(0);
        if (!steady || i >= rank) w.weight(0);
    }
    while (w.weights(0) < shape.microBatches) w.weight(0);
    return w.take();
}

Ops zeroBubbleH2(const PipelineShape& shape, int rank) {
    Writer w(3 * shape.microBatches);
    for (int i = 0; i < std::min(shape.microBatches, 2 * (shape.ranks - rank) - 1); ++i) w.forward(0);
    for (int i = 0; i < shape.microBatches; ++i) {
        w.input(0);
        if (w.forwards(0) < shape.microBatches) w.forward(0);
        if (i >= 2 * rank) w.weight(0);
    }
    while (w.weights(0) < shape.microBatches) w.weight(0);
    return w.take();
}

Ops zeroBubbleV(const PipelineShape& shape, int rank) {
    Writer w(6 * shape.microBatches);
    for (int i = 0; i < 2 * (shape.ranks - rank) - 1; ++i) w.forward(0);
    for (int i = 0; i < rank; ++i) w.forward(1), w.forward(0);
    for (int i = 0; i < shape.ranks - rank; ++i) w.forward(1), w.input(1), w.weight(1);
    while (w.forwards(1) < w.forwards(0) || w.forwards(0) < shape.microBatches) {
        if (w.forwards(0) < shape.microBatches) w.forward(0);
        w.input(0), w.weight(0), w.forward(1), w.input(1), w.weight(1);
    }
    for (int i = 0; i < rank; ++i) w.input(0), w.input(1);
    for (int i = 0; i < shape.ranks - rank; ++i) w.input(0), w.weight(0);
    for (int phase : {1, 0})
        while (w.weights(phase) < w.backwards(phase)) w.weight(phase);
    return w.take();
}

Ops dualPipe(const PipelineShape& shape, int rank) {
    const int half = shape.ranks / 2;
    return eightSteps(half, std::min(rank, shape.ranks - 1 - rank), shape.microBatches / 2, shape.ranks,
                      rank == half - 1 || rank == half, rank >= half);
}

Ops dualPipeV(const PipelineShape& shape, int rank) {
    return eightSteps(shape.ranks, rank, shape.microBatches, 2 * shape.ranks, rank == shape.ranks - 1, false);
}

} // namespace moe::lists
