// SPDX-License-Identifier: GPL-3.0-or-later
// The menu of languages.

#include "ui/window/main_window.h"

#include <QActionGroup>
#include <QMenu>

namespace moe::ui {

void MainWindow::buildLanguages(QMenu& view) {
    QMenu* menu = view.addMenu(tr("La&nguage"));
    auto* group = new QActionGroup(this);
    // Each language by its own name, so that it can be found from any other.
    const std::pair<QString, LanguageChoice> languages[] = {
        {tr("&System language"), LanguageChoice::System},
        {QStringLiteral("&English"), LanguageChoice::English},
        {QStringLiteral("&Deutsch"), LanguageChoice::German}};
    for (const auto& [text, choice] : languages) {
        QAction* action =
            menu->addAction(text, this, [this, choice = choice] { emit languageChosen(choice); });
        action->setCheckable(true);
        group->addAction(action);
        m_languageActions << action;
    }
}

void MainWindow::setLanguageChoice(LanguageChoice choice) {
    m_languageActions[static_cast<int>(choice)]->setChecked(true);
}

} // namespace moe::ui
