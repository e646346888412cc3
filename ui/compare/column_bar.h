// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One chip per scenario or log beside this one: its mark, its name, what can be done with it.

#include <QColor>
#include <QToolBar>

#include <vector>

namespace moe::ui {

struct ColumnChip {
    QString letter, name, toolTip;
    QColor colour;
    bool removable = false, calibratable = false;
};

class ColumnBar : public QToolBar {
    Q_OBJECT
public:
    explicit ColumnBar(QWidget* parent = nullptr);
    void setChips(const std::vector<ColumnChip>& chips);

signals:
    void removeRequested(int chip); ///< number of the chip
    void calibrateRequested(int chip);

private:
    QStringList m_shown; ///< so that a redraw while a slider moves does not rebuild the buttons
};

} // namespace moe::ui
