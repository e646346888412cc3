// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/files/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace moe::app {

void inParallel(std::size_t count, std::size_t block, unsigned jobs, const std::stop_token& stop,
                const std::function<std::function<void(std::size_t, std::size_t)>()>& makeWork) {
    std::atomic<std::size_t> next = 0;
    std::mutex mutex;
    std::exception_ptr thrown;
    const auto run = [&] {
        try {
            const auto work = makeWork();
            for (;;) {
                const std::size_t first = next.fetch_add(block);
                if (first >= count || stop.stop_requested()) return;
                work(first, std::min(count, first + block));
            }
        } catch (...) {
            const std::lock_guard lock(mutex);
            if (!thrown) thrown = std::current_exception();
            next = count;
        }
    };
    {
        std::vector<std::jthread> others;
        for (unsigned i = 1, threads = threadsFor(jobs); i < threads && i * block < count; ++i)
            others.emplace_back(run);
        run();
    }
    if (thrown) std::rethrow_exception(thrown);
}

unsigned threadsFor(unsigned jobs) {
    return jobs > 0 ? jobs : std::max(1U, std::thread::hardware_concurrency());
}

void forEachParallel(std::size_t count, const std::stop_token& stop,
                     const std::function<void(std::size_t)>& work) {
    inParallel(count, 1, 0, stop, [&] {
        return [&](std::size_t first, std::size_t end) {
            for (std::size_t i = first; i < end; ++i) work(i);
        };
    });
}

} // namespace moe::app
