// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pins/pin_panel.h"

#include "ui/plots/kit/view_pages.h"
#include "ui/theme.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QPainter>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QToolBar>

#include <algorithm>

namespace moe::ui {
namespace {

/// The letter on its colour, as chips and markers show it.
class LetterDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        QStyledItemDelegate::paint(painter, option, QModelIndex()); // selection and focus
        const int mark = index.data(items::PinTableModel::MarkRole).toInt();
        const Theme theme = themeOf(option.palette);
        const QColor colour = mark < 0 ? theme.accent : markColour(std::size_t(mark));
        const int side = option.rect.height() - 6;
        const QRect box(option.rect.left() + 6, option.rect.top() + 3, side, side);
        const QStringList words = index.data().toString().split(QLatin1Char(' '));
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(Qt::NoPen);
        painter->setBrush(colour);
        painter->drawRoundedRect(box, 3, 3);
        painter->setPen(inkOn(colour));
        painter->drawText(box, Qt::AlignCenter, words.first());
        painter->setPen(option.palette.color(QPalette::Text));
        if (words.size() > 1)
            painter->drawText(option.rect.adjusted(side + 12, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                              words.last());
        painter->restore();
    }
};

} // namespace

PinPanel::PinPanel(QWidget* parent)
    : QWidget(parent), m_model(new items::PinTableModel(this)), m_table(new QTableView) {
    dressTable(*m_table, tr("Pinned scenarios"));
    m_table->setEditTriggers(QAbstractItemView::EditKeyPressed | QAbstractItemView::SelectedClicked);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setDragEnabled(true);
    m_table->setDragDropMode(QAbstractItemView::DragOnly);
    m_table->setModel(m_model);
    m_table->setItemDelegateForColumn(items::PinTableModel::Letter, new LetterDelegate(m_table));
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_table->setColumnWidth(items::PinTableModel::Letter, 54);
    m_table->setColumnWidth(items::PinTableModel::Name, 190);
    m_table->setColumnWidth(items::PinTableModel::Note, 150);

    auto* tools = new QToolBar;
    tools->setOrientation(Qt::Vertical);
    tools->setAccessibleName(tr("Pinned scenario"));
    const auto action = [&](const QString& text, const QString& tip, auto member) {
        QAction* made = tools->addAction(text, this, member);
        made->setToolTip(tip);
        m_table->addAction(made);
        return made;
    };
    m_use = action(tr("Use"), tr("Makes this the scenario being edited; undo goes back"),
                   [this] { emit useRequested(pin()); });
    m_base =
        action(tr("Set as base"), tr("Takes every difference (+, −, Δ, difference map) against this one"),
               [this] { emit baseRequested(pin()); });
    m_waterfall =
        action(tr("Waterfall"), tr("Which changed knob bought what, from this one to this scenario"),
               [this] { emit waterfallRequested(pin()); });
    m_beside =
        action(tr("Beside"),
               tr("Its picture beside that of this scenario, on one axis; the row can be dragged onto a "
                  "picture as well"),
               [this] { emit besideRequested(pin()); });
    m_rename = action(tr("Rename"), tr("Edits the name; a click into the note edits that"), [this] {
        // An editor that is open already is the one that is meant.
        if (auto* open = m_table->viewport()->findChild<QLineEdit*>()) return open->setFocus();
        const QModelIndex name = m_table->currentIndex().siblingAtColumn(items::PinTableModel::Name);
        if (name.flags() & Qt::ItemIsEditable) m_table->edit(name); // what is chosen need not be current
    });
    m_rename->setShortcut(QKeySequence(Qt::Key_F2));
    m_rename->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    m_remove = action(tr("Remove"), tr("Takes the pin away; undo brings it back"),
                      [this] { emit removeRequested(pin()); });
    m_remove->setShortcut(QKeySequence::Delete);
    m_remove->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    using Format = items::PinTableModel::Format;
    for (const auto& [text, format] :
         {std::pair(tr("Copy as CSV"), Format::Csv), std::pair(tr("Copy as Markdown"), Format::Markdown)}) {
        auto* copy = new QAction(text, m_table);
        connect(copy, &QAction::triggered, this,
                [this, format = format] { QGuiApplication::clipboard()->setText(m_model->text(format)); });
        m_table->addAction(copy);
    }
    m_table->actions().at(6)->setShortcut(QKeySequence::Copy);
    m_table->actions().at(6)->setShortcutContext(Qt::WidgetWithChildrenShortcut);

    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(m_table, 1);
    row->addWidget(tools);

    connect(m_model, &items::PinTableModel::renamed, this,
            [this](int at, const QString& name) { emit renamed(at - 1, name); });
    connect(m_model, &items::PinTableModel::noted, this,
            [this](int at, const QString& note) { emit noted(at - 1, note); });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, &PinPanel::updateActions);
    connect(m_model, &QAbstractItemModel::modelReset, this, &PinPanel::updateActions);
    connect(m_table, &QTableView::doubleClicked, this, [this](const QModelIndex& index) {
        if (pin() >= 0 && index.column() != items::PinTableModel::Name &&
            index.column() != items::PinTableModel::Note)
            emit useRequested(pin());
    });
    updateActions();
}

void PinPanel::setRows(std::vector<items::PinRow> rows) {
    const int row = m_table->currentIndex().row();
    m_model->setRows(std::move(rows));
    for (int column = items::PinTableModel::FirstResult; column < m_model->columnCount(); ++column)
        m_table->setColumnHidden(column, !m_model->hasNumbers(column));
    if (!m_table->currentIndex().isValid() && row >= 0)
        m_table->setCurrentIndex(m_model->index(std::min(row, m_model->rowCount() - 1), 1));
    updateActions();
}

QSize PinPanel::sizeHint() const {
    constexpr int kFew = 5;
    const int rows = std::clamp(m_model->rowCount(), 2, kFew),
              row = m_table->verticalHeader()->defaultSectionSize();
    return {QWidget::sizeHint().width(), m_table->horizontalHeader()->sizeHint().height() + rows * row +
                                             m_table->horizontalScrollBar()->sizeHint().height() + 2};
}

/// Columns that follow their numbers measure them again with every report, also where nobody sees them.
void PinPanel::fitResults(bool fit) {
    for (int column = items::PinTableModel::FirstResult; column < m_model->columnCount(); ++column)
        m_table->horizontalHeader()->setSectionResizeMode(column, fit ? QHeaderView::ResizeToContents
                                                                      : QHeaderView::Interactive);
}

void PinPanel::showEvent(QShowEvent* event) {
    fitResults(true);
    QWidget::showEvent(event);
}

void PinPanel::hideEvent(QHideEvent* event) {
    fitResults(false);
    QWidget::hideEvent(event);
}

int PinPanel::pin() const {
    return m_table->currentIndex().row() - 1;
}

void PinPanel::updateActions() {
    const bool pinned = pin() >= 0;
    for (QAction* one : {m_use, m_waterfall, m_beside, m_rename, m_remove}) one->setEnabled(pinned);
    m_base->setEnabled(m_table->currentIndex().isValid());
}

} // namespace moe::ui
