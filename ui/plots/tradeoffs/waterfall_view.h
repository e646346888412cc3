// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// From one scenario to another: a bar for every changed knob and what it bought of a metric. Bars are dragged
// into another order, or moved with Alt and the arrow keys; a double-click takes one change back, or over.

#include "models/engine/search/waterfall.h"
#include "ui/plots/kit/asking_picture.h"

class QComboBox;

namespace moe::ui {

class WaterfallView : public AskingPicture {
    Q_OBJECT
public:
    explicit WaterfallView(QWidget* parent = nullptr);

    void setBase(const ReportPtr& base) override;
    void setPins(const std::vector<PinMark>& pins) override;
    QString summary() const override;
    QString beginning() const override;
    /// Arguments: the metric, the order as keys apart by commas. Answered by Waterfall.
    Question question() const override;
    void choose(const QStringList& arguments) override;
    /// As the picture is drawn: indices into the steps of the answer.

protected:
    Hits paint(QPainter& painter, const QSizeF& size, const Look& look) const override;
    QString reason() const override;
    Sheet sheet() const override;
    void reportChanged() override;
    void answered(bool ofNow) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// What either end may be: the base, a pin, this scenario.
    struct End {
        QString key, name;
        ReportPtr report;
    };
    void offerEnds();
    const End* endOf(const QComboBox& box) const;
    QString nameOf(const QComboBox& box) const;
    WaterfallWay way() const;
    int rowAt(QPointF at) const; ///< of m_shown; −1 beside the bars
    void move(int row, int to);
    void pick(int index);

    WaterfallPtr m_answer;
    std::vector<End> m_ends;
    std::vector<std::size_t> m_shown;
    ReportPtr m_base;
    std::vector<PinMark> m_pins;
    QString m_order;
    QComboBox *m_from, *m_to, *m_metric, *m_way;
    QAction* m_largest;
    bool m_fromChosen = false, m_metricChosen = false; ///< by the user
    int m_dragged = -1, m_drop = -1;                   ///< rows
    QPointF m_pressed;
};

} // namespace moe::ui
