// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A number box that holds text as people write it ("1.5 T", "4,096") and steps by signals; what the text
// means is its owner's business. Absent values stand greyed as placeholder.

#include <QAbstractSpinBox>

namespace moe::ui {

class QuantityBox : public QAbstractSpinBox {
    Q_OBJECT
public:
    explicit QuantityBox(QWidget* parent);

    /// Replaces what stands in the box, also text that was being typed.
    void showText(const QString& text);
    void showPlaceholder(const QString& text);
    QString text() const;
    QString placeholder() const;
    bool isModified() const { return text() != m_shown; }
    void setNames(const QString& accessibleName);

    void stepBy(int steps) override;
    QSize sizeHint() const override { return sizeFor(*this); }
    QSize minimumSizeHint() const override { return sizeHint(); }
    /// Size that holds a seven-digit number with separators, or "auto" with what it comes to.
    static int widthFor(const QWidget& widget) { return sizeFor(widget).width(); }
    static int heightFor(const QWidget& widget) { return sizeFor(widget).height(); }

signals:
    void committed(const QString& text); ///< Enter or focus left, text changed since the last time
    void stepped(int steps);
    void aboutToUse();

protected:
    StepEnabled stepEnabled() const override { return StepUpEnabled | StepDownEnabled; }
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;

private:
    static QSize sizeFor(const QWidget& widget);
    void commit();

    QString m_shown;     ///< what showText() put there
    QString m_committed; ///< what the owner has seen
};

} // namespace moe::ui
