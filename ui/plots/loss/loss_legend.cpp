// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/loss/loss_legend.h"

#include "models/items/words.h"

#include <algorithm>
#include <utility>

namespace moe::ui {

namespace {

class Entries {
public:
    explicit Entries(Look look) : m_look(std::move(look)) {}

    void mark(Mark mark, const QString& text) {
        add(
            [mark, look = m_look](QPainter& painter, const QRectF& area) {
                drawMark(painter, mark, area.center(), markSize(mark, look), look.theme);
            },
            text);
    }
    template <class Key, class... Extra> void key(Key paint, const QString& text, Extra... extra) {
        add([=, look = m_look](QPainter& painter,
                               const QRectF& area) { paint(painter, area, extra..., look); },
            text);
    }
    void add(std::function<void(QPainter&, const QRectF&)> icon, const QString& text) {
        m_entries.push_back({std::move(icon), text});
    }
    std::vector<LegendEntry> take() { return std::move(m_entries); }

private:
    Look m_look;
    std::vector<LegendEntry> m_entries;
};

void bestCellKey(QPainter& painter, const QRectF& area, const Look& look) {
    painter.setRenderHint(QPainter::Antialiasing);
    const double size = 11 * look.unit;
    const QRectF box(area.center() - QPointF(size, size) / 2, QSizeF(size, size));
    painter.setPen(QPen(QColor(0x10, 0x12, 0x16), 3.4 * look.unit));
    painter.drawRect(box);
    painter.setPen(QPen(look.theme.best, 1.8 * look.unit));
    painter.drawRect(box);
}

void emptyCellKey(QPainter& painter, const QRectF& area, const Look& look) {
    painter.setRenderHint(QPainter::Antialiasing);
    const double height = 11 * look.unit;
    const QRectF box(area.left(), area.center().y() - height / 2, area.width(), height);
    const QPen pen(look.theme.muted, look.unit);
    drawHatch(painter, look, box, 5 * look.unit, pen);
    painter.setPen(pen);
    painter.drawRect(box);
}

void contourKey(QPainter& painter, const QRectF& area, const Look& look) {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(look.theme.axis, 1.2 * look.unit));
    painter.drawLine(QPointF(area.left(), area.center().y()), QPointF(area.right(), area.center().y()));
}

void addModel(Entries& entries, const LossLegend& shown, std::ptrdiff_t stable) {
    const LossReport& loss = *shown.loss;
    const LossOptions& options = shown.options;
    entries.mark(Mark::Best, items::Words::tr("Predicted best"));
    if (options.regions)
        for (std::size_t i = 0; i < loss.nearOptimal.size(); ++i)
            if (!loss.nearOptimal[i].polygon.empty())
                entries.key(
                    paintNearKey,
                    items::Words::tr("Within %1 % of best").arg(100 * loss.nearOptimal[i].share, 0, 'g', 3),
                    i);
    const bool star = std::find(options.laws.begin(), options.laws.end(), "step-law") != options.laws.end();
    if (star && loss.lawLr && loss.lawBatchTokens) {
        const LawAnswer* answer = stepLawAnswer(loss);
        if (!answer || answer->inDomain)
            entries.mark(Mark::Law, items::Words::tr("Step Law optimum"));
        else
            entries.mark(Mark::LawOutside, items::Words::tr("Step Law, outside its domain"));
        if (loss.overlays && loss.overlays->region)
            entries.key(paintLawRegionKey, items::Words::tr("Its 95 % region"));
    }
    for (const bool inDomain : {true, false})
        if (std::any_of(shown.laws.begin(), shown.laws.end(),
                        [&](const LawMark& mark) { return mark.inDomain == inDomain; }))
            entries.key(paintLawKey,
                        inDomain ? items::Words::tr("Published law")
                                 : items::Words::tr("Law outside its domain"),
                        inDomain);
    if (options.points && stable > 0)
        entries.mark(Mark::Run, items::Words::tr("Measured runs (%1)").arg(stable));
    if (options.contours && !loss.map->contours.empty())
        entries.key(contourKey, items::Words::tr("Loss above best"));
    if (shown.hasGaps) entries.key(emptyCellKey, items::Words::tr("Not on the base's map"));
    if (!options.shading) return;
    if (options.colour != LossColour::Uncertainty) {
        if (shown.shading.light)
            entries.key(paintHatchKey, items::Words::tr("Uncertainty 0.3–1 %"), Hatch::Light);
        if (shown.shading.dense)
            entries.key(paintHatchKey, items::Words::tr("Uncertainty over 1 %"), Hatch::Dense);
    }
    if (shown.shading.unstable)
        entries.key(paintHatchKey, items::Words::tr("Likely to diverge"), Hatch::Unstable);
}

} // namespace

std::vector<LegendEntry> lossLegend(const LossLegend& shown, const Look& look) {
    Entries entries(look);
    const bool model = shown.options.mode == LossMode::Model;
    if (shown.scenarioShown)
        entries.mark(Mark::Scenario, shown.scenarioOnMap ? items::Words::tr("This scenario")
                                                         : items::Words::tr("This scenario (off the map)"));
    const auto diverged = std::count_if(shown.runs->begin(), shown.runs->end(),
                                        [](const MeasuredPoint& run) { return run.diverged; });
    if (model) {
        addModel(entries, shown, std::ptrdiff_t(shown.runs->size()) - diverged);
    } else if (shown.bestRun) {
        entries.key(bestCellKey, items::Words::tr("Best run (%1)").arg(shown.bestRun->loss, 0, 'f', 3));
        if (shown.hasGaps) entries.key(emptyCellKey, items::Words::tr("Not measured"));
    }
    if (diverged > 0 && (shown.options.points || !model))
        entries.mark(Mark::Diverged, items::Words::tr("Diverged (%1)").arg(diverged));
    return entries.take();
}

} // namespace moe::ui
