// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/progress_line.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>
#include <utility>

#include <unistd.h>

namespace moe::app {

using Clock = std::chrono::steady_clock;

namespace {
constexpr auto kPatience = std::chrono::seconds(2), kStep = std::chrono::seconds(1);
} // namespace

/// A thread of its own writes: work that cannot say how far it is still shows that it runs, and for how long.
struct ProgressLine::State {
    explicit State(QString of) : work(std::move(of)), under(newest) {
        if (under) under->hush(true);
        newest = this;
        writer = std::jthread([this](const std::stop_token& stop) { run(stop); });
    }
    ~State() {
        writer = {}; // ends it
        newest = under;
        if (under) under->hush(false);
    }

    void run(const std::stop_token& stop) {
        std::unique_lock lock(mutex);
        while (!wake.wait_until(lock, stop, next, [] { return false; }) && !stop.stop_requested()) {
            if (Clock::now() < next) continue; // it was put off meanwhile
            next = Clock::now() + kStep;
            if (hushed) continue;
            const std::chrono::duration<double> taken = Clock::now() - start;
            const QString text = progressText(work, done, total, taken.count());
            show(QLatin1Char('\r') + text.leftJustified(int(written)));
            written = text.size();
        }
        erase();
    }
    void hush(bool wanted) {
        const std::lock_guard lock(mutex);
        hushed = wanted;
        putOff();
    }
    /// With the mutex held.
    void putOff() {
        erase();
        next = Clock::now() + kPatience;
    }
    void erase() {
        if (written > 0) show(QLatin1Char('\r') + QString(written, QLatin1Char(' ')) + QLatin1Char('\r'));
        written = 0;
    }

    /// Of its own words alone, so that no terminal need be guarded; and a carriage return has to reach it.
    static void show(const QString& text) {
        const QByteArray bytes = text.toUtf8();
        std::fwrite(bytes.constData(), 1, static_cast<std::size_t>(bytes.size()), stderr);
        std::fflush(stderr);
    }

    static inline State* newest = nullptr; ///< made and ended on the main thread alone
    const QString work;
    const Clock::time_point start = Clock::now();
    State* const under;
    std::mutex mutex;
    std::condition_variable_any wake;
    Clock::time_point next = start + kPatience;
    bool hushed = false;
    double done = 0, total = 0;
    qsizetype written = 0;
    std::jthread writer; ///< last: uses what stands above
};

ProgressLine::ProgressLine(const QString& work) {
    if (isatty(STDERR_FILENO) != 0) m_state = std::make_unique<State>(work);
}

ProgressLine::~ProgressLine() = default;

void ProgressLine::makeRoom() {
    if (!State::newest) return;
    const std::lock_guard lock(State::newest->mutex);
    State::newest->putOff();
}

Progress ProgressLine::progress() const {
    if (!m_state) return {};
    return [state = m_state.get()](double done, double total) {
        const std::lock_guard lock(state->mutex);
        state->done = done;
        state->total = total;
    };
}

QString progressText(const QString& work, double done, double total, double seconds) {
    const double share = total > 0 ? std::clamp(done / total, 0.0, 1.0) : 0;
    const auto whole = [](double value) { return QString::number(std::ceil(value), 'f', 0); };
    if (share <= 0) return QStringLiteral("%1: %2 s").arg(work, whole(seconds));
    const double left = seconds * (1 - share) / share;
    return QStringLiteral("%1: %2 %, about %3 left")
        .arg(work, QString::number(std::floor(100 * share), 'f', 0),
             left < 100 ? whole(left) + QStringLiteral(" s") : whole(left / 60) + QStringLiteral(" min"));
}

} // namespace moe::app
