// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The loss picture inside a plot widget: axes, heat map or measured cells, markers, legend, colour bar. The
// window and every figure build their own, so that exporting does not disturb what the window shows.

#include "models/engine/fit/own_points.h"
#include "ui/plots/kit/plot_support.h"
#include "ui/plots/loss/loss_paint.h"

#include <QStringList>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

class QCustomPlot;

namespace moe::ui {

enum class LossMode { Model, Measured };

struct LossOptions {
    LossMode mode = LossMode::Model;
    LossColour colour = LossColour::Loss; ///< of the model; Loss where the wanted one has no values
    bool contours = true;
    bool points = true;
    bool shading = true;                       ///< hatched by uncertainty and instability
    bool regions = true;                       ///< within 0.1 % and 0.25 % of the best
    std::vector<std::string> laws{"step-law"}; ///< keys of laws() to show
    bool operator==(const LossOptions&) const = default;
};

/// Ranges of the axes; lr horizontal, batch in tokens vertical.
struct LossRange {
    double lrLow = 0, lrHigh = 0, batchLow = 0, batchHigh = 0;
};

class LossPlot {
public:
    explicit LossPlot(QCustomPlot& plot); ///< outlives this object's last repaint
    ~LossPlot();
    LossPlot(const LossPlot&) = delete;
    LossPlot& operator=(const LossPlot&) = delete;

    /// Each rebuilds only what depends on it; call replot() after the last one. The report must have a loss
    /// map.
    void setLook(const Look& look);
    void setOptions(const LossOptions& options);
    void setReport(const ReportPtr& report);
    /// What LossColour::Difference is against; may be null or without a map.
    void setBase(const ReportPtr& base);
    /// The scale of the colours, from what it would be by itself. `quantity`: what they stand for.
    using ScaleChoice = std::function<LossScale(const QString& quantity, const LossScale& own)>;
    void setScale(ScaleChoice scale);
    /// The runs of another measured group than the report's; null = the report's.
    void setRuns(const std::vector<MeasuredPoint>* runs);
    /// One's own runs: those of the scenario's size stand on the model's map.
    void setOwn(const std::vector<OwnLoss>& own);
    /// Their letters, where they train.
    void setPins(const std::vector<PinMark>& pins);
    void replot();

    LossRange range() const;
    void setRange(const LossRange& range);
    bool isZoomed() const;
    void resetRange();

    PlotFrame frame() const;
    /// Where the scenario is drawn while it is being dragged; nullopt = where the report says.
    void setDragged(std::optional<QPointF> value);
    QPointF scenarioValue() const; ///< lr, batch in tokens
    /// Cross hair at these values; nullopt = none.
    void setCursor(std::optional<QPointF> value);
    bool isMeasured() const;
    /// Where the keyboard's cross hair can stand: the map's cells or the measured ones.
    const std::vector<double>& columns() const; ///< lr
    const std::vector<double>& rows() const;    ///< batch in tokens
    QPointF best() const;                       ///< optimum or best run
    /// Source and domain of the law, or the pin or run of one's own, whose marker is there; else empty.
    QString tipAt(QPointF pixel) const;
    const MeasuredCells& cells() const;
    const std::vector<MeasuredPoint>& runs() const;
    int contourLabels() const; ///< of the last painting
    QStringList legendTexts() const;

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace moe::ui
