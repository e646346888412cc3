// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/compare_delegate.h"

#include "models/items/compare_table_model.h"
#include "ui/judged.h"
#include "ui/theme.h"

#include <QPainter>

namespace moe::ui {

using Model = items::CompareTableModel;

void CompareDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
    QStyledItemDelegate::initStyleOption(option, index);
    const Theme theme = themeOf(option->palette);
    const auto kind = Model::Kind(index.data(Model::KindRole).toInt());
    const auto part = Model::Part(index.data(Model::PartRole).toInt());
    QColor ink = theme.text;
    if (kind == Model::Kind::Section) option->font.setBold(true);
    const int judged = index.data(Model::JudgementRole).toInt();
    if (judged != 0)
        ink = judgedInk(judged, theme);
    else if (part == Model::Part::Change || part == Model::Part::Percent || part == Model::Part::Error)
        ink = theme.muted;
    option->palette.setColor(QPalette::Text, ink);
    if (kind == Model::Kind::Section) {
        QColor ground = theme.muted;
        ground.setAlphaF(0.16f);
        option->backgroundBrush = ground;
    }
}

void CompareDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                            const QModelIndex& index) const {
    QStyledItemDelegate::paint(painter, option, index);
    const auto part = Model::Part(index.data(Model::PartRole).toInt());
    if (part != Model::Part::Value) return;
    painter->save();
    painter->setPen(themeOf(option.palette).grid);
    painter->drawLine(option.rect.topLeft(), option.rect.bottomLeft());
    painter->restore();
}

QSize CompareDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    // Room beside the numbers, so that neighbours do not read as one.
    return QStyledItemDelegate::sizeHint(option, index) + QSize(10, 0);
}

} // namespace moe::ui
