// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/traffic/server.h"

#include "models/engine/math/random.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace moe {

double committedTokens(const TrafficSpeculation& speculation) {
    double committed = 1, chance = 1, next = speculation.acceptance;
    for (int i = 0; i < speculation.tokens; ++i, next *= speculation.decay) committed += chance *= next;
    return committed;
}

std::vector<LiveRequest> liveRequests(const TrafficScenario& scenario) {
    std::vector<LiveRequest> live(scenario.requests.size());
    for (std::size_t i = 0; i < live.size(); ++i) {
        live[i].input = scenario.requests[i].input;
        live[i].output = scenario.requests[i].output;
        live[i].session = scenario.requests[i].session;
        live[i].seen = scenario.requests[i].seen;
        live[i].firstName = scenario.requests[i].firstName;
        live[i].names = scenario.requests[i].names;
        live[i].number = static_cast<int>(i);
    }
    return live;
}

TrafficServer::TrafficServer(const TrafficScenario& of, std::vector<LiveRequest>& requests)
    : scenario(of),
      limits(of.limits),
      live(requests),
      cache(of.limits.tiers, of.limits.writesThrough),
      m_phase(static_cast<std::size_t>(of.limits.blockSize)) {
    if (of.names && limits.prefixCaching) named.emplace(*of.names, limits);
    free = limits.blocks > 0 ? limits.blocks : std::numeric_limits<std::int64_t>::max() / 4;
    double chance = 1, next = of.speculation.acceptance;
    for (int i = 0; i < of.speculation.tokens; ++i, next *= of.speculation.decay)
        m_accepted.push_back(chance *= next);
}

std::size_t TrafficServer::phaseOf(const LiveRequest& r) const {
    const std::int64_t size = limits.blockSize;
    return static_cast<std::size_t>((((r.input - 1 - r.base) % size) + size) % size);
}

std::int64_t TrafficServer::blocksForDecodes(std::int64_t passes) const {
    if (speculates()) return m_blocksAhead;
    if (rows == 0) return 0; // as most of many ranks are that go through a pass together
    const std::int64_t size = limits.blockSize;
    std::int64_t blocks = passes / size * rows;
    // Pass number `decodePasses` takes a block for each sequence whose tokens so far fill theirs.
    std::int64_t phase = (size - decodePasses % size) % size;
    for (std::int64_t i = passes % size; i > 0; --i) {
        blocks += m_phase[static_cast<std::size_t>(phase)];
        phase = phase > 0 ? phase - 1 : size - 1;
    }
    return blocks;
}

int TrafficServer::hitOf(const LiveRequest& r) const {
    if (!limits.prefixCaching) return 0;
    const int size = limits.blockSize;
    if (isNamed(r)) {
        const std::int64_t most = std::min((r.tokens() - 1) / size, r.input / size);
        return size * static_cast<int>(std::min(named->find(promptOf(r)).blocks, most));
    }
    const int most = (r.tokens() - 1) / size;
    int blocks = r.seen ? (r.input - 1) / size : static_cast<int>(limits.prefixHit * r.input) / size;
    if (r.session >= 0) {
        const PrefixCache::Blocks by = cache.kept(r.session);
        std::int64_t kept = by[0];
        for (std::size_t i = 0; i < limits.tiers.size() && !endsAt(i, by); ++i) kept += by[i + 1];
        blocks = std::max(blocks, static_cast<int>(std::min<std::int64_t>(kept, most)));
    }
    return size * std::min(blocks, most);
}

void TrafficServer::admit(int hit) {
    const int request = waiting.front();
    LiveRequest& r = live[request];
    waiting.pop_front();
    append(request);
    r.computed = hit;
    if (r.preempted == 0) r.cached = hit;
    if (isNamed(r)) {
        admitNamed(r, hit);
        prefilling.push_back(request);
        return;
    }
    r.held = hit / limits.blockSize;
    free -= r.held;
    std::int64_t beyond = 0; // the pool
    if (hit > 0 && r.session >= 0) {
        const PrefixCache::Blocks by = cache.kept(r.session);
        std::int64_t left = std::max<std::int64_t>(0, hit / limits.blockSize - by[0]);
        for (std::size_t i = 0; i < limits.tiers.size() && !endsAt(i, by); ++i) {
            const std::int64_t here = std::min(left, by[i + 1]);
            left -= here;
            beyond += here;
            m_loading += static_cast<double>(here) * limits.tiers[i].perBlock;
            tierTokens[i + 1] += static_cast<double>(here * limits.blockSize);
        }
        cache.take(r.session);
    }
    tierTokens[0] += static_cast<double>(hit - beyond * limits.blockSize);
    prefilling.push_back(request);
}

void TrafficServer::admitNamed(LiveRequest& r, int hit) {
    const NamedPrompt prompt = promptOf(r);
    r.named = hit > 0 ? named->find(prompt).names : 0;
    const NamedCache::Taken taken = named->take(prompt, r.named);
    r.held = static_cast<int>(taken.held);
    free -= taken.paid;
    double beyond = 0; // the pool, tokens
    for (std::size_t i = 0; i < limits.tiers.size(); ++i) {
        m_loading += static_cast<double>(taken.from[i + 1]) * limits.tiers[i].perBlock;
        const double tokens =
            std::min(hit - beyond, static_cast<double>(taken.from[i + 1] * limits.blockSize));
        tierTokens[i + 1] += tokens;
        beyond += tokens;
    }
    tierTokens[0] += hit - beyond;
}

void TrafficServer::freeBlocks(LiveRequest& r) {
    free += r.held;
    if (isNamed(r)) free -= named->release(promptOf(r), r.named);
    r.held = r.named = 0;
}

void TrafficServer::evict() {
    if (!limits.prefixCaching) return;
    if (named)
        named->evictTo(free);
    else
        cache.evictTo(free);
}

void TrafficServer::append(int request) {
    LiveRequest& r = live[request];
    r.running = true;
    r.prev = newest;
    r.next = -1;
    if (newest >= 0) live[newest].next = request;
    newest = request;
    ++running;
    reserved += blocksToFinish(r);
    m_ahead += aheadOf(r);
}

void TrafficServer::addChunk(int request, int tokens) {
    LiveRequest& r = live[request];
    const std::int64_t blocks = blocksForChunk(r, tokens);
    r.held += static_cast<int>(blocks);
    free -= blocks;
    chunks.push_back({request, tokens});
    evict();
}

PassLoad TrafficServer::passLoad() const {
    PassLoad load;
    if (decode) {
        load.rows = rows;
        load.context = context;
        load.drafts = scenario.speculation.tokens;
    }
    for (const Chunk& chunk : chunks) {
        const double n = chunk.tokens, before = live[chunk.request].computed;
        load.pairs += n * before + n * (n + 1) / 2;
        load.prefillTokens += n;
    }
    return load;
}

double TrafficServer::exposedLoad(double seconds) {
    const double load = std::exchange(m_loading, 0);
    loaded += load;
    return load > 0 ? std::max(load / limits.layers, load - seconds) : 0;
}

void TrafficServer::logDropped(double now, std::vector<PathEvent>& events) {
    for (const int request : dropped)
        events.push_back({PathEvent::Kind::Dropped, false, request, 0, now, now});
    dropped.clear();
}

void TrafficServer::logPass(double start, double end, int rank, std::vector<PathEvent>& events) const {
    if (rows > 0 && !decode) events.push_back({PathEvent::Kind::Stall, false, -1, 0, start, end, rank});
    for (const Chunk& chunk : chunks) {
        const LiveRequest& r = live[chunk.request];
        const bool completes = r.computed + chunk.tokens >= r.tokens();
        events.push_back({PathEvent::Kind::Chunk, completes, chunk.request, chunk.tokens, start, end, rank});
    }
}

void TrafficServer::unlink(int request) {
    LiveRequest& r = live[request];
    m_ahead -= aheadOf(r);
    if (r.prev >= 0) live[r.prev].next = r.next;
    if (r.next >= 0) live[r.next].prev = r.prev;
    if (newest == request) newest = r.prev;
    r.running = false;
}

std::int64_t TrafficServer::blocksAhead(const LiveRequest& r) const {
    const std::int64_t tokens = std::min(r.tokens() + scenario.speculation.tokens, r.input + r.output - 1);
    return std::max<std::int64_t>(0, blocksOf(tokens) - r.held);
}

void TrafficServer::join(int request) {
    LiveRequest& r = live[request];
    r.base = decodePasses - r.generated;
    r.decoding = true;
    ++rows;
    context += r.tokens();
    if (speculates()) {
        r.row = static_cast<int>(m_rows.size());
        m_rows.push_back(request);
        m_blocksAhead += blocksAhead(r);
        return;
    }
    ++m_phase[phaseOf(r)];
    m_endings.push({r.base + r.output, r.number, request});
    if (r.output - r.generated <= kOutputAhead) return;
    r.far = true;
    ++m_far;
    m_nearing.push({r.base + r.output - kOutputAhead, r.number, request});
}

void TrafficServer::lessAhead(std::int64_t passes) {
    m_ahead -= passes * (rows - m_far);
    while (!m_nearing.empty() && m_nearing.top().pass() <= decodePasses + passes) {
        const std::int64_t pass = m_nearing.top().pass();
        LiveRequest& r = live[m_nearing.top().request];
        m_nearing.pop();
        if (!r.far || r.base + r.output - kOutputAhead != pass) continue; // was preempted
        r.far = false;
        --m_far;
        m_ahead -= decodePasses + passes - pass;
    }
}

void TrafficServer::adopt() {
    const int request = waiting.front();
    LiveRequest& r = live[request];
    waiting.pop_front();
    append(request);
    // The prompt's last token is computed anew where no token was sent yet.
    r.computed = r.tokens() - 1;
    r.held = static_cast<int>(blocksOf(r.computed));
    free -= r.held;
    join(request);
}

void TrafficServer::giveBack(std::int64_t blocks) {
    free += blocks;
    --running;
    full = false;
}

/// From the request's own stream, so that it is the same whatever else is scheduled.
int TrafficServer::drawAccepted(int request) const {
    const LiveRequest& r = live[request];
    Random random(scenario.seed + 0xd1b54a32d192ed03U * static_cast<std::uint64_t>(r.number + 1) +
                  0x8cb92ba72f3d8dd7U * static_cast<std::uint64_t>(r.generated));
    const double u = random.uniform();
    int accepted = 0;
    while (accepted < static_cast<int>(m_accepted.size()) && u < m_accepted[accepted]) ++accepted;
    return accepted;
}

void TrafficServer::verifyDrafts(double now, std::vector<int>& finished) {
    std::vector<int> ended;
    for (const int request : m_rows) {
        LiveRequest& r = live[request];
        const std::int64_t blocks = blocksAhead(r); // rejected drafts leave theirs to the next pass
        r.held += static_cast<int>(blocks);
        free -= blocks;
        const int gain = std::min(1 + drawAccepted(request), r.output - r.generated);
        m_ahead -= aheadOf(r);
        r.generated += gain;
        m_ahead += aheadOf(r);
        context += gain;
        if (r.generated >= r.output) ended.push_back(request);
    }
    for (const int request : ended) {
        leaveGroup(live[request]);
        finish(request, now, finished);
    }
    m_blocksAhead = 0;
    for (const int request : m_rows) m_blocksAhead += blocksAhead(live[request]);
}

void TrafficServer::leaveGroup(LiveRequest& r) {
    if (speculates()) {
        m_blocksAhead -= blocksAhead(r);
        context -= r.tokens();
        --rows;
        r.decoding = false;
        live[m_rows.back()].row = r.row;
        m_rows[static_cast<std::size_t>(r.row)] = m_rows.back();
        m_rows.pop_back();
        return;
    }
    r.generated = generatedOf(r);
    m_far -= std::exchange(r.far, false) ? 1 : 0;
    context -= r.tokens();
    r.held = static_cast<int>(blocksOf(r.tokens() - 1));
    --rows;
    --m_phase[phaseOf(r)];
    r.decoding = false;
}

void TrafficServer::preempt(int request) {
    LiveRequest& r = live[request];
    if (r.decoding)
        leaveGroup(r);
    else
        prefilling.erase(std::find(prefilling.begin(), prefilling.end(), request));
    unlink(request);
    --running;
    reserved -= blocksToFinish(r);
    freeBlocks(r);
    r.computed = 0;
    ++r.preempted;
    ++preemptions;
    if (scenario.recordPaths) dropped.push_back(request);
    waiting.push_front(request);
}

void TrafficServer::finish(int request, double now, std::vector<int>& finished) {
    LiveRequest& r = live[request];
    unlink(request);
    r.finished = now;
    finished.push_back(request);
    if (prefillOnly)
        reserved -= blocksToFinish(r);
    else
        m_releasing.push_back(request);
}

void TrafficServer::release() {
    for (const int request : m_releasing) {
        LiveRequest& r = live[request];
        --running;
        freeBlocks(r);
        reserved -= blocksToFinish(r);
        if (limits.prefixCaching && r.session >= 0 && !isNamed(r))
            cache.keep(r.session, (r.input + r.output - 1) / limits.blockSize);
        full = false;
    }
    m_releasing.clear();
}

std::int64_t TrafficServer::passesToFinish() {
    if (speculates()) return rows > 0 ? 1 : 0;
    while (!m_endings.empty()) {
        const std::int64_t pass = m_endings.top().pass();
        const LiveRequest& r = live[m_endings.top().request];
        if (r.decoding && r.base + r.output == pass) return pass - decodePasses;
        m_endings.pop(); // of a request that was preempted
    }
    return 0;
}

int TrafficServer::complete(double now, std::int64_t passes, std::vector<int>& finished) {
    if (decode && rows > 0 && speculates()) {
        verifyDrafts(now, finished);
        decodePasses += passes;
    } else if (decode && rows > 0) {
        free -= blocksForDecodes(passes);
        lessAhead(passes);
        decodePasses += passes;
        context += static_cast<double>(passes) * rows;
        while (passesToFinish() == 0 && !m_endings.empty()) {
            const int request = m_endings.top().request;
            m_endings.pop();
            leaveGroup(live[request]);
            finish(request, now, finished);
        }
    }
    bool ended = false;
    int joined = 0;
    for (const Chunk& chunk : chunks) {
        LiveRequest& r = live[chunk.request];
        r.computed += chunk.tokens;
        if (r.computed < r.tokens()) continue;
        ended = true;
        if (isNamed(r)) free += named->add(promptOf(r), std::exchange(r.named, r.names));
        if (r.generated == 0) r.firstToken = now;
        m_ahead -= aheadOf(r);
        ++r.generated;
        m_ahead += aheadOf(r);
        if (r.generated >= r.output || prefillOnly) {
            finish(chunk.request, now, finished);
            continue;
        }
        join(chunk.request);
        ++joined;
    }
    if (ended)
        prefilling.erase(std::remove_if(prefilling.begin(), prefilling.end(),
                                        [&](int request) {
                                            const LiveRequest& r = live[request];
                                            return r.decoding || !r.running;
                                        }),
                         prefilling.end());
    chunks.clear();
    decode = false;
    evict();
    return joined;
}

} // namespace moe
