// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What failures leave of a training run: progress against the time between checkpoints, with the rules that
// people choose it by, and against the number of GPUs. Of serving: goodput_view.h.

#include "models/engine/search/goodput_curves.h"
#include "ui/plots/kit/asking_picture.h"

namespace moe::ui {

class FailuresView : public AskingPicture {
    Q_OBJECT
public:
    explicit FailuresView(QWidget* parent = nullptr);

    QString summary() const override;
    /// No arguments. Answered by GoodputCurves.
    Question question() const override;
    void choose(const QStringList&) override {}

protected:
    Hits paint(QPainter& painter, const QSizeF& size, const Look& look) const override;
    QString reason() const override;
    Sheet sheet() const override;
    void answered(bool ofNow) override;

private:
    std::shared_ptr<const GoodputCurves> m_curves;
};

} // namespace moe::ui
