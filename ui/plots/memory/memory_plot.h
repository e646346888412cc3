// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The memory picture inside a plot widget: verdict, stacked bars per stage, legend, parts of the chosen
// stage. The window and every figure build their own.

#include "ui/plots/memory/memory_rows.h"

#include "models/engine/fit/own_marks.h"
#include "ui/report_view.h"

#include <functional>
#include <memory>
#include <optional>

class QCustomPlot;

namespace moe::ui {

class MemoryPlot {
public:
    explicit MemoryPlot(QCustomPlot& plot); ///< outlives this object's last repaint
    ~MemoryPlot();
    MemoryPlot(const MemoryPlot&) = delete;
    MemoryPlot& operator=(const MemoryPlot&) = delete;

    void setLook(const Look& look);
    /// The report must have training memory.
    void setReport(const ReportPtr& report);
    /// Device memory of each, as a flag on the axis.
    void setPins(const std::vector<PinMark>& pins);
    /// What was measured of it; nothing: nothing was.
    void setOwn(const std::optional<OwnMark>& own);
    /// Stage whose parts are listed below the bars; index into MemoryReport::stages.
    void setStage(std::size_t stage);
    /// Where the axis ends, from where it would by itself; GiB.
    void setAxis(std::function<double(double own)> end);
    void replot();

    struct Hit {
        std::size_t stage = 0, term = 0;
    };
    /// The part painted at a pixel, in a bar or in the list.
    std::optional<Hit> hitAt(QPointF pixel) const;
    /// Of the pin whose letter is there; else empty.
    QString pinTipAt(QPointF pixel) const;
    QStringList legendTexts() const;
    /// Middle of a part's area in its bar, for tests; nullopt if it is not drawn.
    std::optional<QPointF> partCentre(std::size_t stage, std::size_t term) const;

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace moe::ui
