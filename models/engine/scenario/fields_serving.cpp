// SPDX-License-Identifier: GPL-3.0-or-later
// A server, its load, and a day of many: rows of fields().

#include "models/engine/scenario/field_rows.h"

namespace moe {
namespace {

using S = Scale;
constexpr Heading<&Scenario::serve> kServingRows{"Serving"};
constexpr Heading<&Scenario::day> kDayRows{"Day"};

/// A member of no section.
Field operatorsRow() {
    Field made = fieldRow(
        "operators", "Serving", "Operator times", oneOf<OperatorSource>(), {},
        "Measured surfaces where this GPU or its generation has some (auto), those of any GPU, or the "
        "analytic model alone.");
    made.get = access::get<&Scenario::operators>;
    made.set = access::set<&Scenario::operators>;
    return made;
}

} // namespace

std::vector<Field> servingFields() {
    return {
        kServingRows.row<&ServeSpec::phase>("serve.phase", "Phase", oneOf<Phase>(), {.everyday = true},
                                            "Prefill or decode."),
        kServingRows.row<&ServeSpec::requests>("serve.requests", "Concurrent requests",
                                               integer(1, 1e8, S::Log), {.everyday = true},
                                               "Sequences on the whole cluster."),
        kServingRows.row<&ServeSpec::prefillTokens>("serve.prefill_tokens", "Prefill tokens",
                                                    integer(1, 1e8, S::Log), {.unit = "tokens"},
                                                    "Per rank and step."),
        kServingRows.row<&ServeSpec::context>("serve.context", "Context", integer(1, 1e8, S::Log),
                                              {.unit = "tokens"},
                                              "Cached tokens per sequence; auto = prompt + output / 2."),
        kServingRows.row<&ServeSpec::prompt>("serve.prompt", "Prompt", integer(1, 1e8, S::Log),
                                             {.unit = "tokens", .everyday = true},
                                             "Input tokens per request."),
        kServingRows.row<&ServeSpec::output>("serve.output", "Output", integer(1, 1e8, S::Log),
                                             {.unit = "tokens", .everyday = true},
                                             "Generated tokens per request."),
        kServingRows.row<&ServeSpec::disaggregated>(
            "serve.disaggregated", "Prefill elsewhere", flag(), {.everyday = true},
            "Prefill runs on GPUs of its own, counted as many as the requests need; else a decode step waits "
            "for the prefills of new requests."),
        kServingRows.row<&ServeSpec::engine>(
            "serve.engine", "Engine", oneOf<ServeEngine>(), {},
            "Whose measured kernels, time between them and scheduler; auto = "
            "the first that was measured, steady formulas; steady = these too."),
        kServingRows.row<&ServeSpec::policy>(
            "serve.policy", "Scheduling", oneOf<ServePolicy>(), {},
            "Prompts alone while any wait, or beside the tokens of running requests; auto = the engine's."),
        kServingRows.row<&ServeSpec::arrival>(
            "serve.arrival", "Arrivals", oneOf<ServeArrival>(), {},
            "So many requests in flight (closed), at random times with a mean "
            "rate, or as a trace lists them."),
        kServingRows.row<&ServeSpec::concurrency>("serve.concurrency", "Requests in flight",
                                                  integer(1, 1000000.0, S::Log), {.symbol = "C"},
                                                  "Of a closed loop: all are sent at once, then one for each "
                                                  "that ends; auto = concurrent requests."),
        kServingRows.row<&ServeSpec::rate>("serve.rate", "Arrival rate", real(1e-06, 1000000.0, S::Log),
                                           {.unit = "requests/s"}, "Of requests that arrive at random."),
        kServingRows.row<&ServeSpec::burstiness>(
            "serve.burstiness", "Evenness of arrivals", real(0.01, 10000.0, S::Log), {},
            "Shape of gamma-distributed gaps: 1 as a Poisson process, less in bursts, more evenly."),
        kServingRows.row<&ServeSpec::numRequests>("serve.num_requests", "Requests simulated",
                                                  integer(1, 10000000.0, S::Log), {.symbol = "N"},
                                                  "auto = 10 × requests in flight, or 60 s of arrivals."),
        kServingRows.row<&ServeSpec::lengthSpread>(
            "serve.length_spread", "Spread of lengths", real(0, 1), {.symbol = "x"},
            "Prompts and outputs are uniform between (1 − x)·L and L, 0.2 in benchmarks; 0 = all alike."),
        kServingRows.row<&ServeSpec::maxBatchedTokens>(
            "serve.max_batched_tokens", "Tokens per pass", integer(1, 10000000.0, S::Log), {.unit = "tokens"},
            "Prompt tokens and running requests that one pass takes at most; auto = the engine's."),
        kServingRows.row<&ServeSpec::maxSeqs>("serve.max_seqs", "Running requests at most",
                                              integer(1, 1000000.0, S::Log), {},
                                              "Requests that run at once on a rank; auto = the engine's."),
        kServingRows.row<&ServeSpec::kvMemoryFraction>(
            "serve.kv_memory_fraction", "Memory share", real(0.01, 1), {},
            "Of the GPU's memory that weights, activations and the KV pool share; auto = the engine's."),
        kServingRows.row<&ServeSpec::kvFreeFraction>(
            "serve.kv_free_fraction", "Free memory share", real(0.01, 1), {},
            "Of what weights and activations leave free, for the KV pool (TensorRT-LLM's "
            "free_gpu_memory_fraction); auto = by the memory share."),
        kServingRows.row<&ServeSpec::kvBlocks>("serve.kv_blocks", "KV blocks",
                                               integer(1, 10000000000.0, S::Log), {},
                                               "Blocks of the KV pool of a rank; auto = what memory leaves."),
        kServingRows.row<&ServeSpec::blockSize>("serve.block_size", "Block size", integer(1, 4096, S::Log),
                                                {.symbol = "B", .unit = "tokens"},
                                                "Tokens of a block of the KV pool; auto = the engine's."),
        kServingRows.row<&ServeSpec::prefixCaching>(
            "serve.prefix_caching", "Prefix caching", flag(), {},
            "Blocks of prompts seen before are kept while memory lasts; auto = the engine's."),
        kServingRows.row<&ServeSpec::prefixHit>("serve.prefix_hit", "Cached share of prompts", real(0, 1), {},
                                                "Leading part of every prompt that the cache holds."),
        kServingRows.row<&ServeSpec::hostGib>(
            "serve.host_gib", "Keys in host memory", real(0, 1e6), {.unit = "GiB"},
            "Room below the KV pool for keys of sessions, of a GPU; least recently used go first. 0 = none."),
        kServingRows.row<&ServeSpec::hostGbps>("serve.host_gbps", "Keys from host memory",
                                               real(0.001, 1e5, S::Log), {.unit = "GB/s"},
                                               "Of a GPU; auto = its link to the host."),
        kServingRows.row<&ServeSpec::nvmeGib>("serve.nvme_gib", "Keys on NVMe", real(0, 1e6), {.unit = "GiB"},
                                              "Room below host memory, of a GPU. 0 = none."),
        kServingRows.row<&ServeSpec::nvmeGbps>("serve.nvme_gbps", "Keys from NVMe", real(0.001, 1e5, S::Log),
                                               {.unit = "GB/s"}, "Of a GPU; auto = 6, one drive of 7 rated."),
        kServingRows.row<&ServeSpec::remoteGib>("serve.remote_gib", "Keys in a remote store", real(0, 1e6),
                                                {.unit = "GiB"}, "Room below NVMe, of a GPU. 0 = none."),
        kServingRows.row<&ServeSpec::remoteGbps>("serve.remote_gbps", "Keys from a remote store",
                                                 real(0.001, 1e5, S::Log), {.unit = "GB/s"},
                                                 "Of a GPU; auto = 0.8 of its network card."),
        kServingRows.row<&ServeSpec::tierPolicy>(
            "serve.tier_policy", "Loads from tiers", oneOf<TierPolicy>(), {},
            "Always (load), or only where loading is quicker than to compute the tokens (faster)."),
        kServingRows.row<&ServeSpec::tierWrites>(
            "serve.tier_writes", "Writes to tiers", oneOf<TierWrites>(), {},
            "What the tier above has no room for, held by one tier (evicted), or everything, by all of them "
            "(through)."),
        kServingRows.row<&ServeSpec::distinctPrompts>(
            "serve.distinct_prompts", "Distinct prompts", integer(1, 10000000.0, S::Log), {},
            "Sent in turn, so that all but the last block is cached "
            "from the second round on; auto = every prompt is new."),
        kServingRows.row<&ServeSpec::maxPrefillTokens>(
            "serve.max_prefill_tokens", "Prompt tokens per batch", integer(1, 10000000.0, S::Log),
            {.unit = "tokens"},
            "Of prompts that begin in one pass, SGLang's max-prefill-tokens; auto = the engine's."),
        kServingRows.row<&ServeSpec::receiveEvery>(
            "serve.receive_every", "Passes between looks", integer(1, 10000, S::Log), {},
            "Decode passes until new requests are looked for, SGLang's "
            "scheduler-recv-interval; auto = the engine's."),
        kServingRows.row<&ServeSpec::streamInterval>(
            "serve.stream_interval", "Tokens per piece", integer(1, 10000, S::Log), {.unit = "tokens"},
            "Tokens that are sent together; TensorRT-LLM delays the first by half of them; auto = 1."),
        kServingRows.row<&ServeSpec::balancePasses>(
            "serve.balance_passes", "Passes for balance", integer(0, 100000, S::Log), {},
            "Passes that ranks of attention data parallelism hold new prompts until each has one, "
            "TensorRT-LLM's timeout_iters; auto = none."),
        kServingRows.row<&ServeSpec::asyncScheduling>(
            "serve.async_scheduling", "Scheduling ahead", flag(), {},
            "A pass is formed while the one before it runs, so that "
            "arrivals wait a pass longer; auto = the engine's."),
        kServingRows.row<&ServeSpec::speculativeTokens>(
            "serve.speculative_tokens", "Drafted tokens", integer(0, 64), {.symbol = "k", .unit = "tokens"},
            "Drafted for each token that is decoded and verified with it in one pass; 0 = none."),
        kServingRows.row<&ServeSpec::acceptance>(
            "serve.acceptance", "Acceptance of the first draft", real(0, 1), {.symbol = "a"},
            "Share of first drafts that verification accepts: a property of the texts."),
        kServingRows.row<&ServeSpec::acceptanceDecay>(
            "serve.acceptance_decay", "Decay of acceptance", real(0, 1), {.symbol = "d"},
            "Each further draft is accepted so many times as often as the one before it."),
        kServingRows.row<&ServeSpec::decodeContextParallel>(
            "serve.decode_context_parallel", "Decode context parallel", integer(1, 1024, S::Log),
            {.symbol = "DCP"},
            "GPUs of a tensor-parallel rank that share the keys of each sequence among them; divides TP."),
        kServingRows.row<&ServeSpec::prefillWorkers>(
            "serve.prefill_workers", "Workers that prefill", integer(0, 1024), {},
            "Copies of the layout that only prefill, with serve.decode_workers; 0 = every GPU does both."),
        kServingRows.row<&ServeSpec::decodeWorkers>(
            "serve.decode_workers", "Workers that decode", integer(0, 1024), {},
            "Copies of the layout that only decode what workers that prefill send them."),
        kServingRows.row<&ServeSpec::transferGbps>(
            "serve.transfer_gbps", "KV transfer", real(0.001, 100000.0, S::Log), {.unit = "GB/s"},
            "Of a GPU, between workers that prefill and that decode; auto = its network card."),
        kServingRows.row<&ServeSpec::passScale>(
            "serve.pass_scale", "Scale of kernels' time", real(0.05, 20, S::Log), {},
            "The modelled time of a pass times this; auto = the engine's, fitted to its runs."),
        kServingRows.row<&ServeSpec::passSeconds>("serve.pass_seconds", "Engine's time per pass",
                                                  real(-1, 10), {.unit = "s"},
                                                  "What every pass takes besides; auto = the engine's."),
        kServingRows.row<&ServeSpec::rowSeconds>(
            "serve.row_seconds", "Engine's time per running request", real(-1, 1), {.unit = "s"},
            "What every decoding request adds to a pass; auto = the engine's."),
        kServingRows.row<&ServeSpec::promptTokenSeconds>(
            "serve.prompt_token_seconds", "Engine's time per prompt token", real(-1, 1), {.unit = "s"},
            "What every prompt token adds to its pass; auto = the engine's."),
        kServingRows.row<&ServeSpec::requestSeconds>(
            "serve.request_seconds", "Time before the scheduler", real(0, 100), {.unit = "s"},
            "From sending until the scheduler sees a request; auto = the engine's."),
        kServingRows.row<&ServeSpec::streamSeconds>(
            "serve.stream_seconds", "Time of the streams", real(0, 10), {.unit = "s"},
            "Until a token is with the client, per request in flight on a rank; auto = the engine's."),
        kServingRows.row<&ServeSpec::ttftError>(
            "serve.ttft_error", "Error of TTFT", real(0, 10), {.unit = "share"},
            "Four runs of five of this server are off by less, as a fit to them found: bands and odds are of "
            "it; auto = published runs of the engine."),
        kServingRows.row<&ServeSpec::tpotError>(
            "serve.tpot_error", "Error of TPOT", real(0, 10), {.unit = "share"},
            "Four runs of five of this server are off by less, as a fit to them found: bands and odds are of "
            "it; auto = published runs of the engine."),
        kServingRows.row<&ServeSpec::memoryError>(
            "serve.memory_error", "Error of memory", real(0, 10), {.unit = "share"},
            "Four servers of five on this machine are off by less in what a GPU holds, of an engine beside "
            "its "
            "KV pool, as a fit to them found: the odds of a verdict are of it; auto = none are known."),
        kServingRows.row<&ServeSpec::sloTtft>(
            "serve.slo_ttft", "Limit of first token", real(0.0001, 100000.0, S::Log),
            {.unit = "s", .everyday = true},
            "Longest time to first token that is promised: plans, searches, goodput and pictures of load "
            "count requests that keep it; auto = none."),
        kServingRows.row<&ServeSpec::sloTpot>(
            "serve.slo_tpot", "Limit per token", real(1e-06, 10000.0, S::Log),
            {.unit = "s", .everyday = true},
            "Longest time per output token that is promised: plans, searches, goodput and pictures of load "
            "count requests that keep it; auto = none."),
        kServingRows.row<&ServeSpec::sloPercentile>(
            "serve.slo_percentile", "Share within limits", real(1, 100), {.unit = "%"},
            "Percent of the requests that must meet the limits, after the first burst."),
        kServingRows.row<&ServeSpec::seed>("serve.seed", "Seed of requests", integer(0, 1000000000.0), {},
                                           "Same seed, same lengths, arrivals and passes."),
        operatorsRow(),
    };
}

std::vector<Field> dayFields() {
    return {
        kDayRows.row<&DaySpec::requests>(
            "day.requests", "Requests of the day", integer(1, 1e8, S::Log), {.everyday = true},
            "On average, over all hours; those of sessions are counted one by one."),
        kDayRows.row<&DaySpec::hours>("day.hours", "Hours", real(0.01, 168), {.unit = "hours"},
                                      "From midnight on; 24 = a day."),
        kDayRows.row<&DaySpec::peak>(
            "day.peak", "Peak over mean", real(1, 50, S::Log), {.everyday = true},
            "Highest rate of arrivals over the mean of 24 hours; the lowest follows. 1.7 is assumed."),
        kDayRows.row<&DaySpec::peakHour>("day.peak_hour", "Hour of the peak", real(0, 24), {.unit = "hours"},
                                         "15 is assumed."),
        kDayRows.row<&DaySpec::curve>("day.curve", "Rates over the day", text(), {},
                                      "Of equal parts of 24 hours, comma-separated, as 1,1,2,5: only their "
                                      "proportions count; empty = from day.peak."),
        kDayRows.row<&DaySpec::burst>(
            "day.burst", "Spread of minutes", real(0, 10), {.everyday = true},
            "Standard deviation of a minute's rate over its mean, beyond that of Poisson arrivals: 0.21 in "
            "Azure's conversations of 2023, 1.04 in its code, 0.1 in Mooncake's conversations."),
        kDayRows.row<&DaySpec::turns>(
            "day.turns", "Turns of a session", real(1, 1000, S::Log), {},
            "On average; each turn sends the whole text so far, when the answer before "
            "has come and time to think has passed."),
        kDayRows.row<&DaySpec::thinkSeconds>(
            "day.think_seconds", "Time to think", real(0, 1e5), {.unit = "s"},
            "From an answer to the next turn, mean of exponential times; 86 s "
            "is the median gap of people in arXiv 2606.30560."),
        kDayRows.row<&DaySpec::policy>(
            "day.policy", "Replicas follow", oneOf<DayPolicy>(), {.everyday = true},
            "Nothing, the most always run (fixed); requests in flight as Kubernetes' autoscaler (load); "
            "arrivals of the last minute (rate); the day's curve, known ahead (curve); arrivals of "
            "day.rate_interval and, where they ask for more, requests in flight, as Dynamo (planner)."),
        kDayRows.row<&DaySpec::replicasMin>("day.replicas_min", "Fewest replicas", integer(1, 4096, S::Log),
                                            {.everyday = true}, "Each is the whole layout."),
        kDayRows.row<&DaySpec::replicasMax>("day.replicas_max", "Most replicas", integer(1, 4096, S::Log),
                                            {.everyday = true},
                                            "As many always run where day.policy is fixed."),
        kDayRows.row<&DaySpec::interval>("day.interval", "Time between decisions", real(1, 86400, S::Log),
                                         {.unit = "s"}, "Of the autoscaler; 15 s is Kubernetes' default."),
        kDayRows.row<&DaySpec::cooldown>(
            "day.cooldown", "Time before fewer", real(0, 86400), {.unit = "s"},
            "The most replicas wanted within it stay; 300 s is Kubernetes' default."),
        kDayRows.row<&DaySpec::rateInterval>("day.rate_interval", "Arrivals are counted over",
                                             real(1, 86400, S::Log), {.unit = "s"},
                                             "By day.policy planner; 180 s is Dynamo's default, which looks "
                                             "at its load every 5 s (day.interval)."),
        kDayRows.row<&DaySpec::target>(
            "day.target", "Requests on a replica", real(0.1, 1e6, S::Log), {},
            "In flight, that day.policy load and planner aim at; auto = those at day.replica_rate."),
        kDayRows.row<&DaySpec::replicaRate>("day.replica_rate", "Rate of a replica", real(1e-4, 1e6, S::Log),
                                            {.unit = "requests/s"},
                                            "Requests per second that one is counted with; auto = the most "
                                            "within the limits, by simulation."),
        kDayRows.row<&DaySpec::headroom>(
            "day.headroom", "Headroom", real(0, 10), {.unit = "share"},
            "Replicas beyond what the policy counts, as a share. 0.2 is assumed."),
        kDayRows.row<&DaySpec::startSeconds>(
            "day.start_seconds", "Start of a replica", real(0, 86400), {.unit = "s", .everyday = true},
            "Until it serves, paid from the beginning; auto = container, weights, engine and CUDA graphs."),
        kDayRows.row<&DaySpec::imageSeconds>("day.image_seconds", "Place and container", real(0, 86400),
                                             {.unit = "s"},
                                             "Of a start. 15 s is assumed, the image being on the node."),
        kDayRows.row<&DaySpec::loadGbps>(
            "day.load_gbps", "Weights from storage", real(0.01, 1e5, S::Log), {.unit = "GB/s"},
            "At which a new replica reads its weights, all its GPUs together. 2 is assumed."),
        kDayRows.row<&DaySpec::engineSeconds>(
            "day.engine_seconds", "Engine's start", real(0, 86400), {.unit = "s"},
            "Processes, compiled code from its cache, memory profile: 41 s in vllm-project/vllm#20264."),
        kDayRows.row<&DaySpec::graphSeconds>(
            "day.graph_seconds", "CUDA graphs", real(0, 86400), {.unit = "s"},
            "Their capture: 17 s in vllm-project/vllm#20264, 37 s in run-ai/runai-model-streamer#67."),
        kDayRows.row<&DaySpec::router>(
            "day.router", "Router", oneOf<DayRouter>(), {.everyday = true},
            "Who gets a request: in turn, the fewest in flight, the fewer of two at random, a session's "
            "first server, or the least to compute beside what its cache holds (kv)."),
        kDayRows.row<&DaySpec::refuseAbove>(
            "day.refuse_above", "Refused above", integer(1, 1e7, S::Log), {},
            "Requests in flight on every replica beyond which one is refused; auto = none is."),
        kDayRows.row<&DaySpec::seed>("day.seed", "Seed of the day", integer(0, 1e9), {},
                                     "Same seed, same arrivals."),
    };
}

} // namespace moe
