// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The layouts of a scenario's GPUs: any two metrics of the fast estimate against each other, the best layout
// of every split as a point, the Pareto line over all. Drag a frame to keep the points in it; double-click or
// Return opens one. Below them, where asked for, every degree and metric as an axis that narrows points, list
// and line (parallel_axes.h). Of a server: servers_view.h.

#include "models/engine/search/search.h"
#include "ui/own_marked.h"
#include "ui/plots/tradeoffs/pair_view.h"
#include "ui/plots/tradeoffs/parallel_paint.h"

class QComboBox;

namespace moe::ui {

class LayoutsView : public PairView, public OwnMarked {
    Q_OBJECT
public:
    explicit LayoutsView(QWidget* parent = nullptr);

    QString summary() const override;
    /// Arguments: the metrics on both axes, the schedules: usual, any, or the one by name that the scenario
    /// runs; what the axes are narrowed to, as conditions of a search. Answered by LayoutChoices.
    Question question() const override;
    void choose(const QStringList& arguments) override;
    void setPins(const std::vector<PinMark>& pins) override;
    void setOwn(const OwnShown& own) override;

    /// Below the points, on a picture of this size.
    static constexpr double kPointsShare = 0.55; ///< of the height
    static QRectF axesArea(const QSizeF& size, const Look& look);

protected:
    Hits paint(QPainter& painter, const QSizeF& size, const Look& look) const override;
    QString reason() const override;
    Sheet sheet() const override;
    void answered(bool ofNow) override;
    void open(std::size_t index) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    Hits paintPoints(QPainter& painter, const QSizeF& size, const Look& look) const;

    void fillAxes();
    bool narrows() const; ///< the axes are drawn
    bool shows(std::size_t point) const;
    /// What is chosen on the axes as conditions, "key<=value,…"; a span of several names is none.
    QString within() const;
    /// Of what the axes leave, by the costs of the pair.
    std::vector<FoundLayout> line() const;
    QString remaining() const; ///< how many points are left, and why the picture ends where it does
    Hits paintNarrowing(QPainter& painter, const QSizeF& size, const Look& look) const;
    bool brushAxes(const QEvent& event);
    void narrowed();

    ChoicesPtr m_choices;
    std::vector<PinMark> m_pins;
    OwnShown m_own;
    std::vector<FoundLayout> m_points; ///< the line first, then the families
    QComboBox* m_schedules;
    QAction* m_axes = nullptr;
    std::vector<std::size_t> m_near; ///< points that are drawn, the rows of the axes
    bool m_far = false;              ///< others are too far from the best to be drawn
    ParallelRows m_rows;
    mutable ParallelCache m_lines;
    int m_axis = -1; ///< along which is dragged
    double m_axisFrom = 0;
    bool m_dragged = false;
};

} // namespace moe::ui
