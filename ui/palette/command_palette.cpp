// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/palette/command_palette.h"

#include "ui/theme.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QPointer>
#include <QStandardItemModel>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>

namespace moe::ui {
namespace {

constexpr int kWidth = 752, kEdge = 16, kRow = 34, kHeading = 26;
constexpr int kIndexRole = Qt::UserRole; ///< of the answer's rows; negative: a heading
constexpr int kOutcomeRole = Qt::UserRole + 1, kBadRole = Qt::UserRole + 2, kKeyRole = Qt::UserRole + 3,
              kValueRole = Qt::UserRole + 4, kMarksRole = Qt::UserRole + 5;

QFont bolder(QFont font) {
    font.setBold(true);
    return font;
}

/// A name whose typed parts are bold, its value, what it would do, its key.
class RowPainter : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const int line = option.fontMetrics.height();
        return {kWidth - 2 * kEdge, index.data(kIndexRole).toInt() < 0 ? std::max(kHeading, line + 10)
                                                                       : std::max(kRow, line + 14)};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override {
        const Theme theme = themeOf(option.palette);
        const QRect area = option.rect.adjusted(kEdge, 0, -kEdge, 0);
        painter->save();
        if (index.data(kIndexRole).toInt() < 0) {
            if (index.row() > 0) {
                painter->setPen(theme.grid);
                painter->drawLine(option.rect.topLeft(), option.rect.topRight());
            }
            painter->setFont(option.font);
            painter->setPen(theme.muted);
            painter->drawText(area, Qt::AlignVCenter | Qt::AlignLeft, index.data(Qt::DisplayRole).toString());
            painter->restore();
            return;
        }
        if (option.state & QStyle::State_Selected)
            painter->fillRect(option.rect, theme.dark ? QColor("#15344a") : QColor("#e0eef8"));
        int right = area.right();
        const auto fromRight = [&](const QString& text, const QColor& ink, int gap) {
            if (text.isEmpty()) return;
            const int room = right - area.left() - area.width() / 3;
            const QString shown = option.fontMetrics.elidedText(text, Qt::ElideRight, room);
            const int wide = option.fontMetrics.horizontalAdvance(shown);
            painter->setFont(option.font);
            painter->setPen(ink);
            painter->drawText(QRect(right - wide, area.top(), wide, area.height()), Qt::AlignVCenter, shown);
            right -= wide + gap;
        };
        fromRight(index.data(kKeyRole).toString(), theme.muted, 18);
        const bool bad = index.data(kBadRole).toBool();
        fromRight(index.data(kOutcomeRole).toString(),
                  bad ? (theme.dark ? QColor("#ffa066") : QColor("#b34a00")) : theme.muted, 18);
        paintName(*painter, option, index, theme,
                  QRect(area.left(), area.top(), right - area.left(), area.height()));
        painter->restore();
    }

private:
    static void paintName(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index,
                          const Theme& theme, const QRect& area) {
        const QString name = index.data(Qt::DisplayRole).toString();
        QString bold(name.size(), QLatin1Char(' '));
        const QVariantList marks = index.data(kMarksRole).toList();
        for (const QVariant& mark : marks) {
            const QPoint at = mark.toPoint();
            for (int i = at.x(); i < at.x() + at.y() && i < bold.size(); ++i) bold[i] = QLatin1Char('b');
        }
        int x = area.left();
        const auto write = [&](const QString& text, const QFont& font, const QColor& ink) {
            const QFontMetrics metrics(font);
            const int room = area.right() - x;
            if (room < metrics.averageCharWidth()) return;
            painter.setFont(font);
            painter.setPen(ink);
            const QString shown = metrics.horizontalAdvance(text) > room
                                      ? metrics.elidedText(text, Qt::ElideRight, room)
                                      : text;
            painter.drawText(QRect(x, area.top(), room, area.height()), Qt::AlignVCenter, shown);
            x += metrics.horizontalAdvance(shown);
        };
        for (qsizetype from = 0; from < name.size();) {
            qsizetype to = from;
            while (to < name.size() && bold[to] == bold[from]) ++to;
            write(name.mid(from, to - from),
                  bold[from] == QLatin1Char('b') ? bolder(option.font) : option.font, theme.text);
            from = to;
        }
        const QString value = index.data(kValueRole).toString();
        if (value.isEmpty()) return;
        x += 2 * option.fontMetrics.averageCharWidth();
        const qsizetype arrow = value.lastIndexOf(QChar(0x2192));
        write(value.left(arrow + 1) + QLatin1Char(' '), option.font, theme.text);
        write(value.mid(arrow + 1).trimmed(), bolder(option.font), theme.text);
    }
};

} // namespace

CommandPalette::CommandPalette(QWidget* window) : QFrame(window), m_window(window) {
    setObjectName(QStringLiteral("commandPalette"));
    setAccessibleName(tr("Command palette"));
    setAutoFillBackground(true);
    setFrameShape(QFrame::NoFrame);
    m_field = new QLineEdit;
    m_field->setFrame(false);
    m_field->setAccessibleName(tr("A knob and a value, a picture, a model, a lesson, a command"));
    m_field->setPlaceholderText(tr("Type a knob and a value, a picture, a model, a lesson, a command"));
    QFont large = m_field->font();
    // A font is given in points or in pixels.
    if (large.pointSizeF() > 0)
        large.setPointSizeF(1.15 * large.pointSizeF());
    else
        large.setPixelSize(qRound(1.15 * large.pixelSize()));
    m_field->setFont(large);
    m_field->installEventFilter(this);
    m_count = new QLabel;
    m_count->setForegroundRole(QPalette::PlaceholderText);
    m_list = new QListView;
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setAccessibleName(tr("Found"));
    m_list->setItemDelegate(new RowPainter(m_list));
    m_model = new QStandardItemModel(this);
    m_list->setModel(m_model);
    m_list->setMouseTracking(true);
    m_foot = new QLabel;
    m_foot->setForegroundRole(QPalette::PlaceholderText);
    m_foot->setContentsMargins(kEdge, 6, kEdge, 8);
    auto* top = new QHBoxLayout;
    top->setContentsMargins(kEdge, 12, kEdge, 12);
    top->addWidget(m_field, 1);
    top->addWidget(m_count);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(1, 1, 1, 1);
    column->setSpacing(0);
    column->addLayout(top);
    column->addWidget(m_list, 1);
    column->addWidget(m_foot);
    connect(m_field, &QLineEdit::textChanged, this, &CommandPalette::search);
    connect(m_list, &QListView::clicked, this, [this](const QModelIndex& index) {
        if (index.data(kIndexRole).toInt() >= 0) take(QApplication::keyboardModifiers());
    });
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &CommandPalette::updateFoot);
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) {
        if (isVisible() && now && now != this && !isAncestorOf(now)) hide();
    });
    hide();
}

void CommandPalette::setEntries(std::vector<items::PaletteEntry> entries) {
    m_entries = std::move(entries);
    if (isVisible()) search();
}

void CommandPalette::setScenario(const Scenario& scenario, const std::vector<FieldValue>& derived) {
    if (!(scenario == m_scenario)) m_outcomes.clear();
    m_scenario = scenario;
    m_derived = derived;
    if (isVisible()) search();
}

void CommandPalette::open(const QRect& area) {
    m_area = area;
    m_focusBefore = QApplication::focusWidget();
    m_field->clear();
    search();
    QFrame::show();
    raise();
    m_field->setFocus(Qt::ShortcutFocusReason);
}

void CommandPalette::search() {
    m_answer = items::paletteSearch(m_field->text(), m_entries, m_scenario, m_derived, m_recent);
    m_model->clear();
    std::vector<Edits> unknown;
    int first = -1;
    for (std::size_t i = 0; i < m_answer.rows.size(); ++i) {
        const items::PaletteRow& row = m_answer.rows[i];
        if (i == 0 || m_answer.rows[i - 1].kind != row.kind) {
            auto* heading = new QStandardItem(items::paletteHeading(row.kind));
            heading->setFlags(Qt::NoItemFlags);
            heading->setData(-1, kIndexRole);
            m_model->appendRow(heading);
        }
        auto* item = new QStandardItem(row.text);
        item->setData(int(i), kIndexRole);
        item->setData(row.value, kValueRole);
        QVariantList marks;
        for (const auto& [at, length] : row.marks) marks << QPoint(at, length);
        item->setData(marks, kMarksRole);
        const items::PaletteEntry& entry = m_entries[std::size_t(row.entry)];
        item->setData(entry.shortcut, kKeyRole);
        item->setData(row.wrong.isEmpty() ? entry.detail : row.wrong, kOutcomeRole);
        item->setData(!row.wrong.isEmpty(), kBadRole);
        item->setData(row.text + QLatin1Char(' ') + row.value, Qt::AccessibleTextRole);
        m_model->appendRow(item);
        if (first < 0) first = m_model->rowCount() - 1;
        if (!row.edits.empty()) {
            if (m_outcomes.contains(row.edits))
                show(m_model->rowCount() - 1);
            else
                unknown.push_back(row.edits);
        }
    }
    m_count->setText(m_field->text().isEmpty() ? QString() : tr("%1 found").arg(m_answer.found));
    if (first >= 0) m_list->setCurrentIndex(m_model->index(first, 0));
    updateFoot();
    fit();
    if (!unknown.empty()) emit outcomesWanted(unknown);
}

/// The outcome of a row of the list.
void CommandPalette::show(int row) {
    QStandardItem* item = m_model->item(row);
    const items::PaletteRow& of = m_answer.rows[std::size_t(item->data(kIndexRole).toInt())];
    const auto known = m_outcomes.find(of.edits);
    if (known == m_outcomes.end()) return;
    item->setData(known->second.text, kOutcomeRole);
    item->setData(known->second.bad, kBadRole);
}

void CommandPalette::setOutcome(const Edits& edits, const PaletteOutcome& outcome) {
    m_outcomes[edits] = outcome;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const int at = m_model->item(row)->data(kIndexRole).toInt();
        if (at >= 0 && m_answer.rows[std::size_t(at)].edits == edits) show(row);
    }
    updateFoot();
}

const items::PaletteRow* CommandPalette::current() const {
    const QVariant at = m_list->currentIndex().data(kIndexRole);
    return at.isValid() && at.toInt() >= 0 ? &m_answer.rows[std::size_t(at.toInt())] : nullptr;
}

void CommandPalette::updateFoot() {
    const items::PaletteRow* row = current();
    QString text = tr("↑ ↓  Enter  Esc");
    if (row && !row->edits.empty()) {
        text = tr("Enter: change · Ctrl+Enter: pin it beside");
        const auto known = m_outcomes.find(row->edits);
        if (known != m_outcomes.end() && !known->second.mended.empty())
            text += tr(" · Alt+Enter: %1").arg(known->second.mendedText);
    } else if (m_answer.rows.empty()) {
        text = tr("Nothing has that name.");
    }
    m_foot->setText(text);
}

/// As high as its rows, over the middle of the picture.
void CommandPalette::fit() {
    int height = 2 + m_field->sizeHint().height() + 24 + m_foot->sizeHint().height();
    for (int row = 0; row < m_model->rowCount(); ++row)
        height += m_list->sizeHintForIndex(m_model->index(row, 0)).height();
    height += 2;
    const QRect room = m_area.isEmpty() ? m_window->rect() : m_area;
    const int width = std::min(kWidth, room.width() - 16);
    const int most = std::max(160, m_window->height() - room.top() - 16);
    setGeometry(room.center().x() - width / 2, room.top() + 8, width, std::min(height, most));
}

void CommandPalette::step(int direction) {
    int row = m_list->currentIndex().row();
    for (int i = 0; i < m_model->rowCount(); ++i) {
        row = (row + direction + m_model->rowCount()) % m_model->rowCount();
        if (m_model->item(row)->data(kIndexRole).toInt() >= 0) break;
    }
    m_list->setCurrentIndex(m_model->index(row, 0));
}

void CommandPalette::use(const QString& key) {
    constexpr qsizetype kKept = 20;
    m_recent.removeAll(key);
    m_recent.prepend(key);
    m_recent = m_recent.mid(0, kKept);
}

void CommandPalette::take(Qt::KeyboardModifiers modifiers) {
    const items::PaletteRow* row = current();
    if (!row || !row->wrong.isEmpty()) return;
    const items::PaletteEntry entry = m_entries[std::size_t(row->entry)];
    const Edits edits = row->edits;
    const QString what =
        row->text + (row->value.isEmpty() || edits.size() > 1 ? QString() : QLatin1Char(' ') + row->value);
    use(entry.key);
    hide();
    if (edits.empty()) {
        emit chosen(entry);
        return;
    }
    const auto known = m_outcomes.find(edits);
    const bool mends =
        modifiers.testFlag(Qt::AltModifier) && known != m_outcomes.end() && !known->second.mended.empty();
    emit editsChosen(mends ? known->second.mended : edits, what, modifiers.testFlag(Qt::ControlModifier));
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_field && event->type() == QEvent::KeyPress) {
        const auto& key = static_cast<QKeyEvent&>(*event);
        switch (key.key()) {
        case Qt::Key_Down: step(1); return true;
        case Qt::Key_Up: step(-1); return true;
        case Qt::Key_Return:
        case Qt::Key_Enter: take(key.modifiers()); return true;
        case Qt::Key_Escape: hide(); return true;
        case Qt::Key_Tab:
        case Qt::Key_Backtab: return true; // there is nowhere to go but the list
        default: break;
        }
    }
    return QFrame::eventFilter(watched, event);
}

void CommandPalette::hideEvent(QHideEvent* event) {
    QFrame::hideEvent(event);
    const QPointer<QWidget> before = m_focusBefore;
    m_focusBefore.clear();
    if (before && before->isVisible() && (m_field->hasFocus() || !QApplication::focusWidget()))
        before->setFocus(Qt::OtherFocusReason);
    emit closed();
}

void CommandPalette::paintEvent(QPaintEvent* event) {
    QFrame::paintEvent(event);
    const Theme theme = themeOf(palette());
    QPainter painter(this);
    painter.fillRect(rect(), theme.background);
    painter.setPen(theme.dark ? QColor("#56b4e9") : QColor("#0072b2"));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
    painter.setPen(theme.grid);
    for (const int y : {m_list->geometry().top() - 1, m_foot->geometry().top()})
        painter.drawLine(1, y, width() - 2, y);
}

} // namespace moe::ui
