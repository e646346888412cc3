// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The strip of layers with the brush it is painted with and what is under the pointer.

#include "models/engine/scenario/fields.h"
#include "ui/gesture_number.h"

class QComboBox;
class QLabel;

namespace moe::ui {

class LayerCells;

class LayerStrip : public QWidget {
    Q_OBJECT
public:
    explicit LayerStrip(QWidget* parent = nullptr);

    void setScenario(const Scenario& scenario);
    LayerCells& cells() const { return *m_cells; }
    QComboBox& brushes() const { return *m_brushes; }

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override { return {330, heightForWidth(330)}; }

signals:
    /// `key`: model.pattern or moe.layers. Drags end with a drop, as those of sliders do.
    void painted(const QString& key, const moe::FieldValue& value, moe::ui::Motion motion);

protected:
    void changeEvent(QEvent* event) override;

private:
    void fillBrushes(bool experts);

    LayerCells* m_cells;
    QComboBox* m_brushes;
    QLabel* m_described;
};

} // namespace moe::ui
