// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The choice of a second pipeline schedule over the pictures of a step.

#include "ui/plots/time/time_schedule.h"

#include <QComboBox>
#include <QToolBar>

#include <optional>

namespace moe::ui {

class ScheduleChoice {
public:
    /// Stands with its label before an action of `tools`.
    ScheduleChoice(QToolBar& tools, QAction* before);

    QComboBox* box() const { return m_box; }
    QString key() const; ///< as schedules() has it; empty: no other
    void choose(const QString& key);
    void setVisible(bool visible);

private:
    QComboBox* m_box;
    QAction *m_label, *m_place;
};

} // namespace moe::ui
