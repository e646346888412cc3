// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/form/quantity_box.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QStyleOptionSpinBox>

namespace moe::ui {

QuantityBox::QuantityBox(QWidget* parent) : QAbstractSpinBox(parent) {
    // The wheel scrolls the form unless this box was chosen first.
    setFocusPolicy(Qt::StrongFocus);
    connect(this, &QAbstractSpinBox::editingFinished, this, &QuantityBox::commit);
}

QString QuantityBox::text() const {
    return lineEdit()->text();
}
QString QuantityBox::placeholder() const {
    return lineEdit()->placeholderText();
}

void QuantityBox::setNames(const QString& accessibleName) {
    setAccessibleName(accessibleName);
    lineEdit()->setAccessibleName(accessibleName);
}

void QuantityBox::showText(const QString& text) {
    const bool same = text == lineEdit()->text();
    m_shown = m_committed = text;
    if (same) return;
    lineEdit()->setText(text);
    if (hasFocus()) {
        lineEdit()->selectAll();
    } else {
        lineEdit()->setCursorPosition(0);
    }
}

void QuantityBox::showPlaceholder(const QString& text) {
    if (text != placeholder()) lineEdit()->setPlaceholderText(text);
}

void QuantityBox::commit() {
    if (text() == m_committed) return;
    m_committed = text();
    emit committed(m_committed);
}

void QuantityBox::stepBy(int steps) {
    commit();
    if (text() == m_shown) emit stepped(steps);
}

QSize QuantityBox::sizeFor(const QWidget& widget) {
    QStyleOptionSpinBox option;
    option.initFrom(&widget);
    option.buttonSymbols = QAbstractSpinBox::UpDownArrows;
    option.frame = true;
    const QFontMetrics metrics = widget.fontMetrics();
    constexpr int kMargin = 6; // the line edit's own margins and the caret
    const QSize content(metrics.horizontalAdvance(QStringLiteral("auto (9,999)")) + kMargin,
                        metrics.height() + kMargin);
    return widget.style()->sizeFromContents(QStyle::CT_SpinBox, &option, content, &widget);
}

bool QuantityBox::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride && !isModified()) {
        // Without typed text there is nothing to undo here: let the window undo the last step.
        auto* key = static_cast<QKeyEvent*>(event);
        if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
            event->ignore();
            return false;
        }
    }
    return QAbstractSpinBox::event(event);
}

void QuantityBox::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && isModified()) {
        lineEdit()->setText(m_shown);
        lineEdit()->selectAll();
        commit(); // the owner may have refused the text and must hear that it is gone
        return;
    }
    QAbstractSpinBox::keyPressEvent(event);
}

void QuantityBox::wheelEvent(QWheelEvent* event) {
    if (hasFocus()) {
        QAbstractSpinBox::wheelEvent(event);
    } else {
        event->ignore();
    }
}

void QuantityBox::focusInEvent(QFocusEvent* event) {
    emit aboutToUse();
    QAbstractSpinBox::focusInEvent(event);
}

} // namespace moe::ui
