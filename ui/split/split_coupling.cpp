// SPDX-License-Identifier: GPL-3.0-or-later
// How the two of a split picture follow each other: axes, choices, ranges and the pointer.
#include "models/items/words.h"
#include "ui/choice_keys.h"
#include "ui/export/view_choices.h"
#include "ui/plots/kit/canvas.h"
#include "ui/split/split_parts.h"
#include "ui/split/split_view.h"

#include <QAction>
#include <QComboBox>
#include <QMenu>
#include <QMouseEvent>
#include <QTimer>
#include <QToolBar>

#include <algorithm>

namespace moe::ui {

constexpr int kRounds = 3;

/// Follows what is done in the pictures, and A's choices.
void SplitView::watch(int side) {
    Side& of = m_sides[std::size_t(side)];
    for (QWidget* child : of.view->findChildren<QWidget*>()) {
        const bool picture = qobject_cast<Canvas*>(child) || child->inherits("QCustomPlot");
        if (!picture) continue;
        of.pictures.push_back(child);
        of.heights.push_back(child->minimumHeight());
        of.cross.push_back(std::make_unique<CrossLines>(*child));
        child->installEventFilter(this);
    }
    if (side != 0) return;
    const auto later = [this] { QTimer::singleShot(0, this, &SplitView::copyToB); };
    for (QToolBar* bar : of.view->findChildren<QToolBar*>()) {
        connect(bar, &QToolBar::actionTriggered, this, later);
        for (QComboBox* box : bar->findChildren<QComboBox*>())
            connect(box, &QComboBox::activated, this, later);
        for (QMenu* menu : bar->findChildren<QMenu*>()) connect(menu, &QMenu::triggered, this, later);
    }
}

std::pair<double, double> SplitView::share(int side, const QString& quantity, double low, double high) {
    const auto both = [&](const Spans& one, const Spans& two) {
        const auto first = one.constFind(quantity), second = two.constFind(quantity);
        if (first == one.constEnd()) return std::pair(low, high);
        if (second == two.constEnd()) return *first;
        return std::pair(std::min(first->first, second->first), std::max(first->second, second->second));
    };
    Spans &own = m_sides[std::size_t(side)].own, &others = m_sides[std::size_t(1 - side)].own;
    const auto before = both(others, own);
    own.insert(quantity, {low, high});
    const auto now = both(own, others);
    if (others.contains(quantity) && now != before) {
        m_sides[std::size_t(1 - side)].behind = true;
        if (!m_settling) QTimer::singleShot(0, this, &SplitView::settle);
    }
    return now;
}

/// Draws again whose axes became others.
void SplitView::settle() {
    if (m_settling || !m_sides[0].view) return;
    m_settling = true;
    for (int round = 0; round < kRounds && (m_sides[0].behind || m_sides[1].behind); ++round)
        for (int side = 0; side < 2; ++side)
            if (std::exchange(m_sides[std::size_t(side)].behind, false))
                m_sides[std::size_t(side)].view->setReport(side == 0 ? m_report : m_other.report);
    m_sides[0].behind = m_sides[1].behind = false;
    m_settling = false;
    couple(0);
}

void SplitView::setRange(const QString& range) {
    if (!m_sides[0].view) return;
    a().setRange(range);
    couple(0);
}

/// The other picture follows.
void SplitView::couple(int side) {
    m_coupling = -1;
    if (!m_sides[0].view) return;
    ReportView &from = *m_sides[std::size_t(side)].view, &to = *m_sides[std::size_t(1 - side)].view;
    if (from.range() != to.range()) to.setRange(from.range());
    if (from.marked() != to.marked()) to.setMarked(from.marked());
    tell();
}

void SplitView::copyToB() {
    if (!m_sides[0].view) return;
    copyChoices(a(), b());
    const auto table = [](const ReportView& view) {
        return view.findChild<QAction*>(QLatin1String(kAsTableKey));
    };
    const QAction* wanted = table(a());
    QAction* own = table(b());
    if (wanted && own && wanted->isChecked() != own->isChecked()) own->trigger();
    couple(0);
}

void SplitView::point(int side, const QWidget& picture, QPointF at) {
    const QPointF share(at.x() / std::max(1, picture.width()), at.y() / std::max(1, picture.height()));
    const Side &own = m_sides[std::size_t(side)], &other = m_sides[std::size_t(1 - side)];
    for (std::size_t i = 0; i < own.pictures.size(); ++i) {
        if (own.pictures[i] != &picture || i >= own.cross.size() || i >= other.cross.size()) continue;
        own.cross[i]->show(share);
        other.cross[i]->show(share);
        const auto* here = qobject_cast<const Canvas*>(own.pictures[i]);
        const auto* there = qobject_cast<const Canvas*>(other.pictures[i]);
        if (!here || !there) return;
        const QString mine = here->readOutAt(at),
                      theirs = there->readOutAt({share.x() * there->width(), share.y() * there->height()});
        if (!mine.isEmpty() || !theirs.isEmpty())
            emit readOut(
                QStringLiteral("A: %1   B: %2").arg(side == 0 ? mine : theirs, side == 0 ? theirs : mine));
        return;
    }
}

void SplitView::hidePointer() {
    for (Side& side : m_sides)
        for (const auto& cross : side.cross) cross->hide();
}

bool SplitView::eventFilter(QObject* watched, QEvent* event) {
    int side = -1;
    for (int i = 0; i < 2; ++i)
        for (const QWidget* picture : m_sides[std::size_t(i)].pictures)
            if (picture == watched) side = i;
    if (side < 0) return ReportView::eventFilter(watched, event);
    const auto later = [this, side] {
        if (std::exchange(m_coupling, side) < 0)
            QTimer::singleShot(0, this, [this] { couple(std::max(0, m_coupling)); });
    };
    switch (event->type()) {
    case QEvent::MouseMove: {
        const auto& move = static_cast<const QMouseEvent&>(*event);
        const QPointer<QWidget> picture = static_cast<QWidget*>(watched);
        // Behind what the picture itself says.
        QTimer::singleShot(0, this, [this, side, picture, at = move.position()] {
            if (picture) point(side, *picture, at);
        });
        if (move.buttons() != Qt::NoButton) later();
        break;
    }
    case QEvent::Leave: hidePointer(); break;
    case QEvent::Resize:
    case QEvent::Move: QTimer::singleShot(0, this, &SplitView::align); break;
    case QEvent::Wheel:
    case QEvent::KeyPress:
    case QEvent::MouseButtonRelease: later(); break;
    default: break;
    }
    return ReportView::eventFilter(watched, event);
}

} // namespace moe::ui
