// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/monkey_watch.h"

#include <QDir>
#include <QFile>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <execinfo.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace moe::test {
namespace {

constexpr int kLookMs = 10, kFrames = 60;
std::atomic<int> file{-1};

/// In the thread that is asked where it is. Names are looked up later: addr2line -fCe test_app OFFSETS.
void writeStack(int) {
    void* frames[kFrames];
    const int count = backtrace(frames, kFrames);
    backtrace_symbols_fd(frames, count, file);
    (void)!write(file, "\n", 1);
}

std::int64_t nanoseconds(clockid_t clock) {
    timespec now{};
    clock_gettime(clock, &now);
    return std::int64_t(now.tv_sec) * 1000000000 + now.tv_nsec;
}

void ask(pid_t thread) {
    syscall(SYS_tgkill, getpid(), thread, SIGUSR2);
    std::this_thread::sleep_for(std::chrono::milliseconds(3)); // one after the other
}

} // namespace

double residentMiB() {
    QFile statm("/proc/self/statm");
    if (!statm.open(QIODevice::ReadOnly)) return 0;
    const QList<QByteArray> words = statm.readAll().split(' ');
    return words.value(1).toDouble() * double(sysconf(_SC_PAGESIZE)) / 1048576.0;
}

MonkeyWatch::MonkeyWatch(const QString& path, int milliseconds, int mebibytes)
    : m_milliseconds(milliseconds), m_mebibytes(mebibytes) {
    file = open(path.toLocal8Bit().constData(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    void* loaded[1];
    backtrace(loaded, 1); // the first call loads what a handler may not
    std::signal(SIGUSR2, writeStack);
    pthread_getcpuclockid(pthread_self(), &m_clock);
    answered();
    m_thread = std::thread([this] { watch(); });
}

MonkeyWatch::~MonkeyWatch() {
    m_ends = true;
    m_thread.join();
    std::signal(SIGUSR2, SIG_IGN);
    close(file.exchange(-1));
}

void MonkeyWatch::answered() {
    m_answered = nanoseconds(m_clock);
}

void MonkeyWatch::watch() {
    std::int64_t told = -1;
    double before = residentMiB();
    while (!m_ends) {
        std::this_thread::sleep_for(std::chrono::milliseconds(kLookMs));
        const std::int64_t answered = m_answered, away = nanoseconds(m_clock) - answered;
        if (away > std::int64_t(m_milliseconds) * 1000000 && told != answered) {
            dprintf(file, "# away for %d ms\n", int(away / 1000000));
            ask(getpid());
            told = answered;
        }
        const double now = residentMiB();
        if (now > before + m_mebibytes) {
            dprintf(file, "# resident %.0f -> %.0f MiB\n", before, now);
            for (const QString& thread : QDir("/proc/self/task").entryList(QDir::Dirs | QDir::NoDotAndDotDot))
                if (thread.toInt() != gettid()) ask(thread.toInt());
        }
        // Slowly upwards, so that what grows little by little is no jump; at once downwards.
        before = now > before + m_mebibytes ? now : std::min(now, before + m_mebibytes * 0.01);
    }
}

} // namespace moe::test
