// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/files/interrupt.h"

#include <csignal>
#include <cstddef>
#include <initializer_list>

#include <unistd.h>

namespace moe::app {
namespace {

volatile std::sig_atomic_t writing = 0; ///< files
volatile std::sig_atomic_t asked = 0;   ///< the signal that asked to end while one was written

/// Of what a handler may call alone.
void say(const char* text, std::size_t length) {
    (void)!write(STDERR_FILENO, text, length);
}

void end(int signal) {
    // A terminal has "^C", and perhaps how far the work is, in this line.
    static constexpr char kWord[] = "\nmoe-explorer: cancelled\n";
    const std::size_t skipped = isatty(STDERR_FILENO) == 1 ? 0 : 1;
    say(kWord + skipped, sizeof kWord - 1 - skipped);
    std::signal(signal, SIG_DFL);
    sigset_t blocked; // inside the handler it is
    sigemptyset(&blocked);
    sigaddset(&blocked, signal);
    pthread_sigmask(SIG_UNBLOCK, &blocked, nullptr);
    std::raise(signal);
}

void handle(int signal) {
    if (writing > 0 && asked == 0)
        asked = signal;
    else
        end(signal);
}

} // namespace

void cancelOnSignals() {
    for (const int signal : {SIGINT, SIGTERM}) {
        struct sigaction before {};
        // Who runs it in the background (nohup, a shell's &) may have it ignore them.
        if (sigaction(signal, nullptr, &before) != 0 || before.sa_handler == SIG_IGN) continue;
        struct sigaction action {};
        action.sa_handler = handle;
        action.sa_flags = SA_RESTART;
        sigemptyset(&action.sa_mask);
        sigaction(signal, &action, nullptr);
    }
}

Uncancelled::Uncancelled() {
    writing = writing + 1;
}

Uncancelled::~Uncancelled() {
    writing = writing - 1;
    if (writing == 0 && asked != 0) end(asked);
}

bool Uncancelled::isAsked() {
    return asked != 0;
}

} // namespace moe::app
