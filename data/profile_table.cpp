// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/profile_table.h"

#include "data/number.h"
#include "data/problem_log.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace moe {
namespace {

constexpr std::string_view kPrefix = "time_stats.";
constexpr std::array<std::string_view, 5> kStatistics = {"min", "max", "mean", "median", "std"};

/// What must stand in the header of each kind. Numbers only; enum and truth columns are read as they are.
struct KindRow {
    ProfileKind kind;
    const char* name;
    std::vector<std::string_view> keys;
    std::vector<std::string_view> operators; ///< one of them at least
};

const std::vector<KindRow>& kindRows() {
    static const std::vector<KindRow> rows = {
        {ProfileKind::Mlp,
         "mlp",
         {"n_head", "n_kv_head", "n_embd", "n_expanded_embd", "vocab_size", "num_tokens",
          "num_tensor_parallel_workers"},
         {"emb", "input_layernorm", "attn_pre_proj", "attn_rope", "attn_post_proj",
          "post_attention_layernorm", "mlp_up_proj", "mlp_act", "mlp_down_proj", "add"}},
        {ProfileKind::Attention,
         "attention",
         {"n_embd", "n_q_head", "n_kv_head", "num_tensor_parallel_workers", "batch_size",
          "prefill_chunk_size", "kv_cache_size"},
         {"attn_prefill", "attn_decode"}},
        {ProfileKind::AllReduce, "all_reduce", {"num_workers", "size", "devices_per_node"}, {"all_reduce"}},
        {ProfileKind::SendRecv, "send_recv", {"num_workers", "size", "devices_per_node"}, {"send_recv"}},
    };
    return rows;
}

const KindRow& rowOf(ProfileKind kind) {
    return *std::find_if(kindRows().begin(), kindRows().end(),
                         [&](const KindRow& row) { return row.kind == kind; });
}

/// "time_stats.mlp_act.median" → mlp_act, median.
struct TimeColumn {
    std::string_view name, statistic;
};
std::optional<TimeColumn> timeColumn(std::string_view header) {
    if (header.substr(0, kPrefix.size()) != kPrefix) return std::nullopt;
    header.remove_prefix(kPrefix.size());
    const std::size_t dot = header.rfind('.');
    if (dot == std::string_view::npos) return std::nullopt;
    const std::string_view statistic = header.substr(dot + 1);
    if (std::find(kStatistics.begin(), kStatistics.end(), statistic) == kStatistics.end())
        return std::nullopt;
    return TimeColumn{header.substr(0, dot), statistic};
}

std::optional<bool> truth(const CsvColumn& column, std::size_t row) {
    if (column.numeric) {
        if (column.numbers[row] == 0) return false;
        return column.numbers[row] == 1 ? std::optional(true) : std::nullopt;
    }
    const std::string_view word = column.text(row);
    if (word == "True" || word == "true" || word == "TRUE") return true;
    return word == "False" || word == "false" || word == "FALSE" ? std::optional(false) : std::nullopt;
}

/// Header problems that the rules of readCsv do not know: an absent phase, a kind without times.
Problems headerProblems(const KindRow& kind, const std::vector<std::string>& header,
                        const std::string& source) {
    const auto has = [&](const std::string& name) {
        return std::find(header.begin(), header.end(), name) != header.end();
    };
    std::string wanted;
    for (const std::string_view name : kind.operators) {
        const std::string column = std::string(kPrefix) + std::string(name) + ".median";
        if (has(column)) return {};
        wanted += (wanted.empty() ? "" : ", ") + column;
    }
    return {
        {source, 1, 1, std::string(kPrefix) + "*", say("expected the times of an operator: %1", wanted), {}}};
}

/// Operations or bytes per second that the largest row claims if its times are milliseconds; 0 = unknown.
struct Claim {
    double rate = 0, possible = 0;
    const char* unit = "";
    std::size_t row = 0;
    const ProfileOperator* op = nullptr;
};

Claim largestClaim(const ProfileTable& profile) {
    const CsvTable& table = *profile.table;
    // Names are looked up once, not row by row.
    std::map<std::string_view, const std::vector<double>*> known;
    for (const std::string_view key : rowOf(profile.kind).keys) known[key] = profile.numbers(key);
    const auto columnOf = [&](const char* name) { return known.at(name)->data(); };
    const bool attention = profile.kind == ProfileKind::Attention;
    const bool mlp = profile.kind == ProfileKind::Mlp;
    const CsvColumn* phase = attention ? table.find("is_prefill") : nullptr;
    const double *tokens = mlp ? columnOf("num_tokens") : nullptr,
                 *tp = mlp || attention ? columnOf("num_tensor_parallel_workers") : nullptr,
                 *hidden = mlp || attention ? columnOf("n_embd") : nullptr,
                 *wide = mlp ? columnOf("n_expanded_embd") : nullptr,
                 *chunk = attention ? columnOf("prefill_chunk_size") : nullptr,
                 *batch = attention ? columnOf("batch_size") : nullptr,
                 *kv = attention ? columnOf("kv_cache_size") : nullptr,
                 *bytes = mlp || attention ? nullptr : columnOf("size");
    const ProfileOperator* const up =
        profile.find(profile.find("mlp_up_proj") ? "mlp_up_proj" : "mlp_down_proj");
    const ProfileOperator *const prefilled = profile.find("attn_prefill"),
                                 *const decoded = profile.find("attn_decode"),
                                 *const moved = profile.find(profileKindText(profile.kind));
    Claim claim;
    double largest = 0;
    for (std::size_t row = 0; row < table.rows(); ++row) {
        double size = 0, work = 0;
        const ProfileOperator* found = nullptr;
        switch (profile.kind) {
        case ProfileKind::Mlp:
            size = tokens[row] / tp[row];
            found = up;
            work = 2 * size * hidden[row] * wide[row];
            break;
        case ProfileKind::Attention: {
            const bool prefill = phase != nullptr && truth(*phase, row).value_or(false);
            found = prefill ? prefilled : decoded;
            const double queries = prefill ? chunk[row] : batch[row];
            size = work = 2 * queries * (kv[row] + (prefill ? queries : 0)) * hidden[row] / tp[row];
            break;
        }
        case ProfileKind::AllReduce:
        case ProfileKind::SendRecv:
            size = work = bytes[row];
            found = moved;
            break;
        }
        if (!(size > largest) || found == nullptr || !(found->median->numbers[row] > 0)) continue;
        largest = size;
        const bool network = profile.kind == ProfileKind::AllReduce || profile.kind == ProfileKind::SendRecv;
        // Far beyond any device, far below what a thousandfold error claims.
        claim = {work / (found->median->numbers[row] * kProfileUnit.base), network ? 1e13 : 2e16,
                 network ? "TB/s" : "TFLOP/s", row, found};
    }
    return claim;
}

void warnOfSeconds(ProfileTable& profile) {
    constexpr double kNoTimer = 1e-4; // ms: a tenth of the timer's tick, for the largest shape of the file
    const Claim claim = largestClaim(profile);
    if (claim.op == nullptr) return;
    const double median = claim.op->median->numbers[claim.row];
    if (claim.rate < claim.possible && median >= kNoTimer) return;
    profile.looksLikeSeconds = true;
    profile.problems.push_back(
        {profile.source, profile.table->lines[claim.row], 0, claim.op->median->name,
         say("the times look like seconds; they are read as milliseconds, which would be %1 here: read them "
             "with --times s, or multiply the time columns by 1000",
             rounded(claim.rate * 1e-12, 3) + " " + claim.unit),
         numberText(median)});
}

/// Rows whose own phase was not measured, or that name no phase.
void dropRowsWithoutPhase(ProfileTable& profile, CsvTable& table) {
    const CsvColumn& phase = *table.find("is_prefill");
    ProblemLog log;
    for (Problem& problem : table.problems) log.add(std::move(problem));
    std::vector<bool> keep(table.rows(), true);
    bool all = true;
    const ProfileOperator *const prefilled = profile.find("attn_prefill"), *const decoded =
                                                                               profile.find("attn_decode");
    for (std::size_t row = 0; row < table.rows(); ++row) {
        const std::optional<bool> prefill = truth(phase, row);
        const char* name = prefill.value_or(false) ? "attn_prefill" : "attn_decode";
        const ProfileOperator* op = prefill.value_or(false) ? prefilled : decoded;
        if (prefill && op != nullptr && !std::isnan(op->median->numbers[row])) continue;
        const std::string column = std::string(kPrefix) + name + ".median";
        if (!prefill)
            log.add({table.source, table.lines[row], 0, "is_prefill", say("expected True or False"),
                     profile.cell("is_prefill", row)});
        else
            log.add({table.source,
                     table.lines[row],
                     0,
                     column,
                     op == nullptr ? say("the row is a %1, and the file has no such column",
                                         *prefill ? "prefill" : "decode")
                                   : say("the cell of the phase that was run is empty"),
                     {}});
        keep[row] = all = false;
    }
    table.problems = log.take();
    if (all) return;
    std::size_t kept = 0;
    for (std::size_t row = 0; row < keep.size(); ++row) {
        if (!keep[row]) continue;
        for (CsvColumn& column : table.columns) {
            if (column.numeric)
                column.numbers[kept] = column.numbers[row];
            else
                column.codes[kept] = column.codes[row];
        }
        table.lines[kept++] = table.lines[row];
    }
    for (CsvColumn& column : table.columns) {
        if (column.numeric)
            column.numbers.resize(kept);
        else
            column.codes.resize(kept);
    }
    table.lines.resize(kept);
    table.leftOut += keep.size() - kept;
}

} // namespace

std::vector<ProfileOperator> profileOperatorsOf(const CsvTable& table) {
    std::vector<ProfileOperator> operators;
    for (const CsvColumn& column : table.columns) {
        const std::optional<TimeColumn> time = timeColumn(column.name);
        if (!time) continue;
        auto found = std::find_if(operators.begin(), operators.end(),
                                  [&](const ProfileOperator& one) { return one.name == time->name; });
        if (found == operators.end())
            found = operators.insert(operators.end(), {.name = std::string(time->name)});
        const CsvColumn* ProfileOperator::*const members[] = {
            &ProfileOperator::min, &ProfileOperator::max, &ProfileOperator::mean, &ProfileOperator::median,
            &ProfileOperator::std};
        for (std::size_t i = 0; i < kStatistics.size(); ++i)
            if (kStatistics[i] == time->statistic) (*found).*members[i] = &column;
    }
    // Without a median there is nothing to predict from.
    std::erase_if(operators, [](const ProfileOperator& one) { return one.median == nullptr; });
    return operators;
}

const char* profileKindText(ProfileKind kind) {
    return rowOf(kind).name;
}

ProfilePlace profilePlace(std::string_view path) {
    std::vector<std::string> parts;
    while (!path.empty()) {
        const std::size_t slash = path.find_first_of("/\\");
        if (slash != 0) parts.emplace_back(path.substr(0, slash));
        path = slash == std::string_view::npos ? std::string_view() : path.substr(slash + 1);
    }
    ProfilePlace place;
    const auto last = [&](const char* folder) {
        for (std::size_t i = parts.size(); i-- > 0;)
            if (parts[i] == folder) return i;
        return parts.size();
    };
    const std::size_t compute = last("compute"), network = last("network");
    if (network < parts.size() && (compute == parts.size() || compute < network)) {
        if (network + 2 < parts.size()) place.network = parts[network + 1];
    } else if (compute + 3 < parts.size()) {
        place.device = parts[compute + 1];
        for (std::size_t i = compute + 2; i + 1 < parts.size(); ++i)
            place.model += (place.model.empty() ? "" : "/") + parts[i];
    }
    return place;
}

const ProfileOperator* ProfileTable::find(std::string_view name) const {
    for (const ProfileOperator& op : operators)
        if (op.name == name) return &op;
    return nullptr;
}

const std::vector<double>* ProfileTable::numbers(std::string_view column) const {
    const CsvColumn* found = table->find(column);
    return found != nullptr && found->numeric ? &found->numbers : nullptr;
}

bool ProfileTable::isPrefill(std::size_t row) const {
    const CsvColumn* phase = table->find("is_prefill");
    return phase != nullptr && truth(*phase, row).value_or(false);
}

std::string ProfileTable::cell(std::string_view column, std::size_t row) const {
    const CsvColumn* found = table->find(column);
    if (found == nullptr) return {};
    return found->numeric ? numberText(found->numbers[row]) : std::string(found->text(row));
}

std::optional<ProfileKind> recogniseProfile(const std::vector<std::string>& header) {
    const auto has = [&](std::string_view name) {
        return std::find(header.begin(), header.end(), name) != header.end();
    };
    const auto times = [&](std::string_view op) {
        return std::any_of(header.begin(), header.end(), [&](const std::string& name) {
            const std::optional<TimeColumn> time = timeColumn(name);
            return time && time->name == op;
        });
    };
    const bool anyTime = std::any_of(header.begin(), header.end(),
                                     [](const std::string& name) { return timeColumn(name).has_value(); });
    for (const KindRow& row : kindRows()) {
        const auto keys = static_cast<std::size_t>(std::count_if(row.keys.begin(), row.keys.end(), has));
        if (std::any_of(row.operators.begin(), row.operators.end(), times) && keys + 1 >= row.keys.size())
            return row.kind;
    }
    // An attention table that lost the columns of both phases is still one, for the reader to say so.
    const std::vector<std::string_view>& keys = rowOf(ProfileKind::Attention).keys;
    if (anyTime && has("is_prefill") && std::all_of(keys.begin(), keys.end(), has))
        return ProfileKind::Attention;
    return std::nullopt;
}

Result<ProfileTable> readProfile(std::string_view text, const std::string& source, ProfileTimes times) {
    if (std::optional<Problem> problem = csvUnreadable(text, source)) return *std::move(problem);
    const std::vector<std::string> header = csvHeader(text);
    const std::optional<ProfileKind> kind = recogniseProfile(header);
    if (!kind)
        return Problem{
            source,
            1,
            1,
            {},
            say("expected an operator profile: columns time_stats.{operator}.median and the keys of "
                "mlp, attention, all_reduce or send_recv"),
            {}};
    const KindRow& row = rowOf(*kind);
    if (Problems problems = headerProblems(row, header, source); !problems.empty()) return problems;
    std::vector<CsvColumnRule> rules;
    for (const std::string_view key : row.keys)
        rules.push_back(
            {key, {}, key != "batch_size" && key != "prefill_chunk_size" && key != "kv_cache_size"});
    for (const std::string& name : header) {
        const std::optional<TimeColumn> time = timeColumn(name);
        // A phase that was not run has empty cells; a collective or MLP row always ran.
        if (time) rules.push_back({.name = name, .mayBeEmpty = *kind == ProfileKind::Attention});
    }
    if (*kind == ProfileKind::Attention &&
        std::find(header.begin(), header.end(), "is_prefill") == header.end())
        return Problem{source,
                       1,
                       1,
                       "is_prefill",
                       say("this column is required and missing; it tells prefill from decode"),
                       {}};

    Result<CsvTable> read = readCsv(text, source, rules);
    if (!read) return read.error();
    auto table = std::make_shared<CsvTable>(std::move(read).value());
    if (times == ProfileTimes::InSeconds) {
        for (CsvColumn& column : table->columns)
            if (column.numeric && timeColumn(column.name))
                for (double& time : column.numbers) time *= second / kProfileUnit;
    }
    ProfileTable profile;
    profile.source = source;
    profile.kind = *kind;
    profile.place = profilePlace(source);
    profile.table = table;
    profile.operators = profileOperatorsOf(*table);
    if (*kind == ProfileKind::Attention) dropRowsWithoutPhase(profile, *table);
    profile.problems = table->problems;
    if (table->rows() == 0) {
        profile.problems.push_back({source, 1, 1, {}, say("no row could be used"), {}});
        return profile.problems;
    }
    warnOfSeconds(profile);
    return profile;
}

} // namespace moe
