// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Every pass of every micro-batch of a training step, rank below rank: zoomed and moved in with wheel, mouse
// and keys, measured by dragging. Over it, where the scenario has one, the step of reinforcement learning
// that such a training step is a part of; under it, where one is chosen, the same step by another schedule.

#include "ui/plots/kit/asking_picture.h"
#include "ui/plots/time/schedule_choice.h"
#include "ui/plots/time/timeline_paint.h"
#include "ui/traced_shown.h"

#include <memory>
#include <optional>

namespace moe::ui {

class TimelineView : public AskingPicture, public TracedShown {
    Q_OBJECT
public:
    explicit TimelineView(QWidget* parent = nullptr);

    QString summary() const override;
    /// One argument: the schedule under the scenario's. Answered by a Report; nothing is asked without one.
    Question question() const override;
    void choose(const QStringList& arguments) override;
    void setTraced(const TracedPtr& traced) override;
    /// "from to" in shares of the step.
    QString range() const override;
    void setRange(const QString& text) override;
    /// "from to first last": seconds and stages of an area.
    QString marked() const override;
    void setMarked(const QString& text) override;
    /// Of the marked area, else of what is in sight.
    bool tellApart(const ReportView& other, const items::PairNames& names,
                   items::PairTable& into) const override;

    const TimeSpan& seen() const { return m_seen; }
    /// A length of time marked by dragging; none when its length is 0.
    const TimeSpan& measured() const { return m_mark.span; }
    /// Stage whose lanes are drawn; −1: none.
    int open() const { return m_timeline ? m_timeline->open : -1; }

protected:
    Hits paint(QPainter& painter, const QSizeF& size, const Look& look) const override;
    QString reason() const override;
    Sheet sheet() const override;
    void reportChanged() override;
    void answered(bool ofNow) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Drag {
        QPointF at;    ///< where it began
        TimeSpan seen; ///< then
        bool moves = false;
    };
    bool onMouse(QMouseEvent& event);
    bool onKey(const QKeyEvent& event);
    double secondsAt(double x) const;
    /// Of the step, or of the longer one beside or under it.
    double wholeEnd() const;
    /// Keeps the same share of the step in sight.
    void keepSight(double before);
    bool showsSecond() const { return m_timeline && !m_traced && !m_choice->key().isEmpty(); }
    QString secondText() const; ///< why it is slower or faster, or why there is none
    /// Of the first timeline, below the lanes over it.
    double heightOfFirst(double height) const { return showsSecond() ? 0.5 * height : height; }
    /// Height of the lanes of a step of reinforcement learning over the passes; 0: there is none, or no room.
    double lanesAbove(const QSizeF& size, const Look& look) const;
    double names(const Look& look) const;
    QRectF frame() const;
    void fillStages();
    void openStage(int stage);
    LaneUse use(const TimeSpan& span) const;
    void zoom(double factor, double about);
    void showSpan(TimeSpan span);
    void press(QPointF at) const;

    std::unique_ptr<ScheduleChoice> m_choice;
    std::optional<Timeline> m_timeline, m_second;
    TracedPtr m_traced; ///< shown in place of the report's step; may be null
    TimeSpan m_seen;
    double m_whole = 0; ///< that it is a part of
    TimelineMark m_mark;
    QComboBox* m_stages = nullptr;
    std::optional<int> m_wanted; ///< stage in lanes, −1: none
    std::optional<Drag> m_drag;
};

} // namespace moe::ui
