// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where a training step or a served token goes: stacked bar, list of parts, pipeline schedule, and the same
// step under another schedule beside it.

#include "ui/own_marked.h"
#include "ui/plots/kit/asking_picture.h"
#include "ui/plots/time/schedule_choice.h"
#include "ui/plots/time/time_paint.h"
#include "ui/plots/time/time_schedule.h"
#include "ui/traced_shown.h"

#include <memory>
#include <optional>

namespace moe::ui {

class AxisHold;

class TimeView : public AskingPicture, public OwnMarked, public TracedShown {
    Q_OBJECT
public:
    explicit TimeView(QWidget* parent = nullptr);

    void setPins(const std::vector<PinMark>& pins) override;
    void setOwn(const OwnShown& own) override;
    void setTraced(const TracedPtr& traced) override;
    QString summary() const override;
    /// One argument: the schedule beside the scenario's. Answered by a Report; nothing is asked without one.
    Question question() const override;
    void choose(const QStringList& arguments) override;
    /// Has no effect when the report has only one of the two.
    void showServing(bool serving);
    /// Of a held axis.
    QString range() const override;
    void setRange(const QString& range) override;

protected:
    Hits paint(QPainter& painter, const QSizeF& size, const Look& look) const override;
    QString reason() const override;
    Sheet sheet() const override;
    void reportChanged() override;
    void answered(bool ofNow) override;

private:
    bool serves() const;
    std::vector<TimeParts> wholes() const;
    void flagPins();
    void holdAxes();
    Headline headline() const;
    bool showsBeside() const;
    std::vector<const ScheduleSketch*> sketches() const;
    QString besideText() const;

    QAction *m_training = nullptr, *m_serving = nullptr;
    std::vector<TimeParts> m_wholes;
    AxisHold* m_hold = nullptr;
    std::unique_ptr<ScheduleChoice> m_choice;
    std::optional<ScheduleSketch> m_sketch, m_besideSketch;
    ReportPtr m_beside; ///< of the schedule chosen beside
    std::vector<PinMark> m_pins;
    std::vector<OwnMark> m_own;
    TracedPtr m_traced; ///< shown in place of the report's step; may be null
};

} // namespace moe::ui
