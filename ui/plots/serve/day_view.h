// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A day of a fleet as it was simulated: replicas that start, serve and drain, requests and how many of them
// kept the limits, and the time to the first token, all over the hours.

#include "models/engine/day/day.h"
#include "ui/plots/kit/asking_picture.h"

namespace moe::ui {

struct DayPicture {
    DayLoad load;
    DayReport day;
};

class DayView : public AskingPicture {
    Q_OBJECT
public:
    explicit DayView(QWidget* parent = nullptr);

    QString summary() const override;
    /// Answered by a DayPicture; nothing is asked of a scenario without a day.
    Question question() const override;
    void choose(const QStringList&) override {}
    bool tellApart(const ReportView& other, const items::PairNames& names,
                   items::PairTable& into) const override;

protected:
    Hits paint(QPainter& painter, const QSizeF& size, const Look& look) const override;
    QString reason() const override;
    Sheet sheet() const override;
    void answered(bool ofNow) override;

private:
    PlotFrame frameOf(const QRectF& area, double yHigh, const char* quantity, const Look& look) const;
    void axes(QPainter& painter, const PlotFrame& frame, const QString& title, bool hours, const Look& look,
              bool whole = false) const;
    void paintReplicas(QPainter& painter, const QRectF& area, const Look& look) const;
    void paintRequests(QPainter& painter, const QRectF& area, const Look& look) const;
    void paintLatency(QPainter& painter, const QRectF& area, const Look& look) const;
    void hover(const PlotFrame& frame, Hits& hits) const;
    QString slotText(const DaySlot& slot) const;

    std::shared_ptr<const DayPicture> m_picture;
};

} // namespace moe::ui
