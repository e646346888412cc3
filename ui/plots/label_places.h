#pragma once
// Places labels beside points so that they cover neither each other nor a point.

#include <QPointF>
#include <QRectF>
#include <QVector>

#include <optional>

namespace moe::ui {

class LabelPlaces {
public:
    explicit LabelPlaces(const QRectF& bounds) : m_bounds(bounds) {}
    /// Keeps labels away from here.
    void block(const QRectF& area) { m_taken.push_back(area); }
    /// A free box of `size` near `point`, nearest and rightmost first, then taken; nullopt where it is full.
    std::optional<QRectF> place(QPointF point, QSizeF size, double distance);

private:
    QRectF m_bounds;
    QVector<QRectF> m_taken;
};

} // namespace moe::ui
