// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/tradeoffs/parallel_axes.h"

#include "ui/plots/kit/plot_support.h"

#include <algorithm>
#include <cmath>

namespace moe::ui {

AxisPlaces::AxisPlaces(const ParallelAxis& axis, std::vector<double> values) : m_scale(axis.scale) {
    if (values.empty()) return;
    std::sort(values.begin(), values.end());
    m_low = values.front();
    m_high = values.back();
    if (m_scale == AxisScale::Values) {
        values.erase(std::unique(values.begin(), values.end()), values.end());
        m_ticks = QVector<double>(values.begin(), values.end());
    } else {
        for (const double tick : linearTicks(m_low / axis.unit, m_high / axis.unit, 4).ticks)
            if (tick * axis.unit > m_low && tick * axis.unit < m_high) m_ticks << tick * axis.unit;
    }
}

double AxisPlaces::place(double value) const {
    if (m_scale == AxisScale::Linear) return m_high > m_low ? (value - m_low) / (m_high - m_low) : 0.5;
    if (m_ticks.size() < 2) return 0.5;
    const auto at = std::lower_bound(m_ticks.begin(), m_ticks.end(), value);
    return double(at - m_ticks.begin()) / double(m_ticks.size() - 1);
}

AxisSpan AxisPlaces::between(double low, double high) const {
    if (low > high) std::swap(low, high);
    if (m_scale == AxisScale::Linear) {
        const double range = m_high - m_low;
        // The ends are those of the values, however far beyond them the drag went or how it is rounded.
        return {low <= 0 ? m_low : m_low + low * range, high >= 1 ? m_high : m_low + high * range};
    }
    AxisSpan span{INFINITY, -INFINITY};
    for (const double value : m_ticks) {
        const double at = place(value);
        if (at < low || at > high) continue;
        span.low = std::min(span.low, value);
        span.high = std::max(span.high, value);
    }
    return span;
}

int AxisPlaces::cells() const {
    return m_scale == AxisScale::Values ? int(m_ticks.size()) : int(m_ticks.size()) + 1;
}

AxisSpan AxisPlaces::cell(int index) const {
    if (m_scale == AxisScale::Values) return {m_ticks[index], m_ticks[index]};
    return {index == 0 ? m_low : m_ticks[index - 1], index == m_ticks.size() ? m_high : m_ticks[index]};
}

int AxisPlaces::cellAt(double place) const {
    if (m_scale == AxisScale::Values)
        return std::clamp(int(std::lround(place * double(m_ticks.size() - 1))), 0,
                          std::max(0, int(m_ticks.size()) - 1));
    const double value = m_low + place * (m_high - m_low);
    return int(std::upper_bound(m_ticks.begin(), m_ticks.end(), value) - m_ticks.begin());
}

void ParallelRows::set(const QVector<ParallelAxis>& axes, const std::vector<std::vector<double>>& rows) {
    m_axes.clear();
    m_places.clear();
    m_columns.clear();
    m_steps.clear();
    m_cells.clear();
    m_count = rows.size();
    for (int i = 0; i < axes.size(); ++i) {
        std::vector<double> column, values;
        for (const std::vector<double>& row : rows) {
            column.push_back(row[std::size_t(i)]);
            if (std::isfinite(column.back())) values.push_back(column.back());
        }
        if (values.empty()) continue;
        const auto [least, most] = std::minmax_element(values.begin(), values.end());
        if (*least == *most) continue;
        const AxisPlaces places(axes[i], std::move(values));
        std::vector<std::int16_t> steps;
        std::vector<std::int32_t> cells;
        for (const double value : column) {
            const double place = std::isfinite(value) ? places.place(value) : -1;
            steps.push_back(place < 0 ? std::int16_t(-1) : std::int16_t(std::lround(place * kSteps)));
            cells.push_back(place < 0 ? -1 : places.cellAt(place));
        }
        m_axes << axes[i];
        m_places.push_back(places);
        m_columns.push_back(std::move(column));
        m_steps.push_back(std::move(steps));
        m_cells.push_back(std::move(cells));
    }
    ++m_edition;
    sift();
}

const AxisSpan* ParallelRows::span(int axis) const {
    const auto at = m_spans.find(m_axes[axis].key);
    return at == m_spans.end() ? nullptr : &at->second;
}

void ParallelRows::choose(int axis, const AxisSpan& span) {
    if (span.low > span.high) return clear(axis);
    m_spans[m_axes[axis].key] = span;
    sift();
}

void ParallelRows::pick(int axis, int cell) {
    const AxisSpan picked = places(axis).cell(cell);
    const AxisSpan* now = span(axis);
    if (!now) return choose(axis, picked);
    if (*now == picked) return clear(axis);
    const bool inside = now->holds(picked.low) && now->holds(picked.high);
    choose(axis,
           inside ? picked : AxisSpan{std::min(now->low, picked.low), std::max(now->high, picked.high)});
}

void ParallelRows::clear(int axis) {
    m_spans.erase(m_axes[axis].key);
    sift();
}

void ParallelRows::clear() {
    m_spans.clear();
    sift();
}

bool ParallelRows::narrowed() const {
    for (int axis = 0; axis < m_axes.size(); ++axis)
        if (span(axis)) return true;
    return false;
}

void ParallelRows::sift() {
    m_keeps.assign(m_count, true);
    for (int axis = 0; axis < m_axes.size(); ++axis) {
        const AxisSpan* chosen = span(axis);
        if (!chosen) continue;
        const std::vector<double>& column = m_columns[std::size_t(axis)];
        for (std::size_t row = 0; row < m_count; ++row)
            if (!chosen->holds(column[row])) m_keeps[row] = false;
    }
    m_kept.clear();
    for (std::size_t row = 0; row < m_count; ++row)
        if (m_keeps[row]) m_kept.push_back(row);
}

} // namespace moe::ui
