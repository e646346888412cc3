#pragma once
// A view painted by one function that serves window and figure alike, and reports where the things are that
// can be hovered, clicked or walked through with the arrow keys.

#include "ui/plots/plot_support.h"

#include <functional>

namespace moe::ui {

struct HitArea {
    QRectF area;
    QString key;               ///< what a click explains; may be empty
    QString toolTip, readOut;  ///< rich text, status bar
    Edits edits = {};          ///< what a click sets instead, with its undo text
    QString undoText = {};
};

class PaintedView : public ReportView {
    Q_OBJECT
public:
    explicit PaintedView(QWidget* parent = nullptr);

    void setReport(const ReportPtr& report) override;
    void drawFigure(QPaintDevice* device, double scale, const FigureStyle& style) override;
    /// Of the last painting, in widget coordinates.
    const QVector<HitArea>& hits() const { return m_hits; }

protected:
    /// Fills `size` (background is there already).
    virtual QVector<HitArea> paint(QPainter& painter, const QSizeF& size, const Look& look) const = 0;
    /// Why there is no picture; empty when there is one.
    virtual QString reason() const = 0;
    virtual void reportChanged() {}

    ReportPtr m_report;

    void paintEvent(QPaintEvent*) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    const HitArea* hitAt(QPointF at) const;
    void activate(const HitArea& hit);

    QVector<HitArea> m_hits;
    int m_current = -1; ///< chosen with the keyboard
};

/// Ticks, labels and title of one axis.
struct AxisText {
    QVector<double> ticks;
    std::function<QString(double)> text;
    QString title;
};
/// Left and bottom axis with grid.
void paintAxes(QPainter& painter, const PlotFrame& frame, const AxisText& x, const AxisText& y,
               const Look& look);

/// Draws at a baseline and returns the x after it.
double writeText(QPainter& painter, QPointF baseline, const QString& text, const QFont& font,
                 const QColor& colour);

} // namespace moe::ui
