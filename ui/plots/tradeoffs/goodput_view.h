// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What failures leave of a training run: progress against the time between checkpoints, with the rules that
// people choose it by, and against the number of GPUs. Of a scenario that only serves: the requests per
// second that its best layouts answer within the limits (server_goodput.h); a double-click or Return opens
// one.

#include "models/engine/plan/goodput_map.h"
#include "models/engine/search/goodput_curves.h"
#include "ui/plots/kit/asking_picture.h"

namespace moe::ui {

class GoodputView : public AskingPicture {
    Q_OBJECT
public:
    explicit GoodputView(QWidget* parent = nullptr);

    QString summary() const override;
    /// No arguments. Answered by GoodputCurves; of a scenario that only serves, and has a limit on its
    /// latencies, by a GoodputMap.
    Question question() const override;
    void choose(const QStringList&) override {}

protected:
    Hits paint(QPainter& painter, const QSizeF& size, const Look& look) const override;
    QString reason() const override;
    Sheet sheet() const override;
    void answered(bool ofNow) override;

private:
    bool serves() const;
    void open(std::size_t index);

    std::shared_ptr<const GoodputCurves> m_curves;
    GoodputMapPtr m_map; ///< either this or m_curves
};

} // namespace moe::ui
