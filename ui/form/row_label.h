// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Small texts of a row: the label, elided rather than clipped, and the message under a broken row.

#include <QLabel>

namespace moe::ui {

class RowLabel : public QLabel {
    Q_OBJECT
public:
    using QLabel::QLabel;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }
    /// A padlock behind the text.
    void setLocked(bool locked);
    bool isLocked() const { return m_locked; }

signals:
    void clicked();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    bool m_locked = false;
};

/// A wrapped sentence behind a warning triangle. May contain links.
class WarningLabel : public QLabel {
    Q_OBJECT
public:
    explicit WarningLabel(QWidget* parent);

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void makeRoom();
};

} // namespace moe::ui
