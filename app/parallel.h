// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The same work for every index, over all cores.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <stop_token>
#include <thread>
#include <vector>

namespace moe::app {

/// Calls work(i) for i = 0 … count − 1, each once, in rising order of their starts, and waits for all. After
/// a stop no further index is begun. `work` runs on several threads at once.
template <class Work> void forEachParallel(std::size_t count, const std::stop_token& stop, Work work) {
    std::atomic<std::size_t> next{0};
    const auto run = [&] {
        for (std::size_t i = next++; i < count && !stop.stop_requested(); i = next++) work(i);
    };
    const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
    std::vector<std::jthread> helpers;
    for (std::size_t i = 1; i < std::min(cores, count); ++i) helpers.emplace_back(run);
    run();
}

} // namespace moe::app
