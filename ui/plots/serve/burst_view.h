// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// First bursts of published closed loops, measured and simulated: a panel each, the times to the first token
// of requests that were sent at once, in the order in which they got it. It has no place in the window: a
// table of runs is no scenario.

#include "models/engine/calibration/first_bursts.h"
#include "ui/plots/kit/painted_view.h"

namespace moe::ui {

/// The bursts' points are not looked at: names say whose they are.
struct BurstPanel {
    QString name; ///< "4 requests at once, 7,224 tokens in"
    FirstBurst burst;
};

class BurstView : public PaintedView {
    Q_OBJECT
public:
    /// At least one panel. `server`: what all were measured on.
    BurstView(QString server, std::vector<BurstPanel> panels);

    QString summary() const override;

protected:
    Hits paint(QPainter& painter, const QSizeF& size, const Look& look) const override;
    QString reason() const override { return {}; }
    Sheet sheet() const override;

private:
    void paintPanel(QPainter& painter, const QRectF& area, const BurstPanel& panel, const Look& look) const;

    QString m_server;
    std::vector<BurstPanel> m_panels;
};

} // namespace moe::ui
