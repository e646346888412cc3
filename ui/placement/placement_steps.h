// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which step of a table of loads is shown, and playing one after the other.

#include <QTimer>
#include <QWidget>

#include <cstdint>
#include <optional>
#include <vector>

class QLabel;
class QSlider;
class QToolButton;

namespace moe::ui {

class PlacementSteps : public QWidget {
    Q_OBJECT
public:
    explicit PlacementSteps(QWidget* parent);

    /// Of the table, ascending; `now`: the scenario's, none = all added up. Without emitting.
    void setSteps(const std::vector<std::int64_t>& steps, std::optional<std::int64_t> now);
    bool playing() const { return m_timer.isActive(); }
    QSlider* slider() const { return m_slider; } ///< for tests
    QToolButton* play() const { return m_play; }

signals:
    /// None: all steps. What one gesture or one playing chooses has one number.
    void chosen(std::optional<std::int64_t> step, int gesture);

private:
    void next();
    void stop();
    std::optional<std::int64_t> stepAt(int position) const; ///< 0: all
    void showName();

    std::vector<std::int64_t> m_steps;
    QSlider* m_slider;
    QLabel* m_name;
    QToolButton* m_play;
    QTimer m_timer;
    int m_gesture;
};

} // namespace moe::ui
