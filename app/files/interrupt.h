// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What Ctrl-C (SIGINT) and SIGTERM do to a command: a word on stderr, nothing half written, and an end by
// that signal, so that a shell sees 130 (143) and a loop of its own ends too.

namespace moe::app {

/// From now on; a window leaves them to the system.
void cancelOnSignals();

/// While a file is written beside the one it replaces: what is asked to end ends after it, unless it is asked
/// twice. On one thread at a time.
class Uncancelled {
public:
    Uncancelled();
    ~Uncancelled(); ///< ends the program where that was asked meanwhile
    Uncancelled(const Uncancelled&) = delete;
    Uncancelled& operator=(const Uncancelled&) = delete;

    /// The file is not wanted any more.
    static bool isAsked();
};

} // namespace moe::app
