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
    /// Tells the points apart: a label stands nearer to its own than to any other.
    void setPoints(const QVector<QPointF>& points) { m_points = points; }
    /// A free box of `size` near `point`, nearest and rightmost first, then taken; nullopt where it is full.
    /// A label that stands further off than `distance` needs a line to its point.
    std::optional<QRectF> place(QPointF point, QSizeF size, double distance);

private:
    /// `lead`: by how much other points must be further off.
    std::optional<QRectF> search(QPointF point, QSizeF size, double distance, double lead);

    QRectF m_bounds;
    QVector<QRectF> m_taken;
    QVector<QPointF> m_points;
};

} // namespace moe::ui
