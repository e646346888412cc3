// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/recipe_runs.h"

#include "data/number.h"
#include "data/problem_log.h"
#include "data/recipe_json.h"
#include "data/text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <map>
#include <memory>
#include <set>
#include <tuple>

namespace moe {
namespace {

/// Names of a quantity, the best first.
using Names = std::vector<std::string_view>;
const Names kParamNames = {"params", "N_nonemb", "non_embedding_params", "params_nonemb"};
const Names kTotalNames = {"total_params", "N_total", "N", "num_params", "n_params", "num_parameters"};
const Names kTokenNames = {"tokens",       "D_tokens",    "train_tokens",   "D",
                           "total_tokens", "tokens_seen", "consumed_tokens"};
const Names kLossNames = {"loss_nats", "loss",      "val_loss",   "eval_loss",       "final_loss",
                          "val/loss",  "eval/loss", "train/loss", "validation/loss", "smooth loss"};
const Names kBitNames = {"loss_bits",          "bits",          "bpb", "bpc", "bits_per_byte",
                         "bits_per_character", "bits_per_token"};
const Names kStateNames = {"State", "state"};
const Names kActiveNames = {"active_params", "N_active"};

/// Weights & Biases puts where a number comes from in front of its name.
std::string_view bare(std::string_view name) {
    for (const std::string_view prefix : {"summary/", "config/", "summary.", "config.", "summary_metrics."})
        if (name.starts_with(prefix)) return name.substr(prefix.size());
    return name;
}

/// As the header spells it; the header must outlive it.
std::string_view firstOf(const std::vector<std::string>& header, const Names& names) {
    for (const std::string_view name : names)
        for (const std::string& cell : header)
            if (bare(cell) == name) return cell;
    return {};
}

const CsvColumn* columnOf(const CsvTable& table, std::string_view name) {
    for (const CsvColumn& column : table.columns)
        if (bare(column.name) == name) return &column;
    return nullptr;
}

std::optional<double> numberAt(const CsvColumn* column, std::size_t row) {
    if (column == nullptr || !column->numeric || !std::isfinite(column->numbers[row])) return std::nullopt;
    return column->numbers[row];
}
std::string textAt(const CsvColumn* column, std::size_t row) {
    if (column == nullptr) return {};
    if (!column->numeric) return std::string(column->text(row));
    return std::isfinite(column->numbers[row]) ? numberText(column->numbers[row]) : std::string();
}

std::vector<std::string> parts(std::string_view text) {
    std::vector<std::string> all;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(';'), text.size());
        all.emplace_back(trimmed(text.substr(0, end)));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return all;
}

/// A part of the notes tells recipes apart when it takes few values, each in many rows, and is no quantity
/// ("warmup 400").
constexpr std::size_t kFewLabels = 4, kManyRows = 8, kNoteParts = 6;

bool isQuantity(const std::string& part) {
    return parseNumber(std::string_view(part).substr(part.rfind(' ') + 1)).has_value();
}

std::vector<std::string> noteLabels(const CsvTable& table) {
    std::vector<std::string> labels(table.rows());
    const CsvColumn* notes = table.find("notes");
    if (notes == nullptr || notes->numeric) return labels;
    std::vector<std::vector<std::string>> split;
    for (std::size_t row = 0; row < table.rows(); ++row) split.push_back(parts(notes->text(row)));
    for (std::size_t part = 0; part < kNoteParts; ++part) {
        std::map<std::string, std::size_t> count;
        for (const std::vector<std::string>& row : split) ++count[part < row.size() ? row[part] : ""];
        if (count.size() < 2 || count.size() > kFewLabels) continue;
        if (std::any_of(count.begin(), count.end(),
                        [](const auto& c) { return c.second < kManyRows || isQuantity(c.first); }))
            continue;
        for (std::size_t row = 0; row < split.size(); ++row) {
            if (part >= split[row].size()) continue;
            if (!labels[row].empty()) labels[row] += "; ";
            labels[row] += split[row][part];
        }
    }
    return labels;
}

constexpr double kMostParams = 1e15, kMostTokens = 1e18;
const CsvColumn* firstColumn(const CsvTable& table, const Names& names) {
    for (const std::string_view name : names)
        if (const CsvColumn* column = columnOf(table, name)) return column;
    return nullptr;
}

/// As Weights & Biases says it; a table of one's own may say something else in a column of that name.
bool isUnfinished(const std::string& state) {
    return state == "crashed" || state == "failed" || state == "killed" || state == "running" ||
           state == "preempted";
}

class RecipeReader {
public:
    RecipeReader(std::string_view text, std::string source, RecipeUse use)
        : m_text(text), m_source(std::move(source)), m_use(use) {}

    Result<RecipeTable> read();

private:
    void complain(int line, std::string_view key, Message rule, std::string value = {}) {
        if (m_problems.size() < ProblemLog::kListed)
            m_problems.push_back({m_source, line, 0, std::string(key), std::move(rule), std::move(value)});
        else
            ++m_more;
    }
    Problems problems() const {
        Problems all = m_problems;
        if (m_more > 0)
            all.push_back({m_source, 0, 0, {}, say("%1 further problems are not listed", m_more), {}});
        return all;
    }
    bool needs(std::string_view found, const char* name, const std::vector<std::string>& header);
    void checkHeader(const std::vector<std::string>& header);
    void readRuns(const CsvTable& table);
    void checkRun(const RecipeRun& run, std::optional<double> layers, std::optional<double> hidden,
                  std::optional<double> total);
    void checkEmbeddings(const RecipeRun& run, std::optional<double> layers, std::optional<double> hidden,
                         std::optional<double> total);
    void checkTwice();

    std::string_view m_text;
    std::string m_source;
    RecipeUse m_use;
    RecipeTable m_result;
    std::vector<std::string> m_header;
    std::string_view m_params, m_tokens, m_loss; ///< into the header
    bool m_embeddings = false;                   ///< said already
    Problems m_problems;
    std::size_t m_more = 0; ///< beyond those that are listed
};

bool RecipeReader::needs(std::string_view found, const char* name, const std::vector<std::string>& header) {
    if (!found.empty()) return true;
    std::string all;
    for (const std::string& cell : header) all += (all.empty() ? "" : ", ") + cell;
    complain(1, name, say("this column is required and missing; the header has: %1", excerpt(all)));
    return false;
}

void RecipeReader::checkHeader(const std::vector<std::string>& header) {
    m_header = header;
    m_params = firstOf(m_header, kParamNames);
    m_tokens = firstOf(m_header, kTokenNames);
    m_loss = firstOf(m_header, kLossNames);
    if (m_params.empty()) {
        m_params = firstOf(m_header, kTotalNames);
        m_result.paramsKnown = false;
    }
    needs(m_params, "params", header);
    needs(m_tokens, "tokens", header);
    if (m_use == RecipeUse::Predict) return;
    if (m_loss.empty()) {
        const std::string_view bits = firstOf(m_header, kBitNames);
        if (!bits.empty())
            complain(
                1, bits,
                say("losses are wanted in nats per token: bits per token × 0.6931, bits per byte × 0.6931 × "
                    "bytes per token"));
        else
            needs(m_loss, "loss", header);
    }
    m_result.unitKnown = bare(m_loss) == "loss_nats";
}

void RecipeReader::checkRun(const RecipeRun& run, std::optional<double> layers, std::optional<double> hidden,
                            std::optional<double> total) {
    // 1e15 parameters or 1e18 tokens are a thousand times what anybody trained: a slip, and beyond it
    // products of both overflow.
    if (run.params > kMostParams)
        complain(run.line, m_params, say("must be at most 1e15 parameters"), numberText(run.params));
    if (run.tokens > kMostTokens)
        complain(run.line, m_tokens, say("must be at most 1e18 tokens"), numberText(run.tokens));
    if (run.params < 1e5)
        complain(run.line, m_params,
                 say("must be a count of parameters, not thousands, millions or billions"),
                 numberText(run.params));
    if (run.tokens < 1e6)
        complain(run.line, m_tokens, say("must be a count of tokens, not millions or billions"),
                 numberText(run.tokens));
    if (run.activeParams > run.params * (1 + 1e-9))
        complain(run.line, "active_params", say("must not be above the parameters of all experts"),
                 numberText(run.activeParams));
    if (m_use != RecipeUse::Fit) return;
    checkEmbeddings(run, layers, hidden, total);
    if (run.loss > 14)
        complain(run.line, m_loss,
                 say("is no loss in nats per token: guessing among a million tokens gives 13.8"),
                 numberText(run.loss));
}

/// Once for a file: counts of one column are alike.
void RecipeReader::checkEmbeddings(const RecipeRun& run, std::optional<double> layers,
                                   std::optional<double> hidden, std::optional<double> total) {
    const bool moe = run.experts.value_or(1) > 1 || run.activeParams < run.params;
    if (moe || m_embeddings || !m_result.paramsKnown) return;
    // Three matrices of a gated FFN eight times as wide as the model and four of attention are 28·layers·h²;
    // an embedding is some 3e4 to 3e5 rows of h. Narrow models are all embedding and prove nothing.
    constexpr double kPerLayer = 28, kRows = 30000, kNarrow = 512;
    const double most = layers && hidden ? kPerLayer * *layers * *hidden * *hidden : 0;
    m_embeddings = true;
    if (most > 0 && *hidden >= kNarrow && run.params > most + kRows * *hidden)
        complain(
            run.line, m_params,
            say("counts the embeddings: %1 layers of width %2 hold at most about %3; give the parameters "
                "without them",
                numberText(*layers), numberText(*hidden), compact(most)),
            numberText(run.params));
    else if (total && *total <= run.params)
        complain(run.line, m_params,
                 say("counts the embeddings: it is the count of all parameters; give the parameters without "
                     "them"),
                 numberText(run.params));
    else
        m_embeddings = false;
}

void RecipeReader::checkTwice() {
    std::map<std::tuple<double, double, double, double, double, double, std::string>, int> seen;
    for (const RecipeRun& run : m_result.runs) {
        const auto [at, fresh] =
            seen.try_emplace({run.params, run.activeParams, run.tokens, run.loss, run.lr.value_or(0),
                              run.batchTokens.value_or(0), run.label},
                             run.line);
        if (!fresh)
            complain(run.line, {}, say("the run of line %1 stands here a second time; keep one", at->second));
    }
}

void RecipeReader::readRuns(const CsvTable& table) {
    const CsvColumn *params = table.find(m_params), *tokens = table.find(m_tokens),
                    *loss = table.find(m_loss);
    const CsvColumn* total = firstColumn(table, {"total_params", "N_total"});
    const CsvColumn *active = nullptr, *state = firstColumn(table, kStateNames);
    for (const std::string_view name : kActiveNames)
        if (active == nullptr) active = columnOf(table, name);
    const std::vector<std::string> notes = noteLabels(table);
    constexpr std::array<std::string_view, 6> kLabels = {"recipe",          "arch",     "split",
                                                         "tokenizer_vocab", "schedule", "tokenizer"};
    for (std::size_t row = 0; row < table.rows(); ++row) {
        RecipeRun run;
        run.line = table.lines[row];
        if (const std::string now = textAt(state, row); m_use == RecipeUse::Fit && isUnfinished(now)) {
            m_result.leftOut.push_back(say("The run of line %1 is left out: it is %2.", run.line, now));
            continue;
        }
        const std::optional<double> n = numberAt(params, row), all = numberAt(total, row),
                                    d = numberAt(tokens, row), y = numberAt(loss, row);
        run.params = n.value_or(all.value_or(0));
        if (!n && all) {
            m_result.paramsKnown = false;
            m_result.paramsColumn = "N_total";
        }
        run.tokens = d.value_or(0);
        run.loss = m_use == RecipeUse::Predict ? 0 : y.value_or(0);
        run.experts = numberAt(columnOf(table, "experts"), row);
        run.topK = numberAt(columnOf(table, "top_k"), row);
        run.lr = numberAt(columnOf(table, "lr"), row);
        run.batchTokens = numberAt(columnOf(table, "batch_tokens"), row);
        run.cooldown = numberAt(columnOf(table, "cooldown"), row);
        run.schedule = textAt(columnOf(table, "schedule"), row);
        // N_active of a dense run is its total count, embeddings and all: no count of its own.
        const std::optional<double> na = numberAt(active, row);
        const bool moe = run.experts ? *run.experts > 1
                         : na && all ? *na < *all * (1 - 1e-9)
                                     : na.has_value();
        run.activeParams = moe && na ? *na : run.params;
        if (m_use != RecipeUse::Predict && run.loss <= 0 && m_use == RecipeUse::Study) continue;
        if (run.params <= 0 || run.tokens <= 0) {
            if (m_use == RecipeUse::Study) continue;
            complain(run.line, run.params <= 0 ? m_params : m_tokens,
                     say("expected a number > 0, the cell is empty"));
            continue;
        }
        if (m_use == RecipeUse::Fit && run.loss <= 0) {
            complain(run.line, m_loss, say("expected a number > 0, the cell is empty"));
            continue;
        }
        for (const std::string_view name : kLabels) {
            const std::string text = textAt(columnOf(table, name), row);
            if (text.empty()) continue;
            if (!run.label.empty()) run.label += "; ";
            run.label += text;
        }
        if (!notes[row].empty()) run.label += (run.label.empty() ? "" : "; ") + notes[row];
        checkRun(run, numberAt(columnOf(table, "layers"), row), numberAt(columnOf(table, "hidden"), row),
                 all);
        m_result.runs.push_back(std::move(run));
    }
}

Result<RecipeTable> RecipeReader::read() {
    if (const std::optional<Problem> problem = csvUnreadable(m_text, m_source)) return *problem;
    checkHeader(csvHeader(m_text));
    if (!m_problems.empty()) return m_problems;
    const bool study = m_use == RecipeUse::Study;
    // A run that crashed has no loss.
    const bool open = study || !firstOf(m_header, kStateNames).empty();
    std::vector<CsvColumnRule> rules = {{m_params, {}, true, open || m_params == "N_nonemb"},
                                        {m_tokens, {}, true, open}};
    if (m_use != RecipeUse::Predict) rules.push_back({m_loss, {}, true, open});
    Result<CsvTable> read = readCsv(m_text, m_source, rules);
    if (!read) return read.error();
    m_result.table = std::make_shared<const CsvTable>(std::move(read).value());
    m_result.source = m_source;
    m_result.paramsColumn = m_params;
    m_result.lossColumn = m_loss;
    m_problems = m_result.table->problems;
    readRuns(*m_result.table);
    if (m_use == RecipeUse::Fit) checkTwice();
    if (m_result.runs.empty() && m_problems.empty()) complain(1, {}, say("no run could be read"));
    if (!m_problems.empty() && !study) return problems();
    return std::move(m_result);
}

} // namespace

bool isRecipeTable(std::string_view text) {
    if (csvUnreadable(text, {})) return false;
    if (isJsonLines(text)) return true;
    const std::vector<std::string> header = csvHeader(text);
    // One-letter names and "smooth loss" are those of the published lr × batch tables.
    const auto has = [&](const Names& names) {
        const std::string_view found = bare(firstOf(header, names));
        return found.size() > 1 && found != kLossNames.back();
    };
    return (has(kParamNames) || has(kTotalNames)) && has(kTokenNames) && (has(kLossNames) || has(kBitNames));
}

Result<RecipeTable> readRecipeRuns(std::string_view text, std::string source, RecipeUse use) {
    if (!isJsonLines(text)) return RecipeReader(text, std::move(source), use).read();
    const Result<JsonRuns> runs = csvOfJsonLines(text, source);
    if (!runs) return runs.error();
    Result<RecipeTable> table = RecipeReader(runs->csv, std::move(source), use).read();
    // Row n of the table is the n-th line that holds a run.
    const auto lineOf = [&](int line) {
        const auto row = static_cast<std::size_t>(line - 2);
        return line >= 2 && row < runs->lines.size() ? runs->lines[row] : line;
    };
    if (!table) {
        Problems problems = table.error();
        for (Problem& problem : problems) {
            problem.line = lineOf(problem.line);
            problem.column = 0; // of the table that it was made
        }
        return problems;
    }
    RecipeTable placed = std::move(table).value();
    for (RecipeRun& run : placed.runs) run.line = lineOf(run.line);
    return placed;
}

} // namespace moe
