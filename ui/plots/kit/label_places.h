// SPDX-License-Identifier: GPL-3.0-or-later
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
    /// Takes the box if nothing stands there.
    bool take(const QRectF& box);
    /// Tells the points apart: a label stands nearer to its own than to any other.
    void setPoints(const QVector<QPointF>& points) { m_points = points; }
    /// A free box of `size` near `point`, nearest and rightmost first, then taken; nullopt where it is full.
    struct Place {
        QRectF box;
        bool needsLine = false; ///< to its point, because another is as near or it stands far off
    };
    std::optional<Place> place(QPointF point, QSizeF size, double distance);

private:
    /// `lead`: by how much other points must be further off.
    std::optional<Place> search(QPointF point, QSizeF size, double distance, double lead);

    QRectF m_bounds;
    QVector<QRectF> m_taken;
    QVector<QPointF> m_points;
};

} // namespace moe::ui
