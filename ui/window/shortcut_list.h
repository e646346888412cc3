// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Help ▸ Keyboard shortcuts: what the menus' actions and the pictures do on keys.

#include <QDialog>

#include <vector>

class QMainWindow;
class QTableWidget;

namespace moe::ui {

struct Shortcut {
    QString place; ///< menu or kind of picture
    QString what, keys;
};
/// Of every action in the menus that has a key, in the menus' order, then of the form, the pictures and
/// tables.
std::vector<Shortcut> shortcutsOf(const QMainWindow& window);

class ShortcutList : public QDialog {
    Q_OBJECT
public:
    explicit ShortcutList(QMainWindow& window);
    QTableWidget* table() const { return m_table; }

private:
    QTableWidget* m_table = nullptr;
};

} // namespace moe::ui
