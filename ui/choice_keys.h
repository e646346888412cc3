// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Keys of what can be chosen above a picture, by which sessions and command lines name it: the same in every
// language and however the window words it.
//
// A box, button or menu entry that can be checked has its key as object name; an entry of a box has it as
// data of role kEntryKey, or, where that is not set, as its plain data (a metric, a field, a stage).

#include <QComboBox>
#include <QString>
#include <QVariant>

namespace moe::ui {

inline constexpr int kEntryKey = Qt::UserRole + 1;

/// Of the button that shows the numbers as a table, which is no choice of the picture.
inline constexpr const char* kAsTableKey = "as-table";

inline QString entryKey(const QComboBox& box, int index) {
    const QString key = box.itemData(index, kEntryKey).toString();
    return key.isEmpty() ? box.itemData(index).toString() : key;
}

inline void addEntry(QComboBox& box, const QString& key, const QString& text, const QVariant& data = {}) {
    box.addItem(text, data);
    box.setItemData(box.count() - 1, key, kEntryKey);
}

} // namespace moe::ui
