// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The requests per second that the best layouts of a server answer within its limits, as server_goodput.h
// draws them; a double-click or Return opens one. Of training: failures_view.h.

#include "models/engine/plan/goodput_map.h"
#include "ui/own_marked.h"
#include "ui/plots/kit/asking_picture.h"

namespace moe::ui {

class GoodputView : public AskingPicture, public OwnMarked {
    Q_OBJECT
public:
    explicit GoodputView(QWidget* parent = nullptr);

    void setOwn(const OwnShown& own) override;
    QString summary() const override;
    /// No arguments. Answered by a GoodputMap, of a scenario that has a limit on its latencies.
    Question question() const override;
    void choose(const QStringList&) override {}

protected:
    Hits paint(QPainter& painter, const QSizeF& size, const Look& look) const override;
    QString reason() const override;
    Sheet sheet() const override;
    void answered(bool ofNow) override;

private:
    void open(std::size_t index);

    GoodputMapPtr m_map;
    std::vector<OwnRate> m_own;
};

} // namespace moe::ui
