// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A picture of serving inside a plot widget: words, one or two panels of points, legend. The window and every
// figure build their own.

#include "models/engine/fit/own_marks.h"
#include "ui/plots/serve/serve_limit.h"
#include "ui/plots/serve/serve_paint.h"
#include "ui/plots/serve/serve_panels.h"

#include <QStringList>

#include <memory>
#include <optional>

class QCustomPlot;

namespace moe::ui {

struct ServePicture {
    std::shared_ptr<const ServeCurves> curves;
    std::optional<ServePoint> own;    ///< this scenario
    bool simulated = false;           ///< it is, and the curves are of steady batches
    bool faded = false;               ///< the curves are those of an earlier scenario
    QString head, detail;             ///< sentences above
    std::vector<OwnServed> mine = {}; ///< one's own runs
};

class ServePlot {
public:
    ServePlot(QCustomPlot& plot, items::ServeKind kind); ///< the plot outlives this object's last repaint
    ~ServePlot();
    ServePlot(const ServePlot&) = delete;
    ServePlot& operator=(const ServePlot&) = delete;

    void setLook(const Look& look);
    void setPicture(const ServePicture& picture);
    void replot();
    /// Room for the words in a plot of this size; replot() does it for the window.
    void arrange(QSizeF size);

    /// The point a cursor stands on; it is marked in every panel.
    void setCursor(std::optional<std::size_t> point);
    /// Of the time per output token, where there is an axis of it; to be moved with setLimit().
    const TpotLimit* limit() const;
    /// From the next repaint on. `grip`: where it can be dragged; on paper it cannot.
    void setLimit(std::optional<double> seconds, bool grip);
    /// The nearest point, where one is near.
    std::optional<std::size_t> pointAt(QPointF pixel) const;
    /// What a panel paints, point by point.
    std::vector<ServeDot> dots(std::size_t panel) const;
    QStringList legendTexts() const;

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace moe::ui
