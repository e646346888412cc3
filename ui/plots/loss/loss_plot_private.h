// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The parts of the loss plot: what it holds, how it is laid out (loss_plot.cpp) and painted
// (loss_plot_paint.cpp).

#include "ui/plots/kit/pin_marks.h"
#include "ui/plots/loss/loss_laws.h"
#include "ui/plots/loss/loss_plot.h"
#include "ui/plots/loss/loss_shading.h"

#include <algorithm>

class QCPAxis;
class QCPAxisRect;
class QCPLayoutElement;
class QCPRange;

namespace moe::ui {

class LossPlot::Private {
public:
    explicit Private(QCustomPlot& customPlot);

    const LossReport& loss() const { return *report->loss; }
    const LossMap& map() const { return *report->loss->map; }
    bool isVeiled() const { return loss().origin == Origin::Extrapolated; }
    bool isModel() const { return options.mode == LossMode::Model; }
    bool hatches() const { return options.shading && !map().sd.empty(); }
    bool showsStepLaw() const {
        return loss().lawLr && loss().lawBatchTokens &&
               std::find(options.laws.begin(), options.laws.end(), "step-law") != options.laws.end();
    }
    const std::vector<MeasuredPoint>& runs() const { return otherRuns ? *otherRuns : loss().measured; }
    /// The scenario does not belong to another group's cells.
    bool scenarioBelongs() const { return isModel() || !otherRuns; }

    LossRange full() const;
    void apply(const LossRange& range);
    void keepInside(QCPAxis* axis, const QCPRange& range);
    double scenarioLr() const;
    double scenarioBatch() const;
    /// Pins on what is shown, in pixels.
    struct PinPlace {
        const PinMark* pin = nullptr;
        QPointF point, letter; ///< its values; where there is room for the letter
    };
    QVector<PinPlace> pinMarks() const;
    /// One's own runs that the map is of, and where they stand, in pixels.
    std::vector<const OwnLoss*> ownHere() const;
    struct OwnPlace {
        const OwnLoss* run = nullptr;
        QPointF at;
    };
    QVector<OwnPlace> ownMarks() const;
    /// Where things are, in pixels; marks of the model first painted first.
    QVector<std::pair<Mark, QPointF>> marks() const;

    void rebuild();
    void rebuildScale();
    void holdScale();
    void rebuildLegend();
    void paintMap(QPainter& painter, bool vector);
    void paintMarks(QPainter& painter);
    void paintBar(QPainter& painter);

    QCustomPlot& plot;
    QCPAxisRect *axes = nullptr, *bar = nullptr;
    QCPAxis *x = nullptr, *y = nullptr, *barAxis = nullptr;
    QCPLayoutElement* legend = nullptr;

    ReportPtr report, base;
    std::vector<PinMark> pins;
    std::vector<OwnLoss> own;
    std::optional<std::vector<MeasuredPoint>> otherRuns;
    Look look, mapLook;          ///< mapLook has the palette of what is coloured
    LossOptions wishes, options; ///< as asked for; as can be drawn
    MeasuredCells cells;
    LossLayer layer;
    LossPlot::ScaleChoice scaleChoice;
    LossShading shading;
    std::vector<LawMark> laws;
    QImage image;
    std::optional<QPointF> dragged, cursor;
    QStringList legendTexts;
    int contourLabels = 0;
    Obstacles regionLabels; ///< of the last painting
};

} // namespace moe::ui
