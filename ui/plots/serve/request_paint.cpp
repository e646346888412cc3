// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/serve/request_paint.h"

#include "models/items/format.h"
#include "ui/plots/serve/load_paint.h"
#include "ui/plots/serve/load_view.h"

#include <algorithm>
#include <array>

namespace moe::ui {
namespace {

struct StepRow {
    PathStep step;
    QColor colour;
    const char* name;
};
/// Colours of the strips above where they mean the same: decode, wait, prompts.
const std::array<StepRow, kPathSteps>& steps() {
    static const std::array<StepRow, kPathSteps> kRows{{
        {PathStep::Before, QColor("#999999"), QT_TRANSLATE_NOOP("moe::ui::LoadView", "to the scheduler")},
        {PathStep::Queue, QColor("#d55e00"), QT_TRANSLATE_NOOP("moe::ui::LoadView", "in the queue")},
        {PathStep::Prefill, QColor("#009e73"), QT_TRANSLATE_NOOP("moe::ui::LoadView", "own prompt")},
        {PathStep::Between, QColor("#e69f00"), QT_TRANSLATE_NOOP("moe::ui::LoadView", "between passes")},
        {PathStep::Transfer, QColor("#f0e442"), QT_TRANSLATE_NOOP("moe::ui::LoadView", "KV transfer")},
        {PathStep::Response, QColor("#666666"), QT_TRANSLATE_NOOP("moe::ui::LoadView", "to the client")},
        {PathStep::Decode, QColor("#0072b2"), QT_TRANSLATE_NOOP("moe::ui::LoadView", "decode")},
        {PathStep::Stalled, QColor("#56b4e9"), QT_TRANSLATE_NOOP("moe::ui::LoadView", "others' prompts")},
        {PathStep::Preempted, QColor("#cc79a7"), QT_TRANSLATE_NOOP("moe::ui::LoadView", "preempted")},
        {PathStep::Recomputed, QColor("#8c564b"), QT_TRANSLATE_NOOP("moe::ui::LoadView", "computed anew")},
    }};
    return kRows;
}
const StepRow& rowOf(PathStep step) {
    return steps()[std::size_t(step)];
}
QString nameOf(PathStep step) {
    return LoadView::tr(rowOf(step).name);
}

/// The parts of a request before its first token, or after it.
struct Half {
    const RequestPath* path;
    std::size_t first, end;
    double from; ///< s since sending
    double seconds;
};
Half halfOf(const RequestPath& path, bool before) {
    return before ? Half{&path, 0, path.firstParts, 0, path.ttft}
                  : Half{&path, path.firstParts, path.parts.size(), path.ttft, path.latency - path.ttft};
}

double secondsOf(const Half& half, PathStep step) {
    double seconds = 0;
    for (std::size_t i = half.first; i < half.end; ++i)
        if (half.path->parts[i].step == step) seconds += half.path->parts[i].seconds;
    return seconds;
}

/// "fastest: 12 ms in the queue, 200 ms own prompt in 2 passes; sum 212 ms to the first token".
QString wordsOf(const QString& name, const Half& half, bool before) {
    QStringList parts;
    for (const StepRow& row : steps()) {
        const double seconds = secondsOf(half, row.step);
        if (!(seconds > 0)) continue;
        int passes = 0;
        for (std::size_t i = half.first; i < half.end; ++i) passes += half.path->parts[i].step == row.step;
        QString text = LoadView::tr("%1 %2").arg(nameOf(row.step), secondsText(seconds));
        if (row.step == PathStep::Prefill && passes > 1)
            text += LoadView::tr(" in %1 passes").arg(items::compactCount(passes, 1e6));
        parts << text;
    }
    const QString all = before ? LoadView::tr("%1, %2 tokens: first token after %3 = %4")
                                     .arg(name, items::compactCount(half.path->record.input, 1e6))
                               : LoadView::tr("%1, %2 tokens: from the first to the last %3 = %4")
                                     .arg(name, items::compactCount(half.path->record.output, 1e6));
    return all.arg(secondsText(half.seconds), parts.join(QStringLiteral(" + ")));
}

void paintKeys(QPainter& painter, QRectF& area, const std::vector<RequestRow>& rows, const Look& look) {
    const QFontMetricsF metrics(look.font);
    double x = area.left(), base = area.top() + metrics.ascent();
    for (const StepRow& step : steps()) {
        const auto has = [&](const RequestPath& path) {
            return std::any_of(path.parts.begin(), path.parts.end(),
                               [&](const PathPart& part) { return part.step == step.step; });
        };
        const bool some = std::any_of(rows.begin(), rows.end(), [&](const RequestRow& row) {
            return has(*row.path) || has(*row.later);
        });
        if (!some) continue;
        const QString name = LoadView::tr(step.name);
        const double width = metrics.horizontalAdvance(name) + 31 * look.unit;
        if (x > area.left() && x + width > area.right()) {
            x = area.left();
            base += 1.25 * metrics.height();
        }
        painter.fillRect(QRectF(x, base - 8 * look.unit, 12 * look.unit, 8 * look.unit),
                         look.ofCategory(step.colour));
        writeText(painter, {x + 17 * look.unit, base}, name, look.font, look.theme.text);
        x += width;
    }
    area.setTop(base + metrics.descent() + 4 * look.unit);
}

/// A bar of a half, or a piece of it in a lane.
struct Lane {
    QString name;
    Half half;
    std::optional<PathStep> only;
    int index;
    QString words;
};

std::vector<Lane> lanesOf(const std::vector<RequestRow>& rows, bool before) {
    std::vector<Lane> lanes;
    if (rows.size() != 1) {
        for (const RequestRow& row : rows) {
            const Half half = halfOf(before ? *row.path : *row.later, before);
            // What is picked is a request by its first token.
            const int index = before || row.later == row.path ? row.index : -1;
            lanes.push_back({row.name, half, std::nullopt, index, wordsOf(row.name, half, before)});
        }
        return lanes;
    }
    const Half half = halfOf(*rows[0].path, before);
    for (const StepRow& step : steps())
        if (const double seconds = secondsOf(half, step.step); seconds > 0)
            lanes.push_back({LoadView::tr(step.name), half, step.step, rows[0].index,
                             LoadView::tr("%1 %2").arg(LoadView::tr(step.name), secondsText(seconds))});
    return lanes;
}

void paintHalf(QPainter& painter, QRectF area, const QString& title, const std::vector<Lane>& lanes,
               const Look& look, Hits& hits) {
    const QFont bold = look.scaledFont(1, true);
    const QFontMetricsF metrics(look.font);
    writeText(painter, {area.left(), area.top() + QFontMetricsF(bold).ascent()},
              elided(title, bold, area.width()), bold, look.theme.text);
    area.setTop(area.top() + 1.35 * metrics.height());
    double most = 0, names = 0, values = 0;
    const auto valueOf = [](const Lane& lane) {
        return secondsText(lane.only ? secondsOf(lane.half, *lane.only) : lane.half.seconds);
    };
    for (const Lane& lane : lanes) {
        most = std::max(most, lane.half.seconds);
        names = std::max(names, metrics.horizontalAdvance(lane.name));
        values = std::max(values, metrics.horizontalAdvance(valueOf(lane)));
    }
    if (!(most > 0)) return;
    PlotFrame frame;
    frame.rect = area.adjusted(names + 8 * look.unit, 0, -values - 10 * look.unit, -1.6 * metrics.height());
    frame.xHigh = most;
    AxisText x, y;
    x.ticks = linearTicks(0, most, std::max(2.0, frame.rect.width() / (64 * look.unit))).ticks;
    x.text = secondsTicks(most, x.ticks.isEmpty() ? most : x.ticks.back());
    paintAxes(painter, frame, x, y, look);
    const double height = frame.rect.height() / double(lanes.size());
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        const Lane& lane = lanes[i];
        const double top = frame.rect.top() + double(i) * height,
                     bar = std::min(0.76 * height, 20 * look.unit);
        const double middle = top + height / 2, base = middle + metrics.capHeight() / 2;
        writeText(painter, {area.left(), base}, lane.name, look.font, look.theme.text);
        double end = frame.rect.left();
        for (std::size_t p = lane.half.first; p < lane.half.end; ++p) {
            const PathPart& part = lane.half.path->parts[p];
            if (lane.only && part.step != *lane.only) continue;
            const double from = frame.toPixel(part.start - lane.half.from, 0).x();
            const double to = frame.toPixel(part.start - lane.half.from + part.seconds, 0).x();
            QRectF box(from, middle - bar / 2, to - from, bar);
            painter.fillRect(box, look.ofCategory(rowOf(part.step).colour));
            // Chunks of a prompt are told apart.
            if (part.step == PathStep::Prefill && to - from > 4 * look.unit)
                painter.fillRect(QRectF(to - look.unit, box.top(), look.unit, bar), look.theme.background);
            end = std::max(end, to);
        }
        writeText(painter, {end + 5 * look.unit, base}, valueOf(lane), look.font, look.theme.text);
        hits.push_back(
            {QRectF(area.left(), top, area.width(), height), QString(), lane.words, lane.words, lane.index});
    }
}

} // namespace

void paintRequests(QPainter& painter, const QRectF& whole, const std::vector<RequestRow>& rows,
                   const Look& look, Hits& hits) {
    QRectF area = whole;
    paintKeys(painter, area, rows, look);
    const double gap = 18 * look.unit, width = (area.width() - gap) / 2;
    QString first = LoadView::tr("Where requests spend the time to the first token");
    if (rows.size() == 1)
        first = LoadView::tr("Request %1 (%2): to the first token")
                    .arg(items::compactCount(double(rows[0].path->request) + 1, 1e9), rows[0].name);
    paintHalf(painter, QRectF(area.topLeft(), QSizeF(width, area.height())), first, lanesOf(rows, true), look,
              hits);
    paintHalf(painter, QRectF(area.left() + width + gap, area.top(), width, area.height()),
              LoadView::tr("From the first token to the last"), lanesOf(rows, false), look, hits);
}

} // namespace moe::ui
