// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The widgets of the Data tab, laid out; data_view.cpp gives them life.

class QAbstractButton;
class QLabel;
class QLineEdit;
class QListWidget;
class QWidget;

namespace moe::ui {

class TableView;

struct EmptyDataPage {
    QWidget* page;
    QAbstractButton* load;
    QAbstractButton* get;
};
EmptyDataPage makeEmptyDataPage();

struct DataPage {
    QWidget* page;
    QListWidget* list;
    QAbstractButton* load;
    QLineEdit* filter;
    QLabel* count;
    QLabel* message;    ///< what is wrong with the filter; hidden when nothing is
    QLabel* provenance; ///< where the table shown comes from; hidden when its file says it
    TableView* view;
    QLabel* problemTitle;
    QListWidget* problems;
};
DataPage makeDataPage();

} // namespace moe::ui
