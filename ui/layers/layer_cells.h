// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The layers of a model as a strip of cells that can be painted, with a legend under them.

#include "models/engine/scenario/fields.h"
#include "models/engine/scenario/layers.h"
#include "ui/gesture_number.h"

#include <QWidget>

#include <vector>

namespace moe::ui {

/// What a stroke makes of the layers it goes over: a kind of mixer, or whether their network has experts.
struct LayerBrush {
    std::optional<LayerKind> kind; ///< absent: `feed` is painted
    FeedForward feed = FeedForward::Moe;
    bool operator==(const LayerBrush&) const = default;
};
QString brushText(const LayerBrush& brush);
/// All there are, in the order of the menu.
const std::vector<LayerBrush>& layerBrushes();

class LayerCells : public QWidget {
    Q_OBJECT
public:
    explicit LayerCells(QWidget* parent = nullptr);

    void setScenario(const Scenario& scenario);
    void setBrush(const LayerBrush& brush) { m_brush = brush; }

    int count() const { return int(m_types.size()); }
    QRect cellRect(int layer) const;
    int layerAt(QPoint at) const;       ///< negative: none
    QString cellName(int layer) const;  ///< "Layer 5 of 48"
    QString cellValue(int layer) const; ///< "Sliding window, MoE"
    int current() const { return m_current; }
    bool isSelected(int layer) const;
    /// As the arrow keys do; `extend`: the selection reaches from where it began.
    void moveTo(int layer, bool extend);
    /// Paints what is selected, one act.
    void paintSelection(const LayerBrush& brush);

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    /// `key`: model.pattern or moe.layers.
    void painted(const QString& key, const moe::FieldValue& value, moe::ui::Motion motion);
    /// The pointer or the keys are on it; empty: on none.
    void described(const QString& text);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Places {
        std::vector<QRect> cells;
        std::vector<std::pair<int, QPoint>> rowStarts; ///< first layer of a row, baseline of its number
        int bottom = 0;
    };
    struct LegendEntry {
        LayerType sample;
        QString text;
        QPoint at;
    };
    Places placesFor(int width) const;
    std::vector<LegendEntry> legendFor(int width, int top, int& bottom) const;
    int cellWidth() const;
    int cellHeight() const;
    int legendLine() const;
    void place();
    void stroke(int from, int to);
    void emitPainted(const LayerBrush& brush, Motion motion);
    /// False where nothing changes.
    bool apply(const LayerBrush& brush, int first, int last);
    void describeCurrent();
    void showMenu(QPoint at);

    Scenario m_scenario;
    std::vector<LayerType> m_types;
    LayerBrush m_brush{LayerKind::Sliding, FeedForward::Moe};
    Places m_places;
    int m_current = 0, m_anchor = 0;
    int m_lastPainted = -1; ///< of the stroke under the mouse; negative: there is none
    bool m_strokeChanged = false;
};

} // namespace moe::ui
