// SPDX-License-Identifier: GPL-3.0-or-later
// The comparison as an item model: rows, cells, copies, and its manners towards views.

#include "models/items/compare_table_model.h"
#include "models/items/validation_table_model.h"
#include "tests/support/german.h"
#include "tests/support/registry.h"
#include "tests/support/sample_report.h"

#include <QAbstractItemModelTester>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTest>

using namespace moe;
using Model = items::CompareTableModel;

class CompareTableTest : public QObject {
    Q_OBJECT

    static ComparedColumn base() { return {"base", moe::test::sampleReport(), {}, {}}; }
    static ComparedColumn log() {
        Report report = moe::test::sampleReport();
        report.scenario.train->globalBatch = 2048;
        report.train->step = 6.84 * second;
        report.train->terms[moe::test::timeTerm("attention")].exposed = 5.82 * second;
        ComparedColumn column{"run", report, {{findCaseQuantity("step_seconds"), 7}}, {}};
        column.curve.iteration = {20, 40};
        column.curve.loss = {11, 6.5};
        column.curve.balance = {std::nan(""), 1.25};
        column.curve.planned = 4000;
        return column;
    }
    static int rowOf(const Model& model, const QString& key) {
        for (int row = 0; row < model.rowCount(); ++row)
            if (model.index(row, 0).data(Model::KeyRole).toString() == key) return row;
        return -1;
    }
    static int columnOf(const Model& model, int compared, Model::Part part) {
        for (int column = 1; column < model.columnCount(); ++column)
            if (model.headerData(column, Qt::Horizontal, Model::ScenarioRole).toInt() == compared &&
                model.headerData(column, Qt::Horizontal, Model::PartRole).toInt() == int(part))
                return column;
        return -1;
    }
    static QString cell(const Model& model, const QString& key, int compared, Model::Part part) {
        return model.index(rowOf(model, key), columnOf(model, compared, part)).data().toString();
    }

private slots:
    void behavesAsAModel() {
        Model model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
        QTest::failOnWarning(QRegularExpression("QModelIndex"));
        QCOMPARE(model.data({}), QVariant()); // views ask for the root, too
        model.setColumns({base()});
        model.setColumns({base(), log()});
        model.setColumns({log()});
        model.setColumns({});
        QCOMPARE(model.rowCount(), 0);
    }

    void differingInputsStandFirst() {
        Model model;
        model.setColumns({base(), log()});
        QCOMPARE(model.index(0, 0).data().toString(), "Inputs that differ");
        QCOMPARE(model.index(1, 0).data(Model::KeyRole).toString(), "train.global_batch");
        QCOMPARE(cell(model, "train.global_batch", 1, Model::Part::Value), "2048");
        QVERIFY(rowOf(model, "train.lr") < 0); // the same in both
    }

    void choicesStandAsTheFormWritesThem() {
        ComparedColumn other = log();
        other.report.scenario.train->dispatcher = Dispatcher::DeepEp;
        other.report.scenario.train->deterministic = true;
        Model model;
        model.setColumns({base(), other});
        QCOMPARE(cell(model, "train.dispatcher", 0, Model::Part::Value), "all-to-all");
        QCOMPARE(cell(model, "train.dispatcher", 1, Model::Part::Value), "DeepEP");
        QCOMPARE(cell(model, "train.deterministic", 0, Model::Part::Value), "no");
        QCOMPARE(cell(model, "train.deterministic", 1, Model::Part::Value), "yes");
        // Thousands stand in groups; a short number stands only for one that is it.
        QLocale::setDefault(QLocale(QLocale::English));
        const auto restore = qScopeGuard([] { QLocale::setDefault(QLocale::c()); });
        other.report.scenario.model.vocab = 32000;
        other.report.scenario.train->tokens = 15.01e9;
        other.report.scenario.train->schedule = ScheduleKind::DualPipe;
        other.report.scenario.train->lr = 0.0006;
        ComparedColumn served = other;
        served.report.scenario.serve.emplace().engine = ServeEngine::Vllm;
        model.setColumns({base(), other, served});
        const auto input = [&](const char* key, int column) {
            return cell(model, key, column, Model::Part::Value);
        };
        QCOMPARE(input("model.vocab", 1), "32,000");
        QCOMPARE(input("train.tokens", 1), "15,010,000,000");
        QCOMPARE(input("train.lr", 1), "0.0006");
        QCOMPARE(input("train.schedule", 1), "DualPipe");
        QCOMPARE(input("serve.engine", 2), "vLLM");
        // A file has what --set takes.
        QVERIFY(model.text({}, Model::Format::Csv).contains("deepep"));
    }

    void resultsTellChangeAndJudgement() {
        Model model;
        model.setColumns({base(), log()});
        QCOMPARE(cell(model, "train.step_seconds", 1, Model::Part::Change), "+3.42 s");
        QCOMPARE(cell(model, "train.step_seconds", 1, Model::Part::Percent), "×2.0");
        const auto judged = [&](const char* key) {
            return model.index(rowOf(model, key), columnOf(model, 1, Model::Part::Change))
                .data(Model::JudgementRole)
                .toInt();
        };
        QCOMPARE(judged("train.step_seconds"), -1);
        QCOMPARE(judged("memory.peak_bytes"), 0);
        // The term that carries it, below the results.
        const QString term = QString::fromUtf8(timeTerms()[moe::test::timeTerm("attention")].key);
        QVERIFY(rowOf(model, term) > rowOf(model, "train.step_seconds"));
        QCOMPARE(cell(model, term, 1, Model::Part::Change), "+3.42 s");
    }

    void measuredStandsBesidePredicted() {
        Model model;
        model.setColumns({base(), log()});
        QCOMPARE(columnOf(model, 0, Model::Part::Measured), -1);
        QCOMPARE(cell(model, "train.step_seconds", 1, Model::Part::Measured), "7.00 s");
        QCOMPARE(cell(model, "train.step_seconds", 1, Model::Part::Error), "−2.3 %"); // 6.84 / 7 − 1
        // The last loss of a run that is not over is shown, but not held against the predicted end.
        QCOMPARE(cell(model, "loss.value", 1, Model::Part::Measured), "6.5000");
        QCOMPARE(cell(model, "loss.value", 1, Model::Part::Error), "(on the way)");
    }

    void cellsChangeInPlace() {
        Model model;
        model.setColumns({base(), log()});
        QSignalSpy resets(&model, &Model::modelReset), changes(&model, &Model::dataChanged);
        ComparedColumn slower = log();
        slower.report.train->step = 7 * second;
        model.setColumns({base(), slower});
        QCOMPARE(resets.count(), 0);
        QCOMPARE(changes.count(), 1);
        QCOMPARE(cell(model, "train.step_seconds", 1, Model::Part::Value), "7.00 s");
        model.setColumns({base()});
        QCOMPARE(resets.count(), 1);
    }

    void copiesAreRectangular() {
        Model model;
        model.setColumns({base(), log()});
        const QStringList csv = model.text({}, Model::Format::Csv).trimmed().split('\n');
        QCOMPARE(csv.front(),
                 "quantity,key,unit,base value,run predicted,run Δ,run %,run measured,run error");
        QVERIFY(csv.contains("Step time,train.step_seconds,s,3.42,6.84,3.42,1,7,-0.02285714285714291") ||
                !csv.filter("Step time,train.step_seconds,s,3.42,6.84,3.42,1,7,-0.0228").isEmpty());
        {
            const test::German german;
            QVERIFY(german.loaded);
            QCOMPARE(model.text({}, Model::Format::Csv).section('\n', 0, 0), csv.front());
        }
        const QString one = model.text({rowOf(model, "train.step_seconds")}, Model::Format::Markdown);
        QCOMPARE(one.count('\n'), 3); // header, rule, row
        QVERIFY(one.contains("| Step time | 3.42 s | 6.84 s | +3.42 s | ×2.0 | 7.00 s | −2.3 % |"));
    }

    void validationTablesBehave() {
        auto runs = std::make_shared<MeasuredRuns>();
        runs->cases.resize(1);
        runs->cases[0].id = "one";
        runs->cases[0].cause = "too small";
        runs->validation.rows = {{&runs->cases[0], findCaseQuantity("step_seconds"), 2, 3, {}},
                                 {&runs->cases[0], findCaseQuantity("peak_bytes"), 100, std::nullopt, {}}};
        runs->validation.summaries = {{"step time", "all", 1, 0.5, 0.5, 0.5}};
        items::ValidationTableModel rows;
        items::ErrorSummaryModel summaries;
        QAbstractItemModelTester first(&rows, QAbstractItemModelTester::FailureReportingMode::Fatal),
            second(&summaries, QAbstractItemModelTester::FailureReportingMode::Fatal);
        rows.setRuns(runs);
        summaries.setRuns(runs);
        using Rows = items::ValidationTableModel;
        QCOMPARE(rows.index(0, Rows::Error).data().toString(), "⚠ +50.0 %");
        QCOMPARE(rows.index(0, Rows::Cause).data().toString(), "too small");
        QCOMPARE(rows.index(1, Rows::Error).data().toString(), "–");
        QCOMPARE(rows.index(1, Rows::Cause).data().toString(), "");
        QCOMPARE(summaries.index(0, items::ErrorSummaryModel::Median).data().toString(), "50.0 %");
        rows.setRuns(nullptr);
        QCOMPARE(rows.rowCount(), 0);
    }
};

MOE_TEST(CompareTableTest)
#include "compare_table_test.moc"
