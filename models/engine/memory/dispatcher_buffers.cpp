// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/memory/dispatcher_buffers.h"

#include <algorithm>

namespace moe {
namespace {

constexpr double kPeers = 8;         ///< DeepEP's NUM_MAX_NVL_PEERS
constexpr double kChannels = 10;     ///< 20 multiprocessors, two per channel
constexpr double kRecords = 128;     ///< experts and scales of a token that there is room for
constexpr double kSource = 8;        ///< bytes that say where a token came from
constexpr double kNetworkRoom = 128; ///< tokens in flight between nodes

/// Tokens in flight between GPUs of a node, in DeepEP's tables of dispatch configurations.
double neighbourRoom(double ranks) {
    return ranks <= 8 ? 256 : ranks <= 64 ? 288 : 560;
}

DispatcherBuffers deepEp(const Setup& s) {
    const double ranks = s.ep * s.etp, peers = std::min(ranks, kPeers),
                 groups = std::max(1.0, ranks / kPeers);
    const double token = 2 * s.latent + kSource + kRecords * 8 + 2 * kRecords * 4;
    DispatcherBuffers buffers;
    buffers.neighbours = kChannels * peers * (neighbourRoom(ranks) * token + 4 * (2 * groups + 3));
    if (groups > 1)
        buffers.network =
            kChannels * groups * (2 * kNetworkRoom * (token + 16) + 2 * 4 * (2 * kPeers + 2)) + MiB.base;
    return buffers;
}

DispatcherBuffers hybridEp(const Setup& s) {
    const double tokens = s.T / s.tp * s.ep, peers = std::min(s.ep, s.domain);
    const double scales = s.scenario->precision.dispatch == DataType::Fp8 ? 4 * s.latent / kRecords : 0;
    return {tokens * (2 * s.latent + 4 * peers * s.E / s.ep + scales), 0};
}

} // namespace

DispatcherBuffers dispatcherBuffers(const Setup& s) {
    if (!s.isMoe || s.ep <= 1 || !s.scenario->train) return {};
    switch (s.scenario->train->dispatcher) {
    case Dispatcher::AllToAll: break;
    case Dispatcher::DeepEp: return deepEp(s);
    case Dispatcher::HybridEp: return hybridEp(s);
    }
    return {};
}

double exchangedTokenBytes(const Setup& s) {
    const PrecisionSpec& precision = s.scenario->precision;
    return s.latent * (bytesOf(precision.dispatch) + bytesOf(precision.combine));
}

} // namespace moe
