// SPDX-License-Identifier: GPL-3.0-or-later
// Tables whose cells are well formed and mean nonsense: columns renamed, left out or twice, cells extreme or
// of another type, rows too short, too long or twice. As structured_test.cpp: nothing may end the program or
// take long, what is refused is refused with a word, and what is taken can be worked with.

#include "data/expert_loads.h"
#include "data/operator_table.h"
#include "data/profile_table.h"
#include "data/recipe_runs.h"
#include "data/step_law.h"
#include "models/engine/loss/recipe/recipe_check.h"
#include "models/engine/loss/recipe/recipe_fit.h"
#include "models/engine/operators/own_gpu.h"
#include "models/engine/serve/engines/engines.h"
#include "models/engine/traffic/simulate.h"
#include "models/engine/traffic/trace.h"
#include "tests/engine/hostile_values.h"
#include "tests/engine/random_scenarios.h"

#include <QElapsedTimer>
#include <QTest>

#include <cmath>

using namespace moe;
using namespace moe::test;

namespace {

using Rows = std::vector<std::vector<std::string>>; ///< the header first

int cases(int usual) {
    const int asked = qEnvironmentVariableIntValue("MOE_STRUCTURED_CASES");
    return asked > 0 ? asked : std::max(1, usual / kSlower);
}

Rows rowsOf(std::string_view text) {
    Rows rows;
    for (std::string_view rest = text; !rest.empty();) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        std::vector<std::string>& row = rows.emplace_back();
        for (std::string_view cells = rest.substr(0, end);;) {
            const std::size_t comma = cells.find(',');
            row.emplace_back(cells.substr(0, comma));
            if (comma == std::string_view::npos) break;
            cells.remove_prefix(comma + 1);
        }
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return rows;
}

std::string changedTable(HostileDraw& draw, Rows rows) {
    for (std::size_t changes = 1 + draw.below(5); changes > 0; --changes) {
        const std::size_t at = draw.below(rows.size()),
                          column = draw.below(std::max<std::size_t>(1, rows[0].size()));
        switch (draw.below(9)) {
        case 0:
            for (auto& row : rows)
                if (column < row.size()) row.erase(row.begin() + std::ptrdiff_t(column));
            break;
        case 1:
            for (auto& row : rows)
                if (column < row.size()) row.push_back(row[column]);
            break;
        case 2:
            if (column < rows[0].size())
                rows[0][column] = draw.oneIn(2) ? std::string(draw.pick(rows[0])) : draw.value();
            break;
        case 3: rows.push_back(rows[at]); break;
        case 4: rows[at].resize(draw.below(rows[at].size() + 3), draw.value()); break;
        default:
            if (column < rows[at].size()) rows[at][column] = draw.value();
        }
    }
    std::string text;
    const char* end = draw.oneIn(8) ? "\r\n" : "\n";
    const char separator = draw.oneIn(12) ? ';' : ',';
    for (const auto& row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i) (i > 0 ? text += separator : text) += row[i];
        text += end;
    }
    return text;
}

/// Empty when problems are told with a rule each.
std::string unexplained(const Problems& problems) {
    if (problems.empty()) return "refused without a problem";
    for (const Problem& problem : problems)
        if (problem.rule.empty()) return "a problem without a rule";
    return {};
}

std::string readLoads(std::string_view text) {
    const Result<ExpertLoads> loads = readExpertLoads(text, "loads.csv");
    return loads ? std::string() : unexplained(loads.error());
}

std::string readRequests(std::string_view text) {
    const Result<std::vector<TrafficRequest>> read = readTrace(text, "trace.csv");
    if (!read) return unexplained(read.error());
    TrafficScenario run;
    run.engine = &engines().front();
    run.requests = *read;
    run.time = [](const PassLoad& load) { return 1e-3 + 1e-6 * load.rows + 1e-9 * load.context; };
    for (const TrafficRequest& request : run.requests) {
        if (request.input < 1 || request.output < 1 || !(request.arrival >= 0) ||
            !std::isfinite(request.arrival))
            return "a request that cannot be sent";
        if (double(request.input) + request.output > 1e7) return {}; // read, but long to simulate
    }
    const TrafficReport report = simulate(run);
    return std::isfinite(report.duration) && report.duration >= 0 ? "" : "a run without a duration";
}

std::string readRecipe(std::string_view text) {
    const Result<RecipeTable> table = readRecipeRuns(text, "runs.csv");
    if (!table) return unexplained(table.error());
    for (const RecipeRun& run : table->runs)
        if (!(run.params > 0 && run.tokens > 0 && run.loss > 0) || !std::isfinite(run.compute()))
            return "a run that cannot have been";
    if (const Problems problems = recipeProblems(*table); !problems.empty()) return unexplained(problems);
    const RecipeFit fit = fitRecipe(recipeRows(table->runs));
    return std::isfinite(fit.inSampleRms) ? "" : "a fit that is no number";
}

template <class Table> std::string only(const Result<Table>& read) {
    return read ? std::string() : unexplained(read.error());
}

struct TableReader {
    const char* name;
    const char* base; ///< empty: of every kind of measured operator
    std::string (*read)(std::string_view text);
};

constexpr TableReader kReaders[] = {
    {"dense losses",
     "h,ffnh,numh,numl,lr,bs,ti,loss,smooth loss,D,N\n"
     "960,9368,15,7,0.0003453,736,66342,2.4135,2.3976,100000000000,214663680\n"
     "1280,9472,10,10,0.005524,736,33171,2.2882,2.2779,50000000000,429260800\n",
     [](std::string_view text) { return only(readDenseLoss(text, "d.csv")); }},
    {"MoE losses",
     "seq_len,topk,nume,moeh,sed,h,ffnh,numh,numl,lr,bs,ti,loss,smooth loss,numld,N,Na,D\n"
     "2048,1,89,352,352,1408,3904,11,16,1.726e-04,32,30517,2.7217,2.6806,1,2150612992,187973632,2000000000\n"
     "2048,2,88,352,704,1408,3904,11,16,1.726e-04,32,30517,2.6817,2.6389,1,2150612992,232579072,2000000000\n",
     [](std::string_view text) { return only(readMoeLoss(text, "m.csv")); }},
    {"fits",
     "lr_intercept,lr_coefN,lr_coefD,bs_intercept,bs_coefD\n"
     "1.3268,-0.7384,0.2983,-1.2816,0.6026\n1.248,-0.7252,0.2898,-0.5385,0.5705\n",
     [](std::string_view text) { return only(readStepLawFits(text, "f.csv")); }},
    {"loads of experts", "layer,expert,load\n0,0,12\n0,1,40\n0,2,0\n1,0,7\n1,1,7\n1,2,9\n", readLoads},
    {"traces",
     "arrival_s,input_tokens,output_tokens,session\n0,100,20,a\n0.5,50,1,b\n3,150,20,a\n3,1,300,c\n",
     readRequests},
    {"runs of a recipe",
     "params,tokens,loss,lr,batch_tokens,schedule\n1e8,2e9,3.35,1e-3,5e5,wsd\n1e8,8e9,3.12,1e-3,5e5,wsd\n"
     "3e8,6e9,2.95,8e-4,5e5,wsd\n3e8,2.4e10,2.78,8e-4,1e6,wsd\n1e9,2e10,2.55,4e-4,1e6,wsd\n1e9,8e10,2.41,4e-"
     "4,2e6,wsd\n",
     readRecipe},
    {"measured operators", "", [](std::string_view text) { return only(readOperators(text, "x.csv")); }},
    {"points of a GPU",
     "op,dtype,m,n,k,us\ngemm,bf16,64,4096,4096,12.5\ngemm,bf16,4096,4096,4096,410\ngemm,fp8,4096,4096,4096,"
     "260\n",
     [](std::string_view text) { return only(readOwnPoints(text, "p.csv")); }},
};

std::vector<Rows> basesOf(const TableReader& reader) {
    if (*reader.base) return {rowsOf(reader.base)};
    std::vector<Rows> bases;
    for (const OperatorKind& kind : operatorKinds()) {
        Rows rows(4);
        for (const std::string_view key : kind.keys) {
            rows[0].emplace_back(key);
            const bool word = std::find(kind.words.begin(), kind.words.end(), key) != kind.words.end();
            for (int i = 1; i < 4; ++i)
                rows[std::size_t(i)].push_back(word ? "uniform" : std::to_string(64 << i));
        }
        rows[0].emplace_back("bf16_us");
        for (int i = 1; i < 4; ++i) rows[std::size_t(i)].push_back(std::to_string(40 * i));
        bases.push_back(std::move(rows));
    }
    return bases;
}

} // namespace

class StructuredTablesTest : public QObject {
    Q_OBJECT
    static constexpr qint64 kLongest = 5000; ///< ms, on a machine that does other things too

private slots:
    void cellsOfTables_data() {
        QTest::addColumn<int>("reader");
        for (int i = 0; i < int(std::size(kReaders)); ++i) QTest::newRow(kReaders[i].name) << i;
    }
    void cellsOfTables() {
        QFETCH(int, reader);
        const TableReader& one = kReaders[reader];
        const std::vector<Rows> bases = basesOf(one);
        const unsigned seed = seedOf(61);
        HostileDraw draw(seed);
        for (const Rows& base : bases) { // what nothing was changed of is read
            std::string text;
            for (const auto& row : base) {
                for (std::size_t i = 0; i < row.size(); ++i) text += (i > 0 ? "," : "") + row[i];
                text += '\n';
            }
            const std::string wrong = one.read(text);
            QVERIFY2(wrong.empty(), (wrong + "\n" + text).c_str());
        }
        for (int i = 0; i < cases(600); ++i) {
            const std::string text = changedTable(draw, bases[draw.below(bases.size())]);
            QElapsedTimer clock;
            clock.start();
            std::string wrong;
            try {
                wrong = one.read(text);
            } catch (const std::exception& error) {
                wrong = std::string("throws ") + error.what();
            }
            if (clock.elapsed() > kLongest * kSlower)
                wrong = "takes " + std::to_string(clock.elapsed()) + " ms";
            QVERIFY2(wrong.empty(), (wrong + "; seed " + std::to_string(seed) + ", case " +
                                     std::to_string(i) + ":\n" + text.substr(0, 4000))
                                        .c_str());
        }
    }
};

MOE_TEST(StructuredTablesTest)
#include "structured_tables_test.moc"
