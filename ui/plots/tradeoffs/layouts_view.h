// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The layouts of a scenario's GPUs: any two metrics of the fast estimate against each other, the best layout
// of every split as a point, the Pareto line over all. Drag a frame to list the points in it; double-click or
// Return opens one. Of a scenario that only serves: simulated servers (server_paint.h), opened and listed
// alike.

#include "models/engine/plan/serving_choices.h"
#include "models/engine/search/search.h"
#include "ui/plots/kit/asking_picture.h"

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

    ChoicesPtr m_choices;
    ServingChoicesPtr m_servers; ///< either these or m_choices
    std::vector<PinMark> m_pins;
    std::vector<FoundLayout> m_points; ///< the line first, then the families
    std::vector<std::size_t> m_listed; ///< brushed points; empty: all
    QComboBox *m_x, *m_y, *m_schedules;
    QAction* m_schedulesAction = nullptr;
    bool m_serves = false;      ///< whose metrics are offered
    QString m_otherX, m_otherY; ///< chosen on the other side
    QPointF m_from;
    QRectF m_brush; ///< while dragging
};

} // namespace moe::ui
