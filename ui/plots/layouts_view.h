#pragma once
// The layouts of a scenario's GPUs: any two metrics of the fast estimate against each other, the best layout
// of every split as a point, the Pareto line over all. Drag a frame to list the points in it; double-click or
// Return opens one.

#include "models/engine/search.h"
#include "ui/plots/painted_view.h"

class QComboBox;

namespace moe::ui {

using ChoicesPtr = std::shared_ptr<const LayoutChoices>;

class LayoutsView : public PaintedView {
    Q_OBJECT
public:
    explicit LayoutsView(QWidget* parent = nullptr);

    QString summary() const override;
    /// The answer to wanted(); null with a sentence when there is none.
    void setChoices(const ChoicesPtr& choices, const QString& why = {});
    /// Shows what the other one shows, without asking again.
    void takeAnswer(const LayoutsView& other) { setChoices(other.m_choices, other.m_why); }
    /// Keys of the pair on the axes.
    QString xKey() const;
    QString yKey() const;
    /// Empty texts change nothing; false when a key is no metric of a layout.
    bool setKeys(const QString& x, const QString& y);
    void setPins(const std::vector<PinMark>& pins) override;

signals:
    /// A report is shown, or other axes: search its layouts. Without a training section it has none.
    void wanted(const moe::ui::ReportPtr& report, const QString& xKey, const QString& yKey);

protected:
    Hits paint(QPainter& painter, const QSizeF& size, const Look& look) const override;
    QString reason() const override;
    Sheet sheet() const override;
    void reportChanged() override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void want();
    void open(std::size_t index);
    void select(const QRectF& frame);

    ChoicesPtr m_choices;
    QString m_why;
    std::vector<PinMark> m_pins;
    std::vector<FoundLayout> m_points; ///< the line first, then the families
    std::vector<std::size_t> m_listed; ///< brushed points; empty: all
    QComboBox *m_x, *m_y;
    QPointF m_from;
    QRectF m_brush; ///< while dragging
};

} // namespace moe::ui
