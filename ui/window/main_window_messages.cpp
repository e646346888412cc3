// SPDX-License-Identifier: GPL-3.0-or-later
// What is said under the pictures.

#include "ui/form/scenario_form.h"
#include "ui/sentence/sentence_bar.h"
#include "ui/window/main_window.h"
#include "ui/window/message_bar.h"
#include "ui/window/status_line.h"

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

std::vector<std::string> MainWindow::lockedKnobs() const {
    return m_form->lockedKeys();
}

void MainWindow::setLockedKnobs(const std::vector<std::string>& keys) {
    m_form->setLockedKeys(keys);
    m_sentence->setLocked(keys);
}

void MainWindow::showFollowers(const QStringList& moved, const std::vector<std::string>& keys) {
    m_sentence->setMoved(keys, moved.join(tr(", ")));
    constexpr int kLegible = 12000; // ms
    if (moved.isEmpty()) return m_status->clearMessage();
    m_status->showMessage(
        tr("Moved along: %1. Ctrl+Shift+L in a knob keeps its value.").arg(moved.join(tr(", "))), kLegible);
}

} // namespace moe::ui
