#pragma once
// The loss picture inside a plot widget: axes, heat map or measured cells, markers, legend, colour bar. The
// window and every figure build their own, so that exporting does not disturb what the window shows.

#include "ui/plots/loss_paint.h"
#include "ui/plots/plot_support.h"

#include <memory>
#include <optional>

class QCustomPlot;

namespace moe::ui {

enum class LossMode { Model, Measured };

struct LossOptions {
    LossMode mode = LossMode::Model;
    bool contours = true;
    bool points = true;
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
    void replot();

    LossRange range() const;
    void setRange(const LossRange& range);
    LossRange fullRange() const;
    bool isZoomed() const;
    void resetRange();

    PlotFrame frame() const;
    /// Where the scenario is drawn while it is being dragged; nullopt = where the report says.
    void setDragged(std::optional<QPointF> value);
    QPointF scenarioValue() const; ///< lr, batch in tokens
    const MeasuredCells& cells() const;
    int contourLabels() const; ///< of the last painting

private:
    class Private;
    std::unique_ptr<Private> d;
};

/// Loss of the map between its cells, interpolated in the logarithms; nullopt outside.
std::optional<double> lossAt(const LossMap& map, double lr, double batchTokens);

} // namespace moe::ui
