// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What most views have in one place: a picture, its numbers as a table, or the sentence that says why there
// are none.

#include <QStackedLayout>

class QLabel;
class QTableView;
class QVBoxLayout;

namespace moe::ui {

class ViewPages : public QStackedLayout {
public:
    ViewPages(QWidget* picture, QWidget* table);

    /// The sentence unless it is empty, else the table or the picture.
    /// Below the sentence stands `link`, if any, as rich text.
    void show(const QString& sentence, bool asTable, const QString& link = {});
    QLabel* sentence() const { return m_sentence; }
    bool showsTable() const { return currentWidget() == m_table; }

private:
    QLabel* m_sentence = nullptr;
    QWidget *m_picture = nullptr, *m_table = nullptr;
};

/// A centred sentence in place of a picture.
QLabel* newSentence();
/// Whole rows, alternately shaded, as high as their text.
void dressTable(QTableView& table, const QString& accessibleName);
/// A column without margins.
QVBoxLayout* newColumn(QWidget& parent, std::initializer_list<QWidget*> bars, QLayout* rest);

} // namespace moe::ui
