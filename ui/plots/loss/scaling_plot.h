// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Three panels side by side on one loss axis: the best loss against parameters, tokens and tokens per
// parameter at fixed compute, under a sentence that says which of them limits.

#include "models/engine/fit/own_points.h"
#include "ui/plots/kit/plot_support.h"
#include "ui/plots/loss/scaling_text.h"

#include <QStringList>

#include <memory>
#include <optional>

class QCustomPlot;

namespace moe::ui {

/// A point of a curve.
struct ScalingPlace {
    std::size_t panel = 0, index = 0;
    bool operator==(const ScalingPlace&) const = default;
};

class ScalingPlot {
public:
    explicit ScalingPlot(QCustomPlot& plot); ///< outlives this object's last repaint
    ~ScalingPlot();
    ScalingPlot(const ScalingPlot&) = delete;
    ScalingPlot& operator=(const ScalingPlot&) = delete;

    void setLook(const Look& look);
    /// `loss`: of the scenario at its own learning rate and batch.
    void setCurves(const std::shared_ptr<const ScalingCurves>& curves, double loss);
    /// One's own runs: on each panel those whose other quantity is the curve's.
    void setOwn(const std::vector<OwnLoss>& own);
    void replot();
    /// Room for the sentences in a plot of this size, in a small one for the verdict alone; replot() does it
    /// for the window.
    void arrange(QSizeF size);

    void setCursor(std::optional<ScalingPlace> place);
    /// The curve's point nearest in x, where the pixel is inside a panel.
    std::optional<ScalingPlace> placeAt(QPointF pixel) const;
    QPointF pixelOf(ScalingPlace place) const;
    /// What a run of one's own says whose mark is there; else empty.
    QString tipAt(QPointF pixel) const;
    QStringList legendTexts() const;

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace moe::ui
