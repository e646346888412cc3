// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One thread with one waiting slot. It always finishes what it runs, then takes the newest request; older
// waiting ones are dropped. (Cancelling on each edit starves the screen: measured 1 picture of 300 slider
// steps against 98.) Standard library only, so that ThreadSanitizer can check it.

#include "app/work/give_way.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace moe::app {

template <class Request> class Worker {
public:
    /// `run` is called on the worker thread for each request taken; it delivers its own answer.
    explicit Worker(std::function<void(const Request&)> run)
        : m_run(std::move(run)), m_thread([this](const std::stop_token& stop) { loop(stop); }) {}

    /// Replaces whatever waits.
    void submit(Request request) {
        {
            const std::lock_guard lock(m_mutex);
            m_waiting = std::move(request);
        }
        m_wake.notify_one();
    }

private:
    void loop(const std::stop_token& stop) {
        giveWayToTheWindow();
        for (;;) {
            std::unique_lock lock(m_mutex);
            if (!m_wake.wait(lock, stop, [this] { return m_waiting.has_value(); })) return;
            const Request request = std::move(*m_waiting);
            m_waiting.reset();
            lock.unlock();
            m_run(request);
        }
    }

    std::function<void(const Request&)> m_run;
    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::optional<Request> m_waiting;
    std::jthread m_thread; // last: joins before what it uses goes
};

} // namespace moe::app
