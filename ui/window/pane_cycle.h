// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// F6: the keyboard goes from one pane of the window to the next, to where it was in that pane before.

#include <QObject>
#include <QPointer>
#include <QWidget>

#include <vector>

namespace moe::ui {

class PaneCycle : public QObject {
    Q_OBJECT
public:
    /// Where the focus goes in a pane that has not had it: the first control, or the largest, which is the
    /// picture among its buttons.
    enum class Entry { First, Largest };

    using QObject::QObject;
    /// Panes are gone through in this order; those out of sight, and those without a control, are left out.
    void add(QWidget* pane, Entry entry = Entry::First);
    void go(int direction);

private:
    struct Pane {
        QPointer<QWidget> widget; ///< may go before this does, with the window
        Entry entry;
        QPointer<QWidget> last; ///< had the focus
    };
    QWidget* target(const Pane& pane) const;
    void remember(QWidget* focused);

    std::vector<Pane> m_panes;
};

} // namespace moe::ui
