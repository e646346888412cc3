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

#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>
#include <queue>
#include <vector>

namespace moe {

struct LiveRequest {
    int input = 0, output = 0, session = -1;
    int number = 0;    ///< among all of the run
    int computed = 0;  ///< tokens in the pool while it is prefilled
    int generated = 0; ///< unless it decodes
    int held = 0;      ///< blocks, unless it decodes
    int preempted = 0, cached = 0;
    std::uint32_t firstName = 0; ///< TrafficRequest
    int names = 0, named = 0;    ///< `named`: of its blocks that the cache knows as in use
    bool seen = false;           ///< TrafficRequest
    int prev = -1, next = -1;    ///< among running ones, in the order of admission
    int row = -1;                ///< among those that decode with drafts
    std::int64_t base = 0;
    bool decoding = false, running = false;
    bool far = false; ///< decodes with more than kOutputAhead tokens to come
    double arrival = 0, queued = 0, started = -1, firstToken = 0, finished = 0;
    int tokens() const { return input + generated; }
};

/// SGLang keeps room for no more than so many tokens of an output that is to come.
inline constexpr int kOutputAhead = 4096;

/// Of a scenario's requests, before the first is sent.
std::vector<LiveRequest> liveRequests(const TrafficScenario& scenario);

class TrafficServer {
public:
    /// `live` is shared with other servers of the run; a request is with one of them at a time.
    TrafficServer(const TrafficScenario& scenario, std::vector<LiveRequest>& live);

    struct Chunk {
        int request = 0, tokens = 0;
    };
    /// Of the pass that is formed.
    std::vector<Chunk> chunks;
    bool decode = false;

    const TrafficScenario& scenario;
    const TrafficLimits& limits;
    std::vector<LiveRequest>& live;
    std::deque<int> waiting;     ///< first come, first served
    std::vector<int> prefilling; ///< admitted, prompt not finished; in the order of admission
    std::int64_t decodePasses = 0;
    int rows = 0;                 ///< that decode
    double context = 0;           ///< tokens of theirs, the one to be computed included
    int running = 0, newest = -1; ///< running: slots taken, finished ones that were not yet seen included
    std::int64_t free = 0;        ///< blocks
    std::int64_t preemptions = 0;
    std::vector<int> dropped; ///< preempted since logDropped(), where paths are recorded
    PrefixCache cache;
    std::optional<NamedCache> named;                 ///< of prompts whose blocks have names
    std::array<double, kMostTiers + 1> tierTokens{}; ///< TrafficReport
    double loaded = 0;                               ///< s of loads from tiers, all so far
    bool admits = true;                              ///< new prompts are not held for those of other ranks
    bool prefillOnly = false; ///< requests leave with their first token and keep their blocks
    // Of SGLang.
    double outputRatio = 0.7;         ///< share of outputs to come whose room is kept, as it was at
    std::int64_t outputRatioPass = 0; ///< so many decode passes
    bool full = false;                ///< until a request finishes or is retracted
    /// Tokens that running sequences are still going to write, at most kOutputAhead of each.
    std::int64_t ahead() const { return m_ahead; }
    // Of TensorRT-LLM.
    std::int64_t reserved = 0; ///< blocks to completion of all that started

    std::int64_t blocksOf(std::int64_t tokens) const {
        return (tokens + limits.blockSize - 1) / limits.blockSize;
    }
    std::int64_t blocksToFinish(const LiveRequest& r) const {
        return blocksOf(r.input + (prefillOnly ? 0 : r.output - 1));
    }
    /// Blocks that so many decode passes take (one, with drafts); none of a group is freed meanwhile.
    std::int64_t blocksForDecodes(std::int64_t passes) const;
    /// Tokens that all rows take of a pass.
    int decodeTokens() const { return rows * (1 + scenario.speculation.tokens); }
    int generatedOf(const LiveRequest& r) const {
        return r.decoding && !speculates() ? static_cast<int>(decodePasses - r.base) : r.generated;
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
    /// The front of the queue decodes with the next pass: its prompt's blocks were pulled here.
    void adopt();
    /// So many blocks that a request kept on this server, and its slot.
    void giveBack(std::int64_t blocks);
    /// Gives back all its blocks and waits at the front, to be computed anew.
    void preempt(int request);

    /// What the formed pass works on.
    PassLoad passLoad() const;
    /// What loads from tiers add to the formed pass, which takes `seconds` without them: a layer is computed
    /// when its keys are there, so that all but the first layer's come beside the pass. To be asked once.
    double exposedLoad(double seconds);
    /// Where paths are recorded: who was preempted while the pass was formed, and the pass itself.
    void logDropped(double now, std::vector<PathEvent>& events);
    void logPass(double start, double end, int rank, std::vector<PathEvent>& events) const;
    /// The formed pass is over at `now`, `passes` times where it only decodes. Finished requests are
    /// appended.
    /// Gives how many requests begin to decode.
    int complete(double now, std::int64_t passes, std::vector<int>& finished);
    /// Adds what was found in tiers.
    void addTiers(TrafficReport& report) const {
        for (std::size_t i = 0; i < tierTokens.size(); ++i) report.tierTokens[i] += tierTokens[i];
        report.loadSeconds += loaded;
    }
    /// What the scheduler sees of requests that have finished: their slots and blocks.
    void release();
    bool releasing() const { return !m_releasing.empty(); }
    /// Decode passes until the first of the group finishes; 0 without one.
    std::int64_t passesToFinish();

private:
    NamedPrompt promptOf(const LiveRequest& r) const { return {r.firstName, r.names, r.input}; }
    bool isNamed(const LiveRequest& r) const { return named && r.names > 0; }
    void admitNamed(LiveRequest& r, int hit);
    void freeBlocks(LiveRequest& r); ///< all that it holds and nobody else
    void evict();
    /// Text whose next blocks are in a tier that nothing is loaded from is not gone on with.
    bool endsAt(std::size_t tier, const PrefixCache::Blocks& by) const {
        return !limits.tiers[tier].loads && by[tier + 1] > 0;
    }
    bool speculates() const { return scenario.speculation.tokens > 0; }
    void append(int request); ///< to those that run
    void join(int request);   ///< to those that decode
    /// Blocks of a row whose next pass accepts all drafts.
    std::int64_t blocksAhead(const LiveRequest& r) const;
    void verifyDrafts(double now, std::vector<int>& finished);
    int drawAccepted(int request) const;
    void leaveGroup(LiveRequest& r);
    void finish(int request, double now, std::vector<int>& finished);
    void unlink(int request);
    std::size_t phaseOf(const LiveRequest& r) const;
    std::int64_t aheadOf(const LiveRequest& r) const {
        return std::min(r.output - generatedOf(r), kOutputAhead);
    }
    void lessAhead(std::int64_t passes); ///< all rows have decoded so often

    /// Those of one pass end in the order of sending, wherever they stand in `live`: both are one number,
    /// which a heap orders at half the cost.
    class Ending {
    public:
        Ending(std::int64_t pass, int number, int of)
            : request(of), m_order(pass * (std::int64_t{1} << 31) + number) {}
        std::int64_t pass() const { return m_order >> 31; }
        bool operator>(const Ending& other) const { return m_order > other.m_order; }
        int request;

    private:
        std::int64_t m_order;
    };
    std::priority_queue<Ending, std::vector<Ending>, std::greater<>> m_endings; ///< stale ones included
    std::vector<int> m_phase; ///< decoding sequences by (input − 1 − base) mod block size
    std::vector<int> m_releasing;
    double m_loading = 0;     ///< s, of requests that were admitted while the pass was formed
    std::int64_t m_ahead = 0; ///< of those that run
    int m_far = 0;            ///< rows that are
    /// Passes at which they no longer are, stale ones included.
    std::priority_queue<Ending, std::vector<Ending>, std::greater<>> m_nearing;
    // With drafts, rows gain different numbers of tokens and are kept one by one.
    std::vector<int> m_rows;
    std::vector<double> m_accepted; ///< probability of so many drafts or more, from one
    std::int64_t m_blocksAhead = 0; ///< of all rows, that they do not hold
};

} // namespace moe
