// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/machines/sheet_delegate.h"

#include "models/items/machine_sheet_model.h"
#include "ui/theme.h"

#include <QComboBox>
#include <QPainter>

namespace moe::ui {

using MachineModel = items::MachineSheetModel;

QWidget* SheetDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                                     const QModelIndex& index) const {
    const QStringList choices = index.data(MachineModel::ChoicesRole).toStringList();
    if (index.column() != MachineModel::Value || choices.isEmpty())
        return QStyledItemDelegate::createEditor(parent, option, index);
    auto* box = new QComboBox(parent);
    const QStringList labels = index.data(MachineModel::ChoiceLabelsRole).toStringList();
    for (qsizetype i = 0; i < choices.size(); ++i) box->addItem(labels.value(i), choices[i]);
    // A choice is an edit: it does not wait for the cell to lose the focus.
    connect(box, &QComboBox::activated, this, [this, box] {
        auto* self = const_cast<SheetDelegate*>(this);
        emit self->commitData(box);
        emit self->closeEditor(box);
    });
    return box;
}

void SheetDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const {
    if (auto* box = qobject_cast<QComboBox*>(editor))
        return box->setCurrentIndex(box->findData(index.data(Qt::EditRole)));
    QStyledItemDelegate::setEditorData(editor, index);
}

void SheetDelegate::setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const {
    if (auto* box = qobject_cast<QComboBox*>(editor))
        model->setData(index, box->currentData());
    else
        QStyledItemDelegate::setModelData(editor, model, index);
}

void SheetDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
    QStyledItemDelegate::initStyleOption(option, index);
    const Theme theme = themeOf(option->palette);
    const bool uncited =
        index.column() == MachineModel::Source && index.data(MachineModel::UncitedRole).toBool();
    if (uncited) option->font.setItalic(true);
    if (uncited || index.column() == MachineModel::Unit)
        option->palette.setColor(QPalette::Text, theme.muted);
    if (index.column() == MachineModel::Figure &&
        !index.data(MachineModel::ProblemRole).toString().isEmpty()) {
        option->font.setBold(true);
        option->palette.setColor(QPalette::Text, theme.bad);
    }
}

void SheetDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const {
    QStyledItemDelegate::paint(painter, option, index);
    if (index.column() != MachineModel::Value || index.data(MachineModel::ProblemRole).toString().isEmpty())
        return;
    painter->save();
    painter->setPen(QPen(themeOf(option.palette).bad, 2));
    painter->drawRect(option.rect.adjusted(1, 1, -2, -2));
    painter->restore();
}

} // namespace moe::ui
