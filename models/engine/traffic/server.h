// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The state a scheduler works on: queue, running sequences, KV pool, and the sequences that decode, which are
// kept as one group so that a pass over them costs the same however many they are. Private to this room.
//
// A sequence that decodes has input + generated − 1 tokens in the pool. All of a group gain one token per
// decode pass, so that with `base` = decode passes so far − tokens generated, each has generated
// passes − base tokens, finishes at pass base + output, and fills a block when (input − 1 − base + passes) is
// a multiple of the block size.

#include "models/engine/traffic/prefix_cache.h"
#include "models/engine/traffic/simulate.h"

#include <cstdint>
#include <deque>
#include <queue>
#include <vector>

namespace moe {

struct LiveRequest {
    int input = 0, output = 0, session = -1;
    int computed = 0;  ///< tokens in the pool while it is prefilled
    int generated = 0; ///< unless it decodes
    int held = 0;      ///< blocks, unless it decodes
    int preempted = 0, cached = 0;
    int prev = -1, next = -1; ///< among running ones, in the order of admission
    std::int64_t base = 0;
    bool decoding = false, running = false;
    double arrival = 0, queued = 0, started = -1, firstToken = 0, finished = 0;
    int tokens() const { return input + generated; }
};

class TrafficServer {
public:
    explicit TrafficServer(const TrafficScenario& scenario);

    struct Chunk {
        int request = 0, tokens = 0;
    };
    /// Of the pass that is formed.
    std::vector<Chunk> chunks;
    bool decode = false;

    const TrafficScenario& scenario;
    const TrafficLimits& limits;
    std::vector<LiveRequest> live;
    std::deque<int> waiting;     ///< first come, first served
    std::vector<int> prefilling; ///< admitted, prompt not finished; in the order of admission
    std::int64_t decodePasses = 0;
    int rows = 0;                 ///< that decode
    double context = 0;           ///< tokens of theirs, the one to be computed included
    int running = 0, newest = -1; ///< running: slots taken, finished ones that were not yet seen included
    std::int64_t free = 0;        ///< blocks
    std::int64_t preemptions = 0;
    PrefixCache cache;
    // Of SGLang.
    double outputRatio = 0.7;         ///< share of outputs to come whose room is kept, as it was at
    std::int64_t outputRatioPass = 0; ///< so many decode passes
    bool full = false;                ///< until a request finishes or is retracted
    // Of TensorRT-LLM.
    std::int64_t reserved = 0; ///< blocks to completion of all that started

    std::int64_t blocksOf(std::int64_t tokens) const {
        return (tokens + limits.blockSize - 1) / limits.blockSize;
    }
    std::int64_t blocksToFinish(const LiveRequest& r) const { return blocksOf(r.input + r.output - 1); }
    /// Blocks that so many decode passes take; none of a group is freed meanwhile.
    std::int64_t blocksForDecodes(std::int64_t passes) const;
    int generatedOf(const LiveRequest& r) const {
        return r.decoding ? static_cast<int>(decodePasses - r.base) : r.generated;
    }
    /// Prompt tokens that the cache holds: whole blocks, never the last token.
    int hitOf(const LiveRequest& r) const;

    /// Takes the front of the queue; its first `hit` tokens are in the pool.
    void admit(int hit);
    /// Computes the next `tokens` of a request's prompt in this pass; blocks are taken.
    void addChunk(int request, int tokens);
    /// Blocks that addChunk() would take.
    std::int64_t blocksForChunk(const LiveRequest& r, int tokens) const {
        return blocksOf(r.computed + tokens) - r.held;
    }
    /// Gives back all its blocks and waits at the front, to be computed anew.
    void preempt(int request);

    /// The formed pass is over at `now`, `passes` times where it only decodes. Finished requests are
    /// appended.
    /// Gives how many requests begin to decode.
    int complete(double now, std::int64_t passes, std::vector<int>& finished);
    /// What the scheduler sees of requests that have finished: their slots and blocks.
    void release();
    bool releasing() const { return !m_releasing.empty(); }
    /// Decode passes until the first of the group finishes; 0 without one.
    std::int64_t passesToFinish();

private:
    void leaveGroup(LiveRequest& r);
    void finish(int request, double now, std::vector<int>& finished);
    void unlink(int request);
    std::size_t phaseOf(const LiveRequest& r) const;

    using Ending = std::pair<std::int64_t, int>;                                ///< pass, request
    std::priority_queue<Ending, std::vector<Ending>, std::greater<>> m_endings; ///< stale ones included
    std::vector<int> m_phase; ///< decoding sequences by (input − 1 − base) mod block size
    std::vector<int> m_releasing;
};

} // namespace moe
