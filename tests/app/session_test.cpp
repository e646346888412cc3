// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/files/catalog_loader.h"
#include "app/session/session.h"
#include "models/engine/evaluate.h"
#include "models/items/report_json.h"
#include "tests/support/registry.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace moe;
using namespace moe::app;

class SessionTest : public QObject {
    Q_OBJECT

    static CatalogPtr catalog() {
        static const ShippedCatalog shipped = shippedCatalog();
        return shipped.catalog;
    }
    static Scenario preset(const char* key) { return catalog()->preset(key)->scenario; }
    static Scenario withHidden(Scenario scenario, Count hidden) {
        scenario.model.hidden = hidden;
        return scenario;
    }
    /// Lets the worker catch up with everything asked for.
    static bool settle(Session& session) {
        const Scenario wanted = session.scenario();
        return QTest::qWaitFor(
            [&] { return session.report() && session.report()->scenario == wanted && !session.busy(); },
            20000);
    }

private slots:
    void resourcesAreSound() {
        const ShippedCatalog shipped = shippedCatalog();
        QVERIFY2(shipped.problems.empty(), toString(shipped.problems).c_str());
        QVERIFY(shipped.catalog->presets.size() >= 15 && shipped.catalog->gpus.size() >= 14);
        QVERIFY(shipped.catalog->lossModel);
    }

    void theReportIsThatOfTheScenario() {
        Session session(catalog());
        session.open(preset("olmoe-1b-7b"), "open");
        QVERIFY(settle(session));
        const Report direct = evaluate(session.scenario(), *session.catalog());
        QCOMPARE(items::reportJson(*session.report()), items::reportJson(direct));
    }

    void oneDragIsOneUndoStep() {
        Session session(catalog());
        const Scenario start = preset("step-law-2in88");
        session.open(start, "open");
        for (Count hidden = 1408; hidden <= 1408 + 11 * 40; hidden += 11)
            session.edit(withHidden(start, hidden), "hidden size", 7, true);
        session.edit(session.scenario(), "hidden size", 7, false);
        session.edit(withHidden(start, 2200), "hidden size", 8, false);
        QCOMPARE(session.undoStack()->count(), 2);
        session.undoStack()->undo();
        QCOMPARE(session.scenario().model.hidden, Count(1408 + 11 * 40));
        session.undoStack()->undo();
        QVERIFY(session.scenario() == start);
        session.undoStack()->redo();
        QCOMPARE(session.scenario().model.hidden, Count(1408 + 11 * 40));
        QVERIFY(settle(session));
    }

    void aBrokenScenarioKeepsTheLastReport() {
        Session session(catalog());
        session.open(preset("olmoe-1b-7b"), "open");
        QVERIFY(settle(session));
        const ReportPtr before = session.report();
        QSignalSpy problems(&session, &Session::problemsChanged);
        Scenario broken = session.scenario();
        broken.parallel.ep = 7;
        session.edit(broken, "expert parallel");
        QCOMPARE(problems.count(), 1);
        QVERIFY(!session.problems().empty());
        QTest::qWait(50);
        QCOMPARE(session.report(), before);
        session.undoStack()->undo();
        QVERIFY(session.problems().empty());
    }

    void openingIsAnUndoStepAndMovesTheBase() {
        Session session(catalog());
        const Scenario first = preset("olmoe-1b-7b"), second = preset("mixtral-8x7b");
        session.open(first, "open");
        QCOMPARE(session.undoStack()->count(), 0);
        session.open(second, "open");
        QVERIFY(session.base() == second && !session.modified());
        session.undoStack()->undo();
        QVERIFY(session.scenario() == first && session.base() == first);
    }

    void theBaseIsEvaluatedOnceAndStaysWhileItsScenarioIsEdited() {
        Session session(catalog());
        QSignalSpy bases(&session, &Session::baseChanged);
        const Scenario start = preset("step-law-2in88");
        session.open(start, "open");
        QVERIFY(settle(session));
        QTRY_VERIFY(session.baseReport());
        const ReportPtr base = session.baseReport();
        QVERIFY(base->scenario == start && base->loss->map);
        session.edit(withHidden(start, 1408 + 11), "hidden size", 1, true);
        QVERIFY(settle(session));
        QCOMPARE(session.baseReport(), base);
        QCOMPARE(bases.count(), 1);
        const Scenario next = preset("olmoe-1b-7b");
        session.open(next, "open");
        QVERIFY(!session.baseReport()); // never the old one beside the new scenario
        QTRY_VERIFY(session.baseReport() && session.baseReport()->scenario == next);
        session.undoStack()->undo();
        QTRY_VERIFY(session.baseReport() && session.baseReport()->scenario == start);
    }

    void loadingTablesAsksForANewReport() {
        const std::string text = test::sharedText("data/step-law/moe_lr_bs_loss.csv");
        MOE_NEED_SHARED(text, "step-law/moe_lr_bs_loss.csv");
        Session session(catalog());
        session.open(preset("step-law-2in88"), "open");
        QVERIFY(settle(session));
        QVERIFY(session.report()->loss->measured.empty());
        const LoadOutcome loaded =
            loadTables({QString::fromStdString(test::sharedPath("data/step-law"))}, session.catalog());
        QVERIFY2(loaded.problems.empty(), toString(loaded.problems).c_str());
        QCOMPARE(loaded.tables, 3);
        // They are what the shipped model was fitted on: it stays. Other runs are fitted.
        QCOMPARE(loaded.catalog->lossModel, session.catalog()->lossModel);
        QTemporaryDir folder;
        QFile other(folder.filePath("other.csv"));
        QVERIFY(other.open(QIODevice::WriteOnly));
        other.write(text.data(), static_cast<qint64>(text.rfind('\n', text.size() - 2) + 1)); // one run less
        other.close();
        const LoadOutcome refitted = loadTables({other.fileName()}, session.catalog());
        QVERIFY2(refitted.problems.empty(), toString(refitted.problems).c_str());
        QVERIFY(refitted.catalog->lossModel != session.catalog()->lossModel);
        session.setCatalog(loaded.catalog);
        QTRY_VERIFY(!session.report()->loss->measured.empty());
        QCOMPARE(session.report()->loss->measured.size(),
                 std::size_t(45)); // 9 learning rates × 5 batch sizes
    }
};

MOE_TEST(SessionTest)
#include "session_test.moc"
