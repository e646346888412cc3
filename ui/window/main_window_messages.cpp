// SPDX-License-Identifier: GPL-3.0-or-later
// What is said under the pictures.

#include "ui/window/main_window.h"
#include "ui/window/message_bar.h"

namespace moe::ui {

void MainWindow::showMessages(const QString& title, const Problems& problems) {
    m_messages->showMessages(title, problems);
}

void MainWindow::showOpening(const QString& title, const Problems& problems) {
    m_messages->showMessages(title, problems, MessageOf::Opening);
}

void MainWindow::clearOpening() {
    m_messages->clearMessages(MessageOf::Opening);
}

void MainWindow::addChoice(const QString& text, const std::function<void()>& act) {
    m_messages->addChoice(text, act);
}

void MainWindow::setOffers(const std::vector<MessageOffer>& offers) {
    m_messages->setOffers(offers);
}

} // namespace moe::ui
