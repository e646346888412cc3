// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a prefix cache finds of a trace, over its size: shares of blocks and of prompt tokens, with the tiers
// that were asked for. It has no place in the window: a trace is no scenario.

#include "models/engine/tiers/hit_curve.h"
#include "ui/plots/kit/painted_view.h"

namespace moe::ui {

struct HitsPicture {
    std::size_t requests = 0, blocks = 0; ///< of the trace
    int blockTokens = 0;
    std::vector<HitShare> curve; ///< capacities rising; the last finds all that can be found
    struct Tier {
        double size = 0;  ///< blocks; kNoLimit
        double end = 0;   ///< where it ends on the axis; kNoLimit
        double share = 0; ///< of all blocks that it finds
    };
    std::vector<Tier> tiers; ///< nearest first; empty: none was asked for
};

class HitsView : public PaintedView {
    Q_OBJECT
public:
    explicit HitsView(HitsPicture picture);

    QString summary() const override;

protected:
    Hits paint(QPainter& painter, const QSizeF& size, const Look& look) const override;
    QString reason() const override { return {}; }
    Sheet sheet() const override;

private:
    void paintTiers(QPainter& painter, const PlotFrame& frame, const Look& look) const;

    HitsPicture m_picture;
};

} // namespace moe::ui
