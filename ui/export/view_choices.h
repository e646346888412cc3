// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What is chosen in the tool bars of a view, as text: so that a command line can choose the same.

#include <QStringList>

class QWidget;

namespace moe::ui {

/// "key=value" of every choice, in the order of the tool bars: boxes with the key of their entry, buttons and
/// menu entries with on or off. Only the chosen one of a group is told. Whether numbers are shown as a table
/// is no choice of the picture. Keys: ui/choice_keys.h.
QStringList viewChoices(const QWidget& view);

/// Every choice with all it can be, "colour=loss|uncertainty".
QStringList offeredChoices(const QWidget& view);

/// Chooses in `view` what is chosen in `from`, a view of the same kind, by place.
void copyChoices(const QWidget& from, QWidget& view);

/// Chooses as a user would. False when the view does not offer it. Instead of keys the words of the window
/// do, and those that earlier versions wrote.
bool applyViewChoice(QWidget& view, const QString& choice);

} // namespace moe::ui
