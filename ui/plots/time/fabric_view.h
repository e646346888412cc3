// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Step time against the oversubscription of the leaf uplinks, with and without a spine, and what the fabric
// is made of.

#include "ui/own_marked.h"
#include "ui/plots/kit/painted_view.h"

namespace moe::ui {

class FabricView : public PaintedView, public OwnMarked {
    Q_OBJECT
public:
    explicit FabricView(QWidget* parent = nullptr);

    void setOwn(const OwnShown& own) override;
    QString summary() const override;

protected:
    Hits paint(QPainter& painter, const QSizeF& size, const Look& look) const override;
    QString reason() const override;
    Sheet sheet() const override;

private:
    std::vector<OwnMark> m_own;
};

} // namespace moe::ui
