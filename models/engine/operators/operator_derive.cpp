// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/operators/operator_derive.h"

#include "models/engine/operators/broken_rows.h"
#include "models/engine/operators/derive_rows.h"
#include "models/engine/operators/held_out.h"
#include "models/engine/operators/surface_fit.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>

namespace moe {
namespace {

using Axes = std::vector<std::vector<double>>;

/// What a table's columns are to the program.
struct Series {
    OperatorOp op;
    std::string dtype, load, backend;
    const OperatorTimes* times;
    /// Columns and the words that rows have there.
    std::vector<std::pair<std::string_view, std::string_view>> words;
};

std::optional<OperatorOp> collectiveOp(std::string_view word) {
    if (word == "all_reduce") return OperatorOp::AllReduce;
    if (word == "all_gather") return OperatorOp::AllGather;
    if (word == "reduce_scatter") return OperatorOp::ReduceScatter;
    return word == "alltoall" ? std::optional(OperatorOp::AllToAll) : std::nullopt;
}

std::string collectiveType(const std::string& column) {
    // Two-byte and one-byte elements; only their size matters.
    if (column == "fp16") return "bf16";
    if (column == "int8") return "fp8";
    // "bf16/vLLM_custom_graph": what decode replays; "_eager" contains the launch.
    return column.find("_eager") == std::string::npos ? "bf16" : "bf16-eager";
}

bool usable(const OperatorTimes& time) {
    return time.unusable.empty() || time.headDim > 0;
}

/// Phases of the all-to-all by the type of what is dispatched.
std::vector<Series> exchangesOf(const OperatorTable& table) {
    std::vector<Series> found;
    for (const std::string& phase : table.table->find("op_name")->words)
        for (const std::string& type : table.table->find("moe_dtype")->words)
            for (const OperatorTimes& time : table.times)
                if (const std::string dtype = exchangeType(phase, type); usable(time) && !dtype.empty())
                    found.push_back({OperatorOp::ExpertAllToAll,
                                     dtype,
                                     {},
                                     table.place.backend,
                                     &time,
                                     {{"op_name", phase}, {"moe_dtype", type}}});
    return found;
}

std::vector<Series> seriesOf(const OperatorTable& table) {
    std::vector<Series> found;
    const std::string_view kind = table.kind->name;
    if (kind == "nccl") {
        const CsvColumn* ops = table.table->find("op");
        for (const std::string& word : ops->words)
            if (const std::optional<OperatorOp> op = collectiveOp(word))
                for (const OperatorTimes& time : table.times)
                    if (usable(time))
                        found.push_back({*op, collectiveType(time.name), {}, "nccl", &time, {{"op", word}}});
        return found;
    }
    if (kind == "alltoall") return exchangesOf(table);
    const std::optional<OperatorOp> op = operatorNamed(kind);
    if (!op) return {};
    if (*op == OperatorOp::Moe) { // by type, so that loads of the same layers follow each other
        for (const std::string& dtype : table.table->find("dtype")->words) {
            if (dtype.find("-minlat") != std::string::npos) continue; // kernels of small batches only
            for (const OperatorTimes& time : table.times)
                if (usable(time))
                    found.push_back({*op, dtype, time.name, table.place.backend, &time, {{"dtype", dtype}}});
        }
        return found;
    }
    for (const OperatorTimes& time : table.times)
        if (usable(time))
            found.push_back({*op,
                             *op == OperatorOp::AllReduce ? collectiveType(time.name) : time.name,
                             {},
                             table.place.backend,
                             &time,
                             {}});
    return found;
}

bool trusted(const Series& series, const OperatorShape& shape) {
    if (series.times->headDim > 0 && shape.headDim == series.times->headDim) return false;
    // A notify phase of 1 to 17 ms stands in these rows.
    return series.op != OperatorOp::DeepEpNormal || shape.nodes < 8;
}

std::size_t mixed(std::size_t value) {
    value = (value ^ (value >> 16)) * 0x45d9f3bu;
    return (value ^ (value >> 16)) & 0xffffffffu;
}

/// `take(row, shape, us)` for each row of the series.
template <class Take> void forEachRow(const OperatorTable& table, const Series& series, Take take) {
    std::vector<std::pair<const CsvColumn*, std::string_view>> words;
    for (const auto& [column, word] : series.words) words.emplace_back(table.table->find(column), word);
    const auto isOther = [&](std::size_t row) {
        return std::any_of(words.begin(), words.end(),
                           [&](const auto& one) { return one.first->text(row) != one.second; });
    };
    for (std::size_t i = 0; i < table.table->rows(); ++i) {
        const double us = series.times->us->numbers[i];
        if (!(us > 0) || isOther(i)) continue;
        const std::optional<OperatorShape> shape = operatorShapeOf(table, series.op, series.dtype, i);
        if (shape && trusted(series, *shape)) take(i, *shape, us);
    }
}

std::vector<DeriveRow> rowsOf(const OperatorTable& table, const Series& series,
                              const OperatorNumbers& numbers, const OperatorRates& rates) {
    std::vector<DeriveRow> rows;
    std::map<std::array<double, 4>, std::size_t> families;
    forEachRow(table, series, [&](std::size_t i, const OperatorShape& shape, double us) {
        const OperatorWork work = operatorWork(series.op, shape, numbers, rates);
        const std::size_t family =
            families
                .emplace(std::array{shape.hidden, shape.expertFfn, shape.topK, shape.experts},
                         families.size())
                .first->second;
        rows.push_back({shape,
                        {work.ideal, work.at, us},
                        operatorSlice(series.op, shape),
                        mixed(i + 1) % kFolds,
                        family});
    });
    return rows;
}

std::vector<double> valuesAt(const std::vector<DeriveRow>& rows, std::size_t axis) {
    std::set<double> values;
    for (const DeriveRow& row : rows) values.insert(row.surface.at[axis]);
    return {values.begin(), values.end()};
}

std::vector<double> logs(std::vector<double> values) {
    for (double& value : values) value = std::log2(value);
    return values;
}

/// Knots around what was measured; those far outside would only be guesses.
std::vector<double> around(const std::vector<double>& knots, const std::vector<DeriveRow>& rows,
                           std::size_t axis) {
    const std::vector<double> values = valuesAt(rows, axis);
    std::vector<double> kept;
    for (std::size_t i = 0; i < knots.size(); ++i) {
        const bool below = i + 1 < knots.size() && knots[i + 1] <= values.front();
        const bool above = i > 0 && knots[i - 1] >= values.back();
        if (!below && !above) kept.push_back(knots[i]);
    }
    return kept;
}

/// Grids to choose from; the first is none.
std::vector<Axes> candidates(OperatorOp op, const std::vector<DeriveRow>& rows) {
    const auto near = [&](Axes axes) {
        for (std::size_t d = 0; d < axes.size(); ++d) axes[d] = around(axes[d], rows, d);
        return axes;
    };
    switch (op) {
    case OperatorOp::Gemm: {
        const std::vector<double> few = logs({32, 128, 512, 1024, 2048, 4096, 16384, 65536});
        std::vector<double> all = valuesAt(rows, 1); // kernels are tuned to each pair of n and k
        std::vector<double> deep = valuesAt(rows, 2);
        return {{},
                near({logs({1, 16, 32, 64, 128, 192, 256, 512, 1024, 2048, 4096, 32768}), few, few}),
                {around(logs({1, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 32768}), rows, 0), all, deep}};
    }
    case OperatorOp::AttnContext:
        return {{},
                near({{0, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14},
                      {0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14},
                      {0, 2, 4, 6}})};
    case OperatorOp::AttnGeneration:
        return {{},
                near({{1, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17},
                      {0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 17},
                      valuesAt(rows, 2)})};
    case OperatorOp::MlaContext:
    case OperatorOp::MlaGeneration:
        return {{}, near({{0, 2, 3, 4, 5, 6, 7}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 10}, valuesAt(rows, 2)})};
    case OperatorOp::Moe:
        return {{},
                near({{0, 1, 3, 5, 7, 9, 12}, {0, 2, 4, 6, 8}, {18, 20, 22, 24, 26}, {0, 3, 6, 9, 12, 14}})};
    case OperatorOp::DeepEpNormal:
        return {{},
                {around({0, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 17}, rows, 0), valuesAt(rows, 1),
                 valuesAt(rows, 2)}};
    case OperatorOp::ExpertAllToAll:
        return {{},
                {around({0, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16}, rows, 0), valuesAt(rows, 1),
                 valuesAt(rows, 2)}};
    case OperatorOp::DeepEpLowLatency: {
        const std::vector<double> sizes = around({11, 14, 16, 17, 18, 19, 20, 21, 22, 23, 24, 26}, rows, 0);
        const std::vector<double> experts = valuesAt(rows, 1);
        return {{}, {sizes}, {sizes, experts}, {sizes, experts, around({0, 4, 7, 10}, rows, 2)}};
    }
    case OperatorOp::AllReduce:
    case OperatorOp::AllGather:
    case OperatorOp::ReduceScatter:
    case OperatorOp::AllToAll: return {{}, {valuesAt(rows, 0)}};
    }
    return {{}};
}

Roof firstRoof(OperatorOp op) {
    switch (op) {
    case OperatorOp::AllReduce:
    case OperatorOp::AllGather:
    case OperatorOp::ReduceScatter:
    case OperatorOp::AllToAll:
    case OperatorOp::DeepEpLowLatency:
    case OperatorOp::DeepEpNormal:
    case OperatorOp::ExpertAllToAll: return {10, 1, 0.6, 2};
    default: return {5, 0.6, 0.8, 2};
    }
}

std::vector<SurfaceRow> surfaceRows(const std::vector<DeriveRow>& rows) {
    std::vector<SurfaceRow> found;
    for (const DeriveRow& row : rows) found.push_back(row.surface);
    return found;
}

std::map<std::array<double, 2>, std::vector<DeriveRow>> slicesOf(const std::vector<DeriveRow>& rows) {
    std::map<std::array<double, 2>, std::vector<DeriveRow>> slices;
    for (const DeriveRow& row : rows) slices[row.slice].push_back(row);
    return slices;
}

constexpr double kWorthIt = 0.93;

/// The candidate that predicts rows it did not see best, larger ones only for a gain worth their bytes; its
/// predictions go to `best`.
std::size_t bestCandidate(OperatorOp op, const std::vector<DeriveRow>& rows, HeldOut& best) {
    const Split parts = split(rows, [](const DeriveRow& row) { return row.fold == 0; });
    std::size_t found = 0;
    if (parts.seen.size() < kLeastRows || parts.held.empty()) return 0;
    const std::size_t count = candidates(op, parts.seen).size();
    for (std::size_t i = 0; i < count; ++i) {
        const Surface surface = fitted(op, parts.seen, i);
        HeldOut tried;
        for (const DeriveRow& row : parts.held)
            tried.add(surface.us(row.surface.ideal, row.surface.at), row.surface.us);
        if (i > 0 && tried.score() >= kWorthIt * best.score()) continue;
        best = std::move(tried);
        found = i;
    }
    return found;
}

OperatorErrors analyticErrors(const OperatorModel& model, const std::vector<DeriveRow>& rows,
                              const OperatorRates& rates) {
    OperatorTimer analytic;
    analytic.op = model.op;
    analytic.rates = rates;
    analytic.numbers = model.numbers;
    HeldOut all;
    for (const DeriveRow& row : rows) all.add(analytic.analyticUs(row.shape), row.surface.us);
    return all.errors();
}

void deriveSlices(OperatorModel& model, const std::vector<DeriveRow>& rows) {
    HeldOut held;
    for (const auto& [key, own] : slicesOf(rows)) {
        if (own.size() < kLeastRows) continue;
        HeldOut ofSlice;
        std::size_t candidate = bestCandidate(model.op, own, ofSlice);
        held.rows.insert(held.rows.end(), ofSlice.rows.begin(), ofSlice.rows.end());
        model.slices.push_back({key, fitted(model.op, own, candidate)});
    }
    model.errors = held.errors();
    model.bands = held.bands();
}

} // namespace

Surface fitted(OperatorOp op, const std::vector<DeriveRow>& rows, std::size_t candidate) {
    const std::vector<SurfaceRow> measured = surfaceRows(rows);
    const bool link = rows.front().surface.ideal.compute == 0;
    const Roof roof = fitRoof(measured, firstRoof(op), link ? RoofFit::StartAndRates : RoofFit::All);
    return fitSurface(measured, roof, candidates(op, rows)[candidate]);
}

std::string exchangeType(std::string_view phase, std::string_view type) {
    constexpr std::string_view kTypes[][2] = {{"bfloat16", "bf16"}, {"fp8", "fp8"}, {"nvfp4", "nvfp4"}};
    constexpr std::string_view kPhases[][2] = {{"alltoall_prepare", "-prepare"},
                                               {"alltoall_dispatch", "-dispatch"},
                                               {"alltoall_combine", "-combine"},
                                               {"alltoall_combine_low_precision", "-combine-low"}};
    for (const auto& [typeWord, dtype] : kTypes)
        for (const auto& [phaseWord, suffix] : kPhases)
            if (typeWord == type && phaseWord == phase) return std::string(dtype) + std::string(suffix);
    return {};
}

std::optional<OperatorShape> operatorShapeOf(const OperatorTable& table, OperatorOp op,
                                             std::string_view dtype, std::size_t row) {
    OperatorShape shape;
    for (const ShapeColumn& column : operatorRow(op).columns) {
        if (const std::vector<double>* numbers = table.numbers(column.column)) {
            shape.*column.member = (*numbers)[row];
        } else if (column.column == "bytes") {
            const std::vector<double>* elements = table.numbers("elements");
            if (elements == nullptr) return std::nullopt;
            shape.bytes = (*elements)[row] * (dtype == "fp8" ? 1 : 2);
        } else if (column.needed) {
            return std::nullopt;
        }
    }
    return shape;
}

std::vector<OperatorPoint> operatorPoints(const OperatorTable& table, const OperatorWish& wish) {
    std::vector<OperatorPoint> points;
    for (const Series& series : seriesOf(table))
        if (series.op == wish.op && series.dtype == wish.dtype && series.load == wish.load &&
            series.backend == wish.backend)
            forEachRow(table, series, [&](std::size_t, const OperatorShape& shape, double us) {
                points.push_back({shape, us});
            });
    return points;
}

std::vector<OperatorModel> deriveOperators(const OperatorTable& table, const MeasuredGpu& gpu,
                                           const OperatorFile& file) {
    std::vector<OperatorModel> models, layers; // layers: expert layers of one data type
    std::vector<std::vector<DeriveRow>> layerRows;
    const auto finishLayers = [&] {
        deriveExperts(layers, layerRows);
        std::move(layers.begin(), layers.end(), std::back_inserter(models));
        layers.clear();
        layerRows.clear();
    };
    const std::vector<Series> all = seriesOf(table);
    std::vector<RowsOfType> types;
    for (const Series& series : all)
        types.push_back({series.op, rowsOf(table, series, operatorNumbers(series.dtype), gpu.rates)});
    std::vector<std::vector<RejectedRow>> rejected = rejectBroken(types);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Series& series = all[i];
        std::vector<DeriveRow>& rows = types[i].rows;
        OperatorModel model;
        model.op = series.op;
        model.dtype = series.dtype;
        model.load = series.load;
        model.backend = series.backend;
        model.version = table.place.version;
        model.file = file.file;
        model.sha256 = file.sha256;
        model.numbers = operatorNumbers(model.dtype);
        model.rejected = std::move(rejected[i]);
        if (rows.size() < kLeastRows) continue;
        model.analyticErrors = analyticErrors(model, rows, gpu.rates);
        if (model.op == OperatorOp::Moe) {
            if (!layers.empty() && layers.front().dtype != model.dtype) finishLayers();
            layers.push_back(std::move(model));
            layerRows.push_back(std::move(rows));
            continue;
        }
        deriveSlices(model, rows);
        if (!model.slices.empty()) models.push_back(std::move(model));
    }
    finishLayers();
    return models;
}

void addOperators(std::vector<OperatorModel>& models, std::vector<OperatorModel> more) {
    for (OperatorModel& model : more) {
        const auto same = std::find_if(models.begin(), models.end(), [&](const OperatorModel& one) {
            return one.op == model.op && one.dtype == model.dtype && one.load == model.load &&
                   one.backend == model.backend;
        });
        if (same == models.end()) {
            models.push_back(std::move(model));
            continue;
        }
        for (OperatorSlice& slice : model.slices)
            if (same->slices.size() < 64 && same->nearest(slice.key).key != slice.key)
                same->slices.push_back(std::move(slice));
    }
}

} // namespace moe
