// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/kit/label_places.h"

#include <algorithm>
#include <cmath>

namespace moe::ui {

static double distanceTo(const QRectF& box, QPointF point) {
    return std::hypot(std::clamp(point.x(), box.left(), box.right()) - point.x(),
                      std::clamp(point.y(), box.top(), box.bottom()) - point.y());
}

bool LabelPlaces::take(const QRectF& box) {
    const bool free = std::none_of(m_taken.begin(), m_taken.end(),
                                   [&](const QRectF& taken) { return taken.intersects(box); });
    if (free) m_taken.push_back(box);
    return free;
}

std::optional<LabelPlaces::Place> LabelPlaces::place(QPointF point, QSizeF size, double distance) {
    if (const auto clear = search(point, size, distance, 2 * distance)) return clear;
    return search(point, size, distance, -size.width());
}

std::optional<LabelPlaces::Place> LabelPlaces::search(QPointF point, QSizeF size, double distance,
                                                      double lead) {
    // Right, left, and the slanted ones between; straight above and below come last.
    static constexpr double kDegrees[] = {0, 30, -30, 180, 150, 210, 60, -60, 120, 240, 90, 270};
    constexpr double kRadian = 3.14159265358979323846 / 180;
    for (double reach = distance; reach <= 12 * distance; reach += distance) {
        for (double degrees : kDegrees) {
            const double dx = std::cos(degrees * kRadian), dy = -std::sin(degrees * kRadian);
            // The box touches the circle of that reach on the side that looks at the point.
            const QPointF anchor = point + reach * QPointF(dx, dy);
            QRectF box(QPointF(), size);
            box.moveCenter(anchor + QPointF(dx > 0.1    ? size.width() / 2
                                            : dx < -0.1 ? -size.width() / 2
                                                        : 0,
                                            dy * size.height() / 2));
            if (!m_bounds.contains(box)) continue;
            if (std::any_of(m_taken.begin(), m_taken.end(),
                            [&](const QRectF& taken) { return taken.intersects(box); }))
                continue;
            const double own = distanceTo(box, point);
            if (std::any_of(m_points.begin(), m_points.end(), [&](QPointF other) {
                    return other != point && distanceTo(box, other) < own + lead;
                }))
                continue;
            m_taken.push_back(box);
            return Place{box, lead < 0 || reach > 1.5 * distance};
        }
    }
    return std::nullopt;
}

} // namespace moe::ui
