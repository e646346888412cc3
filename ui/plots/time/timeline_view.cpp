// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/time/timeline_view.h"

#include "models/items/pair_text.h"
#include "models/items/words.h"
#include "ui/choice_keys.h"
#include "ui/plots/time/rl_paint.h"

#include <QAction>
#include <QComboBox>
#include <QFontMetricsF>
#include <QLabel>
#include <QPainter>
#include <QToolBar>

#include <algorithm>
#include <cmath>

namespace moe::ui {
namespace {

struct RankSums {
    int passes = 0;
    double busy = 0, start = 0, end = 0;
};

std::optional<Timeline> drawable(Timeline timeline) {
    if (!(timeline.schedule.stages > 0 && timeline.end > 0)) return {};
    return timeline;
}

std::optional<Timeline> timelineIn(const ReportPtr& report) {
    if (!report || !report->train || report->train->terms.empty()) return {};
    return drawable(timelineOf(*report->train, scheduleSketch(*report, stepParts(*report->train))));
}

items::ScheduleUse wholeOf(const Timeline& timeline) {
    const PipelineSchedule& schedule = timeline.schedule;
    const int rank = busiestRank(schedule);
    return {timeline.sketch.makespan, timeline.sketch.bubbleFraction,
            laneUse(schedule, timeline.mix, rank, rank, {}, schedule.end).hidden};
}

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
    : AskingPicture(items::Words::tr("Passes of a step, rank by rank"), parent) {
    const struct {
        QString text, tip;
        double factor;
    } rows[] = {
        {items::Words::tr("Closer (W)"),
         items::Words::tr("Half the time in sight: W, + or the wheel. A and D move, dragging measures"), 2},
        {items::Words::tr("Wider (S)"), items::Words::tr("Twice the time in sight: S, − or the wheel"), 0.5},
        {items::Words::tr("Whole step (0)"), items::Words::tr("All of it"), 0}};
    for (const auto& row : rows) {
        auto* action = new QAction(row.text, this);
        action->setToolTip(row.tip);
        tools()->insertAction(tableAction(), action);
        connect(action, &QAction::triggered, this, [this, factor = row.factor] {
            if (!m_timeline) return;
            if (factor > 0)
                zoom(factor, (m_seen.from + m_seen.to) / 2);
            else
                showSpan({0, wholeEnd()});
        });
    }
    m_stages = new QComboBox;
    m_stages->setObjectName(QStringLiteral("lanes"));
    m_stages->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_stages->setAccessibleName(items::Words::tr("Stage in lanes"));
    m_stages->setToolTip(items::Words::tr("Its computing, communication and host below each other"));
    auto* label = new QLabel(items::Words::tr("Stage in lanes"));
    label->setBuddy(m_stages);
    label->setContentsMargins(4, 0, 4, 0);
    tools()->insertWidget(tableAction(), label);
    tools()->insertWidget(tableAction(), m_stages);
    connect(m_stages, &QComboBox::activated, this, [this] {
        m_wanted = m_stages->currentData().toInt();
        if (!m_traced) openStage(*m_wanted);
        refresh();
    });
    m_choice = std::make_unique<ScheduleChoice>(*tools(), tableAction());
    connect(m_choice->box(), &QComboBox::activated, this, [this] {
        const double before = m_timeline ? m_whole : 0;
        forget();
        m_second.reset();
        ask();
        if (m_timeline) keepSight(before);
        refresh();
    });
    fillStages();
    canvas()->installEventFilter(this);
    canvas()->setToolTip({});
}

/// Keeps the stage that was chosen, where there is such a one; a step of one stage is open until it is
/// closed.
void TimelineView::fillStages() {
    const bool one = m_timeline && m_timeline->schedule.stages == 1;
    const int open = m_traced ? 0 : m_wanted.value_or(one ? 0 : -1);
    m_stages->clear();
    addEntry(*m_stages, QStringLiteral("none"), items::Words::tr("none"), -1);
    for (int stage = 0; m_timeline && stage < m_timeline->schedule.stages; ++stage)
        addEntry(*m_stages, QString::number(stage), QString::number(stage), stage);
    m_stages->setCurrentIndex(std::max(0, m_stages->findData(open)));
    openStage(m_stages->currentData().toInt());
}

void TimelineView::openStage(int stage) {
    if (m_timeline) m_timeline->open = stage;
    if (m_second) m_second->open = stage < m_second->schedule.stages ? stage : -1;
}

void TimelineView::reportChanged() {
    const double before = m_timeline ? m_whole : 0;
    m_timeline = m_traced ? drawable(timelineOf(*m_traced)) : timelineIn(report());
    if (m_traced) m_second.reset();
    m_mark = {};
    m_drag.reset();
    m_choice->setVisible(!m_traced && m_timeline && m_timeline->schedule.stages > 1);
    fillStages();
    ask();
    if (m_timeline) keepSight(before);
}

Question TimelineView::question() const {
    return showsSecond() ? about("timeline", {m_choice->key()}) : Question{};
}

void TimelineView::choose(const QStringList& arguments) {
    m_choice->choose(arguments.value(0));
}

void TimelineView::answered(bool ofNow) {
    const double before = m_timeline ? m_whole : 0;
    m_second = timelineIn(answerAs<Report>());
    fillStages();
    if (m_timeline) keepSight(before);
    AskingPicture::answered(ofNow);
}

double TimelineView::wholeEnd() const {
    const double end = shared(QStringLiteral("step"), 0, m_timeline->end).second;
    return showsSecond() && m_second ? std::max(end, m_second->end) : end;
}

void TimelineView::keepSight(double before) {
    m_whole = wholeEnd();
    const bool all = !(before > 0) || m_seen == TimeSpan{0, before};
    const double scale = all ? 1 : m_whole / before;
    m_seen = all ? TimeSpan{0, m_whole} : TimeSpan{m_seen.from * scale, m_seen.to * scale};
}

void TimelineView::setTraced(const TracedPtr& traced) {
    m_traced = traced;
    reportChanged();
    refresh();
}

QString TimelineView::marked() const {
    if (!m_timeline || !(m_mark.span.length() > 0)) return {};
    return QStringLiteral("%1 %2 %3 %4")
        .arg(m_mark.span.from, 0, 'g', 12)
        .arg(m_mark.span.to, 0, 'g', 12)
        .arg(m_mark.first)
        .arg(m_mark.last);
}

void TimelineView::setMarked(const QString& text) {
    const QStringList parts = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    m_mark = {};
    if (parts.size() == 4)
        m_mark = {{parts[0].toDouble(), parts[1].toDouble()}, parts[2].toInt(), parts[3].toInt()};
    canvas()->update();
}

LaneUse TimelineView::use(const TimeSpan& span) const {
    // When the step is over there is nothing to wait for.
    const double end = std::min(span.to, std::max(span.from, m_timeline->schedule.end.base));
    const bool some = m_mark.span.length() > 0 && m_mark.last >= m_mark.first;
    return laneUse(m_timeline->schedule, m_timeline->mix, some ? m_mark.first : 0,
                   some ? m_mark.last : m_timeline->schedule.stages - 1, Seconds{span.from}, Seconds{end});
}

bool TimelineView::tellApart(const ReportView& other, const items::PairNames& names,
                             items::PairTable& into) const {
    const auto* beside = dynamic_cast<const TimelineView*>(&other);
    if (!beside || !m_timeline || !beside->m_timeline) return false;
    const bool marked = m_mark.span.length() > 0;
    const TimeSpan span = marked ? m_mark.span : m_seen;
    into = items::laneTable(use(span), beside->use(span), names);
    const TimeUnit unit = timeUnit(span.to);
    const QString from = unit.number(span.from), to = unit.withUnit(span.to);
    into.about =
        !marked ? items::Words::tr("In sight, all stages, %1 to %2").arg(from, to)
        : m_mark.first == m_mark.last
            ? items::Words::tr("Stage %1, %2 to %3").arg(QString::number(m_mark.first), from, to)
            : items::Words::tr("Stages %1 to %2, %3 to %4").arg(m_mark.first).arg(m_mark.last).arg(from, to);
    for (const bool ofB : {false, true}) {
        const TimelineView& lacks = ofB ? *beside : *this;
        if (!marked || m_mark.last < lacks.m_timeline->schedule.stages) continue;
        for (items::PairRow& row : into.rows) (ofB ? row.b : row.a).reset(), row.judgement = 0;
        into.why = items::Words::tr("%1 has no stage %2.").arg(ofB ? names.b : names.a).arg(m_mark.last);
    }
    if (!marked && !m_traced && !beside->m_traced) {
        const QString why = items::scheduleWhy(wholeOf(*m_timeline), wholeOf(*beside->m_timeline), names);
        if (!why.isEmpty()) into.why = why;
    }
    constexpr std::size_t kBins = 96;
    const auto busy = [&](const TimelineView& of) {
        return busyShares(of.m_timeline->schedule, 0, of.m_timeline->schedule.stages - 1,
                          Seconds{m_seen.from}, Seconds{m_seen.to}, kBins);
    };
    into.strip = busy(*this);
    const std::vector<double> theirs = busy(*beside);
    for (std::size_t i = 0; i < into.strip.size(); ++i) into.strip[i] -= theirs[i];
    into.stripName = items::Words::tr("busy, %1 − %2").arg(names.a, names.b);
    return true;
}

double TimelineView::names(const Look& look) const {
    const double own = shared(QStringLiteral("names"), 0, timelineNames(*m_timeline, look)).second;
    return showsSecond() && m_second ? std::max(own, timelineNames(*m_second, look)) : own;
}

double TimelineView::lanesAbove(const QSizeF& size, const Look& look) const {
    if (m_traced || !report()->rl) return 0;
    const double margin = 12 * look.unit, line = QFontMetricsF(look.font).height();
    const QRectF area = QRectF(QPointF(), size).adjusted(margin, 0, -margin, 0);
    const double height = paintRlKey(nullptr, *report()->rl, area, look) + 8 * line + margin;
    return height < 0.45 * size.height() ? height : 0;
}

QRectF TimelineView::frame() const {
    const Look look = screenLook(*canvas(), QString());
    const QSizeF size = canvas()->size();
    const double above = lanesAbove(size, look);
    return timelineFrame({size.width(), heightOfFirst(size.height() - above)}, *m_timeline, names(look), look)
        .translated(0, above);
}

QString TimelineView::reason() const {
    if (m_timeline) return {};
    if (m_traced) return items::Words::tr("The trace holds no step that can be drawn.");
    if (!report()) return items::Words::tr("Nothing has been computed yet.");
    if (!report()->train)
        return items::Words::tr(
            "The timeline is one of training steps: this scenario has no training section.");
    return items::Words::tr("The step has too many passes to draw, or its time cannot be computed.");
}

QString TimelineView::summary() const {
    if (const QString why = reason(); !why.isEmpty()) return why;
    if (m_traced) return QStringLiteral("%1: %2.").arg(m_timeline->title, m_timeline->numbers);
    const auto told = [](const Timeline& timeline) {
        return QStringLiteral("%1: %2.").arg(scheduleName(timeline.sketch), scheduleNumbers(timeline.sketch));
    };
    QString step = told(*m_timeline);
    if (showsSecond() && m_second) step += QLatin1Char(' ') + told(*m_second);
    if (const QString why = secondText(); !why.isEmpty()) step += QLatin1Char(' ') + why;
    if (!report()->rl) return step;
    return items::Words::tr("An RL step takes %1. Passes of one plain training step of its layout: %2")
        .arg(rlTime(report()->rl->step.base), step);
}

Sheet TimelineView::sheet() const {
    Sheet sheet;
    sheet.header = {items::Words::tr("Stage"),
                    items::Words::tr("Passes"),
                    items::Words::tr("Busy (s)"),
                    items::Words::tr("Idle between passes (s)"),
                    items::Words::tr("First pass at (s)"),
                    items::Words::tr("Last pass ends at (s)")};
    const bool both = showsSecond() && m_second;
    if (both) sheet.header << items::Words::tr("Schedule");
    const auto add = [&](const Timeline& timeline) {
        int stage = 0;
        for (const RankSums& rank : rankSums(timeline.schedule)) {
            sheet.rows.push_back(
                {QStringLiteral("train.makespan_seconds"),
                 {stage++, rank.passes, rank.busy, rank.end - rank.start - rank.busy, rank.start, rank.end}});
            if (both) sheet.rows.back().cells << scheduleName(timeline.sketch);
        }
    };
    add(*m_timeline);
    if (both) add(*m_second);
    return sheet;
}

QString TimelineView::secondText() const {
    if (!showsSecond()) return {};
    if (!m_second) return answer().why;
    return items::scheduleWhy(wholeOf(*m_timeline), wholeOf(*m_second),
                              {scheduleName(m_timeline->sketch), scheduleName(m_second->sketch)});
}

Hits TimelineView::paint(QPainter& painter, const QSizeF& size, const Look& look) const {
    Hits hits, passes;
    const double above = lanesAbove(size, look);
    if (above > 0) {
        const RlReport& rl = *report()->rl;
        const double margin = 12 * look.unit, line = 1.25 * QFontMetricsF(look.font).height();
        const QFont bold = look.scaledFont(1, true);
        const QString title =
            items::Words::tr("RL step, %1; below, passes of one plain training step of its layout")
                .arg(rlTime(rl.step.base));
        writeText(painter, {margin, 0.7 * margin + line}, elided(title, bold, size.width() - 2 * margin),
                  bold, look.theme.text);
        const double top = 0.7 * margin + 1.4 * line;
        paintRlLanes(painter, rl, shared(QStringLiteral("rl-step"), 0, rl.step.base).second,
                     QRectF(margin, top, size.width() - 2 * margin, above - top), look, hits);
    }
    const auto paintOne = [&](const Timeline& timeline, double top, double height) {
        painter.save();
        painter.translate(0, top);
        passes.clear();
        paintTimeline(painter, {size.width(), height}, timeline, names(look), m_seen, m_mark, look, passes);
        painter.restore();
        for (HitArea& hit : passes) {
            hit.area.translate(0, top);
            hits.push_back(hit);
        }
    };
    const double height = heightOfFirst(size.height() - above);
    paintOne(*m_timeline, above, height);
    if (!showsSecond()) return hits;
    const QFontMetricsF metrics(look.font);
    const double margin = 12 * look.unit, line = 1.25 * metrics.height(), width = size.width() - 2 * margin;
    double words = line;
    if (const QString why = secondText(); !why.isEmpty()) {
        const QRectF place(margin, above + height + 0.15 * line, width, height);
        const QRectF whole = metrics.boundingRect(place, Qt::TextWordWrap, why);
        // Whole where the rows below keep most of their height.
        if (whole.height() < 0.2 * height) {
            painter.setFont(look.font);
            painter.setPen(look.theme.muted);
            painter.drawText(place, Qt::TextWordWrap, why);
            words = std::max(line, whole.height() + 0.3 * line);
        } else {
            writeText(painter, {margin, above + height + line}, elided(why, look.font, width), look.font,
                      look.theme.muted);
        }
        hits.push_back({QRectF(margin, above + height, width, words + 0.4 * line), {}, why, why});
    }
    if (m_second) paintOne(*m_second, above + height + words, height - words);
    return hits;
}

} // namespace moe::ui
