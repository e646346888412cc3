// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/step_law.h"

#include "data/number.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace moe {

namespace {

const std::vector<CsvColumnRule> kLossColumns = {{"lr", {}, true},
                                                 {"bs", {}, true},
                                                 {"smooth loss", "smooth_loss", true},
                                                 {"D", {}, true},
                                                 {"N", {}, true}};
/// What tells one architecture from another, beside N: two published ones share it.
const std::vector<CsvColumnRule> kMoeColumns = {{"topk", {}, true},  {"nume", {}, true}, {"moeh", {}, true},
                                                {"h", {}, true},     {"ffnh", {}, true}, {"numld", {}, false},
                                                {"Nattn", {}, true}, {"Na", {}, true}};
const std::vector<CsvColumnRule> kFitColumns = {
    {"lr_intercept"}, {"lr_coefN"}, {"lr_coefD"}, {"bs_intercept"}, {"bs_coefD"}};

std::vector<CsvColumnRule> moeColumns() {
    std::vector<CsvColumnRule> columns = kLossColumns;
    columns.insert(columns.end(), kMoeColumns.begin(), kMoeColumns.end());
    return columns;
}

std::size_t countPresent(const std::vector<std::string>& header, const std::vector<CsvColumnRule>& columns) {
    return static_cast<std::size_t>(
        std::count_if(columns.begin(), columns.end(), [&](const CsvColumnRule& column) {
            return std::any_of(header.begin(), header.end(), [&](const std::string& name) {
                return name == column.name || (!column.alternative.empty() && name == column.alternative);
            });
        }));
}

/// Order of groups: architecture (fewest active parameters first), parameters, tokens. Dense architectures
/// are their N.
struct GroupKey {
    double activeParams = 0;
    std::array<double, 5> architecture{};
    double params = 0;
    double tokens = 0;

    friend auto operator<=>(const GroupKey&, const GroupKey&) = default;
};

/// The required columns of a loss table, looked up once.
struct Columns {
    explicit Columns(const CsvTable& table) {
        const auto numbers = [&](std::string_view wanted, std::string_view alternative = {}) {
            const CsvColumn* column = table.find(wanted, alternative);
            return column != nullptr && column->numeric ? column->numbers.data() : nullptr;
        };
        lr = numbers("lr"), batch = numbers("bs"), loss = numbers("smooth loss", "smooth_loss");
        tokens = numbers("D"), params = numbers("N"), active = numbers("Na");
        topK = numbers("topk"), experts = numbers("nume"), expertWidth = numbers("moeh");
        hidden = numbers("h"), ffn = numbers("ffnh"), denseLayers = numbers("numld"),
        attention = numbers("Nattn");
        name = table.find("moe_name");
    }
    const double *lr, *batch, *loss, *tokens, *params, *active, *topK, *experts, *expertWidth, *hidden, *ffn,
        *denseLayers, *attention;
    const CsvColumn* name;
};

std::string architectureName(const Columns& columns, std::size_t row) {
    if (columns.name != nullptr && !columns.name->numeric && !columns.name->text(row).empty())
        return std::string(columns.name->text(row));
    return numberText(columns.topK[row]) + "in" + numberText(columns.experts[row]);
}

LossGroup makeGroup(const Columns& columns, std::size_t row, bool moe) {
    LossGroup group;
    group.params = columns.params[row];
    group.activeParams = moe ? columns.active[row] : group.params;
    group.tokens = columns.tokens[row];
    // A, the part that every token passes: attention and the dense layers' gated FFN (three matrices).
    group.sharedParams =
        moe ? columns.attention[row] + 3 * columns.hidden[row] * columns.ffn[row] * columns.denseLayers[row]
            : group.params;
    group.name =
        (moe ? architectureName(columns, row) : compact(group.params)) + " / " + compact(group.tokens);
    return group;
}

GroupKey groupKey(const Columns& columns, std::size_t row, bool moe) {
    GroupKey key;
    key.params = columns.params[row];
    key.tokens = columns.tokens[row];
    key.activeParams = moe ? columns.active[row] : key.params;
    if (moe)
        key.architecture = {columns.topK[row], columns.experts[row], columns.expertWidth[row],
                            columns.hidden[row], columns.ffn[row]};
    return key;
}

/// The fit takes time in proportion to the runs, a second for some thousands; the published tables hold 1911.
constexpr std::size_t kMostLossRuns = 20000;

Result<LossTable> readLoss(std::string_view text, std::string source, bool moe) {
    Result<CsvTable> read = readCsv(text, std::move(source), moe ? moeColumns() : kLossColumns);
    if (!read) return read.error();
    const auto table = std::make_shared<const CsvTable>(std::move(read).value());
    if (table->rows() > kMostLossRuns)
        return Problem{table->source,
                       table->lines[kMostLossRuns],
                       0,
                       {},
                       say("at most %1 runs are fitted, the table has %2: give one run of each point",
                           kMostLossRuns, table->rows()),
                       {}};
    if (table->rows() == 0) {
        Problems problems = table->problems;
        problems.push_back({table->source, 1, 1, {}, say("no run could be read"), {}});
        return problems;
    }
    const Columns columns(*table);
    std::map<GroupKey, std::vector<int>> rowsOf;
    for (std::size_t row = 0; row < table->rows(); ++row)
        rowsOf[groupKey(columns, row, moe)].push_back(static_cast<int>(row));

    LossTable result;
    result.source = table->source;
    result.moe = moe;
    result.table = table;
    result.problems = table->problems;
    result.runs.resize(table->rows());
    for (auto& [key, rows] : rowsOf) {
        LossGroup group = makeGroup(columns, static_cast<std::size_t>(rows.front()), moe);
        group.bestLoss = columns.loss[rows.front()];
        for (const int index : rows) {
            const auto row = static_cast<std::size_t>(index);
            group.bestLoss = std::min(group.bestLoss, columns.loss[row]);
            result.runs[row] = {snappedLearningRate(columns.lr[row]),
                                columns.batch[row],
                                group.tokens,
                                group.params,
                                group.activeParams,
                                columns.loss[row],
                                static_cast<int>(result.groups.size()),
                                table->lines[row]};
        }
        group.runs = std::move(rows);
        result.groups.push_back(std::move(group));
    }
    return result;
}

} // namespace

double snappedLearningRate(double spelled) {
    const double rung = 2 * std::log2(spelled);
    const double nearest = std::round(rung);
    // Three digits move a value by up to 0.5 %, which is 0.0144 of a rung; further off it is a rate of its
    // own.
    return std::abs(rung - nearest) < 0.02 ? std::exp2(nearest / 2) : spelled;
}

TableKind recogniseTable(const std::vector<std::string>& header) {
    // A missing column is the reader's to name, so most of a kind's columns are enough.
    if (countPresent(header, kFitColumns) >= 3) return TableKind::StepLawFits;
    if (countPresent(header, kLossColumns) < 3) return TableKind::Unknown;
    return countPresent(header, {kMoeColumns.begin(), kMoeColumns.begin() + 3}) >= 2 ? TableKind::MoeLoss
                                                                                     : TableKind::DenseLoss;
}

Result<LossTable> readDenseLoss(std::string_view text, std::string source) {
    return readLoss(text, std::move(source), false);
}

Result<LossTable> readMoeLoss(std::string_view text, std::string source) {
    return readLoss(text, std::move(source), true);
}

Result<StepLawFits> readStepLawFits(std::string_view text, std::string source) {
    Result<CsvTable> read = readCsv(text, std::move(source), kFitColumns);
    if (!read) return read.error();
    StepLawFits fits;
    fits.table = std::make_shared<const CsvTable>(std::move(read).value());
    const CsvTable& table = *fits.table;
    fits.source = table.source;
    fits.problems = table.problems;
    if (table.rows() == 0) {
        fits.problems.push_back({fits.source, 1, 1, {}, say("no fit could be read"), {}});
        return fits.problems;
    }
    const auto column = [&](std::size_t i) { return table.find(kFitColumns[i].name)->numbers.data(); };
    const double *a = column(0), *n = column(1), *d = column(2), *b = column(3), *bd = column(4);
    fits.fits.reserve(table.rows());
    for (std::size_t row = 0; row < table.rows(); ++row)
        fits.fits.push_back({a[row], n[row], d[row], b[row], bd[row]});
    return fits;
}

} // namespace moe
