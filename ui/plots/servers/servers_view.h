// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The layouts of a server's GPUs, simulated (server_paint.h), over two metrics of serving. Of training:
// layouts_view.h.

#include "models/engine/plan/serving_choices.h"
#include "ui/own_marked.h"
#include "ui/plots/tradeoffs/pair_view.h"

namespace moe::ui {

class ServersView : public PairView, public OwnMarked {
    Q_OBJECT
public:
    explicit ServersView(QWidget* parent = nullptr);

    QString summary() const override;
    /// Answered by ServingChoices.
    Question question() const override;
    void setOwn(const OwnShown& own) override;

protected:
    Hits paint(QPainter& painter, const QSizeF& size, const Look& look) const override;
    QString reason() const override;
    Sheet sheet() const override;
    void answered(bool ofNow) override;
    void open(std::size_t point) override;

private:
    ServingChoicesPtr m_servers;
    std::vector<OwnServed> m_own;
};

} // namespace moe::ui
