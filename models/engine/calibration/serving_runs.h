// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Published closed-loop serving runs against the time per token that measured operators compose: the clients
// keep so many requests in flight, so that few requests measure a decode step of so many sequences.
//
// Columns as the tables of collected runs have them: id, model, gpu, gpus, tp, pp, dp, ep, moe_tp, precision,
// engine, engine_version, isl, osl, length_dist or length_spread, concurrency, ttft_ms_mean, tpot_ms_mean (or
// _median), e2e_ms_mean, output_tok_s; and the conditions of a run: kv_cache, weights, experts, compute,
// max_batched_tokens, max_seqs, memory_fraction, kv_free_fraction, num_requests. Open loops (kind open_loop)
// have request_rate. A table with a column `doubt` holds closed loops alone: what it doubts is left out.

#include "data/problem.h"
#include "models/engine/scenario/catalog.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace moe {

enum class RunKind {
    Closed,  ///< so many requests in flight
    Open,    ///< they arrive at a rate
    Offline, ///< all are there at once, and their rate is measured
    Static,  ///< one batch that begins and ends together
};
struct ServingRun {
    RunKind kind = RunKind::Closed;
    std::string id, model, gpu, engine, version, precision;
    std::string date; ///< year first; empty: not given
    double gpus = 1, tp = 1, pp = 1, dp = 1, ep = 1, moeTp = 1;
    double prompt = 0, output = 0; ///< tokens on average
    double spread = 0;             ///< lengths uniform in [(1 − spread)·L, L]
    double concurrency = 0;
    double requests = 0; ///< in all; 0: not given
    double rate = 0;     ///< requests/s that arrive evenly: an open loop; 0: a closed one
    double distinct = 0; ///< prompts that are sent in turn, and cached; 0: all are new
    /// s and tokens/s, means where the table has them; 0: not given.
    double tpot = 0, ttft = 0, e2e = 0, outputRate = 0;
    double ttftMedian = 0, ttft90 = 0, ttft99 = 0;  ///< s, where a table of means has these too
    double prefillWorkers = 0, decodeWorkers = 0;   ///< 0: workers do both
    bool ranksOfAttention = false;                  ///< an MoE model's TP n is n ranks with EP n
    std::string kvCache, weights, experts, compute; ///< types of what ran; empty: not given
    double batchedTokens = 0, maxSeqs = 0, memoryFraction = 0, kvFreeFraction = 0,
           kvBlocks = 0; ///< 0: not given
    int line = 0;
};
struct ServingRuns {
    /// Quality A: closed loops with a TPOT of up to so many requests in flight; without a bound all kinds.
    std::vector<ServingRun> runs;
    std::vector<std::pair<std::string, Message>> left; ///< ids of rows that are none of these, and why
    Problems problems;
};
inline constexpr double kFewRequests = 8, kAnyRequests = 1e9;
Result<ServingRuns> readServingRuns(std::string_view text, const std::string& source,
                                    double mostRequests = kFewRequests);

/// Why a run is of something else than what it says (several tokens a step, say); empty: it is not.
Message unlikely(const ServingRun& run, const std::vector<ServingRun>& all);
/// Why a run tells nothing about a decode step; empty: it is scored. `all`: what it is compared with.
Message unscored(const ServingRun& run, const std::vector<ServingRun>& all);

/// The sections of a model that is served under this name ("openai/gpt-oss-120b"); nothing: no preset has it.
struct ServedShape {
    ModelSpec model;
    std::optional<MoeSpec> moe;
};
std::optional<ServedShape> servedShape(std::string_view name, const Catalog& catalog);

/// Nothing where no preset is this model or this GPU, or the layout is none.
std::optional<Scenario> servingScenario(const ServingRun& run, const Catalog& catalog);

struct ServingScore {
    const ServingRun* run = nullptr; ///< outlives the score
    double measured = 0; ///< TPOT without the prefills of other requests: − (c − 1)·TTFT/output
    double raw = 0, predicted = 0; ///< sum of operators, without and with the layer constant
    double low = 0, high = 0;      ///< of `predicted`
    double error() const { return predicted / measured - 1; }
    double rawError() const { return raw / measured - 1; }
};
struct ServingSummary {
    std::string part; ///< "trtllm", "vllm openai/gpt-oss-120b"
    std::size_t count = 0;
    double median = 0, ninety = 0, bias = 0;          ///< of |error| and its signed median, with the constant
    double rawMedian = 0, rawNinety = 0, rawBias = 0; ///< without
    double inside = 0;                                ///< share within the band
};
struct ServingValidation {
    std::vector<ServingScore> scores;
    std::vector<ServingSummary> summaries;                   ///< engines, then models of each
    std::vector<std::pair<const ServingRun*, Message>> left; ///< runs without a score, and why
};
ServingValidation validateServing(const std::vector<ServingRun>& runs, const Catalog& catalog);

} // namespace moe
