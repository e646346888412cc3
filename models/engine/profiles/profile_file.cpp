// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/engine/profiles/profile_file.h"

#include "data/number.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

namespace moe {
namespace {

constexpr const char* kSchema = "moe-explorer/profile-curves/1";
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr int kDigits = 4; ///< of a utilisation: finer than the timer

/// Rates in the order of the file, with their unit.
struct RateRow {
    void (*set)(GpuSpec&, double);
    double (*get)(const GpuSpec&);
};
constexpr RateRow kRates[] = {
    {[](GpuSpec& gpu, double value) { gpu.bf16 = value * Tflops; },
     [](const GpuSpec& gpu) { return gpu.bf16 / Tflops; }},
    {[](GpuSpec& gpu, double value) { gpu.hbm = value * GBps; },
     [](const GpuSpec& gpu) { return gpu.hbm / GBps; }},
    {[](GpuSpec& gpu, double value) { gpu.nvlink = value * GBps; },
     [](const GpuSpec& gpu) { return gpu.nvlink / GBps; }},
    {[](GpuSpec& gpu, double value) { gpu.nic = value * GBps; },
     [](const GpuSpec& gpu) { return gpu.nic / GBps; }},
};

bool twoKeys(ProfileKind kind) {
    return kind == ProfileKind::Attention;
}

/// "y utilisation low high" or "x y utilisation low high" of each knot, the last three in percent.
std::string knotsText(const ProfileKnots& knots, ProfileKind kind) {
    std::string text;
    for (const ProfilePoint& knot : knots.points) {
        const bool timed = knot.seconds > 0;
        const auto share = [&](double seconds) {
            return timed ? rounded(std::round(100 * seconds / knot.seconds), 6) : std::string("100");
        };
        text += (text.empty() ? "" : ", ") + (twoKeys(kind) ? numberText(knot.x) + " " : std::string()) +
                numberText(knot.y) + " " + (timed ? rounded(100 * knot.ideal / knot.seconds, kDigits) : "0") +
                " " + share(knot.low) + " " + share(knot.high);
    }
    return text;
}

/// One table being read; its columns are filled curve by curve.
class TableBuilder {
public:
    TableBuilder(ProfileKind kind, const std::vector<std::string>& columns, GpuSpec rates)
        : m_kind(kind), m_rates(std::move(rates)), m_table(std::make_shared<CsvTable>()) {
        for (const std::string& name : columns) m_table->columns.push_back({name, true, {}, {}, {}});
        m_categories = columns.size();
        if (kind == ProfileKind::Mlp) {
            m_keys = {"num_tokens"};
        } else if (kind == ProfileKind::Attention) {
            m_keys = {"batch_size", "prefill_chunk_size", "kv_cache_size", "is_prefill"};
        } else {
            m_keys = {"size"};
        }
        for (const char* name : m_keys) m_table->columns.push_back({name, true, {}, {}, {}});
    }

    void declare(const std::string& op) {
        const std::string prefix = "time_stats." + op + ".";
        if (m_table->find(prefix + "median") != nullptr) return;
        for (const char* statistic : {"min", "max", "median"})
            m_table->columns.push_back({prefix + statistic, true, {}, {}, {}});
    }
    /// Categories that are no numbers in any curve hold words.
    void settle(const std::vector<ProfileKnotsOf::Curve>& curves) {
        for (std::size_t i = 0; i < m_categories; ++i)
            m_table->columns[i].numeric =
                std::all_of(curves.begin(), curves.end(), [&](const ProfileKnotsOf::Curve& curve) {
                    return parseNumber(curve.keys[i]).has_value();
                });
    }
    /// `values`: as many per knot as knotsText writes.
    void add(const ProfileKnotsOf::Curve& curve, const std::vector<double>& values) {
        const std::size_t width = twoKeys(m_kind) ? 5 : 4, first = m_table->rows();
        for (std::size_t i = 0; i + width <= values.size(); i += width) keysOf(curve, values.data() + i);
        ProfileTable view;
        view.kind = m_kind;
        view.table = m_table;
        ProfileShape shape = profileShapeOf(view, first, curve.prefill);
        const ProfileOperatorRow& op = *profileOperator(curve.op);
        std::vector<double>*const low = times(curve.op, "min"), *const high = times(curve.op, "max"),
                                  *const median = times(curve.op, "median");
        for (std::size_t row = first; row < m_table->rows(); ++row) {
            const double* const value = values.data() + (row - first + 1) * width - 3;
            setKeys(shape, value, curve.prefill);
            const double ideal = idealTime(op.work(shape), m_rates).base / kProfileUnit.base;
            const double time = value[0] > 0 ? 100 * ideal / value[0] : 0;
            (*median)[row] = time;
            (*low)[row] = value[1] / 100 * time;
            (*high)[row] = value[2] / 100 * time;
        }
    }
    ProfileTable take(const std::string& source, ProfileKnotsOf shipped) {
        m_table->source = source;
        ProfileTable table;
        table.source = source;
        table.kind = m_kind;
        table.place = profilePlace(shipped.file);
        table.shipped = std::make_shared<const ProfileKnotsOf>(std::move(shipped));
        table.operators = profileOperatorsOf(*m_table);
        table.table = m_table;
        return table;
    }

private:
    void keysOf(const ProfileKnotsOf::Curve& curve, const double* values) {
        for (std::size_t i = 0; i < m_categories; ++i) {
            CsvColumn& column = m_table->columns[i];
            if (column.numeric) {
                column.numbers.push_back(*parseNumber(curve.keys[i]));
                continue;
            }
            const auto known = std::find(column.words.begin(), column.words.end(), curve.keys[i]);
            column.codes.push_back(static_cast<std::uint32_t>(known - column.words.begin()));
            if (known == column.words.end()) column.words.push_back(curve.keys[i]);
        }
        std::vector<double> keys{values[0]};
        if (twoKeys(m_kind))
            keys = curve.prefill ? std::vector<double>{1, values[1], values[0], 1}
                                 : std::vector<double>{values[0], 0, values[1], 0};
        for (std::size_t i = m_categories; i < m_table->columns.size(); ++i)
            m_table->columns[i].numbers.push_back(i - m_categories < keys.size() ? keys[i - m_categories]
                                                                                 : kNaN);
        m_table->lines.push_back(static_cast<int>(m_table->lines.size()) + 1);
    }

    /// `value` points behind the keys of a knot.
    void setKeys(ProfileShape& shape, const double* value, bool prefill) const {
        if (m_kind == ProfileKind::Mlp) {
            shape.tokens = value[-1];
        } else if (!twoKeys(m_kind)) {
            shape.size = value[-1];
        } else if (prefill) {
            shape.kv = value[-2];
            shape.chunk = shape.tokens = value[-1];
        } else {
            shape.batch = shape.tokens = value[-2];
            shape.kv = value[-1];
        }
    }

    std::vector<double>* times(const std::string& op, const char* statistic) {
        const std::string name = "time_stats." + op + "." + statistic;
        for (CsvColumn& column : m_table->columns)
            if (column.name == name) return &column.numbers;
        return nullptr;
    }

    ProfileKind m_kind;
    GpuSpec m_rates;
    std::shared_ptr<CsvTable> m_table;
    std::size_t m_categories = 0;
    std::vector<const char*> m_keys;
};

/// Numbers separated by blanks and commas; false at anything else.
bool parseNumbers(std::string_view text, std::vector<double>& into) {
    const char *at = text.data(), *const end = at + text.size();
    while (true) {
        while (at != end && (*at == ' ' || *at == ',')) ++at;
        if (at == end) return true;
        double value = 0;
        const auto [next, error] = std::from_chars(at, end, value);
        if (error != std::errc{} || !std::isfinite(value)) return false;
        into.push_back(value);
        at = next;
    }
}

class Reader {
public:
    Reader(const Document& document, std::string source) : m_source(std::move(source)) {
        for (const DocumentEntry& entry : document) m_entries.push_back(&entry);
    }

    Result<ProfileSet> read() {
        ProfileSet set;
        std::string schema;
        while (m_at < m_entries.size() && !m_entries[m_at]->key.starts_with("tables.")) {
            const DocumentEntry& entry = *m_entries[m_at++];
            if (entry.key == "schema") schema = entry.text();
            if (entry.key == "schema" && schema != kSchema) complain(entry, say("must be %1", kSchema));
        }
        if (schema.empty()) m_problems.push_back({m_source, 1, 1, "schema", say("must be given"), {}});
        while (m_at < m_entries.size() && m_problems.empty()) table(set);
        if (!m_problems.empty()) return std::move(m_problems);
        return set;
    }

private:
    void complain(const DocumentEntry& entry, Message rule) {
        constexpr std::size_t kShown = 60;
        m_problems.push_back(
            {m_source, entry.line, entry.column, entry.key, std::move(rule), entry.text().substr(0, kShown)});
    }
    /// The part of the key behind `prefix`; empty when the next entry has another one.
    std::string_view next(const std::string& prefix) const {
        if (m_at >= m_entries.size() || !m_entries[m_at]->key.starts_with(prefix)) return {};
        return std::string_view(m_entries[m_at]->key).substr(prefix.size());
    }

    void table(ProfileSet& set) {
        const DocumentEntry& first = *m_entries[m_at];
        const std::string prefix =
            first.key.substr(0, first.key.find('.', std::string_view("tables.").size()) + 1);
        if (!first.key.starts_with("tables.") || prefix.empty())
            return complain(first, say("is no key of this file"));
        ProfileKnotsOf shipped;
        std::optional<ProfileKind> kind;
        std::vector<std::string> columns;
        GpuSpec rates;
        std::vector<std::vector<double>> knots;
        for (std::string_view key = next(prefix); !key.empty(); key = next(prefix)) {
            const DocumentEntry& entry = *m_entries[m_at];
            if (key.starts_with("curves.")) {
                curve(prefix, key, shipped, knots);
                continue;
            }
            ++m_at;
            if (key == "file") {
                shipped.file = entry.text();
            } else if (key == "sha256") {
                shipped.sha256 = entry.text();
            } else if (key == "columns") {
                columns = entry.values;
            } else if (key == "kind") {
                for (const ProfileKind one : kProfileKinds)
                    if (entry.text() == profileKindText(one)) kind = one;
                if (!kind) complain(entry, say("must be mlp, attention, all_reduce or send_recv"));
            } else if (key == "rates") {
                std::vector<double> values;
                if (!parseNumbers(entry.text(), values) || values.size() != std::size(kRates))
                    complain(entry,
                             say("must be four numbers: bf16 TFLOP/s, memory, NVLink and network GB/s"));
                else
                    for (std::size_t i = 0; i < values.size(); ++i) kRates[i].set(rates, values[i]);
            } else {
                complain(entry, say("is no key of a table"));
            }
        }
        if (!kind || shipped.file.empty() || rates.bf16.base <= 0)
            complain(first, say("needs file, kind and rates"));
        for (const ProfileKnotsOf::Curve& one : shipped.curves)
            if (one.keys.size() != columns.size())
                complain(first, say("keys of %1 must be as many as columns", one.op));
        for (std::size_t i = 0; kind && i < knots.size(); ++i)
            if (knots[i].empty() || knots[i].size() % (twoKeys(*kind) ? 5 : 4) != 0)
                complain(first, say(twoKeys(*kind) ? "knots of %1 must be groups of five numbers"
                                                   : "knots of %1 must be groups of four numbers",
                                    shipped.curves[i].op));
        if (!m_problems.empty()) return;
        TableBuilder builder(*kind, columns, rates);
        for (const ProfileKnotsOf::Curve& one : shipped.curves) builder.declare(one.op);
        builder.settle(shipped.curves);
        for (std::size_t i = 0; i < knots.size(); ++i) {
            shipped.curves[i].knots = knots[i].size() / (twoKeys(*kind) ? 5 : 4);
            builder.add(shipped.curves[i], knots[i]);
        }
        const std::string source = shipped.file;
        set.tables.push_back(builder.take(source, std::move(shipped)));
    }

    void curve(const std::string& owner, std::string_view first, ProfileKnotsOf& shipped,
               std::vector<std::vector<double>>& knots) {
        const std::string prefix =
            owner + std::string(first.substr(0, first.find('.', std::string_view("curves.").size()) + 1));
        ProfileKnotsOf::Curve made;
        std::vector<double> values, error;
        for (std::string_view key = next(prefix); !key.empty(); key = next(prefix)) {
            const DocumentEntry& entry = *m_entries[m_at++];
            if (key == "op") {
                made.op = entry.text();
                if (profileOperator(made.op) == nullptr) complain(entry, say("is no operator of a profile"));
            } else if (key == "phase") {
                made.prefill = entry.text() == "prefill";
            } else if (key == "keys") {
                made.keys = entry.values;
            } else if (key == "error") {
                if (!parseNumbers(entry.text(), error) || error.size() != 3 ||
                    !(error[2] >= 0 && error[2] < 1e9))
                    complain(entry,
                             say("must be median and p95 in percent, and the number of measured keys"));
            } else if (key == "knots") {
                if (!parseNumbers(entry.text(), values)) complain(entry, say("must be numbers"));
            } else {
                complain(entry, say("is no key of a curve"));
            }
        }
        if (error.size() == 3 && error[2] >= 0 && error[2] < 1e9) {
            made.median = error[0] / 100;
            made.ninetyFive = error[1] / 100;
            made.rows = static_cast<std::size_t>(error[2]);
        }
        if (made.op.empty())
            m_problems.push_back(
                {m_source, m_entries[m_at - 1]->line, 0, prefix + "op", say("must be given"), {}});
        shipped.curves.push_back(std::move(made));
        knots.push_back(std::move(values));
    }

    std::string m_source;
    std::vector<const DocumentEntry*> m_entries;
    std::size_t m_at = 0;
    Problems m_problems;
};

} // namespace

DerivedProfile deriveProfile(const ProfileTable& table, const Catalog& catalog, ProfileOrigin origin) {
    DerivedProfile derived;
    derived.origin = std::move(origin);
    derived.kind = table.kind;
    for (const std::string_view column : profileCategories(table)) derived.columns.emplace_back(column);
    derived.rates = profileRatesOf(catalog, table);
    for (const ProfileSeriesRow& row : profileSeriesOf(table, derived.rates))
        derived.curves.push_back(
            {row.op, row.prefill, row.series.values, profileKnots(ProfileCurve(row.series.points))});
    return derived;
}

Document profileCurvesDocument(const std::vector<DerivedProfile>& tables) {
    Document document;
    const auto add = [&](std::string key, std::vector<std::string> values, bool list = false) {
        DocumentEntry entry;
        entry.key = std::move(key);
        entry.list = list;
        entry.values = std::move(values);
        document.push_back(std::move(entry));
    };
    add("schema", {kSchema});
    add("origin", {"curves through measured operator times in the layout of Vidur (MIT licence, "
                   "github.com/microsoft/vidur, data/profiling)"});
    add("paper", {"Agrawal et al., Vidur, arXiv 2405.05465"});
    add("command", {"moe-explorer profile --derive DIR -o FILE"});
    add("rates", {"bf16 TFLOP/s, memory, NVLink and network GB/s that are 100 %"});
    add("error", {"median and p95 of |curve/measured − 1| in percent, over so many measured keys"});
    add("knots",
        {"key (attention: batch or cached keys, then cached keys or chunk), utilisation in percent (0 = "
         "under the timer's tick), min and max in percent of the median time"});
    for (std::size_t i = 0; i < tables.size(); ++i) {
        const DerivedProfile& table = tables[i];
        const std::string prefix = "tables." + std::to_string(i) + ".";
        add(prefix + "file", {table.origin.file});
        add(prefix + "sha256", {table.origin.sha256});
        add(prefix + "kind", {profileKindText(table.kind)});
        std::string rates;
        for (const RateRow& rate : kRates)
            rates += (rates.empty() ? "" : " ") + numberText(rate.get(table.rates));
        add(prefix + "rates", {rates});
        add(prefix + "columns", table.columns, true);
        for (std::size_t j = 0; j < table.curves.size(); ++j) {
            const DerivedProfile::Curve& curve = table.curves[j];
            const std::string of = prefix + "curves." + std::to_string(j) + ".";
            add(of + "op", {curve.op});
            if (table.kind == ProfileKind::Attention)
                add(of + "phase", {curve.prefill ? "prefill" : "decode"});
            add(of + "keys", curve.keys, true);
            add(of + "error",
                {rounded(100 * curve.knots.median, 3) + " " + rounded(100 * curve.knots.ninetyFive, 3) + " " +
                 std::to_string(curve.knots.keys)});
            add(of + "knots", {knotsText(curve.knots, table.kind)});
        }
    }
    return document;
}

Result<ProfileSet> profileCurvesFrom(const Document& document, const std::string& source) {
    return Reader(document, source).read();
}

} // namespace moe
