// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The widgets of the sheet that explains, and what is drawn of the theme.

#include "models/items/explain_text.h"

#include <QPalette>

class QLabel;
class QLineEdit;
class QListWidget;
class QListWidgetItem;
class QPushButton;
class QTextBrowser;
class QToolButton;
class QWidget;

namespace moe::ui {

struct ExplainList {
    QWidget* widget;
    QLineEdit* filter;
    QListWidget* list;
    QLabel* noMatch;
};
/// Everything that can be explained, under headings that cannot be selected.
ExplainList makeExplainList();
/// Key of an item; empty for a heading.
QString itemKey(const QListWidgetItem& item);
/// Hides what holds not every word of `text`, and headings with nothing below. False when nothing is left.
bool filterExplainList(QListWidget& list, const QString& text);

struct ExplainPage {
    QWidget* widget;
    QToolButton *back, *forward;
    QPushButton *markdown, *latex;
    QLabel *title, *value, *origin;
    QTextBrowser* text;
};
ExplainPage makeExplainPage();

/// A badge beside the value: where it comes from.
void showOrigin(QLabel& badge, Origin origin);
/// In its place why there is no value.
void showReason(QLabel& badge, const QString& reason);

/// Parts in the colour they have in their own picture.
items::AccountColours accountColours(const QPalette& palette);

} // namespace moe::ui
