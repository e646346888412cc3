// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/traffic/server.h"

#include <algorithm>
#include <limits>

namespace moe {

TrafficServer::TrafficServer(const TrafficScenario& of)
    : scenario(of), limits(of.limits), m_phase(static_cast<std::size_t>(of.limits.blockSize)) {
    free = limits.blocks > 0 ? limits.blocks : std::numeric_limits<std::int64_t>::max() / 4;
    live.resize(of.requests.size());
    for (std::size_t i = 0; i < live.size(); ++i) {
        live[i].input = of.requests[i].input;
        live[i].output = of.requests[i].output;
        live[i].session = of.requests[i].session;
    }
}

std::size_t TrafficServer::phaseOf(const LiveRequest& r) const {
    const std::int64_t size = limits.blockSize;
    return static_cast<std::size_t>((((r.input - 1 - r.base) % size) + size) % size);
}

std::int64_t TrafficServer::blocksForDecodes(std::int64_t passes) const {
    const std::int64_t size = limits.blockSize;
    std::int64_t blocks = passes / size * rows;
    // Pass number `decodePasses` takes a block for each sequence whose tokens so far fill theirs.
    for (std::int64_t i = decodePasses; i < decodePasses + passes % size; ++i)
        blocks += m_phase[static_cast<std::size_t>((size - i % size) % size)];
    return blocks;
}

int TrafficServer::hitOf(const LiveRequest& r) const {
    if (!limits.prefixCaching) return 0;
    const int size = limits.blockSize, most = (r.tokens() - 1) / size;
    int blocks = static_cast<int>(limits.prefixHit * r.input) / size;
    if (r.session >= 0) {
        const std::int64_t kept = cache.kept(r.session);
        blocks = std::max(blocks, static_cast<int>(std::min<std::int64_t>(kept, most)));
    }
    return size * std::min(blocks, most);
}

void TrafficServer::admit(int hit) {
    const int request = waiting.front();
    LiveRequest& r = live[request];
    waiting.pop_front();
    r.running = true;
    r.computed = hit;
    if (r.preempted == 0) r.cached = hit;
    r.held = hit / limits.blockSize;
    free -= r.held;
    if (hit > 0 && r.session >= 0) cache.take(r.session);
    r.prev = newest;
    r.next = -1;
    if (newest >= 0) live[newest].next = request;
    newest = request;
    ++running;
    reserved += blocksToFinish(r);
    prefilling.push_back(request);
}

void TrafficServer::addChunk(int request, int tokens) {
    LiveRequest& r = live[request];
    const std::int64_t blocks = blocksForChunk(r, tokens);
    r.held += static_cast<int>(blocks);
    free -= blocks;
    chunks.push_back({request, tokens});
    if (limits.prefixCaching) cache.evictTo(free);
}

void TrafficServer::unlink(int request) {
    LiveRequest& r = live[request];
    if (r.prev >= 0) live[r.prev].next = r.next;
    if (r.next >= 0) live[r.next].prev = r.prev;
    if (newest == request) newest = r.prev;
    r.running = false;
}

void TrafficServer::leaveGroup(LiveRequest& r) {
    r.generated = generatedOf(r);
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
    free += r.held;
    r.held = 0;
    r.computed = 0;
    ++r.preempted;
    ++preemptions;
    waiting.push_front(request);
}

void TrafficServer::finish(int request, double now, std::vector<int>& finished) {
    LiveRequest& r = live[request];
    unlink(request);
    r.finished = now;
    m_releasing.push_back(request);
    finished.push_back(request);
}

void TrafficServer::release() {
    for (const int request : m_releasing) {
        LiveRequest& r = live[request];
        --running;
        free += r.held;
        reserved -= blocksToFinish(r);
        if (limits.prefixCaching && r.session >= 0)
            cache.keep(r.session, (r.input + r.output - 1) / limits.blockSize);
        r.held = 0;
        full = false;
    }
    m_releasing.clear();
}

std::int64_t TrafficServer::passesToFinish() {
    while (!m_endings.empty()) {
        const auto [pass, request] = m_endings.top();
        const LiveRequest& r = live[request];
        if (r.decoding && r.base + r.output == pass) return pass - decodePasses;
        m_endings.pop(); // of a request that was preempted
    }
    return 0;
}

int TrafficServer::complete(double now, std::int64_t passes, std::vector<int>& finished) {
    if (decode && rows > 0) {
        free -= blocksForDecodes(passes);
        decodePasses += passes;
        context += static_cast<double>(passes) * rows;
        while (passesToFinish() == 0 && !m_endings.empty()) {
            const int request = m_endings.top().second;
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
        if (r.generated == 0) r.firstToken = now;
        ++r.generated;
        if (r.generated >= r.output) {
            finish(chunk.request, now, finished);
            continue;
        }
        r.base = decodePasses - r.generated;
        r.decoding = true;
        ++rows;
        ++joined;
        ++m_phase[phaseOf(r)];
        context += r.tokens();
        m_endings.emplace(r.base + r.output, chunk.request);
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
    if (limits.prefixCaching) cache.evictTo(free);
    return joined;
}

} // namespace moe
