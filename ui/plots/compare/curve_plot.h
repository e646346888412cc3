// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Losses that training logs printed over their iterations, beside the loss predicted for the end of the run.

#include "ui/report_view.h"

#include <QColor>

#include <memory>
#include <optional>
#include <vector>

namespace moe::ui {

struct CurveLine {
    QString letter, name;
    QColor colour;
    std::vector<double> iteration, loss, balance; ///< NaN where a line of the log has none
    std::optional<double> predicted, low, high;   ///< loss at the end of the run
};

class CurvePlot : public QWidget {
    Q_OBJECT
public:
    explicit CurvePlot(QWidget* parent = nullptr);
    ~CurvePlot() override;

    void setLines(std::vector<CurveLine> lines);
    void draw(QPaintDevice* device, double scale, const FigureStyle& style) const;

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace moe::ui
