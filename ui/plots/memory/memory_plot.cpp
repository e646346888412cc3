// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/memory/memory_plot.h"

#include "models/items/fit_text.h"
#include "models/items/format.h"
#include "models/items/words.h"
#include "ui/plots/kit/pin_marks.h"
#include "ui/plots/kit/plot_chrome.h"
#include "ui/plots/memory/memory_paint.h"

#include "models/items/compare_table_model.h"
#include "ui/judged.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace moe::ui {

class MemoryPlot::Private {
public:
    explicit Private(QCustomPlot& customPlot) : plot(customPlot) {
        plot.setLocale(items::numberLocale());
        plot.plotLayout()->clear();
        header = newPaintElement(plot, [this](QPainter& p, const QRectF& area) { paintHeader(p, area); });
        axes = new QCPAxisRect(&plot, true);
        legend = newLegend(plot);
        list = newPaintElement(plot, [this](QPainter& p, const QRectF& area) { paintList(p, area); });
        plot.plotLayout()->setRowSpacing(0);
        int row = 0;
        for (QCPLayoutElement* element : {header, static_cast<QCPLayoutElement*>(axes), legend, list})
            plot.plotLayout()->addElement(row++, 0, element);
        x = axes->axis(QCPAxis::atBottom), y = axes->axis(QCPAxis::atLeft);
        keepOwnAxis(y);
        setLinearAxis(x, 4);
        x->setLabel(items::Words::tr("Memory per GPU (GiB)"));
        y->setTicks(false);
        y->setTickLabels(false);
        y->grid()->setVisible(false);
        axes->setAutoMargins(QCP::msTop | QCP::msRight | QCP::msBottom);
        newPaintLayer(axes, QStringLiteral("overlay"), false, [this](QPainter& p, bool) { paint(p); });
        QObject::connect(&plot, &QCustomPlot::beforeReplot, &plot, [this] { arrange(); });
    }

    int px(double length) const { return int(std::lround(length * look.unit)); }
    const MemoryReport& memory() const { return *report->memory; }

    /// Shares the height between bars and list; runs before every layout.
    void arrange() {
        if (!report) return;
        const QSize size = plot.viewport().size();
        const QFontMetricsF bold(look.scaledFont(1, true));
        const MemoryVerdict words = memoryVerdict(*report);
        const double inner = size.width() - px(24);
        headerLines =
            bold.horizontalAdvance(words.place + QStringLiteral("  ·  ") + words.verdict) > inner ? 2 : 1;
        const int headerHeight =
            look.headline ? int(std::ceil(headerLines * bold.height() * 1.25)) + px(6) : px(2);
        header->setMinimumSize(0, headerHeight);
        header->setMaximumSize(QWIDGETSIZE_MAX, headerHeight);

        // Axis, its label, the capacity's label and the legend take about this much.
        const double chrome = headerHeight + px(26) + 3.6 * bold.height() + legendHeight(inner) + px(14);
        const double room = size.height() - chrome;
        const double full = breakdownHeight(memory().stages[stage], inner, look);
        const double least = std::min(full, 5.3 * breakdownRowHeight(look));
        showsList = room - double(rows.size()) * px(30) >= least;
        // Bars first take what makes them comfortable, then the list all its rows, then both grow.
        const double comfortable = double(rows.size()) * px(rows.size() == 1 ? 62 : 46);
        const double given = std::clamp(room - comfortable, least, std::max(least, full));
        const double spare = std::max(0.0, room - comfortable - given);
        const double listHeight = showsList ? given + std::min(spare / 2, 0.3 * full) : 0;
        list->setMinimumSize(0, int(listHeight));
        list->setMaximumSize(QWIDGETSIZE_MAX, int(listHeight));
    }

    double legendHeight(double width) const {
        if (!look.legend) return 0;
        // Only to share the room: the legend finds its own height.
        const QFontMetricsF metrics(look.font);
        const double columns =
            std::max(1.0, std::floor(width / (12.5 * metrics.averageCharWidth() + 48 * look.unit)));
        return std::ceil(double(legendTexts.size()) / columns) * metrics.height() * 1.25;
    }

    void paintHeader(QPainter& painter, const QRectF& area) {
        if (!look.headline) return;
        if (!report) return;
        const MemoryVerdict words = memoryVerdict(*report);
        const QFont plain = look.font, bold = look.scaledFont(1, true);
        const QFontMetricsF metrics(plain);
        const double line = metrics.height() * 1.25;
        double left = area.left() + px(4);
        double baseline = area.top() + px(4) + metrics.ascent();
        painter.setFont(plain);
        painter.setPen(look.theme.text);
        painter.drawText(QPointF(left, baseline), words.place);
        if (headerLines > 1) {
            baseline += line;
        } else {
            left += metrics.horizontalAdvance(words.place);
            painter.drawText(QPointF(left, baseline), QStringLiteral("  ·  "));
            left += metrics.horizontalAdvance(QStringLiteral("  ·  "));
        }
        painter.setFont(bold);
        painter.setPen(words.fits == Fit::Tight ? look.theme.warn
                                                : judgedInk(words.fits == Fit::Yes ? 1 : -1, look.theme));
        painter.drawText(QPointF(left, baseline), words.verdict);
    }

    void paint(QPainter& painter) {
        if (!report) return;
        PlotFrame frame = frameOf(axes);
        barParts = paintBars(painter, frame, memory(), rows, look);
        paintRowNames(painter, frame, rows, look);
        flagAreas = paintPinFlags(painter, frame, flags, look);
        const QRectF viewport(plot.viewport());
        paintCapacity(painter, frame, memory().capacity, look, viewport.left() + px(4),
                      viewport.right() - px(4));
    }

    void paintList(QPainter& painter, const QRectF& area) {
        listParts.clear();
        if (!report || !showsList) return;
        const MemoryRow& row = rowOf(stage);
        const QString title = items::Words::tr("Parts of %1 (GiB)").arg(row.name);
        listParts =
            paintBreakdown(painter, area.adjusted(px(6), px(6), -px(6), 0), memory(), stage, title, look);
    }

    const MemoryRow& rowOf(std::size_t index) const {
        return *std::find_if(rows.begin(), rows.end(),
                             [index](const MemoryRow& row) { return index <= row.last; });
    }

    /// An RL step's memory is not that of its training alone.
    static bool isFlagged(const PinMark& pin) {
        return pin.report && pin.report->memory && !pin.report->memory->stages.empty() &&
               !pin.report->scenario.rl;
    }

    void rebuildLegend() {
        std::vector<LegendEntry> entries;
        const Look current = look;
        std::vector<MemoryGroup> groups;
        for (std::size_t i = 0; i < memoryTerms().size(); ++i) {
            const MemoryGroup group = memoryTerms()[i].group;
            const bool present = std::any_of(memory().stages.begin(), memory().stages.end(),
                                             [i](const StageMemory& each) { return each.terms[i].base > 0; });
            if (present && std::find(groups.begin(), groups.end(), group) == groups.end())
                groups.push_back(group);
        }
        for (MemoryGroup group : groups)
            entries.push_back(
                {[group, current](QPainter& painter, const QRectF& area) {
                     const double height = 10 * current.unit;
                     fillCategory(painter,
                                  QRectF(area.left(), area.center().y() - height / 2, area.width(), height),
                                  groupColour(group), int(group), current);
                 },
                 groupLabel(group)});
        const auto addLevel = [&](Level level, const QString& name, Bytes bytes) {
            entries.push_back({[level, current](QPainter& painter, const QRectF& area) {
                                   drawLevelMark(painter, level,
                                                 area.center() + QPointF(0, 3.5 * current.unit), current);
                               },
                               QStringLiteral("%1 %2").arg(name, gibText(bytes))});
        };
        addLevel(Level::Allocated, items::Words::tr("Allocated"), memory().heaviest().peak);
        addLevel(Level::Reserved, items::Words::tr("Reserved"), memory().reserved);
        addLevel(Level::Device, items::Words::tr("Device"), memory().device);
        const auto varies = [](const StageMemory& each) { return each.peakHigh > each.peakLow; };
        if (std::any_of(memory().stages.begin(), memory().stages.end(), varies))
            entries.push_back({[current](QPainter& painter, const QRectF& area) {
                                   drawWhisker(painter, area.left() + 2 * current.unit,
                                               area.right() - 2 * current.unit, area.center().y(), current);
                               },
                               items::Words::tr("Routing imbalance")});
        for (const PinMark& pin : pins) {
            if (!isFlagged(pin)) continue;
            entries.push_back({[mark = pin.mark, current](QPainter& painter, const QRectF& area) {
                                   drawPinMark(painter, mark, area.center(), current);
                               },
                               items::Words::tr("Device %1").arg(gibText(pin.report->memory->device))});
        }
        legendTexts.clear();
        for (const LegendEntry& entry : entries) legendTexts << entry.text;
        setLegend(legend, std::move(entries), look);
    }

    void rebuild() {
        rows = memoryRows(*report);
        double highest = std::max(memory().capacity / GiB, memory().device / GiB);
        for (const StageMemory& each : memory().stages) highest = std::max(highest, each.peakHigh / GiB);
        flags.clear();
        for (const PinMark& pin : pins) {
            if (!isFlagged(pin)) continue;
            const double device = pin.report->memory->device / GiB;
            flags.push_back({pin.mark, device,
                             items::Words::tr("<b>%1</b> %2<br>device %3 GiB")
                                 .arg(items::markLetter(pin.mark), pin.name.toHtmlEscaped(),
                                      gibText(pin.report->memory->device))});
        }
        if (measured && measured->here) {
            const QString text = items::ownMarkText(*measured);
            flags.push_back({0, measured->here->measured / GiB.base, text, text, true,
                             measured->here->low / GiB.base, measured->here->high / GiB.base});
        }
        const double own = axisWithFlags(highest * 1.04, flags);
        x->setRange(0, axisEnd ? axisEnd(own) : own);
        y->setRange(-0.5, double(rows.size()) - 0.5);
        axes->setMinimumMargins(QMargins(0, px(26), px(6), 0));
        axes->setMargins(QMargins(int(rowNamesWidth(rows, look)) + px(4), 0, 0, 0));
        axes->setMinimumSize(px(60), px(40));
        rebuildLegend();
    }

    QCustomPlot& plot;
    QCPAxisRect* axes = nullptr;
    QCPAxis *x = nullptr, *y = nullptr;
    QCPLayoutElement *header = nullptr, *legend = nullptr, *list = nullptr;
    ReportPtr report;
    Look look;
    std::vector<MemoryRow> rows;
    std::vector<PinMark> pins;
    std::optional<OwnMark> measured;
    std::vector<PinFlag> flags;
    std::function<double(double)> axisEnd;
    QVector<QRectF> flagAreas; ///< of the last painting
    std::size_t stage = 0;
    QStringList legendTexts;
    int headerLines = 1;
    bool showsList = false;
    QVector<PartArea> barParts, listParts; ///< of the last painting
};

MemoryPlot::MemoryPlot(QCustomPlot& plot) : d(std::make_unique<Private>(plot)) {}
MemoryPlot::~MemoryPlot() = default;

void MemoryPlot::setLook(const Look& look) {
    d->look = look;
    applyLook(d->plot, look);
    d->plot.plotLayout()->setMargins(QMargins(d->px(8), d->px(4), d->px(8), d->px(6)));
    if (d->report) d->rebuild();
}

void MemoryPlot::setReport(const ReportPtr& report) {
    d->report = report;
    d->stage = std::min(d->stage, report->memory->stages.size() - 1);
    d->barParts.clear(); // until it is drawn, nothing can be pointed at: the old areas name old stages
    d->listParts.clear();
    d->rebuild();
}

void MemoryPlot::setAxis(std::function<double(double)> end) {
    d->axisEnd = std::move(end);
    if (d->report) d->rebuild();
}

void MemoryPlot::setPins(const std::vector<PinMark>& pins) {
    d->pins = pins;
    if (d->report) d->rebuild();
}

void MemoryPlot::setOwn(const std::optional<OwnMark>& own) {
    d->measured = own;
    if (d->report) d->rebuild();
}

QString MemoryPlot::pinTipAt(QPointF pixel) const {
    for (qsizetype i = 0; i < d->flagAreas.size(); ++i)
        if (d->flagAreas[i].contains(pixel)) return d->flags[std::size_t(i)].text;
    return {};
}

void MemoryPlot::setStage(std::size_t stage) {
    d->stage = d->report ? std::min(stage, d->report->memory->stages.size() - 1) : stage;
}

void MemoryPlot::replot() {
    d->plot.replot(QCustomPlot::rpQueuedReplot);
}

std::optional<MemoryPlot::Hit> MemoryPlot::hitAt(QPointF pixel) const {
    for (const QVector<PartArea>& parts : {d->barParts, d->listParts})
        for (const PartArea& part : parts)
            if (part.area.contains(pixel)) return Hit{part.stage, part.term};
    return std::nullopt;
}

QStringList MemoryPlot::legendTexts() const {
    return d->legendTexts;
}

std::optional<QPointF> MemoryPlot::partCentre(std::size_t stage, std::size_t term) const {
    for (const PartArea& part : d->barParts)
        if (part.stage == stage && part.term == term) return part.area.center();
    return std::nullopt;
}

} // namespace moe::ui
