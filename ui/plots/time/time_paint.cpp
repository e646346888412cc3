// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/time/time_paint.h"

#include "models/items/format.h"
#include "models/items/words.h"
#include "ui/plots/kit/axis_hold.h"

#include <algorithm>
#include <cmath>

namespace moe::ui {
namespace {

/// Below this share of the step a part is not worth ink in the hidden bar.
constexpr double kLeastHidden = 0.002;

QString hiddenName() {
    return items::Words::tr("Hidden");
}

bool showsHidden(const TimeParts& whole) {
    return whole.hidden > kLeastHidden * whole.total;
}

QString percentText(double share) {
    const double percent = 100 * share;
    if (percent < 0.05) return QLatin1Char('<') + items::number(0.1, 'f', 1);
    return items::number(percent, 'f', percent < 9.95 ? 1 : 0);
}

void addHit(Hits& hits, const QRectF& area, const TimePart& part, const TimeParts& whole,
            const TimeUnit& unit) {
    hits.push_back(
        {area, part.key, timeToolTip(part, whole, unit),
         QStringLiteral("%1 · %2 · %3 %")
             .arg(part.label, unit.withUnit(part.exposed), percentText(part.exposed / whole.total))});
}

} // namespace

double paintHeadline(QPainter& painter, const QRectF& area, const Headline& headline, const Look& look) {
    const QFont bold = look.scaledFont(1.15, true);
    const QFontMetricsF metrics(bold), plain(look.font);
    double baseline = area.top() + metrics.ascent();
    double x = writeText(painter, {area.left(), baseline}, elided(headline.bold, bold, area.width()), bold,
                         look.theme.text);
    if (x + 14 * look.unit + plain.horizontalAdvance(headline.plain) <= area.right()) {
        x += 14 * look.unit;
    } else {
        x = area.left();
        baseline += 1.25 * plain.height();
    }
    writeText(painter, {x, baseline}, elided(headline.plain, look.font, area.right() - x), look.font,
              look.theme.muted);
    return baseline + metrics.descent() + 4 * look.unit - area.top();
}

double timeBarEnd(const TimeParts& whole) {
    return axisWithFlags(std::max(whole.total, showsHidden(whole) ? whole.hidden : 0), whole.pins);
}

double timeBarHeight(const TimeParts& whole, const Look& look, double comfort) {
    const double axis = 2.2 * QFontMetricsF(look.font).height() + 14 * look.unit;
    const double letters = whole.pins.empty() ? 0 : pinMarkSize(look);
    return letters + (4 + 26 * comfort + (showsHidden(whole) ? 6 + 12 * comfort : 0)) * look.unit + axis;
}

void paintTimeBar(QPainter& painter, const QRectF& area, const TimeParts& whole, double names,
                  const Look& look, double comfort, Hits& hits) {
    // A held axis keeps its unit, too.
    const TimeUnit unit = timeUnit(whole.axisEnd > 0 ? whole.axisEnd : whole.total);
    PlotFrame frame;
    std::vector<PinFlag> flags = whole.pins;
    for (PinFlag& flag : flags) flag.value /= unit.seconds;
    frame.xHigh = (whole.axisEnd > 0 ? whole.axisEnd : timeBarEnd(whole)) / unit.seconds;
    const double letters = flags.empty() ? 0 : pinMarkSize(look);
    const double barHeight = 26 * comfort * look.unit, hiddenHeight = 12 * comfort * look.unit,
                 gap = 6 * look.unit;
    frame.rect =
        QRectF(area.left() + names, area.top() + letters / 2, area.width() - names - 8 * look.unit,
               barHeight + letters / 2 + 4 * look.unit + (showsHidden(whole) ? hiddenHeight + gap : 0));
    AxisText x;
    x.ticks = linearTicks(0, frame.xHigh, frame.rect.width() / (70 * look.unit)).ticks;
    x.text = [](double value) { return items::number(value, 'g', 6); };
    x.title = items::Words::tr("Time (%1)").arg(QString::fromUtf8(unit.text));
    paintAxes(painter, frame, x, {}, look);

    const auto row = [&](double top, double height, const QString& name, bool hidden) {
        painter.setFont(look.font);
        painter.setPen(look.theme.text);
        painter.drawText(QRectF(area.left(), top, names - 8 * look.unit, height),
                         Qt::AlignRight | Qt::AlignVCenter, name);
        double left = frame.rect.left();
        for (const TimePart& part : whole.parts) {
            const double seconds = hidden ? part.hidden : part.exposed;
            if (!(seconds > 0)) continue;
            const double width = seconds / unit.seconds / frame.xHigh * frame.rect.width();
            const QRectF box(left, top, std::min(width, frame.rect.right() - left), height);
            left += width;
            if (!(box.width() > 0)) break; // beyond the end of a held axis
            // Neighbours are told apart by a line in the colour of the paper.
            const double line = std::min(1.0 * look.unit, 0.3 * box.width());
            const QRectF inner = box.adjusted(0, 0, -line, 0);
            if (hidden) {
                painter.fillRect(inner, look.theme.background);
                drawHatch(painter, look, inner, 3.5 * look.unit,
                          QPen(look.ofCategory(part.style.colour), 1.3 * look.unit));
                painter.setPen(QPen(look.ofCategory(part.style.colour), 0.8 * look.unit));
                painter.setBrush(Qt::NoBrush);
                painter.drawRect(inner);
            } else {
                fillCategory(painter, inner, part.style.colour, int(part.style.group), look);
                const double room = inner.width() - 8 * look.unit;
                const QFont font = look.scaledFont(0.92);
                QString text = part.label;
                if (QFontMetricsF(font).horizontalAdvance(text) > room)
                    text = QStringLiteral("%1 %").arg(percentText(part.exposed / whole.total));
                if (QFontMetricsF(font).horizontalAdvance(text) <= room) {
                    painter.setFont(font);
                    painter.setPen(inkOn(look.ofCategory(part.style.colour)));
                    painter.drawText(inner, Qt::AlignCenter, text);
                }
            }
            addHit(hits, box, part, whole, unit);
        }
        const double reach = hidden ? whole.hidden : whole.total;
        if (reach / unit.seconds > frame.xHigh * (1 + 1e-9))
            drawBeyond(painter, frame, top + height / 2, unit.withUnit(reach), look);
    };
    const double top = frame.rect.top() + letters / 2 + 2 * look.unit;
    row(top, barHeight, whole.name, false);
    if (showsHidden(whole)) row(top + barHeight + gap, hiddenHeight, hiddenName(), true);
    const QVector<QRectF> places = paintPinFlags(painter, frame, flags, look);
    for (qsizetype i = 0; i < places.size(); ++i)
        hits.push_back({places[i], QString(), flags[std::size_t(i)].text, flags[std::size_t(i)].readOut});
}

double timeNamesWidth(const TimeParts& whole, const Look& look) {
    const QFontMetricsF metrics(look.font);
    return std::max(metrics.horizontalAdvance(whole.name), metrics.horizontalAdvance(hiddenName())) +
           10 * look.unit;
}

double timeListRowHeight(const Look& look) {
    return 1.3 * QFontMetricsF(look.font).height();
}

namespace {

struct TimeColumn {
    QString title;
    double width = 0;
    bool shown = true;
};

struct TimeColumns {
    TimeColumn time, share, hidden, origin; ///< left to right, after the names
    double chip = 0, gap = 0, names = 0;

    double width() const {
        double sum = chip + gap + names;
        for (const TimeColumn* column : {&time, &share, &hidden, &origin})
            if (column->shown) sum += gap + column->width;
        return sum;
    }
};

TimeColumns timeColumns(const TimeParts& whole, const Look& look) {
    const QFontMetricsF metrics(look.font);
    const TimeUnit unit = timeUnit(whole.total);
    const auto column = [&](const QString& head, const QString& widest, bool shown = true) {
        return TimeColumn{head, metrics.horizontalAdvance(widest), shown};
    };
    const QString digits = QStringLiteral("99.9"), hidden = items::Words::tr("hidden"),
                  origin = items::Words::tr("origin");
    TimeColumns columns{column(QString::fromUtf8(unit.text), digits), column(QStringLiteral("%"), digits),
                        column(hidden, hidden, showsHidden(whole)), column(origin, origin)};
    columns.chip = 12 * look.unit;
    columns.gap = 10 * look.unit;
    const auto widen = [&](double& width, const QString& text) {
        width = std::max(width, metrics.horizontalAdvance(text));
    };
    for (std::size_t index : bySize(whole)) {
        const TimePart& part = whole.parts[index];
        widen(columns.names, part.label);
        widen(columns.origin.width, part.origin);
        widen(columns.time.width, unit.aligned(part.exposed, whole.total));
        if (part.hidden > kLeastHidden * whole.total)
            widen(columns.hidden.width, unit.aligned(part.hidden, whole.total));
    }
    return columns;
}

/// Names give way first, as far as they can still be told apart.
void squeeze(TimeColumns& columns, double width, const Look& look) {
    const double whole = columns.names, least = std::min(whole, 110 * look.unit);
    const auto excess = [&] { return columns.width() - width; };
    for (TimeColumn* column : {&columns.hidden, &columns.origin}) {
        if (excess() <= whole - least) break;
        column->shown = false;
    }
    columns.names -= std::max(0.0, excess());
}

} // namespace

double timeListWidth(const TimeParts& whole, const Look& look) {
    return timeColumns(whole, look).width();
}

void paintTimeList(QPainter& painter, const QRectF& area, const TimeParts& whole, const QString& title,
                   const Look& look, Hits& hits) {
    const QFontMetricsF metrics(look.font);
    const TimeUnit unit = timeUnit(whole.total);
    const std::vector<std::size_t> order = bySize(whole);
    // Rows spread a little where there is room.
    const double height = std::clamp(area.height() / double(order.size() + 1), timeListRowHeight(look),
                                     1.35 * timeListRowHeight(look));
    const double width = area.width();
    TimeColumns columns = timeColumns(whole, look);
    squeeze(columns, width, look);
    const double chip = columns.chip, gap = columns.gap, labels = columns.names;
    const bool originShown = columns.origin.shown;
    const auto timeText = [&](double seconds) { return unit.aligned(seconds, whole.total); };

    double x = area.left() + chip + gap + labels;
    const auto place = [&](const TimeColumn& column) {
        if (!column.shown) return -1.0;
        x += gap + column.width;
        return x;
    };
    const double timeRight = place(columns.time), shareRight = place(columns.share),
                 hiddenRight = place(columns.hidden);
    const double originLeft = x + gap;
    const double base = (height + metrics.capHeight()) / 2;
    double top = area.top();
    const auto right = [&](double edge, const QString& text, const QColor& colour) {
        if (edge > 0)
            writeText(painter, {edge - metrics.horizontalAdvance(text), top + base}, text, look.font, colour);
    };
    writeText(painter, {area.left(), top + base},
              elided(title, look.scaledFont(1, true), chip + gap + labels), look.scaledFont(1, true),
              look.theme.text);
    right(timeRight, columns.time.title, look.theme.muted);
    right(shareRight, columns.share.title, look.theme.muted);
    right(hiddenRight, columns.hidden.title, look.theme.muted);
    if (originShown)
        writeText(painter, {originLeft, top + base}, columns.origin.title, look.font, look.theme.muted);
    top += height;

    const auto room = std::size_t(std::max(0.0, std::floor((area.bottom() - top) / height + 1e-6)));
    const std::size_t shown = order.size() <= room ? order.size() : (room > 0 ? room - 1 : 0);
    double rest = 0;
    for (std::size_t n = 0; n < order.size(); ++n) {
        const TimePart& part = whole.parts[order[n]];
        if (n >= shown) {
            rest += part.exposed;
            continue;
        }
        const QRectF box(area.left(), top + (height - 10 * look.unit) / 2, chip, 10 * look.unit);
        fillCategory(painter, box, part.style.colour, int(part.style.group), look);
        writeText(painter, {area.left() + chip + gap / 2, top + base},
                  elided(part.label, look.font, labels + gap / 2), look.font, look.theme.text);
        right(timeRight, timeText(part.exposed), look.theme.text);
        right(shareRight, percentText(part.exposed / whole.total), look.theme.text);
        if (part.hidden > kLeastHidden * whole.total)
            right(hiddenRight, timeText(part.hidden), look.theme.muted);
        if (originShown)
            writeText(painter, {originLeft, top + base}, part.origin, look.font, look.theme.muted);
        addHit(hits, QRectF(area.left(), top, width, height), part, whole, unit);
        top += height;
    }
    if (shown == order.size() || room == 0) return;
    writeText(painter, {area.left() + chip + gap / 2, top + base},
              items::Words::tr("%1 more").arg(order.size() - shown), look.font, look.theme.muted);
    right(timeRight, timeText(rest), look.theme.muted);
    right(shareRight, percentText(rest / whole.total), look.theme.muted);
}

} // namespace moe::ui
