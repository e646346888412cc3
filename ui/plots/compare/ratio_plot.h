// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Results of several scenarios as bars: each the ratio to the first, on a logarithmic axis, with values
// beside them and what was measured as a ring.

#include "ui/report_view.h"

#include <QColor>

#include <memory>
#include <optional>
#include <vector>

namespace moe::ui {

struct RatioBar {
    std::optional<double> ratio, measured; ///< to the first column's prediction, > 0
    QString text;                          ///< "3.42 s  +4 %"
    int judgement = 0;                     ///< 1 better, −1 worse
};
struct RatioRow {
    QString label, base; ///< base: value of the first column
    std::vector<RatioBar> bars;
};
struct RatioPicture {
    struct Column {
        QString letter, name;
        QColor colour;
    };
    QString baseName;
    std::vector<Column> columns; ///< without the first; empty: the first's values are listed alone
    std::vector<RatioRow> rows;  ///< most important first: what finds no room is left out from the end
    bool anyMeasured() const;
};

class RatioPlot : public QWidget {
    Q_OBJECT
public:
    explicit RatioPlot(QWidget* parent = nullptr);
    ~RatioPlot() override;

    void setPicture(RatioPicture picture);
    void draw(QPaintDevice* device, double scale, const FigureStyle& style) const;

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace moe::ui
