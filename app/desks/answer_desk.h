// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Answers what the pictures of the window ask (ui/asking_view.h), off the GUI thread.

#include "ui/window/main_window.h"

namespace moe::app {

class AnswerDesk : public QObject {
    Q_OBJECT
public:
    explicit AnswerDesk(ui::MainWindow& window);
};

/// Answers one picture, as the row of viewList() with this key, until it goes; ends with `owner`, at the
/// latest.
void answerView(ui::ReportView& view, const QString& key, ui::MainWindow& window, QObject* owner);

} // namespace moe::app
