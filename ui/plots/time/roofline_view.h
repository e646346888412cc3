// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Operators of a training layer under the roofs of the GPU: compute and device memory.

#include "ui/own_marked.h"
#include "ui/plots/kit/painted_view.h"

namespace moe::ui {

class RooflineView : public PaintedView, public OwnMarked {
    Q_OBJECT
public:
    explicit RooflineView(QWidget* parent = nullptr);

    void setOwn(const OwnShown& own) override;
    QString summary() const override;

protected:
    Hits paint(QPainter& painter, const QSizeF& size, const Look& look) const override;
    QString reason() const override;
    Sheet sheet() const override;

private:
    std::vector<OwnOperator> m_own;
};

} // namespace moe::ui
