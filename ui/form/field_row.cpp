// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/form/field_row.h"

#include "ui/form/field_text.h"
#include "ui/form/row_label.h"
#include "ui/theme.h"

#include <QContextMenuEvent>
#include <QEvent>
#include <QMenu>
#include <QPainter>
#include <QStyle>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace moe::ui {

namespace {
constexpr int kEdge = 6;    ///< free space left and right of a row
constexpr int kLine = 1;    ///< above and below the editors
constexpr int kAir = 2;     ///< above a label and below its slider, which belong together
constexpr int kMessage = 3; ///< around the message
constexpr int kBar = 3;     ///< mark at the left of a broken row
} // namespace

FieldRow::FieldRow(const Field& field, QWidget* parent)
    : QWidget(parent),
      m_label(new RowLabel(fieldLabel(field), this)),
      m_editor(makeEditor(field, this)),
      m_reset(new QToolButton(this)) {
    setObjectName(QString::fromUtf8(field.key));
    m_label->raise(); // over the editor, whose slider it may share a place with
    QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    m_label->setBuddy(m_editor->focusTarget());
    m_label->setToolTip(fieldToolTip(field, locale()));
    m_reset->setText(QStringLiteral("↺"));
    m_reset->setAutoRaise(true);
    m_reset->setFocusPolicy(Qt::ClickFocus); // one stop a row; resetByKey() does the same
    m_reset->setToolTip(tr("Back to the base scenario's value (Shift+Esc)"));
    m_reset->setAccessibleName(tr("Reset %1").arg(fieldLabel(field)));
    m_reset->setEnabled(false);
    connect(m_label, &RowLabel::clicked, m_editor, &FieldEditor::activate);
    connect(m_editor, &FieldEditor::edited, this, &FieldRow::edited);
    connect(m_editor, &FieldEditor::refused, this, &FieldRow::setRefusal);
    connect(m_editor, &FieldEditor::notchesNeeded, this, &FieldRow::notchesNeeded);
    connect(m_reset, &QToolButton::clicked, this, [this] {
        discardText();
        // The button is about to be disabled, which would throw the focus to the next row.
        if (m_reset->hasFocus()) focusEditor();
        if (m_resettable) emit resetRequested();
    });
}

void FieldRow::showState(const EditorState& state, bool changed, bool resettable) {
    if (!m_shown || state != m_state) {
        const bool newValue = state.value != m_state.value;
        m_shown = true;
        m_state = state;
        m_editor->showState(state);
        if (newValue && !m_refusal.isEmpty()) setRefusal({});
    }
    if (changed != m_changed) {
        m_changed = changed;
        updateLabelFont();
    }
    if (resettable != m_resettable) {
        m_resettable = resettable;
        updateReset();
    }
}

void FieldRow::updateLabelFont() {
    QFont font = this->font();
    font.setBold(m_changed);
    m_label->setFont(font);
}

void FieldRow::updateReset() {
    m_reset->setEnabled(m_resettable || !m_refusal.isEmpty());
}

void FieldRow::setProblem(const QString& sentence, const QString& html) {
    if (sentence == m_problem && html == m_problemHtml) return;
    m_problem = sentence;
    m_problemHtml = html;
    updateComplaint();
}

void FieldRow::setRefusal(const QString& rule) {
    const QString sentence =
        rule.isEmpty() ? QString() : fieldLabel(field()) + QLatin1Char(' ') + rule + QLatin1Char('.');
    if (sentence == m_refusal) return;
    m_refusal = sentence;
    updateReset();
    updateComplaint();
}

void FieldRow::discardText() {
    m_editor->discardText();
    setRefusal({});
}

void FieldRow::updateComplaint() {
    const QString text = m_refusal.isEmpty() ? m_problem : m_refusal;
    if (!m_message && !text.isEmpty()) {
        m_message = new WarningLabel(this);
        connect(m_message, &QLabel::linkActivated, this, &FieldRow::linkActivated);
    }
    if (m_message) {
        m_message->setText(m_refusal.isEmpty() ? m_problemHtml : text.toHtmlEscaped());
        m_message->setVisible(!text.isEmpty());
    }
    m_editor->describe(text);
    place();
    updateGeometry();
    update();
}

void FieldRow::setMnemonic(QChar letter) {
    const QString text = fieldLabel(field());
    const auto at = letter.isNull() ? -1 : text.indexOf(letter, 0, Qt::CaseInsensitive);
    m_label->setText(at < 0 ? text : text.left(at) + QLatin1Char('&') + text.mid(at));
}

void FieldRow::setLocked(bool locked) {
    if (locked == isLocked()) return;
    m_label->setLocked(locked);
    m_label->setToolTip(fieldToolTip(m_editor->field(), locale()) +
                        (locked ? QStringLiteral("<p>") +
                                      tr("Keeps its value when others follow an edit (Ctrl+Shift+L)") +
                                      QStringLiteral("</p>")
                                : QString()));
}

bool FieldRow::isLocked() const {
    return m_label->isLocked();
}

void FieldRow::contextMenuEvent(QContextMenuEvent* event) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    QAction* lock = menu->addAction(tr("&Keep the value when others follow an edit\tCtrl+Shift+L"));
    lock->setCheckable(true);
    lock->setChecked(isLocked());
    connect(lock, &QAction::toggled, this, &FieldRow::lockToggled);
    menu->popup(event->globalPos());
}

void FieldRow::setColumns(const RowColumns& columns) {
    if (columns == m_columns) return;
    m_columns = columns;
    m_editor->setBoxSize({columns.box, columns.line - 2 * kLine});
    place();
    updateGeometry();
}

void FieldRow::resetByKey() {
    m_reset->click();
}

void FieldRow::focusEditor() {
    m_editor->focusTarget()->setFocus(Qt::TabFocusReason);
}

int FieldRow::labelWidth() const {
    if (m_measured.width == 0 || m_measured.font != font() || m_measured.text != m_label->text()) {
        QFont bold = font();
        bold.setBold(true);
        const int width = QFontMetrics(bold).size(Qt::TextShowMnemonic, m_label->text()).width() + 2;
        m_measured = {font(), m_label->text(), width};
    }
    return m_measured.width;
}
int FieldRow::resetWidth() const {
    return fontMetrics().height() + 3;
}

int FieldRow::lineHeight() const {
    return m_columns.line + 2 * kLine;
}

int FieldRow::editorsEnd(int width) const {
    return std::max(0, width - kEdge - m_columns.reset - m_columns.gap / 2);
}

FieldRow::Decks FieldRow::decks(int width) const {
    if (!m_columns.stacked) return Decks::Beside;
    if (m_editor->isCompact()) {
        const int tick = style()->pixelMetric(QStyle::PM_IndicatorWidth, nullptr, this);
        const bool fits = labelWidth() + m_columns.gap + tick <= editorsEnd(width) - kEdge;
        return fits ? Decks::Beside : Decks::LabelAbove;
    }
    if (field().kind == FieldKind::Text) return Decks::LabelAbove; // as much of it as there is room for
    if (m_columns.above) return Decks::LabelAbove; // rows of one height, however long their names
    const int room = editorsEnd(width) - kEdge;
    const bool sliding = m_editor->isSliding();
    if (labelWidth() + m_columns.gap > (sliding ? room - m_columns.box : room / 2)) return Decks::LabelAbove;
    return sliding ? Decks::LabelOverSlider : Decks::Beside;
}

int FieldRow::topHeight(int width) const {
    const int label = fontMetrics().height();
    switch (decks(width)) {
    case Decks::Beside: return lineHeight();
    case Decks::LabelOverSlider:
        return std::max(lineHeight(), label + m_columns.slider + 2 * kLine) + 2 * kAir;
    case Decks::LabelAbove: return lineHeight() + label + kLine + kAir;
    }
    return lineHeight();
}

int FieldRow::heightForWidth(int width) const {
    int height = topHeight(width);
    if (m_message && hasComplaint())
        height += m_message->heightForWidth(std::max(1, width - 2 * kEdge - kBar)) + 2 * kMessage;
    return height;
}

QSize FieldRow::sizeHint() const {
    return {320, heightForWidth(width() > 0 ? width() : 320)};
}

void FieldRow::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    place();
}

void FieldRow::place() {
    const RowColumns& c = m_columns;
    const int top = topHeight(width()), line = lineHeight();
    const QRect inner(kEdge, 0, std::max(0, width() - 2 * kEdge), top);
    const int resetLeft = inner.right() + 1 - c.reset;
    const int end = editorsEnd(width());
    const int boxLeft = end - c.box;
    const Decks shape = decks(width());
    const auto put = [&](QWidget* widget, const QRect& place) {
        widget->setGeometry(QStyle::visualRect(layoutDirection(), rect(), place));
    };
    const int air = shape == Decks::LabelOverSlider ? kAir : 0;
    const auto putEditor = [&](int left, int height) {
        put(m_editor,
            {left, top - height + kLine + air, std::max(0, end - left), height - 2 * (kLine + air)});
    };
    const auto putLabel = [&](int right, int height) {
        put(m_label, {inner.left(), air, std::max(0, right - inner.left()), height});
    };
    int resetTop = top - line + kLine;
    if (shape == Decks::LabelOverSlider) {
        putEditor(inner.left(), top);
        putLabel(boxLeft - c.gap, fontMetrics().height() + kLine);
        resetTop = (top - line) / 2 + kLine;
    } else if (shape == Decks::LabelAbove) {
        putEditor(inner.left(), line);
        putLabel(inner.right() + 1, top - line);
    } else {
        const int column = c.stacked ? (end - inner.left()) / 2 : c.label + c.gap;
        int left = inner.left() + column;
        if (m_editor->isCompact()) { // ticks stand under each other, but for the longest labels
            const int tick = style()->pixelMetric(QStyle::PM_IndicatorWidth, nullptr, this);
            left = std::clamp(inner.left() + labelWidth() + c.gap, boxLeft, std::max(boxLeft, end - tick));
        }
        putEditor(left, line);
        putLabel(left - c.gap, top);
    }
    put(m_reset, {resetLeft, resetTop, c.reset, line - 2 * kLine});
    if (m_message) {
        const int left = inner.left() + kBar;
        const int wide = std::max(1, inner.width() - kBar);
        put(m_message, {left, top + kMessage, wide, m_message->heightForWidth(wide)});
    }
}

void FieldRow::setPointed(bool pointed) {
    if (std::exchange(m_pointed, pointed) != pointed) update();
}

void FieldRow::setVeiled(bool veiled) {
    m_editor->setHidden(veiled);
    m_reset->setHidden(veiled);
}

void FieldRow::paintEvent(QPaintEvent*) {
    if (!hasComplaint() && !m_pointed) return;
    QPainter painter(this);
    if (m_pointed) {
        painter.setPen(QPen(themeOf(palette()).accent, 2));
        painter.drawRect(rect().adjusted(1, 1, -1, -1));
    }
    if (!hasComplaint()) return;
    QColor bad = themeOf(palette()).bad;
    QRect bar(0, 0, kBar, height());
    painter.fillRect(QStyle::visualRect(layoutDirection(), rect(), bar), bad);
    bad.setAlphaF(0.13f);
    painter.fillRect(rect(), bad);
}

void FieldRow::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        updateLabelFont();
        updateGeometry();
    }
    if (event->type() == QEvent::LocaleChange) m_label->setToolTip(fieldToolTip(field(), locale()));
}

} // namespace moe::ui
