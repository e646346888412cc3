// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/pane_cycle.h"

#include <QApplication>
#include <QTabBar>

namespace moe::ui {
namespace {

int areaOf(const QWidget& widget) {
    return widget.width() * widget.height();
}

bool canTakeKeys(const QWidget& widget) {
    return widget.isVisible() && widget.isEnabled() && !widget.focusProxy() &&
           (widget.focusPolicy() & Qt::TabFocus);
}

} // namespace

void PaneCycle::add(QWidget* pane, Entry entry) {
    if (m_panes.empty())
        connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) { remember(now); });
    m_panes.push_back({pane, entry, {}});
}

void PaneCycle::remember(QWidget* focused) {
    for (Pane& pane : m_panes)
        if (focused && pane.widget && pane.widget->isAncestorOf(focused)) pane.last = focused;
}

QWidget* PaneCycle::target(const Pane& pane) const {
    if (!pane.widget || !pane.widget->isVisible()) return nullptr;
    // Tabs have the focus of a window that was just opened; what they lead to is meant.
    const bool onTabs = pane.entry == Entry::Largest && qobject_cast<QTabBar*>(pane.last.data());
    if (pane.last && !onTabs && pane.last->isVisible() && pane.last->isEnabled()) return pane.last;
    QWidget* best = nullptr;
    for (QWidget* at = pane.widget->nextInFocusChain(); at != pane.widget; at = at->nextInFocusChain()) {
        if (!pane.widget->isAncestorOf(at) || !canTakeKeys(*at)) continue;
        if (!best || (pane.entry == Entry::Largest && areaOf(*at) > areaOf(*best))) best = at;
    }
    return best;
}

void PaneCycle::go(int direction) {
    const int count = int(m_panes.size());
    int here = direction > 0 ? -1 : count;
    for (int i = 0; i < count; ++i)
        if (const QWidget* pane = m_panes[std::size_t(i)].widget;
            pane && pane->isAncestorOf(QApplication::focusWidget()))
            here = i;
    for (int step = 1; step <= count; ++step) {
        const int i = ((here + direction * step) % count + count) % count;
        if (QWidget* next = target(m_panes[std::size_t(i)])) return next->setFocus(Qt::ShortcutFocusReason);
    }
}

} // namespace moe::ui
