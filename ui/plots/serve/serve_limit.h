// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The limit of the time per output token (serve.slo_tpot) in a picture over
// tokens/s per user: a line with a grip. Fewer tokens/s are to the left, where
// the axis of the time per token is slow: the grip stands there, at the foot,
// while there is no limit, and says so.

#include "ui/plots/kit/plot_support.h"

#include <optional>

class QCPAxisRect;

namespace moe::ui {

/// What a grip means that has no limit yet, at its left or right.
void paintNoLimit(QPainter& painter, QPointF at, Qt::Alignment side, const QFont& font, const Look& look);

class TpotLimit {
public:
    explicit TpotLimit(QCPAxisRect& panel) : m_panel(panel) {}

    std::optional<double> seconds() const { return m_seconds; }
    void setLook(const Look& look) { m_look = look; }
    void set(std::optional<double> seconds, bool grip) { m_seconds = seconds, m_grip = grip; }
    QPointF grip() const; ///< pixel of the plot
    bool isOnGrip(QPointF pixel) const;
    std::optional<double> at(QPointF pixel) const; ///< nothing beyond the slow end
    void paint(QPainter& painter) const;

private:
    QCPAxisRect& m_panel;
    Look m_look;
    std::optional<double> m_seconds;
    bool m_grip = false;
};

} // namespace moe::ui
