// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The row above the placement picture: which layer, compared with what, one group or the whole cluster.

#include "models/engine/placement/placement_study.h"
#include "ui/placement/placement_steps.h"

#include <QToolBar>

class QCheckBox;
class QComboBox;
class QLabel;
class QSlider;

namespace moe::ui {

class PlacementTools : public QToolBar {
    Q_OBJECT
public:
    explicit PlacementTools(QWidget* parent);

    PlacementQuestion question() const;
    PlacementSteps& steps() const { return *m_steps; }
    /// Of the table that the scenario's routing uses; hides them where there are none.
    void setSteps(const std::vector<std::int64_t>& steps, std::optional<std::int64_t> now);
    QAction* asTable() const { return m_asTable; }
    /// Without emitting changed().
    void setQuestion(const PlacementQuestion& question);
    /// Shows what applies to this study; null hides all.
    void setStudy(const PlacementStudy* study);

signals:
    void changed();

private:
    QLabel *m_layerLabel, *m_layerName;
    QSlider* m_layer;
    QComboBox* m_other;
    QCheckBox* m_cluster;
    QList<QAction*> m_layerActions;
    PlacementSteps* m_steps;
    QAction *m_stepsAction, *m_clusterAction, *m_asTable;
};

} // namespace moe::ui
