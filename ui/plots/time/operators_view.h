// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Operators of one layer as profiles measured them, beside the analytic model.

#include "ui/plots/kit/painted_view.h"

class QAction;

namespace moe::ui {

class OperatorsView : public PaintedView {
    Q_OBJECT
public:
    explicit OperatorsView(QWidget* parent = nullptr);

    QString summary() const override;

protected:
    Hits paint(QPainter& painter, const QSizeF& size, const Look& look) const override;
    QString reason() const override;
    Sheet sheet() const override;
    void reportChanged() override;

private:
    const ProfiledPass* pass() const;

    QList<QAction*> m_passes; ///< one each of "train", "prefill", "decode"
};

} // namespace moe::ui
