// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where a training step or a served token goes: stacked bar, list of parts, pipeline schedule.

#include "ui/plots/kit/painted_view.h"
#include "ui/plots/time/time_paint.h"

#include <optional>

namespace moe::ui {

class TimeView : public PaintedView {
    Q_OBJECT
public:
    explicit TimeView(QWidget* parent = nullptr);

    void setPins(const std::vector<PinMark>& pins) override;
    QString summary() const override;
    /// Has no effect when the report has only one of the two.
    void showServing(bool serving);

protected:
    Hits paint(QPainter& painter, const QSizeF& size, const Look& look) const override;
    QString reason() const override;
    Sheet sheet() const override;
    void reportChanged() override;

private:
    bool serves() const;
    std::vector<TimeParts> wholes() const;
    void flagPins();
    Headline headline() const;

    QAction *m_training = nullptr, *m_serving = nullptr;
    std::vector<TimeParts> m_wholes;
    std::optional<ScheduleSketch> m_sketch;
    std::vector<PinMark> m_pins;
};

} // namespace moe::ui
