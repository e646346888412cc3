// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of a table into one curve: categorical keys exact, repeated keys kept for the curve to join.

#include "data/number.h"
#include "models/engine/profiles/profile.h"

#include <algorithm>
#include <cmath>

namespace moe {
namespace {

/// A categorical column and the value it must have; compared as numbers where the column is numeric.
struct Condition {
    std::string column, text;
    const CsvColumn* cells = nullptr;
    std::optional<double> number = {};

    bool holds(std::size_t row) const {
        return cells->numeric ? number && cells->numbers[row] == *number : cells->text(row) == text;
    }
};

bool isPrefillQuery(const ProfileQuery& query, ProfileAxes axes) {
    return axes == ProfileAxes::Prefill || (axes == ProfileAxes::Phase && query.chunk.has_value());
}

std::vector<Condition> conditionsOf(const ProfileTable& table, const ProfileQuery& query) {
    std::vector<Condition> conditions;
    const auto fix = [&](const char* column, const std::optional<double>& value) {
        if (value) conditions.push_back({column, numberText(*value)});
    };
    const bool collective = table.kind == ProfileKind::AllReduce || table.kind == ProfileKind::SendRecv;
    if (collective) {
        fix("num_workers", query.workers);
        fix("devices_per_node", query.devicesPerNode);
    } else {
        fix("num_tensor_parallel_workers", query.tp);
    }
    for (const auto& [column, text] : query.fixed) conditions.push_back({column, text});
    for (Condition& condition : conditions) {
        condition.cells = table.table->find(condition.column);
        condition.number = parseNumber(condition.text);
    }
    return conditions;
}

double numberAt(const ProfileTable& table, std::string_view column, std::size_t row) {
    const std::vector<double>* numbers = table.numbers(column);
    return numbers != nullptr ? (*numbers)[row] : 0;
}

/// What tells a curve's points apart; the rest of a shape is the same for all of them.
class RowKeys {
public:
    explicit RowKeys(const ProfileTable& table)
        : m_batch(table.numbers("batch_size")),
          m_kv(table.numbers("kv_cache_size")),
          m_chunk(table.numbers("prefill_chunk_size")),
          m_tokens(table.numbers("num_tokens")),
          m_size(table.numbers("size")) {}

    void fill(ProfileShape& shape, std::size_t row, bool prefill) const {
        const auto value = [&](const std::vector<double>* numbers) {
            return numbers != nullptr ? (*numbers)[row] : 0;
        };
        shape.batch = value(m_batch);
        shape.kv = value(m_kv);
        shape.chunk = value(m_chunk);
        shape.size = value(m_size);
        shape.tokens = m_tokens != nullptr ? value(m_tokens) : prefill ? shape.chunk : shape.batch;
    }

private:
    const std::vector<double>*m_batch, *m_kv, *m_chunk, *m_tokens, *m_size;
};

ProfileShape shapeOf(const ProfileTable& table, std::size_t row) {
    const auto number = [&](const char* column) { return numberAt(table, column, row); };
    ProfileShape shape;
    shape.heads = number(table.kind == ProfileKind::Attention ? "n_q_head" : "n_head");
    shape.kvHeads = number("n_kv_head");
    shape.hidden = number("n_embd");
    shape.ffn = number("n_expanded_embd");
    shape.vocab = number("vocab_size");
    const std::string gated = table.cell("use_gated_mlp", row);
    shape.gated = !(gated == "False" || gated == "false" || gated == "0");
    shape.tp = std::max(1.0, number("num_tensor_parallel_workers"));
    shape.workers = std::max(1.0, number("num_workers"));
    shape.devicesPerNode = std::max(1.0, number("devices_per_node"));
    return shape;
}

ProfilePoint pointOf(const ProfileOperator& op, std::size_t row, const ProfileShape& shape, ProfileKind kind,
                     bool prefill) {
    const auto seconds = [&](const CsvColumn* column, double instead) {
        const double value = column != nullptr ? column->numbers[row] : instead;
        return std::isnan(value) ? instead : value;
    };
    const double median = op.median->numbers[row];
    ProfilePoint point;
    point.seconds = median * kProfileUnit.base;
    point.low = seconds(op.min, median) * kProfileUnit.base;
    point.high = seconds(op.max, median) * kProfileUnit.base;
    if (op.mean != nullptr) point.mean = op.mean->numbers[row] * kProfileUnit.base;
    if (op.std != nullptr) point.std = op.std->numbers[row] * kProfileUnit.base;
    switch (kind) {
    case ProfileKind::Mlp: point.y = shape.tokens; break;
    case ProfileKind::Attention:
        point.x = prefill ? shape.kv : shape.batch;
        point.y = prefill ? shape.chunk : shape.kv;
        break;
    case ProfileKind::AllReduce:
    case ProfileKind::SendRecv: point.y = shape.size; break;
    }
    return point;
}

/// Several values of a categorical column in one query, in words.
Problem mixedProblem(const ProfileTable& table, std::string_view column,
                     const std::vector<std::string>& values) {
    std::string list;
    for (const std::string& value : values) list += (list.empty() ? "" : ", ") + value;
    const CsvColumn* found = table.table->find(column);
    const auto index = static_cast<int>(found - table.table->columns.data()) + 1;
    return {table.source,
            1,
            0,
            std::string(column),
            "the rows mix " + list + " (column " + std::to_string(index) + "): say which one",
            {}};
}

/// Without --devices-per-node: all workers in one node where such rows exist.
void defaultNode(const ProfileTable& table, std::vector<std::size_t>& rows, const ProfileQuery& query) {
    if (query.devicesPerNode || table.numbers("devices_per_node") == nullptr) return;
    std::vector<std::size_t> inside;
    for (const std::size_t row : rows)
        if (numberAt(table, "devices_per_node", row) == numberAt(table, "num_workers", row))
            inside.push_back(row);
    if (!inside.empty()) rows = std::move(inside);
}

std::string wordsOf(const ProfileTable& table, std::size_t row) {
    if (table.kind == ProfileKind::AllReduce || table.kind == ProfileKind::SendRecv)
        return table.cell("num_workers", row) + " workers, " + table.cell("devices_per_node", row) +
               " per node";
    std::string words = "TP " + table.cell("num_tensor_parallel_workers", row);
    if (const std::string backend = table.cell("attention_backend", row); !backend.empty())
        words += ", " + backend;
    return words;
}

} // namespace

std::vector<std::string_view> profileCategories(ProfileKind kind) {
    switch (kind) {
    case ProfileKind::Mlp:
        return {"num_tensor_parallel_workers",
                "n_head",
                "n_kv_head",
                "n_embd",
                "n_expanded_embd",
                "vocab_size",
                "use_gated_mlp"};
    case ProfileKind::Attention:
        return {"num_tensor_parallel_workers",
                "n_embd",
                "n_q_head",
                "n_kv_head",
                "block_size",
                "max_model_len",
                "attention_backend",
                "profile_method"};
    case ProfileKind::AllReduce:
    case ProfileKind::SendRecv: break;
    }
    return {"num_workers", "devices_per_node", "max_devices_per_node"};
}

std::vector<std::string_view> profileCategories(const ProfileTable& table) {
    std::vector<std::string_view> columns = profileCategories(table.kind);
    std::erase_if(columns, [&](std::string_view name) { return table.table->find(name) == nullptr; });
    return columns;
}

ProfileShape profileShapeOf(const ProfileTable& table, std::size_t row, bool prefill) {
    ProfileShape shape = shapeOf(table, row);
    RowKeys(table).fill(shape, row, prefill);
    return shape;
}

std::vector<ProfileSeriesRow> profileSeriesOf(const ProfileTable& table, const GpuSpec& gpu) {
    const std::vector<std::string_view> columns = profileCategories(table);
    std::vector<std::vector<std::string>> combinations;
    std::vector<std::vector<double>> seen; // cells as numbers or word codes: cheaper to compare than texts
    for (std::size_t row = 0; row < table.table->rows(); ++row) {
        std::vector<double> cells;
        for (const std::string_view name : columns) {
            const CsvColumn& column = *table.table->find(name);
            cells.push_back(column.numeric ? column.numbers[row] : column.codes[row]);
        }
        if (!seen.empty() &&
            (seen.back() == cells || std::find(seen.begin(), seen.end(), cells) != seen.end()))
            continue;
        seen.push_back(cells);
        std::vector<std::string>& values = combinations.emplace_back();
        for (const std::string_view name : columns) values.push_back(table.cell(name, row));
    }
    std::vector<ProfileSeriesRow> all;
    const auto add = [&](const std::string& op, bool prefill, const std::vector<std::string>& values) {
        ProfileQuery query;
        query.op = op;
        if (prefill) query.chunk = 1;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            query.fixed.emplace_back(columns[i], values[i]);
            if (columns[i] == "devices_per_node") query.devicesPerNode = parseNumber(values[i]);
        }
        Result<ProfileSeries> series = profileSeries(table, query, gpu);
        if (series && !series->points.empty()) all.push_back({op, prefill, std::move(series).value()});
    };
    for (const ProfileOperator& op : table.operators) {
        const ProfileOperatorRow* row = profileOperator(op.name);
        if (row == nullptr) continue;
        for (const std::vector<std::string>& values : combinations) {
            if (row->axes != ProfileAxes::Prefill) add(op.name, false, values);
            if (row->axes == ProfileAxes::Prefill || row->axes == ProfileAxes::Phase)
                add(op.name, true, values);
        }
    }
    return all;
}

const GpuSpec* profileGpuOf(const Catalog& catalog, const ProfileTable& table) {
    return profileGpu(catalog, table.place.network.empty() ? table.place.device : table.place.network);
}

const GpuSpec& profileRatesOf(const Catalog& catalog, const ProfileTable& table) {
    static const GpuSpec unit = [] {
        GpuSpec one;
        one.bf16 = {1e15};
        one.hbm = {1e12};
        one.nvlink = one.nic = {1e11};
        return one;
    }();
    const GpuSpec* known = profileGpuOf(catalog, table);
    return known != nullptr ? *known : unit;
}

Result<ProfileSeries> profileSeries(const ProfileTable& table, const ProfileQuery& query,
                                    const GpuSpec& gpu) {
    const ProfileOperatorRow& description = *profileOperator(query.op);
    const ProfileOperator* op = table.find(query.op);
    const bool prefill = isPrefillQuery(query, description.axes);
    ProfileSeries series;
    series.shape = shapeOf(table, 0);
    if (op == nullptr) return series;
    const std::vector<Condition> conditions = conditionsOf(table, query);
    for (const Condition& condition : conditions)
        if (condition.cells == nullptr)
            return Problem{table.source, 1, 1, condition.column, say("the table has no such column"), {}};

    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < table.table->rows(); ++row) {
        if (table.kind == ProfileKind::Attention && table.isPrefill(row) != prefill) continue;
        if (std::isnan(op->median->numbers[row])) continue;
        if (std::all_of(conditions.begin(), conditions.end(),
                        [&](const Condition& condition) { return condition.holds(row); }))
            rows.push_back(row);
    }
    if (table.kind == ProfileKind::AllReduce || table.kind == ProfileKind::SendRecv)
        defaultNode(table, rows, query);
    std::vector<std::string_view> categories = profileCategories(table.kind);
    if (table.kind == ProfileKind::Attention && prefill) categories.push_back("batch_size");
    for (const std::string_view column : categories) {
        const CsvColumn* cells = table.table->find(column);
        if (cells == nullptr) continue;
        std::vector<double> seen; // numbers or word codes
        std::vector<std::string> values;
        for (const std::size_t row : rows) {
            const double value = cells->numeric ? cells->numbers[row] : cells->codes[row];
            if (std::isnan(value) || std::find(seen.begin(), seen.end(), value) != seen.end()) continue;
            seen.push_back(value);
            values.push_back(table.cell(column, row));
        }
        if (values.size() > 1) return mixedProblem(table, column, values);
    }
    if (rows.empty()) return series;
    series.shape = shapeOf(table, rows.front());
    series.keys = wordsOf(table, rows.front());
    for (const std::string_view column : profileCategories(table))
        series.values.push_back(table.cell(column, rows.front()));
    const RowKeys keys(table);
    ProfileShape shape = series.shape;
    series.points.reserve(rows.size());
    for (const std::size_t row : rows) {
        keys.fill(shape, row, prefill);
        ProfilePoint point = pointOf(*op, row, shape, table.kind, prefill);
        point.ideal = idealTime(description.work(shape), gpu).base;
        series.points.push_back(point);
    }
    return series;
}

} // namespace moe
