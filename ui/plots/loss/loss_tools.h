// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The tool row over the loss picture: what is chosen there, and which choices the report leaves open.

#include "ui/plots/loss/loss_groups.h"
#include "ui/plots/loss/loss_plot.h"

#include <QToolBar>

#include <functional>

class QActionGroup;
class QComboBox;
class QMenu;

namespace moe::ui {

class LossTools : public QToolBar {
    Q_OBJECT
public:
    explicit LossTools(QWidget* parent = nullptr);

    /// What can be chosen, and why the rest cannot.
    struct State {
        bool map = false, scenarioRuns = false, spread = false;
        QString difference;    ///< why there is none; empty = there is one
        QString scenarioGroup; ///< name of the group that belongs to the scenario; empty = none
        QString noRuns;        ///< why the scenario has none
        const LossOverlays* overlays = nullptr;
        std::vector<LossGroupRow> groups;
        std::function<bool(const QString& key)> canUse; ///< a preset describes this group's model
    };
    void setState(const State& state);

    /// As chosen, as far as the state allows.
    LossOptions options() const;
    QString paletteName() const;
    QString group() const; ///< key of the chosen group; empty = the scenario's
    bool wantsTable() const { return m_table->isChecked(); }

signals:
    void optionsChanged();
    void paletteChanged();
    void resetRequested();
    void useGroupRequested();

private:
    void addModes();
    void addMenus();
    void fillGroups();
    void fillLaws();
    void showState();

    State m_state;
    bool m_wantsMeasured = false; ///< kept while no group matches, so that it comes back by itself
    QString m_wantedGroup;        ///< empty = the scenario's
    LossColour m_wantedColour = LossColour::Loss;
    QAction *m_model = nullptr, *m_measured = nullptr, *m_reset = nullptr, *m_table = nullptr,
            *m_use = nullptr;
    QAction *m_contours = nullptr, *m_points = nullptr, *m_regions = nullptr, *m_shading = nullptr;
    QComboBox *m_colours = nullptr, *m_palettes = nullptr, *m_groups = nullptr;
    QMenu *m_show = nullptr, *m_laws = nullptr;
    std::vector<std::pair<std::string, QAction*>> m_lawActions;
    QList<QAction*> m_modelOnly, m_measuredOnly;
};

} // namespace moe::ui
