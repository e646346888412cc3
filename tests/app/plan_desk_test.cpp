// SPDX-License-Identifier: GPL-3.0-or-later
// A goal said in the window, its plans, and the scenario that comes of one.

#include "app/window/window.h"
#include "tests/support/registry.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSpinBox>
#include <QStandardPaths>
#include <QTest>
#include <QTreeWidget>
#include <QUndoStack>

#include <algorithm>

using namespace moe;
using namespace moe::app;

class PlanDeskTest : public QObject {
    Q_OBJECT

    struct Fixture {
        Window window{shippedCatalog()};
        Session& session = window.session();

        ui::PlanSheet* opened(const char* preset) {
            session.open(session.catalog()->preset(preset)->scenario, "open");
            window.plans().show();
            return window.plans().sheet();
        }
    };

    static QPushButton* button(const ui::PlanSheet& sheet, const QString& text) {
        for (QPushButton* each : sheet.findChildren<QPushButton*>())
            if (each->text().remove(QLatin1Char('&')) == text) return each;
        return nullptr;
    }
    static QWidget* named(const ui::PlanSheet& sheet, const QString& name) {
        for (QWidget* each : sheet.findChildren<QWidget*>())
            if (each->accessibleName() == name) return each;
        return nullptr;
    }
    static bool answered(const ui::PlanSheet& sheet) {
        return QTest::qWaitFor(
            [&] { return button(sheet, "Find plans") && !sheet.verdict().startsWith("Looking"); }, 60000);
    }

private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

    void theMenuAsksForIt() {
        Fixture f;
        const QList<QAction*> actions = f.window.widget().findChildren<QAction*>();
        const auto plan = std::find_if(actions.begin(), actions.end(), [](const QAction* action) {
            return action->shortcut() == QKeySequence("Ctrl+P");
        });
        QVERIFY(plan != actions.end());
        (*plan)->trigger();
        QVERIFY(f.window.plans().sheet());
    }

    void aPlanIsFoundOpenedAndUndone() {
        Fixture f;
        ui::PlanSheet* sheet = f.opened("mixtral-8x7b");
        QVERIFY(sheet);
        const Scenario before = f.session.scenario();
        sheet->findChild<QLineEdit*>()->setText("parallel.etp=1, train.recompute!=full");
        QTest::keyClick(sheet, Qt::Key_Return);
        QVERIFY(answered(*sheet));
        QVERIFY2(sheet->table()->topLevelItemCount() > 1, qPrintable(sheet->verdict()));
        QVERIFY(sheet->details().contains("--tensor-model-parallel-size"));
        QVERIFY(sheet->details().contains("Why not the scenario as it is?"));
        // As the command says it: the band of the time, what the numbers of a part are, and words for knobs.
        QVERIFY(sheet->verdict().contains(" layouts considered. "));
        QVERIFY2(sheet->details().contains("\nIn nine runs of ten a step takes "),
                 qPrintable(sheet->details()));
        QVERIFY(sheet->details().contains("\nDifferences by part (this scenario, the best plan):\n"));
        QVERIFY(!sheet->details().contains("0 ns"));
        QPushButton* copy = button(*sheet, "Copy launch flags");
        copy->click();
        QCOMPARE(copy->text(), QString("Flags copied"));
        QVERIFY(QApplication::clipboard()->text().contains("--expert-tensor-parallel-size 1"));
        sheet->table()->setCurrentItem(sheet->table()->topLevelItem(1));
        const Scenario wanted = sheet->chosen()->scenario;
        const int steps = f.session.undoStack()->count();
        button(*sheet, "Open plan")->click();
        QVERIFY(f.session.scenario() == wanted);
        QCOMPARE(f.session.undoStack()->count(), steps + 1);
        f.session.undoStack()->undo();
        QVERIFY(f.session.scenario() == before);
    }

    void aServerIsPlannedWithinItsLimits() {
        Fixture f;
        ui::PlanSheet* sheet = f.opened("llama-3-70b");
        for (QRadioButton* side : sheet->findChildren<QRadioButton*>())
            if (side->text().contains("Serving")) side->click();
        qobject_cast<QSpinBox*>(named(*sheet, "Number of GPUs"))->setValue(8);
        QDoubleSpinBox* tpot = nullptr;
        for (QDoubleSpinBox* box : sheet->findChildren<QDoubleSpinBox*>())
            if (!box->isHidden() && box->suffix() == " ms") tpot = box; // the last of the two
        QVERIFY(tpot);
        tpot->setValue(50);
        emit sheet->asked();
        QVERIFY(answered(*sheet));
        QVERIFY2(sheet->chosen(), qPrintable(sheet->verdict()));
        QVERIFY(!sheet->chosen()->scenario.train);
        QVERIFY(*planValue(*sheet->chosen(), "serve.tpot_seconds") <= 0.05 * (1 + 1e-9));
        QVERIFY(sheet->details().contains("vllm serve MODEL"));
        QCOMPARE(sheet->chosen()->scenario.serve->sloTpot, std::optional<double>(0.05));
        QVERIFY(!sheet->chosen()->scenario.serve->sloTtft);
        // Nothing takes a tenth of a millisecond per token: the sheet says what would do.
        tpot->setValue(0.1);
        emit sheet->asked();
        QVERIFY(answered(*sheet));
        QVERIFY(!sheet->chosen());
        QVERIFY2(sheet->details().contains("With a limit on TPOT of"), qPrintable(sheet->details()));
        QVERIFY(!button(*sheet, "Open plan")->isEnabled());
    }

    /// A server has no training loss: the picture is that of what binds, and the limits are the scenario's.
    void whatBindsAnOpenedServerIsShown() {
        Fixture f;
        ui::PlanSheet* sheet = f.opened("llama-3-70b");
        for (QRadioButton* side : sheet->findChildren<QRadioButton*>())
            if (side->text().contains("Serving")) side->click();
        qobject_cast<QSpinBox*>(named(*sheet, "Number of GPUs"))->setValue(8);
        QList<QDoubleSpinBox*> times;
        for (QDoubleSpinBox* box : sheet->findChildren<QDoubleSpinBox*>())
            if (box->suffix() == " ms") times << box;
        times[0]->setValue(1000);
        times[1]->setValue(30);
        emit sheet->asked();
        QVERIFY(answered(*sheet));
        QVERIFY2(sheet->chosen(), qPrintable(sheet->verdict()));
        QVERIFY(sheet->chosen()->binding == PlanLimit::Tpot);
        QVERIFY(f.window.widget().currentViewKey() != QString("latency"));
        emit sheet->taken();
        QCOMPARE(f.window.widget().currentViewKey(), QString("latency"));
        const ServeSpec& serve = *f.session.scenario().serve;
        QVERIFY(serve.sloTtft == 1.0 && serve.sloTpot == 0.03);
        f.window.plans().show();
        QList<double> limits;
        for (const QDoubleSpinBox* box : f.window.plans().sheet()->findChildren<QDoubleSpinBox*>())
            if (box->suffix() == " ms") limits << box->value();
        QCOMPARE(limits, QList<double>({1000, 30}));
    }

    /// On a small screen too: the sheet stays inside the window, and its numbers end in one line.
    void theSheetStaysWithinTheWindow() {
        Fixture f;
        f.window.widget().resize(1000, 640);
        ui::PlanSheet* sheet = f.opened("deepseek-v3");
        QVERIFY2(sheet->height() <= 640 && sheet->width() <= 1000,
                 qPrintable(QString("%1 × %2").arg(sheet->width()).arg(sheet->height())));
        auto* gpus = qobject_cast<QSpinBox*>(named(*sheet, "Number of GPUs"));
        for (const QDoubleSpinBox* box : sheet->findChildren<QDoubleSpinBox*>())
            if (!box->isHidden()) QCOMPARE(box->width(), gpus->width());
        emit sheet->asked();
        QVERIFY(answered(*sheet));
        const QTreeWidgetItem& best = *sheet->table()->topLevelItem(0);
        QVERIFY(best.textAlignment(2) & Qt::AlignLeft && best.textAlignment(5) & Qt::AlignRight);
        QVERIFY2(sheet->details().contains("has no flag for Pipeline schedule (train.schedule)."),
                 qPrintable(sheet->details()));
    }

    void aSearchIsCancelled() {
        Fixture f;
        ui::PlanSheet* sheet = f.opened("deepseek-v3");
        emit sheet->asked();
        QVERIFY(button(*sheet, "Cancel"));
        button(*sheet, "Cancel")->click();
        QVERIFY(answered(*sheet));
        QVERIFY(!sheet->chosen());
        QVERIFY2(sheet->verdict().contains("cancelled"), qPrintable(sheet->verdict()));
    }

    void aScenarioWithoutEitherSideIsToldSo() {
        Fixture f;
        Scenario alone = f.session.catalog()->preset("mixtral-8x7b")->scenario;
        alone.train.reset();
        alone.serve.reset();
        f.session.open(alone, "open");
        f.window.plans().show();
        ui::PlanSheet* sheet = f.window.plans().sheet();
        emit sheet->asked();
        QVERIFY2(sheet->verdict().contains("required to plan"), qPrintable(sheet->verdict()));
    }

    void whatIsWrongWithTheGoalIsSaid() {
        Fixture f;
        ui::PlanSheet* sheet = f.opened("mixtral-8x7b");
        sheet->findChild<QLineEdit*>()->setText("parallel.tp=2, parallel.tp=4");
        emit sheet->asked();
        QVERIFY2(sheet->verdict().contains("contradicts parallel.tp=2"), qPrintable(sheet->verdict()));
        QVERIFY(button(*sheet, "Find plans")); // not busy
    }
};
MOE_TEST(PlanDeskTest)
#include "plan_desk_test.moc"
