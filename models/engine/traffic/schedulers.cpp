// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/traffic/schedulers.h"

#include "models/engine/serve/engines/engines.h"
#include "models/engine/traffic/server.h"

#include <algorithm>
#include <vector>

namespace moe {
namespace {

/// Decode steps over which its share of outputs falls to the least; and those it plans for after a
/// retraction.
constexpr double kRatioSteps = 600, kRetractSteps = 20;
/// The share itself, at first and least.
constexpr double kFirstRatio = 0.7, kLeastRatio = 0.14 * kFirstRatio;

int rest(const LiveRequest& r) {
    return r.tokens() - r.computed;
}

/// Prompts that were started go on within `budget`, then the queue's front; gives what is left of it.
int continuePrefills(TrafficServer& s, int budget) {
    const std::vector<int> started = s.prefilling;
    for (const int request : started) {
        LiveRequest& r = s.live[request];
        if (!r.running || budget <= 0) continue;
        const int tokens = std::min(rest(r), budget);
        if (s.blocksForChunk(r, tokens) > s.free) { // the newest, which is itself
            s.preempt(request);
            return 0;
        }
        s.addChunk(request, tokens);
        budget -= tokens;
    }
    return budget;
}

/// First come, first served; no watermark, no preemption.
int admitWaiting(TrafficServer& s, int budget) {
    while (!s.waiting.empty() && budget > 0 && s.running < s.limits.maxSeqs) {
        const int request = s.waiting.front();
        const LiveRequest& r = s.live[request];
        const int hit = s.hitOf(r), tokens = std::min(r.tokens() - hit, budget);
        if (s.blocksOf(hit + tokens) > s.free) break;
        s.admit(hit);
        s.addChunk(request, tokens);
        budget -= tokens;
    }
    return budget;
}

/// Sequences that fill their blocks get new ones, at the cost of the newest.
bool makeRoomForDecodes(TrafficServer& s) {
    bool preempted = false;
    while (s.rows > 0 && s.blocksForDecodes(1) > s.free) {
        s.preempt(s.newest);
        preempted = true;
    }
    return preempted;
}

/// Fewest outputs, then the longest input, until the next token of the others fits; one always stays.
void retract(TrafficServer& s) {
    std::vector<int> order;
    for (int i = s.newest; i >= 0; i = s.live[i].prev)
        if (s.live[i].decoding) order.push_back(i);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        const int x = s.generatedOf(s.live[a]), y = s.generatedOf(s.live[b]);
        return x != y ? x > y : s.live[a].input < s.live[b].input;
    });
    while (order.size() > 1 && s.blocksForDecodes(1) > s.free) {
        s.preempt(order.back());
        order.pop_back();
    }
    double decoded = 0, most = 0;
    for (const int i : order) {
        decoded += s.generatedOf(s.live[i]);
        most += s.live[i].output;
    }
    const double ahead = decoded + kRetractSteps * static_cast<double>(order.size());
    s.outputRatio = std::min(1.0, most > 0 ? ahead / most : 1.0);
    s.outputRatioPass = s.decodePasses;
    s.full = false;
}

/// Tokens that the pool can still promise: less a share of what running sequences are going to write.
double sglangRoom(const TrafficServer& s) {
    const double room = static_cast<double>(s.free) * s.limits.blockSize;
    const auto steps = static_cast<double>(s.decodePasses - s.outputRatioPass);
    const double ratio =
        std::max(s.outputRatio - steps * (kFirstRatio - kLeastRatio) / kRatioSteps, kLeastRatio);
    return room - static_cast<double>(s.ahead()) * ratio;
}

/// Prompts of the next batch of SGLang, at most one of them in pieces.
void newPrefill(TrafficServer& s) {
    if (s.prefilling.empty() && (s.waiting.empty() || s.full)) return;
    const bool mixed = s.scenario.policy == ServePolicy::Mixed;
    int input = s.limits.prefillTokens, chunk = s.limits.batchedTokens - (mixed ? s.decodeTokens() : 0);
    const std::vector<int> started = s.prefilling;
    for (const int request : started) {
        LiveRequest& r = s.live[request];
        const int tokens = std::min(rest(r), chunk);
        if (tokens <= 0) return;
        if (s.blocksForChunk(r, tokens) > s.free) { // no room to go on: as if it had been retracted
            if (s.rows == 0) s.preempt(request);
            return;
        }
        s.addChunk(request, tokens);
        input -= tokens;
        chunk -= tokens;
    }
    double room = sglangRoom(s);
    const int page = s.limits.blockSize;
    while (!s.waiting.empty() && !s.full && input > 0 && chunk > 0) {
        if (s.running >= s.limits.maxSeqs) {
            s.full = true;
            return;
        }
        const int request = s.waiting.front();
        const LiveRequest& r = s.live[request];
        const int hit = s.hitOf(r), extend = r.tokens() - hit;
        const int ahead = s.prefillOnly ? 0 : std::min(r.output - r.generated, kOutputAhead);
        const bool alone = s.running == 0;
        if ((!alone && hit + extend + ahead + page >= room) || s.blocksOf(r.tokens()) > s.free) {
            s.full = !alone;
            return;
        }
        if (!s.chunks.empty() && extend > input) return;
        const int tokens = extend <= chunk ? extend : chunk / page * page;
        if (tokens <= 0) return;
        s.admit(hit);
        s.addChunk(request, tokens);
        input -= tokens;
        chunk -= tokens;
        room -= hit + tokens + (tokens == extend ? ahead : 0);
        if (tokens < extend) return;
    }
}

void formVllm(TrafficServer& s) {
    if (s.scenario.policy == ServePolicy::PrefillFirst) {
        // As vLLM before its V1: prompts alone while there are any.
        const int left = continuePrefills(s, s.limits.batchedTokens);
        admitWaiting(s, left);
        if (!s.chunks.empty()) return;
        makeRoomForDecodes(s);
        s.decode = s.rows > 0;
        return;
    }
    const bool preempted = makeRoomForDecodes(s);
    s.decode = s.rows > 0;
    // Blocks of decoding sequences are theirs before prompts take any.
    const std::int64_t kept = s.blocksForDecodes(1);
    s.free -= kept;
    const std::int64_t before = s.preemptions;
    const int left = continuePrefills(s, s.limits.batchedTokens - s.decodeTokens());
    if (!preempted && s.preemptions == before) admitWaiting(s, left);
    s.free += kept;
}

void formSglang(TrafficServer& s) {
    newPrefill(s);
    const bool mixed = s.scenario.policy == ServePolicy::Mixed;
    if (!s.chunks.empty() && !mixed) return;
    if (s.rows == 0) return;
    if (s.blocksForDecodes(1) > s.free) retract(s);
    // The one that stays may still lack a block: prompts that were begun hold the rest of the pool.
    while (s.chunks.empty() && !s.prefilling.empty() && s.blocksForDecodes(1) > s.free)
        s.preempt(s.prefilling.back());
    s.decode = s.rows > 0 && s.blocksForDecodes(1) <= s.free;
}

void formTensorRtLlm(TrafficServer& s) {
    // Guaranteed no eviction: a request starts when its whole output fits beside those of all that started.
    int budget = s.limits.batchedTokens - s.decodeTokens();
    s.decode = s.rows > 0;
    const std::int64_t kept = s.blocksForDecodes(1);
    s.free -= kept;
    budget = continuePrefills(s, budget);
    while (s.admits && !s.waiting.empty() && budget > 0 && s.running < s.limits.maxSeqs) {
        const int request = s.waiting.front();
        const LiveRequest& r = s.live[request];
        if (s.limits.blocks > 0 && s.reserved + s.blocksToFinish(r) > s.limits.blocks) break;
        const int hit = s.hitOf(r), need = r.tokens() - hit;
        // Whole prompts, unless one is longer than any pass.
        if (need > budget && need <= s.limits.batchedTokens) break;
        s.admit(hit);
        const int tokens = std::min(need, budget);
        s.addChunk(request, tokens);
        budget -= tokens;
    }
    s.free += kept;
    if (s.scenario.policy == ServePolicy::PrefillFirst && !s.chunks.empty()) s.decode = false;
}

struct SchedulerRow {
    ServeEngine engine;
    FormPass form;
};
constexpr SchedulerRow kSchedulers[] = {{ServeEngine::Vllm, formVllm},
                                        {ServeEngine::SgLang, formSglang},
                                        {ServeEngine::TensorRtLlm, formTensorRtLlm}};

} // namespace

FormPass schedulerOf(const TrafficScenario& scenario) {
    if (scenario.form != nullptr) return scenario.form;
    const ServingEngine& engine = scenario.engine != nullptr ? *scenario.engine : engines().front();
    for (const SchedulerRow& row : kSchedulers)
        if (row.engine == engine.engine) return row.form;
    return nullptr;
}

} // namespace moe
