// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/tradeoffs/field_map_view.h"

#include "models/items/format.h"
#include "models/items/words.h"
#include "ui/plots/tradeoffs/tradeoff_tools.h"

#include <QAction>
#include <QComboBox>
#include <QToolBar>

#include <algorithm>
#include <cmath>

namespace moe::ui {
namespace {

constexpr double kLogFrom = 8; ///< a longer range than this is coloured by its logarithm

const Field& fieldOf(const SweepAxis& axis) {
    return *findField(axis.key);
}
const FieldMapCell& cellAt(const FieldMap& map, std::size_t x, std::size_t y) {
    return map.rows[y].cells[x];
}

} // namespace

/// Range of the values, and the best cell that fits.
struct FieldMapView::Extent {
    double low = INFINITY, high = -INFINITY;
    std::optional<std::pair<std::size_t, std::size_t>> best;
    std::size_t valid = 0, unfit = 0, cells = 0; ///< valid: with a value
    std::optional<double> above, below; ///< the farthest values beyond the colours, when those are held

    void hold(const HeldSpan& held) {
        if (high > held.high) above = high;
        if (low < held.low) below = low;
        low = held.low, high = held.high;
    }
    bool logarithmic() const { return low > 0 && high > kLogFrom * low; }
    double share(double value) const {
        if (!(high > low)) return 0.5;
        if (logarithmic() && !(value > 0)) return 0; // beyond colours that are held
        return logarithmic() ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
    }
};

FieldMapView::FieldMapView(QWidget* parent)
    : AskingPicture(items::Words::tr("A metric over two fields"), parent),
      m_x(newFieldBox(QStringLiteral("x"), tr("Horizontal field"))),
      m_y(newFieldBox(QStringLiteral("y"), tr("Vertical field"))),
      m_metric(newMetricBox(QStringLiteral("metric"), tr("Metric"))) {
    addLabelled(*tools(), tableAction(), tr("Colour"), m_metric);
    addLabelled(*tools(), tableAction(), tr("over"), m_x);
    addLabelled(*tools(), tableAction(), tr("and"), m_y);
    m_hold = new AxisHold(AxisHold::What::Colours, *tools(), tableAction());
    connect(m_hold, &AxisHold::changed, this, [this] {
        holdColours();
        refresh();
    });
    for (QComboBox* box : {m_x, m_y})
        connect(box, &QComboBox::activated, this, [this] {
            m_axesChosen = true;
            ask();
        });
    connect(m_metric, &QComboBox::activated, this, [this] {
        m_metricChosen = true;
        ask();
    });
    connect(canvas(), &Canvas::picked, this, &FieldMapView::pick);
    refresh();
}

Question FieldMapView::question() const {
    return about("fieldmap", {chosenKey(*m_x), chosenKey(*m_y), chosenKey(*m_metric)});
}

void FieldMapView::choose(const QStringList& arguments) {
    const auto keyOf = [&](int i) { return arguments.value(i).section(QLatin1Char('='), 0, 0); };
    const QString x = keyOf(0), y = keyOf(1), metric = keyOf(2);
    if (!x.isEmpty()) chooseKey(*m_x, x);
    if (!y.isEmpty()) chooseKey(*m_y, y);
    if (!metric.isEmpty()) chooseKey(*m_metric, metric);
    m_axesChosen |= !x.isEmpty() || !y.isEmpty();
    m_metricChosen |= !metric.isEmpty();
}

void FieldMapView::reportChanged() {
    if (report() && !m_metricChosen) chooseKey(*m_metric, headlineMetric(*report()));
    if (report() && !m_axesChosen) {
        const Scenario& scenario = report()->scenario;
        const char* x = scenario.train ? (scenario.moe ? "parallel.ep" : "parallel.tp") : "serve.requests";
        chooseKey(*m_x, QLatin1String(x));
        chooseKey(*m_y, QLatin1String(scenario.train ? "parallel.pp" : "serve.context"));
        if (!scenario.train && !scenario.serve->context)
            chooseKey(*m_y, QStringLiteral("cluster.nvlink_gbps"));
    }
    AskingPicture::reportChanged();
}

void FieldMapView::answered(bool ofNow) {
    m_map = answerAs<FieldMap>();
    holdColours();
    AskingPicture::answered(ofNow);
}

QString FieldMapView::reason() const {
    if (!report()) return tr("Nothing has been computed yet.");
    if (!m_map) return answer().why.isEmpty() ? tr("Trying every pair of values…") : answer().why;
    return {};
}

FieldMapView::Extent FieldMapView::extent() const {
    Extent extent;
    const Better better = m_map->plan.metric->better;
    double best = better == Better::Higher ? -INFINITY : INFINITY;
    for (std::size_t y = 0; y < m_map->rows.size(); ++y) {
        for (std::size_t x = 0; x < m_map->rows[y].cells.size(); ++x) {
            ++extent.cells;
            const FieldMapCell& cell = cellAt(*m_map, x, y);
            if (cell.fits == Fit::No) ++extent.unfit;
            if (!std::isfinite(cell.value)) continue;
            ++extent.valid;
            extent.low = std::min(extent.low, cell.value);
            extent.high = std::max(extent.high, cell.value);
            if (cell.fits == Fit::No) continue;
            if (better == Better::Higher ? cell.value <= best : cell.value >= best) continue;
            best = cell.value;
            extent.best = {x, y};
        }
    }
    return extent;
}

void FieldMapView::holdColours() {
    m_held.reset();
    if (!m_hold->isOn() || !m_map) return;
    if (const Extent own = extent(); own.valid > 0)
        m_held = m_hold->span(QLatin1String(m_map->plan.metric->key), {own.low, own.high});
}

QString FieldMapView::range() const {
    return m_hold->text();
}
void FieldMapView::setRange(const QString& range) {
    m_hold->setText(range);
}

QString FieldMapView::cellText(std::size_t x, std::size_t y) const {
    const FieldMapPlan& plan = m_map->plan;
    const FieldMapCell& cell = cellAt(*m_map, x, y);
    const QString where = QStringLiteral("%1 %2, %3 %4: ")
                              .arg(items::tableText(fieldOf(plan.x).label), shortValue(plan.x.values[x]),
                                   items::tableText(fieldOf(plan.y).label), shortValue(plan.y.values[y]));
    if (cell.rule >= 0) return where + items::sentenceText(m_map->rows[y].rules[std::size_t(cell.rule)]);
    const bool known = std::isfinite(cell.value);
    if (!known && cell.fits != Fit::No) return where + tr("no value");
    QString text = where + (known ? metricText(*plan.metric, cell.value) : tr("no value"));
    if (cell.fits == Fit::No) text += tr(", does not fit into the GPU's memory");
    if (cell.fits == Fit::Tight) text += tr(", tight");
    return text;
}

QString FieldMapView::summary() const {
    if (const QString why = reason(); !why.isEmpty()) return why;
    const FieldMapPlan& plan = m_map->plan;
    const Extent all = extent();
    if (all.valid == 0 && all.unfit == 0)
        return tr("No pair of these values has “%1”.").arg(metricLabel(*plan.metric));
    if (!all.best)
        return tr("None of the %1 valid pairs fits into the GPU's memory.")
            .arg(std::max(all.valid, all.unfit));
    const auto [x, y] = *all.best;
    return tr("Best “%1”%7: %2 at %3 %4 and %5 %6.")
        .arg(metricLabel(*plan.metric), metricText(*plan.metric, cellAt(*m_map, x, y).value),
             items::tableText(fieldOf(plan.x).label), shortValue(plan.x.values[x]),
             items::tableText(fieldOf(plan.y).label), shortValue(plan.y.values[y]),
             cellAt(*m_map, x, y).fits ? tr(" that fits") : QString());
}

Sheet FieldMapView::sheet() const {
    const FieldMapPlan& plan = m_map->plan;
    Sheet sheet{{QLatin1String(plan.x.key.c_str()), QLatin1String(plan.y.key.c_str()),
                 metricHeader(*plan.metric), tr("Fits"), tr("Rule")},
                {}};
    for (std::size_t y = 0; y < m_map->rows.size(); ++y) {
        for (std::size_t x = 0; x < m_map->rows[y].cells.size(); ++x) {
            const FieldMapCell& cell = cellAt(*m_map, x, y);
            const QString fits = !cell.fits                 ? QString()
                                 : *cell.fits == Fit::Yes   ? tr("yes")
                                 : *cell.fits == Fit::Tight ? tr("tight")
                                                            : tr("no");
            sheet.rows.push_back(
                {QString(),
                 {QString::fromStdString(plan.x.values[x]), QString::fromStdString(plan.y.values[y]),
                  metricCell(*plan.metric, cell.value), fits,
                  cell.rule < 0 ? QString()
                                : items::sentenceText(m_map->rows[y].rules[std::size_t(cell.rule)])}});
        }
    }
    return sheet;
}

void FieldMapView::paintCells(QPainter& painter, const QRectF& plot, const Extent& all, const Look& look,
                              Hits& hits) const {
    const FieldMapPlan& plan = m_map->plan;
    const double width = plot.width() / double(plan.x.values.size()),
                 height = plot.height() / double(plan.y.values.size());
    const QFont small = look.scaledFont(0.88);
    const QFontMetricsF fine(small);
    const bool written = width > fine.horizontalAdvance(QStringLiteral("00.0 GiB")) + 6 * look.unit &&
                         height > 1.5 * fine.height();
    const double overlap = 0.4 * look.unit; // no seams between neighbours
    const auto areaOf = [&](std::size_t x, std::size_t y) {
        return QRectF(plot.left() + double(x) * width, plot.bottom() - double(y + 1) * height, width, height);
    };
    for (std::size_t y = 0; y < plan.y.values.size(); ++y) {
        for (std::size_t x = 0; x < plan.x.values.size(); ++x) {
            const FieldMapCell& cell = cellAt(*m_map, x, y);
            const QRectF area = areaOf(x, y);
            if (cell.fits == Fit::No && !std::isfinite(cell.value)) {
                painter.fillRect(area, look.theme.grid);
                drawHatch(painter, look, area, 6 * look.unit, QPen(look.theme.text, look.unit));
            } else if (!std::isfinite(cell.value)) {
                const QPen pen(look.theme.grid, look.unit, Qt::SolidLine, Qt::FlatCap);
                drawHatch(painter, look, area, 6 * look.unit, pen);
                drawHatch(painter, look, area, 6 * look.unit, pen, true);
            }
            const QString text = cellText(x, y);
            hits.push_back({area, QString(), text, text, int(y * plan.x.values.size() + x)});
        }
    }
    for (std::size_t y = 0; y < plan.y.values.size(); ++y) // over the ends of the neighbours' lines
        for (std::size_t x = 0; x < plan.x.values.size(); ++x)
            if (const double value = cellAt(*m_map, x, y).value; std::isfinite(value))
                painter.fillRect(areaOf(x, y).adjusted(0, -overlap, overlap, 0) & plot,
                                 look.colour(all.share(value)));
    for (std::size_t y = 0; y < plan.y.values.size(); ++y) {
        for (std::size_t x = 0; x < plan.x.values.size(); ++x) {
            const FieldMapCell& cell = cellAt(*m_map, x, y);
            const QRectF area = areaOf(x, y);
            if (!std::isfinite(cell.value)) continue;
            const QColor ink = inkOn(look.colour(all.share(cell.value)));
            if (cell.fits == Fit::No)
                drawHatch(painter, look, area, 6 * look.unit,
                          QPen(ink, 0.9 * look.unit, Qt::SolidLine, Qt::FlatCap));
            if (!written) continue;
            drawHaloText(painter, area.center(), 0, metricText(*plan.metric, cell.value), small, ink,
                         look.colour(all.share(cell.value)), 2 * look.unit);
        }
    }
    const auto outline = [&](const QRectF& area, const QColor& colour, double wide) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(colour, wide));
        painter.drawRect(area);
    };
    const auto marked = [&](Mark mark, double x, double y) {
        const QPointF centre(plot.left() + (x + 0.5) * width, plot.bottom() - (y + 0.5) * height);
        if (written) {
            const QRectF area(centre.x() - width / 2, centre.y() - height / 2, width, height);
            outline(area.adjusted(1.5 * look.unit, 1.5 * look.unit, -1.5 * look.unit, -1.5 * look.unit),
                    look.theme.background, 3 * look.unit);
            // Beside the number; inside the cell where there is room, as neighbours may both be marked.
            const double size = std::min(0.85 * markSize(mark, look), 0.6 * height);
            const double room = (width - fine.horizontalAdvance(QStringLiteral("00.0 GiB"))) / 2;
            const double inset = room > size + 6 * look.unit ? 0.5 * size + 4 * look.unit : 0;
            drawMark(painter, mark,
                     {mark == Mark::Best ? area.right() - inset : area.left() + inset, area.center().y()},
                     size, look.theme);
        } else {
            drawMark(painter, mark, centre, markSize(mark, look), look.theme);
        }
    };
    painter.setRenderHint(QPainter::Antialiasing);
    if (all.best) marked(Mark::Best, double(all.best->first), double(all.best->second));
    const std::optional<double> x = placeOnAxis(plan.x, plan.base), y = placeOnAxis(plan.y, plan.base);
    if (x && y) marked(Mark::Scenario, *x, *y);
    painter.setRenderHint(QPainter::Antialiasing, false);
    outline(plot, look.theme.axis, look.unit);
}

void FieldMapView::paintAxisTexts(QPainter& painter, const QRectF& plot, const Look& look) const {
    const FieldMapPlan& plan = m_map->plan;
    const QFont font = look.scaledFont(0.92);
    const QFontMetricsF metrics(font), title(look.font);
    const double gap = 5 * look.unit, width = plot.width() / double(plan.x.values.size()),
                 height = plot.height() / double(plan.y.values.size());
    double free = -INFINITY;
    for (std::size_t i = 0; i < plan.x.values.size(); ++i) {
        const QString text = shortValue(plan.x.values[i]);
        const double half = metrics.horizontalAdvance(text) / 2,
                     centre = plot.left() + (double(i) + 0.5) * width;
        if (centre - half < free) continue;
        free = centre + half + 2 * gap;
        writeText(painter, {centre - half, plot.bottom() + gap + metrics.ascent()}, text, font,
                  look.theme.text);
    }
    free = INFINITY;
    double widest = 0;
    for (std::size_t i = 0; i < plan.y.values.size(); ++i) {
        const QString text = shortValue(plan.y.values[i]);
        const double centre = plot.bottom() - (double(i) + 0.5) * height;
        widest = std::max(widest, metrics.horizontalAdvance(text));
        if (centre + metrics.height() / 2 > free) continue;
        free = centre - 0.6 * metrics.height();
        writeText(painter,
                  {plot.left() - gap - metrics.horizontalAdvance(text), centre + metrics.capHeight() / 2},
                  text, font, look.theme.text);
    }
    const QString below = fieldTitle(fieldOf(plan.x)), beside = fieldTitle(fieldOf(plan.y));
    writeText(painter,
              {plot.center().x() - title.horizontalAdvance(below) / 2,
               plot.bottom() + 1.5 * gap + metrics.height() + title.ascent()},
              below, look.font, look.theme.text);
    painter.save();
    painter.translate(plot.left() - 2 * gap - widest - title.descent(),
                      plot.center().y() + title.horizontalAdvance(beside) / 2);
    painter.rotate(-90);
    writeText(painter, {}, beside, look.font, look.theme.text);
    painter.restore();
}

void FieldMapView::paintScale(QPainter& painter, const QRectF& area, const Extent& all,
                              const Look& look) const {
    constexpr int kSteps = 64;
    const QFont font = look.scaledFont(0.92);
    const QFontMetricsF metrics(font);
    // Where values lie beyond, the bar ends in a point with the farthest of them.
    const double point = 9 * look.unit;
    const QRectF bar = area.adjusted(0, all.above ? point : 0, 0, all.below ? -point : 0);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(look.theme.axis, look.unit));
    double clear[] = {bar.top() - metrics.height(), bar.bottom() + metrics.height()}; // of numbers there
    for (const bool above : {true, false}) {
        const std::optional<double>& value = above ? all.above : all.below;
        if (!value) continue;
        const double end = above ? bar.top() : bar.bottom(), tip = end + (above ? -point : point);
        painter.setBrush(look.colour(above ? 1 : 0));
        painter.drawPolygon(QPolygonF{{bar.left(), end}, {bar.center().x(), tip}, {bar.right(), end}});
        writeText(painter, {bar.right() + 5 * look.unit, (end + tip + metrics.capHeight()) / 2},
                  metricText(*m_map->plan.metric, *value), look.scaledFont(0.92, true), look.theme.text);
        clear[above ? 0 : 1] = end;
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (int i = 0; i < kSteps; ++i)
        painter.fillRect(QRectF(bar.left(), bar.bottom() - (i + 1) * bar.height() / kSteps, bar.width(),
                                bar.height() / kSteps + 0.4 * look.unit),
                         look.colour(i / (kSteps - 1.0)));
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(look.theme.axis, look.unit));
    painter.drawRect(bar);
    if (!(all.high > all.low)) return;
    const double unit = tickUnit(*m_map->plan.metric, all.high), room = 2.2 * metrics.height();
    const QVector<double> ticks =
        all.logarithmic() ? logTicks(all.low / unit, all.high / unit, bar.height(), room).labelled
                          : linearTicks(all.low / unit, all.high / unit, bar.height() / room).ticks;
    const Metric& metric = *m_map->plan.metric;
    const auto heightOf = [&](double tick) {
        const double value = tick * unit;
        const double share = all.logarithmic() ? std::log(value / all.low) / std::log(all.high / all.low)
                                               : (value - all.low) / (all.high - all.low);
        return bar.bottom() - share * bar.height();
    };
    QVector<double> drawn;
    for (const double tick : ticks)
        if (const double y = heightOf(tick);
            y >= clear[0] + metrics.height() && y <= clear[1] - metrics.height())
            drawn << tick;
    // The highest has the unit for all, where they have one.
    const QString ofHighest = drawn.isEmpty() ? QString() : metricText(metric, drawn.back() * unit);
    const QString named = ofHighest.mid(std::max<qsizetype>(0, ofHighest.lastIndexOf(QLatin1Char(' '))));
    const bool one =
        named.startsWith(QLatin1Char(' ')) && std::all_of(drawn.begin(), drawn.end(), [&](double tick) {
            return metricText(metric, tick * unit).endsWith(named);
        });
    for (const double tick : drawn) {
        const double y = heightOf(tick);
        QString text = metricText(metric, tick * unit);
        if (one && tick != drawn.back()) text.chop(named.size());
        painter.drawLine(QPointF(bar.right(), y), QPointF(bar.right() + 3 * look.unit, y));
        writeText(painter,
                  {bar.right() + 5 * look.unit,
                   std::clamp(y + metrics.capHeight() / 2, bar.top() + metrics.capHeight(), bar.bottom())},
                  text, font, look.theme.text);
    }
}

Hits FieldMapView::paint(QPainter& painter, const QSizeF& size, const Look& look) const {
    const FieldMapPlan& plan = m_map->plan;
    const double u = look.unit, margin = 12 * u;
    QRectF area = QRectF(QPointF(), size).adjusted(margin, 0.7 * margin, -margin, -0.7 * margin);
    paintVerdict(painter, area, summary(), look);
    Extent all = extent();
    if (m_held) {
        all.hold(*m_held);
    } else if (all.valid > 0) {
        const auto [low, high] = shared(QLatin1String(plan.metric->key), all.low, all.high);
        all.hold({low, high});
    }
    const QFontMetricsF metrics(look.font);

    double x = area.left();
    const double row = 1.35 * metrics.height();
    const auto key = [&](auto&& icon, const QString& text) {
        const double width = 20 * u + metrics.horizontalAdvance(text);
        if (x > area.left() && x + width > area.right()) x = area.left(), area.setTop(area.top() + row);
        const double middle = area.top() + row / 2 - 2 * u;
        icon(QRectF(x, middle - 6 * u, 14 * u, 12 * u));
        writeText(painter, {x + 20 * u, middle + metrics.capHeight() / 2}, text, look.font, look.theme.text);
        x += width + 14 * u;
    };
    const auto mark = [&](Mark which) {
        return [&painter, &look, which](const QRectF& box) {
            painter.setRenderHint(QPainter::Antialiasing);
            drawMark(painter, which, box.center(), 0.8 * markSize(which, look), look.theme);
            painter.setRenderHint(QPainter::Antialiasing, false);
        };
    };
    key(mark(Mark::Scenario), tr("this scenario"));
    key(mark(Mark::Best), tr("best that fits"));
    key(
        [&](const QRectF& box) {
            painter.fillRect(box, look.theme.grid);
            drawHatch(painter, look, box, 5 * u, QPen(look.theme.text, u));
        },
        tr("does not fit"));
    key(
        [&](const QRectF& box) {
            drawHatch(painter, look, box, 5 * u, QPen(look.theme.muted, u));
            drawHatch(painter, look, box, 5 * u, QPen(look.theme.muted, u), true);
        },
        tr("breaks a rule"));
    area.setTop(area.top() + row + 4 * u);

    const QFontMetricsF ticks(look.scaledFont(0.92));
    double left = 0, right = 0;
    for (const std::string& value : plan.y.values)
        left = std::max(left, ticks.horizontalAdvance(shortValue(value)));
    for (double value : {all.low, all.high, (all.low + all.high) / 2, all.above.value_or(all.high),
                         all.below.value_or(all.low)})
        if (std::isfinite(value))
            right = std::max(right, ticks.horizontalAdvance(metricText(*plan.metric, value)));
    const double scale = 14 * u;
    const QRectF plot(QPointF(area.left() + left + metrics.height() + 12 * u, area.top() + 2 * u),
                      QPointF(area.right() - scale - right - 26 * u,
                              area.bottom() - ticks.height() - metrics.height() - 9 * u));
    Hits hits;
    hits.reserve(int(all.cells));
    paintCells(painter, plot, all, look, hits);
    paintAxisTexts(painter, plot, look);
    if (all.valid > 0)
        paintScale(painter, QRectF(plot.right() + 14 * u, plot.top(), scale, plot.height()), all, look);
    return hits;
}

void FieldMapView::pick(int index) {
    if (!m_map || index < 0) return;
    const FieldMapPlan& plan = m_map->plan;
    const std::size_t x = std::size_t(index) % plan.x.values.size(),
                      y = std::size_t(index) / plan.x.values.size();
    if (y >= plan.y.values.size() || cellAt(*m_map, x, y).rule >= 0) return;
    emit edited({{plan.x.key, plan.x.values[x]}, {plan.y.key, plan.y.values[y]}},
                tr("Set %1 to %2 and %3 to %4")
                    .arg(items::tableText(fieldOf(plan.x).label), shortValue(plan.x.values[x]),
                         items::tableText(fieldOf(plan.y).label), shortValue(plan.y.values[y])));
}

} // namespace moe::ui
