// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/operators/operator_picture.h"

#include "models/engine/operators/held_out.h"
#include "models/engine/operators/operator_axes.h"
#include "models/engine/operators/operator_derive.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>

namespace moe {
namespace {

constexpr std::size_t kMostLines = 5, kSamples = 72, kMapColumns = 56, kMapRows = 36;

template <class Value> bool holds(const std::vector<Value>& values, const Value& wanted) {
    return std::find(values.begin(), values.end(), wanted) != values.end();
}
template <class Value> void addNew(std::vector<Value>& values, Value value) {
    if (!holds(values, value)) values.push_back(std::move(value));
}
template <class Value> Value chosen(const std::vector<Value>& offered, const Value& wanted) {
    return holds(offered, wanted) || offered.empty() ? wanted : offered.front();
}

/// Types that most layers have come first.
std::size_t usualPlace(std::string_view dtype) {
    constexpr std::string_view kUsual[] = {"bf16",      "bf16/bf16", "bf16/fp8", "fp8/fp8", "fp8",
                                           "fp8_block", "nvfp4",     "dispatch", "combine"};
    return static_cast<std::size_t>(std::find(std::begin(kUsual), std::end(kUsual), dtype) -
                                    std::begin(kUsual));
}

/// Puts a picture together, step by step from what is asked for to what is drawn.
class Maker {
public:
    Maker(const std::vector<const OperatorMachine*>& machines,
          const std::vector<std::shared_ptr<const OperatorTable>>& tables,
          const std::vector<ScenarioPreset>& presets, const OperatorPictureRequest& request)
        : m_machines(machines), m_tables(tables), m_presets(presets), m_request(request) {}

    OperatorPicture made() {
        m_picture.gpu = m_request.gpu;
        m_picture.map = m_request.map;
        for (const OperatorMachine* machine : m_machines)
            if (machine->gpu.key == m_request.gpu) m_candidates = {machine};
        if (m_candidates.empty()) m_candidates = m_machines;
        chooseOperator();
        if (m_picture.ops.empty()) return std::move(m_picture);
        const OperatorWish wish{m_picture.op, m_picture.dtype, m_picture.load, m_picture.backend};
        m_timer = operatorTimer(m_machines, m_request.gpu, m_request.generation, m_request.rates, wish);
        describe();
        findTable(wish);
        chooseShape();
        m_picture.lines = lines();
        judge();
        return std::move(m_picture);
    }

private:
    template <class Take> void forEachModel(Take take) const {
        for (const OperatorMachine* machine : m_candidates)
            for (const OperatorModel& model : machine->models) take(model);
    }
    /// A GPU without tables cannot run every type of those that have some.
    bool runs(const OperatorModel& model) const {
        const OperatorRates& rates =
            m_candidates.size() == 1 ? m_candidates.front()->gpu.rates : m_request.rates;
        return (model.numbers.peak != OperatorNumbers::Peak::Fp8 || rates.fp8 > 0) &&
               (model.numbers.peak != OperatorNumbers::Peak::Fp4 || rates.fp4 > 0);
    }

    void chooseOperator() {
        OperatorPicture& p = m_picture;
        for (const OperatorRow& row : operatorRows())
            forEachModel([&](const OperatorModel& model) {
                if (model.op == row.op && runs(model)) addNew(p.ops, row.op);
            });
        if (p.ops.empty()) return;
        p.op = chosen(p.ops, operatorNamed(m_request.op).value_or(OperatorOp::Moe));
        forEachModel([&](const OperatorModel& model) {
            if (model.op == p.op && runs(model)) addNew(p.dtypes, model.dtype);
        });
        std::stable_sort(p.dtypes.begin(), p.dtypes.end(), [](const std::string& a, const std::string& b) {
            return usualPlace(a) < usualPlace(b);
        });
        chooseType();
        forEachModel([&](const OperatorModel& model) {
            if (model.op == p.op && model.dtype == p.dtype) addNew(p.loads, model.load);
        });
        p.load = chosen(p.loads, m_request.load);
        for (const std::string_view backend : operatorBackends())
            forEachModel([&](const OperatorModel& model) {
                if (model.op == p.op && model.dtype == p.dtype && model.load == p.load &&
                    model.backend == backend &&
                    std::none_of(p.kernels.begin(), p.kernels.end(),
                                 [&](const auto& kernel) { return kernel.first == backend; }))
                    p.kernels.emplace_back(model.backend, model.version);
            });
        const bool known = std::any_of(p.kernels.begin(), p.kernels.end(),
                                       [&](const auto& kernel) { return kernel.first == m_request.backend; });
        p.backend = known || p.kernels.empty() ? m_request.backend : p.kernels.front().first;
    }

    void chooseType() {
        OperatorPicture& p = m_picture;
        p.dtype = chosen(p.dtypes, m_request.dtype);
        if (m_request.dtype.empty() || p.dtype == m_request.dtype) return;
        const OperatorNumbers wanted = operatorNumbers(m_request.dtype);
        const auto take = [&](auto fits) {
            const auto found = std::find_if(p.dtypes.begin(), p.dtypes.end(), fits);
            if (found != p.dtypes.end()) p.dtype = *found;
            return found != p.dtypes.end();
        };
        // Of attention arithmetic and cache have one each: the first name stands for the first pair. Else one
        // of as many bits.
        if (!take([&](const std::string& one) { return one.substr(0, one.find('/')) == m_request.dtype; }))
            take([&](const std::string& one) {
                const OperatorNumbers numbers = operatorNumbers(one);
                return numbers.peak == wanted.peak && numbers.weightBytes == wanted.weightBytes &&
                       numbers.matrices == wanted.matrices;
            });
    }

    void describe() {
        if (m_timer.model == nullptr) return;
        m_picture.version = m_timer.model->version;
        m_picture.file = m_timer.model->file;
        m_picture.source = m_timer.source->gpu.key;
        m_picture.own = m_timer.otherGpu == 0;
    }

    void findTable(const OperatorWish& wish) {
        if (m_timer.source == nullptr || !m_picture.own) return;
        for (const std::shared_ptr<const OperatorTable>& table : m_tables) {
            if (table->place.gpu != m_timer.source->gpu.folder) continue;
            std::vector<OperatorPoint> points = operatorPoints(*table, wish);
            if (points.empty()) continue;
            m_points = std::move(points);
            m_picture.table = table->source;
        }
    }

    void chooseShape() {
        OperatorPicture& p = m_picture;
        p.axes = operatorAxes(p.op, m_timer.model, m_points);
        settleAxes(p.axes, m_timer.model, m_request.held);
        const auto axisOf = [&](std::string_view option) {
            std::size_t i = 0;
            while (i < p.axes.size() && p.axes[i].column->option != option) ++i;
            return i;
        };
        p.x = axisOf(m_request.x);
        if (p.x == p.axes.size() || !p.axes[p.x].runs()) p.x = axisOf(usualAxes(p.op).first);
        p.series = axisOf(m_request.series);
        const auto fits = [&](std::size_t i) {
            return i < p.axes.size() && i != p.x && p.axes[i].values.size() > 1 &&
                   (!p.map || p.axes[i].runs());
        };
        if (m_request.series != kNoSeries && !fits(p.series)) {
            p.series = axisOf(usualAxes(p.op).second);
            for (std::size_t i = 0; i < p.axes.size() && !fits(p.series); ++i) p.series = i;
        }
        if (!fits(p.series)) p.series = p.x;
        if (p.series == p.x) p.map = false;
        for (const OperatorAxis& axis : p.axes) m_shape.*axis.column->member = axis.value;
        if (m_timer.model != nullptr) chooseLayer();
    }

    void chooseLayer() {
        OperatorPicture& p = m_picture;
        for (const ExactRows::Group& group : m_timer.model->exact.groups) {
            OperatorLayer layer{{group.key[0], group.key[1], group.key[2], group.key[3]}, {}};
            for (const ScenarioPreset& preset : m_presets) {
                const Scenario& of = preset.scenario;
                if (layer.name.empty() && of.moe && double(of.model.hidden) == layer.key[0] &&
                    double(of.moe->expertFfn) == layer.key[1] && double(of.moe->topK) == layer.key[2] &&
                    double(of.moe->experts) == layer.key[3])
                    layer.name = preset.label;
            }
            addNew(p.layers, std::move(layer));
        }
        for (std::size_t i = 0; i < p.layers.size(); ++i)
            if (p.layers[i].key ==
                std::array{m_shape.hidden, m_shape.expertFfn, m_shape.topK, m_shape.experts})
                p.layer = int(i);
    }

    OperatorShape at(double x, double series) const {
        OperatorShape shape = m_shape;
        shape.*m_picture.axes[m_picture.series].column->member = series;
        shape.*m_picture.axes[m_picture.x].column->member = x;
        return shape;
    }

    /// Those that are measured with what is held, where there are at least two.
    std::vector<double> seriesValues() const {
        const OperatorAxis& axis = m_picture.axes[m_picture.series];
        if (m_picture.series == m_picture.x) return {axis.value};
        std::vector<double> known;
        if (m_timer.model != nullptr)
            for (const double value : axis.values)
                if (m_timer.model->exact.find(at(m_picture.axes[m_picture.x].value, value)))
                    known.push_back(value);
        if (known.size() < 2) known = axis.values;
        if (m_picture.map) return isWhole(*axis.column) ? known : between(known, kMapRows, 1);
        std::vector<double> spread;
        const std::size_t count = std::min(kMostLines, known.size());
        for (std::size_t i = 0; i < count; ++i)
            spread.push_back(known[count == 1 ? 0 : i * (known.size() - 1) / (count - 1)]);
        return spread;
    }

    std::vector<OperatorLine> lines() const {
        const OperatorAxis& axis = m_picture.axes[m_picture.x];
        std::vector<double> keys = axis.values;
        if (!isWhole(*axis.column)) {
            // A factor of two behind the last measurement, to see how it goes on.
            keys = m_picture.map ? between(axis.values, kMapColumns, 1) : between(axis.values, kSamples, 2);
            if (!m_picture.map) keys.insert(keys.end(), axis.values.begin(), axis.values.end());
            std::sort(keys.begin(), keys.end());
            keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
        }
        std::vector<OperatorLine> lines;
        for (const double value : seriesValues()) {
            OperatorLine line;
            line.value = value;
            for (const double key : keys) {
                const OperatorShape shape = at(key, value);
                if (operatorShapeRule(m_picture.op, shape)) continue;
                line.samples.push_back({key, m_timer(shape), m_timer.analyticUs(shape)});
            }
            if (!line.samples.empty()) lines.push_back(std::move(line));
        }
        for (OperatorLine& line : lines) mark(line, lines);
        return lines;
    }

    void mark(OperatorLine& line, const std::vector<OperatorLine>& lines) const {
        markRows(line, lines);
        if (!line.marks.empty() || !m_picture.table.empty()) return;
        for (const OperatorSample& sample : line.samples)
            if (sample.answer.origin == OperatorOrigin::Measured)
                line.marks.push_back(
                    {OperatorMark::Kind::ExactRow, sample.x, sample.answer.us, sample.answer.us, line.value});
        if (line.marks.empty() && !m_picture.map) markKnots(line);
    }

    /// Of a line the rows with all that is held; of one in a map also those nearer to it than to others.
    void markRows(OperatorLine& line, const std::vector<OperatorLine>& lines) const {
        const OperatorAxis &x = m_picture.axes[m_picture.x], &series = m_picture.axes[m_picture.series];
        const OperatorShape wanted = at(x.value, line.value);
        for (const OperatorPoint& point : m_points) {
            bool same = true;
            for (const OperatorAxis& axis : m_picture.axes)
                same = same && (&axis == &x || (m_picture.map && &axis == &series) ||
                                point.shape.*axis.column->member == wanted.*axis.column->member);
            const double value = point.shape.*series.column->member;
            if (!same || (m_picture.map && !isNearest(line.value, value, lines))) continue;
            line.marks.push_back({OperatorMark::Kind::Row, point.shape.*x.column->member, point.us,
                                  m_timer(point.shape).us, value});
        }
        std::sort(line.marks.begin(), line.marks.end(),
                  [](const OperatorMark& a, const OperatorMark& b) { return a.x < b.x; });
    }
    static bool isNearest(double line, double value, const std::vector<OperatorLine>& lines) {
        return std::none_of(lines.begin(), lines.end(), [&](const OperatorLine& other) {
            return std::abs(std::log(other.value / value)) < std::abs(std::log(line / value));
        });
    }

    /// Where the line meets a knot of the grid.
    void markKnots(OperatorLine& line) const {
        if (m_timer.model == nullptr) return;
        const OperatorAxis& x = m_picture.axes[m_picture.x];
        if (isWhole(*x.column)) return;
        const auto place = [&](double key, std::size_t axis) {
            return operatorWork(m_picture.op, at(key, line.value), m_timer.numbers, m_timer.rates).at[axis];
        };
        const Surface& surface =
            m_timer.model->nearest(operatorSlice(m_picture.op, at(x.value, line.value))).surface;
        std::vector<double> keys;
        for (std::size_t axis = 0; axis < surface.axes.size(); ++axis)
            for (const double knot : surface.axes[axis]) {
                double low = x.values.front(), high = x.values.back();
                if (place(low, axis) > knot || place(high, axis) < knot ||
                    place(low, axis) == place(high, axis))
                    continue;
                for (int i = 0; i < 40; ++i) {
                    const double middle = std::sqrt(low * high);
                    (place(middle, axis) < knot ? low : high) = middle;
                }
                addNew(keys, std::round(high));
            }
        std::sort(keys.begin(), keys.end());
        for (const double key : keys) {
            const double us = m_timer(at(key, line.value)).us;
            line.marks.push_back({OperatorMark::Kind::Knot, key, us, us, line.value});
        }
    }

    void judge() {
        if (m_timer.model == nullptr) return;
        m_picture.exact = m_timer.model->exact.find(m_shape) != nullptr;
        m_picture.errors = m_picture.exact ? m_timer.model->exactErrors : m_timer.model->errors;
        HeldOut measured, all;
        for (const OperatorLine& line : m_picture.lines) {
            for (const OperatorMark& mark : line.marks)
                if (mark.kind != OperatorMark::Kind::Knot)
                    measured.add(m_timer.analyticUs(at(mark.x, mark.value)), mark.us);
            for (const OperatorSample& sample : line.samples)
                if (sample.answer.origin != OperatorOrigin::Analytic)
                    all.add(sample.analyticUs, sample.answer.us);
        }
        m_picture.analyticError = (measured.rows.empty() ? all : measured).errors().median;
    }

    const std::vector<const OperatorMachine*>& m_machines;
    const std::vector<std::shared_ptr<const OperatorTable>>& m_tables;
    const std::vector<ScenarioPreset>& m_presets;
    const OperatorPictureRequest& m_request;
    std::vector<const OperatorMachine*> m_candidates;
    OperatorTimer m_timer;
    std::vector<OperatorPoint> m_points;
    OperatorShape m_shape;
    OperatorPicture m_picture;
};

} // namespace

OperatorPicture operatorPicture(const std::vector<const OperatorMachine*>& machines,
                                const std::vector<std::shared_ptr<const OperatorTable>>& tables,
                                const std::vector<ScenarioPreset>& presets,
                                const OperatorPictureRequest& request) {
    return Maker(machines, tables, presets, request).made();
}

} // namespace moe
