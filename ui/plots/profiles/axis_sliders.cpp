// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/profiles/axis_sliders.h"

#include <QGridLayout>
#include <QLabel>
#include <QSlider>

#include <algorithm>
#include <cmath>

namespace moe::ui {
namespace {

constexpr int kAcross = 3, kParts = 3, kGap = 14;

int nearestStep(const std::vector<double>& values, double value) {
    const auto nearest = std::min_element(values.begin(), values.end(), [&](double a, double b) {
        return std::abs(a - value) < std::abs(b - value);
    });
    return int(nearest - values.begin());
}

} // namespace

AxisSliders::AxisSliders(QWidget* parent) : QWidget(parent), m_grid(new QGridLayout(this)) {
    m_grid->setContentsMargins(8, 2, 8, 2);
    m_grid->setHorizontalSpacing(6);
    m_grid->setVerticalSpacing(2);
    for (int i = 0; i < kAcross; ++i) m_grid->setColumnStretch(i * (kParts + 1) + 1, 1);
    for (int i = 1; i < kAcross; ++i) m_grid->setColumnMinimumWidth(i * (kParts + 1) - 1, kGap);
}

AxisSliders::Row AxisSliders::newRow(int index) {
    Row row{new QLabel, new QLabel, new QSlider(Qt::Horizontal)};
    row.name->setBuddy(row.slider);
    row.slider->setMinimumWidth(50);
    row.slider->setPageStep(1);
    row.text->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    const int line = index / kAcross, first = index % kAcross * (kParts + 1);
    m_grid->addWidget(row.name, line, first);
    m_grid->addWidget(row.slider, line, first + 1);
    m_grid->addWidget(row.text, line, first + 2);
    connect(row.slider, &QSlider::valueChanged, this, [this, index](int step) {
        const Column& column = m_columns[std::size_t(index)];
        m_rows[std::size_t(index)].text->setText(column.text(column.values[std::size_t(step)]));
        emit moved(column.key, column.values[std::size_t(step)]);
    });
    return row;
}

void AxisSliders::show(std::size_t index) {
    const Row& row = m_rows[index];
    const Column& column = m_columns[index];
    if (row.slider->isSliderDown()) return;
    const QSignalBlocker quiet(row.slider);
    row.slider->setObjectName(column.key);
    row.slider->setAccessibleName(column.name);
    row.slider->setRange(0, int(column.values.size()) - 1);
    row.slider->setValue(nearestStep(column.values, column.value));
    row.name->setText(column.name);
    row.text->setText(column.text(column.values[std::size_t(row.slider->value())]));
    int widest = 0; // the slider keeps its length as the number grows
    for (const double value : column.values)
        widest = std::max(widest, row.text->fontMetrics().horizontalAdvance(column.text(value)));
    row.text->setMinimumWidth(widest);
    row.slider->setToolTip(
        tr("%1 from %2 to %3")
            .arg(column.name, column.text(column.values.front()), column.text(column.values.back())));
}

void AxisSliders::setColumns(std::vector<Column> columns) {
    const bool same = std::equal(columns.begin(), columns.end(), m_columns.begin(), m_columns.end(),
                                 [](const Column& a, const Column& b) { return a.key == b.key; });
    const bool busy =
        std::any_of(m_rows.begin(), m_rows.end(), [](const Row& row) { return row.slider->isSliderDown(); });
    if (busy && !same) return;
    m_columns = std::move(columns);
    while (m_rows.size() < m_columns.size()) m_rows.push_back(newRow(int(m_rows.size())));
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const bool used = i < m_columns.size();
        for (QWidget* part : {static_cast<QWidget*>(m_rows[i].name), static_cast<QWidget*>(m_rows[i].slider),
                              static_cast<QWidget*>(m_rows[i].text)})
            part->setVisible(used);
        if (used) show(i);
    }
    setVisible(!m_columns.empty());
}

} // namespace moe::ui
