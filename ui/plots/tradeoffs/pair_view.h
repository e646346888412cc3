// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A picture of found points over two metrics of one's choice. Drag a frame to keep the points in it: the
// others fade, the table lists these alone; Escape or a click beside them shows all. Double-click or Return
// opens one.

#include "ui/plots/kit/asking_picture.h"

#include <utility>
#include <vector>

class QComboBox;

namespace moe::ui {

class PairView : public AskingPicture {
    Q_OBJECT
public:
    /// Arguments: the keys of the metrics on both axes.
    void choose(const QStringList& arguments) override;
    void drawFigure(QPaintDevice* device, double scale, const FigureStyle& style) override;

protected:
    using Offer = std::vector<std::pair<QString, QString>>; ///< label and key
    PairView(const QString& accessibleName, const Offer& metrics, const QString& x, const QString& y,
             QWidget* parent);

    virtual void open(std::size_t point) = 0;
    QStringList chosenPair() const;
    /// Points of the frame, ascending; empty: all.
    const std::vector<std::size_t>& listed() const { return m_listed; }
    /// Outside the frame.
    bool isAside(std::size_t point) const;
    /// How many are in the frame, and the way back; empty without one.
    QString framedText() const;
    /// The points are others now.
    void forgetListed();
    void paintBrush(QPainter& painter, const Look& look) const;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void select(const QRectF& frame);
    bool showAll(); ///< false: there was no frame

    QComboBox *m_x, *m_y;
    std::vector<std::size_t> m_listed;
    std::size_t m_drawn = 0; ///< when the frame was drawn
    QPointF m_from;
    QRectF m_brush; ///< while dragging
};

} // namespace moe::ui
