// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Operators of a training layer under the roofs of the GPU: compute and device memory.

#include "ui/plots/kit/painted_view.h"

namespace moe::ui {

class RooflineView : public PaintedView {
    Q_OBJECT
public:
    explicit RooflineView(QWidget* parent = nullptr);

    QString summary() const override;

protected:
    Hits paint(QPainter& painter, const QSizeF& size, const Look& look) const override;
    QString reason() const override;
    Sheet sheet() const override;
};

} // namespace moe::ui
