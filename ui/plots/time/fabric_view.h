// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Step time against the oversubscription of the leaf uplinks, with and without a spine, and what the fabric
// is made of.

#include "ui/plots/kit/painted_view.h"

namespace moe::ui {

class FabricView : public PaintedView {
    Q_OBJECT
public:
    explicit FabricView(QWidget* parent = nullptr);

    QString summary() const override;

protected:
    Hits paint(QPainter& painter, const QSizeF& size, const Look& look) const override;
    QString reason() const override;
    Sheet sheet() const override;
};

} // namespace moe::ui
