// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Cells of the comparison: headings of a section, better and worse in their colours, a rule before each
// scenario.

#include <QStyledItemDelegate>

namespace moe::ui {

class CompareDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

} // namespace moe::ui
