// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Shows which picture, table or text the keys go to. Controls and cards draw their own.

#include <QObject>
#include <QPointer>
#include <QWidget>

namespace moe::ui {

class FocusRing : public QObject {
    Q_OBJECT
public:
    /// For everything in `window`, as long as that lives.
    explicit FocusRing(QWidget* window);

private:
    void follow(QWidget* focused);

    QWidget* m_window;
    QPointer<QWidget> m_frame; ///< a child of what has the focus
};

} // namespace moe::ui
