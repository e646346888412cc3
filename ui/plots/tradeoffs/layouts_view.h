// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The layouts of a scenario's GPUs: any two metrics of the fast estimate against each other, the best layout
// of every split as a point, the Pareto line over all. Drag a frame to list the points in it; double-click or
// Return opens one. Below them, where asked for, every degree and metric as an axis that narrows points, list
// and line (parallel_axes.h). Of a scenario that only serves: simulated servers (server_paint.h), opened and
// listed alike.

#include "models/engine/plan/serving_choices.h"
#include "models/engine/search/search.h"
#include "ui/plots/kit/asking_picture.h"
#include "ui/plots/tradeoffs/parallel_paint.h"

class QComboBox;

namespace moe::ui {

class LayoutsView : public AskingPicture {
    Q_OBJECT
public:
    explicit LayoutsView(QWidget* parent = nullptr);

    QString summary() const override;
    /// Arguments: the metrics on both axes, the schedules: usual, any, or the one by name that the scenario
    /// runs. Answered by LayoutChoices; of a scenario that only serves by ServingChoices, with metrics of its
    /// own and no schedules.
    Question question() const override;
    void choose(const QStringList& arguments) override;
    void setPins(const std::vector<PinMark>& pins) override;

    /// Below the points, on a picture of this size.
    static constexpr double kPointsShare = 0.55; ///< of the height
    static QRectF axesArea(const QSizeF& size, const Look& look);

protected:
    Hits paint(QPainter& painter, const QSizeF& size, const Look& look) const override;
    QString reason() const override;
    Sheet sheet() const override;
    void reportChanged() override;
    void answered(bool ofNow) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void open(std::size_t index);
    void select(const QRectF& frame);
    void offerMetrics(bool serves);
    Hits paintPoints(QPainter& painter, const QSizeF& size, const Look& look) const;

    void fillAxes();
    bool narrows() const; ///< the axes are drawn
    bool shows(std::size_t point) const;
    /// Of what the axes leave, by the costs of the pair.
    std::vector<FoundLayout> line() const;
    QString remaining() const; ///< how many points are left, and why the picture ends where it does
    Hits paintNarrowing(QPainter& painter, const QSizeF& size, const Look& look) const;
    bool brushAxes(const QEvent& event);
    void narrowed();

    ChoicesPtr m_choices;
    ServingChoicesPtr m_servers; ///< either these or m_choices
    std::vector<PinMark> m_pins;
    std::vector<FoundLayout> m_points; ///< the line first, then the families
    std::vector<std::size_t> m_listed; ///< brushed points; empty: all
    QComboBox *m_x, *m_y, *m_schedules;
    QAction* m_schedulesAction = nullptr;
    QAction* m_axes = nullptr;
    std::vector<std::size_t> m_near; ///< points that are drawn, the rows of the axes
    bool m_far = false;              ///< others are too far from the best to be drawn
    ParallelRows m_rows;
    mutable ParallelCache m_lines;
    int m_axis = -1; ///< along which is dragged
    double m_axisFrom = 0;
    bool m_dragged = false;
    bool m_serves = false;      ///< whose metrics are offered
    QString m_otherX, m_otherY; ///< chosen on the other side
    QPointF m_from;
    QRectF m_brush; ///< while dragging
};

} // namespace moe::ui
