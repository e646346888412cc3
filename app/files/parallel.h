// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The same work for every index, over all cores: the one loop over threads.

#include <cstddef>
#include <functional>
#include <stop_token>

namespace moe::app {

/// So many, or one for each core where 0 are asked for.
unsigned threadsFor(unsigned jobs);

/// Runs `work(first, end)` over blocks of [0, count) on so many threads; each block once, in rising order of
/// their starts, none after a stop. What a block throws first is thrown again here.
void inParallel(std::size_t count, std::size_t block, unsigned jobs, const std::stop_token& stop,
                const std::function<std::function<void(std::size_t, std::size_t)>()>& makeWork);

/// Calls work(i) for i = 0 … count − 1, each once, on every core, and waits for all.
void forEachParallel(std::size_t count, const std::stop_token& stop,
                     const std::function<void(std::size_t)>& work);

} // namespace moe::app
