// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/shortcut_list.h"

#include "models/items/words.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QTableWidget>
#include <QVBoxLayout>

namespace moe::ui {
namespace {

QString plain(QString text) {
    const qsizetype key = text.indexOf(QLatin1Char('\t'));
    if (key >= 0) text.truncate(key);
    return text.remove(QLatin1Char('&')).remove(QChar(0x2026));
}

void addMenu(std::vector<Shortcut>& list, const QMenu& menu, const QString& place) {
    for (const QAction* action : menu.actions()) {
        if (action->menu()) addMenu(list, *action->menu(), place);
        QStringList keys;
        for (const QKeySequence& key : action->shortcuts()) keys << key.toString(QKeySequence::NativeText);
        if (!keys.isEmpty()) list.push_back({place, plain(action->text()), keys.join(QStringLiteral(", "))});
    }
}

/// Keys that no action has: handled where the focus is.
struct PlaceKey {
    const char *place, *what, *keys;
};
constexpr PlaceKey kPlaceKeys[] = {
    {QT_TRANSLATE_NOOP("Table", "Everywhere"), QT_TRANSLATE_NOOP("Table", "Next or previous control"),
     QT_TRANSLATE_NOOP("Table", "Tab, Shift+Tab")},
    {QT_TRANSLATE_NOOP("Table", "Everywhere"),
     QT_TRANSLATE_NOOP("Table", "Open a menu; go to a labelled control"),
     QT_TRANSLATE_NOOP("Table", "Alt + underlined letter")},
    {QT_TRANSLATE_NOOP("Table", "Everywhere"), QT_TRANSLATE_NOOP("Table", "Context menu"),
     QT_TRANSLATE_NOOP("Table", "Menu key, Shift+F10")},
    {QT_TRANSLATE_NOOP("Table", "Form"), QT_TRANSLATE_NOOP("Table", "Smaller or larger value"),
     QT_TRANSLATE_NOOP("Table", "Arrow keys, Page Up, Page Down")},
    {QT_TRANSLATE_NOOP("Table", "Form"), QT_TRANSLATE_NOOP("Table", "Take the typed value"),
     QT_TRANSLATE_NOOP("Table", "Enter")},
    {QT_TRANSLATE_NOOP("Table", "Form"), QT_TRANSLATE_NOOP("Table", "Back to the base's value"),
     QT_TRANSLATE_NOOP("Table", "Shift+Esc")},
    {QT_TRANSLATE_NOOP("Table", "Form"), QT_TRANSLATE_NOOP("Table", "Previous or next heading"),
     QT_TRANSLATE_NOOP("Table", "Ctrl+Page Up, Ctrl+Page Down")},
    {QT_TRANSLATE_NOOP("Table", "Form"),
     QT_TRANSLATE_NOOP("Table", "On a heading: open or close; its buttons; other headings"),
     QT_TRANSLATE_NOOP("Table", "Enter; Left, Right; Up, Down")},
    {QT_TRANSLATE_NOOP("Table", "Pictures"), QT_TRANSLATE_NOOP("Table", "Next or previous part"),
     QT_TRANSLATE_NOOP("Table", "Arrow keys")},
    {QT_TRANSLATE_NOOP("Table", "Pictures"), QT_TRANSLATE_NOOP("Table", "Explain or use the chosen part"),
     QT_TRANSLATE_NOOP("Table", "Enter, Space")},
    {QT_TRANSLATE_NOOP("Table", "Pictures"), QT_TRANSLATE_NOOP("Table", "Drop the cursor"),
     QT_TRANSLATE_NOOP("Table", "Escape")},
    {QT_TRANSLATE_NOOP("Table", "Loss map"), QT_TRANSLATE_NOOP("Table", "Zoom in, zoom out, show all"),
     QT_TRANSLATE_NOOP("Table", "+, −, 0")},
    {QT_TRANSLATE_NOOP("Table", "Placement"), QT_TRANSLATE_NOOP("Table", "Zoom in, zoom out, show all"),
     QT_TRANSLATE_NOOP("Table", "+, −, Home")},
    {QT_TRANSLATE_NOOP("Table", "Results"), QT_TRANSLATE_NOOP("Table", "Explain its number"),
     QT_TRANSLATE_NOOP("Table", "Enter, ?")},
    {QT_TRANSLATE_NOOP("Table", "Tables"), QT_TRANSLATE_NOOP("Table", "Copy the selected rows"),
     QT_TRANSLATE_NOOP("Table", "Ctrl+C")},
    {QT_TRANSLATE_NOOP("Table", "Sheet that explains"), QT_TRANSLATE_NOOP("Table", "Back, forward"),
     QT_TRANSLATE_NOOP("Table", "Alt+Left, Alt+Right")},
};

} // namespace

std::vector<Shortcut> shortcutsOf(const QMainWindow& window) {
    std::vector<Shortcut> list;
    for (const QAction* action : window.menuBar()->actions())
        if (action->menu()) addMenu(list, *action->menu(), plain(action->text()));
    for (const PlaceKey& row : kPlaceKeys)
        list.push_back({items::tableText(row.place), items::tableText(row.what), items::tableText(row.keys)});
    return list;
}

ShortcutList::ShortcutList(QMainWindow& window) : QDialog(&window) {
    setWindowTitle(tr("Keyboard shortcuts"));
    const std::vector<Shortcut> list = shortcutsOf(window);
    m_table = new QTableWidget(int(list.size()), 3);
    m_table->setHorizontalHeaderLabels({tr("Where"), tr("What"), tr("Keys")});
    m_table->setAccessibleName(windowTitle());
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setAlternatingRowColors(true);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    QString place;
    for (int i = 0; i < m_table->rowCount(); ++i) {
        const Shortcut& row = list[std::size_t(i)];
        int column = 0;
        for (const QString& text : {row.place == place ? QString() : row.place, row.what, row.keys}) {
            auto* item = new QTableWidgetItem(text);
            item->setData(Qt::AccessibleTextRole, column == 0 ? row.place : text);
            m_table->setItem(i, column++, item);
        }
        place = row.place;
    }
    m_table->resizeColumnsToContents();
    m_table->horizontalHeader()->setStretchLastSection(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_table);
    column->addWidget(buttons);
    resize(760, 520);
}

} // namespace moe::ui
