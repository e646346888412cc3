// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/serve/day_view.h"

#include "models/engine/report/metrics.h"
#include "models/engine/serve/engines/engines.h"
#include "models/items/change_text.h"
#include "models/items/format.h"
#include "models/items/pair_text.h"
#include "models/items/words.h"

#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace moe::ui {
namespace {

/// Serving, starting, draining: blue works, the others cost.
constexpr std::array<QRgb, 3> kStates{0xff56b4e9, 0xffe69f00, 0xffa5a5a5};

/// Of the requests, that are not yet answered at the end: fewer are there at any time.
constexpr double kToldShare = 0.001;

QString dayTime(double seconds) {
    return items::humanValue(seconds, QStringLiteral("s"));
}
QString dayShare(double share) {
    return items::humanValue(share, QStringLiteral("share"));
}
QString clockText(double seconds) {
    const int minutes = qRound(seconds / 60);
    return QStringLiteral("%1:%2").arg(minutes / 60).arg(minutes % 60, 2, 10, QLatin1Char('0'));
}
double perSecond(const DaySlot& slot, std::size_t count) {
    return double(count) / (slot.end - slot.begin);
}

/// Names of colours in one line over a strip.
void paintDayKey(QPainter& painter, QRectF& area, const std::vector<std::pair<QString, QColor>>& names,
                 const Look& look) {
    const QFontMetricsF metrics(look.font);
    double x = area.left();
    int category = 0;
    for (const auto& [name, colour] : names) {
        fillCategory(
            painter,
            QRectF(x, area.top() + (metrics.height() - 10 * look.unit) / 2, 12 * look.unit, 10 * look.unit),
            colour, category++, look);
        x = writeText(painter, {x + 17 * look.unit, area.top() + metrics.ascent()}, name, look.font,
                      look.theme.text) +
            14 * look.unit;
    }
    area.setTop(area.top() + metrics.height() + 4 * look.unit);
}

} // namespace

DayView::DayView(QWidget* parent) : AskingPicture(tr("A day of a fleet, simulated"), parent) {
    refresh();
}

Question DayView::question() const {
    return report() && report()->serve && report()->scenario.day ? about("day", {}) : Question{};
}

void DayView::answered(bool ofNow) {
    m_picture = answerAs<DayPicture>();
    AskingPicture::answered(ofNow);
}

QString DayView::reason() const {
    if (!report()) return items::Words::tr("Nothing has been computed yet.");
    if (!report()->serve) return tr("This scenario has no serving section: there are no replicas of it.");
    if (!report()->scenario.day)
        return tr("Set “Requests of the day” (day.requests) for a day of a fleet of this server.");
    if (!m_picture) return answer().why.isEmpty() ? tr("Simulating the day…") : answer().why;
    return {};
}

QString DayView::summary() const {
    if (const QString why = reason(); !why.isEmpty()) return why;
    const DayReport& day = m_picture->day;
    const DaySpec& spec = m_picture->load.plan.day;
    const bool fixed = spec.policy == DayPolicy::Fixed || spec.replicasMin == spec.replicasMax;
    QString text; // what is assumed stands first: the last sentences give way in little room
    for (const Warning& warning : m_picture->load.warnings)
        text += items::sentenceText(warning.text) + QLatin1Char(' ');
    text += fixed ? tr("%1 requests on %2 replicas")
                        .arg(items::compactCount(double(day.requests)))
                        .arg(spec.replicasMax)
                  : tr("%1 requests on %2 to %3 replicas")
                        .arg(items::compactCount(double(day.requests)))
                        .arg(spec.replicasMin)
                        .arg(spec.replicasMax);
    QStringList aside; // what says the same as the share itself is left out
    if (day.within) text += tr(": %1 within the limits").arg(dayShare(*day.within));
    for (const DayBand& band : day.bands)
        if (day.within && std::string_view(band.key) == "day.within_share" &&
            dayShare(band.low) != dayShare(band.high))
            aside << tr("band %1 to %2").arg(dayShare(band.low), dayShare(band.high));
    if (day.worstWithin && dayShare(*day.worstWithin) != dayShare(day.within.value_or(-1)))
        aside << tr("%1 in the worst quarter of an hour, from %2")
                     .arg(dayShare(*day.worstWithin), clockText(day.worstBegin));
    if (!aside.isEmpty()) text += QStringLiteral(" (%1)").arg(aside.join(QStringLiteral("; ")));
    text += tr(", %1 replica-hours").arg(items::humanNumber(day.replicaHours));
    if (day.usd) text += tr(", $ %1").arg(items::humanNumber(*day.usd));
    if (day.kwh) text += tr(", %1 kWh").arg(items::humanNumber(*day.kwh));
    if (day.worstWithin)
        text += QLatin1Char('.');
    else
        text += tr("; in the worst quarter of an hour, from %1, 95 % have their first token within %2.")
                    .arg(clockText(day.worstBegin), dayTime(day.worstTtft95));
    if (day.refused > 0) text += tr(" %1 refused.").arg(items::compactCount(double(day.refused)));
    if (double(day.running) > kToldShare * double(day.requests))
        text += tr(" %1 not yet answered at the end.").arg(items::compactCount(double(day.running)));
    if (m_picture->load.load.standsIn)
        text += tr(" No engine is named: %1 stands in.")
                    .arg(QString::fromUtf8(m_picture->load.load.traffic.engine->label));
    return text;
}

/// By the numbers of the two days.
bool DayView::tellApart(const ReportView& other, const items::PairNames& names,
                        items::PairTable& into) const {
    const auto* beside = dynamic_cast<const DayView*>(&other);
    if (!beside || !m_picture || !beside->m_picture) return false;
    std::vector<items::PairRow> rows;
    for (const Metric* metric : dayMetrics()) {
        items::PairRow row{QString(), items::tableText(metric->label), QString::fromUtf8(metric->unit),
                           valueOf(*metric, m_picture->day), valueOf(*metric, beside->m_picture->day)};
        row.judgement = items::judgedChange(row.change(), std::nullopt, metric->better);
        rows.push_back(std::move(row));
    }
    into = items::resultTable(std::move(rows), names);
    return true;
}

Sheet DayView::sheet() const {
    Sheet sheet{{tr("Begin (s)"), tr("Requests"), tr("Refused"), tr("Within the limits"), tr("Serving"),
                 tr("Starting"), tr("Draining"), tr("In flight"), tr("TTFT, median (s)"),
                 tr("TTFT, 95 % (s)"), tr("TPOT, 95 % (s)")},
                {}};
    for (const DaySlot& slot : m_picture->day.stretches)
        sheet.rows.push_back(
            {QString(),
             {slot.begin, double(slot.arrived), double(slot.refused), double(slot.within), slot.serving,
              slot.starting, slot.draining, slot.inFlight, slot.ttft50, slot.ttft95, slot.tpot95}});
    return sheet;
}

QString DayView::slotText(const DaySlot& slot) const {
    QString text =
        tr("%1 to %2: %3 requests/s, %4 replicas serve, %5 start, %6 drain; first token within %7 "
           "at 95 %")
            .arg(clockText(slot.begin), clockText(slot.end),
                 items::humanNumber(perSecond(slot, slot.arrived)), items::humanNumber(slot.serving),
                 items::humanNumber(slot.starting), items::humanNumber(slot.draining), dayTime(slot.ttft95));
    if (m_picture->day.within && slot.arrived > 0)
        text += tr(", %1 within the limits").arg(dayShare(double(slot.within) / double(slot.arrived)));
    return text;
}

PlotFrame DayView::frameOf(const QRectF& area, double yHigh, const char* quantity, const Look& look) const {
    const QFontMetricsF metrics(look.font);
    PlotFrame frame;
    frame.rect = area.adjusted(56 * look.unit, 2 * look.unit, -20 * look.unit, -1.5 * metrics.height());
    frame.xHigh = shared(QStringLiteral("hours"), 0, m_picture->day.stretches.back().end / 3600).second;
    frame.yHigh = shared(QLatin1String(quantity), 0, yHigh > 0 ? 1.08 * yHigh : 1).second;
    return frame;
}

void DayView::axes(QPainter& painter, const PlotFrame& frame, const QString& title, bool hours,
                   const Look& look, bool whole) const {
    const QFontMetricsF metrics(look.font);
    AxisText xAxis, yAxis;
    const double most = std::max(2.0, frame.rect.width() / (6 * metrics.averageCharWidth()));
    const double step =
        frame.xHigh > 3 ? std::max(1.0, std::ceil(frame.xHigh / most / 3) * 3) : frame.xHigh / 4;
    for (double hour = 0; step > 0 && hour <= frame.xHigh + 1e-9; hour += step) xAxis.ticks << hour;
    xAxis.text = [](double hour) { return clockText(3600 * hour); };
    if (hours) xAxis.title = QString();
    yAxis.ticks =
        linearTicks(0, frame.yHigh, std::max(2.0, frame.rect.height() / (2.2 * metrics.height()))).ticks;
    if (whole) yAxis.ticks.removeIf([](double tick) { return tick != std::round(tick); });
    yAxis.text = [](double value) { return items::number(value, 'g', 4); };
    yAxis.title = title;
    paintAxes(painter, frame, xAxis, yAxis, look);
}

Hits DayView::paint(QPainter& painter, const QSizeF& size, const Look& look) const {
    const double margin = 12 * look.unit, gap = 6 * look.unit;
    QRectF area = QRectF(QPointF(), size).adjusted(margin, 0.7 * margin, -margin, -0.7 * margin);
    paintVerdict(painter, area, summary(), look);
    area.setTop(area.top() + 4 * look.unit);
    const double height = (area.height() - 2 * gap) / 3;
    const auto strip = [&](int i) {
        return QRectF(area.left(), area.top() + i * (height + gap), area.width(), height);
    };
    paintReplicas(painter, strip(0), look);
    paintRequests(painter, strip(1), look);
    paintLatency(painter, strip(2), look);
    Hits hits;
    hover(frameOf(area, 1, "whole", look), hits);
    return hits;
}

/// Stacked: those that serve, those that start, those that drain.
void DayView::paintReplicas(QPainter& painter, const QRectF& given, const Look& look) const {
    const std::vector<DaySlot>& all = m_picture->day.stretches;
    QRectF area = given;
    paintDayKey(painter, area,
                {{tr("serving"), QColor(kStates[0])},
                 {tr("starting"), QColor(kStates[1])},
                 {tr("draining"), QColor(kStates[2])}},
                look);
    const PlotFrame frame = frameOf(area, m_picture->day.mostReplicas, "replicas", look);
    axes(painter, frame, tr("Replicas"), false, look, true);
    std::vector<double> below(all.size(), 0);
    int category = 0;
    for (double DaySlot::*const member : {&DaySlot::serving, &DaySlot::starting, &DaySlot::draining}) {
        QPolygonF upper, lower;
        for (std::size_t i = 0; i < all.size(); ++i) {
            const double top = below[i] + all[i].*member;
            for (const double hour : {all[i].begin / 3600, all[i].end / 3600}) {
                upper << frame.toPixel(hour, top);
                lower << frame.toPixel(hour, below[i]);
            }
            below[i] = top;
        }
        std::reverse(lower.begin(), lower.end());
        fillCategory(painter, upper + lower, QColor(kStates[std::size_t(category)]), category, look);
        ++category;
    }
}

/// Requests as they came; below, those within the limits.
void DayView::paintRequests(QPainter& painter, const QRectF& given, const Look& look) const {
    const std::vector<DaySlot>& all = m_picture->day.stretches;
    const bool limited = m_picture->day.within.has_value();
    double most = 0;
    for (const DaySlot& slot : all) most = std::max(most, perSecond(slot, slot.arrived));
    QRectF area = given;
    const QColor good = QColor(0xff009e73), late = QColor(0xffd55e00);
    paintDayKey(painter, area,
                limited
                    ? std::vector<std::pair<QString, QColor>>{{tr("within the limits"), good},
                                                              {tr("late or refused"), late}}
                    : std::vector<std::pair<QString, QColor>>{{tr("answered"), good}, {tr("refused"), late}},
                look);
    const PlotFrame frame = frameOf(area, most, "requests", look);
    axes(painter, frame, tr("Requests/s"), false, look);
    QPolygonF upper, middle, lower;
    for (const DaySlot& slot : all)
        for (const double hour : {slot.begin / 3600, slot.end / 3600}) {
            upper << frame.toPixel(hour, perSecond(slot, slot.arrived));
            middle << frame.toPixel(hour, perSecond(slot, limited ? slot.within : slot.answered));
            lower << frame.toPixel(hour, 0);
        }
    std::reverse(lower.begin(), lower.end());
    fillCategory(painter, middle + lower, good, 0, look);
    std::reverse(middle.begin(), middle.end());
    fillCategory(painter, upper + middle, late, 1, look);
}

void DayView::paintLatency(QPainter& painter, const QRectF& given, const Look& look) const {
    const std::vector<DaySlot>& all = m_picture->day.stretches;
    const std::optional<double>& limit = m_picture->load.scenario.serve->sloTtft;
    double most = limit.value_or(0);
    for (const DaySlot& slot : all) most = std::max(most, slot.ttft95);
    const QFontMetricsF metrics(look.font);
    QRectF area = given;
    writeText(painter, {area.left(), area.top() + metrics.ascent()},
              tr("Time to first token: 95 % (line) and median (dotted)"), look.font, look.theme.text);
    area.setTop(area.top() + metrics.height() + 4 * look.unit);
    const PlotFrame frame = frameOf(area, most, "ttft", look);
    axes(painter, frame, tr("TTFT (s)"), true, look);
    painter.setBrush(Qt::NoBrush);
    for (const bool median : {true, false}) {
        QPolygonF line;
        for (const DaySlot& slot : all)
            if (slot.answered > 0)
                line << frame.toPixel((slot.begin + slot.end) / 7200, median ? slot.ttft50 : slot.ttft95);
        painter.setPen(QPen(median ? look.theme.muted : look.theme.accent, (median ? 1.2 : 1.6) * look.unit,
                            median ? Qt::DotLine : Qt::SolidLine));
        painter.drawPolyline(line);
    }
    if (!limit) return;
    const double y = frame.toPixel(0, *limit).y();
    painter.setPen(QPen(look.theme.text, look.unit, Qt::DashLine));
    painter.drawLine(QPointF(frame.rect.left(), y), QPointF(frame.rect.right(), y));
    const QString words = tr("limit %1").arg(dayTime(*limit));
    drawHaloText(painter,
                 {frame.rect.left() + metrics.horizontalAdvance(words) / 2 + 6 * look.unit,
                  std::max(frame.rect.top() + metrics.height() / 2, y - 0.6 * metrics.height())},
                 0, words, look.font, look.theme.text, look.theme.background, 2 * look.unit);
}

/// A column of each stretch, through all strips.
void DayView::hover(const PlotFrame& frame, Hits& hits) const {
    for (const DaySlot& slot : m_picture->day.stretches) {
        const QRectF column(frame.toPixel(slot.begin / 3600, 0).x(), frame.rect.top(),
                            frame.toPixel(slot.end / 3600, 0).x() - frame.toPixel(slot.begin / 3600, 0).x(),
                            frame.rect.height());
        const QString text = slotText(slot);
        hits.push_back({column, QString(), text, text});
    }
}

} // namespace moe::ui
