// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A picture painted by one function that serves window and figure alike, and that says where the things are
// which can be hovered, clicked or walked through with the arrow keys.

#include "ui/plots/kit/plot_support.h"

#include <functional>

namespace moe::ui {

struct HitArea {
    QRectF area;
    QString key;              ///< what a click explains; may be empty
    QString toolTip, readOut; ///< rich text, status bar
    int index = -1;           ///< which of the view's things can be picked here; negative: none
};
using Hits = QVector<HitArea>;
/// Fills `size`; the background is there already.
using PaintPicture = std::function<Hits(QPainter&, const QSizeF& size, const Look&)>;

class Canvas : public QWidget {
    Q_OBJECT
public:
    explicit Canvas(PaintPicture picture, QWidget* parent = nullptr);
    /// Of the last painting.
    const Hits& hits() const { return m_hits; }
    /// What is said of the thing at a place; empty where nothing is.
    QString readOutAt(QPointF at) const {
        const HitArea* hit = hitAt(at);
        return hit ? hit->readOut : QString();
    }
    /// The picture has become another one: nothing of the old can be hit any more.
    void repaintAnew();
    /// The hit chosen with the keyboard; −1: none.
    int chosen() const { return m_current < m_hits.size() ? m_current : -1; }
    void choose(int hit) { m_current = hit; }

signals:
    void readOut(const QString& text);
    void explain(const QString& key);
    /// Double-clicked, or Return on what nothing explains: the index of its HitArea.
    void picked(int index);

protected:
    void paintEvent(QPaintEvent*) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    const HitArea* hitAt(QPointF at) const;

    PaintPicture m_picture;
    Hits m_hits;
    int m_current = -1; ///< chosen with the keyboard
};

/// The same picture on paper.
void drawPicture(QPaintDevice* device, double scale, const FigureStyle& style, const PaintPicture& picture);

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
/// A bold sentence, wrapped, at the top of `area`, which then begins below it. In little room its last
/// sentences are left to the caption.
void paintVerdict(QPainter& painter, QRectF& area, const QString& text, const Look& look);
/// As many clauses, with " · " between, as fit into the width, the first in any case: none is cut in the
/// middle.
QString wholeClauses(const QString& text, const QFont& font, double width);
/// The text, or as much of it as fits with an ellipsis.
QString elided(const QString& text, const QFont& font, double width);

} // namespace moe::ui
