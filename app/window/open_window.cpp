// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/open_window.h"

#include "app/window/language_setting.h"

#include <QTimer>

namespace moe::app {

OpenWindow::OpenWindow(ShippedCatalog shipped)
    : m_shipped(std::move(shipped)), m_window(std::make_unique<Window>(m_shipped)) {
    follow();
}

void OpenWindow::follow() {
    // Not from inside the menu, which goes with the window.
    connect(m_window.get(), &Window::languageChanged, this,
            [this] { QTimer::singleShot(0, this, &OpenWindow::replace); });
}

void OpenWindow::replace() {
    Window::Work work = m_window->handOver();
    installLanguage(savedLanguage());
    auto next = std::make_unique<Window>(m_shipped, std::move(work));
    next->widget().show(); // before the other goes: the program ends with its last window
    m_window = std::move(next);
    follow();
}

} // namespace moe::app
