// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/tradeoffs/layouts_view.h"

#include "models/engine/schedule/schedules.h"
#include "models/items/format.h"
#include "models/items/search_text.h"
#include "models/items/words.h"
#include "ui/plots/kit/pin_marks.h"
#include "ui/plots/tradeoffs/tradeoff_tools.h"

#include <QAction>
#include <QComboBox>
#include <QToolBar>

#include <algorithm>
#include <cmath>
#include <set>

namespace moe::ui {
namespace {

const QColor kFits("#0072b2"), kTight("#e69f00");
constexpr double kAside = 0.2; ///< opacity
constexpr QLatin1String kUsual("usual"), kOwn("own"), kAny("any");

QString valueText(const EstimateMetric& metric, double value) {
    return items::humanValue(value, QString::fromUtf8(findMetric(metric.key)->unit));
}
double valueOf(const EstimateMetric& metric, const FoundLayout& point) {
    return metric.value(point.estimate).value_or(std::nan(""));
}

QString pointText(const LayoutChoices& choices, const FoundLayout& point) {
    const SearchGoal& goal = choices.request.goal;
    return QStringLiteral("%1 · %2 · %3")
        .arg(valueText(*goal.x.metric, valueOf(*goal.x.metric, point)),
             valueText(*goal.y.metric, valueOf(*goal.y.metric, point)),
             items::layoutText(point.layout, choices.request.space));
}

/// Linear axis with some air at both ends.
struct Range {
    double low = 0, high = 1;
    void grow(double value) {
        if (std::isfinite(value)) low = std::min(low, value), high = std::max(high, value);
    }
    void pad() {
        const double air = high > low ? 0.05 * (high - low) : std::max(1e-12, 0.05 * std::abs(high));
        low -= air;
        high += air;
    }
};

void drawPoint(QPainter& painter, QPointF at, const FoundLayout& point, double radius, const Look& look) {
    const bool hollow = point.estimate.fits == Fit::No;
    const QColor colour = hollow                              ? look.theme.muted
                          : point.estimate.fits == Fit::Tight ? kTight
                                                              : lineColour(kFits, look.theme);
    painter.setPen(QPen(colour, look.unit));
    painter.setBrush(hollow ? QBrush(Qt::NoBrush) : QBrush(colour));
    if (point.estimate.fits == Fit::Tight) // never colour alone
        painter.drawRect(QRectF(at.x() - radius, at.y() - radius, 2 * radius, 2 * radius));
    else
        painter.drawEllipse(at, radius, radius);
}

} // namespace

LayoutsView::LayoutsView(QWidget* parent)
    : PairView(
          items::Words::tr("Layouts of these GPUs"),
          [] {
              Offer metrics;
              for (const EstimateMetric& metric : estimateMetrics())
                  metrics.emplace_back(items::tableText(findMetric(metric.key)->label),
                                       QLatin1String(metric.key));
              return metrics;
          }(),
          QStringLiteral("train.step_seconds"), QStringLiteral("memory.device_bytes"), parent),
      m_schedules(newRoomyBox(QStringLiteral("schedules"), tr("Pipeline schedules that are searched"))) {
    m_schedules->addItem(tr("usual schedules"), kUsual);
    m_schedules->addItem(tr("schedule as the scenario"), kOwn);
    m_schedules->addItem(tr("every schedule"), kAny);
    m_schedules->setItemData(0, tr("What the degrees imply, and the scenario's own"), Qt::ToolTipRole);
    connect(m_schedules, &QComboBox::activated, this, [this] { ask(); });
    tools()->insertWidget(tableAction(), m_schedules);
    m_axes = new QAction(tr("Axes"), this);
    m_axes->setObjectName(QStringLiteral("axes"));
    m_axes->setCheckable(true);
    m_axes->setToolTip(
        tr("Every degree, time, memory and cost as an axis; drag along one to narrow the points"));
    tools()->insertAction(tableAction(), m_axes);
    connect(m_axes, &QAction::toggled, this, [this] { narrowed(); });
    connect(canvas(), &Canvas::picked, this, [this](int index) {
        if (index < kAxisHits) return; // a point, which PairView opens
        m_rows.pick((index - kAxisHits) / kCellsOfAxis, (index - kAxisHits) % kCellsOfAxis);
        narrowed();
    });
    refresh();
}

Question LayoutsView::question() const {
    if (!report() || !report()->train) return {};
    QString schedules = chosenKey(*m_schedules);
    if (schedules == kOwn) { // by name: another one is another question
        const std::optional<ScheduleKind>& own = report()->scenario.train->schedule;
        schedules = own ? QLatin1String(scheduleRow(*own).key) : QLatin1String("auto");
    }
    return about("layouts", chosenPair() << schedules << within());
}

void LayoutsView::choose(const QStringList& arguments) {
    PairView::choose(arguments);
    const QString schedules = arguments.value(2);
    const bool named = !schedules.isEmpty() && m_schedules->findData(schedules) < 0;
    chooseKey(*m_schedules, named ? QString(kOwn) : schedules);
}

void LayoutsView::open(std::size_t index) {
    if (index >= m_points.size()) return;
    const LayoutSpace& space = m_choices->request.space;
    const Layout& layout = m_points[index].layout;
    emit edited(layoutEdits(layout, space), tr("Use layout %1").arg(items::layoutText(layout, space)));
}

bool LayoutsView::eventFilter(QObject* watched, QEvent* event) {
    if (watched == canvas() && narrows() && reason().isEmpty() && brushAxes(*event)) return true;
    return PairView::eventFilter(watched, event);
}

void LayoutsView::setPins(const std::vector<PinMark>& pins) {
    m_pins = pins;
    refresh();
}

void LayoutsView::setOwn(const OwnShown& own) {
    m_own = own;
    refresh();
}

void LayoutsView::answered(bool ofNow) {
    m_choices = answerAs<LayoutChoices>();
    forgetListed();
    m_points.clear();
    if (m_choices) {
        m_points = m_choices->line;
        m_points.insert(m_points.end(), m_choices->families.begin(), m_choices->families.end());
        m_points.insert(m_points.end(), m_choices->narrowed.begin(), m_choices->narrowed.end());
    }
    fillAxes();
    AskingPicture::answered(ofNow);
}

QString LayoutsView::reason() const {
    if (!report()) return tr("Nothing has been computed yet.");
    if (!report()->train)
        return tr("This scenario has no training section; the search is over training layouts.");
    if (!m_choices) return answer().why.isEmpty() ? tr("Searching the layouts of these GPUs…") : answer().why;
    if (m_points.empty()) return tr("No layout of these GPUs is valid.");
    return {};
}

QString LayoutsView::summary() const {
    const QString why = reason();
    if (!why.isEmpty()) return why;
    const FoundLayout& best = m_points.front();
    const QString text = tr("%1 valid layouts; best: %2.")
                             .arg(items::compactCount(m_choices->layouts), pointText(*m_choices, best));
    return best.estimate.fits == Fit::No
               ? tr("None of %1 fits; closest: %2.")
                     .arg(items::compactCount(m_choices->layouts), pointText(*m_choices, best))
               : text;
}

Sheet LayoutsView::sheet() const {
    const SearchGoal& goal = m_choices->request.goal;
    const LayoutSpace& space = m_choices->request.space;
    Sheet sheet;
    sheet.header << QStringLiteral("#");
    const Metric &xMetric = *findMetric(goal.x.metric->key), &yMetric = *findMetric(goal.y.metric->key);
    sheet.header << metricHeader(xMetric) << metricHeader(yMetric);
    for (const LayoutKey& key : layoutKeys()) sheet.header << items::tableText(key.heading);
    sheet.header << tr("Recompute") << tr("Pareto");
    const auto add = [&](std::size_t i) {
        const FoundLayout& point = m_points[i];
        Sheet::Row row;
        row.cells << QString::number(i + 1) << metricCell(xMetric, valueOf(*goal.x.metric, point))
                  << metricCell(yMetric, valueOf(*goal.y.metric, point));
        for (const LayoutKey& key : layoutKeys()) row.cells << double(point.layout.*key.member);
        row.cells << items::recomputeText(point.layout, space)
                  << (i < m_choices->line.size() ? QStringLiteral("●") : QString());
        sheet.rows.push_back(row);
    };
    if (listed().empty())
        for (std::size_t i = 0; i < m_points.size(); ++i)
            if (shows(i)) add(i);
    for (std::size_t i : listed())
        if (shows(i)) add(i);
    return sheet;
}

Hits LayoutsView::paint(QPainter& painter, const QSizeF& size, const Look& look) const {
    if (!narrows()) return paintPoints(painter, size, look);
    Hits hits = paintPoints(painter, QSizeF(size.width(), kPointsShare * size.height()), look);
    hits += paintNarrowing(painter, size, look);
    return hits;
}

Hits LayoutsView::paintPoints(QPainter& painter, const QSizeF& size, const Look& look) const {
    const SearchGoal& goal = m_choices->request.goal;
    const EstimateMetric &xMetric = *goal.x.metric, &yMetric = *goal.y.metric;
    const QFontMetricsF metrics(look.font);
    const double margin = 12 * look.unit, row = 1.35 * metrics.height();
    QRectF area = QRectF(QPointF(), size).adjusted(margin, 0.7 * margin, -margin, -0.7 * margin);

    const QString framed = framedText();
    paintVerdict(painter, area, framed.isEmpty() ? summary() : framed, look);

    Range xs{INFINITY, -INFINITY}, ys = xs;
    for (const std::size_t i : m_near) {
        xs.grow(valueOf(xMetric, m_points[i]));
        ys.grow(valueOf(yMetric, m_points[i]));
    }
    const std::optional<double> hereX = findMetric(xMetric.key)->value(*report()),
                                hereY = findMetric(yMetric.key)->value(*report());
    const bool here = hereX && hereY && std::isfinite(*hereX) && std::isfinite(*hereY);
    if (here) xs.grow(*hereX), ys.grow(*hereY);
    const OwnMark::Here *ownX = here ? m_own.here(xMetric.key) : nullptr,
                        *ownY = here ? m_own.here(yMetric.key) : nullptr;
    if (ownX) xs.grow(ownX->measured);
    if (ownY) ys.grow(ownY->measured);
    struct Pinned {
        const PinMark* pin;
        double x, y;
    };
    std::vector<Pinned> pinned;
    for (const PinMark& pin : m_pins) {
        if (!pin.report) continue;
        const std::optional<double> x = findMetric(xMetric.key)->value(*pin.report),
                                    y = findMetric(yMetric.key)->value(*pin.report);
        if (!x || !y || !std::isfinite(*x) || !std::isfinite(*y)) continue;
        pinned.push_back({&pin, *x, *y});
        xs.grow(*x);
        ys.grow(*y);
    }
    const bool memory = QLatin1String(yMetric.key) == QLatin1String("memory.device_bytes");
    const double capacity = m_points.front().estimate.capacity.base;
    if (memory) ys.grow(capacity);
    xs.pad();
    ys.pad();

    PlotFrame frame;
    frame.xLow = xs.low, frame.xHigh = xs.high, frame.yLow = ys.low, frame.yHigh = ys.high;
    shareFrame(frame, *this, QStringLiteral("layouts"));
    frame.rect = QRectF(area.left() + 78 * look.unit, area.top() + row, area.width() - 92 * look.unit,
                        area.height() - row - 2.4 * metrics.height() - 14 * look.unit);
    paintAxes(painter, frame,
              metricAxis(*findMetric(xMetric.key), frame.xLow, frame.xHigh,
                         std::max(2.0, frame.rect.width() / (95 * look.unit))),
              metricAxis(*findMetric(yMetric.key), frame.yLow, frame.yHigh,
                         std::max(2.0, frame.rect.height() / (3 * metrics.height()))),
              look);

    painter.setRenderHint(QPainter::Antialiasing);
    const double radius = 2.2 * look.unit;
    Hits hits;
    std::set<std::pair<int, int>> taken; // points on the same spot are one
    for (const std::size_t i : m_near) {
        if (!shows(i)) continue;
        const FoundLayout& point = m_points[i];
        const QPointF pixel = frame.toPixel(valueOf(xMetric, point), valueOf(yMetric, point));
        if (!frame.shows(pixel)) continue;
        if (!taken.insert({int(pixel.x() / radius), int(pixel.y() / radius)}).second) continue;
        painter.setOpacity(isAside(i) ? kAside : 1);
        drawPoint(painter, pixel, point, radius, look);
        painter.setOpacity(1);
        const QString text = pointText(*m_choices, point);
        const double half = 5 * look.unit;
        hits.push_back(
            {QRectF(pixel.x() - half, pixel.y() - half, 2 * half, 2 * half), QString(), text, text, int(i)});
    }
    QPolygonF line;
    for (const FoundLayout& point : this->line())
        line << QPointF(valueOf(xMetric, point), valueOf(yMetric, point));
    line = paretoSteps(line, *findMetric(xMetric.key), *findMetric(yMetric.key));
    for (QPointF& corner : line) corner = frame.toPixel(corner.x(), corner.y());
    painter.setPen(QPen(look.theme.text, 1.6 * look.unit));
    painter.setBrush(Qt::NoBrush);
    for (const QPolygonF& part : clipped(line, frame.rect)) painter.drawPolyline(part);
    if (memory) {
        const double y = frame.toPixel(xs.low, capacity).y();
        painter.setPen(QPen(look.theme.bad, 1.4 * look.unit, Qt::DashLine));
        painter.drawLine(QPointF(frame.rect.left(), y), QPointF(frame.rect.right(), y));
        const QString text = tr("capacity %1").arg(valueText(yMetric, capacity));
        // Below the line where the key stands close above it.
        const double away = (y - frame.rect.top() < metrics.height() ? 0.65 : -0.65) * metrics.height();
        drawHaloText(painter,
                     // At the slow end: what is fast and full, this scenario too, stands at the other.
                     {frame.rect.right() - 6 * look.unit - metrics.horizontalAdvance(text) / 2, y + away}, 0,
                     text, look.font, look.theme.bad, look.theme.background, 2 * look.unit);
    }
    if (here) {
        const QPointF at = frame.toPixel(*hereX, *hereY);
        drawMark(painter, Mark::Scenario, at, markSize(Mark::Scenario, look), look.theme);
        const QString name = tr("this scenario");
        const double half = metrics.horizontalAdvance(name) / 2 + 4 * look.unit;
        drawHaloText(painter,
                     {std::clamp(at.x(), frame.rect.left() + half, frame.rect.right() - half),
                      at.y() + (at.y() + 24 * look.unit < frame.rect.bottom() ? 17 : -17) * look.unit},
                     0, name, look.font, look.theme.text, look.theme.background, 2 * look.unit);
    }
    if (ownX || ownY) { // what was not measured is where the scenario stands
        const double x = ownX ? ownX->measured : *hereX, y = ownY ? ownY->measured : *hereY;
        const QPointF at = frame.toPixel(x, y);
        if (ownX) drawOwnMark(painter, at, frame.toPixel(ownX->low, y), frame.toPixel(ownX->high, y), look);
        if (ownY) drawOwnMark(painter, at, frame.toPixel(x, ownY->low), frame.toPixel(x, ownY->high), look);
        QStringList measured;
        if (ownX) measured << valueText(xMetric, x);
        if (ownY) measured << valueText(yMetric, y);
        const QString text = tr("measured in your runs: %1").arg(measured.join(QStringLiteral(" · ")));
        const double half = 8 * look.unit;
        hits.push_back({QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half), QString(), text, text});
    }
    for (const auto& [pin, x, y] : pinned) {
        const QPointF at = frame.toPixel(x, y);
        const QColor colour = markColour(pin->mark);
        const double half = 7.5 * look.unit;
        painter.setPen(QPen(look.theme.background, 1.5 * look.unit));
        painter.setBrush(colour);
        painter.drawEllipse(at, half, half);
        const QString letter(QChar(ushort('A' + pin->mark % 26)));
        const QFont bold = look.scaledFont(0.88, true);
        const QFontMetricsF letters(bold);
        writeText(painter, at + QPointF(-letters.horizontalAdvance(letter) / 2, letters.capHeight() / 2),
                  letter, bold, inkOn(colour));
        const QString text = QStringLiteral("%1 %2: %3 · %4")
                                 .arg(letter, pin->name, valueText(xMetric, x), valueText(yMetric, y));
        hits.push_back({QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half), QString(), text, text});
    }
    // Key above the picture.
    double x = area.left();
    const double middle = area.top() + row / 2 - 2 * look.unit;
    const auto key = [&](auto&& icon, const QString& text) {
        icon(QPointF(x + 7 * look.unit, middle));
        x = writeText(painter, {x + 18 * look.unit, middle + metrics.capHeight() / 2}, text, look.font,
                      look.theme.text) +
            16 * look.unit;
    };
    FoundLayout sample;
    for (const auto& [fit, text] : {std::pair{Fit::Yes, tr("fits")}, {Fit::Tight, tr("tight")}}) {
        sample.estimate.fits = fit;
        key([&](QPointF at) { drawPoint(painter, at, sample, 1.4 * radius, look); }, text);
    }
    if (m_points.front().estimate.fits == Fit::No) {
        sample.estimate.fits = Fit::No;
        key([&](QPointF at) { drawPoint(painter, at, sample, 1.4 * radius, look); }, tr("does not fit"));
    }
    key(
        [&](QPointF at) {
            painter.setPen(QPen(look.theme.text, 1.6 * look.unit));
            const double far = 7 * look.unit, step = 3 * look.unit;
            painter.drawPolyline(QPolygonF({at + QPointF(-far, -step), at + QPointF(0, -step),
                                            at + QPointF(0, step), at + QPointF(far, step)}));
        },
        m_choices->lineThinned ? tr("Pareto line, every second point left out") : tr("Pareto line"));
    paintBrush(painter, look);
    painter.setRenderHint(QPainter::Antialiasing, false);
    return hits;
}

} // namespace moe::ui
