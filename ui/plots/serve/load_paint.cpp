// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/serve/load_paint.h"

#include "models/items/format.h"
#include "ui/plots/serve/load_view.h"

#include <algorithm>
#include <cmath>

namespace moe::ui {
namespace {

const QColor kRunning("#0072b2"), kWaiting("#d55e00"), kPrompts("#009e73"), kCache("#cc79a7");

/// One column of pixels of the strips.
struct Slice {
    double running = 0, waiting = 0, prompts = 0, cache = 0;
    bool any = false;
};

std::vector<Slice> slicesOf(const TrafficReport& run, double seconds, int columns) {
    std::vector<Slice> slices(std::size_t(std::max(1, columns)));
    const double scale = double(slices.size()) / std::max(seconds, 1e-9);
    for (const PassRecord& pass : run.passRecords) {
        const auto index = [&](double time) {
            return std::size_t(std::clamp(time * scale, 0.0, double(slices.size() - 1)));
        };
        for (std::size_t i = index(pass.start); i <= index(pass.start + pass.seconds); ++i) {
            Slice& slice = slices[i];
            slice.any = true;
            slice.running = std::max(slice.running, double(pass.decodeRows));
            slice.waiting = std::max(slice.waiting, double(pass.waiting));
            slice.prompts = std::max(slice.prompts, double(pass.prefillTokens));
            slice.cache = std::max(slice.cache, pass.kvUse);
        }
    }
    return slices;
}

/// A quantity of the strips.
struct Series {
    double Slice::*of;
    QColor colour;
    bool filled;
    const char* label;
};
struct Strip {
    const char* title;
    std::vector<Series> series;
    double share; ///< of the height
    bool percent;
    double PassReach::*reach;
};
const std::vector<Strip>& strips() {
    static const std::vector<Strip> kRows{
        {QT_TRANSLATE_NOOP("moe::ui::LoadView", "Requests"),
         {{&Slice::running, kRunning, true, QT_TRANSLATE_NOOP("moe::ui::LoadView", "decode")},
          {&Slice::waiting, kWaiting, false, QT_TRANSLATE_NOOP("moe::ui::LoadView", "wait")}},
         0.46,
         false,
         &PassReach::requests},
        {QT_TRANSLATE_NOOP("moe::ui::LoadView", "Prompt tokens of a pass"),
         {{&Slice::prompts, kPrompts, true, ""}},
         0.27,
         false,
         &PassReach::prompts},
        {QT_TRANSLATE_NOOP("moe::ui::LoadView", "KV cache in use"),
         {{&Slice::cache, kCache, true, ""}},
         0.27,
         true,
         &PassReach::prompts},
    };
    return kRows;
}

/// The highest has the unit for all.
QString shareTick(double value) {
    const QString text = items::number(100 * value, 'f', 0);
    return value < 1 ? text : text + QStringLiteral(" %");
}

void paintSeries(QPainter& painter, const PlotFrame& frame, const std::vector<Slice>& slices,
                 const Series& series, const Look& look) {
    const double width = frame.rect.width() / double(slices.size());
    const QColor colour = series.filled ? look.ofCategory(series.colour)
                                        : look.ofCategory(lineColour(series.colour, look.theme));
    QPolygonF line;
    for (std::size_t i = 0; i < slices.size(); ++i) {
        const double left = frame.rect.left() + double(i) * width;
        const double y = frame.toPixel(0, std::min(slices[i].*series.of, frame.yHigh)).y();
        if (series.filled && slices[i].*series.of > 0)
            painter.fillRect(QRectF(left, y, width + 0.3 * look.unit, frame.rect.bottom() - y), colour);
        line << QPointF(left, y) << QPointF(left + width, y);
    }
    if (series.filled) return;
    painter.setPen(QPen(colour, 1.6 * look.unit));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(line);
}

void paintStripTitle(QPainter& painter, QRectF& area, const Strip& strip, const QString& name,
                     const Look& look) {
    const QFont bold = look.scaledFont(1, true);
    const QFontMetricsF metrics(bold);
    const double base = area.top() + metrics.ascent();
    const QString title = LoadView::tr(strip.title);
    double x = writeText(
        painter, {area.left(), base},
        elided(name.isEmpty() ? title : LoadView::tr("%1: %2").arg(name, title), bold, area.width()), bold,
        look.theme.text);
    for (const Series& series : strip.series) {
        if (!*series.label) continue;
        const double width = metrics.horizontalAdvance(LoadView::tr(series.label)) + 31 * look.unit;
        if (x + width > area.right()) break;
        x += 14 * look.unit;
        painter.fillRect(
            QRectF(x, base - 8 * look.unit, 12 * look.unit, 8 * look.unit),
            look.ofCategory(series.filled ? series.colour : lineColour(series.colour, look.theme)));
        x = writeText(painter, {x + 17 * look.unit, base}, LoadView::tr(series.label), look.font,
                      look.theme.text);
    }
    area.setTop(area.top() + 1.35 * metrics.height());
}

/// Latencies in ascending order.
std::vector<float> sortedOf(const std::vector<float>& all, std::size_t first, std::size_t end) {
    std::vector<float> some;
    for (std::size_t i = first; i < std::min(end, all.size()); ++i)
        if (all[i] >= 0) some.push_back(all[i]);
    std::sort(some.begin(), some.end());
    return some;
}

struct Curve {
    std::vector<float> sorted;
    QColor colour;
    Qt::PenStyle style = Qt::SolidLine;
    QString label;
};

/// The title, and which curve is which where there are several: behind it, or below it in little room. Inside
/// the frame every corner may have a curve.
void paintSharesTitle(QPainter& painter, QRectF& area, const QString& title, const std::vector<Curve>& curves,
                      const Look& look) {
    const QFont bold = look.scaledFont(1, true);
    const QFontMetricsF metrics(look.font);
    double base = area.top() + QFontMetricsF(bold).ascent();
    double x =
        writeText(painter, {area.left(), base}, elided(title, bold, area.width()), bold, look.theme.text);
    const double line = 24 * look.unit, gap = 12 * look.unit;
    double keys = 0;
    for (const Curve& curve : curves)
        if (!curve.sorted.empty())
            keys += gap + line + 6 * look.unit + metrics.horizontalAdvance(curve.label);
    if (curves.size() > 1) {
        if (x + keys > area.right()) {
            x = area.left() - gap;
            base += 1.3 * metrics.height();
        }
        for (const Curve& curve : curves) {
            if (curve.sorted.empty()) continue;
            const double middle = base - metrics.capHeight() / 2;
            painter.setPen(
                QPen(look.ofCategory(lineColour(curve.colour, look.theme)), 2 * look.unit, curve.style));
            painter.drawLine(QPointF(x + gap, middle), QPointF(x + gap + line, middle));
            x = writeText(painter, {x + gap + line + 6 * look.unit, base}, curve.label, look.font,
                          look.theme.text);
        }
    }
    area.setTop(base - QFontMetricsF(bold).ascent() + 1.5 * metrics.height());
}

void paintShares(QPainter& painter, QRectF area, const QString& title, const std::vector<Curve>& curves,
                 const Look& look, LimitPlace& place, Hits& hits) {
    const QFontMetricsF metrics(look.font);
    paintSharesTitle(painter, area, title, curves, look);
    double low = INFINITY, high = 0;
    for (const Curve& curve : curves) {
        if (curve.sorted.empty()) continue;
        low = std::min(low, std::max(1e-5, double(curve.sorted.front())));
        high = std::max(high, double(curve.sorted.back()));
    }
    if (!(high > 0)) return;
    if (place.limit) low = std::min(low, *place.limit), high = std::max(high, *place.limit);
    for (const double seconds : place.reach)
        if (seconds > 0) low = std::min(low, seconds), high = std::max(high, seconds);
    low *= 0.9, high *= 1.1;
    PlotFrame frame;
    frame.rect = area.adjusted(metrics.horizontalAdvance(QStringLiteral("100 %")) + 8 * look.unit,
                               0.4 * metrics.height(), -12 * look.unit, -2.2 * metrics.height());
    frame.xLow = std::log(low), frame.xHigh = std::log(high);
    place.frame = frame;
    AxisText x, y;
    for (const double tick : logTicks(low, high, frame.rect.width(), 56 * look.unit).labelled)
        x.ticks << std::log(tick);
    x.text = [text = secondsTicks(high, x.ticks.isEmpty() ? high : std::exp(x.ticks.back()))](double value) {
        return text(std::exp(value));
    };
    y.ticks = {0, 0.5, 1};
    y.text = shareTick;
    paintAxes(painter, frame, x, y, look);
    painter.setRenderHint(QPainter::Antialiasing);
    for (const Curve& curve : curves) {
        if (curve.sorted.empty()) continue;
        QPolygonF line;
        const std::size_t step = std::max<std::size_t>(1, curve.sorted.size() / 400);
        for (std::size_t i = 0; i < curve.sorted.size(); i += step)
            line << frame.toPixel(std::log(std::max(1e-5f, curve.sorted[i])),
                                  double(i + 1) / double(curve.sorted.size()));
        line << frame.toPixel(std::log(std::max(1e-5f, curve.sorted.back())), 1);
        painter.setPen(
            QPen(look.ofCategory(lineColour(curve.colour, look.theme)), 2 * look.unit, curve.style));
        painter.setBrush(Qt::NoBrush);
        for (const QPolygonF& part : clipped(line, frame.rect)) painter.drawPolyline(part);
        const double half = percentileOfSorted(curve.sorted, 0.5),
                     most = percentileOfSorted(curve.sorted, 0.99);
        const QString words = LoadView::tr("%1: half within %2, 99 % within %3")
                                  .arg(curve.label, secondsText(half), secondsText(most));
        for (const auto& [share, seconds] : {std::pair(0.5, half), std::pair(0.99, most)}) {
            const QPointF at = frame.toPixel(std::log(std::max(1e-5, seconds)), share);
            painter.setBrush(look.ofCategory(lineColour(curve.colour, look.theme)));
            painter.setPen(QPen(look.theme.background, look.unit));
            painter.drawEllipse(at, 4 * look.unit, 4 * look.unit);
            hits.push_back(
                {QRectF(at.x() - 7 * look.unit, at.y() - 7 * look.unit, 14 * look.unit, 14 * look.unit),
                 QString(), words, words});
        }
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

} // namespace

QString secondsText(double seconds) {
    return items::humanValue(seconds, QStringLiteral("s"));
}

std::function<QString(double)> secondsTicks(double high, double last) {
    const auto [unit, name] = high >= 2      ? std::pair(1.0, "s")
                              : high >= 2e-3 ? std::pair(1e-3, "ms")
                                             : std::pair(1e-6, "µs");
    return [unit = unit, name = name, last](double seconds) {
        const QString text = items::number(seconds / unit, 'g', 4);
        return seconds < last * (1 - 1e-9) ? text
                                           : QStringLiteral("%1 %2").arg(text, QString::fromUtf8(name));
    };
}

PassReach reachOf(const TrafficReport& run) {
    PassReach reach{run.duration, 1, 1};
    for (const PassRecord& pass : run.passRecords) {
        reach.requests = std::max({reach.requests, double(pass.decodeRows), double(pass.waiting)});
        reach.prompts = std::max(reach.prompts, double(pass.prefillTokens));
    }
    return reach;
}

PassReach widest(const PassReach& a, const PassReach& b) {
    return {std::max(a.seconds, b.seconds), std::max(a.requests, b.requests), std::max(a.prompts, b.prompts)};
}

void paintPasses(QPainter& painter, const QRectF& area, const TrafficReport& run, const PassReach& reach,
                 const QString& name, const Look& look, Hits& hits) {
    const QFontMetricsF metrics(look.font);
    const double left = metrics.horizontalAdvance(QStringLiteral("100 %0")) + 8 * look.unit;
    const double axis = 2.4 * metrics.height(), gap = 6 * look.unit;
    const int columns = int(std::clamp((area.width() - left) / (2 * look.unit), 10.0, 1200.0));
    const std::vector<Slice> slices = slicesOf(run, reach.seconds, columns);
    // In little room the last strips go.
    std::size_t shown = strips().size();
    const auto share = [&shown](std::size_t strip) {
        double all = 0;
        for (std::size_t i = 0; i < shown; ++i) all += strips()[i].share;
        return strips()[strip].share / all;
    };
    const auto room = [&] { return area.height() - axis - gap * double(shown - 1); };
    const auto least = [&] {
        double smallest = 1;
        for (std::size_t i = 0; i < shown; ++i) smallest = std::min(smallest, share(i));
        return smallest * room();
    };
    while (shown > 1 && least() < 3.2 * metrics.height()) --shown;
    const double height = room();
    const QVector<double> times =
        linearTicks(0, reach.seconds, std::max(2.0, (area.width() - left) / (90 * look.unit))).ticks;
    double top = area.top();
    QRectF lanes;
    for (std::size_t s = 0; s < shown; ++s) {
        const Strip& strip = strips()[s];
        const bool last = s + 1 == shown;
        QRectF box(area.left(), top, area.width(), height * share(s));
        top = box.bottom() + gap;
        paintStripTitle(painter, box, strip, name, look);
        const double most = reach.*strip.reach;
        PlotFrame frame;
        frame.rect = box.adjusted(left, 0, -12 * look.unit, 0);
        frame.xHigh = std::max(reach.seconds, 1e-9);
        frame.yHigh = strip.percent ? 1 : std::max(1.0, 1.06 * most);
        lanes = lanes.isNull() ? frame.rect : lanes.united(frame.rect);
        AxisText x, y;
        x.ticks = times;
        x.text = [last](double value) { return last ? items::number(value, 'g', 4) : QString(); };
        if (last) x.title = LoadView::tr("Time since the first request (s)");
        // A low strip says how far it goes, a high one more.
        const double rows = frame.rect.height() / (2.2 * metrics.height());
        const LinearTicks ticks = linearTicks(0, frame.yHigh, std::max(1.0, rows));
        y.ticks = !strip.percent ? ticks.ticks
                  : rows < 1.6   ? QVector<double>{0, 1}
                                 : QVector<double>{0, 0.5, 1};
        if (!strip.percent && ticks.ticks.size() < 2) y.ticks = {0, most};
        y.text = [percent = strip.percent](double value) {
            return percent ? shareTick(value) : items::compactCount(value);
        };
        paintAxes(painter, frame, x, y, look);
        for (const Series& series : strip.series) paintSeries(painter, frame, slices, series, look);
    }
    const std::size_t step = std::max<std::size_t>(1, slices.size() / 120);
    const double width = lanes.width() / double(slices.size());
    for (std::size_t i = 0; i < slices.size(); i += step) {
        if (!slices[i].any) continue;
        const QString words =
            LoadView::tr("at %1: %2 decode, %3 wait, %4 prompt tokens in a pass, %5 % of the KV cache")
                .arg(secondsText((double(i) + 0.5) / double(slices.size()) * reach.seconds),
                     items::humanNumber(slices[i].running), items::humanNumber(slices[i].waiting),
                     items::humanNumber(slices[i].prompts), items::number(100 * slices[i].cache, 'f', 0));
        hits.push_back(
            {QRectF(lanes.left() + double(i) * width, lanes.top(), double(step) * width, lanes.height()),
             QString(), words, words});
    }
}

void paintSpread(QPainter& painter, const QRectF& area, const std::vector<SpreadRun>& runs, const Look& look,
                 LimitPlaces& places, Hits& hits) {
    const double gap = 18 * look.unit, width = (area.width() - gap) / 2;
    std::vector<Curve> first, later;
    if (runs.size() > 1) {
        const auto add = [&](std::vector<Curve>& curves, std::vector<float> TrafficReport::*of) {
            for (std::size_t i = 0; i < runs.size(); ++i)
                curves.push_back({sortedOf(runs[i].run->*of, 0, (runs[i].run->*of).size()),
                                  i == 0 ? kRunning : kWaiting, i == 0 ? Qt::SolidLine : Qt::DashLine,
                                  runs[i].name});
        };
        add(first, &TrafficReport::ttft);
        add(later, &TrafficReport::tpot);
    } else {
        const TrafficReport& run = *runs.front().run;
        const std::size_t burst = run.burst.requests, all = run.ttft.size();
        if (burst > 0 && burst < all) {
            first.push_back(
                {sortedOf(run.ttft, burst, all), kRunning, Qt::SolidLine, LoadView::tr("steady")});
            first.push_back(
                {sortedOf(run.ttft, 0, burst), kWaiting, Qt::DashLine, LoadView::tr("first burst")});
        } else {
            first.push_back(
                {sortedOf(run.ttft, 0, all), kRunning, Qt::SolidLine, LoadView::tr("all requests")});
        }
        later.push_back({sortedOf(run.tpot, 0, all), kPrompts, Qt::SolidLine, LoadView::tr("all requests")});
    }
    paintShares(painter, QRectF(area.topLeft(), QSizeF(width, area.height())),
                LoadView::tr("Time to first token"), first, look, places[0], hits);
    paintShares(painter, QRectF(area.left() + width + gap, area.top(), width, area.height()),
                LoadView::tr("Time per output token"), later, look, places[1], hits);
}

} // namespace moe::ui
