// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/time/timeline_view.h"

#include "models/items/words.h"

#include <QAction>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolBar>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace moe::ui {
namespace {

constexpr double kZoomStep = 1.25;
/// Of the step: nothing is told apart in less.
constexpr double kLeastSpan = 1e-6;
/// Pixels; a press that moves less is a click.
constexpr double kLeastDrag = 4;

struct RankSums {
    int passes = 0;
    double busy = 0, start = 0, end = 0;
};
std::vector<RankSums> rankSums(const PipelineSchedule& schedule) {
    std::vector<RankSums> sums(std::size_t(schedule.stages));
    for (const SchedulePass& pass : schedule.passes) {
        RankSums& rank = sums[std::size_t(pass.stage)];
        if (rank.passes++ == 0) rank.start = pass.start.base;
        rank.end = std::max(rank.end, pass.end.base);
        rank.busy += (pass.end - pass.start).base;
    }
    return sums;
}

} // namespace

TimelineView::TimelineView(QWidget* parent)
    : PaintedView(items::Words::tr("Passes of a step, rank by rank"), parent) {
    const struct {
        QString text, tip;
        double factor;
    } rows[] = {{items::Words::tr("Closer"), items::Words::tr("Half the time in sight (W, +)"), 2},
                {items::Words::tr("Wider"), items::Words::tr("Twice the time in sight (S, −)"), 0.5},
                {items::Words::tr("Whole step"), items::Words::tr("All of it (0)"), 0}};
    for (const auto& row : rows) {
        auto* action = new QAction(row.text, this);
        action->setToolTip(row.tip);
        tools()->insertAction(tableAction(), action);
        connect(action, &QAction::triggered, this, [this, factor = row.factor] {
            if (!m_timeline) return;
            if (factor > 0)
                zoom(factor, (m_seen.from + m_seen.to) / 2);
            else
                showSpan({0, m_timeline->end});
        });
    }
    canvas()->installEventFilter(this);
    canvas()->setToolTip({});
}

void TimelineView::reportChanged() {
    const double before = m_timeline ? m_timeline->end : 0;
    m_timeline.reset();
    m_measured = {};
    m_drag.reset();
    if (report() && report()->train && !report()->train->terms.empty()) {
        const TrainReport& train = *report()->train;
        Timeline timeline = timelineOf(train, scheduleSketch(*report(), stepParts(train)));
        if (timeline.schedule.stages > 0 && timeline.end > 0) m_timeline = std::move(timeline);
    }
    if (!m_timeline) return;
    // The same share of the step stays in sight.
    const double scale = before > 0 ? m_timeline->end / before : 0;
    m_seen = scale > 0 ? TimeSpan{m_seen.from * scale, m_seen.to * scale} : TimeSpan{0, m_timeline->end};
}

QString TimelineView::reason() const {
    if (m_timeline) return {};
    if (!report()) return items::Words::tr("Nothing has been computed yet.");
    if (!report()->train)
        return items::Words::tr(
            "The timeline is one of training steps: this scenario has no training section.");
    return items::Words::tr("The step has too many passes to draw, or its time cannot be computed.");
}

QString TimelineView::summary() const {
    if (const QString why = reason(); !why.isEmpty()) return why;
    return QStringLiteral("%1: %2.").arg(scheduleName(m_timeline->sketch),
                                         scheduleNumbers(m_timeline->sketch));
}

Sheet TimelineView::sheet() const {
    Sheet sheet;
    sheet.header = {items::Words::tr("Stage"),
                    items::Words::tr("Passes"),
                    items::Words::tr("Busy (s)"),
                    items::Words::tr("Idle between passes (s)"),
                    items::Words::tr("First pass at (s)"),
                    items::Words::tr("Last pass ends at (s)")};
    int stage = 0;
    for (const RankSums& rank : rankSums(m_timeline->schedule))
        sheet.rows.push_back(
            {QStringLiteral("train.makespan_seconds"),
             {stage++, rank.passes, rank.busy, rank.end - rank.start - rank.busy, rank.start, rank.end}});
    return sheet;
}

Hits TimelineView::paint(QPainter& painter, const QSizeF& size, const Look& look) const {
    Hits hits;
    paintTimeline(painter, size, *m_timeline, m_seen, m_measured, look, hits);
    return hits;
}

QString TimelineView::range() const {
    if (!m_timeline || m_seen == TimeSpan{0, m_timeline->end}) return {};
    return QStringLiteral("%1 %2")
        .arg(m_seen.from / m_timeline->end, 0, 'g', 9)
        .arg(m_seen.to / m_timeline->end, 0, 'g', 9);
}

void TimelineView::setRange(const QString& text) {
    if (!m_timeline) return;
    const QStringList parts = text.split(QLatin1Char(' '));
    bool some = false, more = false;
    const double from = parts.value(0).toDouble(&some), to = parts.value(1).toDouble(&more);
    if (text.isEmpty())
        showSpan({0, m_timeline->end});
    else if (parts.size() == 2 && some && more && from >= 0 && to <= 1 && to - from >= kLeastSpan)
        showSpan({from * m_timeline->end, to * m_timeline->end});
}

double TimelineView::secondsAt(double x) const {
    const QRectF frame = timelineFrame(canvas()->size(), *m_timeline, screenLook(*canvas(), QString()));
    return m_seen.from + (x - frame.left()) / frame.width() * m_seen.length();
}

void TimelineView::showSpan(TimeSpan span) {
    const double length = std::clamp(span.length(), kLeastSpan * m_timeline->end, m_timeline->end);
    const double from = std::clamp(span.from, 0.0, m_timeline->end - length);
    m_seen = {from, from + length};
    canvas()->update();
}

void TimelineView::zoom(double factor, double about) {
    const double share = (about - m_seen.from) / m_seen.length(), length = m_seen.length() / factor;
    showSpan({about - share * length, about + (1 - share) * length});
}

bool TimelineView::onKey(const QKeyEvent& event) {
    if (event.modifiers() & (Qt::ControlModifier | Qt::AltModifier)) return false;
    const double middle = (m_seen.from + m_seen.to) / 2, step = 0.2 * m_seen.length();
    switch (event.key()) {
    case Qt::Key_W:
    case Qt::Key_Plus: zoom(kZoomStep, middle); return true;
    case Qt::Key_S:
    case Qt::Key_Minus: zoom(1 / kZoomStep, middle); return true;
    case Qt::Key_A: showSpan({m_seen.from - step, m_seen.to - step}); return true;
    case Qt::Key_D: showSpan({m_seen.from + step, m_seen.to + step}); return true;
    case Qt::Key_0: showSpan({0, m_timeline->end}); return true;
    case Qt::Key_Escape:
        if (!(m_measured.length() > 0)) return false;
        m_measured = {};
        canvas()->update();
        return true;
    default: return false;
    }
}

void TimelineView::press(QPointF at) const {
    const Hits& hits = canvas()->hits();
    for (auto hit = hits.crbegin(); hit != hits.crend(); ++hit)
        if (hit->area.contains(at)) return emit canvas()->explain(hit->key);
}

bool TimelineView::onMouse(QMouseEvent& event) {
    const double x = event.position().x();
    if (event.type() == QEvent::MouseButtonPress &&
        (event.button() == Qt::LeftButton || event.button() == Qt::MiddleButton)) {
        const bool moves = event.button() == Qt::MiddleButton || (event.modifiers() & Qt::ShiftModifier);
        m_drag = Drag{x, m_seen, moves};
        canvas()->setFocus(Qt::MouseFocusReason);
        return true;
    }
    if (!m_drag) return false;
    const bool far = std::abs(x - m_drag->x) >= kLeastDrag;
    if (event.type() == QEvent::MouseMove) {
        const double from = secondsAt(m_drag->x), to = secondsAt(x);
        if (m_drag->moves) {
            const double by = to - from; // the scale is the same since the drag began
            showSpan({m_drag->seen.from - by, m_drag->seen.to - by});
        } else if (far) {
            m_measured = {std::max(0.0, std::min(from, to)), std::min(m_timeline->end, std::max(from, to))};
            emit readOut(items::Words::tr("measured: %1")
                             .arg(timeUnit(m_measured.length()).withUnit(m_measured.length())));
            canvas()->update();
        }
        return true;
    }
    if (event.type() != QEvent::MouseButtonRelease) return false;
    const bool clicked = !far && !m_drag->moves;
    m_drag.reset();
    if (clicked) {
        m_measured = {};
        canvas()->update();
        press(event.position());
    }
    return true;
}

bool TimelineView::eventFilter(QObject* watched, QEvent* event) {
    if (watched != canvas() || !m_timeline) return PaintedView::eventFilter(watched, event);
    switch (event->type()) {
    case QEvent::Wheel: {
        const auto& wheel = static_cast<QWheelEvent&>(*event);
        const QPoint turned = wheel.angleDelta();
        if (turned.x() != 0 || (wheel.modifiers() & Qt::ShiftModifier)) {
            const double by = -0.1 * (turned.x() + turned.y()) / 120.0 * m_seen.length();
            showSpan({m_seen.from + by, m_seen.to + by});
        } else {
            zoom(std::pow(kZoomStep, turned.y() / 120.0), secondsAt(wheel.position().x()));
        }
        return true;
    }
    case QEvent::MouseButtonPress:
    case QEvent::MouseMove:
    case QEvent::MouseButtonRelease: return onMouse(static_cast<QMouseEvent&>(*event));
    case QEvent::KeyPress: return onKey(static_cast<QKeyEvent&>(*event));
    default: return PaintedView::eventFilter(watched, event);
    }
}

} // namespace moe::ui
