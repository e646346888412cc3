// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/servers/server_goodput.h"

#include "models/items/format.h"
#include "models/items/own_point_text.h"
#include "models/items/serving_search_text.h"
#include "models/items/words.h"
#include "ui/plots/kit/pin_marks.h"
#include "ui/plots/servers/goodput_view.h"
#include "ui/plots/servers/server_words.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <tuple>

namespace moe::ui {
namespace {

const QColor kHighest("#d55e00");
/// Cells that keep the limits have the last colour of the palette, the others end before it.
constexpr double kBelow = 0.75;

double wantedShare(const GoodputMap& map) {
    return map.search.base.serve->sloPercentile / 100;
}
QString shareText(double share) {
    return items::number(100 * share, 'f', share > 0.9 && share < 1 ? 1 : 0) + QStringLiteral(" %");
}
QString perSecond(double rate) {
    return items::humanNumber(rate);
}
QString secondsText(double seconds) {
    return items::humanValue(seconds, QStringLiteral("s"));
}
QString bandText(const GoodputRow& row) {
    return GoodputView::tr("%1 (%2 to %3)")
        .arg(perSecond(row.highest), perSecond(row.low), perSecond(row.high));
}
QString boundOf(const GoodputRow& row) {
    if (!row.bound) return {};
    return *row.bound == ServingBound::Ttft   ? GoodputView::tr("beyond it first tokens come too late")
           : *row.bound == ServingBound::Tpot ? GoodputView::tr("beyond it tokens take too long")
                                              : GoodputView::tr("beyond it both limits are broken");
}

QString cellText(const GoodputMap& map, const GoodputRow& row, std::size_t column) {
    const GoodputCell& cell = row.cells[column];
    QString text = GoodputView::tr("%1 at %2 requests/s: %3 within the limits, TTFT %4, TPOT %5 at %6 %")
                       .arg(goodputRowName(map, row), perSecond(map.rates[column]), shareText(cell.share),
                            secondsText(cell.ttft), secondsText(cell.tpot),
                            items::number(100 * wantedShare(map), 'g', 4));
    if (cell.saturated) text += GoodputView::tr("; more arrive than are answered");
    return text;
}
QString rowText(const GoodputMap& map, const GoodputRow& row) {
    if (!row.problems.empty())
        return goodputRowName(map, row) + QStringLiteral(": ") + items::problemText(row.problems.front());
    QString text = GoodputView::tr("%1: up to %2 requests/s within the limits, %3 whatever they take")
                       .arg(goodputRowName(map, row), bandText(row), perSecond(row.capacity));
    if (const QString bound = boundOf(row); !bound.isEmpty()) text += QStringLiteral("; ") + bound;
    return text;
}

QColor cellColour(const GoodputMap& map, const GoodputCell& cell, const Look& look) {
    return look.colour(cell.share >= wantedShare(map) ? 1 : kBelow * cell.share);
}
void hatch(QPainter& painter, const QRectF& area, const QColor& ground, const Look& look) {
    QColor ink = inkOn(ground);
    ink.setAlphaF(0.45F);
    drawHatch(painter, look, area, 6 * look.unit, QPen(ink, look.unit));
}

void paintKey(QPainter& painter, QRectF& area, const GoodputMap& map, const Look& look) {
    if (!look.legend) return;
    const QFontMetricsF metrics(look.font);
    double x = area.left(), middle = area.top() + 0.6 * metrics.height();
    const double tall = 10 * look.unit;
    const auto key = [&](double width, auto&& icon, const QString& text) {
        if (x > area.left() && x + width + 6 * look.unit + metrics.horizontalAdvance(text) > area.right()) {
            x = area.left();
            middle += 1.3 * metrics.height();
        }
        icon(QRectF(x, middle - tall / 2, width, tall));
        x = writeText(painter, {x + width + 6 * look.unit, middle + metrics.capHeight() / 2}, text, look.font,
                      look.theme.text) +
            14 * look.unit;
    };
    const QString wanted = items::number(100 * wantedShare(map), 'g', 4);
    key(
        tall, [&](const QRectF& box) { painter.fillRect(box, look.colour(1)); },
        GoodputView::tr("%1 % within the limits or more").arg(wanted));
    key(
        60 * look.unit,
        [&](const QRectF& box) {
            constexpr int kSteps = 30;
            for (int i = 0; i < kSteps; ++i)
                painter.fillRect(QRectF(box.left() + box.width() * (kSteps - 1 - i) / kSteps, box.top(),
                                        box.width() / kSteps + 0.5, box.height()),
                                 look.colour(kBelow * i / (kSteps - 1)));
        },
        GoodputView::tr("fewer, to 0 %"));
    if (std::any_of(map.rows.begin(), map.rows.end(), [](const GoodputRow& row) {
            return std::any_of(row.cells.begin(), row.cells.end(),
                               [](const GoodputCell& cell) { return cell.saturated; });
        }))
        key(
            1.6 * tall,
            [&](const QRectF& box) {
                painter.fillRect(box, look.colour(0));
                hatch(painter, box, look.colour(0), look);
            },
            GoodputView::tr("more arrive than are answered"));
    key(
        1.6 * tall,
        [&](const QRectF& box) {
            painter.setPen(QPen(look.ofCategory(kHighest), 1.6 * look.unit));
            painter.drawLine(QPointF(box.left(), middle), QPointF(box.right(), middle));
            painter.drawLine(QPointF(box.center().x(), box.top()), QPointF(box.center().x(), box.bottom()));
        },
        GoodputView::tr("highest that holds, with its band"));
    area.setTop(middle + 0.9 * metrics.height());
}

struct MapFrame {
    QRectF cells;
    double low = 0, high = 1; ///< requests/s at the edges
    double row = 1;           ///< height
    double x(double rate) const { return cells.left() + cells.width() * (rate - low) / (high - low); }
};

/// A line from the lowest to the highest of the band and a stroke at the rate itself.
void paintHighest(QPainter& painter, const MapFrame& frame, const GoodputRow& row, double top,
                  const Look& look) {
    const auto at = [&](double rate) {
        return std::clamp(frame.x(rate), frame.cells.left(), frame.cells.right());
    };
    const double middle = top + frame.row / 2, tall = 0.32 * frame.row;
    const QLineF lines[] = {{at(row.low), middle, at(row.high), middle},
                            {at(row.low), middle - tall / 2, at(row.low), middle + tall / 2},
                            {at(row.high), middle - tall / 2, at(row.high), middle + tall / 2},
                            {at(row.highest), middle - tall, at(row.highest), middle + tall}};
    for (const auto& [colour, width] :
         {std::pair{look.theme.background, 4.0}, {look.ofCategory(kHighest), 2.0}}) {
        painter.setPen(QPen(colour, width * look.unit, Qt::SolidLine, Qt::FlatCap));
        painter.drawLines(lines, int(std::size(lines)));
    }
}

/// The first of the rows, and the last, which is the scenario's own.
std::vector<std::size_t> rowsThatFit(const GoodputMap& map, std::size_t most) {
    std::vector<std::size_t> rows;
    const std::size_t count = map.rows.size();
    for (std::size_t i = 0; i < count; ++i)
        if (i + 1 == count || i + 1 < most) rows.push_back(i);
    return rows;
}

void paintMeasured(QPainter& painter, const MapFrame& frame, double middle,
                   const std::vector<OwnRate>& measured, const Look& look, Hits& hits) {
    const auto at = [&](double rate) {
        return QPointF(std::clamp(frame.x(rate), frame.cells.left(), frame.cells.right()), middle);
    };
    const double half = 7 * look.unit;
    for (const OwnRate& one : measured) {
        const QPointF centre = at(one.rate);
        drawOwnMark(painter, centre, at(one.low), at(one.high), look, ownMarkScale(measured.size()));
        const QString text = items::ownRateText(one);
        hits.push_back({QRectF(centre.x() - half, middle - half, 2 * half, 2 * half), QString(), text, text});
    }
}

} // namespace

QString goodputRowName(const GoodputMap& map, const GoodputRow& row) {
    if (!row.point) return GoodputView::tr("this scenario");
    const QString layout = items::servedLayoutText(map.search, *row.point);
    // What makes another server of the scenario's own layout.
    return map.search.batches.size() > 1
               ? GoodputView::tr("%1 · %2 tokens a pass")
                     .arg(layout, QLocale().toString(qlonglong(row.point->numbers.batchedTokens)))
               : layout;
}

QString goodputReason(const GoodputMap& map) {
    if (std::any_of(map.rows.begin(), map.rows.end(),
                    [](const GoodputRow& row) { return !row.cells.empty(); }))
        return {};
    const Problems& problems = map.rows.back().problems;
    return GoodputView::tr("None of %1 layouts keeps the limits (%2).")
               .arg(items::compactCount(double(map.layouts)), limitsText(*map.search.base.serve)) +
           (problems.empty() ? QString() : QLatin1Char(' ') + items::problemText(problems.front()));
}

QString goodputSummary(const GoodputMap& map) {
    if (const QString why = goodputReason(map); !why.isEmpty()) return why;
    const GoodputRow &best = map.rows.front(), &own = map.rows.back();
    const QString limits = limitsText(*map.search.base.serve);
    if (!(best.highest > 0))
        return GoodputView::tr("No rate of arrivals keeps %1: not even one request alone.").arg(limits);
    if (best.point && own.problems.empty() && own.highest > best.highest)
        return GoodputView::tr(
                   "This scenario answers most with %1: %2 requests/s. Best of the layouts: %3, %4.")
            .arg(limits, bandText(own), goodputRowName(map, best), bandText(best));
    QString text = GoodputView::tr("%1 answers most with %2: %3 requests/s")
                       .arg(goodputRowName(map, best), limits, bandText(best));
    if (const QString bound = boundOf(best); !bound.isEmpty()) text += QStringLiteral("; ") + bound;
    text += QLatin1Char('.');
    if (best.point && own.problems.empty())
        text += QLatin1Char(' ') + GoodputView::tr("This scenario: %1.").arg(bandText(own));
    return text;
}

Sheet goodputSheet(const GoodputMap& map) {
    const QString percentile = items::number(100 * wantedShare(map), 'g', 4);
    Sheet sheet{{QStringLiteral("#"), GoodputView::tr("Layout"), GoodputView::tr("Arrivals (1/s)"),
                 GoodputView::tr("Within the limits (%)"), GoodputView::tr("Saturated"),
                 GoodputView::tr("TTFT at %1 % (s)").arg(percentile),
                 GoodputView::tr("TPOT at %1 % (s)").arg(percentile),
                 GoodputView::tr("Highest rate that holds (1/s)"), GoodputView::tr("Low (1/s)"),
                 GoodputView::tr("High (1/s)"), GoodputView::tr("Answered at most (1/s)")},
                {}};
    for (std::size_t i = 0; i < map.rows.size(); ++i) {
        const GoodputRow& row = map.rows[i];
        for (std::size_t c = 0; c < row.cells.size(); ++c) {
            const GoodputCell& cell = row.cells[c];
            sheet.rows.push_back({{},
                                  {int(i + 1), goodputRowName(map, row), map.rates[c], 100 * cell.share,
                                   cell.saturated ? QStringLiteral("●") : QString(), cell.ttft, cell.tpot,
                                   row.highest, row.low, row.high, row.capacity}});
        }
    }
    return sheet;
}

Hits paintGoodputMap(QPainter& painter, const QSizeF& size, const GoodputMap& map,
                     const std::vector<OwnRate>& measured, const ReportView& view, const Look& look) {
    const QFontMetricsF metrics(look.font);
    const double margin = 12 * look.unit, gap = 8 * look.unit;
    QRectF area = QRectF(QPointF(), size).adjusted(margin, 0.7 * margin, -margin, -0.7 * margin);
    paintVerdict(painter, area, goodputSummary(map), look);
    paintKey(painter, area, map, look);
    std::vector<OwnRate> mine;
    const bool ownRow = !map.rows.empty() && !map.rows.back().point;
    std::copy_if(measured.begin(), measured.end(), std::back_inserter(mine),
                 [&](const OwnRate& one) { return ownRow && isOfLengths(one, *map.search.base.serve); });
    if (ownRow && !measured.empty())
        paintOwnKey(painter, area,
                    items::ownKeyText(mine.size(), measured.size(),
                                      items::Words::tr("others: requests of other lengths")),
                    look);
    Hits hits;

    const QFont small = look.scaledFont(0.88);
    const QString note = GoodputView::tr(
        "Each cell is some five minutes of arrivals, simulated request by request on one of the "
        "replicas. The band is of the time of a pass, whose central 80 % lie between.");
    const double noteHeight =
        QFontMetricsF(small).boundingRect(QRectF(0, 0, area.width(), 1e6), Qt::TextWordWrap, note).height();
    if (noteHeight < 0.2 * area.height()) {
        painter.setFont(small);
        painter.setPen(look.theme.muted);
        painter.drawText(QRectF(area.left(), area.bottom() - noteHeight, area.width(), noteHeight + 2),
                         Qt::TextWordWrap, note);
        area.setBottom(area.bottom() - noteHeight - gap);
    }
    double names = 0, numbers = metrics.horizontalAdvance(GoodputView::tr("requests/s"));
    for (const GoodputRow& row : map.rows) {
        const QFontMetricsF letters(row.point ? look.font : look.scaledFont(1, true));
        names = std::max(names, letters.horizontalAdvance(goodputRowName(map, row)) + look.unit);
        numbers = std::max(numbers, metrics.horizontalAdvance(perSecond(row.highest)));
    }
    names = std::min(names, 0.32 * area.width());
    MapFrame frame;
    frame.cells = QRectF(area.left() + names + gap, area.top() + 1.3 * metrics.height(),
                         area.width() - names - numbers - 2 * gap,
                         area.height() - 1.3 * metrics.height() - 2.5 * metrics.height() - gap);
    if (frame.cells.width() < 40 * look.unit || frame.cells.height() < 20 * look.unit || map.rates.empty())
        return hits;
    const double apart = 6 * look.unit; // between the best and the scenario's own
    // In little room the best and the scenario's own; the table has all.
    const double lines = (frame.cells.height() - apart) / (1.05 * metrics.height());
    const std::vector<std::size_t> shown = rowsThatFit(map, std::size_t(std::max(1.0, lines)));
    frame.row = std::min(60 * look.unit, (frame.cells.height() - apart) / double(shown.size()));
    frame.cells.setHeight(frame.row * double(shown.size()) + apart);
    const double step = map.rates.front();
    std::tie(frame.low, frame.high) =
        view.shared(QStringLiteral("rates"), step / 2, map.rates.back() + step / 2);
    const double width = frame.x(step) - frame.x(0);

    const QString heading = GoodputView::tr("requests/s");
    writeText(painter,
              {area.right() - metrics.horizontalAdvance(heading), frame.cells.top() - 0.4 * metrics.height()},
              heading, look.font, look.theme.muted);
    for (std::size_t place = 0; place < shown.size(); ++place) {
        const std::size_t i = shown[place];
        const GoodputRow& row = map.rows[i];
        const bool own = !row.point;
        const double top = frame.cells.top() + frame.row * double(place) + (own ? apart : 0);
        const double baseline = top + frame.row / 2 + metrics.capHeight() / 2;
        const QFont font = own ? look.scaledFont(1, true) : look.font;
        writeText(painter, {area.left(), baseline}, elided(goodputRowName(map, row), font, names), font,
                  look.theme.text);
        const int index = own ? -1 : int(i);
        const QString told = rowText(map, row);
        hits.push_back({QRectF(area.left(), top, area.width(), frame.row), QString(), told, told, index});
        if (row.cells.empty()) {
            writeText(painter, {frame.cells.left(), baseline},
                      elided(row.problems.empty() ? QString() : items::problemText(row.problems.front()),
                             look.font, frame.cells.width()),
                      look.font, look.theme.muted);
            continue;
        }
        const QString number = perSecond(row.highest);
        writeText(painter, {area.right() - metrics.horizontalAdvance(number), baseline}, number, look.font,
                  look.theme.text);
        for (std::size_t c = 0; c < row.cells.size(); ++c) {
            const GoodputCell& cell = row.cells[c];
            const QRectF box(frame.x(map.rates[c] - step / 2), top, width, frame.row);
            const QRectF inner = box.adjusted(0.5 * look.unit, look.unit, -0.5 * look.unit, -look.unit);
            const QColor ground = cellColour(map, cell, look);
            painter.fillRect(inner, ground);
            if (cell.saturated) hatch(painter, inner, ground, look);
            const QString text = cellText(map, row, c);
            hits.push_back({box, QString(), text, text, index});
        }
        painter.setRenderHint(QPainter::Antialiasing);
        if (row.highest > 0) paintHighest(painter, frame, row, top, look);
        painter.setRenderHint(QPainter::Antialiasing, false);
    }

    paintMeasured(painter, frame, frame.cells.bottom() - frame.row / 2, mine, look, hits);

    // The rates below, as many as there is room for.
    const LinearTicks ticks =
        linearTicks(0, frame.high, std::max(2.0, frame.cells.width() / (80 * look.unit)));
    const double bottom = frame.cells.bottom();
    for (const double tick : ticks.ticks) {
        if (tick < frame.low) continue;
        const double x = frame.x(tick);
        painter.setPen(QPen(look.theme.axis, look.unit));
        painter.drawLine(QPointF(x, bottom), QPointF(x, bottom + 4 * look.unit));
        const QString text = items::number(tick, 'f', ticks.decimals);
        writeText(painter,
                  {x - metrics.horizontalAdvance(text) / 2, bottom + 6 * look.unit + metrics.ascent()}, text,
                  look.font, look.theme.text);
    }
    const QString title = GoodputView::tr("Arriving requests per second");
    writeText(painter,
              {frame.cells.center().x() - metrics.horizontalAdvance(title) / 2,
               bottom + 8 * look.unit + metrics.height() + metrics.ascent()},
              title, look.font, look.theme.text);
    return hits;
}

} // namespace moe::ui
