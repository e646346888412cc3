// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Rows of numbers over several axes, of which every one can be narrowed: what stands where on an axis, and
// which rows remain. Knows neither layouts nor painting.

#include <QString>
#include <QVector>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

namespace moe::ui {

enum class AxisScale { Values, Linear }; ///< Values: every distinct one, evenly spaced, in rising order

struct ParallelAxis {
    QString key, label;
    std::function<QString(double)> text; ///< of a value
    AxisScale scale = AxisScale::Values;
    double unit = 1;                           ///< in which linear ticks are round
    std::function<QString(double)> brief = {}; ///< beside a tick, where `text` is too long
};

/// Both ends included.
struct AxisSpan {
    double low = 0, high = 0;
    bool holds(double value) const { return value >= low && value <= high; }
    bool operator==(const AxisSpan& other) const { return low == other.low && high == other.high; }
};

/// One axis with the values on it.
class AxisPlaces {
public:
    AxisPlaces() = default;
    AxisPlaces(const ParallelAxis& axis, std::vector<double> values);

    /// 0 at the bottom, 1 at the top.
    double place(double value) const;
    /// What lies between two places; empty values (low > high) where a span of values holds none.
    AxisSpan between(double low, double high) const;
    /// What can be picked with one click or key: a value, or the range between two ticks.
    int cells() const;
    AxisSpan cell(int index) const;
    int cellAt(double place) const;
    const QVector<double>& ticks() const { return m_ticks; }

private:
    AxisScale m_scale = AxisScale::Values;
    QVector<double> m_ticks; ///< of Values: all of them
    double m_low = 0, m_high = 1;
};

/// The rows, what is chosen on the axes, and what that leaves.
class ParallelRows {
public:
    static constexpr int kSteps = 160;

    /// Axes with fewer than two different numbers are left out. What is chosen stays, by key; on axes that
    /// are no longer there it waits.
    void set(const QVector<ParallelAxis>& axes, const std::vector<std::vector<double>>& rows);

    const QVector<ParallelAxis>& axes() const { return m_axes; }
    const AxisPlaces& places(int axis) const { return m_places[std::size_t(axis)]; }
    std::size_t count() const { return m_count; }
    double value(std::size_t row, int axis) const { return m_columns[std::size_t(axis)][row]; }
    /// Where it stands in steps of 1 / kSteps, rounded; −1: it has no number there.
    const std::vector<std::int16_t>& steps(int axis) const { return m_steps[std::size_t(axis)]; }

    /// The cell of its axis that every row stands in; −1 likewise.
    const std::vector<std::int32_t>& cells(int axis) const { return m_cells[std::size_t(axis)]; }

    const AxisSpan* span(int axis) const; ///< chosen on it; null: all
    void choose(int axis, const AxisSpan& span);
    /// The cell alone; where something is chosen already, as far as the cell; the chosen cell again: all.
    void pick(int axis, int cell);
    void clear(int axis);
    void clear();
    bool narrowed() const;

    bool keeps(std::size_t row) const { return m_keeps[row]; }
    const std::vector<std::size_t>& kept() const { return m_kept; }
    /// Another one after every set(): pictures of the rows themselves may be kept until then.
    int edition() const { return m_edition; }

private:
    void sift();

    QVector<ParallelAxis> m_axes;
    std::vector<AxisPlaces> m_places;
    std::size_t m_count = 0;
    std::vector<std::vector<double>> m_columns;
    std::vector<std::vector<std::int16_t>> m_steps;
    std::vector<std::vector<std::int32_t>> m_cells;
    std::map<QString, AxisSpan> m_spans;
    std::vector<bool> m_keeps;
    std::vector<std::size_t> m_kept;
    int m_edition = 0;
};

} // namespace moe::ui
