// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/tradeoffs/failures_view.h"

#include "models/items/format.h"
#include "models/items/words.h"
#include "ui/plots/kit/shapes.h"

#include <algorithm>
#include <cmath>

namespace moe::ui {
namespace {

const QColor kCurve("#0072b2");
const QColor kMarks[] = {"#009e73", "#e69f00", "#cc79a7", "#56b4e9", "#d55e00"};
constexpr const char* kKey = "goodput.efficiency";

QString percent(double share, int decimals = 1) {
    return items::number(100 * share, 'f', decimals) + QStringLiteral(" %");
}
QString timeText(Seconds seconds) {
    return items::humanValue(seconds.base, QStringLiteral("s"));
}
/// As storage is sold.
QString storageText(Bytes bytes) {
    return items::number(bytes.base / 1e12, 'g', 3) + QStringLiteral(" TB");
}
QString labelOf(const IntervalMark& mark) {
    return items::tableText(mark.label);
}
QString labelOf(const JobSizeLine& line) {
    const QString rate = items::number(line.failuresPer1000NodeDays, 'g', 3);
    const QString whose = *line.label ? items::tableText(line.label) : FailuresView::tr("this scenario");
    return QStringLiteral("%1 (%2)").arg(whose, rate);
}

/// One below the other: what the run comes to.
QStringList facts(const GoodputCurves& curves) {
    const GoodputReport& goodput = curves.goodput;
    QStringList words{
        FailuresView::tr("a failure every %1").arg(timeText(goodput.between)),
        FailuresView::tr("a checkpoint of %1 every %2, which holds the step up for %3")
            .arg(storageText(goodput.checkpoint), timeText(goodput.interval),
                 timeText(curves.times.blocking)),
    };
    if (curves.assumed)
        words << FailuresView::tr("the scenario gives no failures: %1 per 1000 nodes and day, as Llama 3 had")
                     .arg(items::number(curves.failuresPer1000NodeDays, 'g', 3));
    words << FailuresView::tr("%1 from a failure to the next step").arg(timeText(curves.times.restart))
          << FailuresView::tr("spare nodes: %1").arg(items::number(goodput.spareNodes, 'f', 0));
    const auto days = [](double count) { return items::humanValue(86400 * count, QStringLiteral("s")); };
    if (goodput.days && curves.idealDays)
        words << FailuresView::tr("%1 instead of %2").arg(days(*goodput.days), days(*curves.idealDays));
    if (goodput.usd && curves.idealUsd)
        words << FailuresView::tr("%1 instead of %2")
                     .arg(items::humanValue(*goodput.usd, QStringLiteral("USD")),
                          items::humanValue(*curves.idealUsd, QStringLiteral("USD")));
    return words;
}

constexpr double kLeastLines = 11; ///< of text, the height of a curve that can be read

/// Axes of a curve of progress over something logarithmic; x of the frame is its logarithm.
PlotFrame progressFrame(QPainter& painter, const QRectF& area, double low, double high, double least,
                        const QString& title, bool named, const QVector<double>& labelled,
                        const std::function<QString(double)>& text, const Look& look) {
    const QFontMetricsF metrics(look.font);
    const double left = metrics.horizontalAdvance(QStringLiteral("100.0")) +
                        (named ? 1.6 * metrics.height() : 0) + 8 * look.unit;
    PlotFrame frame;
    frame.rect =
        area.adjusted(left, 0.5 * metrics.height(), -10 * look.unit, -2.4 * metrics.height() - 8 * look.unit);
    frame.xLow = std::log(low), frame.xHigh = std::log(high);
    const double floor = std::clamp(least, 0.0, 0.999);
    const LinearTicks ticks =
        linearTicks(100 * floor, 100, std::max(2.0, frame.rect.height() / (3 * metrics.height())));
    frame.yLow = floor, frame.yHigh = 1;
    AxisText x, y;
    for (const double tick : labelled) x.ticks << std::log(tick);
    x.text = [text](double value) { return text(std::exp(value)); };
    x.title = title;
    for (const double tick : ticks.ticks) y.ticks << tick / 100;
    y.text = [decimals = ticks.decimals](double value) { return items::number(100 * value, 'f', decimals); };
    if (named) y.title = FailuresView::tr("Progress (%)");
    paintAxes(painter, frame, x, y, look);
    return frame;
}

void paintCurve(QPainter& painter, const QPolygonF& pixels, const QRectF& frame, const QPen& pen) {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    for (const QPolygonF& part : clipped(pixels, frame)) painter.drawPolyline(part);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void paintTitle(QPainter& painter, QRectF& area, const QString& title, const Look& look) {
    const QFont bold = look.scaledFont(1, true);
    const QFontMetricsF metrics(bold);
    writeText(painter, {area.left(), area.top() + metrics.ascent()}, elided(title, bold, area.width()), bold,
              look.theme.text);
    area.setTop(area.top() + 1.4 * metrics.height());
}

void paintIntervals(QPainter& painter, QRectF area, const GoodputCurves& curves, const ReportView& view,
                    const Look& look, Hits& hits) {
    const QFontMetricsF metrics(look.font);
    paintTitle(painter, area, FailuresView::tr("Time between checkpoints"), look);
    double least = 1;
    for (const IntervalPoint& point : curves.intervals) least = std::min(least, point.efficiency);
    const auto [low, high] = view.shared(QStringLiteral("interval"), curves.intervals.front().interval.base,
                                         curves.intervals.back().interval.base);
    const double floor = view.shared(QStringLiteral("interval.least"), least - 0.4 * (1 - least), 1).first;
    // One unit for the whole axis, in which its ticks are round.
    const double middle = std::sqrt(low * high);
    const double unit = middle < 120 ? 1 : middle < 7200 ? 60 : 3600;
    const QString name = unit == 1    ? FailuresView::tr("s")
                         : unit == 60 ? FailuresView::tr("min")
                                      : FailuresView::tr("h");
    QVector<double> ticks =
        logTicks(low / unit, high / unit, area.width() - 60 * look.unit, 34 * look.unit).labelled;
    for (double& tick : ticks) tick *= unit;
    const auto text = [unit](double seconds) { return items::number(seconds / unit, 'g', 4); };
    const PlotFrame frame = progressFrame(painter, area, low, high, floor,
                                          FailuresView::tr("Work between two checkpoints (%1)").arg(name),
                                          true, ticks, text, look);
    const auto at = [&](Seconds interval, double efficiency) {
        return frame.toPixel(std::log(interval.base), efficiency);
    };
    QPolygonF pixels;
    for (const IntervalPoint& point : curves.intervals) pixels << at(point.interval, point.efficiency);
    paintCurve(painter, pixels, frame.rect, QPen(lineColour(kCurve, look.theme), 2.2 * look.unit));

    // The rules mostly agree: each has a stem of its own length, with its words beside the lower end.
    const double row = 1.35 * metrics.height();
    const double rows = row * double(curves.marks.size());
    const auto wordsOf = [](const IntervalMark& mark) {
        return FailuresView::tr("%1: %2, %3")
            .arg(labelOf(mark), timeText(mark.interval), percent(mark.efficiency, 2));
    };
    double widest = 0;
    for (const IntervalMark& mark : curves.marks)
        widest = std::max(widest, metrics.horizontalAdvance(wordsOf(mark)));
    const auto rightward = [&](const IntervalMark& mark) {
        return at(mark.interval, mark.efficiency).x() + widest + 8 * look.unit < frame.rect.right();
    };
    // So that no stem passes below another's words: to the left the earlier stand higher, to the right the
    // later.
    std::vector<std::size_t> order(curves.marks.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        const IntervalMark &one = curves.marks[a], &other = curves.marks[b];
        if (rightward(one) != rightward(other)) return rightward(other);
        return rightward(one) ? one.interval > other.interval : one.interval < other.interval;
    });
    painter.setRenderHint(QPainter::Antialiasing);
    // Else the marks alone; the table has the words.
    const bool worded =
        frame.rect.height() > rows + 2 * row &&
        std::all_of(curves.marks.begin(), curves.marks.end(), [&](const IntervalMark& mark) {
            const double x = at(mark.interval, mark.efficiency).x();
            return std::max(x - frame.rect.left(), frame.rect.right() - x) > widest + 8 * look.unit;
        });
    const auto eachRow = [&](auto paintRow) {
        if (!worded) return;
        double level = frame.rect.bottom() - rows + 0.1 * row;
        for (const std::size_t i : order) {
            const QPointF point = at(curves.marks[i].interval, curves.marks[i].efficiency);
            const double side = rightward(curves.marks[i]) ? 1 : -1;
            paintRow(i, point, level, side);
            level += row;
        }
    };
    eachRow([&](std::size_t i, QPointF point, double level, double side) {
        painter.setPen(QPen(look.ofCategory(kMarks[i % std::size(kMarks)]), 1.3 * look.unit));
        painter.drawPolyline(QPolygonF{point, {point.x(), level}, {point.x() + 5 * side * look.unit, level}});
    });
    eachRow([&](std::size_t i, QPointF point, double level, double side) {
        const QString words = wordsOf(curves.marks[i]);
        const double half = metrics.horizontalAdvance(words) / 2;
        // Beside the stem, but never out of the frame.
        const double left = frame.rect.left() + half + 4 * look.unit,
                     right = std::max(left, frame.rect.right() - half);
        const double x = std::clamp(point.x() + side * (8 * look.unit + half), left, right);
        drawHaloText(painter, {x, level}, 0, words, look.font, look.theme.text, look.theme.background,
                     2 * look.unit);
    });
    for (const std::size_t i : order) {
        const IntervalMark& mark = curves.marks[i];
        const QPointF point = at(mark.interval, mark.efficiency);
        drawShape(painter, Shape(i % kShapes), point, 9 * look.unit,
                  look.ofCategory(kMarks[i % std::size(kMarks)]), look.theme);
        const QString words = QStringLiteral("%1 · %2 · %3")
                                  .arg(labelOf(mark), timeText(mark.interval), percent(mark.efficiency, 2));
        const double half = 7 * look.unit;
        hits.push_back({QRectF(point.x() - half, point.y() - half, 2 * half, 2 * half), QLatin1String(kKey),
                        words, words});
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    const double width = frame.rect.width() / double(curves.intervals.size());
    for (const IntervalPoint& point : curves.intervals) {
        const QString words =
            QStringLiteral("%1 · %2").arg(timeText(point.interval), percent(point.efficiency, 2));
        hits.push_back(
            {QRectF(at(point.interval, 1).x() - width / 2, frame.rect.top(), width, frame.rect.height()),
             QLatin1String(kKey), words, words});
    }
}

void paintSizes(QPainter& painter, QRectF area, const GoodputCurves& curves, bool named,
                const ReportView& view, const Look& look, Hits& hits) {
    const QFontMetricsF metrics(look.font);
    paintTitle(painter, area, FailuresView::tr("GPUs (failures per 1000 nodes and day)"), look);
    double least = 1;
    for (const JobSizeLine& line : curves.sizes)
        for (const JobSizePoint& point : line.points) least = std::min(least, point.efficiency);
    const std::vector<JobSizePoint>& own = curves.sizes.front().points;
    const auto text = [](double gpus) { return items::number(gpus, 'f', 0); };
    const auto [low, high] = view.shared(QStringLiteral("gpus"), own.front().gpus, own.back().gpus);
    QVector<double> ticks;
    for (double gpus = low; gpus <= high * 1.001; gpus *= 4) ticks << gpus;
    const PlotFrame frame =
        progressFrame(painter, area, low, high,
                      view.shared(QStringLiteral("gpus.least"), least - 0.1 * (1 - least), 1).first,
                      FailuresView::tr("GPUs"), named, ticks, text, look);
    const auto at = [&](double gpus, double efficiency) { return frame.toPixel(std::log(gpus), efficiency); };
    std::vector<const JobSizeLine*> byRate;
    for (const JobSizeLine& line : curves.sizes) byRate.push_back(&line);
    std::sort(byRate.begin(), byRate.end(), [](const JobSizeLine* a, const JobSizeLine* b) {
        return a->failuresPer1000NodeDays < b->failuresPer1000NodeDays;
    });
    static constexpr Qt::PenStyle kPens[] = {Qt::DashLine, Qt::DotLine, Qt::DashDotLine, Qt::DashDotDotLine};
    // Their names in the free corner below, in the order of the lines.
    double top = frame.rect.bottom() - 1.35 * metrics.height() * double(byRate.size()) - 4 * look.unit;
    const bool worded = top > frame.rect.top() + metrics.height();
    std::size_t others = 0;
    for (const JobSizeLine* line : byRate) {
        const bool here = line == &curves.sizes.front();
        QPolygonF pixels;
        for (const JobSizePoint& point : line->points) pixels << at(point.gpus, point.efficiency);
        const QPen pen(here ? lineColour(kCurve, look.theme) : look.theme.muted,
                       (here ? 2.2 : 1.4) * look.unit,
                       here ? Qt::SolidLine : kPens[others++ % std::size(kPens)]);
        paintCurve(painter, pixels, frame.rect, pen);
        const double middle = top + 0.65 * metrics.height(), x = frame.rect.left() + 8 * look.unit;
        const QString words = labelOf(*line);
        if (worded) {
            painter.setPen(pen);
            painter.drawLine(QPointF(x, middle), QPointF(x + 24 * look.unit, middle));
            drawHaloText(painter, {x + 30 * look.unit + metrics.horizontalAdvance(words) / 2, middle}, 0,
                         words, look.font, look.theme.text, look.theme.background, 2 * look.unit);
        }
        top += 1.35 * metrics.height();
        for (const JobSizePoint& point : line->points) {
            const QPointF pixel = at(point.gpus, point.efficiency);
            const QString tip = FailuresView::tr("%1 · %2 GPUs · %3, a failure every %4")
                                    .arg(words, items::humanNumber(point.gpus), percent(point.efficiency),
                                         timeText(point.between));
            const double half = 6 * look.unit;
            hits.push_back({QRectF(pixel.x() - half, pixel.y() - half, 2 * half, 2 * half),
                            QLatin1String(kKey), tip, tip});
        }
    }
    if (curves.gpus < own.front().gpus || curves.gpus > own.back().gpus) return;
    painter.setRenderHint(QPainter::Antialiasing);
    drawMark(painter, Mark::Scenario, at(curves.gpus, curves.goodput.efficiency),
             markSize(Mark::Scenario, look), look.theme);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

} // namespace

FailuresView::FailuresView(QWidget* parent) : AskingPicture(items::tableText("Failures"), parent) {
    refresh();
}

Question FailuresView::question() const {
    return report() && report()->train ? about("goodput", {}) : Question{};
}

void FailuresView::answered(bool ofNow) {
    m_curves = answerAs<GoodputCurves>();
    AskingPicture::answered(ofNow);
}

QString FailuresView::reason() const {
    if (!report()) return tr("Nothing has been computed yet.");
    if (!report()->train)
        return tr("This scenario has no training section: nothing runs long enough to fail.");
    if (!m_curves) return answer().why.isEmpty() ? tr("Computing what failures cost…") : answer().why;
    return {};
}

QString FailuresView::summary() const {
    if (const QString why = reason(); !why.isEmpty()) return why;
    return tr("%1 of the time is progress: %2.")
        .arg(percent(m_curves->goodput.efficiency), facts(*m_curves).mid(0, 2).join(QStringLiteral(", ")));
}

Sheet FailuresView::sheet() const {
    Sheet sheet{{tr("Rule or rate"), tr("GPUs"), tr("Between checkpoints (s)"), tr("Between failures (h)"),
                 tr("Progress (%)")},
                {}};
    const auto add = [&](const QString& what, double gpus, Seconds interval, Seconds between, double share) {
        sheet.rows.push_back(
            {QLatin1String(kKey), {what, gpus, interval.base, between.base / 3600, 100 * share}});
    };
    const GoodputCurves& curves = *m_curves;
    for (const IntervalMark& mark : curves.marks)
        add(labelOf(mark), curves.gpus, mark.interval, curves.times.between, mark.efficiency);
    for (const IntervalPoint& point : curves.intervals)
        add(tr("interval"), curves.gpus, point.interval, curves.times.between, point.efficiency);
    for (const JobSizeLine& line : curves.sizes)
        for (const JobSizePoint& point : line.points)
            add(labelOf(line), point.gpus, point.interval, point.between, point.efficiency);
    return sheet;
}

Hits FailuresView::paint(QPainter& painter, const QSizeF& size, const Look& look) const {
    const QFontMetricsF metrics(look.font);
    const double margin = 12 * look.unit, gap = 18 * look.unit;
    QRectF area = QRectF(QPointF(), size).adjusted(margin, 0.7 * margin, -margin, -0.7 * margin);
    paintVerdict(painter, area, summary(), look);
    area.setTop(area.top() + 6 * look.unit);
    const QString note = facts(*m_curves).mid(2).join(QStringLiteral(" · "));
    const double noted =
        metrics.boundingRect(QRectF(0, 0, area.width(), 1e6), Qt::TextWordWrap, note).height();
    const double height = area.height() - noted < kLeastLines * metrics.height() ? 0 : noted;
    if (height > 0) {
        painter.setFont(look.font);
        painter.setPen(look.theme.muted);
        painter.drawText(QRectF(area.left(), area.bottom() - height, area.width(), height + 2),
                         Qt::TextWordWrap, note);
    }
    area.setBottom(area.bottom() - height - 8 * look.unit);
    Hits hits;
    if (area.width() >= 600 * look.unit) {
        const double width = (area.width() - gap) / 2;
        paintIntervals(painter, QRectF(area.topLeft(), QSizeF(width, area.height())), *m_curves, *this, look,
                       hits);
        paintSizes(painter, QRectF(area.left() + width + gap, area.top(), width, area.height()), *m_curves,
                   false, *this, look, hits);
        return hits;
    }
    const double half = (area.height() - gap) / 2;
    if (half < kLeastLines * metrics.height()) { // what no room is left for would stand over the other
        paintIntervals(painter, area, *m_curves, *this, look, hits);
        return hits;
    }
    paintIntervals(painter, QRectF(area.topLeft(), QSizeF(area.width(), half)), *m_curves, *this, look, hits);
    paintSizes(painter, QRectF(area.left(), area.top() + half + gap, area.width(), half), *m_curves, true,
               *this, look, hits);
    return hits;
}

} // namespace moe::ui
