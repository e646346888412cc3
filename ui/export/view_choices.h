#pragma once
// What is chosen in the tool bars of a view, as text: so that a command line can choose the same.

#include <QStringList>

class QWidget;

namespace moe::ui {

/// "NAME=VALUE" of every choice, in the order of the tool bars: boxes by their accessible name, buttons and
/// menu entries by their text with on or off. Only the chosen one of a group is told. Whether numbers are
/// shown as a table is no choice of the picture.
QStringList viewChoices(const QWidget& view);

/// Chooses in `view` what is chosen in `from`, a view of the same kind, by place: their languages may differ.
void copyChoices(const QWidget& from, QWidget& view);

/// Chooses as a user would. False when the view does not offer it.
bool applyViewChoice(QWidget& view, const QString& choice);

} // namespace moe::ui
