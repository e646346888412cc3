// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Serving under load, request by request: clients send, a scheduler forms passes, passes take time. The only
// entry of this room; pure, reentrant, and the same for a seed on every machine and any number of threads.
//
// Schedulers are those of the engines' own sources (engines.h). Latencies are the client's, as `vllm bench
// serve`, SGLang's and the InferenceX benchmark define them: time to first token (TTFT) from sending to the
// first piece; time per output token (TPOT) = (latency − TTFT) / (output − 1) of each request with more than
// one; inter-token latency (ITL) every gap of every request, pooled; percentiles interpolated linearly as
// numpy does. Times in seconds, lengths in tokens.

#include "models/engine/report/latency_summary.h"
#include "models/engine/scenario/scenario.h"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <utility>
#include <vector>

namespace moe {

struct ServingEngine; // serve/engines/engines.h
class TrafficServer;  // server.h
using FormPass = void (*)(TrafficServer&);

/// What one forward pass works on.
struct PassLoad {
    double rows = 0;          ///< sequences that decode, one token each
    double context = 0;       ///< keys they attend to, summed over rows
    double prefillTokens = 0; ///< of prompts
    double pairs = 0;         ///< Σ n·p + n(n+1)/2 over prompts' chunks of n tokens behind p computed ones
    double drafts = 0;        ///< tokens that each row verifies beside its own
};
/// Seconds of a pass; must be pure. Decode passes are taken to change linearly while only contexts grow.
using PassTime = std::function<double(const PassLoad&)>;

struct TrafficRequest {
    double arrival = 0; ///< s after the start; unused where the loop is closed
    int input = 0, output = 0;
    int session = -1;  ///< requests of one session continue each other's text; −1 = of its own
    bool seen = false; ///< the same prompt was sent before: all of it but the last block may be cached
    std::uint32_t firstName = 0; ///< of PromptNames::blocks
    int names = 0;               ///< blocks of the prompt that have one
};

/// Which prompts begin alike, as traces of hashes tell it: a block's name is of all that stands before it
/// too.
struct PromptNames {
    std::vector<std::uint32_t> blocks; ///< request after request
    int tokens = 512;                  ///< of a block; a prompt's last may be shorter
};

/// Requests that were given.
struct TrafficTrace {
    TrafficTrace() = default;
    TrafficTrace(std::vector<TrafficRequest> some) : requests(std::move(some)) {} // NOLINT(*-explicit-*)
    std::vector<TrafficRequest> requests;
    std::shared_ptr<const PromptNames> names; ///< null: none has names
};

/// Below the KV pool: holds blocks that the pool has no room for (prefix_cache.h).
struct CacheTier {
    std::int64_t blocks = 0; ///< it has room for
    double perBlock = 0;     ///< s to load one
    bool loads = true;       ///< false: computing is quicker, nothing is loaded from it
};
inline constexpr std::size_t kMostTiers = 3;

struct TrafficLimits {
    int batchedTokens = 8192; ///< of a pass
    int maxSeqs = 256;        ///< that run at once
    std::int64_t blocks = 0;  ///< of the KV pool; 0 = unlimited
    int blockSize = 16;       ///< tokens
    bool lookahead = true;    ///< a pass is formed when the one before it starts
    int receiveEvery = 1; ///< decode passes between looks for new requests (SGLang's scheduler-recv-interval)
    int prefillTokens = 16384; ///< of prompts that begin in one pass (SGLang's max-prefill-tokens)
    /// With several ranks: passes that new prompts are held until every rank has one, so that few passes wait
    /// for prompts (TensorRT-LLM's attention_dp_config, enable_balance and timeout_iters); 0 = none.
    int balancePasses = 0;
    bool prefixCaching = false;
    double prefixHit = 0;         ///< share of each prompt found in the cache, besides sessions
    std::vector<CacheTier> tiers; ///< nearest first, no more than kMostTiers; of each rank
    bool writesThrough = false;   ///< every tier sees every block; else what the one above gives up
    double layers = 1; ///< of the model: loads from tiers go on beside the layers that are computed
};

/// Per request and outside the passes, s.
struct TrafficOverheads {
    double before = 0;     ///< from sending until the scheduler sees the request
    double perInput = 0;   ///< the same, per prompt token
    double after = 0;      ///< from the end of a pass until the client has the token
    int firstChunk = 1;    ///< tokens that are sent together at first (TensorRT-LLM's stream_interval)
    double turnaround = 0; ///< of a closed-loop client, from an answer to its next request
};

/// Drafts that a pass verifies beside every decoded token: number j is accepted with acceptance · decay^(j −
/// 1) where those before it are. Prompts and the client see whole passes only, so that gaps between pieces
/// (ITL) are of passes.
struct TrafficSpeculation {
    int tokens = 0; ///< drafted per pass; 0 = none
    double acceptance = 0, decay = 1;
};
/// Tokens that a pass commits on average, the row's own included: 1 + Σ acceptance^i · decay^(i(i − 1)/2).
double committedTokens(const TrafficSpeculation& speculation);

/// Workers that only prefill and workers that only decode; a finished prompt's KV cache is pulled over the
/// network when the decode worker has blocks for it, and keeps its blocks on the prefill worker until then
/// (vLLM's connectors; ai-dynamo/aiconfigurator `vllm_sim.py`). Flows share the cards of both ends max-min
/// fair. New requests and finished prompts go to the worker with the fewest.
struct TrafficPools {
    int prefill = 0, decode = 0; ///< workers; 0 = one that does both
    double bytesPerToken = 0;    ///< of a prompt, that one GPU sends
    double bandwidth = 0;        ///< bytes/s of a GPU, what of it is used included; infinity: at once
};

/// Immutable input of a run.
struct TrafficScenario {
    const ServingEngine* engine = nullptr; ///< null: the one that serves where none is named
    FormPass form = nullptr;               ///< its scheduler; null: the engine's (schedulers.h)
    ServePolicy policy = ServePolicy::Mixed;
    std::vector<TrafficRequest> requests;     ///< in the order of sending (clientRequests() or a trace)
    std::shared_ptr<const PromptNames> names; ///< of their prompts' blocks; null: none
    int concurrency = 0;                      ///< of a closed loop; 0 = open: requests[i].arrival counts
    double stagger = 0; ///< s from one to the next of a closed loop's first requests; 0: they come at once
    /// Servers that are alike and have nothing in common but the client: requests are dealt to them in turn,
    /// sessions whole (replicas.h). What is told is of all of them together.
    int replicas = 1;
    /// With several servers: some of them, with about so many requests, tell for all; 0 = all are simulated.
    std::size_t enough = 0;
    TrafficLimits limits;
    TrafficOverheads overheads;
    TrafficSpeculation speculation;
    /// Ranks of attention data parallelism: each holds requests and a KV pool of its own, all go through a
    /// pass together, which takes as long as the slowest. Requests go to the rank with the fewest.
    int ranks = 1;
    TrafficPools pools; ///< either several ranks or pools
    double jitter = 0;  ///< σ of the logarithm of a pass's time
    std::uint64_t seed = 1;
    PassTime time;
    /// Nothing of the gaps between tokens (ITL) and of the burst apart, which take a third of a run's time:
    /// what searches, rates and reports ask for is not among them.
    bool brief = false;
    bool recordPasses = false;
    bool recordRequests = false;
    bool recordPaths = false; ///< what happens to each request, for pathOf() (request_path.h)
    std::stop_token stop;     ///< a run that was stopped ends at once and is of no use
};

struct LatencySet {
    LatencySummary ttft, tpot, itl, e2e;
    std::size_t requests = 0;
};

/// One pass, or a run of decode passes of the same rows.
struct PassRecord {
    double start = 0, seconds = 0; ///< of the whole run
    std::int64_t passes = 1;
    int prefillTokens = 0, decodeRows = 0;
    int waiting = 0;  ///< requests the scheduler sees and has not started
    double kvUse = 0; ///< share of the pool, after the pass; 0 where it is unlimited
};
struct RequestRecord {
    double arrival = 0, queued = 0, started = 0, firstToken = 0, finished = 0; ///< s
    int input = 0, output = 0, preempted = 0, cached = 0; ///< cached: prompt tokens found in the cache
};

/// What happens to one request in one piece.
struct PathEvent {
    enum class Kind : char {
        Chunk,   ///< a pass works on its prompt
        Dropped, ///< it is preempted: to be computed anew
        Pull,    ///< its KV cache goes to a decode worker
        Stall,   ///< of a rank, request −1: a pass of prompts alone, while sequences wait to decode
    };
    Kind kind = Kind::Chunk;
    bool completes = false; ///< the chunk is the last one
    int request = 0, tokens = 0;
    double start = 0, end = 0; ///< s
    int rank = 0;
};

/// TTFT of the requests of whose prompts more than `above` and no more than `upTo` was found in caches.
struct HitLatency {
    double above = 0, upTo = 0; ///< share; both 0: nothing was
    std::size_t requests = 0;
    LatencySummary ttft;
};

struct TrafficReport {
    LatencySet all, burst, steady; ///< burst: the first `concurrency` requests, which are sent at once
    double duration = 0;           ///< from the first sending to the last answer
    double requestsPerSecond = 0, outputTokensPerSecond = 0, totalTokensPerSecond = 0;
    double meanBatch = 0;    ///< rows and chunks of a pass
    double meanInFlight = 0; ///< requests sent and not answered, over the duration
    double kvUsePeak = 0;    ///< share
    std::int64_t passes = 0, preemptions = 0;
    /// Prompt tokens found in the pool and in the tiers below it, and what loading these took, s, waited for
    /// or not.
    std::array<double, kMostTiers + 1> tierTokens{};
    double loadSeconds = 0;
    std::vector<HitLatency> ttftByHit;   ///< nothing found, then by quarters; empty in brief or without hits
    std::vector<PassRecord> passRecords; ///< where asked for; of the first of several servers
    std::vector<RequestRecord> requestRecords; ///< where asked for, in the order of sending
    std::vector<PathEvent> pathEvents;         ///< where asked for, as they end
    /// Of every request that was simulated, in the order of sending; tpot −1 with one token.
    std::vector<float> ttft, tpot;
    /// Of these, the first that are not counted against limits: the burst of a closed loop, a tenth of
    /// arrivals, which meet an empty server.
    std::size_t warmUp = 0;
};

/// The scenario's largest request must fit into its pool (smallestPool()); every output is at least 1 token.
TrafficReport simulate(const TrafficScenario& scenario);
/// Blocks without which some request never finishes.
std::int64_t smallestPool(const TrafficScenario& scenario);

/// What a benchmark's client sends.
struct TrafficClient {
    ServeArrival arrival = ServeArrival::Closed;
    std::size_t count = 1;
    double rate = 0;       ///< requests/s, open loop
    double burstiness = 1; ///< shape of gamma gaps: 1 = Poisson, more = more even
    int prompt = 1, output = 1;
    double spread = 0;        ///< lengths uniform in [(1 − spread)·L, L]
    std::size_t distinct = 0; ///< prompts that are sent in turn; 0 = all are new
    std::size_t rounds = 1;   ///< of them until every server has had each
    std::uint64_t seed = 1;
};
std::vector<TrafficRequest> clientRequests(const TrafficClient& client);

/// numpy.percentile (linear) of sorted values; `share` 0…1.
double percentileOfSorted(const std::vector<float>& sorted, double share);
/// Percentile, 0…1, of a run's ttft or tpot after the warm-up.
double judgedShare(const TrafficReport& report, std::vector<float> values, double share);
/// Of requests after the warm-up, those with TTFT ≤ `ttft` and TPOT ≤ `tpot` (s).
double shareWithin(const TrafficReport& report, double ttft, double tpot);

} // namespace moe
