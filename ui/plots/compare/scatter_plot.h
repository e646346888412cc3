// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Predicted against measured on logarithmic axes, one panel per kind of quantity, with the diagonal and a
// band of ±10 %. A family of points has its colour and shape; points beyond the limit wear a ring.

#include "ui/plots/kit/shapes.h"
#include "ui/report_view.h"

#include <QColor>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace moe::ui {

struct ScatterPoint {
    std::size_t row = 0; ///< the caller's number
    double measured = 0, predicted = 0;
    int family = 0;
    bool large = false; ///< error beyond the limit
};
struct ScatterPanel {
    QString title;
    std::function<QString(double)> text; ///< of a tick
    std::vector<ScatterPoint> points;
};
struct ScatterPicture {
    struct Family {
        QString name;
        QColor colour;
        Shape shape = Shape::Circle;
    };
    std::vector<Family> families;
    std::vector<ScatterPanel> panels;
    std::size_t points() const;
};

class ScatterPlot : public QWidget {
    Q_OBJECT
public:
    explicit ScatterPlot(QWidget* parent = nullptr);
    ~ScatterPlot() override;

    void setPicture(ScatterPicture picture);
    const ScatterPicture& picture() const;
    /// Marks one row; nullopt marks none.
    void setSelected(std::optional<std::size_t> row);
    void draw(QPaintDevice* device, double scale, const FigureStyle& style) const;
    /// Pixel of a row's point in this widget; nullopt while it is not drawn.
    std::optional<QPointF> pixelOf(std::size_t row) const;

signals:
    void hovered(std::optional<std::size_t> row, const QPoint& globalPosition);
    void clicked(std::size_t row);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace moe::ui
