// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A step of reinforcement learning: GPUs that sample and GPUs that train as two lanes over time, and how many
// sequences are still sampled over the rollout.

#include "ui/plots/kit/painted_view.h"

namespace moe::ui {

class RlView : public PaintedView {
    Q_OBJECT
public:
    explicit RlView(QWidget* parent = nullptr);

    QString summary() const override;

protected:
    Hits paint(QPainter& painter, const QSizeF& size, const Look& look) const override;
    QString reason() const override;
    Sheet sheet() const override;

private:
    void paintRunning(QPainter& painter, const QRectF& area, const Look& look, Hits& hits) const;
};

} // namespace moe::ui
