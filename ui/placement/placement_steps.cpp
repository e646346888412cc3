// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/placement/placement_steps.h"

#include "ui/form/gesture_number.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>

#include <algorithm>

namespace moe::ui {

constexpr int kPlayMs = 600; ///< a step: time to see what moved

PlacementSteps::PlacementSteps(QWidget* parent)
    : QWidget(parent),
      m_slider(new QSlider(Qt::Horizontal, this)),
      m_name(new QLabel(this)),
      m_play(new QToolButton(this)),
      m_gesture(newGesture()) {
    auto* label = new QLabel(tr(" &Step "), this);
    label->setBuddy(m_slider);
    m_slider->setAccessibleName(tr("Step of the table of loads"));
    m_slider->setToolTip(
        tr("The table counts loads of several steps: one of them, or at the left all added up. "
           "The whole scenario follows."));
    m_slider->setFixedWidth(90);
    m_slider->setObjectName(QStringLiteral("step"));
    m_play->setObjectName(QStringLiteral("play"));
    m_play->setText(QStringLiteral("▶"));
    m_play->setAccessibleName(tr("Play the steps"));
    m_play->setToolTip(tr("Goes through the steps; times and cards follow each (one step of undo)"));
    m_play->setCheckable(true);
    m_play->setAutoRaise(true);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    for (QWidget* widget : {static_cast<QWidget*>(label), static_cast<QWidget*>(m_slider),
                            static_cast<QWidget*>(m_name), static_cast<QWidget*>(m_play)})
        row->addWidget(widget);
    m_timer.setInterval(kPlayMs);
    connect(&m_timer, &QTimer::timeout, this, &PlacementSteps::next);
    connect(m_slider, &QSlider::sliderPressed, this, [this] {
        m_gesture = newGesture();
        stop();
    });
    connect(m_slider, &QSlider::valueChanged, this, [this](int position) {
        showName();
        emit chosen(stepAt(position), m_gesture);
    });
    connect(m_play, &QToolButton::toggled, this, [this](bool on) {
        if (!on) return stop();
        m_gesture = newGesture();
        if (m_slider->value() == m_slider->maximum()) m_slider->setValue(0);
        m_timer.start();
        next();
    });
}

std::optional<std::int64_t> PlacementSteps::stepAt(int position) const {
    if (position <= 0 || std::size_t(position) > m_steps.size()) return std::nullopt;
    return m_steps[std::size_t(position) - 1];
}

void PlacementSteps::setSteps(const std::vector<std::int64_t>& steps, std::optional<std::int64_t> now) {
    const QSignalBlocker blocker(m_slider);
    m_steps = steps;
    m_slider->setMaximum(int(steps.size()));
    // While a hand or the timer moves it, it is ahead of the scenario.
    if (!m_slider->isSliderDown() && !playing()) {
        const auto at = now ? std::lower_bound(steps.begin(), steps.end(), *now) : steps.end();
        m_slider->setValue(at == steps.end() ? 0 : int(at - steps.begin()) + 1);
    }
    if (steps.empty()) stop();
    showName();
}

void PlacementSteps::showName() {
    const std::optional<std::int64_t> step = stepAt(m_slider->value());
    m_name->setText(QLatin1Char(' ') + (step ? QLocale().toString(qlonglong(*step)) : tr("all")) +
                    QLatin1Char(' '));
    m_name->setMinimumWidth(m_name->fontMetrics().horizontalAdvance(
        QLocale().toString(qlonglong(m_steps.empty() ? 0 : m_steps.back())) + QStringLiteral("  ")));
}

void PlacementSteps::next() {
    if (m_slider->value() >= m_slider->maximum() || !isVisible()) return stop();
    m_slider->setValue(m_slider->value() + 1);
}

void PlacementSteps::stop() {
    m_timer.stop();
    m_play->setChecked(false);
}

} // namespace moe::ui
