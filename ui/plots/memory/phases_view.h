// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a GPU holds over one training step: forward, loss, backward, optimizer, against its capacity.

#include "ui/own_marked.h"
#include "ui/plots/kit/painted_view.h"

class QComboBox;

namespace moe::ui {

class PhasesView : public PaintedView, public OwnMarked {
    Q_OBJECT
public:
    explicit PhasesView(QWidget* parent = nullptr);

    void setOwn(const OwnShown& own) override;
    QString summary() const override;

protected:
    Hits paint(QPainter& painter, const QSizeF& size, const Look& look) const override;
    QString reason() const override;
    Sheet sheet() const override;
    void reportChanged() override;

private:
    const StageMemory& stage() const;

    std::vector<OwnMark> m_own;
    QComboBox* m_stages = nullptr;
    QList<QAction*> m_stageActions;
    bool m_picked = false; ///< else the heaviest stage is followed
};

} // namespace moe::ui
