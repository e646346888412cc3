// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The window of the program. When the language changes another takes its place, with the same work and its
// history: every text is made anew, and none is forgotten.

#include "app/window/window.h"

namespace moe::app {

class OpenWindow : public QObject {
    Q_OBJECT
public:
    explicit OpenWindow(ShippedCatalog shipped);
    /// Until the language changes.
    Window& window() { return *m_window; }

private:
    void follow();
    void replace();

    ShippedCatalog m_shipped;
    std::unique_ptr<Window> m_window;
};

} // namespace moe::app
