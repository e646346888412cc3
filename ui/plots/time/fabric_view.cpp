// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/time/fabric_view.h"

#include "models/items/fit_text.h"
#include "models/items/words.h"
#include "ui/plots/kit/pin_marks.h"
#include "ui/plots/time/time_rows.h"

#include "models/items/format.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace moe::ui {
namespace {

const QColor kRail("#0072b2"), kPlain("#d55e00"), kNoSpine("#009e73");

QString count(double value) {
    return items::compactCount(value);
}
QString counted(double value, const char* singular, const char* plural) {
    return QStringLiteral("%1 %2").arg(count(value), items::tableText(value == 1 ? singular : plural));
}
QString ratioText(double oversubscription) {
    return QStringLiteral("%1:1").arg(items::number(oversubscription, 'g', 2));
}
QString slowerText(const Seconds& seconds, const Seconds& best) {
    const double percent = 100 * (seconds / best - 1);
    return percent < 0.05 ? QStringLiteral("+0 %")
                          : QStringLiteral("+%1 %").arg(items::humanNumber(percent, 2));
}

/// A curve with its end label.
struct Line {
    QString name;
    QColor colour;
    Qt::PenStyle pen = Qt::SolidLine;
    QPolygonF points; ///< log2 of the ratio, time in the unit
    QString note;     ///< at the end
};

std::vector<Line> linesOf(const FabricCurve& curve, const TimeUnit& unit) {
    Line rail{items::Words::tr("rail-optimised leaves"), kRail, Qt::SolidLine, {}, {}};
    Line plain{items::Words::tr("leaves of whole nodes"), kPlain, Qt::DashLine, {}, {}};
    for (const FabricPoint& point : curve.points) {
        const double x = std::log2(point.oversubscription);
        rail.points << QPointF(x, point.rail.base / unit.seconds);
        plain.points << QPointF(x, point.plain.base / unit.seconds);
    }
    const Seconds best = curve.points.front().rail;
    rail.note = slowerText(curve.points.back().rail, best);
    plain.note = slowerText(curve.points.back().plain, best);
    std::vector<Line> lines{plain, rail};
    if (curve.withoutSpine) {
        const double y = curve.withoutSpine->base / unit.seconds;
        lines.push_back({items::Words::tr("no spine, rails alone"),
                         kNoSpine,
                         Qt::DotLine,
                         {{rail.points.front().x(), y}, {rail.points.back().x(), y}},
                         slowerText(*curve.withoutSpine, best)});
    }
    return lines;
}

/// What the scenario's fabric is made of, one fact a line.
QStringList fabricWords(const Report& report) {
    const FabricCurve& curve = *report.fabric;
    QStringList words{QStringLiteral("%1, %2").arg(counted(curve.nodes, QT_TRANSLATE_NOOP("Table", "node"),
                                                           QT_TRANSLATE_NOOP("Table", "nodes")),
                                                   curve.railOptimised
                                                       ? items::Words::tr("rail-optimised leaves")
                                                       : items::Words::tr("leaves of whole nodes")),
                      items::Words::tr("%1 oversubscription").arg(ratioText(curve.oversubscription)),
                      counted(double(curve.size.levels), QT_TRANSLATE_NOOP("Table", "switch level"),
                              QT_TRANSLATE_NOOP("Table", "switch levels")),
                      counted(double(curve.size.leaves), QT_TRANSLATE_NOOP("Table", "leaf switch"),
                              QT_TRANSLATE_NOOP("Table", "leaf switches")),
                      counted(double(curve.size.spines), QT_TRANSLATE_NOOP("Table", "spine switch"),
                              QT_TRANSLATE_NOOP("Table", "spine switches")),
                      counted(double(curve.size.links), QT_TRANSLATE_NOOP("Table", "link between switches"),
                              QT_TRANSLATE_NOOP("Table", "links between switches")),
                      items::Words::tr("one leaf joins %1")
                          .arg(counted(curve.nodesOnLeaf, QT_TRANSLATE_NOOP("Table", "node"),
                                       QT_TRANSLATE_NOOP("Table", "nodes")))};
    if (!curve.withoutSpine)
        words += items::Words::tr("without a spine a rail would need more ports than a leaf has");
    return words;
}

QString verdict(const FabricCurve& curve) {
    const FabricPoint& worst = curve.points.back();
    const Seconds best = curve.points.front().rail;
    if (worst.plain / best < 1.001)
        return items::Words::tr("Uplinks hardly matter: at %1 the step takes the same time.")
            .arg(ratioText(worst.oversubscription));
    return items::Words::tr("At %1 the step takes %2 longer on rails, %3 with whole nodes on a leaf.")
        .arg(ratioText(worst.oversubscription), slowerText(worst.rail, best).mid(1),
             slowerText(worst.plain, best).mid(1));
}

double wrappedHeight(const QString& text, const Look& look, double width) {
    return QFontMetricsF(look.font)
        .boundingRect(QRectF(0, 0, width, 1e6), Qt::AlignLeft | Qt::TextWordWrap, text)
        .height();
}

double paintWords(QPainter& painter, const QRectF& area, const QStringList& words, const Look& look) {
    const double line = 1.35 * QFontMetricsF(look.font).height();
    const QFont bold = look.scaledFont(1, true);
    double top = area.top();
    writeText(painter, {area.left(), top + QFontMetricsF(bold).ascent()}, items::Words::tr("This fabric"),
              bold, look.theme.text);
    top += line;
    painter.setFont(look.font);
    painter.setPen(look.theme.text);
    for (const QString& word : words) {
        const double height = wrappedHeight(word, look, area.width());
        painter.drawText(QRectF(area.left(), top, area.width(), height + 2), Qt::AlignLeft | Qt::TextWordWrap,
                         word);
        top += height + 0.25 * line;
    }
    return top - area.top();
}

} // namespace

FabricView::FabricView(QWidget* parent)
    : PaintedView(items::Words::tr("Step time against oversubscription"), parent) {
    refresh();
}

void FabricView::setOwn(const OwnShown& own) {
    m_own = own.marks;
    refresh();
}

QString FabricView::reason() const {
    if (!report()) return items::Words::tr("Nothing has been computed yet.");
    if (!report()->train)
        return items::Words::tr(
            "This scenario has no training section; the fabric is shown for a training step.");
    if (!report()->fabric) return items::Words::tr("The fabric of this scenario was not computed.");
    if (report()->fabric->points.empty())
        return items::Words::tr("All GPUs of this scenario share one NVLink domain: no byte meets a switch.");
    return {};
}

QString FabricView::summary() const {
    const QString why = reason();
    if (!why.isEmpty()) return why;
    return items::Words::tr("%1 This fabric: %2.")
        .arg(verdict(*report()->fabric), fabricWords(*report()).join(QStringLiteral(", ")));
}

Sheet FabricView::sheet() const {
    const FabricCurve& curve = *report()->fabric;
    Sheet sheet{{items::Words::tr("Oversubscription (x:1)"), items::Words::tr("Rail-optimised (ms)"),
                 items::Words::tr("Whole nodes per leaf (ms)"), items::Words::tr("No spine (ms)"),
                 items::Words::tr("Leaf switches"), items::Words::tr("Spine switches"),
                 items::Words::tr("Links between switches")},
                {}};
    const QVariant none = curve.withoutSpine ? QVariant(1e3 * curve.withoutSpine->base) : QVariant(QString());
    for (const FabricPoint& point : curve.points)
        sheet.rows.push_back(
            {QString(),
             {point.oversubscription, 1e3 * point.rail.base, 1e3 * point.plain.base, none,
              double(point.size.leaves), double(point.size.spines), double(point.size.links)}});
    return sheet;
}

Hits FabricView::paint(QPainter& painter, const QSizeF& size, const Look& look) const {
    const FabricCurve& curve = *report()->fabric;
    const QFontMetricsF metrics(look.font);
    const double margin = 12 * look.unit;
    QRectF area = QRectF(QPointF(), size).adjusted(margin, 0.7 * margin, -margin, -0.7 * margin);

    const QString says = verdict(curve);
    const QFont bold = look.scaledFont(1, true);
    const double says2 =
        QFontMetricsF(bold).boundingRect(QRectF(0, 0, area.width(), 1e6), Qt::TextWordWrap, says).height();
    painter.setFont(bold);
    painter.setPen(look.theme.text);
    painter.drawText(QRectF(area.left(), area.top(), area.width(), says2 + 2), Qt::TextWordWrap, says);
    area.setTop(area.top() + says2 + 10 * look.unit);

    const QStringList words = fabricWords(*report());
    const bool beside = area.width() >= 600 * look.unit;
    if (beside) {
        const double width = 185 * look.unit;
        paintWords(painter, QRectF(area.right() - width, area.top(), width, area.height()), words, look);
        area.setRight(area.right() - width - 22 * look.unit);
    } else {
        const QString line = words.mid(1, 5).join(QStringLiteral(" · "));
        const double height = wrappedHeight(line, look, area.width());
        painter.setFont(look.font);
        painter.setPen(look.theme.muted);
        painter.drawText(QRectF(area.left(), area.bottom() - height, area.width(), height + 2),
                         Qt::TextWordWrap, line);
        area.setBottom(area.bottom() - height - 6 * look.unit);
    }

    double slowest = curve.step.base, fastest = curve.step.base;
    for (const FabricPoint& point : curve.points) {
        slowest = std::max(slowest, point.plain.base);
        fastest = std::min(fastest, point.rail.base);
    }
    if (curve.withoutSpine) slowest = std::max(slowest, curve.withoutSpine->base);
    const TimeUnit unit = timeUnit(slowest);
    std::vector<Line> lines = linesOf(curve, unit);

    // Names stand above the picture, changes at the line ends.
    for (Line& line : lines) line.colour = lineColour(line.colour, look.theme);
    const double row = 1.3 * metrics.height();
    double x = area.left(), top = area.top();
    for (const Line& line : lines) {
        const double width = 28 * look.unit + metrics.horizontalAdvance(line.name) + 16 * look.unit;
        if (x > area.left() && x + width > area.right() + 16 * look.unit) x = area.left(), top += row;
        painter.setPen(QPen(line.colour, 2.2 * look.unit, line.pen));
        painter.drawLine(QPointF(x, top + row / 2), QPointF(x + 22 * look.unit, top + row / 2));
        writeText(painter, {x + 28 * look.unit, top + (row + metrics.capHeight()) / 2}, line.name, look.font,
                  look.theme.text);
        x += width;
    }
    area.setTop(top + row + 8 * look.unit);

    // Not from zero, but never so narrow that a per cent looks like a cliff.
    for (const OwnMark& mark : m_own)
        if (mark.here && std::string_view(mark.metric) == "train.step_seconds") {
            slowest = std::max(slowest, mark.here->high);
            fastest = std::min(fastest, mark.here->low);
        }
    const double pad = std::max(0.12 * (slowest - fastest), 0.03 * fastest);
    PlotFrame frame;
    frame.xLow = 0, frame.xHigh = std::log2(curve.points.back().oversubscription);
    frame.xHigh = std::max(frame.xHigh, std::log2(std::max(1.0, curve.oversubscription)));
    frame.yLow = fastest - pad, frame.yHigh = slowest + pad;
    shareFrame(frame, *this, QStringLiteral("step"));
    frame.yLow /= unit.seconds, frame.yHigh /= unit.seconds;
    double widest = 0;
    for (const Line& line : lines) widest = std::max(widest, metrics.horizontalAdvance(line.note));
    frame.rect = QRectF(area.left() + 64 * look.unit, area.top(),
                        area.width() - 64 * look.unit - widest - 10 * look.unit,
                        area.height() - 2.4 * metrics.height() - 14 * look.unit);
    const LinearTicks yTicks =
        linearTicks(frame.yLow, frame.yHigh, std::max(2.0, frame.rect.height() / (3 * metrics.height())));
    AxisText xAxis, yAxis;
    for (int power = 0; power <= int(frame.xHigh + 1e-9); ++power) xAxis.ticks << power;
    xAxis.text = [](double value) { return ratioText(std::exp2(value)); };
    xAxis.title = items::Words::tr("Oversubscription of leaf uplinks");
    yAxis.ticks = yTicks.ticks;
    yAxis.text = [&](double value) { return items::number(value, 'f', yTicks.decimals); };
    yAxis.title = items::Words::tr("Step time (%1)").arg(QString::fromUtf8(unit.text));
    paintAxes(painter, frame, xAxis, yAxis, look);

    painter.setRenderHint(QPainter::Antialiasing);
    std::vector<std::pair<double, const Line*>> ends;
    for (const Line& line : lines) {
        QPolygonF pixels;
        for (const QPointF& point : line.points) pixels << frame.toPixel(point.x(), point.y());
        painter.setPen(QPen(line.colour, 2.2 * look.unit, line.pen, Qt::FlatCap, Qt::RoundJoin));
        painter.setBrush(Qt::NoBrush);
        painter.drawPolyline(pixels);
        ends.emplace_back(pixels.back().y(), &line);
    }
    std::sort(ends.begin(), ends.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    double free = -1e9;
    for (auto& [y, line] : ends) {
        // Above the ticks of the axis below; one that finds no room there goes.
        const double baseline =
            std::min(std::max(y + metrics.capHeight() / 2, free), frame.rect.bottom() - 2 * look.unit);
        if (baseline < free) continue;
        writeText(painter, {frame.rect.right() + 6 * look.unit, baseline}, line->note, look.font,
                  look.theme.dark ? line->colour : line->colour.darker(115));
        free = baseline + metrics.height();
    }

    Hits hits;
    const auto hit = [&](double over, double seconds, const QString& name) {
        const QPointF at = frame.toPixel(std::log2(over), seconds / unit.seconds);
        const double half = 8 * look.unit;
        const QString text =
            QStringLiteral("%1 · %2 · %3").arg(name, ratioText(over), unit.withUnit(seconds));
        hits.push_back({QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half),
                        QStringLiteral("train.step_seconds"), text, text});
        return at;
    };
    for (const FabricPoint& point : curve.points) {
        hit(point.oversubscription, point.plain.base, lines[0].name);
        hit(point.oversubscription, point.rail.base, lines[1].name);
    }
    const QPointF here =
        hit(std::max(1.0, curve.oversubscription), curve.step.base, items::Words::tr("this scenario"));
    drawMark(painter, Mark::Scenario, here, markSize(Mark::Scenario, look), look.theme);
    for (const OwnMark& mark : m_own) {
        if (!mark.here || std::string_view(mark.metric) != "train.step_seconds") continue;
        const double over = std::log2(std::max(1.0, curve.oversubscription));
        const auto place = [&](double seconds) { return frame.toPixel(over, seconds / unit.seconds); };
        const QPointF at = place(mark.here->measured);
        drawOwnMark(painter, at, place(mark.here->low), place(mark.here->high), look);
        const QString text = items::ownMarkText(mark);
        const double reach = 8 * look.unit;
        hits.push_back({QRectF(at.x() - reach, at.y() - reach, 2 * reach, 2 * reach),
                        QStringLiteral("train.step_seconds"), text, text});
    }
    const QString name = items::Words::tr("this scenario");
    const double half = metrics.horizontalAdvance(name) / 2;
    const double below = here.y() + 18 * look.unit < frame.rect.bottom() - 4 * look.unit ? 18 : -18;
    drawHaloText(painter,
                 {std::clamp(here.x(), frame.rect.left() + half + 4 * look.unit,
                             frame.rect.right() - half - 4 * look.unit),
                  here.y() + below * look.unit},
                 0, name, look.font, look.theme.text, look.theme.background, 2 * look.unit);
    painter.setRenderHint(QPainter::Antialiasing, false);
    return hits;
}

} // namespace moe::ui
