// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Beside a random user: writes where the threads are while the window does not answer, or while memory jumps.

#include <QString>

#include <atomic>
#include <cstdint>
#include <ctime>
#include <thread>

namespace moe::test {

class MonkeyWatch {
public:
    /// Stacks go to the file at `path`, one for each time the GUI thread is away for `milliseconds`, one of
    /// every thread each time the resident memory grows by `mebibytes` between two looks at it.
    MonkeyWatch(const QString& path, int milliseconds, int mebibytes);
    ~MonkeyWatch();
    MonkeyWatch(const MonkeyWatch&) = delete;
    MonkeyWatch& operator=(const MonkeyWatch&) = delete;

    /// The GUI thread is back at its events.
    void answered();

private:
    void watch();

    const int m_milliseconds, m_mebibytes;
    clockid_t m_clock = 0;                   ///< of the GUI thread's processor time
    std::atomic<std::int64_t> m_answered{0}; ///< ns of it when the thread answered
    std::atomic<bool> m_ends{false};
    std::thread m_thread;
};

/// MiB of the process that are in memory.
double residentMiB();

} // namespace moe::test
